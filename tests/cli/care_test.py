#!/usr/bin/env python3
"""The care of the archive: verify, gc, backup, export, import; a full disk, an archive that cannot be written, two processes at once."""
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

from archive import DAY, START, Archive, env, w
from harness import SANITIZED, WEFT, done, equal, page, point, read, trouble, weft, write

NEWS = 'https://example.org/news'
MANY = 60


def body(i):
    return page(f'Text number {i} of the news.', title='News') + '<p>' + ' '.join(f'word{(i * 7 + k) % 97}' for k in range(400))


def fill(store='archive.db'):
    return Archive().page(NEWS, [body(i) for i in range(MANY)], at=START - 100 * DAY).saw(NEWS, 7).saw(NEWS, 3, kept=True) \
        .page('https://example.org/same', [body(5)]).page('https://example.org/late', [page('x')], user='bob').fill(store)


def numbers():
    return [v['number'] for v in w('log', NEWS, '--json').json()['versions']][::-1]


# ---- Export and import
fill()
with open('archive.db', 'rb') as whole, open('half.db', 'wb') as half:
    half.write(whole.read()[:20000])
run = w('verify', store='half.db')
point(run.status == 2 and 'damaged' in run.err and "'weft verify' says" not in run.err, 'verify does not send people to itself', run.err)
os.remove('half.db')
lines = w('export').raw
said = w('export', 'out.jsonl').out.splitlines()
equal(said[0].split(', ')[0::2], ['out.jsonl: everything in the archive', 'without logins and cookies'], 'export FILE says what it wrote')
n_pages, n_versions = (sum(line.startswith(b'{"%s"' % kind) for line in lines.splitlines()) for kind in (b'page', b'version'))
point(said[1].startswith(f'{n_pages} pages, {n_versions} versions, '), 'and how much', said[1])
trouble(w('export', '--json'), 'how much went to standard output is not said there', 'name one')
write('mine.txt', 'my own work')
trouble(w('export', 'mine.txt'), 'a file that is not an export is not replaced', 'mine.txt is there already and is not an export')
equal((read('mine.txt'), w('export', 'out.jsonl').status), ('my own work', 0), 'an export is')
trouble(w('import', 'mine.txt', store='none.db'), 'a file that is not an export is not read', "reads what 'weft export' wrote", '--hotlist')
equal(read('out.jsonl').encode('utf-8', 'surrogateescape'), lines, 'and writes what export prints')
came = w('import', 'out.jsonl', store='second.db')
equal((came.status, came.out.splitlines()[1]), (0, said[1]), 'import FILE says as much')
equal(w('export', store='second.db').raw, lines, 'export(import(x)) is x, byte for byte')
equal(w('import', '-', store='third.db', stdin=lines).status, 0, 'import from standard input')
equal(w('export', '-', store='third.db').raw, lines, 'export to standard output')
point(all(w('show', '--raw', f'{NEWS}@{i + 1}', store='third.db').out == body(i) for i in (0, 1, 31, MANY - 1)), 'the versions are the same')
trouble(w('import', 'out.jsonl', store='second.db'), 'a page that is there already', 'out.jsonl: line', NEWS)
equal(w('export', store='second.db').raw, lines, 'and nothing happened')
bad = lines.decode().splitlines(True)
for what, text in (('cut off', ''.join(bad[:-1])), ('half a line', ''.join(bad)[:-20]), ('no JSON', bad[0] + 'nonsense\n'), ('another file', '<html>\n'),
                   ('empty', ''), ('a wrong body', ''.join(bad).replace('Text number 9 ', 'Text number X ', 1))):
    write('bad.jsonl', text)
    trouble(w('import', 'bad.jsonl', store='bad.db'), f'import of what is {what}', 'bad.jsonl')
    point(not [name for name in os.listdir('.') if name.startswith('bad.db')], 'no archive is left behind')
point(w('user', 'list', store='bad.db').out == '', 'of all that nothing came in')
trouble(w('import', 'nowhere.jsonl', store='new.db'), 'a file that is not there', 'nowhere.jsonl')
point(not os.path.exists('new.db'), 'and no archive is made for it')
trouble(w('export', 'no/such/out.jsonl'), 'a folder that is not there', 'no/such/out.jsonl')
equal(w('export', stdout=open('/dev/full', 'wb')).status, 2, 'a full disk for the export')

# ---- Verify
good = w('verify')
equal((good.status, good.out.splitlines()[-1]), (0, f'3 pages, {MANY + 2} versions, {MANY + 1} bodies: everything is whole'), 'verify')
equal(w('verify', '--json').json()['whole'], True, 'verify --json')
shutil.copy('second.db', 'hurt.db')
db = sqlite3.connect('hurt.db')
db.execute("UPDATE blob SET frame = x'00' || substr(frame, 2) WHERE id = (SELECT min(id) FROM blob WHERE base IS NOT NULL)")
db.execute('UPDATE blob SET refs = 9 WHERE id = (SELECT max(id) FROM blob)')
db.commit()
db.close()
hurt = w('verify', store='hurt.db')
equal(hurt.status, 1, 'verify of what is damaged exits with 1')
point('lost' in hurt.out and '--repair' in hurt.out, 'and says what to do', hurt.out)
data = w('verify', '--json', store='hurt.db').json()
point(not data['whole'] and data['faults'] >= 2 and data['lost'] == 1 and len(data['problems']) >= 2, 'as data', data)
mended = w('verify', '--repair', store='hurt.db')
point(mended.status == 2 and '1 version could not be brought back' in mended.err, 'what is lost stays lost, and a repair that lost something says so', mended)
again = w('verify', '--json', store='hurt.db').json()
equal((again['faults'], again['lost']), (0, 1), 'but there is no other fault any more')
equal(w('show', '--raw', f'{NEWS}@{MANY}', store='hurt.db').out, body(MANY - 1), 'the rest is whole')

# ---- A file that the disk has damaged: each of its pages in turn
SITES = [f'https://site{i}.example/' for i in range(20)]
sound = Archive()
for i, url in enumerate(SITES):
    sound.page(url, [body(1000 + 3 * i + k) for k in range(3)])
sound.fill('sound.db')
w('gc', store='sound.db')
with open('sound.db', 'rb') as file:
    whole = file.read()
size = int.from_bytes(whole[16:18], 'big')
found = mended = refused = kept = alien = after = copies = untold = 0
STEP = 5 if SANITIZED else 1  # each is a dozen processes
for at in range(size, len(whole), STEP * size):
    for name in os.listdir():
        if name.startswith('damaged.db'):
            os.remove(name)
    with open('damaged.db', 'wb') as file:
        file.write(whole[:at] + bytes((at // size * 31 + k * k) % 251 for k in range(size)) + whole[at + size:])
    found += w('verify', store='damaged.db').status == 1
    repair = w('verify', '--repair', store='damaged.db')
    if repair.status == 2 and 'brought back' not in repair.err:
        refused += 'a backup' in repair.err and '--repair' not in repair.err
        continue
    mended += 1
    with open('damaged.db.damaged', 'rb') as file:
        copies += file.read()[at:at + size] == bytes((at // size * 31 + k * k) % 251 for k in range(size))
    untold += w('verify', '--json', store='damaged.db').json()['versions'] < 60 and repair.status != 2
    after += w('verify', '--json', store='damaged.db').json()['faults']
    for line in w('export', store='damaged.db').out.splitlines():
        row = json.loads(line)
        if 'page' in row:
            url = row['page']['url']
        elif 'version' in row and not row['version'].get('lost'):
            kept += 1
            number = row['version']['number']
            alien += url in SITES and row['version'].get('body', body(1000 + 3 * SITES.index(url) + number - 1)) != body(1000 + 3 * SITES.index(url) + number - 1)
pages = len(range(size, len(whole), STEP * size))
equal(found, pages, 'damage is found wherever it is')
equal((mended + refused, after), (pages, 0), 'then the file is built anew, and without fault; or only a backup helps, and it says so')
equal((copies, untold), (mended, 0), 'the damaged file is kept, and no version vanishes without a word')
# Only the table of contents cannot be replaced: pages with the words of the tables, half full at worst, and what leads to them.
contents = sum(len(row[0] or '') + 64 for row in sqlite3.connect('sound.db').execute('SELECT sql FROM sqlite_master')) // (size // 2)
point(refused <= contents + 1 and kept >= mended * 60 * 0.85, 'all but a few versions stay', refused, kept / mended)
equal(alien, 0, 'as they were')

# ---- gc
before = [w('show', '--raw', f'{NEWS}@{n}').out for n in numbers()]
plain = w('gc', '--json').json()
equal((plain['versions_removed'], plain['bytes_after'] <= plain['bytes_before']), (0, True), 'gc keeps every version')
equal([w('show', '--raw', f'{NEWS}@{n}').out for n in numbers()], before, 'as it was')
point('Kept: every version.' in w('gc', '--quick').out, 'and says so')
thin = w('gc', '--keep-last', '10')
point('the last 10' in thin.out and 'Removed: 47 versions' in thin.out, 'gc --keep-last', thin.out)
equal(numbers(), [1, 3, 7] + list(range(MANY - 9, MANY + 1)), 'the first, what is kept, what was seen last, and the last ten stay')
equal(w('show', '--raw', f'{NEWS}@7').out, body(6), 'a version that stayed')
equal(w('verify').status, 0, 'and the archive is whole')
fill()
equal(weft('gc', env=env(WEFT_THIN_AFTER='1d', WEFT_THIN_EVERY='1w')).status, 0, 'gc by the environment')
point(len(numbers()) in range(10, 14), 'one a week is left', numbers())
equal(w('verify').status, 0, 'and the archive is whole')

# ---- Backup
fill()
equal(w('backup', 'copy.db').status, 0, 'backup')
equal(w('export', store='copy.db').raw, lines, 'it is the archive')
equal(w('backup', 'copy.db').status, 0, 'over an older backup')
write('thesis.txt', 'the work of years')
trouble(w('backup', 'thesis.txt'), 'not over anything else', 'thesis.txt', 'not a backup')
equal(read('thesis.txt'), 'the work of years', 'which stays as it was')
trouble(w('backup', 'no/such/copy.db'), 'a folder that is not there', 'no/such/copy.db')


# ---- A full disk: no file may grow past a size, which is what a full disk looks like to the program.
def full(*words, kilobytes):
    return subprocess.run(['bash', '-c', f'ulimit -f {kilobytes}; exec "$0" "$@"', WEFT, *words], capture_output=True, text=True, env=env(), check=False)


size = os.path.getsize('archive.db')
more = Archive()
more.users = {}
for k in range(40):
    more.page(f'https://example.org/more{k}', [body(1000 + k)], user=None)
write('more.jsonl', more.lines())
run = full('import', 'more.jsonl', kilobytes=max(1, size // 1024 // 4))
point(run.returncode == 2 and run.stderr.startswith('weft: ') and run.stderr.count('\n') == 1, 'import onto a full disk', run.stderr)
point('File too large; nothing of this change was kept, all that was stored before is whole' in run.stderr, 'the words say why', run.stderr)
equal(w('export').raw, lines, 'and nothing of the archive is lost')
run = full('backup', 'full.db', kilobytes=4)
point(run.returncode == 2 and not os.path.exists('full.db'), 'a backup that does not fit is not there', run.stderr)
run = full('export', 'full.jsonl', kilobytes=4)
point(run.returncode == 2 and not os.path.exists('full.jsonl'), 'nor an export', run.stderr)
equal([name for name in os.listdir('.') if name.startswith('full')], [], 'nothing is left of them')
equal(w('import', 'more.jsonl').status, 0, 'with room again it goes in')

# ---- The archive is not written over.
for words in (['backup', 'archive.db'], ['export', './archive.db']):
    trouble(w(*words), f'{words[0]} onto the archive itself', 'is the archive itself')
equal(w('verify').status, 0, 'which is whole')

# ---- An archive that cannot be written: rights do not bind root, so somebody else asks.
fill()
with tempfile.TemporaryDirectory(prefix='weft-readonly-') as folder:
    place = f'{folder}/archive.db'
    shutil.copy('archive.db', place)
    program = shutil.copy(WEFT, folder)  # the checkout may lie where others may not look
    os.chmod(place, 0o444)
    os.chmod(folder, 0o555)
    away = {'HOME': '/nowhere', 'XDG_CONFIG_HOME': '/nowhere'}
    other = {'user': 65534} if os.geteuid() == 0 else {}

    def somebody(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, env=env(place, **away), cwd='/', check=False, **other)

    looks = somebody('show', '--raw', NEWS)
    equal((looks.returncode, looks.stdout), (0, body(MANY - 1)), 'an archive that cannot be written can be read')
    for words in (['seen', NEWS], ['gc'], ['remove', NEWS], ['user', 'add', 'x']):
        run = somebody(*words)
        point(run.returncode == 2 and any(word in run.stderr for word in ('cannot be written', 'read-only', 'readonly')),
              f'{words[0]} says that it cannot be written', run.stderr)
    os.chmod(folder, 0o755)
    equal(w('export', store=place).raw, lines, 'and it is as it was')

# ---- Two at once: each gets its turn.
fill()
for k in range(3):
    w('user', 'add', f'user{k}')
jobs = [subprocess.Popen([WEFT, 'seen', f'{NEWS}@{k + 1}', '--user', f'user{k % 3}'], env=env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for k in range(24)]
jobs.append(subprocess.Popen([WEFT, 'gc'], env=env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
jobs.append(subprocess.Popen([WEFT, 'backup', 'busy.db'], env=env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
said = [job.communicate(timeout=120)[1].decode() for job in jobs]
equal([(job.returncode, words) for job, words in zip(jobs, said) if job.returncode], [], 'many processes at once')
equal(w('verify').status, 0, 'the archive is whole')
equal(w('verify', store='busy.db').status, 0, 'and so is the backup')
counts = [sum(v['seen_at'] is not None for v in w('log', NEWS, '--json', '--user', f'user{k}').json()['versions']) for k in range(3)]
equal(counts, [8, 8, 8], 'no mark is missing')
holder = sqlite3.connect('archive.db', isolation_level=None)
holder.execute('BEGIN IMMEDIATE')
equal(w('log', NEWS).status, 0, 'who only reads does not wait for who writes')
waits = subprocess.Popen([WEFT, 'seen', NEWS], env=env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
try:
    waits.wait(0.5)
    point(False, 'who writes waits', waits.stderr.read())
except subprocess.TimeoutExpired:
    point(True, 'who writes waits')
holder.execute('COMMIT')
equal(waits.wait(60), 0, 'and goes on afterwards')
done()
