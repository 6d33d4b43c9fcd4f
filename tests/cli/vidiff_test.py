#!/usr/bin/env python3
"""weft vidiff, apply, query, importance, simulate: what they write is valid, goes both ways and says what happened."""
import os
import shutil
import subprocess

from harness import done, equal, page, point, read, skip, trouble, weft, write

SCHEMAS = os.path.join(os.environ['WEFT_SOURCE'], 'docs/schema')
XMLLINT = shutil.which('xmllint')


def valid(path, schema):
    if not XMLLINT:
        skip(f'{path} by {schema}', 'xmllint is not here')
        return
    run = subprocess.run([XMLLINT, '--noout', '--nonet', '--relaxng', f'{SCHEMAS}/{schema}.rng', path], capture_output=True, text=True, check=False)
    point(run.returncode == 0, f'{path} is valid by {schema}.rng', run.stderr)


def refused(run, words):
    trouble(run, f'refused: {words}', words)


def document(name, *blocks):
    write(name, '<?xml version="1.0"?><XML><Document Version="%s">%s</Document></XML>' % (name, ''.join(blocks)))


def block(ref, links='', text='', share='0.5'):
    items = ''.join(f'<link Name="{name}" Adr="/{name}"/>' for name in links.split())
    return (f'<Block Ref="{ref}" Importance="{share}">' + (f'<Links>{items}</Links>' if items else '')
            + (f'<Txts Txt="{text}"/>' if text else '') + '</Block>')


# Pages, all the way round.
rows = ''.join(f'<section><h2>Part {i}</h2><p>Words of part {i} that say something about it. <a href="/p{i}">page {i}</a></p>'
               f'<ul><li><a href="/a{i}">first {i}</a></li><li><a href="/b{i}">second {i}</a></li></ul></section>' for i in range(9))
write('old.html', page(f'<h1>A title</h1>{rows}'))
write('new.html', page(f'<h1>A title</h1>{rows}'.replace('/p3', '/p33').replace('Words of part 5', 'Lines of part 5')))
for side in ('old', 'new'):
    weft('segment', f'{side}.html', '--format', 'vixml', '--output', f'{side}.vixml')
    valid(f'{side}.vixml', 'vi-xml')
run = weft('vidiff', 'old.vixml', 'new.vixml', '--importance', '--output', 'delta.xml')
equal((run.status, run.out, run.err), (1, '', ''), 'pages that differ: status 1')
valid('delta.xml', 'vi-delta')
equal(weft('vidiff', 'old.html', 'new.html').out, weft('vidiff', 'old.vixml', 'new.vixml').out, 'pages and their documents give the same delta')
equal(weft('apply', 'old.vixml', 'delta.xml').out, read('new.vixml'), 'apply makes the new document')
equal(weft('apply', 'new.vixml', 'delta.xml', '--reverse').out, read('old.vixml'), 'and the old one again')
refused(weft('apply', 'new.vixml', 'delta.xml'), 'for another document')
refused(weft('apply', 'old.vixml', 'new.vixml'), 'not Vi-Delta')
refused(weft('apply', 'delta.xml', 'delta.xml'), 'not Vi-XML')
equal(weft('vidiff', 'old.vixml', 'old.vixml').status, 0, 'the same document: status 0')
text = weft('vidiff', 'old.html', 'new.html', '--format', 'text').out
point('~ link "page 3" /p3 -> "page 3" /p33' in text, 'a link with another address', text)
point('[-Words-]{+Lines+} of part 5' in text, 'a text in other words', text)
data = weft('vidiff', 'old.html', 'new.html', '--json', '--importance').json()
equal(sorted({(c['op'], c['kind']) for c in data['changes']}), [('update', 'link'), ('update', 'text')], 'the same as data')
point(0 < data['importance'] < 1 and data['blocks'], 'and how important it is', data['importance'])
html = weft('vidiff', 'old.vixml', 'new.vixml', '--format', 'html', '--importance').out
point('<script' not in html and 'Content-Security-Policy' in html and '<svg' in html and '/p33' in html, 'documents as a map of their blocks')
html = weft('vidiff', 'old.html', 'new.html', '--format', 'html', '--importance').out
framed = html[html.index('<iframe'):html.index('</iframe>')]
point('data-weft-block' in framed and '/p33' in framed and '&lt;svg' not in framed and '<svg' not in html, 'pages as the new page, its blocks outlined')
point(html.count('<script') == 1 and "script-src 'sha256-" in html and "script-src 'none'" in framed, 'where only the script of the frame may run')
refused(weft('vidiff', 'old.html', 'new.html', '--json', '--format', 'html'), 'contradict')
refused(weft('vidiff', '-', '-'), 'standard input can be read once')
equal(weft('vidiff', 'old.vixml', '-', stdin=read('new.vixml').encode()).out, weft('vidiff', 'old.vixml', 'new.vixml').out, 'standard input')

# Readings of "same link".
document('one', block('1', 'a b c'))
write('two', read('one').replace('Adr="/a"', 'Adr="/z"').replace('Name="b"', 'Name="y"').replace('"one"', '"two"'))
ops = {how: sorted((c['op'], c['new']['name'] if 'new' in c else c['old']['name'])
                   for c in weft('vidiff', 'one', 'two', '--json', '--same-link', how).json()['changes']) for how in ('name', 'address', 'either')}
equal(ops['name'], [('delete', 'b'), ('insert', 'y'), ('update', 'a')], 'by name')
equal(ops['address'], [('delete', 'a'), ('insert', 'a'), ('update', 'y')], 'by address')
equal(ops['either'], [('update', 'a'), ('update', 'y')], 'by either')

# Importance, rules, weights.
document('v1', block('1', 'a b', share='0.4'), block('2', text='one two three four', share='0.6'))
document('v2', block('1', 'a b c d', share='0.4'), block('2', text='one two three four', share='0.6'))
write('weights', '# what counts\n\ninsert link 1\n')
run = weft('importance', 'v1', 'v2', '--json', '--formula', 'paper', '--rules', 'weights').json()
equal((run['importance'], run['blocks'][0]['why'], run['blocks'][0]['ref']), (0.2, '2 of 4 links inserted', '1'), 'E, and the reason in words')
text = weft('importance', 'v1', 'v2', '--formula', 'paper', '--rules', 'weights').out
point('importance 0.2' in text and 'block 1 "a b c d", 40.0% of the page: 2 of 4 links inserted' in text, 'for people', text)
point(weft('vidiff', 'v1', 'v2', '--importance', '--formula', 'paper', '--rules', 'weights', '--format', 'text').out.startswith(text), 'vidiff --importance tells the same before the operations')
write('rules', '0 h1 ~ section\n')
equal(weft('importance', 'old.html', 'new.html', '--rules', 'rules', '--json').json()['importance'], 0, 'what weighs nothing adds nothing')
write('rules', '0.5 //section[4]\n')
point("rule '//section[4]'" in weft('importance', 'old.html', 'new.html', '--rules', 'rules').out, 'an XPath, named in the reason')
for line, words in (('0.5 p[', 'rules:1: the selector'), ('half p', 'rules:1: neither'), ('insert link 2', "'2' is not a weight: give a number from 0 to 1"),
                    ('delete block 0.5', "'block' is not a kind of thing: an operation is on a link, an image or a text")):
    write('rules', line)
    refused(weft('importance', 'old.html', 'new.html', '--rules', 'rules'), words)
write('rules', '0.5 p')
refused(weft('importance', 'v1', 'v2', '--rules', 'rules'), 'a rule needs a page')
write('rules', '0.5 .nowhere\n')
point("The rule '.nowhere' chooses nothing on these pages." in weft('importance', 'old.html', 'new.html', '--rules', 'rules').out, 'a rule that chooses nothing is named')
equal(weft('importance', 'old.html', 'new.html', '--rules', 'rules', '--json').json()['unused_rules'], ['.nowhere'], 'as data')
refused(weft('vidiff', 'old.html', 'new.html', '--formula', 'paper'), 'give --importance too')

# Simulation: the same files for the same seed, and vidiff finds what was done.
args = ['simulate', 'old.vixml', '--insert', '10', '--delete', '10', '--update', '10', '--move', '10', '--seed', '7', '--out']
point('operations: made/new.vixml' in weft(*args, 'made').out, 'says what it wrote')
weft(*args, 'again')
equal((read('made/new.vixml'), read('made/delta.xml')), (read('again/new.vixml'), read('again/delta.xml')), 'the same seed, the same files')
valid('made/new.vixml', 'vi-xml')
valid('made/delta.xml', 'vi-delta')
equal(weft('apply', 'old.vixml', 'made/delta.xml').out, read('made/new.vixml'), 'the true delta leads there')
equal(weft('vidiff', 'old.vixml', 'made/new.vixml').out, read('made/delta.xml'), 'and is what vidiff finds')
refused(weft('simulate', 'old.vixml'), '--out FOLDER')
refused(weft('simulate', 'old.vixml', '--insert', '101', '--out', 'x'), 'from 0 to 100')
refused(weft('simulate', 'old.vixml', '--seed', 'x', '--out', 'x'), 'whole number')

# Questions.
run = weft('query', '//Update/link', 'delta.xml')
point(run.status == 0 and 'delta.xml: /XML/Delta/Block' in run.out and 'adr="/p33"' in run.out, 'what an XPath chooses', run)
equal(weft('query', 'count(//Update/*)', 'delta.xml', '--json').json()[0]['value'], 2, 'a number')
equal(weft('query', '//Update/link/@adr', 'delta.xml', 'made', '--json').json()[0]['found'][0]['adr'], '/p33', 'an attribute')
run = weft('query', '//Delta[@importance > 2]', 'delta.xml')
equal((run.status, run.out), (1, 'Nothing found in 1 delta.\n'), 'nothing found: status 1')
point('without a date' in weft('query', '//Delta', 'delta.xml', '--since', '7d').out, 'no date, no answer')
write('dated.xml', read('delta.xml').replace('<Delta ', '<Delta toTime="1000000000" toDate="2001-09-09T01:46:40Z" ', 1))
equal(weft('query', '//Delta/@toTime', 'dated.xml', '--since', '2001-09-01', '--json').json()[0]['date'], '2001-09-09T01:46:40Z', 'since a day')
equal(weft('query', '//Delta/@toTime', 'dated.xml', '--since', '2001-10-01').status, 1, 'since a later day')
refused(weft('query', 'nothing()', 'delta.xml'), "the XPath 'nothing()' cannot be used")
refused(weft('vidiff', 'old.html', 'new.html', '--rules', 'none'), '--importance')
refused(weft('query', '//[', 'delta.xml'), "the XPath '//[' cannot be used")
refused(weft('query', '//x', 'old.html'), 'not Vi-Delta')
os.mkdir('empty')
refused(weft('query', '//x', 'empty'), '')
refused(weft('query', '//x', 'delta.xml', '--since', 'soon'), '--since')
done()
