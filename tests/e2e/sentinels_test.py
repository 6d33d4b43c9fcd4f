#!/usr/bin/env python3
"""Sentinels in the archive: created, driven by checks, told once each, in time, with their own references; inherited, altered, disabled, dropped."""
import sqlite3
import time

from receivers import MailServer, Receiver
from website import Archive, Site
from harness import done, equal, point, write

site, mail, hook = Site(), MailServer(), Receiver()
weft = Archive('sentinels.db', WEFT_SMTP=mail.url, WEFT_MAIL_FROM='weft@example.org', WEFT_PUBLIC_URL='https://weft.example')
PAGE = ('<title>Teas</title><h1>Teas</h1><p>Our <a href="/{link}">list</a> of teas, fresh every week and sent wherever you live.</p>'
        '<table id=prices><tr><th>tea<th>euro<tr><td>green<td>{price}</table><p>{word}</p>')
facts = {'link': 'a', 'price': 3, 'word': 'nothing special'}


def show(path='/', **changes):
    """the page as it is now, and a check of everything that is due"""
    facts.update(changes)
    site.pages[path] = PAGE.format(**facts)
    time.sleep(0.005)
    return weft('check', '--all')


def create(text):
    return weft('sentinel', 'create', write('s.sentinel', text))


def events(name=None):
    return weft('sentinel', 'events', *([name] if name else []), '--json').json()


url = site.url + '/'
site.pages['/'] = PAGE.format(**facts)

# ---- Mistakes change nothing
result = create(f'CREATE SENTINEL a ON "{url}" MONITOR links; CREATE SENTINEL b ON "{url}" MONITR images;')
point(result.status == 1 and 'MONITOR' in result.out, 'a mistake is named', result.out, result.err)
equal(weft('sentinel', 'list', '--json').json(), [], 'and nothing is made')
equal(weft('sentinel', 'show', 'a').status, 2, 'nothing is there')

# ---- Created, and told
result = create(f'''CREATE SENTINEL links ON "{url}" MONITOR links BY email anna@example.org;
CREATE SENTINEL prices ON "{url}" MONITOR table prices FETCH EVERY 2 hours BY webhook "{hook.url}/prices";
CREATE SENTINEL both USING links AND prices WITHIN 1 day BY interactive;''')
equal((result.status, result.out), (0, 'links: created\nprices: created\nboth: created\n'
                                        "'weft check' fetches the pages that are new; what changes before that is not seen.\n"), 'sentinels are made')
watched = weft('list', '--json').json()[0]
equal((watched['watch']['sentinel'], watched['watch']['fetch']), (True, '2h'), 'their page is watched, as often as they ask')
equal([row['default'] for row in weft('channel', 'list', '--json').json()], [False, False], 'no channel of theirs is for other pages')
listed = weft('sentinel', 'list').out
point(f'on {url}: links, by email anna@example.org' in listed and f'by channel {hook.url}/...' in listed and f'{hook.url}/prices' not in listed, 'the list names pages and ways, and no secret', listed)
equal(sorted(row['name'] for row in weft('channel', 'list', '--json').json()), sorted(['mail:anna@example.org', f'{hook.url}/...']), 'where they tell is a channel')
show()
equal((len(mail.letters), len(hook.got)), (0, 0), 'the first version is what changes are held against')
show(word='something else entirely')
equal((len(mail.letters), len(hook.got), weft('report', '--json').json()['new']), (0, 0, []), 'what nobody asked for is not news')
show(link='b')
equal((len(mail.letters), len(hook.got)), (1, 0), 'a link that changed is told by mail')
letter = mail.messages()[-1]
point('/b' in letter['subject'], 'with its address', letter['subject'])
html = letter.get_body(('html',)).get_content()
point('links, links: 1 new, 1 gone' in html and 'Compared: version 3' in html.replace('\n', ' '), 'what was asked, found and compared', html)
point('/k/s.' in html and '/k/d.' in html and '/k/s.' in letter['list-unsubscribe'], 'one click dismisses it or switches the sentinel off', letter['list-unsubscribe'])
equal(len(weft('report', '--json').json()['new']), 1, 'and is news')
show(price=4)
equal((len(mail.letters), len(hook.got)), (1, 1), 'a price goes to the webhook')
told = hook.posted('/prices')[0]['events'][0]['sentinel_event']
equal((told['sentinel'], told['found'][0]['type'], told['found'][0]['changes'][0]['new']['text']), ('prices', 'table "prices"', '4'), 'with the cell')
equal([event['sentinel'] for event in events()], ['both', 'prices', 'links'], 'the combination happened too, and is in the summary')
equal([len(event['found']) for event in events('both')], [2], 'with both its parts')

# ---- Altered, disabled, enabled
equal(create('ALTER SENTINEL links MONITOR keywords(sale);').status, 0, 'a sentinel may be altered')
show(link='c')
equal(len(mail.letters), 1, 'then it asks for something else')
show(word='the great sale begins')
equal(len(mail.letters), 2, 'which it finds')
equal(weft('sentinel', 'disable', 'links').out, 'links: disabled\n', 'disabled')
show(word='nothing special')
equal(len(mail.letters), 2, 'it rests')
weft('sentinel', 'enable', 'links')
show(word='another sale')
equal(len(mail.letters), 3, 'until it is enabled')
shown = weft('sentinel', 'show', 'links').out
point('ALTER' not in shown and 'MONITOR keywords("sale")' in shown and 'BY email "anna@example.org"' in shown, 'it is shown as it stands now', shown)

# ---- References, cumulative, intervals, history, importance
result = weft('sentinel', 'drop', 'links')
equal(result.status, 2, 'what others stand on cannot be dropped')
point('both stands on links; drop or alter it first' in result.err, 'and they are named', result.err)
for name in ('both', 'links', 'prices'):
    equal(weft('sentinel', 'drop', name).status, 0, f'{name} is dropped')
equal(weft('list', '--json').json(), [], 'with the page that was watched for them')
mail.letters.clear()
create(f'''CREATE SENTINEL second ON "{url}" MONITOR table prices COMPARE EVERY 2 BY email second@example.org;
CREATE SENTINEL fixed ON "{url}" MONITOR table prices COMPARE FIXED 1 BY email fixed@example.org;
CREATE SENTINEL three ON "{url}" MONITOR table prices CUMULATIVE 3 CHANGEHISTORY 2 BY email three@example.org;
CREATE SENTINEL daily ON "{url}" MONITOR table prices NOTIFY EVERY day BY email daily@example.org;
CREATE SENTINEL weighty ON "{url}" MONITOR table prices WHEN IMPORTANCE >= 1 BY email weighty@example.org;
CREATE SENTINEL later ON "{url}" MONITOR table prices FROM NOW + 1 day BY email later@example.org;''')
show()  # what stands when they begin
for price in (11, 12, 13):
    show(price=price)
to = [letter.rcpt_tos[0].split('@')[0] for letter in mail.letters]
equal(sorted(to), sorted(['second', 'fixed', 'fixed', 'fixed', 'three']), 'each by its own reference and rhythm')
three = [m for m in mail.messages() if m['to'] == 'three@example.org'][0]
point('and 2 more changes' in three['subject'], 'three events in one message', three['subject'])
text = three.get_body(('plain',)).get_content()
point('Before this' not in text and text.count('Switch this sentinel off') == 1, 'what is in it is not also before it, and it can be switched off', text)
equal(len(events('daily')), 3, 'the events of a day are kept')
with sqlite3.connect(weft.store) as db:
    db.execute('UPDATE outbox SET due_at = 1 WHERE delivery IS NULL')
weft('check')
equal([letter.rcpt_tos[0] for letter in mail.letters[5:]], ['daily@example.org'], 'and come as one message')
weft('sentinel', 'drop', 'three')
create(f'CREATE SENTINEL past ON "{url}" MONITOR table prices CHANGEHISTORY 2 BY email past@example.org;')
for price in (14, 15, 16):
    show(price=price)
last = [m for m in mail.messages() if m['to'] == 'past@example.org'][-1].get_body(('plain',)).get_content()
point('Before this:' in last and '15 (was 14)' in last and '14 (was 13)' in last, 'with what was before', last)

# ---- Plain watches and sentinels beside each other
weft('add', site.url + '/plain', '--later')
site.pages['/plain'] = PAGE.format(**facts)
weft('check', '--all')
create(f'CREATE SENTINEL plain ON "{site.url}/plain" MONITOR links FETCH EVERY 1 hour BY email plain@example.org;')
rows = {row['url']: row['watch'] for row in weft('list', '--json').json()}
equal((rows[site.url + '/plain']['sentinel'], rows[site.url + '/plain']['fetch']), (False, '1h'), 'a watch that was there stays one')
weft('sentinel', 'drop', 'plain')
rows = {row['url']: row['watch'] for row in weft('list', '--json').json()}
equal(rows[site.url + '/plain']['fetch'], None, 'and is looked at as before')

# ---- A page that only a sentinel watches becomes the user's own by adding it
own = site.url + '/own'
site.pages['/own'] = PAGE.format(**facts)
create(f'CREATE SENTINEL own ON "{own}" MONITOR links FETCH EVERY 1 hour BY interactive;')
weft('check', '--all')
show('/own', word='nobody asked for this')
result = weft('add', own, '--tag', 'mine', '--later')
point(result.out.startswith('added '), 'it is added', result.out)
row = [row for row in weft('list', '--json').json() if row['url'] == own][0]['watch']
equal((row['sentinel'], row['tags'], row['fetch']), (False, ['mine'], '1h'), 'as a watch of the user, looked at as often as the sentinel asks')
equal([new for new in weft('report', '--json').json()['new'] if new['url'] == own], [], 'what came before is not news')
show('/own', word='a change of words that no sentinel asked for')
equal(len([new for new in weft('report', '--json').json()['new'] if new['url'] == own]), 1, 'what comes after is')
create('ALTER SENTINEL own FETCH EVERY 3 hours;')
weft('sentinel', 'drop', 'own')
row = [row for row in weft('list', '--json').json() if row['url'] == own]
equal([(r['watch']['tags'], r['watch']['fetch']) for r in row], [(['mine'], None)], 'and it stays when the sentinel is dropped')

# ---- Editing a sentinel's page makes it the user's own; a watch with a header is another page than the plain one
site.pages['/edited'] = site.pages['/private'] = PAGE.format(**facts)
create(f'CREATE SENTINEL edited ON "{site.url}/edited" MONITOR links BY interactive;')
weft('pause', site.url + '/edited')
weft('resume', site.url + '/edited')
row = {row['url']: row['watch'] for row in weft('list', '--json').json()}[site.url + '/edited']
equal(row['sentinel'], True, 'a pause alone leaves it the sentinel\'s')
weft('edit', site.url + '/edited', '--tag', 'mine')
weft('sentinel', 'drop', 'edited')
equal([row['watch']['tags'] for row in weft('list', '--json').json() if row['url'] == site.url + '/edited'], [['mine']], 'what is edited stays')
weft('add', site.url + '/private', '--header', 'X-Key: secret')
create(f'CREATE SENTINEL private ON "{site.url}/private" MONITOR links BY interactive;')
rows = [row for row in weft('list', '--json').json() if row['url'] == site.url + '/private']
equal(sorted(row['watch']['sentinel'] for row in rows), [False, True], 'a sentinel watches the plain page')
weft('sentinel', 'drop', 'private')
rows = [row for row in weft('list', '--json').json() if row['url'] == site.url + '/private']
equal([(row['watch']['sentinel'], row['watch']['private']) for row in rows], [(False, True)], 'and leaves the other alone')
for path in ('/edited', '/private'):
    weft('remove', site.url + path)

# ---- Tried over what is in the archive
def tried(what, *more):
    return weft('sentinel', 'test', what, *more, '--json').json()


kept = weft('sentinel', 'list', '--json').json()
real = [event['found'][0]['version'] for event in reversed(events('past'))]
trial = tried('past', '--from', str(weft('sentinel', 'show', 'past', '--json').json()['created_at']))
equal([m['events'][0]['found'][0]['version'] for m in trial['messages']], real, 'a trial finds what the sentinel found')
equal(trial['messages'][-1]['events'][0]['headline'], events('past')[0]['headline'], 'in the same words')
typed = write('t.sentinel', f"""CREATE SENTINEL past ON "{url}" MONITOR table prices COMPARE FIXED 1 NOTIFY EVERY day;
CREATE SENTINEL sale ON "{url}" MONITOR keywords(sale) AND table prices WITHIN 1 day;""")
letters, trial = len(mail.letters), tried(typed)
equal({m['sentinel']: m['by'] for m in trial['messages']}, {'sale': [], 'past': []}, 'what is typed is tried in the place of what stands')
point(trial['messages'][-1]['sentinel'] == 'past' and len(trial['messages'][-1]['events']) > 5 and len(trial['messages'][0]['events'][0]['found']) == 2, 'over all versions, each event with its parts', trial)
missing = tried(write('u.sentinel', f'CREATE SENTINEL none ON "{url}" MONITOR table nowhere; CREATE SENTINEL far ON "http://127.0.0.1:9/" MONITOR links;'))
equal((missing['messages'], missing['note'], missing['noted'] > 3), ([], 'table "nowhere" is not on the page', True), 'a table that is not there is named')
equal([page['known'] for page in missing['pages']], [True, False], 'and a page that is not')
equal(tried(typed, '--from', '2020-01-01', '--to', '2020-12-31')['versions'], 0, 'only the time that was asked for')
result = weft('sentinel', 'test', write('bad.sentinel', 'CREATE SENTINEL x ON "http://a/" MONITR links'))
point(result.status == 1 and 'MONITOR' in result.out, 'mistakes are named', result)
result = weft('sentinel', 'test', 'nothing')
point(result.status == 2 and 'no sentinel' in result.err, 'what is neither a sentinel nor a file is not tried', result)
equal((weft('sentinel', 'list', '--json').json(), len(mail.letters)), (kept, letters), 'and nothing was kept or sent')

# ---- Sentinels that cannot tell anything say so
result = create(f'''CREATE SENTINEL parts ON "{url}" MONITOR element "h6" OR table pricess BY interactive;
CREATE SENTINEL ended ON "{url}" MONITOR links TO 2020-01-01 BY interactive;
CREATE SENTINEL turned ON "{url}" MONITOR links FROM 2027-01-01 TO 2026-12-01 BY interactive;
CREATE SENTINEL never ON "{url}" MONITOR links AND NOT links BY interactive;
CREATE SENTINEL left ON "{site.url}/left" MONITOR links BY interactive;''')
NOTES = {'parts': 'table "pricess" is not on the page; element "h6" chooses nothing on the page', 'ended': 'it ended on 2020-01-01',
         'turned': 'it ends before it begins', 'never': 'links AND NOT links cannot happen'}
listed = weft('sentinel', 'list').out
for name, note in NOTES.items():
    made = [line for line in result.out.splitlines() if line.startswith(f'{name}: note: ')]
    for sentence in note.split('; '):  # in any order
        point(len(made) == 1 and sentence in made[0], f'{name} when it is made', result.out)
        point(sentence in weft('sentinel', 'show', name, '--json').json()['note'], f'{name} when it is shown')
        point(sentence in listed, f'{name} in the list', listed)
result = weft('remove', site.url + '/left')
point('1 of your sentinels stands on it' in result.out, 'and a page that is removed', result.out)
point('/left is not watched any more' in weft('sentinel', 'show', 'left').out, 'leaves one that is blind')
result = weft('check', site.url + '/left')
point('nobody watches it' in result.out, 'nobody watches it, so it is not checked', result.out)
result = create(f'CREATE SENTINEL x ON "{url}" MONITOR links BY email "not an address";')
point(result.status == 1 and 's.sentinel:1:' in result.out and 'write BY email anna@example.org' in result.out, 'a way that cannot be is told with its place', result.out)
for name in (*NOTES, 'left'):
    weft('sentinel', 'drop', name)

# ---- Others' names are their own
equal(weft('sentinel', 'create', write('x.sentinel', f'CREATE SENTINEL second ON "{url}" MONITOR links BY interactive;'), env={'WEFT_USER': 'ben'}).status, 0,
      'another user may call theirs the same')
equal(weft('sentinel', 'list', '--json', env={'WEFT_USER': 'ben'}).json()[0]['name'], 'second', 'and sees theirs alone')
equal(weft('sentinel', 'list', '--user', 'ben').out.count('enabled'), 1, 'only that')
equal(weft('sentinel', 'test', 'second', '--user', 'ben', '--json').json()['pages'][0]['known'], True, 'and tries it')

# ---- To another archive: what is kept, and what a sentinel waits for
create(f"""CREATE SENTINEL pair ON "{url}" MONITOR keywords(moving) SEQ table prices BY email pair@example.org;
CREATE SENTINEL posted ON "{url}" MONITOR table prices BY webhook "{hook.url}/posted";""")
show(word='we are moving')
weft('channel', 'add', 'weekly', 'mail:weekly@example.org', '--digest', 'week')
create(f'CREATE SENTINEL weekly ON "{url}" MONITOR table prices BY channel weekly;')
weft('add', site.url + '/chosen', '--later', '--notify', f'{hook.url}/second')
weft('collection', 'create', 'mine', site.url + '/chosen', '--title', 'Mine')
show()
show(price=80)
point('1 event waits for the channel weekly' in weft('outbox', 'list').out, 'an event waits', weft('outbox', 'list').out)
for secrets in ([], ['--with-secrets']):
    other = Archive(f'other{len(secrets)}.db', WEFT_SMTP=mail.url, WEFT_MAIL_FROM='weft@example.org')
    weft('export', *secrets, 'all.jsonl')
    equal(other('import', 'all.jsonl').status, 0, f'everything goes into another archive {secrets}')
    other('export', *secrets, 'again.jsonl')
    equal(open('again.jsonl', encoding='utf-8').read(), open('all.jsonl', encoding='utf-8').read(), 'and out of it again, the same')
    equal(f'{hook.url}/posted' in open('all.jsonl', encoding='utf-8').read(), bool(secrets), 'where a webhook leads is a secret')
    equal(other('sentinel', 'events', '--limit', '1000', '--json').json() == weft('sentinel', 'events', '--limit', '1000', '--json').json(), True, 'with what was found')
    point('1 event waits for the channel weekly' in other('outbox', 'list').out, 'what waits waits there, too', other('outbox', 'list').out)
    equal([c['title'] for c in other('collection', 'list', '--json').json()], ['Mine'], 'and collections are there')
    mail.letters.clear()
    hook.got.clear()
    site.pages['/'] = PAGE.format(**{**facts, 'price': 90 + len(secrets)})
    other('check', '--all')
    point('pair@example.org' in [letter.rcpt_tos[0] for letter in mail.letters], 'a sentinel goes on where it was', mail.letters)
    equal(len(hook.got), len(hook.posted('/posted')), 'nothing goes to half an address')
    equal(len(hook.posted('/posted')), len(secrets), 'a webhook works where its secret came along')
    if not secrets:
        name = f'{hook.url}/...-2'  # another sentinel had the first at that host
        point('address is missing' in other('channel', 'list').out, 'else the list says what is missing', other('channel', 'list').out)
        point(f'1 event waits for the channel {name}, which has no address' in other('outbox', 'list').out, 'what it is told waits', other('outbox', 'list').out)
        point('which has no address' in other('check').err, 'as each check says')
        result = other('channel', 'test', name)
        point(result.status == 2 and 'its address is missing' in result.err and not hook.got, 'nor is it tested', result)
        other('edit', site.url + '/chosen', '--notify', f'{hook.url}/second')
        equal({row['name']: row['confirmed_at'] is None for row in other('channel', 'list', '--json').json() if row['way'] == 'webhook'}, {f'{hook.url}/...': True, name: True, f'{hook.url}/...-3': False},
              'an address goes to the channel that had it')
        other('channel', 'add', name, f'{hook.url}/posted')
        other('check')
        equal(len(hook.posted('/posted')), 1, 'until the address is given again')
mail.close()
done()
