#!/usr/bin/env python3
"""What messages of sentinels say: each page has its own headline and importance, old and new of what changed, and one moment is one message."""
from receivers import MailServer
from website import Archive, Site
from harness import done, equal, point, write

site, mail = Site(), MailServer()
weft = Archive('told.db', WEFT_SMTP=mail.url, WEFT_MAIL_FROM='weft@example.org', WEFT_PROBE='off')
TEXT = ' '.join(f'Sentence number {i} stands on this page and does not change.' for i in range(30))


def page(title='Teas', words='nothing special', links='', nav='/'):
    return (f'<title>{title}</title><nav><a href="{nav}">Home</a> <a href="/b">Shop</a></nav><main><h1>Our page:</h1><p>{TEXT}</p><p>{words}</p>'
            f'<p>See {links}</p></main>')


def show(**pages):
    for path, html in pages.items():
        site.pages['/' + path] = html
    found = weft('check', '--all').out
    for _ in range(20):  # on a busy machine a check leaves a message to the next one
        if weft('outbox', 'list').out.startswith('No messages'):
            break
        weft('outbox', 'retry')
    return found


def letters(clear=True):
    found = [(m['subject'], m.get_body(('plain',)).get_content()) for m in mail.messages()]
    if clear:
        mail.letters.clear()
    return found


show(a=page(), b=page('Cups'))
result = weft('sentinel', 'create', write('s.sentinel', f'''
CREATE SENTINEL two ON "{site.url}/a" AND "{site.url}/b" MONITOR any change BY email two@example.org;
CREATE SENTINEL links ON "{site.url}/a" MONITOR links OR images BY email links@example.org;
CREATE SENTINEL weighty ON "{site.url}/a" MONITOR links WHEN IMPORTANCE >= 0.9 BY email weighty@example.org;'''))
equal(result.status, 0, 'sentinels are made')
weft('check', '--all')

# ---- Two pages
show(a=page(words='The shop closes for ever on Friday, and everything must go before.'), b=page('Cups', 'A single word here.'))
(subject, text), = letters()
parts = text.split('-' * 40)
equal(len(parts), 2, 'an event of two pages has two parts')
for part in parts:
    own = 'The shop closes' if 'Teas' in part else 'A single word'
    point(part.strip().startswith(own), f'each has its own headline: {own}', text)
found = weft('sentinel', 'events', 'two', '--json').json()[0]['found']
equal(sorted(p['importance'] for p in found) == [p['importance'] for p in found][:1] * 2, False, 'and its own importance')
point(all(f"Importance {p['importance']:.2f}." in text for p in found), 'which it says', text)
point(subject.startswith('two: ') and subject.endswith(', and 1 more page'), 'the subject names the sentinel, a page and how many more', subject)
point('+0 -0' not in weft('log', site.url + '/b').out, 'the log counts the words', weft('log', site.url + '/b').out)

# ---- Quiet for weft, and yet what the sentinel asked for
found = show(a=page(words='The shop closes for ever on Friday, and everything must go before.', nav='/en/'))
point('1 quiet' in found, 'a link of the menu is quiet', found)
point('held back: Home: /en/ (was /)' in weft('log', site.url + '/a').out, 'and held back', weft('log', site.url + '/a').out)
told = letters()
equal([s.split(':')[0] for s, _ in told if not s.startswith('two')], ['links'], 'what was asked for is told, what must matter is not')
point('Importance 0.00.' in told[-1][1] and 'Importance 1' not in told[-1][1], 'and matters nothing', told)

# ---- Title, and several things at one moment
show(a=page('Coffee', 'The shop closes for ever on Friday, and everything must go before.', '<a href="/x">the <b>new</b> list</a> <img src=/x.png alt="a pot">', '/en/'))
told = dict(letters())
both = [text for subject, text in told.items() if subject.startswith('links: ')]
equal(len(both), 1, 'a link and a picture of one version are one message')
point('New: Our page › the new list: ' in both[0] and 'New: Our page › a pot: ' in both[0], 'each with its words', both)
two = [text for subject, text in told.items() if subject.startswith('two: ')][0]
point('title: Teas → Coffee' in two, 'a title has what it was and what it is', two)
point('page::' not in two, 'one colon is enough', two)

# ---- Drawings are not words; what moved is said to have moved
show(a=page('Coffee', 'The shop closes for ever on Friday, and everything must go before.', '<a href="/y"><svg></svg>the other list</a>', '/en/'))
text = [text for subject, text in letters() if subject.startswith('links: ')][0]
point('New: Our page › the other list: ' in text and '[svg]' not in text, 'a link has its words alone', text)
rows = ''.join(f'<li>The entry number {i} of this list, which is long enough to be known again.</li>' for i in range(6))
one = '<li>What stands here has its own words, and is seen wherever it goes.</li>'
show(a=page('Coffee', f'<ul>{one}{rows}</ul>'))
letters()
show(a=page('Coffee', f'<ul>{rows}{one}</ul>'))
text = ''.join(text for subject, text in letters() if subject.startswith('two: '))
point('moved here: What stands here' in text and 'Gone: What stands' not in text, 'what moved is there once', text)

# ---- As many new ones as gone ones
show(a=page('Coffee', links=' '.join(f'<a href="/old{i}">old {i}</a>' for i in range(20))))
letters()
show(a=page('Coffee', links=' '.join(f'<a href="/new{i}">new {i}</a>' for i in range(20))))
text = [text for subject, text in letters() if subject.startswith('links: ')][0]
equal((text.count('/new'), text.count('/old')), (7, 6), 'of many changes half are what came and half what went')
point('6 new, 6 gone, 28 more' in text, 'and the rest is counted', text)

# ---- Each change once, whatever it is paired with; what made it happen first
weft('sentinel', 'create', write('any.sentinel', f'''CREATE SENTINEL pairs ON "{site.url}/a" MONITOR ANY(2, links, images, words) BY email pairs@example.org;
CREATE SENTINEL row ON "{site.url}/a" MONITOR images SEQ links BY email row@example.org;'''))
weft('check', '--all')
letters()
show(a=page('Coffee', 'Other words stand here now than before.', '<a href="/x">the last list</a> <img src=/z.png alt="a cup">'))
told = [text for subject, text in letters() if subject.startswith('pairs: ')]
equal([len([line for line in text.splitlines() if line.startswith(f'pairs, {what}: ')]) for text in told for what in ('links', 'images', 'words')], [1, 1, 1],
      'a message says each change once')
show(a=page('Coffee', 'Other words stand here now than before.', '<a href="/w">a list behind the last</a> <img src=/z.png alt="a cup">'))
subject = [subject for subject, _ in letters() if subject.startswith('row: ')][0]
point('a list behind the last' in subject and subject.count(' more ') == 1, 'a sequence is told by what completed it, with one count', subject)

# ---- The floor of a channel holds for sentinels too; a page that is paused is said to be
weft('channel', 'add', 'high', 'mail:high@example.org', '--floor', '1')
weft('sentinel', 'create', write('high.sentinel', f'CREATE SENTINEL high ON "{site.url}/a" MONITOR links BY channel high;'))
weft('check', '--all')
show(a=page('Coffee', 'Other words stand here now than before.', '<a href="/v">one more list</a>'))
equal([m['to'] for m in mail.messages() if m['to'] == 'high@example.org'], [], 'what does not matter enough is not sent')
weft('pause', site.url + '/a')
point(f"{site.url}/a is paused: 'weft resume ADDRESS' ends that" in weft('sentinel', 'show', 'high').out, 'why nothing comes', weft('sentinel', 'show', 'high').out)
point('high\n' in weft('sentinel', 'explain', 'high').out, 'a sentinel of the archive is explained', weft('sentinel', 'explain', 'high'))
mail.close()
done()
