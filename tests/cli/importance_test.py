#!/usr/bin/env python3
"""weft importance: what is other at every visit weighs little, by the archive's own versions or by files of a history."""
import json

from archive import HOUR, Archive, w
from harness import done, equal, page, point, trouble, weft, write

STORY = 'The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. '
ADVERTS = ['Buy a red bicycle with a bell at the corner shop now', 'Fresh herring every day down at the old harbour market',
           'Learn to play the violin in only three summer weeks', 'Our carpets are softer than the grass of any meadow',
           'Tickets for the winter circus are on sale since noon', 'A dentist who whistles while he works is what you need',
           'Lamps that burn a thousand nights for half the price', 'The finest umbrellas of the town keep everybody dry']


def front(i, story=STORY):
    return page(f'<header><a href="/">Home</a> <a href="/about">About</a></header><main><h1>The bridge</h1><p>{story}</p><p>{STORY * 2}</p></main>'
                f'<aside><h2>Advert</h2><p>{ADVERTS[i % len(ADVERTS)]}, number {i} of {i * 7}.</p></aside><footer><p>Imprint and terms.</p></footer>')


def weigh(*words):
    """E, and the reasons of all blocks"""
    run = w('importance', *words, '--json')
    data = run.json()
    return data['importance'], ' '.join(block['why'] for block in data['blocks']), data['history']


BUSY, CALM, OTHER = 'https://busy.example/', 'https://calm.example/', 'https://other.example/'
versions = [front(i) for i in range(7)] + [front(7, 'The council has put off its decision until the autumn.')]
a = Archive()
a.page(BUSY, versions, every=HOUR, state=json.dumps({'checks': 8, 'changes': 8}))
a.page(CALM, versions, every=HOUR, state=json.dumps({'checks': 30, 'changes': 8}))
a.page(OTHER, versions[:2], every=HOUR, state=json.dumps({'checks': 8, 'changes': 8})).saw(OTHER, 1)
a.fill()

# ---- The archive
noise, why, n = weigh(f'{BUSY}@6', f'{BUSY}@7')
plain, plain_why, none = weigh(f'{CALM}@6', f'{CALM}@7')
equal((n, none), (5, 0), 'versions stand for visits only where nearly every check has brought one')
point('every visit' in why and 'every visit' not in plain_why, 'the reason is told', why, plain_why)
point(0 < noise < plain / 3, 'what always changes weighs less', noise, plain)
story, why, n = weigh(f'{BUSY}@7', '@8')
point(story > 10 * noise and n == 6, 'what does not always change weighs as much as ever', story, noise)
early, why, n = weigh(f'{BUSY}@1', '@2')
equal((n, 'every visit' in why), (0, False), 'the first versions have no history')
equal(weigh(BUSY)[2], 0, 'a page alone: since it was last looked at, which was never')
equal(weigh(OTHER)[0], weigh(f'{OTHER}@1', '@2')[0], 'the same as the versions by number')
text = w('importance', f'{BUSY}@6', '@7').out
point(text.startswith('importance 0.') and 'changes on every visit' in text, 'for people', text)
delta = w('vidiff', f'{BUSY}@6', '@7', '--json', '--importance').json()
equal(delta['importance'], noise, 'vidiff takes versions too, and weighs them alike')
trouble(w('importance', f'{BUSY}@99', '@7'), 'a version that is not there', '1 to 8')
trouble(w('importance', 'https://nobody.example/@1', '@2'), 'a page that is not there', 'nobody.example')

# ---- Files
for i, body in enumerate(versions):
    write(f'{i}.html', body)
history = [word for i in range(5) for word in ('--history', f'{i}.html')]
alone = weft('importance', '5.html', '6.html', '--json').json()
known = weft('importance', '5.html', '6.html', *history, '--json').json()
equal((alone['history'], known['history']), (0, 5), 'how many older versions were taken')
point(0 < known['importance'] < alone['importance'] / 3, 'older files tell it as well', known, alone)
point(abs(known['importance'] - noise) < 1e-9, 'and lead to what the archive says', known['importance'], noise)
written = weft('importance', '6.html', '7.html', *history, '--history', '5.html', '--json').json()['importance']
point(abs(written - story) < 1e-9, 'for the story, too', written, story)
same = [word for _ in range(4) for word in ('--history', '5.html')]
equal(weft('importance', '5.html', '6.html', *same, '--json').json()['importance'], alone['importance'], 'a history in which nothing changes changes nothing')
dated = [page(f'<main><h1>The bridge</h1><p><span class="date">{date}</span> {STORY * 3}</p></main>') for date in ('3rd of June', '4th of July')]
for name, body in zip(('june.html', 'july.html'), dated):
    write(name, body)
write('rules', '0.1 .date\n0.5 h1\n')
reasons = weft('importance', 'june.html', 'july.html', '--rules', 'rules').out
point("rule '.date'" in reasons and "rule 'h1'" not in reasons, 'only rules that weigh words that changed are named', reasons)
write('rules', '0 .date\n')
point(weft('importance', 'june.html', 'july.html', '--json').json()['importance'] > 0, 'a date changed')
equal(weft('importance', 'june.html', 'july.html', '--rules', 'rules', '--json').json()['importance'], 0, 'a rule is for the words that changed, not for the block around them')
write('old.vixml', '<XML><Document><Block Ref="B1" Importance="0.1"><Txts Txt="one two three four"/></Block><Block Ref="B2" Importance="0.7"><Block Ref="B2.1" Importance="0.3">'
      '<Txts Txt="stays as it is"/></Block><Block Ref="B2.2" Importance="0.4"><Links><link Name="a" Adr="/a"/><link Name="b" Adr="/b"/></Links></Block></Block>'
      '<Block Ref="B3" Importance="0.2"><Imgs><img Name="p" Src="/p"/><img Name="q" Src="/q"/><img Name="r" Src="/r"/><img Name="s" Src="/s"/></Imgs></Block></Document></XML>')
write('new.vixml', '<XML><Document><Block Ref="B1" Importance="0.1"><Txts Txt="one two three five"/></Block><Block Ref="B2" Importance="0.7"><Block Ref="B2.1" Importance="0.3">'
      '<Txts Txt="stays as it is"/></Block><Block Ref="B2.2" Importance="0.4"><Links>' + ''.join(f'<link Name="{n}" Adr="/{n}"/>' for n in 'abcdef') + '</Links></Block></Block>'
      '<Block Ref="B3" Importance="0.2"><Imgs><img Name="p" Src="/p"/><img Name="q" Src="/q"/></Imgs></Block></Document></XML>')
write('paper.rules', 'insert link 1\nupdate text 1\ndelete image 0.8\n')
example = weft('importance', 'old.vixml', 'new.vixml', '--formula', 'paper', '--rules', 'paper.rules', '--json').json()['importance']
point(abs(example - (0.1 + 0.4 * 4 / 6 + 0.2 * 0.8 * 2 / 4)) < 1e-5, 'Example 1 of the paper, by its formula', example)
write('rules', '0 aside\n')
equal(weft('importance', '5.html', '6.html', *history, '--rules', 'rules', '--json').json()['importance'], 0, 'rules count beside it')
trouble(weft('importance', '5.html', '6.html', '--history', '4.html'), 'one older version', 'at least 2')
trouble(weft('importance', '5.html', '6.html', '--history', '4.html', '--history', 'nowhere.html'), 'a file that is not there', 'nowhere.html')
for name in ('5', '6'):
    weft('segment', f'{name}.html', '--format', 'vixml', '--output', f'{name}.vixml')
trouble(weft('importance', '5.vixml', '6.vixml', *history), 'documents without their pages', 'Vi-XML')
trouble(weft('importance', '5.html', '6.html', '--history', '5.vixml', '--history', '5.vixml'), 'a history of documents', 'Vi-XML')
trouble(weft('importance', '5.html'), 'one file alone', 'OLD NEW')
done()
