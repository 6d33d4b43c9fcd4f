"""weft add and weft check against a real server: versions, outcomes, errors, forms, parts of pages, links, pictures, users."""
import os
import re
import sqlite3

from website import Archive, Site
import harness
from harness import done, equal, point, read, write

TEXT = ('<title>Shop</title><h1>Prices of tea</h1><main><p>We sell {kind} tea in bags of one hundred grams, and we send them to you '
        'within two days of your order.</p></main><p id="n">Seen {n} times</p>')


def page(kind='green', n=1):
    return TEXT.format(kind=kind, n=n)


def test_versions():
    site, weft = Site(), Archive('versions.db')
    site.pages['/'] = page()
    added = weft('add', site.url)
    point(added.status == 0 and site.url in added.out, 'a page is added', added)
    equal(len(site.log), 0, 'and not fetched yet')
    checks, result = weft.check()
    equal(checks[f'{site.url}/']['outcome'], 'first', 'what was added is due')
    point(result.status == 0, 'the run is done', result)
    checks, _ = weft.check()
    equal(checks, {}, 'what was checked is not')
    checks, _ = weft.check(site.url)
    equal(checks[f'{site.url}/']['outcome'], 'same', 'unless it is named')
    site.pages['/'] = page('black')
    checks, _ = weft.check('--all')
    last = checks[f'{site.url}/']
    point(last['outcome'] == 'changed' and last['version'] == 2 and last['words']['inserted'] == 1, 'a change makes a version', last)
    site.pages['/'] = page('black') + '<!-- 1 -->'
    checks, _ = weft.check('--all')
    equal(checks[f'{site.url}/']['outcome'], 'quiet', 'one that nobody sees is kept quietly')
    human = weft('check', '--all', '--verbose')
    point('same' in human.out and '1 same' in human.out, 'people get words', human)
    why = weft('why', site.url)
    point(': best effort' in why.out and 'plan       an important change is expected about every ' in why.out and 'after 5 visits' in why.out, 'why explains', why)


def test_habits():
    """what cron and people rely on"""
    site, weft = Site(), Archive('habits.db')
    for path in ('/a', '/b', '/never'):
        site.pages[path] = page()
    added = weft('add', f'{site.url}/a', '--tag', 'one', '--now')
    point('added ' in added.out and 'new  ' in added.out and added.status == 0, 'a page that is added is fetched at once', added)
    equal([entry[1] for entry in site.log if entry[1] != '/robots.txt'], ['/a'], 'once')
    point('version 1' in weft('log', f'{site.url}/a').out or '     1  ' in weft('log', f'{site.url}/a').out, 'and has a version')
    data = weft('add', f'{site.url}/b', '--tag', 'two', '--json', '--now').json()
    equal([(c['url'], c['outcome']) for c in data['checks']], [(f'{site.url}/b', 'first')], 'as data')
    wrong = weft('add', f'{site.url}/wrong', '--now')
    point('failed' in wrong.out and '404' in wrong.out, 'a wrong address shows itself', wrong)
    weft('remove', f'{site.url}/wrong')
    weft('add', f'{site.url}/never', '--every', 'never')
    quiet = weft('check', '--all', '--quiet')
    equal((quiet.status, quiet.out, quiet.err), (0, '', ''), 'nothing new: check --quiet prints nothing')
    equal(site.asked('/never'), [], 'what is never to be fetched is not fetched by --all')
    equal(weft.check(f'{site.url}/never')[0][f'{site.url}/never']['outcome'], 'first', 'but where it is named')
    site.pages['/a'] = page('black')
    equal(list(weft.check('--tag', 'two')[0]), [f'{site.url}/b'], 'check --tag')
    equal(sorted(weft.check('--tag', 'two', '--tag', 'one')[0]), [f'{site.url}/a', f'{site.url}/b'], 'several of them')
    site.pages['/a'] = page('red')
    quiet = weft('check', '--all', '--quiet')
    point(quiet.status == 1 and quiet.out.startswith('changed ') and quiet.out.count('\n') == 1, 'something new: a line, and exit status 1', quiet)
    site.pages['/a'], site.pages['/b'] = page('white'), (500, {}, '')
    loud = weft('check', '--all', '--quiet')
    point(loud.status == 2 and 'failed' in loud.out and 'changed' in loud.out and '; next try in ' in loud.out,
          'something failed: exit status 2, and when it is tried again', loud)
    point(weft('check', '--quiet', '--verbose').status == 2, 'quiet and verbose contradict each other')


def test_tags():
    """pages chosen by their tags, wherever pages are chosen"""
    site, weft = Site(), Archive('tags.db')
    for path in ('/a', '/b'):
        site.pages[path] = page()
        weft('add', site.url + path, '--tag', path[1:])
    weft.check()
    for path in ('/a', '/b'):
        site.pages[path] = page('black ' + path[1:])
    weft.check('--all')
    equal([row['url'] for row in weft('report', '--json', '--tag', 'a').json()['new']], [f'{site.url}/a'], 'report --tag')
    equal([row['url'] for row in weft('seen', '--tag', 'a', '--json').json()], [f'{site.url}/a'], 'seen --tag')
    equal([row['url'] for row in weft('report', '--json').json()['new']], [f'{site.url}/b'], 'the other is still new')
    equal([row['url'] for row in weft('pause', '--tag', 'b', '--json').json()], [f'{site.url}/b'], 'pause --tag')
    equal([row['url'] for row in weft('list', '--tag', 'b', '--json').json()], [f'{site.url}/b'], 'list --tag')
    equal([row['changed'] for row in weft('edit', '--tagged', 'b', '--tag', 'c', '--json').json()], [['tags']], 'edit --tagged, since --tag gives one')
    equal(weft('remove', '--tag', 'a', '--tag', 'c').out.count('no longer watched'), 2, 'remove --tag')
    equal(weft('list', '--json').json(), [], 'and nothing is left')


def test_tree():
    """a root and the pages followed from it"""
    site, weft = Site(), Archive('tree.db')
    site.pages['/'] = page() + '<a href="/leaf">leaf</a>'
    site.pages['/leaf'] = page('black')
    weft('add', f'{site.url}/', '--depth', '1')
    weft.check()
    equal(weft('report', '--json').json()['new'], [], 'what a root links to at first is not new')
    site.pages['/'] += '<p>One more: <a href="/young">young</a>'
    site.pages['/young'] = page('red')
    weft.check('--all')
    equal(sorted(row['url'] for row in weft('report', '--json').json()['new']), [f'{site.url}/', f'{site.url}/young'], 'a page new in the tree is')
    kept = weft('remove', f'{site.url}/')
    point('2 pages that were followed from it are still watched' in kept.out and f'weft remove --followed {site.url}/' in kept.out,
          'the followed pages of a root are offered', kept)
    weft('add', f'{site.url}/', '--depth', '1')
    gone = weft('remove', '--followed', f'{site.url}/')
    point('so are 2 pages' in gone.out and weft('list', '--json').json() == [], 'and go with it where that is asked', gone)


def test_put_off():
    site, weft = Site(), Archive('pause.db')
    site.pages['/busy'] = (429, {'Retry-After': '3600'}, '')
    weft('add', f'{site.url}/busy')
    weft.check()
    checks, result = weft.check(f'{site.url}/busy')
    last = checks[f'{site.url}/busy']
    point(last['outcome'] == 'put off' and last['message'].count('pause') == 1 and ': the server asks for a pause (429); next in 1 hour' in last['message']
          and 'robots.txt' not in last['message'], 'a page that was named and is left alone is told, with the reason', last)
    equal((result.status, weft('check', f'{site.url}/busy').status), (2, 2), 'and by the exit status')
    point('; next in ' in weft('check', f'{site.url}/busy').out, 'and when it will be tried again')
    equal(weft.check()[0], {}, 'one that is only not due is not')


def test_cures():
    site, weft = Site(), Archive('cures.db')
    site.pages['/robots.txt'] = (200, {'Content-Type': 'text/plain'}, 'User-agent: *\nDisallow: /private\n')
    site.pages['/private'] = site.pages['/large'] = page() * 40
    weft('add', f'{site.url}/private', f'{site.url}/large')
    checks, _ = weft.check('--body-max', '1k')
    point('body-max' in checks[f'{site.url}/large']['message'], 'a limit is told by its name', checks)
    point('--ignore-robots' in checks[f'{site.url}/private']['message'], 'and what overrides robots.txt', checks)
    weft('add', f'{site.url}/private', '--ignore-robots')
    checks, _ = weft.check('--all')
    equal([check['outcome'] for check in checks.values()], ['first', 'first'], 'both help')


def test_errors():
    site, weft = Site(), Archive('errors.db')
    site.pages['/a'] = page()
    weft('add', f'{site.url}/a', f'{site.url}/gone')
    weft.check()
    checks, result = weft.check(f'{site.url}/gone')
    last = checks[f'{site.url}/gone']
    point(last['outcome'] == 'failed' and last['problems'][0]['answer'] == 'gone' and last['problems'][0]['times'] == 2, 'errors are counted', last)
    equal(result.status, 2, 'a page that was named and cannot be had is told by the exit status')
    equal(weft('check', f'{site.url}/gone').out.count('(3 times in a row)'), 1, 'and told so')
    equal(weft('report').out.count('(3 times in a row)'), 1, 'once in the report too')
    point(weft('why', f'{site.url}/gone', '--json').json()['next_check_at'].endswith('Z'), 'why: a moment as elsewhere')
    site.pages['/gone'] = page()
    checks, _ = weft.check(f'{site.url}/gone')
    point(checks[f'{site.url}/gone']['outcome'] == 'first' and checks[f'{site.url}/gone']['problems'] == [], 'until they end')
    site.pages['/a'] = (301, {'Location': '/b'}, '')
    site.pages['/b'] = page()
    checks, _ = weft.check(f'{site.url}/a')
    equal(checks[f'{site.url}/a']['problems'][0]['moved_to'], f'{site.url}/b', 'a page that has moved for good is told')
    site.log.clear()
    weft.check(f'{site.url}/a')
    equal([entry[1] for entry in site.log if entry[1] != '/robots.txt'], ['/b'], 'and remembered')
    site.pages['/robots.txt'] = 'User-agent: *\nDisallow: /secret\n'
    weft2 = Archive('robots.db')
    weft2('add', f'{site.url}/secret')
    site.pages['/secret'] = page()
    checks, _ = weft2.check()
    equal(checks[f'{site.url}/secret']['problems'][0]['answer'], 'forbidden by robots.txt', 'robots.txt is obeyed')
    weft2('add', f'{site.url}/secret', '--ignore-robots')
    checks, _ = weft2.check(f'{site.url}/secret')
    equal(checks[f'{site.url}/secret']['outcome'], 'first', 'and overridden where the watch says so')
    point('overrides' in weft2('why', f'{site.url}/secret').out, 'which is recorded')
    guarded = weft.check(f'{site.url}/b', env={'WEFT_ALLOW_ADDRESS': ''})[1]
    point(guarded.status == 2 or 'blocked' in guarded.out, 'loopback needs leave', guarded)


def test_suspect():
    site, weft = Site(), Archive('suspect.db', WEFT_SUSPECT_AFTER='0')
    site.pages['/'] = page()
    weft('add', site.url)
    weft.check()
    site.pages['/'] = '<html></html>'
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'suspect', 'an empty page is suspect')
    site.pages['/'] = page()
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'quiet', 'the page is back')
    site.pages['/'] = '<html></html>'
    weft.check('--all')
    again = weft.check('--all', '--verbose', env={'WEFT_SUSPECT_AFTER': '10min'})[0][f'{site.url}/']
    equal(again['outcome'], 'same', 'twice within a moment is once')
    point('unless it lasts' in again['message'], 'which is said', again)
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'changed', 'what lasts counts')
    equal(len(weft('report', '--json').json()['new']), 1, 'and is reported')
    site.pages['/'] = page()
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'quiet', 'the page is back from it')
    equal(weft('report', '--json').json()['new'], [], 'and nothing has happened')


def test_redirect():
    site, weft = Site(), Archive('redirect.db', WEFT_SUSPECT_AFTER='0')
    site.pages['/'] = '<h1>Welcome</h1><p>This is the house of many rooms, where all is well and nothing is for sale.'
    site.pages['/papers'] = '<h1>Call for papers</h1><p>Papers of up to ten pages are due on the first of December and are sent as PDF.'
    weft('add', f'{site.url}/papers')
    weft.check()
    papers, site.pages['/papers'] = site.pages['/papers'], lambda headers, body: (302, {'Location': '/'}, '')
    check = weft.check('--all')[0][f'{site.url}/papers']
    equal(check['outcome'], 'suspect', 'a redirect to the home page is suspect')
    point(f'redirected to {site.url}/' in check['message'], 'the message says where it leads', check)
    check = weft.check('--all')[0][f'{site.url}/papers']
    equal(check['outcome'], 'changed', 'it is told when it lasts')
    point(f'redirected to {site.url}/' in check['headline'], 'in these words', check)
    site.pages['/papers'] = papers
    equal(weft.check('--all')[0][f'{site.url}/papers']['outcome'], 'quiet', 'and the page is back')


def test_requests():
    site, weft = Site(), Archive('requests.db')
    site.pages['/search'] = lambda headers, body: (200, {}, page(body.replace('=', ' ').replace('&', ' ')))
    site.pages['/own'] = lambda headers, body: (200, {}, page(headers.get('X-Key', 'none')))
    site.pages['/login'] = lambda headers, body: (200, {}, page(headers.get('Authorization', 'none')))
    weft('add', f'{site.url}/search', '--form', 'q=tea', '--form', 'lang=en')
    weft('add', f'{site.url}/own', '--header', 'X-Key: 42')
    weft('add', f'{site.url}/login', '--login', 'ann:secret')
    checks, _ = weft.check()
    equal(sorted(check['outcome'] for check in checks.values()), ['first'] * 3, 'all are kept')
    method, _, _, body = site.asked('/search')[0]
    equal((method, body), ('POST', 'q=tea&lang=en'), 'a form is sent with its stored input')
    equal(site.asked('/own')[0][2].get('X-Key'), '42', 'a header goes along')
    point(site.asked('/login')[0][2].get('Authorization', '').startswith('Basic '), 'a login, too')
    point('secret' not in weft('list', '--json').out, 'and is not shown again')
    wrong = weft('add', site.url, '--header', 'nonsense')
    point(wrong.status == 2 and '--header' in wrong.err, 'a header that is none is told', wrong)


def test_parts():
    site, weft = Site(), Archive('parts.db')
    site.pages['/'] = page()
    weft('add', site.url, '--select', 'main')
    weft.check()
    site.pages['/'] = page(n=2)
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'quiet', 'what was not selected is quiet')
    site.pages['/'] = page('black', n=3)
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'changed', 'what was is not')
    weft('add', site.url, '--ignore', '//p[@id="n"]')
    site.pages['/'] = page('black', n=4)
    equal(weft.check('--all')[0][f'{site.url}/']['outcome'], 'quiet', 'what is ignored is quiet')
    lost = weft('edit', f'{site.url}/', '--select', '#lost', '--select', 'main')
    point("; --select '#lost' finds nothing on the page" in lost.out and "'main' finds" not in lost.out, 'a selector that finds nothing is reported when it is set', lost)
    equal([p['kind'] for p in weft('list', '--json').json()[0]['problems']], ['selector'], 'and is a problem of the page')
    point("--select '#lost' finds nothing" in weft('report').out, 'which stands in the report')
    weft('edit', f'{site.url}/', '--select', 'main')
    equal(weft('list', '--json').json()[0]['problems'], [], 'until it is mended')
    wrong = weft('add', site.url, '--select', 'p[')
    point(wrong.status == 2 and 'p[' in wrong.err, 'a selector that cannot be read is told at once', wrong)


def test_links():
    site, weft = Site(), Archive('links.db')
    site.pages['/docs/'] = page() + '<a href="a">A</a> <a href="/else">else</a> <img src="pic.png" alt="picture">'
    site.pages['/docs/a'] = page('mint') + '<a href="./">back</a>'
    site.pages['/docs/pic.png'] = (200, {'Content-Type': 'image/png'}, b'\x89PNG 1')
    weft('add', f'{site.url}/docs/', '--depth', '2', '--same-prefix', '--entities')
    checks, _ = weft.check()
    equal(sorted(checks), sorted(f'{site.url}/docs/{name}' for name in ('', 'a', 'pic.png')), 'what it points to is checked, too')
    site.pages['/docs/pic.png'] = (200, {'Content-Type': 'image/png'}, b'\x89PNG 2')
    checks, _ = weft.check('--all')
    equal([url for url, check in checks.items() if check['outcome'] == 'changed'], [f'{site.url}/docs/pic.png'],
          'a new picture at the same address is a change')
    shown = weft('diff', f'{site.url}/docs/', '--format', 'text')
    point(shown.status == 1 and 'another picture at the same address' in shown.out, "and marked in the page's own difference", shown)
    marked = weft('diff', f'{site.url}/docs/', '--bare').out
    point(re.search('<img[^>]*data-weft[^>]*>', marked), 'on the picture itself', marked)
    counted = weft('diff', f'{site.url}/docs/', '--stat')
    point(counted.status == 1 and 'changes  1: 1 attribute' in counted.out, 'and counted', counted)
    point('words' not in weft('report').out, 'of a picture the report counts no words')
    changes = weft('diff', f'{site.url}/docs/', '--json').json()
    equal([(one['kind'], one['class'], one['new']['path'].split('/')[-1]) for one in changes['changes']], [('attribute', 'content', 'img')], 'as data')
    point(weft('diff', f'{site.url}/docs/a', '--stat').status == 0, 'a page without that picture is the same')
    weft('edit', f'{site.url}/docs/', '--ignore', 'img')
    point(weft('diff', f'{site.url}/docs/', '--stat').status == 0, 'nor is it marked where it is ignored')
    weft('edit', f'{site.url}/docs/', '--ignore', '')
    site.pages['/docs/a'] = page('rose') + '<a href="./">back</a> <a href="b">B</a>'
    site.pages['/docs/b'] = page('lime')
    weft.check('--all')
    tree = weft('diff', f'{site.url}/docs/', '--tree', '--json')
    point(tree.status == 1, 'a tree of pages is compared', tree)
    equal({one['path']: one['state'] for one in tree.json()}, {'index': 'same', 'a': 'changed', 'b': 'same'}, 'each with itself')
    folder = weft('diff', f'{site.url}/docs/', '--tree', '--output', 'tree')
    point(folder.status == 1 and 'a.html' in str(os.listdir('tree/pages')), 'into a folder with an index', folder)


def test_users():
    site, ann, bob = Site(), Archive('users.db'), Archive('users.db', WEFT_PROXY='')
    bob.env['WEFT_USER'] = 'bob'
    site.pages['/'] = page()
    ann('add', site.url)
    bob('add', site.url)
    ann.check()
    equal(len(site.asked('/')), 1, 'a page that two users watch is fetched once')
    site.pages['/'] = page('black')
    ann.check('--all')
    ann('seen', site.url)
    equal(len(ann('report', '--json').json().get('new', [])), 0, 'nothing is new for who has seen it')
    point(site.url in bob('report', '--json').out, 'for the other it is')


def test_robots_unread():
    site, weft = Site(), Archive('unread.db')
    site.pages.update({'/robots.txt': (500, {}, 'broken'), '/': page()})
    added = weft('add', site.url, '--now')
    point(added.status == 2 and 'robots.txt could not be read (500)' in added.out and 'next try in 30 minutes' in added.out and 'forbid' not in added.out,
          'a robots.txt that cannot be read forbids nothing for good', added)
    for words in (['report'], ['list'], ['why', site.url]):
        said = weft(*words)
        point('robots.txt could not be read (500)' in said.out and said.status == 0, f'{words[0]} says so', said)
    lines, again = weft.check(site.url)
    equal([p['kind'] for p in lines[f'{site.url}/']['problems']], ['put off'], 'as data once')
    point(again.status == 2 and weft('check', site.url).out.count('next') == 1, 'and when it is tried again, once', weft('check', site.url))


def test_names():
    """two forms or logins at one address are told apart by what they send, in every text"""
    site, weft = Site(), Archive('names.db')
    count = [1]
    site.pages['/find'] = lambda headers, body: f'<title>Find</title><h1>Found</h1><p>There are {count[0]} things for {body or "you"} in this very shop of ours.'
    url = f'{site.url}/find'
    names = [f'{url} ({way})' for way in ('form q=tea', 'form q=milk', 'as anna')]
    added = [weft('add', url, *words, '--now') for words in (['--form', 'q=tea'], ['--form', 'q=milk'], ['--login', 'anna:secret'])]
    point(all(f'added    {name}\n' in one.out and f'new      {name}  ' in one.out for name, one in zip(names, added)), 'when they are added', *added)
    count[0] = 7
    texts = {words[0]: weft(*words).out for words in (['check', '--all'], ['report'], ['list'])}
    for what, text in texts.items():
        point(all(name in text for name in names), f'in what {what} says', text)
    weft('report', '--html', 'names')
    html = read('names/index.html' if os.path.exists('names/index.html') else 'names')
    point(all(name in html for name in names), 'in the report as a page', html)
    for words in (['why'], ['seen'], ['edit', '--tag', 'x'], ['pause'], ['resume'], ['remove']):
        said = weft(words[0], names[0], *words[1:])
        point(said.status == 0 and names[0] in said.out, f'in what {words[0]} says', said)
    shown = weft('diff', f'{names[1]}@1', '@2', '--format', 'text')
    point(f'--- {names[1]}@1 ' in shown.out and f'+++ {names[1]}@2 ' in shown.out, 'above a difference', shown)
    several = weft('log', url)
    point(several.status == 2 and f"'{names[1]}', '{names[2]}'" in several.err, 'and where the address is not enough', several)
    point('secret' not in ''.join(texts.values()), 'never by a secret')


def test_hotlist():
    site, weft = Site(), Archive('hotlist.db')
    site.pages['/a'], site.pages['/b'] = page(), page('black')
    write('list.txt', f'{site.url}/a\n{site.url}/b\n')
    added = weft('add', '--hotlist', 'list.txt', '--tag', 'tea')
    point('2 pages added' in added.out, 'a list of addresses', added)
    equal(len(weft.check('--tag', 'tea')[0]), 2, 'is checked by its tag')
    equal(weft.check('--tag', 'milk')[0], {}, 'and by no other')


def test_files():
    weft = Archive('files.db')
    weft.env['WEFT_ALLOW_FILE'] = 'on'
    write('local.html', page())
    weft('add', 'local.html')
    checks, _ = weft.check()
    equal([check['outcome'] for check in checks.values()], ['first'], 'a file is a page')
    write('local.html', page('black'))
    equal([check['outcome'] for check in weft.check('--all')[0].values()], ['changed'], 'that changes')
    nothing = Archive('nothing.db')('check')
    point(nothing.status == 2 and 'weft add' in nothing.err, 'without an archive the way to one is told', nothing)


def let_turn_come(weft):
    with sqlite3.connect(weft.store) as db:
        db.execute('UPDATE lease SET ready_at = 0')
        db.execute('UPDATE page SET next_check_at = 1, state = json_remove(state, \'$.retry_at\')')


def test_host_cap():
    """A cap of requests a day to a host: what is beyond it is put off, and nobody waits for the next turn."""
    for cap, every in (('1', '1 day'), ('100', '14 minutes 24 seconds')):
        site, weft = Site(), Archive(f'cap{cap}.db', WEFT_HOST_REQUESTS_A_DAY=cap)
        for i in range(3):
            site.pages[f'/{i}'] = page(n=i)
        weft('add', *[f'{site.url}/{i}' for i in range(3)])
        said = weft('check')
        equal([entry[1] for entry in site.log], ['/robots.txt'], f'{cap} a day: one request goes out')
        point(said.status == 0 and '3 put off' in said.out and said.out.count(f'allows one request every {every}') == 3 and said.out.count('next try in') == 3,
              'the pages are put off, with the reason and when', said)
        again = weft('check', f'{site.url}/1')
        point(again.status == 2 and 'host-requests-a-day' in again.out and 'next in' in again.out and len(site.log) == 1, 'so is one that is asked for by name', again)
        with sqlite3.connect(weft.store) as db:
            equal(db.execute('SELECT next_check_at FROM page').fetchall(), 3 * db.execute('SELECT ready_at FROM lease').fetchall(), 'they are due at the next turn')
        let_turn_come(weft)
        weft('check')
        point(len(site.log) == 2 and site.log[1][1] != '/robots.txt', 'in the next turn it is a page', site.log)


def test_host_cap_redirects():
    """Each redirect takes a turn of its own: the next try begins where the last one ended."""
    site, weft = Site(), Archive('hops.db', WEFT_HOST_REQUESTS_A_DAY='10')
    site.pages.update({'/a': (302, {'Location': '/b'}, ''), '/b': (301, {'Location': '/c'}, ''), '/c': page()})
    site.pages.update({'/round': (301, {'Location': '/about'}, ''), '/about': (301, {'Location': '/round'}, '')})

    def turns(path, n):
        weft('add', f'{site.url}{path}')
        outcomes = []
        for _ in range(n):
            let_turn_come(weft)
            outcomes.append(weft.check(f'{site.url}{path}')[0][f'{site.url}{path}']['outcome'])
        return outcomes

    equal(turns('/a', 5), ['put off', 'put off', 'put off', 'first', 'put off'], 'a page behind two redirects comes with the fourth request')
    equal([entry[1] for entry in site.log], ['/robots.txt', '/a', '/b', '/c', '/a'], 'then it is asked for from the beginning')
    ways = turns('/round', 11)
    equal((set(ways[:10]), ways[10]), ({'put off'}, 'failed'), 'redirects that do not end are an error')


def test_host_cap_ports():
    """http, https and all ports of a host have its turns together."""
    sites, weft = [Site(), Site()], Archive('ports.db', WEFT_HOST_REQUESTS_A_DAY='10')
    weft('add', *[f'{site.url}/' for site in sites])
    weft('check')
    equal(sum(len(site.log) for site in sites), 1, 'two servers of one host: one request goes out')
    let_turn_come(weft)
    weft('check')
    equal(sum(len(site.log) for site in sites), 2, 'and one more in the next turn')


def test_one_page():
    site = Site()
    site.pages['/'] = page()
    for words in (['content'], ['segment'], ['vidiff', 'local.html']):
        blocked = harness.weft(*words, site.url)
        point(blocked.status == 2 and 'allow-address' in blocked.err, f'weft {words[0]} URL: loopback is guarded', blocked)
        run = harness.weft(*words, site.url, '--allow-address', '127.0.0.0/8')
        point(run.status < 2 and run.out, '... unless the command line allows it', run)


test_versions()
test_errors()
test_habits()
test_tags()
test_host_cap()
test_host_cap_redirects()
test_host_cap_ports()
test_tree()
test_put_off()
test_cures()
test_suspect()
test_redirect()
test_requests()
test_parts()
test_links()
test_users()
test_robots_unread()
test_names()
test_hotlist()
test_files()
test_one_page()
done()
