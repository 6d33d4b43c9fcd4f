"""What is held back is never lost: it is listed with its reason, can be announced and dismissed, and each person teaches for themselves."""
from website import Archive, Site
from harness import done, equal, point

site, weft = Site(), Archive()
URL = f'{site.url}/shop'


def page(counter, extra='', price='340', weather='sunny'):
    return (f'<!DOCTYPE html><title>Oak and sons</title><main><h1>Tables of oak</h1>'
            f'<p>We build tables of oak in our workshop by the river, and deliver them within three weeks.</p>{extra}'
            f'<p>The large oak table costs {price} euro.</p><h2>Weather</h2><p class="w">It is {weather} at the workshop today</p></main>'
            f'<footer><p>{counter} visitors online</p></footer>')


def check(text, user=None):
    site.pages['/shop'] = text
    run = weft('check', URL, '--json', *(['--user', user] if user else []))
    return run.json()


def held(*more):
    return weft('report', '--held-back', '--json', *more).json()


site.pages['/shop'] = page(1)
weft('add', URL)
weft('add', URL, '--user', 'bob')
check(page(1))
equal(held(), [], 'nothing is held back at first')
found = check(page(2))
equal(found['outcome'], 'quiet', 'a counter in the footer is held back')
rows = held()
equal([(r['version'], r['suspect'], r['dismissed']) for r in rows], [(2, False, False)], 'and listed')
point('visitors' in str(rows[0]['held_back']) and rows[0]['why'], 'with what it was and why', rows)
text = weft('report', '--held-back').out
point('visitors online' in text and '@2' in text and 'weft tell' in text, 'for a person', text)
point('held back: ' in weft('log', URL).out, 'in the log')
point('2: held back: ' in weft('why', f'{URL}@2').out, 'in why')
equal(weft('why', URL, '--json').json()['held_back'], rows[0]['held_back'], 'as data')

# told: announced, and so is the next of its kind
told = weft('tell', f'{URL}@2', '--json').json()[0]
equal((told['announced'], told['taught'], told['places']), (True, 'tell', 1), 'it is announced')
equal(weft('report').status, 1, 'it is news')
equal(weft('report', '--user', 'bob').status, 0, 'to nobody else')
equal(held(), [], 'it is not held back any more')
equal(check(page(3))['outcome'], 'changed', 'the next change there is announced at once')
equal(len(held('--user', 'bob')), 2, 'for others it is still held back')
undone = weft('tell', f'{URL}@2', '--undo', '--json').json()[0]
equal((undone['announced'], undone['taken_back']), (False, True), 'one act takes it back')
equal(check(page(4))['outcome'], 'quiet', 'and what it taught')
equal(len(held()), 2, 'the version is held back again, and so is the new one')

# dismissed: not news, nor is the next of its kind
weft('seen', URL)
weft('seen', URL, '--user', 'bob')
equal(check(page(4, weather='rainy'))['outcome'], 'changed', 'the weather is announced')
gone = weft('dismiss', URL, '--json').json()[0]
equal((gone['announced'], gone['taught']), (False, 'dismiss'), 'it is dismissed')
equal(weft('report').status, 0, 'it is not news')
equal(weft('report', '--user', 'bob').status, 1, 'for others it is')
equal([(r['version'], r['dismissed'], r['why']) for r in held()], [(gone['version'], True, 'you dismissed it')], 'it is listed as dismissed')
site.pages['/shop'] = page(4, weather='stormy')
run = weft('check', URL, '--json')
equal((run.json()['outcome'], run.status), ('quiet', 0), 'the next one is quiet for who dismissed it')
point('news for others' in run.json()['message'], 'who is told that others have news', run.json())
equal(weft('report').status, 0, 'as the report says')
point('stormy' in weft('report', '--user', 'bob').out, 'for bob it is news', weft('report', '--user', 'bob').out)
found = check(page(4, weather='stormy', price='360'))
equal(weft('report').status, 1, 'another change is news for both')
point('360' in weft('report').out and 'stormy' not in weft('report').out, 'in its own words', weft('report').out)
back = weft('tell', f"{URL}@{gone['version']}", '--json').json()[0]
equal((back['announced'], back['taken_back'], back['taught']), (True, True, 'none'), 'the other act takes it back')
weft('seen', '--all')
check(page(4, weather='calm', price='360'))
point('calm' in weft('report').out, 'the weather is news again', weft('report').out)

# a part: not even new text in it
weft('dismiss', URL, '--this-part')
more = page(4, weather='calm', price='360').replace('</main>', '<p class="w">Tomorrow a strong wind from the north will reach us</p></main>')
check(more)
equal(weft('report').status, 0, 'nothing in that part is news')
point('north' in weft('report', '--user', 'bob').out, 'for others it is', weft('report', '--user', 'bob').out)
extra = '<p>We have hired two new carpenters who know the old ways of joining wood.</p>'
check(more.replace('<p>The large', extra + '<p>The large'))
point('carpenters' in weft('report').out and 'north' not in weft('report').out, 'other parts are', weft('report').out)

# suspect: held, with the reason
check('<title>Sign in</title><h1>Sign in</h1><form><input type=password name=p></form>')
suspect = [r for r in held() if r['suspect']]
point(len(suspect) == 1 and suspect[0]['why'].startswith('it may not be the page itself: '), 'a login page is held back', held())

# who does not watch it, or names a first version
point('you do not watch' in weft('tell', f'{URL}@2', '--user', 'eve').err or weft('tell', f'{URL}@2', '--user', 'eve').status == 2,
      'only who watches a page can teach')
first = weft('dismiss', f'{URL}@1')
point(first.status == 2 and 'no change to speak of' in first.err, 'of a first version there is nothing to say', first)

# how much somebody wants to hear
site.pages['/news'] = page(1)
NEWS = f'{site.url}/news'


def news(text):
    site.pages['/news'] = text
    return weft('check', NEWS, '--json').json()['outcome']


weft('add', NEWS, '--sensitivity', 'everything', '--tag', 'small')
news(page(1))
equal(news(page(2)), 'changed', 'everything is announced where that is asked for')
weft('edit', NEWS, '--clear', 'sensitivity')
equal(news(page(3)), 'quiet', 'else not')
weft('settings', 'sensitivity', 'normal, small=everything')
equal(news(page(4)), 'changed', 'for a tag')
weft('edit', NEWS, '--sensitivity', 'normal')
equal(news(page(5)), 'quiet', 'the watch itself overrules it')
weft('edit', NEWS, '--min-importance', '0.99')
equal(news(page(5, extra=extra)), 'quiet', 'what matters less than was asked for is held back')
why = [r['why'] for r in held() if r['url'] == NEWS]
point('below the 0.99 you asked for' in why[0], 'and says so', why)
bad = weft('edit', NEWS, '--sensitivity', 'loud')
point(bad.status == 2 and 'low, normal, high or everything' in bad.err, 'a level must be one', bad)
bad = weft('settings', 'min-importance', 'small=2')
point(bad.status == 2 and 'from 0 to 1' in bad.err, 'and so must an importance', bad)
copy = weft('export').out
point('"lesson"' in copy and '"kind":3' in copy.replace(' ', ''), 'what was taught is exported', copy[:200])

# a quiet check says what it held back
DATE = f'{site.url}/date'
site.pages['/date'] = page(10)
weft('add', DATE)
weft('check', DATE)
site.pages['/date'] = page(11)
line = weft('check', DATE, '--verbose').out
point('1 change held back: 11 visitors online' in line and 'report --held-back' in line, 'a quiet check says what it held back', line)
text = weft('report', '--held-back', '--limit', '1').out
point('more pages; --limit 0' in text, 'a limit says that there is more', text)

# told of one part of a version, nothing else is announced or taught
TOLD = f'{site.url}/told'


def told_page(counter, phone):
    return page(counter).replace('</footer>', f'<div class="ad"><p>Call us {phone}</p></div></footer>')


def told_check(counter, phone):
    site.pages['/told'] = told_page(counter, phone)
    return weft('check', TOLD, '--json').json()


told_check(1, '555 0100') if weft('add', TOLD).status == 0 else None
for counter in range(2, 9):
    told_check(counter, '555 0100')
equal(told_check(9, '555 0199')['outcome'], 'quiet', 'the number of an advert and a counter in the footer are held back')
run = weft('tell', TOLD)
point('Call us 555 0199' in run.out.split('still held back')[0] and 'visitors' not in run.out.split('still held back')[0], 'tell prints what it announces', run.out)
point('visitors online' in run.out.split('still held back')[1] and '--part N' in run.out, 'and what it does not', run.out)
text = weft('report').out
point('555 0199' in text and '9 visitors' not in text, 'which the report shows', text)
entry = weft('log', TOLD, '--limit', '1').out
point('quiet' not in entry and 'held back: Call' not in entry and '555 0199' in entry and 'held back: 9 visitors' in entry, 'as does the log', entry)
equal(told_check(10, '555 0199')['outcome'], 'quiet', 'what was not told is not taught')
found = told_check(11, '555 0111')
equal((found['outcome'], '555 0111' in found['headline']), ('changed', True), 'what was told is')
weft('tell', f'{TOLD}@9', '--undo')
equal(weft('tell', f'{TOLD}@9', '--part', '9').status, 2, 'a part that is not there')
run = weft('tell', f'{TOLD}@9', '--part', '2')
point('visitors online' in run.out.split('still held back')[0] and 'Call' not in run.out.split('still held back')[0], 'one part by its number', run.out)

done()
