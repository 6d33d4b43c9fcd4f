#!/usr/bin/env python3
"""Addresses that are none: each is told at once, with the cure, and nothing is added."""
from archive import w
from harness import done, equal, page, trouble, write

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

equal(w('add', 'page.html').status, 0, 'a file that is there')
equal(w('add', 'example.org/page.html').out, "added    https://example.org/page.html\n'weft check' fetches it\n", 'a page of a host')
for command in ('log', 'show', 'why', 'seen', 'remove', 'check', 'diff'):
    trouble(w(command, ''), f'{command}: an empty address', 'empty')
done()
