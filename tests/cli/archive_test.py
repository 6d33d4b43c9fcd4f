#!/usr/bin/env python3
"""Pages and versions of the archive: found by what was typed, listed, shown, compared, marked, removed; users."""
import subprocess

from archive import DAY, HOUR, START, Archive, version, w
from harness import done, equal, page, point, read, trouble, write

NEWS, TERMS, MARKED = 'https://example.org/news', 'https://example.org/terms?lang=en', 'https://example.org/search#weft-0123abcd'
BODY = [page('The first news.'), page('The second news.'), page('The third news.'), page('The fourth news.')]
FORM = 'https://forms.example/@user/page@home'


def fill():
    a = Archive()
    a.page(NEWS, BODY).saw(NEWS, 2)
    a.page(TERMS, [page('Terms.')], at=START + HOUR)
    a.page(MARKED, [page('Found nothing.')], canonical='https://example.org/search', host='example.org')
    a.page(FORM, [page('An address with an at.'), page('Another.')])
    a.page('https://example.org/raw', [version(1, b'\xff\xfe\x00raw\r\n', START, content_type='application/octet-stream'),
                                       version(2, '{"a": 1}\n', START + DAY, content_type='application/json')])
    a.page('https://example.org/latin', [version(1, '<p>für'.encode('latin-1'), START, content_type='text/html; charset=iso-8859-1'),
                                         version(2, '<p>gegen'.encode('latin-1'), START + DAY, content_type='text/html; charset=iso-8859-1')])
    a.page('https://example.org/empty', [])
    a.page('https://other.example/', [page('Only for bob.')], user='bob')
    a.page('https://example.org/odd', [page('Good.'), page('Better.'), version(3, page('Please log in.'), START + 2 * DAY, suspect=True)])
    a.fill()


def shown(what, **more):
    return w('show', '--raw', what, **more).out


def text_of(what):
    return w('show', '--text', what).out


fill()

# ---- Finding a page and a version
for typed in (NEWS, 'example.org/news', 'HTTPS://EXAMPLE.org/news', NEWS + '?utm_source=mail', NEWS + '#top'):
    equal(shown(typed), BODY[3], f'the newest version of {typed}')
for at, number in (('1', 1), ('4', 4), ('-0', 4), ('-1', 3), ('-3', 1), ('first', 1), ('newest', 4), ('seen', 2), ('2026-11-01', 1), ('2026-11-02', 2),
                   ('2026-11-02T11:59', 1), ('2026-11-02T12:00', 2), ('2026-11-02T13:00+01:00', 2), ('2026-11-02 11:59:59', 1),
                   ('2026-11-02T12:00:00Z', 2), ('2026-11', 4), ('now', 4)):
    equal(shown(f'{NEWS}@{at}'), BODY[number - 1], f'@{at} is version {number}')
trouble(w('show', NEWS + '@5'), 'a version that is not there yet', NEWS, '1 to 4')
trouble(w('show', NEWS + '@0'), 'versions count from 1', '1 to 4')
trouble(w('show', NEWS + '@-4'), 'more back than there are', '1 to 4')
trouble(w('show', NEWS + '@2026-10-31'), 'a day before the first', '2026-11-01 12:00:00')
trouble(w('show', NEWS + '@soon'), 'no moment', '@yesterday')
trouble(w('show', TERMS + '@seen'), 'nothing was seen', '@seen')
trouble(w('show', 'https://example.org/empty'), 'no version yet', 'weft check')
trouble(w('show', 'example.org/new'), 'nearly an address', f'did you mean {NEWS}?')
trouble(w('show', 'https://nowhere.example/'), 'an address that is not there', "'weft list'", "'weft add")
equal(text_of('https://example.org/search').strip().splitlines()[2], 'Found nothing.', 'a watch with a form is found by its address')
equal(shown(FORM), page('Another.'), 'an address with @ in it')
equal(shown(FORM + '@1'), page('An address with an at.'), 'and a version of it')

Archive().page(NEWS, [version(1, BODY[0], START), version(3, BODY[2], START + DAY)]).fill('thinned.db')
trouble(w('show', NEWS + '@2', store='thinned.db'), 'a version that gc took', 'version 2 of', 'was removed')

# ---- Only some of it
equal(len(w('list', '--limit', '2', '--json').json()), 2, 'a limit of pages')
point('more; --limit 0' in w('list', '--limit', '2').out, 'says how many are left out', w('list', '--limit', '2').out)
equal(w('list', '--limit', '0').out, w('list').out, '0 is all of them')
equal([v['number'] for v in w('log', NEWS, '--limit', '2', '--json').json()['versions']], [4, 3], 'a limit of versions: the newest')
point('and 2 earlier ones' in w('log', NEWS, '-n', '2').out, 'which says it, too', w('log', NEWS, '-n', '2').out)
trouble(w('list', '--limit', 'few'), 'a limit is a number', '--limit few')

# ---- Showing
equal(w('show', '--raw', 'example.org/raw@1').raw, b'\xff\xfe\x00raw\r\n', '--raw: the bytes exactly')
equal(w('show', 'example.org/raw@2').out, '{"a": 1}\n', 'what is no page comes as it is')
point('für' in text_of('example.org/latin@1'), 'the charset of the answer counts', text_of('example.org/latin@1'))
write('hostile.html', '<p onclick=x()>a<script>alert(1)</script><a href="/x">b</a><form action=/y><iframe src=/z></iframe>')
Archive().page('https://example.org/hostile', [read('hostile.html')]).fill('hostile.db')
clean = w('show', 'example.org/hostile', store='hostile.db').out
point(all(word not in clean for word in ('alert', 'onclick', '<iframe', 'action=')), 'no script, handler, frame or action is shown', clean)
point('href="https://example.org/x"' in clean and "script-src 'none'" in clean, 'addresses are absolute, and a policy forbids the rest', clean)
trouble(w('show', NEWS, '--raw', '--text'), 'two ways to show', 'contradict')
equal(w('show', NEWS, '--raw', '--output', 'out.html').out + read('out.html'), BODY[3], '--output writes a file')

# ---- Log
log = w('log', NEWS)
equal([line.split()[0] for line in log.out.splitlines()], ['4', '3', '2', '1'], 'log: the newest first')
point('newest' in log.out.splitlines()[0] and 'seen' in log.out.splitlines()[2], 'with marks', log.out)
data = w('log', NEWS, '--json').json()
equal([(v['number'], v['at'], v['bytes'], v['seen_at'] is not None) for v in data['versions']][2],
      (2, '2026-11-02T12:00:00.000Z', len(BODY[1]), True), 'log as data')
point('suspect' in w('log', 'example.org/odd').out.splitlines()[0], 'suspect versions are marked')
point('No version yet' in w('log', 'example.org/empty').out, 'a page without versions')

# ---- Diff
since = w('diff', NEWS, '--format', 'text')
equal(since.status, 1, 'diff URL: something differs')
point('[-second-]{+fourth+}' in since.out and f'--- {NEWS}@2' in since.out, 'since I last looked', since.out)
point('[-first-]{+fourth+}' in w('diff', NEWS + '@1', '--format', 'text').out, 'diff URL@A: to the newest')
point('[-first-]{+third+}' in w('diff', NEWS + '@1', NEWS + '@3', '--format', 'text').out, 'diff URL@A URL@B')
equal(w('diff', NEWS + '@1', '@3', '--format', 'text').out, w('diff', NEWS + '@1', NEWS + '@3', '--format', 'text').out, 'diff URL@A @B')
point('[-Good-]{+Better+}' in w('diff', 'example.org/odd', '--format', 'text').out, 'nothing seen: from the first, and not to what is suspect')
point('[-für-]{+gegen+}' in w('diff', 'example.org/latin', '--format', 'text').out, 'each version in its charset')
write('mine.html', page('The fifth news.'))
point('[-fourth-]{+fifth+}' in w('diff', NEWS, 'mine.html', '--format', 'text').out, 'a version against a file')
equal(w('diff', 'mine.html', NEWS + '@4', '--json').json()['new']['name'].split(' ')[0], NEWS + '@4', 'a file against a version')
for form in ('merged', 'side', 'changes', 'new', 'reversed', 'json', 'patch'):
    got = w('diff', NEWS, '--format', form)
    point(got.status == 1 and len(got.out) > 100, f'diff --format {form}', got)
write('example.org', page('A file of the name of a host.'))
point(w('diff', 'example.org', NEWS, '--stat').status == 1, 'a file that is there stays a file')
trouble(w('diff', 'mine.html'), 'one file alone', 'OLD NEW')
trouble(w('diff', 'mine.html', 'nowhere.html'), 'a file that is not there', 'nowhere.html', 'No such file')
trouble(w('diff', 'mine.html', 'nowhere.html', store='none.db'), 'without an archive too', 'nowhere.html', 'No such file')
trouble(w('diff', 'mine.html', 'mine.html', '--seen'), '--seen of files', 'archive')
equal(w('diff', NEWS, '--seen', '--stat').status, 1, 'diff --seen shows')
equal(w('diff', NEWS, '--stat').status, 0, 'and marks: nothing is new any more')

# ---- Seen
fill()
equal(w('seen', NEWS).out, f'{NEWS}: version 4 is seen\n', 'seen URL')
equal(w('seen', NEWS + '@1', '--keep', '--json').json(), [{'url': NEWS, 'name': NEWS, 'version': 1, 'kept': True}], 'seen URL@V --keep')
point(w('log', NEWS, '--json').json()['versions'][3]['kept'], 'it is kept')
equal(w('seen', NEWS + '@1', '--no-keep').status, 0, 'seen --no-keep')
point(not w('log', NEWS, '--json').json()['versions'][3]['kept'], 'it is kept no more')
everything = w('seen', '--all', '--json').json()
point({row['url'] for row in everything} >= {TERMS, FORM} and NEWS not in {row['url'] for row in everything}, 'seen --all', everything)
equal([row['version'] for row in everything if row['url'].endswith('/odd')], [2], 'not of what is suspect')
equal(w('seen', '--all').out, 'Nothing is new.\n', 'and then nothing is')
trouble(w('seen', NEWS, '--user', 'carl'), 'somebody who is not there has seen nothing', 'carl')
equal((w('user', 'add', 'carl').status, w('seen', NEWS, '--user', 'carl').status), (0, 0), 'another user has seen it')
trouble(w('seen'), 'seen without a page', 'weft seen --all')
trouble(w('seen', NEWS, 'https://nowhere.example/'), 'one page that is not there')
trouble(w('seen', NEWS, '--keep', '--no-keep'), 'two wishes', 'contradict')

# ---- Remove
fill()
equal(w('remove', NEWS).out, f'{NEWS}: no longer watched; its versions stay\n', 'remove')
equal(shown(NEWS), BODY[3], 'its versions stay')
trouble(w('remove', NEWS), 'nobody removes twice', '--purge')
trouble(w('remove', TERMS, 'https://nowhere.example/'), 'all or none: one is not there')
trouble(w('remove', TERMS + '@1'), 'a version is not removed', 'weft gc')
equal(w('remove', TERMS, FORM).status, 0, 'the first of them was still watched')
trouble(w('remove', '--purge', 'https://other.example/'), 'not what others watch', 'others')
equal(w('remove', '--purge', NEWS).status, 0, 'remove --purge')
trouble(w('show', NEWS), 'nothing is left of it')
exported = w('export').out
point('next_check_at' not in [line for line in exported.splitlines() if '/terms' in line and '"page"' in line][0], 'what nobody watches is not looked at',
      exported[:500])

# ---- Users
fill()
equal(w('user', 'list').out.splitlines()[1].split('  ')[:1], ['bob'], 'user list')
equal({u['name']: u['watches'] for u in w('user', 'list', '--json').json()}['bob'], 1, 'with the number of their watches')
equal(w('user', 'add', 'carl').out, 'carl: added\n', 'user add')
trouble(w('user', 'add', 'carl'), 'a user who is there already', 'carl')
equal(w('user', 'rename', 'carl', 'carla').status, 0, 'user rename')
trouble(w('user', 'rename', 'carla', 'bob'), 'not to a name that is taken', 'bob')
equal(w('user', 'remove', 'carla').status, 0, 'user remove')
trouble(w('user', 'remove', 'carla'), 'once', "'weft user list'")
trouble(w('user', 'remove', 'bob'), 'who watches pages is not removed by a slip', 'bob watches 1 page; --yes')
equal(w('user', 'remove', 'bob', '--yes').out, 'bob: removed, with 1 watch and their marks; the pages stay\n', 'unless it is meant')
trouble(w('user'), 'which verb?')
trouble(w('user', 'ad', 'x'), 'a verb misspelt', 'add')

# ---- Files under git
write('site/index.html', page('One.'))
for words in (['init', '-q'], ['add', '.'], ['commit', '-qm', 'first']):
    subprocess.run(['git', '-c', 'user.name=A', '-c', 'user.email=a@example.org', '-C', 'site', *words], check=True, capture_output=True)
write('site/index.html', page('Two.'))
subprocess.run(['git', '-c', 'user.name=A', '-c', 'user.email=a@example.org', '-C', 'site', 'commit', '-qam', 'second'], check=True, capture_output=True)
SOURCE = 'git:site/index.html'
equal([line.split()[0] for line in w('log', SOURCE, store='none.db').out.splitlines()], ['2', '1'], 'log git:FILE, without an archive')
equal(w('log', SOURCE, '--json').json()['versions'][0]['message'], 'second', 'as data')
equal(w('show', '--raw', SOURCE + '@1', store='none.db').out, page('One.'), 'show git:FILE@1')
point('[-One-]{+Two+}' in w('diff', SOURCE, '--format', 'text', store='none.db').out, 'diff git:FILE: the last commit')
point('[-Two-]{+One+}' in w('diff', SOURCE + '@2', SOURCE + '@1', '--format', 'text', store='none.db').out, 'diff of two commits')
point('[-Two.-]{+The fourth news.+}' in w('diff', SOURCE, NEWS, '--format', 'text').out, 'a commit against the archive')
trouble(w('show', SOURCE + '@3'), 'a commit that is not there', '1 to 2')
trouble(w('show', SOURCE + '@seen'), 'git knows nothing of what was seen', 'archive')
trouble(w('log', 'git:site/none.html'), 'a file that git does not have', 'site/none.html')

# ---- No archive
for words in (['log', NEWS], ['show', NEWS], ['diff', NEWS], ['seen', NEWS], ['remove', NEWS], ['user', 'list'], ['verify'], ['gc'], ['backup', 'b.db'], ['export']):
    trouble(w(*words, store='none.db'), f'{words[0]} without an archive', 'no archive yet at none.db', 'weft add URL')
write('text.db', 'This is no database, though it is long enough to be looked at.\n' * 50)
trouble(w('log', NEWS, store='text.db'), 'a file that is no archive', 'text.db')
done()
