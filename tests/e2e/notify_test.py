#!/usr/bin/env python3
"""Changes go out as messages: real mail through a real mail server, webhooks with signatures, chats, programs; digests, quiet hours, floors; and
receivers that refuse, hang, lie, or are where nobody may send to."""
import base64
import hashlib
import hmac
import json
import os
import pty
import sqlite3
import stat
import subprocess
import threading
import time

from receivers import MailServer, Receiver
from website import Archive, Site
from harness import SCRATCH, WEFT, done, equal, point, write

site, mail, hook = Site(), MailServer(), Receiver()
weft = Archive('notify.db', WEFT_SMTP=mail.url, WEFT_MAIL_FROM='weft@example.org', WEFT_PUBLIC_URL='https://weft.example')
PAGE = '<title>Prices</title><h1>Tables</h1><p>Oak table {} euro, seats six.</p><p>Lead time is four weeks for all tables.</p>'


def change(path='/p'):
    """another version of the page, checked"""
    change.n += 1
    site.pages[path] = PAGE.format(340 + change.n)
    return weft('check', site.url + path)


change.n = 0
url = site.url + '/p'
site.pages['/p'] = PAGE.format(340)

# ---- Channels
first = weft('channel', 'add', 'mail', 'mail:anna@example.org')
point(first.status == 0 and 'default' in first.out, 'the first channel is the default', first.out, first.err)
made = weft('channel', 'add', 'hook', f'{hook.url}/hook?token=sesame', '--json').json()
secret = made['secret']
point(secret.startswith('whsec_'), 'a webhook gets a secret', made)
point('sesame' not in weft('channel', 'list').out + json.dumps(weft('channel', 'list', '--json').json()), 'which no list shows, nor the path')
for bad in (['x', 'mail:anna'], ['none', 'mail:a@b.c'], ['x'], ['x', 'ntfy:t', '--floor', '2'], ['x', 'ntfy:t', '--quiet-hours', 'night'],
            ['x y', 'ntfy:t'], ['x', 'mail:a@b.c\r\nRCPT TO:<x@y.z>']):
    result = weft('channel', 'add', *bad)
    point(result.status == 2 and result.err, f'refused: {bad}', result.out)
equal(weft('channel', 'test', 'mail').out, 'mail: sent\n', 'a test message is sent')
equal(mail.messages()[-1]['subject'], 'A test message from weft', 'and comes')
weft('channel', 'test', 'hook')
point(hook.posted('/hook?token=sesame')[-1]['subject'] == 'A test message from weft', 'a webhook too')

# ---- A change by mail, and by webhook
weft('add', url, '--notify', 'mail', '--notify', 'hook', '--now')
equal(len(mail.letters), 1, 'a first version is no news')
equal(change().status, 1, 'the page changed')
letter = mail.messages()[-1]
point('341' in letter['subject'] and '340' in letter['subject'] and letter['subject'].endswith(' – Prices'), 'the subject is the headline, and names the page', letter['subject'])
equal(letter['to'], 'anna@example.org', 'to whom it is for')
point(letter['list-unsubscribe'].startswith('<https://weft.example/k/o.'), 'it can be turned off', letter['list-unsubscribe'])
html, text = letter.get_body(('html',)).get_content(), letter.get_body(('plain',)).get_content()
point('>340</del>' in html and '>341</ins>' in html, 'marked changes in the HTML', html)
point('Oak table 340 → 341 euro' in text, 'and in the text', text)
point('https://weft.example/page/1/diff?a=1&amp;b=2' in html and 'k/d.' in html and 'k/p.' in html, 'with links to the difference, to dismiss and to pause')
point(len(mail.letters[-1].content) < 100000 and 'prefers-color-scheme:dark' in html, 'small, and dark where it is dark')
where, headers, body = hook.got[-1]
head = {name.lower(): value for name, value in headers.items()}
signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.{body}".encode()
mac = base64.b64encode(hmac.new(base64.b64decode(secret[6:]), signed, hashlib.sha256).digest()).decode()
equal(head['webhook-signature'], f'v1,{mac}', 'the webhook is signed')
message = json.loads(body)
equal((message['id'], message['events'][0]['event']['url'], message['events'][0]['changes'][0]['new']['text']), (head['webhook-id'], url, '341'),
      'and says what changed')
point(abs(int(head['webhook-timestamp']) - time.time()) < 60, 'now')
n = len(mail.letters), len(hook.got)
weft('check', url)
equal((len(mail.letters), len(hook.got)), n, 'nothing new, nothing sent')
equal(weft('outbox', 'list').out, 'No messages.\n', 'nothing waits')
equal({row['state'] for row in weft('outbox', 'list', '--state', 'all', '--json').json()['messages']}, {'sent'}, 'all was sent')

other = weft('channel', 'add', 'hook', '--secret', 'new', '--json').json()['secret']
point(other.startswith('whsec_') and other != secret, 'a webhook may get a new secret, also one that BY has made', other)
weft('channel', 'add', 'hook', '--secret', secret)

# ---- Header injection from a page
site.pages['/p'] = '<title>x</title><h1>Tables</h1><p>Oak table 999\r\nBcc: all@example.org\r\n\r\n&#10;Bcc: b@example.org euro, seats six.</p>'
weft('check', url)
letter = mail.messages()[-1]
point(letter['bcc'] is None and letter['subject'] and mail.letters[-1].rcpt_tos == ['anna@example.org'], 'a page puts in no header', letter.items())

# ---- Other forms
write('keep', '#!/bin/sh\ncat > "$1"\n')
os.chmod('keep', stat.S_IRWXU)
names = []
for name, address in {'ntfy': f'ntfy:{hook.url}/topic', 'slack': f'slack:{hook.url}/slack', 'discord': f'discord:{hook.url}/discord',
                      'matrix': f'matrix:{hook.url.replace("://", "://tok@")}/!room:example.org', 'telegram': f'telegram:{hook.url}/bot1:x?chat_id=42',
                      'command': f'command:{os.path.abspath("keep")} {SCRATCH}/kept;rm'}.items():
    result = weft('channel', 'add', name, address)
    point(result.status == 0, f'{name} is a channel', result.err)
    names += ['--notify', name]
weft('edit', url, *names)
hook.got.clear()
change()
paths = {path: json.loads(body) for path, _, body in hook.got}
equal(sorted(path.split('?')[0][:20] for path in paths), ['/', '/_matrix/client/v3/r', '/bot1:x/sendMessage', '/discord', '/slack'], 'each way has its own request')
equal((paths['/']['topic'], len(paths['/']['sequence_id']) > 20), ('topic', True), 'ntfy, with a key of its own')
equal(paths['/bot1:x/sendMessage']['chat_id'], '42', 'telegram')
equal([head for path, head, _ in hook.got if path.startswith('/_matrix')][0]['Authorization'], 'Bearer tok', 'matrix has its token')
point('events' in json.load(open(f'{SCRATCH}/kept;rm')), 'a command reads JSON, and nothing is a shell')
write('full', '#!/bin/sh\necho "disk is full" >&2\nexit 3\n')
os.chmod('full', stat.S_IRWXU)
weft('channel', 'add', 'full', f'command:{os.path.abspath("full")}')
result = weft('channel', 'test', 'full')
point('status 3: disk is full' in result.err, 'what a command says of its trouble is told', result.err)
equal(weft('outbox', 'list').out, 'No messages.\n', 'and a test is tried once')
equal(weft('channel', 'remove', 'full').status, 0, 'it is removed with that')
weft('channel', 'add', 'fax', 'fax:+4930123456')
weft('channel', 'test', 'fax', env={'WEFT_FAX': '*@fax.example.org'})
equal(mail.letters[-1].rcpt_tos, ['+4930123456@fax.example.org'], 'a fax by its gateway')
weft('channel', 'test', 'fax', env={'WEFT_FAX': os.path.abspath('keep')})
point('test message' in open(f'{SCRATCH}/+4930123456').read(), 'or by a program')
matrix = [body for path, body in paths.items() if path.startswith('/_matrix')][0]
point('Oak table <del>' in matrix['formatted_body'] and '</u> euro, seats six.<br>' in matrix['formatted_body'], 'Matrix breaks lines where it is told to', matrix)
point('Oak table ~' in paths['/slack']['text'] and '~ *34' in paths['/slack']['text'] and 'Prices\n' in paths['/slack']['text'], 'Slack has its own marks, and the page', paths['/slack'])
embed = paths['/discord']['embeds'][0]
point('Oak table ~~' in embed['description'] and '~~ **34' in embed['description'] and embed['title'] == 'Prices' and 'Oak table' in paths['/discord']['content'], 'Discord too, and no headline twice', paths['/discord'])

log = weft('log', url, '--json').json()['versions'][0]
equal(sorted((row['channel'], row['state']) for row in log['sent']), [(name, 'sent') for name in sorted(names[1::2])], 'the log says by which channels a version was sent')
point(f'sent to slack (slack:{hook.url}' in weft('log', url).out, 'in words, too', weft('log', url).out[:500])

# ---- Words of one's own
point('{headline}' in weft('channel', 'add', 'mail', '--subject', '{headlin}').err, 'a word that a template does not know is refused')
weft('channel', 'add', 'mail', '--subject', '{host} says: {headline}', '--text', '{title} [{importance}]\n{changes}')
weft('channel', 'add', 'ntfy', '--text', 'Look: {url}')
weft('edit', url, '--notify', 'mail', '--notify', 'ntfy')
hook.got.clear()
change()
letter = mail.messages()[-1]
point(letter['subject'].startswith('127.0.0.1 says: '), 'a subject in words of one\'s own', letter['subject'])
text = letter.get_body(('plain',)).get_content()
point(' → ' in text, 'and a text', text)
equal(json.loads(hook.got[-1][2])['message'].strip(), f'Look: {url}', 'also on the telephone')
weft('channel', 'add', 'mail', '--subject', 'default', '--text', 'default')

# ---- Floors, digests, quiet hours, tags, none
weft('edit', url, '--notify', 'mail')
weft('channel', 'add', 'mail', '--floor', '1')
n = len(mail.letters)
change()
equal(len(mail.letters), n, 'what matters less than the floor is not sent')
weft('channel', 'add', 'mail', '--floor', '0', '--digest', 'week')
change(), change()
equal(len(mail.letters), n, 'a digest waits')
point('2 events wait' in weft('outbox', 'list').out, 'which the outbox says', weft('outbox', 'list').out)
with sqlite3.connect(weft.store) as db:
    db.execute('UPDATE outbox SET due_at = 1 WHERE delivery IS NULL')
weft('check')
equal(len(mail.letters), n + 1, 'and comes as one message')
point('and 1 more' in mail.messages()[-1]['subject'], 'with both changes', mail.messages()[-1]['subject'])
weft('channel', 'add', 'mail', '--digest', 'none', '--quiet-hours', '00:00-23:59')
change()
equal(len(mail.letters), n + 1, 'quiet hours are quiet')
point('1 event waits for the channel mail, to be sent' in weft('outbox', 'list').out, 'and the outbox says for what', weft('outbox', 'list').out)
weft('channel', 'add', 'mail', '--quiet-hours', 'off')
weft('check')
equal(len(mail.letters), n + 2, 'what waited for their end comes when they are given up')
n += 1
weft('edit', url, '--notify', 'none')
change()
equal(len(mail.letters), n + 1, 'a page may be silent')
weft('channel', 'add', 'hook', '--tag', 'urgent')
weft('edit', url, '--clear', 'notify', '--tag', 'urgent')
hook.got.clear()
change()
equal((len(mail.letters), len(hook.got)), (n + 1, 1), 'a tag has its channel')
weft('edit', url, '--clear', 'tag')
change()
equal(len(mail.letters), n + 2, 'else the default is told')
weft('add', url, '--notify', 'mail:ben@example.org')
change()
equal(mail.letters[-1].rcpt_tos, ['ben@example.org'], 'an address will do')
weft('edit', url, '--notify', 'mail:anna@example.org')
equal([row['watch']['notify'] for row in weft('list', '--json').json() if row['url'] == url], [['mail']], 'one that a channel has is that channel')
weft('edit', url, '--notify', 'mail:ben@example.org')
teams = [f'{hook.url}/team-one', f'{hook.url}/team-two', f'ntfy:{hook.url}/topic-one', f'ntfy:{hook.url}/topic-two']
weft('edit', url, *(word for team in teams for word in ('--notify', team)))
hook.got.clear()
change()
equal(sorted(json.loads(body).get('topic', path) for path, _, body in hook.got), ['/team-one', '/team-two', 'topic-one', 'topic-two'],
      'each address of one host gets its own message')
listed = weft('channel', 'list').out
point(not any(word in listed for word in ('team-', 'topic-')), 'and the names of their channels show no path', listed)
site.pages['/s'] = PAGE.format(1)
for name, by in {'one': f'webhook "{teams[0]}"', 'two': f'webhook "{teams[1]}"', 'both': f'webhook "{hook.url}/a", webhook "{hook.url}/b"'}.items():
    result = weft('sentinel', 'create', write('s.sentinel', f'CREATE SENTINEL {name} ON "{site.url}/s" MONITOR any change BY {by};'))
    point(result.status == 0, f'sentinel {name}', result.err)
equal(len(weft('channel', 'list').out.splitlines()), len(listed.splitlines()) + 2, 'an address that was given before has its channel')
weft('check', site.url + '/s')
hook.got.clear()
change('/s')
equal(sorted(path for path, _, _ in hook.got), ['/a', '/b', '/team-one', '/team-two'], 'sentinels, too, tell each address its own')

weft('channel', 'add', 'spare', f'{hook.url}/spare')
weft('edit', url, '--notify', 'spare')
result = weft('channel', 'remove', 'spare')
point(result.status == 2 and f'used by {url};' in result.err, 'a channel that a page names is not removed', result)
weft('sentinel', 'create', write('s.sentinel', f'CREATE SENTINEL third ON "{site.url}/s" MONITOR any change BY channel spare;'))
weft('edit', url, '--notify', 'mail')
result = weft('channel', 'remove', 'spare')
point(result.status == 2 and 'used by the sentinel third;' in result.err, 'nor one that a sentinel names', result)
result = weft('channel', 'remove', f'{hook.url}/...')
point(result.status == 2 and 'the sentinel one' in result.err, 'also by its address', result)
weft('sentinel', 'drop', 'third')
equal(weft('channel', 'remove', 'spare').status, 0, 'nobody names it any more')

# ---- Confirmation
weft('channel', 'add', 'new', 'mail:carl@example.org', '--confirm')
code = mail.messages()[-1].get_body(('plain',)).get_content().split('The code is ')[1].split('.')[0]
weft('edit', url, '--notify', 'new')
n = len(mail.letters)
change()
equal(len(mail.letters), n, 'nothing goes to an address that is not confirmed')
point('1 event waits for the channel new, which is not confirmed' in weft('outbox', 'list').out, 'it waits', weft('outbox', 'list').out)
result = weft('channel', 'test', 'new')
point(result.status == 2 and 'not confirmed' in result.err and len(mail.letters) == n, 'nor does a test', result)
equal(weft('channel', 'confirm', 'new', 'wrong').status, 2, 'a wrong code confirms nothing')
equal(weft('channel', 'confirm', 'new', code).status, 0, 'the code does')
weft('check')
equal([letter.rcpt_tos for letter in mail.letters[n:]], [['carl@example.org']], 'and what waited is sent')
more = [weft('channel', 'add', f'new{i}', 'mail:carl@example.org', '--confirm').status for i in range(3)]
equal(more, [0, 0, 2], 'nobody is flooded with codes')
n = len(mail.letters)
change()
equal(mail.letters[-1].rcpt_tos, ['carl@example.org'], 'then it does')

# ---- Receivers that do not take it
mail.refuse = '451 not now'
change()
rows = weft('outbox', 'list', '--json').json()['messages']
point(len(rows) == 1 and rows[0]['state'] == 'waiting' and '451' in rows[0]['error'], 'what is refused for now is tried again later', rows)
mail.refuse = None
weft('outbox', 'retry')
equal(weft('outbox', 'list', '--json').json()['messages'], [], 'and may be at once')
mail.refuse = '550 no such user'
change()
rows = weft('outbox', 'list', '--json').json()['messages']
equal([(row['state'], row['error']) for row in rows], [('dead', 'the mail server said: 550 no such user')], 'what is refused for good is given up, with the words of the server')
mail.refuse = None
n = len(mail.letters)
equal(weft('outbox', 'retry', str(rows[0]['id'])).out, '1 message is tried again\n1 message sent\n', 'until somebody tries it again')
equal((len(mail.letters), weft('outbox', 'retry', str(rows[0]['id'])).status), (n + 1, 2), 'which cannot be done with what was sent')
hook.ways['/gone'] = lambda h: hook.answer(h, 410)
hook.ways['/busy'] = lambda h: hook.answer(h, 503, [('Retry-After', '7200')])
hook.ways['/moved'] = lambda h: hook.answer(h, 302, [('Location', hook.url + '/elsewhere')])
hook.ways['/talk'] = hook.talk
names = []
for name in ('gone', 'busy', 'moved', 'talk'):
    weft('channel', 'add', name, f'{hook.url}/{name}')
    names += ['--notify', name]
weft('edit', url, *names)
change()
states = {row['channel']: row for row in weft('outbox', 'list', '--state', 'all', '--json').json()['messages'] if row['channel'] in ('gone', 'busy', 'moved', 'talk')}
equal({name: row['state'] for name, row in states.items()}, {'gone': 'dead', 'busy': 'waiting', 'moved': 'dead', 'talk': 'sent'}, 'each ends as it must')
point(states['busy']['next_try_at'] > states['busy']['made_at'] and not hook.posted('/elsewhere'), 'no redirect is followed')
point(f'points to {hook.url}/elsewhere' in states['moved']['error'], 'but told', states['moved'])

# ---- Where nobody may send to
weft('channel', 'add', 'inside', f'{hook.url}/inside')
result = weft('channel', 'test', 'inside', env={'WEFT_ALLOW_ADDRESS': ''})
point(result.status == 2 and 'not a public address' in result.err and not hook.posted('/inside'), 'a private address is refused', result.err)

# ---- A receiver that hangs holds up nobody
hook.ways['/hang'] = hook.hang
for name in ('hang', 'ok'):
    weft('channel', 'add', name, f'{hook.url}/{name}')
weft('edit', url, '--notify', 'hang', '--notify', 'ok', '--every', '0')
site.pages['/p'] = PAGE.format(5000)
watching = subprocess.Popen([WEFT, 'watch'], env=weft.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
end = time.time() + 60
while time.time() < end and not (hook.posted('/ok') and hook.posted('/hang')):
    time.sleep(0.05)
point(hook.posted('/ok') and hook.posted('/hang'), 'a receiver that hangs holds up nobody')
watching.terminate()
watching.wait()
weft('edit', url, '--notify', 'hang')
with sqlite3.connect(weft.store) as db:
    db.execute('DELETE FROM outbox')
    db.execute('DELETE FROM delivery')
weft.env['WEFT_SEND_TIME'] = '1s'
result = change()
point('1 message has not been taken yet and will be tried again' in result.err, 'a check waits as long as it may take, and says so', result)
rows = weft('outbox', 'list', '--json').json()['messages']
equal([(row['state'], row['tries']) for row in rows], [('waiting', 1)], 'the outbox has the rest')
for _ in range(2):
    weft('channel', 'test', 'ok')
equal(len(weft('outbox', 'list', '--limit', '1', '--json').json()['messages']), 1, 'however many were sent since')

# ---- A slow receiver gets nothing twice: the command waits for its answer
del weft.env['WEFT_SEND_TIME']
answering = threading.Event()
hook.ways['/slow'] = lambda h: answering.wait(60) and hook.answer(h, 204)
weft('channel', 'add', 'slow', f'{hook.url}/slow')
weft('edit', url, '--notify', 'slow')
site.pages['/p'] = PAGE.format(6000)
terminal, end = pty.openpty()
checking = subprocess.Popen([WEFT, 'check', url], env=weft.env, stdout=subprocess.PIPE, stderr=end, text=True)
os.close(end)
said = b''
while b'waiting for the receiver of 1 message' not in said:
    said += os.read(terminal, 4096)
answering.set()
out = checking.communicate()[0]
point(out.endswith('1 message sent\n'), 'somebody at a terminal is told what it waits for, and what was sent', out, said)
weft('check', url)
equal((len(hook.posted('/slow')), {row['tries'] for row in weft('outbox', 'list', '--state', 'all', '--json').json()['messages'] if row['channel'] == 'slow'}), (1, {1}),
      'one message, once')
mail.close()
done()
