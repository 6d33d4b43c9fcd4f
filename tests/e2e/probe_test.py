"""The second look: a page that is new is fetched twice, a few seconds apart, and what differs is never announced. Forms are not sent twice."""
import itertools
import json

from website import Archive, Site
from harness import done, equal, point

site = Site()
weft = Archive(WEFT_PROBE='on')
count = itertools.count()
ADVERTS = ['Boots for every mountain and every weather', 'Cheap flights to the sun from your town', 'Learn a language in thirty easy lessons',
           'Fresh vegetables brought to your own door', 'Coffee from small farms roasted every week']
news = ['The library is open again after two years of repairs.']


def page(_headers=None, _body=None):
    return ('<!DOCTYPE html><title>Town</title><main><h1>News of the town</h1>' + ''.join(f'<p>{n}</p>' for n in news)
            + f'<h2>From our friends</h2><p>{ADVERTS[next(count) % len(ADVERTS)]}</p></main>')


def outcomes(*words):
    return {line['url']: line for line in map(json.loads, weft('check', '--json', '--all', *words).out.splitlines())}


site.pages['/robots.txt'] = 'User-agent: *\nDisallow: /private\n'
for path in ('/town', '/form', '/private', '/plain'):
    site.pages[path] = page
site.pages['/plain'] = '<title>Plain</title><main><p>Nothing ever changes on this page, on any visit.</p></main>'
weft('add', f'{site.url}/town', f'{site.url}/private', f'{site.url}/plain')
weft('add', f'{site.url}/form', '--form', 'q=tea')
first = outcomes()
equal(first[f'{site.url}/town']['outcome'], 'first', 'the page is kept')
equal(len(site.asked('/town')), 2, 'it is looked at twice')
equal(len(site.asked('/form')), 1, 'a form is sent once')
equal(len(site.asked('/private')), 0, 'what robots.txt forbids is not looked at')
versions = weft('log', f'{site.url}/town', '--json').json()['versions']
equal(len(versions), 1, 'the second look keeps no version')
equal(outcomes()[f'{site.url}/town']['outcome'], 'quiet', 'the advert is not announced, from the first visit on')
why = weft('why', f'{site.url}/town', '--json').json()['held_back']
point(why and 'each time the page is loaded' in why[0]['why'], 'and the reason is said', why)
news.insert(0, 'The old bridge is closed until the end of the summer.')
told = outcomes()[f'{site.url}/town']
point(told['outcome'] == 'changed' and 'bridge' in told['headline'], 'news beside it is', told)
before = len(site.asked('/town'))
outcomes()
equal(len(site.asked('/town')), before + 1, 'later visits are one request each')

# A page that differs between loads is asked again before anybody is told: what only one answer has is not told, and the later one is kept.
TIPS = ['Air your rooms twice', 'Oil the hinges in autumn', 'Salt the steps before dusk', 'Turn the mattress in May', 'Cover the well at night',
        'Whet the scythe on Sundays', 'Beat the rugs in the sun', 'Store the apples apart', 'Bleed the pipes in March', 'Chalk the cellar walls']
loads = itertools.count()


def made_anew(_headers=None, _body=None):
    n = next(loads)
    return (f'<!DOCTYPE html><title>Town</title><main><div class="k{n}x{n * 7919 % 997}"><h1>News of the town</h1>'
            + ''.join(f'<p>{line}</p>' for line in news) + f'<p id="u{n}q">{TIPS[n % len(TIPS)]} and {TIPS[n * 3 % len(TIPS)].lower()}</p></div></main>')


site.pages['/anew'] = made_anew
weft('add', f'{site.url}/anew')
outcomes()
quiet = [outcomes()[f'{site.url}/anew']['outcome'] for _ in range(3)]
equal(quiet, ['quiet'] * 3, 'what is another on each load is not told, though nothing of its place has a name that stays')
news.insert(0, 'The ferry crosses the bay twice a day from now on.')
before = len(site.asked('/anew'))
told = outcomes()[f'{site.url}/anew']
point(told['outcome'] == 'changed' and 'ferry' in told['headline'] and not any(t in told['headline'] for t in TIPS), 'news is', told)
equal(len(site.asked('/anew')), before + 2, 'and was asked for twice')
versions = weft('log', f'{site.url}/anew', '--json').json()['versions']
equal(len(versions), len(quiet) + 2, 'one of the two answers is kept')
stale = ['The market is moved to the old square for all of June.']


def in_turns(_headers=None, _body=None):
    return made_anew() if next(turns) % 2 else made_anew().replace('<h1>', f'<p>{stale[0]}</p><h1>')


turns = itertools.count()
site.pages['/anew'] = in_turns
equal(outcomes()[f'{site.url}/anew']['outcome'], 'quiet', 'a text that is gone again two seconds later is not told')
site.pages['/anew'] = lambda *_: made_anew().replace('<h1>', f'<p>{stale[0]}</p><h1>')
told = outcomes()[f'{site.url}/anew']
point(told['outcome'] == 'changed' and 'market' in told['headline'], 'but when it has come to stay', told)

off = Archive('off.db', WEFT_PROBE='off')
off('add', f'{site.url}/town')
before = len(site.asked('/town'))
off('check', '--all')
equal(len(site.asked('/town')), before + 1, 'it can be switched off')
done()
