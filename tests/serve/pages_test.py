"""weft serve over HTTP, the pages beside What's new: collections, feeds, adding and status for those who may read them, and nobody else."""
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import sqlite3
import sys
import tarfile
import time
import xml.etree.ElementTree as xml

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'e2e'), os.path.dirname(__file__)]
from website import Site  # noqa: E402
import harness  # noqa: E402
from harness import done, equal, point  # noqa: E402
from client import PASSWORD, Server  # noqa: E402

PATIENCE = 60
PAGE = '<title>{title}</title><main><h1>{title}</h1><p>{words}</p><p>What stays the same stands here, in some words.</p></main>'
ATOM = '{http://www.w3.org/2005/Atom}'


def wait_for(what, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    return None


def people(server):
    anna, bob = server.first_user('anna'), server.client()
    anna.post('/settings/user', name='bob', password=PASSWORD, role='2')
    bob.sign_in('bob')
    return anna, bob


def add(client, site, path, tag=''):
    """A watched page with a change on it; its number."""
    site.pages[path] = PAGE.format(title=f'Title of {path[1:]}', words='The oak table costs 340 euro this year.')
    answer = client.send('POST', '/api/v1/watch', '{"url": "%s", "tags": [%s]}' % (site.url + path, f'"{tag}"' if tag else ''),
                         {'X-Weft-Token': client.token, 'Content-Type': 'application/json'})
    number = int(re.search(r'"id":(\d+)', answer.text)[1])
    wait_for(lambda: '"newest":1' in client.get(f'/api/v1/watch/{number}').text)
    site.pages[path] = PAGE.format(title=f'Title of {path[1:]}', words='The oak table costs 360 euro this year.')
    client.post(f'/page/{number}/look')
    point(wait_for(lambda: '"newest":2' in client.get(f'/api/v1/watch/{number}').text), f'{path} has changed')
    return number


def entries(feed):
    return xml.fromstring(feed.text).findall(ATOM + 'entry')


def test_collections(server, site, anna, bob):
    law, secret = add(anna, site, '/law', 'law'), add(anna, site, '/secret')
    anna.post(f'/page/{law}/settings', how='default', title='A name of mine', tags='law', select='', ignore='')
    equal(anna.post('/collections', name='no good', title='kept').status, 400, 'a name that cannot stand in an address is refused')
    point('value="kept"' in anna.post('/collections', name='no good', title='kept').text, 'and nothing typed is lost')
    made = anna.post('/collections', name='rules', title='New rules', about='For landlords.', tag='law', public='')
    equal((made.status, made.header('Location')), (303, '/collections/rules'), 'a collection is made')
    anyone = server.client()
    for who, name in ((anyone, 'nobody'), (bob, 'another user')):
        for path in ('/collections/rules', '/collections/rules/new.atom', f'/collections/rules/{law}/2'):
            equal(who.get(path).status, 404, f'{path}: what is not public is not there for {name}')
    point('rules' not in bob.get('/collections').text, 'nor in the list of another')
    equal(anna.post('/collections', was='rules', name='rules', title='New rules', about='For landlords.', tag='law', public='1').status, 303, 'made public')
    for who, name in ((anyone, 'nobody'), (bob, 'another user'), (anna, 'its owner')):
        page = who.get('/collections/rules')
        point(page.status == 200 and '<ins>360</ins>' in page.text and 'Title of law' in page.text, f'{name} reads it', page.text[-1500:])
        point('A name of mine' not in page.text and '/secret' not in page.text, f'{name} learns nothing else from it', page.text[-1500:])
        diff = who.get(f'/collections/rules/{law}/2')
        point(diff.status == 200 and 'A name of mine' not in diff.text and '/secret' not in diff.text, f'{name} opens the difference', diff.text)
        equal(who.get(f'/collections/rules/{secret}/2').status, 404, f'{name}: no other page')
        equal(who.get(f'/collections/rules/{law}/1').status, 404, f'{name}: no version that was not news')
    point('360' in anyone.view(f'/collections/rules/{law}/2').text, 'and the page with its changes')
    point('data-token' not in anyone.get('/collections/rules').text, 'whoever is not signed in gets no token')
    point('rules' in bob.get('/collections').text and 'Change' not in bob.get('/collections/rules').text, 'others may look, not change')
    equal(bob.get('/collections/rules/edit').status, 404, 'nor see how it is made')
    equal(bob.post('/collections', was='rules', name='rules', public='1').status, 404, 'nor save')
    equal(bob.post('/collections/rules/drop').status, 404, 'nor end it')
    point('checked' in anna.get('/collections/rules/edit').text, 'its owner changes it')
    return law, secret


def test_feeds(server, anna, bob, law, secret):
    anyone = server.client()
    public = anyone.get('/collections/rules/new.atom')
    equal([e.find(ATOM + 'link').get('href') for e in entries(public)], [f'http://127.0.0.1:{server.port}/collections/rules/{law}/2'],
          'the feed of a public collection, with its differences')
    token = lambda client: client.post('/settings/feed').all(r'/feed/([^/]*)/new.atom')[0]  # noqa: E731
    hers, his = token(anna), token(bob)
    equal(len(entries(anyone.get(f'/feed/{hers}/page/{secret}/new.atom'))), 1, 'a feed of one page')
    equal(anyone.get(f'/feed/{his}/page/{secret}/new.atom').status, 404, 'for who watches it')
    equal(len(entries(anyone.get(f'/feed/{hers}/new.atom'))), 2, 'of all pages')
    equal(len(entries(anyone.get(f'/feed/{hers}/new.atom?tag=law'))), 1, 'of a tag')
    anna.post('/collections', was='rules', name='rules', tag='law', public='')
    equal(anyone.get('/collections/rules/new.atom').status, 404, 'what is private again has no open feed')
    link = anyone.get('/collections/rules', **{'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate'})
    point(link.status == 200 and 'url=/collections/rules"' in link.text, 'a link of another site to it leads on to where the cookie is sent', link.text)
    equal(anyone.get('/collections/rules').status, 404, 'where it is not there for who may not read it')
    equal(len(entries(anyone.get(f'/feed/{hers}/collection/rules/new.atom'))), 1, 'but one with the token of its owner')
    equal(anyone.get(f'/feed/{his}/collection/rules/new.atom').status, 404, 'and of nobody else')
    anna.post('/act', page=secret, seen=2)
    equal(len(entries(anyone.get(f'/feed/{hers}/page/{secret}/new.atom'))), 1, 'what was seen stays in the feed of its page')
    links = [e.find(ATOM + 'link').get('href') for e in entries(anyone.get(f'/feed/{hers}/new.atom'))]
    point(len(links) == 2 and any(link.endswith(f'/page/{secret}/diff?b=2&a=1') for link in links), 'and in that of all pages', links)
    equal(anna.post('/collections/rules/drop').status, 303, 'the collection is ended')
    equal(anna.get('/collections/rules').status, 404, 'and gone')


def test_sharing(anna, page):
    """A page is put into a collection in its own settings."""
    anna.post('/collections', name='shared', title='Shared', public='1')
    saved = {'how': 'default', 'title': '', 'tags': '', 'select': '', 'ignore': '', 'sharing': '1'}
    point('Only you, and whoever runs this server' in anna.get(f'/page/{page}/settings').text, 'the settings say who may see a page')
    anna.post(f'/page/{page}/settings', **saved, **{'in': 'shared'})
    text = anna.get(f'/page/{page}/settings').text
    point('Whoever has the address of a public collection' in text and 'value="shared" checked' in text, 'ticked, it is in the collection', text[-3000:])
    anna.post(f'/page/{page}/settings', **saved)
    point('Only you, and whoever runs this server' in anna.get(f'/page/{page}/settings').text, 'and out of it again')
    anna.post('/collections/shared/drop')


LAMPS = ('<title>Lamps</title><header><a href="/">Home</a> <a href="/news">News</a></header><main><h1>Lamps</h1><p>Our lamps are made of ash, with shades of '
         'paper that is made by hand in the village beside the mill. Each takes a week.</p><p>We send them well packed, and take them back if they arrive '
         'broken.</p><section id="floor-lamps"><h2>Floor lamps</h2><p>They stand on three legs of ash, as high as a child, and can be read by. Some have a shelf '
         'at the height of a hand for a book and a cup of tea.</p></section><section id="table-lamps"><h2>Table lamps</h2><p>Small ones for the night, of paper and '
         'brass, in five colours, with a cord of two metres and a switch that glows.</p></section></main><footer><p>Mill Lane 4. All rights reserved.</p></footer>')


def test_add(server, site, anna):
    site.pages['/lamps'] = LAMPS
    form = anna.get('/add?text=Look+at+this+https%3A%2F%2Fexample.org%2Fx&title=y').text
    point('>https://example.org/x</textarea>' in form, 'what a phone shares fills the form', form[-2500:])
    point('javascript:window.open' in form and '/add?url=' in form, 'a bookmarklet leads here')
    equal(anna.get('/pages?q=example.org').text.count('https://example.org/x'), 0, 'and nothing is changed by a GET')
    point('"share_target"' in server.client().get('/weft.webmanifest').text, 'the manifest of the web app has a share target')
    there = anna.post('/add', list=f'{site.url}/lamps\n{site.url}/law').header('Location')
    shown = wait_for(lambda: (lambda a: a if a.text.count('· fetched') == 2 else None)(anna.get(there)))
    point(shown and 'Only the main part, “Lamps Our lamps' in shown.text and 'class="blk' in shown.text, 'a page is shown with its blocks, and what it is about is proposed',
          shown and shown.text[-6000:])
    point('You watched it already' in shown.text, 'what is watched already is left as it is')
    number = shown.all(r'name="what-(\d+)" value="all" checked')[0]
    main = shown.all(f'name="main-{number}" value="([^"]*)"')[0]
    equal(main, 'main', 'by a selector that will last')
    saved = anna.post('/add/save', page=number, **{f'what-{number}': 'main', f'main-{number}': main, f'title-{number}': 'Lamps', f'tags-{number}': 'shop, home',
                                                   f'every-{number}': '6h'})
    watch = anna.get(f'/api/v1/watch/{number}').text
    point(saved.status == 303 and '"select":["main"]' in watch and '"every":"6h"' in watch and '"tags":["shop","home"]' in watch, 'and saved', saved.status, watch)
    settings = anna.get(f'/page/{number}/settings')
    blocks = {n: (was, by) for n, was, by in settings.all(r'name="w(\d+)" value="(\d)"><input type="hidden" name="c\d+" value="([^"]*)"')}
    own = dict(settings.all(r'name="s(\d+)" value="([^"]*)"'))
    inside = [n for n in blocks if blocks[n] == ('2', 'main')]
    point(len(inside) > 1 and ('1', '') in blocks.values(), 'blocks that a selector covers stand on Watch', blocks)
    fields = {f'b{n}': was for n, (was, _) in blocks.items()} | {f'w{n}': was for n, (was, _) in blocks.items()} | {f'c{n}': by for n, (_, by) in blocks.items()}
    fields |= {f's{n}': one for n, one in own.items()} | {'how': 'default', 'select': 'main', 'ignore': ''}
    anna.post(f'/page/{number}/settings', **fields)
    point('"select":["main"]' in anna.get(f'/api/v1/watch/{number}').text, 'what nobody touched stays')
    anna.post(f'/page/{number}/settings', **{**fields, f'b{inside[0]}': '1'})
    kept = json.loads(anna.get(f'/api/v1/watch/{number}').all(r'"select":(\[.*?\])(?=,")')[0])
    point('main' not in kept and own[inside[0]] not in kept and own[inside[1]] in kept, 'one that is taken off leaves the others, each by itself', kept)
    wrong = anna.post('/add/save', page=number, **{f'every-{number}': 'often'})
    equal(wrong.status, 400, 'an interval that is none is refused')
    left = anna.post('/add/save', drop=number, p=f'{number}.1')
    equal((left.status, left.header('Location')), (303, '/add?p=1'), 'left out')
    equal(anna.get(f'/api/v1/watch/{number}').status, 404, 'it is not watched any more')
    link = server.client().get('/add?url=x', **{'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate'})
    point(link.status == 200 and 'url=/add?url=x' in link.text, 'a link of another site, which comes without the cookie, leads on to where it is sent', link.text)


CHANGEDETECTION = """{"watching": {"1": {"url": "%s/errata", "title": "Errata", "tag": "bsd", "include_filters": ["ul"], "subtractive_selectors": ["hr"],
 "time_between_check": {"hours": 3}, "trigger_text": ["x"]}}}"""


def test_add_many(site, anna, bob):
    """Lists keep what they say; addresses are taken as people paste them; what is wrong is said beside what is right."""
    body = (f'--x\r\nContent-Disposition: form-data; name="t"\r\n\r\n{anna.token}\r\n--x\r\nContent-Disposition: form-data; name="tag"\r\n\r\none, two\r\n'
            f'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{CHANGEDETECTION % site.url}\r\n--x--\r\n')
    shown = anna.send('POST', '/add', body.encode(), {'Content-Type': 'multipart/form-data; boundary=x'})
    number = shown.all(r'data-page="(\d+)"')[0]
    watch = anna.get(f'/api/v1/watch/{number}').text
    point('"select":["ul"]' in watch and '"ignore":["hr"]' in watch and '"every":"3h"' in watch and '"title":"Errata"' in watch, 'a list keeps what it says', watch)
    point('"tags":["one","two","bsd"]' in watch, 'tags have commas between them', watch)
    point('trigger' in shown.text, 'and what weft has no place for is said', shown.text[-3000:])
    mixed = anna.post('/add', list=f'{site.url}/p1 {site.url}/p2,{site.url}/p3\nword ftp://x.example/')
    point(mixed.status == 200 and all(f'{site.url}/p{i} ' in mixed.text for i in (1, 2, 3)), 'addresses with blanks or commas between them are several', mixed.text[-3000:])
    point('word is not the address' in mixed.text and '>word\nftp://x.example/\n</textarea>' in mixed.text, 'and what is wrong stays in the form')
    equal(mixed.text.count('ftp://x.example/'), 2, 'said once')
    equal(anna.send('POST', '/api/v1/watch', '{"url": "not an address"}', {'X-Weft-Token': anna.token, 'Content-Type': 'application/json'}).status, 400,
          'what is not an address is not watched')
    saved = {'how': 'default', 'title': '', 'tags': '', 'ignore': ''}
    wrong = anna.post(f'/page/{number}/settings', select='div[[[', **saved)
    point(wrong.status == 400 and 'div[[[' in wrong.text, 'a selector that cannot be read is refused', wrong.status)
    bob.post('/add', list=site.url + '/p1')
    own = bob.get('/pages?q=/p1').all(r'/page/(\d+)/settings')[0]
    often = bob.post(f'/page/{own}/settings', **{**saved, 'select': '', 'how': 'every', 'every': '1s'})
    point(often.status == 400 and 'too often' in often.text, 'a promise for every second is refused to a user')
    bob.post(f'/page/{own}/remove')
    anna.post(f'/page/{number}/pause', paused='1')
    point('>Resume</button>' in anna.get(f'/page/{number}/settings').text and '>Resume</button>' in anna.get('/pages').text, 'what is paused can be resumed')
    anna.post(f'/page/{number}/pause', paused='0')
    point('"paused":true' not in anna.get(f'/api/v1/watch/{number}').text, 'it is')
    anna.post('/channels', name='hook', address='http://127.0.0.1:9/hook')
    anna.post(f'/page/{number}/settings', select='', tell='3', channel='hook', **saved)
    page = anna.get(f'/page/{number}/settings').text
    point('name="channel" value="hook" checked' in page, 'a page says by which channel it is told', page[-4000:])
    anna.post(f'/page/{number}/settings', select='', tell='1', **saved)
    wrong = anna.post('/channels', name='bad', address='nonsense', quiet='22:00-07:00')
    point(wrong.status == 400 and 'value="nonsense"' in wrong.text and 'value="22:00-07:00"' in wrong.text, 'a form that was wrong keeps what was typed')
    anna.post('/channels/act', name='hook', do='remove')


def test_users(server, anna):
    anna.post('/settings/user', name='carl', password='a long enough password', role='2')
    short = anna.post('/settings/user', name='dora', password='short', role='2')
    point(short.status == 400 and 'value="dora"' in short.text, 'a user with too short a password: the form says so')
    anna.post('/settings/user', name='carl', password='another long password', role='1', do='set')
    carl = server.client()
    equal((carl.sign_in('carl', 'a long enough password').status, carl.sign_in('carl', 'another long password').status), (403, 303), 'an administrator sets a password')
    equal(carl.post('/add', list='https://example.org/').status, 403, 'and a role')
    anna.post('/settings/user', name='carl', password='', role='2', do='set')
    point(wait_for(lambda: carl.learn_token().post('/add', list='https://example.org/').status == 303), 'the role alone, and nobody is signed out')
    equal(anna.post('/settings/user', name='anna', password='', role='1', do='set').status, 400, 'nobody takes their own rights away')
    point('class="sure"' in anna.get('/settings').text and 'Remove carl' in anna.get('/settings').text, 'before somebody is removed the page asks')
    equal(anna.post('/settings/user', name='anna', do='remove').status, 400, 'nobody removes themselves')
    anna.post('/settings/user', name='carl', do='remove')
    equal(carl.get('/').status, 303, 'who is removed is signed out')


def test_site(site, anna, bob):
    footer = '<footer><p>Mill Lane 4, Aldermoor. All rights reserved. Imprint, privacy, press, jobs and the map of the way to us. Open on weekdays from nine to five, on Saturdays until noon, and by appointment for those who live far away.</p></footer>'
    for path, words in (('/one', 'Tables of oak and ash, which are sawn in spring and dried for two years before they are planed and oiled.'),
                        ('/two', 'How to find us: by train to the harbour, then with the ferry, or on foot along the river in an hour.')):
        site.pages[path] = f'<title>Page {path[1:]}</title><main><p>{words}</p></main>{footer}'
        number = anna.send('POST', '/api/v1/watch', '{"url": "%s"}' % (site.url + path), {'X-Weft-Token': anna.token, 'Content-Type': 'application/json'})
        number = int(re.search(r'"id":(\d+)', number.text)[1])
        wait_for(lambda: '"newest":1' in anna.get(f'/api/v1/watch/{number}').text)
    point('/site?host=127.0.0.1' in anna.get('/site').text, 'the hosts of one’s pages')
    shown = anna.get(f'/site?host=127.0.0.1&page={number}').text
    point('Mill Lane 4' in shown and 'the same everywhere' in shown and 'class="blk"' in shown, 'what its pages share, drawn over one of them', shown[-3000:])
    equal((bob.get('/site?host=127.0.0.1').status, '127.0.0.1' in bob.get('/site').text), (404, False), 'for who watches them')


def upload(client, name, text, **fields):
    """A form with a file, as a browser sends it."""
    parts = [('t', client.token), *fields.items()]
    body = ''.join(f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in parts)
    body += f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{text}\r\n--x--\r\n'
    return client.send('POST', '/transfer/import', body.encode(), {'Content-Type': 'multipart/form-data; boundary=x'})


def result(client):
    """The words of the newest job, once it is over."""
    page = wait_for(lambda: (lambda a: None if 'action="/transfer/stop"' in a.text else a)(client.get('/transfer')))
    return page.all(r'role="status">([^<]*)<')[0] if page else 'it never ends'


def test_transfer(site, anna, bob):
    opml = (f'<opml version="2.0"><body><outline text="Shops"><outline text="Lamp shop" url="{site.url}/lampshop" category="light"/></outline>'
            f'<outline text="Local" url="file:///etc/passwd"/></body></opml>')
    equal(upload(bob, 'list.opml', opml, tag='imported').status, 303, 'a list of another program is taken')
    words = result(bob)
    point('1 page is watched from now on' in words and 'file:///etc/passwd' in words, 'what came of it, and what could not be taken', words)
    out = bob.get('/transfer/pages.opml')
    point('text="Lamp shop"' in out.text and 'category="imported,light,Shops"' in out.text, 'with title, tags and folder', out.text)
    point('attachment' in out.header('Content-Disposition'), 'the own list is a file to keep')
    upload(anna, 'again.opml', out.text)
    point('watched from now on' in result(anna), 'which weft itself reads', result(anna))
    point(f'{site.url}/lampshop\n' in anna.get('/transfer/pages.txt').text, 'and one of addresses alone')
    upload(bob, 'rubbish', '\x00\x01\x02')
    point(result(bob).startswith('Failed: '), 'what is not a list is refused with words', result(bob))
    large = upload(bob, 'large', 'x' * (5 << 20))
    point(large.status == 413 and 'at most 4096 KB' in large.text, 'one that is too large is refused with words, once the browser has sent it', large.text[-600:])
    many = '\n'.join(f'{site.url}/many/{i}' for i in range(3000))
    upload(bob, 'many.txt', many, tag='many')
    number = wait_for(lambda: bob.get('/transfer').all(r'name="id" value="(\d+)">Stop'))
    equal(anna.post('/transfer/stop', id=number[0]).status, 303, 'others cannot stop it')
    bob.post('/transfer/stop', id=number[0])
    words = result(bob)
    point(words.startswith(('Stopped, as you asked', 'Done.')), 'a long import is stopped by who began it', words)
    bob.post('/pages/remove', tag='many')
    equal((bob.post('/transfer/export').status, bob.get('/transfer/file?id=1').status), (403, 404), 'the archive is exported by an administrator')
    anna.post('/transfer/export')
    result(anna)
    link = anna.get('/transfer').all(r'href="(/transfer/file[^"]*)"')[0]
    lines = anna.get(link)
    point(lines.text.startswith('{"weft-store"') and '/lampshop' in lines.text, 'all of it, as a file', lines.text[:200])
    equal(anna.get('/transfer/file?id=999').status, 404, 'and no file that is not there')


def test_esi(site, anna, bob):
    """The templates of a site in one file, which a cache puts together again."""
    anna.post('/site/esi', host='127.0.0.1')
    words = result(anna)
    made = anna.get(anna.get('/transfer').all(r'href="(/transfer/file[^"]*)"')[0])
    with tarfile.open(fileobj=io.BytesIO(made.bytes)) as tar:
        files = {one.name: tar.extractfile(one).read() for one in tar}
    listed = json.loads(files['esi.json'])
    point(words.startswith('Done.') and made.header('Content-Disposition') == 'attachment; filename="weft-esi.tar"', 'the templates of a site are a file', words)
    pages = {one['page']: files['pages/' + one['template']].decode() for one in listed['pages']}
    equal(sorted(files), sorted(['esi.json', *(f'pages/{one["template"]}' for one in listed['pages']), *(f'fragments/{one["file"]}' for one in listed['fragments'])]),
          'with all that it lists, and nothing else')
    together = lambda text: re.sub(r'<esi:include src="/(fragments/[0-9a-f]{16}\.html)"/>', lambda m: together(files[m[1]].decode()), text)
    point(any('<esi:include' in text for text in pages.values()), 'parts that pages share are included', pages)
    equal({path: together(pages[site.url + path]) for path in ('/one', '/two')}, {path: site.pages[path] for path in ('/one', '/two')}, 'and give the very pages')
    bob.post('/site/esi', host='127.0.0.1')
    equal(result(bob), 'Failed: you do not watch pages of this site that were fetched', 'for who watches them')


def test_telling(site, anna):
    """Where news went beside What's new, and on the settings of a page what each sensitivity comes to and what was held back."""
    def group():
        return ' '.join(anna.get('/?tag=telling').all(r'data-fresh="t\d">(.*?)</span></header>'))

    first = add(anna, site, '/first', 'telling')
    equal(group(), 'only here', 'without a channel news stand only here')
    anna.post('/channels', name='weekly', address='command:/bin/true', digest='week')
    add(anna, site, '/second', 'telling')
    point(re.fullmatch(r'1 to be sent to weekly <time.*</time>, 1 only here', group()), 'what waits for a digest says until when', group())
    anna.post('/channels/act', name='weekly', do='change', digest='week', floor='0.05', quiet='22:00-06:30')
    point('one message every week · from importance 0.05 · quiet from 22:00 to 06:30' in anna.get('/channels').text, 'a channel can be changed', anna.get('/channels').text[-5000:])
    anna.post('/channels', name='letters', address='anna@example.org')
    point('mail:anna@example.org' in anna.get('/channels').text, 'a mail address is taken as one')
    anna.post('/channels/act', name='letters', do='remove')
    anna.post('/channels', name='once', address='command:/bin/true')
    anna.post('/channels/act', name='once', do='default')
    number = add(anna, site, '/third', 'telling')
    point(wait_for(lambda: '1 sent to once, ' in group()), 'and what was sent, by which channel', group())
    settings = anna.get(f'/page/{number}/settings').text
    for level in ('Low', 'Normal', 'High', 'Everything'):
        point(re.search(f'<b>{level}</b><p>[^<]* <b>[01]</b> of the 1 change so far', settings), f'{level}: what it comes to stands beside it', settings[-9000:])
    point('<b>Everything</b><p>Every change that a reader sees, noise or not. <b>1</b>' in settings, 'everything is all of it')
    point('Nothing was held back on this page so far' in settings, 'nothing was held back')
    anna.post('/teach', page=first, dismiss=2)
    settings = anna.get(f'/page/{first}/settings').text
    point('you dismissed it' in settings and 'form="teach" name="tell" value="2"' in settings and 'id="teach"' in settings,
          'what was held back is listed, with a button', settings[-9000:])
    told = anna.post('/teach', page=first, tell=2, back=f'/page/{first}/settings')
    equal((told.status, told.header('Location')), (303, f'/page/{first}/settings'), 'which leads back there')
    equal(anna.post('/teach', page=first, tell=2, back='//example.org/').header('Location'), '/', 'and nowhere else')
    anna.post('/pages/remove', tag='telling')


def test_undo(site, anna):
    add(anna, site, '/undone', 'undone')
    number = anna.get('/pages?tag=undone').all(r'/page/(\d+)/settings')[0]
    anna.post(f'/page/{number}/settings', how='default', title='My own name', tags='undone', select='', ignore='')
    gone = anna.post('/pages/remove', tag='undone')
    undo = anna.get('/pages').all(r'name="id" value="(\d+)">Undo')
    point(gone.status == 303 and undo, 'the end of many watches can be taken back', gone.status)
    point('My own name' not in anna.get('/pages').text, 'they are gone')
    anna.post('/undo', id=undo[0])
    point('My own name' in anna.get('/pages?tag=undone').text, 'and come back as they were')
    anna.post(f'/page/{number}/remove')
    anna.post('/undo', id=anna.get('/pages').all(r'name="id" value="(\d+)">Undo')[0])
    point('My own name' in anna.get('/pages?tag=undone').text, 'as one alone does')
    anna.post('/pages/remove', tag='undone')


def test_demo(site, anna, bob):
    add(anna, site, '/demo', 'demo')
    bob.post('/add', list=site.url + '/demo', tag='demo')
    point('Remove the demo' in anna.get('/').text, 'the demo can be removed with one click')
    equal(anna.post('/pages/remove', tag='demo').status, 303, 'it is')
    point('Remove the demo' not in anna.get('/').text and '/demo' not in anna.get('/pages').text, 'and gone')
    point('/demo' in bob.get('/pages').text, 'for who removed it')


def test_status(site, anna, bob):
    hers, his = anna.get('/status').text, bob.get('/status').text
    point('What a larger budget would buy' in hers and '<svg viewBox="0 0 424 206"' in hers, 'an administrator sees what visits are worth', hers[-3000:])
    point('127.0.0.1' in hers and 'Storage' in hers, 'with hosts and the store')
    point('127.0.0.1' not in his and 'budget' not in his and 'Storage' not in his, 'a user sees what is theirs: nothing yet', his[-3000:])
    point(' free</small>' in hers and 'Pause all visits' in hers and 'Pause all visits' not in his, 'with the room on the disk, and a switch for all visits')
    equal(bob.post('/pause-all', paused='1').status, 403, 'which is an administrator’s')
    anna.post('/pause-all', paused='1')
    point('Resume visits' in anna.get('/status').text and 'Visits are paused' in anna.get('/held').text, 'visits are paused, and every page says so')
    anna.post('/pause-all', paused='0')
    point('Pause all visits' in anna.get('/status').text, 'and go on')
    point('Next visit ' in anna.get('/page/1/settings').text, 'the settings of a page say when it is visited next')
    visits = {name: int(n) for name, n in anna.get('/metrics').all(r'weft_checks_total{outcome="(\w+)"} (\d+)')}
    point(visits['first'] >= 2 and visits['changed'] >= 2, 'visits are counted since the start, whatever settings changed meanwhile', visits)
    point('All well' in hers and 'all is well' in hers, 'all is well', hers[:6000])
    equal(anna.post('/add', list=f'{site.url}/missing').status, 303, 'a page is added that is not there')
    point(wait_for(lambda: '1 page could not be fetched' in anna.get('/held').text), 'every page says that something is wrong', anna.get('/held').text[:6000])
    hers = anna.get('/status').text
    point('1 page could not be fetched. ' in hers and 'All well' not in hers, 'and the status', hers[:8000])
    point(wait_for(lambda: re.search(r'Failed</dt><dd>[1-9]', anna.get('/status').text)), 'the failure is counted')
    number = anna.get('/pages?q=missing').all(r'href="/page/(\d+)"')[0]
    anna.send('DELETE', f'/api/v1/watch/{number}', headers={'X-Weft-Token': anna.token})


def test_budget(server, anna, bob):
    """What the budget was spent on beside visits in their time: sitemaps and early visits, as the archive has them."""
    sensors = [(f'http://example.org/{i}.xml', 'example.org', '{"checked_at": 1, %s}' % facts)
               for i, facts in enumerate(('"told": 20, "right": 15', '"told": 20, "right": 0', '"errors": 3'))]
    point('Sitemaps' not in anna.get('/status').text and 'before their time' not in anna.get('/status').text, 'where there were none, the status is silent about them')
    for n, words in ((1, '1 visit before its time.'), (1234, '1,234 visits before their time.')):
        with sqlite3.connect(f'{server.folder}/weft.db', timeout=30) as db:
            db.executemany('INSERT OR REPLACE INTO sensor(url, host, facts) VALUES(?, ?, ?)', sensors)
            db.execute("INSERT OR REPLACE INTO plan(name, facts) VALUES('allowance', ?)", (f'{{"at": 1, "requests": 1, "bytes": 1, "early": {n}}}',))
        page = anna.get('/status').text
        point(f'It had room for {words}' in page, f'the status says that {n} came early', page[-6000:])
    point('Sitemaps and feeds that announce changes: 2, 1 of them not believed.' in page, 'how many sitemaps announce, and how many are believed', page[-6000:])
    point('Sitemaps' not in bob.get('/status').text and 'before their time' not in bob.get('/status').text, 'a user does not see them')
    with sqlite3.connect(f'{server.folder}/weft.db', timeout=30) as db:
        db.execute("DELETE FROM sensor WHERE host = 'example.org'")
        db.execute("DELETE FROM plan WHERE name = 'allowance'")


def test_size():
    """Style and scripts of all pages together as they are sent, also those of the frame of a difference."""
    top = os.path.join(os.path.dirname(__file__), '..', '..')
    loader = importlib.machinery.SourceFileLoader('embed', os.path.join(top, 'tools', 'embed'))
    embed = importlib.util.module_from_spec(importlib.util.spec_from_loader('embed', loader))
    sys.dont_write_bytecode = True
    loader.exec_module(embed)
    size = 0
    for name in ('weft.css', 'weft.js', 'sentinel.js', 'frame.css', 'frame.js'):
        with open(os.path.join(top, 'web', name), 'rb') as f:
            size += len(embed.lean(name, f.read()))
    point(size < 80 * 1024, 'style and scripts have less than 80 KB', size)


def main():
    test_size()
    site = Site()
    with Server(harness.SCRATCH, every='1h') as server:
        anna, bob = people(server)
        law, secret = test_collections(server, site, anna, bob)
        test_feeds(server, anna, bob, law, secret)
        test_sharing(anna, secret)
        test_status(site, anna, bob)
        test_budget(server, anna, bob)
        test_add(server, site, anna)
        test_add_many(site, anna, bob)
        test_users(server, anna)
        test_site(site, anna, bob)
        test_esi(site, anna, bob)
        test_demo(site, anna, bob)
        test_transfer(site, anna, bob)
        test_undo(site, anna)
        test_telling(site, anna)
        anna.post('/pause-all', paused='1')
    equal((server.status, server.errors), (0, ''), 'a signal ends the server cleanly')
    server.listen = '127.0.0.1:0'  # another test may have the old port
    with server:
        anna.port = server.port
        point('Visits are paused' in anna.get('/held').text, 'visits stay paused when the server starts again')
    done()


main()
