#!/usr/bin/env python3
"""Addresses that are none: each is told at once, with the cure, and nothing is added."""
from archive import w
from harness import done, equal, page, point, trouble, write

write('page.html', page())
write('empty', '')
for words, what, says in (
        (['nowhere.html'], 'a file that is not there', 'no such file'),
        (['./nowhere'], 'a path that leads nowhere', 'no such file'),
        (['/nowhere/page'], 'one from the root', 'no such file'),
        (['http://'], 'an address without a host', 'no host'),
        (['ftp://example.org/'], 'a scheme that is not watched', 'http:, https: and file:'),
        ([''], 'an empty address', 'empty'),
        (['--hotlist', 'empty'], 'a list of nothing', 'no address'),
        (['example.org', '--login', 'anna'], 'a login without a password', 'NAME:PASSWORD'),
        (['example.org', '--form', 'x'], 'a field without a value', 'NAME=VALUE'),
        (['example.org', '--select', '//p[nothing()]'], 'a function that XPath has not', "the XPath '//p[nothing()]'"),
        (['example.org', '--depth', '99'], 'too many links away', 'at most')):
    trouble(w('add', *words), what, says)
equal(w('list', '--json').json(), [], 'nothing was added')

# ---- Files: whoever writes a list of addresses must not choose what weft reads here
trouble(w('add', 'page.html'), 'a file that is there', 'unless the setting allow-file is on')
write('list.txt', 'file:///etc/passwd\nhttps://example.org/listed\nFILE:///etc/hosts\nfile:/etc/fstab\n')
listed = w('add', '--hotlist', 'list.txt')
equal((listed.status, [row['url'] for row in w('list', '--json').json()]), (2, ['https://example.org/listed']), 'a list adds no file, but its other addresses')
equal(listed.err.count('unless the setting allow-file is on'), 3, 'and says so of each')
equal(w('add', 'page.html', '--allow-file', 'on').status, 0, 'where the owner of the machine says so, a file is watched')
point('not watched' not in w('check', 'page.html', '--allow-file', 'on').out and 'may not be watched' in w('check', 'page.html').out,
      'as long as they say so', w('check', 'page.html'))
equal(w('add', 'example.org/page.html').out, "added    https://example.org/page.html\n'weft check' fetches it\n", 'a page of a host')
# ---- Lists of others: what weft has a place for is taken, all else is said
write('urls.yaml', '''url: http://a.example/find
data: {q: tea}
tags: [shop, tea]
---
url: http://a.example/find
data: {q: milk}
enabled: false
---
url: http://b.example/
filter: [css: main, {grep: price}]
timeout: 5
---
command: ls
name: Home
''')
taken = w('add', '--hotlist', 'urls.yaml', '--later')
rows = {row['name']: row for row in w('list', 'example/', '--json').json() if '.example' in row['url']}
equal(sorted(rows), ['http://a.example/find (form q=milk)', 'http://a.example/find (form q=tea)', 'http://b.example/'], 'jobs of urlwatch, two forms at one address')
equal((rows['http://a.example/find (form q=tea)']['tags'], rows['http://a.example/find (form q=milk)']['watch']['paused']), (['shop', 'tea'], True),
      'with tags, and one that is switched off')
for says in ('the filter grep is left out', '"timeout" is left out', 'Home: it runs a command; weft runs none'):
    point(says in taken.err, f'what is not taken is said: {says}', taken.err)
write('bookmarks.html', '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>News</H3><DL><p><DT><A HREF="http://c.example/">C</A><DD>a note</DL>'
      '<DT><H3>Morning</H3><DL><p><DT><A HREF="http://c.example/">C</A></DL></DL>')
taken = w('add', '--hotlist', 'bookmarks.html', '--later')
equal(w('list', 'c.example', '--json').json()[0]['tags'], ['Morning', 'News'], 'a bookmark in two folders has both as tags')
point('the notes on 1 page are left out' in taken.err, 'notes are not taken', taken.err)
write('url-watches.json', '{"settings":{"requests":{"time_between_check":{"hours":6}},"application":{"global_ignore_text":["x"]}},'
      '"watching":{"1":{"url":"http://d.example/","paused":true,"notification_muted":true,"processor":"restock_diff"}}}')
taken = w('add', '--hotlist', 'url-watches.json', '--later')
equal(w('list', 'd.example', '--json').json()[0]['watch']['paused'], True, "a watch of changedetection.io that is paused")
equal(w('list', 'd.example', '--json').json()[0]['watch']['notify'], ['none'], 'and sends no messages')
point(taken.err.count('left out') == 3 and "'weft settings every 6h' sets that" in taken.err, 'its settings for all pages are said, too', taken.err)

for command in ('log', 'show', 'why', 'seen', 'remove', 'check', 'diff'):
    trouble(w(command, ''), f'{command}: an empty address', 'empty')
# What of a list cannot be taken is counted, and is a failure; the rest is added
write('broken.txt', 'http://[::1\nhttps://example.org/one\nhttps://example.org/two\n')
run = w('add', '--hotlist', 'broken.txt', store='broken.db')
equal(run.status, 2, 'a list with an address that cannot be read')
point('2 pages added, 0 changed, 1 left out' in run.out and '[::1' in run.err, 'counts what it left out', run.out, run.err)
done()
