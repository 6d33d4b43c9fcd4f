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
equal((listed.status, [row['url'] for row in w('list', '--json').json()]), (0, ['https://example.org/listed']), 'a list adds no file, but its other addresses')
equal(listed.err.count('unless the setting allow-file is on'), 3, 'and says so of each')
equal(w('add', 'page.html', '--allow-file', 'on').status, 0, 'where the owner of the machine says so, a file is watched')
point('not watched' not in w('check', 'page.html', '--allow-file', 'on').out and 'may not be watched' in w('check', 'page.html').out,
      'as long as they say so', w('check', 'page.html'))
equal(w('add', 'example.org/page.html').out, "added    https://example.org/page.html\n'weft check' fetches it\n", 'a page of a host')
for command in ('log', 'show', 'why', 'seen', 'remove', 'check', 'diff'):
    trouble(w(command, ''), f'{command}: an empty address', 'empty')
done()
