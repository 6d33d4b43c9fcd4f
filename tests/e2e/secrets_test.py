#!/usr/bin/env python3
"""Passwords, tokens, headers, forms, cookies and proxies with logins are sent and seen nowhere: in no output, list, report, export, address, file of
the store or list of processes; they are sealed with a key beside the store, and an old store's are sealed when it is opened."""
import base64
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import time

from website import Archive, Site
from harness import SCRATCH, WEFT, done, equal, point, write

SECRETS = {'password': 'hunter-Password-1', 'bearer': 'tok-Bearer-22', 'header': 'val-Header-333', 'form': 'val-Form-4444', 'cookie': 'val-Cookie-55555',
           'address': 'in-Address-666666', 'proxy': 'in-Proxy-7777777'}
site, weft = Site(), Archive('secrets.db')
outputs = []


def run(*words, **more):
    """weft, and what it said"""
    result = weft(*words, **more)
    outputs.append((words, result.out + result.err))
    return result


def hidden(what, where):
    if isinstance(where, bytes):
        found = [name for name, value in SECRETS.items() if value.encode() in where or base64.b64encode(value.encode()).rstrip(b'=')[:-2] in where]
    else:
        found = [name for name, value in SECRETS.items() if value in where]
    point(not found, f'no secret in {what}', found, where[:500])


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def store_files():
    return [os.path.join(SCRATCH, name) for name in os.listdir(SCRATCH) if name.startswith('secrets.db')]


# ---- Added in every way, and sent
write('token', SECRETS['bearer'] + '\n')
for path in ('/login', '/token', '/header', '/form', '/address', '/proxy', '/cookie', '/hidden'):
    site.pages[path] = f'<title>{path}</title><p>one of {path}'
site.pages['/cookie'] = lambda headers, body: (200, {'Set-Cookie': f'session={SECRETS["cookie"]}; Max-Age=9999'}, f'<p>{time.time()}')
run('add', f'{site.url}/login', '--login', f'anna:{SECRETS["password"]}', '--later')
run('add', f'{site.url}/token', '--bearer', f'file:{os.path.abspath("token")}', '--later')
run('add', f'{site.url}/header', '--header', 'X-Key: env:MY_KEY', '--later', env={'MY_KEY': SECRETS['header']})
run('add', f'{site.url}/form', '--form', 'q=tea', '--form', f'passwd={SECRETS["form"]}', '--later')
run('add', f'{site.url}/form', '--form', 'q=tea', '--later')
run('add', f'{site.url}/form', '--form', 'q=coffee', '--later')
run('add', f'{site.url}/hidden', '--form', 'q=env:MY_KEY', '--later', env={'MY_KEY': SECRETS['header']})
run('add', site.url.replace('http://', f'http://bob:{SECRETS["address"]}@') + '/address', '--later')
run('add', f'{site.url}/cookie', '--cookies', '--every', '0', '--later')
run('add', f'{site.url}/proxy', '--via', f'http://p:{SECRETS["proxy"]}@127.0.0.1:9', '--later')
run('check', '--json')
run('check', f'{site.url}/cookie', '--json')
basic = {name: 'Basic ' + base64.b64encode(text.encode()).decode() for name, text in (('login', f'anna:{SECRETS["password"]}'), ('address', f'bob:{SECRETS["address"]}'))}
equal(site.asked('/login')[-1][2].get('Authorization'), basic['login'], 'the login is sent')
equal(site.asked('/address')[-1][2].get('Authorization'), basic['address'], 'also one that stood in the address')
equal(site.asked('/token')[-1][2].get('Authorization'), f'Bearer {SECRETS["bearer"]}', 'the token of a file, without its line end')
equal(site.asked('/header')[-1][2].get('X-Key'), SECRETS['header'], 'the header of a variable')
equal(sorted(entry[3] for entry in site.asked('/form')), ['q=coffee', 'q=tea', f'q=tea&passwd={SECRETS["form"]}'], 'forms')
point(SECRETS['cookie'] in site.asked('/cookie')[-1][2].get('Cookie', ''), 'cookies come back', site.asked('/cookie'))

# ---- Names that tell what is sent
names = [row['name'] for row in run('list', '--json').json()]
point(f'{site.url}/form (form q=tea)' in names and f'{site.url}/form (form q=coffee)' in names and f'{site.url}/form (form q passwd)' in names
      and f'{site.url}/login (as anna)' in names and f'{site.url}/header (header X-Key)' in names, 'pages at one address are told apart by what they send', names)
point(f'{site.url}/hidden (form q)' in names, 'a value of a variable is left out of the name', names)
equal(run('log', f'{site.url}/form (form q=coffee)', '--json').json()['versions'][0]['number'], 1, 'and found by it')
run('add', f'{site.url}/form', '--form', 'q=tea', '--form', 'passwd=another', '--later')
names = [row['name'] for row in run('list', '--json').json()]
point(f'{site.url}/form (form q passwd; 2)' in names, 'two that look the same are numbered', names)
before = len(names)
run('add', f'{site.url}/form', '--form', 'q=tea', '--form', f'passwd={SECRETS["form"]}', '--user', 'carl', '--later')
carls = [row['name'] for row in run('list', '--json', '--user', 'carl').json()]
equal(carls, [f'{site.url}/form (form q passwd)'], 'who sends the same shares the page')
equal(len(run('list', '--json').json()), before, 'and nothing changes for others')

# ---- Seen nowhere
write('urls.yaml', f'url: {site.url}/listed\nheaders: {{X-Key: {SECRETS["header"]}}}\nhttp_proxy: "http://p:{SECRETS["proxy"]}@127.0.0.1:9"\nshell: {SECRETS["bearer"]}\n')
run('add', '--hotlist', 'urls.yaml', '--later')
for wrong in (['--login', SECRETS['password']], ['--header', SECRETS['header']], ['--form', SECRETS['form']]):
    equal(run('add', f'{site.url}/wrong', *wrong, '--later').status, 2, f'{wrong[0]}: typed wrongly')
site.pages['/login'] = '<title>/login</title><p>two of /login, with some more words for everybody to read'
for words in (['check', '--all'], ['diff', f'{site.url}/login (as anna)@1', '@newest', '--format', 'text'], ['report', '--html', 'secrets.html'], ['report', '--held-back'],
              ['pause', f'{site.url}/login (as anna)'], ['resume', f'{site.url}/login (as anna)'], ['show', f'{site.url}/login (as anna)', '--text'], ['list'], ['report'], ['report', '--json'], ['log', f'{site.url}/login (as anna)'], ['why', f'{site.url}/login (as anna)'], ['settings'], ['user', 'list'],
              ['edit', f'{site.url}/login (as anna)', '--title', 'Mine', '--json'], ['verify'], ['export'], ['query', 'tea'], ['gc']):
    run(*words)
for words, text in outputs:
    hidden(f'weft {words[0]}', text)
for path in store_files():
    with open(path, 'rb') as file:
        hidden(os.path.basename(path), file.read())
    equal(mode(path), 0o600, f'{os.path.basename(path)} is the owner\'s alone')
for folder, _, files in os.walk(SCRATCH):
    for name in files:
        if 'secrets' in folder or name.startswith('secrets.html'):
            with open(os.path.join(folder, name), 'rb') as file:
                hidden(f'the report: {name}', file.read())
hidden('the database', '\n'.join(sqlite3.connect(weft.store).iterdump()).encode())

# ---- The list of processes
site.pages['/slow'] = lambda headers, body: (time.sleep(2), '<p>slow')[1]
process = subprocess.Popen([WEFT, 'add', f'{site.url}/slow', site.url.replace('http://', f'http://x:{SECRETS["address"]}@') + '/slow', '--login', f'anna:{SECRETS["password"]}',
                            f'--bearer={SECRETS["bearer"]}', '--header', f'K: {SECRETS["header"]}', '--form', f'passwd={SECRETS["form"]}'],
                           env=weft.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
time.sleep(0.5)
try:
    with open(f'/proc/{process.pid}/cmdline', 'rb') as file:
        line = file.read()
except OSError:
    line = b''
process.kill()
process.wait()
point(b'--login' in line, 'the process is there', line)
hidden('the list of processes', line)

# ---- Exports
run('export', 'plain.jsonl')
with open('plain.jsonl', 'rb') as file:
    hidden('an export', file.read())
equal(mode('plain.jsonl'), 0o600, 'an export is the owner\'s alone')
weft('export', '--with-secrets', 'secret.jsonl')
equal(mode('secret.jsonl'), 0o600, 'an export with secrets is the owner\'s alone')
with open('secret.jsonl', encoding='utf-8') as file:
    text = file.read()
point(all(value in text for value in SECRETS.values()), 'and has them', [name for name, value in SECRETS.items() if value not in text])
moved = Archive('moved.db')
equal(moved('import', 'secret.jsonl').status, 0, 'it is imported')
with open(moved.store, 'rb') as file:
    hidden('the archive it came to', file.read())
n = len(site.asked('/login'))
moved('check', f'{site.url}/login (as anna)')
equal([entry[2].get('Authorization') for entry in site.asked('/login')[n:]], [basic['login']], 'which can log in')
bare = Archive('bare.db')
bare('import', 'plain.jsonl')
n = len(site.asked('/login'))
lines, result = bare.check(f'{site.url}/login (as anna)')
point('give it again' in result.out and len(site.asked('/login')) == n, 'without its secrets a page is not fetched, and says what to do', result.out)
bare('pause', f'{site.url}/login (as anna)')
lines, result = bare.check('--all')
point(not [url for url in lines if url.endswith('(as anna)')], 'of one that is paused nothing is missed', lines)
bare('resume', f'{site.url}/login (as anna)')
bare('edit', f'{site.url}/login (as anna)', '--login', f'anna:{SECRETS["password"]}')
bare('check', f'{site.url}/login (as anna)')
equal([entry[2].get('Authorization') for entry in site.asked('/login')[n:]], [basic['login']], 'given again, it is')

# ---- A copy, and a key that is gone
out = run('backup', 'copy.db').out
point('secrets.db.key' in out, 'a backup says that the key is not in it', out)
hidden('a backup', open('copy.db', 'rb').read())
copy = Archive('copy.db')
lines, result = copy.check(f'{site.url}/login (as anna)')
point('give it again' in result.out, 'without the key nothing opens', result.out)
shutil.copy(weft.store + '.key', 'copy.db.key')
os.chmod('copy.db.key', 0o644)
lines, result = copy.check(f'{site.url}/login (as anna)')
point('chmod 600' in result.out, 'a key that others can read is refused', result.out)

# ---- A password changes, a watch goes
run('edit', f'{site.url}/login (as anna)', '--login', 'anna:new-one')
run('check', f'{site.url}/login (as anna)')
equal(site.asked('/login')[-1][2].get('Authorization'), 'Basic ' + base64.b64encode(b'anna:new-one').decode(), 'a new password is sent, and the page keeps its name')
db = sqlite3.connect(weft.store)
count = db.execute('SELECT count(*) FROM secret').fetchone()[0]
run('remove', f'{site.url}/login (as anna)')
equal(db.execute('SELECT count(*) FROM secret').fetchone()[0], count - 1, 'with the watch its secret goes')
db.close()

# ---- An old store
old = Archive('old.db')
old('add', f'{site.url}/old', '--later')
db = sqlite3.connect(old.store)
settings = {'form': [['q', 'x'], ['passwd', SECRETS['form']]], 'user': 'anna', 'password': SECRETS['password'], 'header': [['X-Key', SECRETS['header']]], 'title': 'Old'}
db.execute('UPDATE watch SET settings = ?', (json.dumps(settings),))
db.execute('UPDATE page SET url = ?, canonical = ?, state = ?', (f'{site.url}/old#weft-0123456789abcdef', f'{site.url}/old', json.dumps({'cookies': SECRETS['cookie']})))
db.execute("INSERT INTO chore VALUES('seal requests')")
db.commit()
db.close()
site.pages['/old'] = '<p>old'
lines, result = old.check(f'{site.url}/old')
equal(site.asked('/old')[-1][2].get('Authorization'), basic['login'], 'an old store goes on')
equal([row['name'] for row in old('list', '--json').json()], [f'{site.url}/old (form q passwd, as anna, header X-Key)'], 'with names instead of hashes')
hidden('its rows', '\n'.join(sqlite3.connect(old.store).iterdump()).encode())
db = sqlite3.connect(old.store)
db.execute('PRAGMA wal_checkpoint(TRUNCATE)')
db.close()
for name in os.listdir(SCRATCH):
    if name.startswith('old.db'):
        with open(os.path.join(SCRATCH, name), 'rb') as file:
            hidden(name, file.read())
point(not re.search('#weft-', old('export').out), 'and no hash is left')
done()
