"""weft serve over HTTP: first run, signing in, two users with the same pages, every page and act; and strangers at every address."""
import gzip
import os
import re
import sys
import threading
import time
import urllib.parse

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'e2e'), os.path.dirname(__file__)]
from website import Site  # noqa: E402
import harness  # noqa: E402
from harness import done, equal, point  # noqa: E402
from client import PASSWORD, Client, Server  # noqa: E402

PATIENCE = 60
PAGE = '<title>{title}</title><main><h1>{title}</h1><p>{words}</p><p>What stays the same stands here, in some words.</p></main>'


def wait_for(what, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    return None


def test_first_run(server):
    anna = server.client()
    equal(anna.get('/').header('Location'), '/sign-in', 'whoever is not known signs in')
    equal(anna.get('/sign-in').header('Location'), '/first-run', 'a new server begins with a password')
    wrong = anna.post('/first-run', code='guess', name='anna', password=PASSWORD)
    point(wrong.status == 403 and 'one-time password is wrong' in wrong.text, 'the one-time password must be right', wrong.text[-600:])
    anna = server.first_user('anna')
    short = server.client().post('/first-run', code=server.code, name='eve', password=PASSWORD)
    equal(short.header('Location'), '/sign-in', 'it ends with the first user')
    point('Which pages matter to you?' in anna.get('/').text, 'an empty archive says what to do')
    return anna


def test_sign_in(server, anna):
    cookie = server.client().post('/sign-in', name='anna', password=PASSWORD).header('Set-Cookie')
    point('HttpOnly' in cookie and 'SameSite=Strict' in cookie, 'the cookie is out of reach of scripts and other sites', cookie)
    stranger = server.client()
    wrong = stranger.post('/sign-in', name='anna', password='not the right one')
    point(wrong.status == 403 and '4 tries left' in wrong.text, 'a wrong password says how many tries are left', wrong.text[-800:])
    for _ in range(4):
        wrong = stranger.post('/sign-in', name='nobody', password='x')
    wrong = stranger.post('/sign-in', name='nobody', password='x')
    wrong = stranger.post('/sign-in', name='nobody', password='x')
    point('Too many tries' in wrong.text, 'then there is a pause, for names that nobody has as well', wrong.text[-800:])
    there = server.client().post('/sign-in', name='anna', password=PASSWORD, to='//evil.example/').header('Location')
    equal(there, '/', 'signing in leads to no other site')
    equal(server.client().get('/page/7/diff?a=1').header('Location'), '/sign-in?to=%2Fpage%2F7%2Fdiff%3Fa%3D1', 'and back to where one was')
    answer = anna.post('/settings/user', name='bob', password=PASSWORD, role='2')
    equal(answer.status, 303, 'an administrator adds a user')
    bob = server.client()
    equal(bob.sign_in('bob').status, 303, 'who signs in')
    return bob


def add(client, site, *paths):
    answer = client.post('/add', list='\n'.join(site.url + path for path in paths), tag='town')
    equal(answer.status, 303, 'addresses are taken')
    shown = wait_for(lambda: (lambda a: a if a.text.count('· fetched') == len(paths) else None)(client.get(answer.header('Location'))))
    point(shown, 'and fetched at once', client.get(answer.header('Location')).text[-1500:])
    return [int(n) for n in answer.header('Location').split('p=')[1].split('.')]


def test_news(site, anna, bob):
    site.pages['/prices'] = PAGE.format(title='Prices', words='The oak table costs 340 euro this year.')
    site.pages['/terms'] = PAGE.format(title='Terms <b>&amp;</b>', words='We keep your address for a year.')
    page = add(anna, site, '/prices', '/terms')[0]
    equal(add(bob, site, '/prices'), [page], 'two users share a page')
    live = anna.send_live()
    site.pages['/prices'] = PAGE.format(title='Prices', words='The oak table costs 360 euro this year.')
    equal(anna.post(f'/page/{page}/look').status, 303, 'Look now')
    point(wait_for(lambda: b'event: news' in live()), 'the news comes in while one waits', live())
    front = anna.get('/')
    point('<del>340</del> <ins>360</ins>' in front.text, 'the change itself stands on the front page', front.text[-3000:])
    point('1 of your 2 pages has news' in front.text, 'with how many there are', front.text)
    anna.learn_token()
    done_ = anna.post('/act', headers={'Accept': 'application/json'}, page=page, seen=2)
    point(done_.status == 200 and '"undo":"' in done_.text, 'seen, for a script', done_.text)
    point('<ins>360</ins>' not in anna.get('/').text and '<ins>360</ins>' in bob.get('/').text, 'each user has their own news')
    equal(anna.post('/undo', id=re.search(r'"undo":"(\d+)"', done_.text)[1]).status, 303, 'and undone')
    front = anna.get('/')
    point('<ins>360</ins>' in front.text and 'Undone' in front.text, 'it is new again, and the page says so', front.text[-1500:])
    anna.post('/teach', page=page, dismiss=2)
    point('<ins>360</ins>' not in anna.get('/').text, 'dismissed')
    point('Tell me after all' in anna.get('/held?seen=1').text, 'what is held back has a page', anna.get('/held?seen=1').text[-1500:])
    told = anna.post('/teach', headers={'Accept': 'application/json'}, page=page, tell=2)
    point(told.status == 200 and '<ins>360</ins>' in anna.get('/').text, 'and is announced after all', told.text)
    bob.post('/seen-all')
    point('You are up to date' in bob.get('/').text, 'all seen')
    return page


def test_asked_again(site, anna):
    """Look now while weft is looking: what is on its way may be older than what somebody wants to see."""
    site.pages['/boats'] = PAGE.format(title='Boats', words='The first boat leaves at seven in the morning.')
    page = add(anna, site, '/boats')[0]
    old, asked, answer = site.pages['/boats'], threading.Event(), threading.Event()

    def slow(_headers, _body):
        asked.set()
        answer.wait(60)
        return old

    site.pages['/boats'] = slow
    anna.post(f'/page/{page}/look')
    point(asked.wait(60), 'the request is out')
    site.pages['/boats'] = PAGE.format(title='Boats', words='The first boat leaves at nine in the morning.')
    made = re.search(r'data-made="(\d+)"', anna.get('/').text)[1]
    anna.post(f'/page/{page}/look')
    before = len(site.asked('/boats'))
    answer.set()
    point(wait_for(lambda: '<ins>nine</ins>' in anna.get('/').text), 'who asks meanwhile sees what is there now', anna.get('/').text[-1500:])
    equal(len(site.asked('/boats')), before + 1, 'by one request more')
    live = anna.send_live(f'?since={made}')
    point(wait_for(lambda: f'"page":{page},"outcome":"changed"'.encode() in live()), 'a page that was made before it is told of it when it listens', live())


def test_views(anna, page):
    frame = anna.get(f'/page/{page}/diff?a=1&b=2')
    point(frame.status == 200 and '<iframe' in frame.text and '<ins>' not in frame.text, 'a difference is a frame; the page is elsewhere')
    for view in ('merged', 'side', 'changes', 'blocks', 'text', 'source'):
        shown = anna.view(f'/page/{page}/diff?a=1&b=2&view={view}')
        policy = shown.header('Content-Security-Policy')
        point(shown.status == 200 and '360' in shown.text and '340' in shown.text, f'the view {view}', shown.text[:500])
        point(policy.startswith('sandbox') and "default-src 'none'" in policy and 'frame-ancestors http://127.0.0.1:' in policy,
              f'{view}: under a policy of its own', policy)
        point(not shown.headers.get('Set-Cookie'), f'{view}: without cookies')
    version = anna.view(f'/page/{page}/version/1')
    point('340' in version.text and version.header('Content-Security-Policy').startswith('sandbox;'), 'a version as it was, without scripts')
    address = anna.get(f'/page/{page}/diff?a=1&b=2').all(r'<iframe[^>]* src="([^"]*)"')[0].replace('&amp;', '&')
    port = int(re.search(r':(\d+)/', address)[1])
    path = address.split(f':{port}', 1)[1]
    other = Client('127.0.0.1', port)
    equal(other.send('GET', path.replace('a=1', 'a=2')).status, 403, 'an address that was changed is refused')
    equal(other.send('GET', path.split('&s=')[0]).status, 403, 'and one without a signature')
    equal(anna.send('GET', '/', port=port).status, 404, 'the other origin has nothing else')
    equal(anna.get(f'/page/{page}/as-of?d=2001-01-01').status, 404, 'before the first version there was none')
    equal(anna.get(f'/page/{page}/as-of?d=2100-01-01').header('Location'), f'/page/{page}/version/2', 'as of a day')
    history = anna.get(f'/page/{page}').text
    point('v 2' in history and 'v 1' in history and '<svg' in history, 'the history has both versions, and a picture')


def test_why(anna, bob, page):
    why = anna.get(f'/page/{page}/why?a=1&b=2')
    point(why.status == 200 and all(name in why.text for name in ('BW', 'COS', 'WD', 'ED', 'SH', 'IED')), 'a difference in six measures', why.text[-2000:])
    point('Importance 0.' in why.text and 'Vi-DIFF' in why.text and 'What your sentinels said' in why.text, 'with its importance, E, and what sentinels said')
    point('aria-current="true">Why' in why.text, 'as one of its views')
    point('<details class="fold"><summary><h2 id="w-m">' in why.text, 'what is for researchers is folded')
    diff = anna.get(f'/page/{page}/diff?a=1&b=2&alone=1')
    point('Pictures of the site' in diff.text and 'learns that somebody looks' in diff.text, 'a difference says that the site is asked for pictures')
    shown = anna.view(f'/page/{page}/diff?a=1&b=2&alone=1').header('Content-Security-Policy')
    point('http: ' not in shown and 'https:' not in shown and "img-src 'self' data:;" in shown, 'and need not be', shown)
    point('version/1"' in anna.get(f'/page/{page}/version/1?alone=1').text.replace('?alone=1', ''), 'a version likewise')
    text = anna.view(f'/page/{page}/diff?a=1&b=2&view=text').text
    point('/prices, version 1' in text and '/prices, version 2' in text, 'the text names both versions', text[:1500])
    equal(anna.get('/').header('Cache-Control'), 'no-store', 'after signing out nobody goes back to a page')
    measures = anna.get(f'/page/{page}/measures')
    point(measures.text.count('class="m-line') == 12 and 'why?a=1&amp;b=2' in measures.text, 'and of all versions, as curves', measures.text[-1500:])


def test_shared_work(anna, bob, page):
    """Equal requests that come at once are one computation, and what was made is kept."""
    def counts():
        return [int(anna.get('/metrics').all(rf'weft_view_cache_{name}_total (\d+)')[0]) for name in ('misses', 'hits')]
    before, answers = counts(), []
    threads = [threading.Thread(target=lambda: answers.append(anna.view(f'/page/{page}/diff?a=2&b=1&view=side').status)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(answers, [200] * 8, 'eight ask for the same comparison at once')
    equal([after - was for after, was in zip(counts(), before)], [1, 7], 'it is made once')
    view = '?' + anna.get(f'/page/{page}/diff?a=1&b=2').all(r'<iframe[^>]* src="[^"?]*\?([^"]*)"')[0].replace('&amp;', '&')
    point('"state":"done"' in anna.get('/work?view=' + urllib.parse.quote(view, safe='')).text, 'a page can ask how far it is')
    equal((bob.get('/work?view=' + urllib.parse.quote(view, safe='')).status, bob.post('/work/stop', view=view).status), (404, 404), 'others cannot, nor stop it')
    equal(anna.post('/work/stop', headers={'Accept': 'application/json'}, view=view).text.count('finished already'), 1, 'what is done is not stopped')


def change(anna, site, path, bodies):
    """The number of a page that has had these bodies, one after the other."""
    site.pages[path] = bodies[0]
    page = add(anna, site, path)[0]
    for number, body in enumerate(bodies[1:], 2):
        site.pages[path] = body
        anna.post(f'/page/{page}/look')
        point(wait_for(lambda: f'v {number}<' in anna.get(f'/page/{page}').text), f'{path}: version {number} comes in')
    return page


def test_shapes(anna, site):
    """Blocks that come and go; an attribute of ten megabytes."""
    card = '<section><h2>{0}</h2><p>Some words about {0}, which stands here in a block of its own.</p><p><a href="/{0}">More about {0}</a></p></section>'
    cards = ['<title>Cards</title><body><main><h1>Cards</h1>' + ''.join(card.format(name) for name in names) + '</main>'
             for names in (('oak', 'ash', 'beech', 'elm'), ('elm', 'oak', 'larch', 'yew', 'pine'))]
    page = change(anna, site, '/cards', cards)
    equal(anna.view(f'/page/{page}/diff?a=1&b=2&view=blocks').status, 200, 'blocks that came, went and moved are drawn')
    huge = [f'<title>Huge</title><p title="{"a" * (10 << 20)}">The table costs {price} euro.</p>' for price in (340, 360)]
    page = change(anna, site, '/huge', huge)
    for view in ('version/2', 'diff?a=1&b=2', 'diff?a=1&b=2&view=blocks', 'diff?a=1&b=2&view=source'):
        point(anna.view(f'/page/{page}/{view}').status in (200, 413), f'{view}: a page with an attribute of ten megabytes is shown or refused')
    equal(anna.get('/healthz').status, 200, 'and the server lives')


def test_share(anna, bob, server, page):
    made = anna.post(f'/page/{page}/share', a=1, b=2, view='merged')
    link = made.all(r'readonly value="(http[^"]*)"')[0]
    point(f'href="/page/{page}/diff?a=1&amp;b=2&amp;view=merged">Back to the difference' in made.text, 'the way back leads to the difference', made.text[-800:])
    path = link.split(str(server.port), 1)[1]
    anyone = server.client()
    shown = anyone.get(path)
    point(shown.status == 200 and 'Shared with you' in shown.text and 'data-token' not in shown.text, 'a link shows a difference to whoever has it')
    point('360' in anyone.view(path).text, 'and the page with its changes')
    equal(anyone.get(f'/page/{page}').status, 303, 'and nothing else')
    equal(server.client().get('/s/guessed').status, 404, 'a guessed one is refused')
    number = anna.get('/settings').all(r'value="4"><button class="btn sm" name="id" value="(\d+)"')[0]
    equal(bob.post('/settings/end', kind=4, id=number).status, 404, 'nobody else can end it')
    anna.post('/settings/end', kind=4, id=number)
    equal(anyone.get(path).status, 404, 'ended, it shows nothing')


def test_pages(anna, page, site):
    point(site.url in anna.get('/pages?q=prices').text and site.url not in anna.get('/pages?q=nothing-like-it').text, 'pages are found by word')
    saved = anna.post(f'/page/{page}/settings', how='every', every='1h', title='Furniture', tags='a, b', select='main', ignore='')
    equal(saved.status, 303, 'a watch is changed')
    text = anna.get(f'/page/{page}/settings').text
    point('value="Furniture"' in text and 'value="a, b"' in text and 'main\n' in text, 'and shows what was saved')
    equal(anna.post(f'/page/{page}/pause', back=f'/page/{page}/settings').status, 303, 'paused')
    point('Paused: weft does not look' in anna.get(f'/page/{page}/settings').text, 'and the page says so')
    blocks = anna.get(f'/page/{page}/settings').all(r'name="s(\d+)" value="([^"]*)"')
    point(blocks, 'the page is shown with its blocks', anna.get(f'/page/{page}/settings').text[-3000:])
    number, selector = blocks[0]
    anna.post(f'/page/{page}/settings', how='default', title='', tags='', select='', ignore='', **{f'b{number}': '3', f's{number}': selector})
    point(f'name="b{number}" value="3" checked' in anna.get(f'/page/{page}/settings').text, 'a block is ignored by pointing at it', selector)
    anna.post(f'/page/{page}/settings', how='default', title='', tags='', select='', ignore=selector, **{f'b{number}': '1', f's{number}': selector})
    point(f'name="b{number}" value="1" checked' in anna.get(f'/page/{page}/settings').text, 'and left to weft again')
    wrong = anna.post(f'/page/{page}/settings', how='every', every='often', title='kept', tags='', select='', ignore='')
    point(wrong.status == 400 and 'value="kept"' in wrong.text, 'what is wrong is said, and nothing typed is lost', wrong.text[-800:])
    wrong = anna.post('/add', list='javascript:alert(1)')
    point(wrong.status == 400 and 'not the address of a web page' in wrong.text, 'an address that is none is refused')
    for path, words in (('/status', 'Running since'), ('/settings', 'Tokens for programs'), ('/add', 'Watch these')):
        point(words in anna.get(path).text, path)
    hostile = anna.get('/pages').text
    point('Terms <b>' not in hostile and '&lt;b&gt;' in hostile, 'titles of pages are escaped')


def test_sentinels(anna, bob, site):
    text = f'CREATE SENTINEL prices ON "{site.url}/prices" MONITR keywords(euro) NOTIFY IMMEDIATE BY interactive;'
    sample = anna.get('/sentinels/new').text
    point('example.org' not in sample and f'{site.url}/' in sample, 'a new one begins with a page of mine', sample[-4000:])
    equal(anna.post('/sentinels', name='', text=text.replace('MONITR', 'MONITOR').replace(f'{site.url}/prices', '')).status, 400,
          'where there is none, the sample without an address cannot be saved')
    far = anna.post('/sentinels', name='', text='CREATE SENTINEL far ON "http://127.0.0.1:9/far" MONITOR keywords(euro) NOTIFY IMMEDIATE BY interactive;')
    point(far.status == 303 and 'weft watches 1 more page from now on' in anna.get('/sentinels/far').text, 'a page that is watched because of it is named')
    anna.post('/sentinels/far/switch', drop='1')
    wrong = anna.post('/sentinels', name='', text=text)
    point(wrong.status == 400 and 'Line 1, column' in wrong.text and 'MONITR' in wrong.text, 'an error says where it is; the text stays', wrong.text[-1500:])
    checked = anna.post('/sentinels/check', text=text)
    point('"nearest":"MONITOR"' in checked.text, 'while one types, with the word that is meant', checked.text)
    saved = anna.post('/sentinels', name='', text=text.replace('MONITR', 'MONITOR'))
    equal((saved.status, saved.header('Location')), (303, '/sentinels/prices'), 'mended, it is saved')
    point('prices' in anna.get('/sentinels').text and 'Switch off' in anna.get('/sentinels/prices').text, 'and listed')
    page = anna.get('/sentinels/prices').text
    point('class="graph"' in page and 'keywords(' in page and 'name="pages"' in page, 'with its graph, and as a form', page[-3000:])
    said = anna.post('/sentinels/complete', text='CREATE SENTINEL x ON prices MON', at='31').text
    point('["MONITOR","word"]' in said, 'words that fit are offered while one types', said)
    fields = {'name': 'clicked', 'pages': site.url + '/prices', 'join': 'all', 'kind': 'keywords', 'value': 'euro, pound', 'within': '2d', 'notify': '1d', 'by': 'interactive'}
    said = anna.post('/sentinels/form', headers={'Accept': 'application/json'}, **fields).text
    point('keywords(\\"euro\\", \\"pound\\")' in said and 'NOTIFY EVERY 1 day' in said and 'CREATE SENTINEL clicked' in said, 'the form writes the language', said)
    equal(anna.post('/sentinels/form', **fields, importance='abc').status, 400, 'an importance that is none is refused')
    shown = anna.post('/sentinels/form', **fields)
    point(shown.status == 200 and 'CREATE SENTINEL clicked' in shown.text and anna.get('/sentinels/clicked').status == 404,
          'without a script it is shown, and saved by Save alone', shown.text[-2000:])
    tried = anna.post('/sentinels/try', name='prices', text=text.replace('MONITR', 'MONITOR'))
    point('It would have sent <b>' in tried.text and 'Nothing was sent' in tried.text, 'it is tried over what is stored', tried.text[-2500:])
    faulty = anna.post('/sentinels/try', name='prices', text=text)
    point('Line 1, column' in faulty.text and 'It would have' not in faulty.text, 'with an error it is not', faulty.text[-1000:])
    equal(bob.get('/sentinels/prices').status, 404, 'for its owner alone')
    anna.post('/sentinels/prices/switch', off='1')
    point('Switch on' in anna.get('/sentinels/prices').text, 'switched off')
    broken = anna.post('/sentinels', name='prices', text='CREATE SENTINEL')
    point(broken.status == 400 and anna.get('/sentinels/prices').status == 200, 'a change with an error leaves it as it was', broken.status)
    anna.post('/sentinels/prices/switch', drop='1')
    equal(anna.get('/sentinels/prices').status, 404, 'dropped')


def test_reader(anna, server):
    anna.post('/settings/user', name='rita', password=PASSWORD, role='1')
    rita = server.client()
    rita.sign_in('rita')
    point('You may look, but not add or change anything' in rita.get('/add').text, 'a reader is told before filling in a form')
    point('You may look' not in anna.get('/add').text, 'and nobody else')


def test_reader(anna, server):
    anna.post('/settings/user', name='rita', password=PASSWORD, role='1')
    rita = server.client()
    rita.sign_in('rita')
    point('class="col look"' in rita.get('/add').text and 'class="col look"' not in anna.get('/add').text, 'a reader is not shown forms that would be refused')
    anna.post('/settings/user', name='rita', do='remove')


def test_channels(anna, bob, server):
    made = anna.post('/channels', name='office', address='https://127.0.0.1:9/secret-path', digest='day', floor='0.4', quiet='22:00-07:00')
    text = anna.get('/channels').text
    point(made.status == 200 and 'signed with this secret' in made.text and 'office' in text and 'from importance 0.40' in text and 'quiet from 22:00' in text, 'a channel, with its rules', text[-2500:])
    point('secret-path' not in text, 'whose secret is not shown')
    point('office' not in bob.get('/channels').text, 'to its owner alone')
    equal(bob.post('/channels', name='c', address='command:/bin/true').status, 403, 'commands are an administrator’s')
    equal(anna.post('/channels', name='x', address='nonsense').status, 400, 'an address that is none')
    anna.post('/channels', name='second', address='https://127.0.0.1:9/other')
    anna.post('/channels', name='third', address='https://127.0.0.1:9/third')
    point('office (default)' in anna.get('/channels').text, 'the first one is the default')
    equal(anna.post('/channels/act', name='office', do='remove').status, 303, 'removed')
    text = anna.get('/channels').text
    point('second (default)' in text and 'second is the default now' in text, 'the next one is the default, and that is said', text[-3000:])
    anna.post('/channels/act', name='third', do='default')
    point('third (default)' in anna.get('/channels').text, 'another is made the default')
    there = anna.post('/channels/act', name='third', do='test').header('Location')
    page = wait_for(lambda: (lambda a: None if a.header('Refresh') else a)(anna.get(there)))
    point(page and 'The test message could not be sent: ' in page.text, 'how a test message ended is said without a click', page and page.text.partition('<main')[2])
    for name in 'second', 'third':
        anna.post('/channels/act', name=name, do='remove')
    equal(server.client().get('/k/d.1.1.1.1.0000').status, 403, 'a link of a message that was forged is refused')


def test_feed(anna, bob, server):
    address = bob.post('/settings/feed').all(r'value="(http[^"]*atom)"')[0]
    feed = server.client().get(address.split(str(server.port), 1)[1])
    point(feed.status == 200 and feed.text.startswith('<?xml') and feed.header('ETag'), 'a feed is read with its address alone', feed.text[:300])
    equal(server.client().get('/feed/guessed/new.atom').status, 401, 'a guessed one is refused')
    token = anna.post('/settings/token', name='a test').all(r'id="secret" readonly value="([^"]*)"')[0]
    metrics = server.client().get('/metrics', **{'x-api-key': token})
    point('weft_requests_total' in metrics.text, 'metrics, with a token', metrics.text[:300])
    equal(server.client().get('/metrics').status, 401, 'and not without')
    equal(bob.get('/metrics').status, 403, 'nor for somebody who is not an administrator')
    equal(server.client().get('/healthz').text, 'ok\n', 'healthz')


def routes():
    source = open(os.path.join(os.environ['WEFT_SOURCE'], 'src/serve/routes.c'), encoding='utf-8').read()
    return re.findall(r'\{ "(\w+)", "([^"]+)", (NEEDS_\w+)', source.split('routes_pages')[0])


def test_strangers(server, bob, site, anna):
    """Every address with nobody's and with a stranger's session, on a page that is anna's alone."""
    secret = add(anna, site, '/terms')[0]
    for method, path, needs in routes():
        there = path.replace('{n}', str(secret), 1).replace('{n}', '1').replace('{w}', 'x')
        if needs == 'NEEDS_NOTHING':
            continue
        nobody = server.client()
        answer = nobody.send(method, there, '' if method != 'GET' else None)
        point(answer.status in (303, 401, 403, 404) and 'Terms' not in answer.text, f'{method} {path}: nobody gets nothing', answer.status)
        if method != 'GET':
            before = bob.token
            forged = bob.send(method, there, 't=' + '0' * 32, {'Content-Type': 'application/x-www-form-urlencoded'})
            equal((forged.status, bob.token), (403, before), f'{method} {path}: without the token of the form nothing happens')
        if path == '/live' or path == '/sign-out' or path.startswith('/settings/'):
            continue
        answer = bob.get(there) if method == 'GET' else bob.send(method, there, '', {'X-Weft-Token': bob.token})
        point('Terms' not in answer.text and site.url + '/terms' not in answer.text, f'{method} {path}: a stranger learns nothing', answer.text[-500:])
        if '{n}' in path:
            equal(answer.status, 401 if needs == 'NEEDS_FEED' else 404, f'{method} {path}: for a stranger the page is not there')
    cross = bob.send('POST', '/seen-all', f't={bob.token}', {'Content-Type': 'application/x-www-form-urlencoded', 'Origin': 'http://evil.example'})
    equal(cross.status, 403, 'a form of another site is refused, whatever it carries')
    equal(bob.get('/', **{'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors'}).status, 403, 'a picture of a stored page cannot reach us')
    equal(bob.get('/', **{'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate'}).status, 200, 'a link can')
    equal(server.client().get('/sign-in', Host='evil.example').status, 403, 'a name that is not ours is refused')


def main():
    site = Site()
    with Server(harness.SCRATCH, every='1h') as server:
        anna = test_first_run(server)
        bob = test_sign_in(server, anna)
        page = test_news(site, anna, bob)
        test_views(anna, page)
        test_why(anna, bob, page)
        test_shared_work(anna, bob, page)
        test_shapes(anna, site)
        test_share(anna, bob, server, page)
        test_pages(anna, page, site)
        test_sentinels(anna, bob, site)
        test_channels(anna, bob, server)
        test_reader(anna, server)
        test_reader(anna, server)
        test_feed(anna, bob, server)
        test_strangers(server, bob, site, anna)
        test_asked_again(site, anna)
        kept = dict(bob.cookies)
        equal((bob.get('/').status, bob.post('/sign-out').status), (200, 303), 'signing out')
        bob.cookies = kept
        equal(bob.get('/').status, 303, 'ends the session at once, whoever kept its cookie')
        packed = anna.get('/weft.css', **{'Accept-Encoding': 'gzip, br'})
        point(packed.header('Content-Encoding') == 'gzip' and gzip.decompress(packed.bytes) == anna.get('/weft.css').bytes, 'files are sent compressed to whoever takes that')
        equal(bob.get('/').status, 303, 'ends the session')
    equal((server.status, server.errors), (0, ''), 'a signal ends the server cleanly')
    done()


main()
