#!/usr/bin/env python3
"""weft edit, pause, resume, and add on a page that is watched already: just what is named changes, and it is said what."""
import os

from archive import w
from harness import done, equal, page, point, trouble, write


def watch(url='https://example.org/news'):
    """what the list says of the page"""
    found = [row['watch'] for row in w('list', '--json').json() if row['url'] == url]
    return found[0] if len(found) == 1 else found


w('add', 'example.org/news', '--every', '6h', '--tag', 'work', '--select', '#main')
before = watch()
equal(w('add', 'example.org/news', '--every', '1h').out, 'changed  https://example.org/news  every 1h (was 6h)\n', 'add says what it changed')
equal(watch(), {**before, 'every': '1h'}, 'and leaves the rest as it was')
equal(w('add', 'example.org/news').out, 'same     https://example.org/news  nothing to change\n', 'adding again without options changes nothing')
write('list.txt', 'https://example.org/news\n')
w('add', '--hotlist', 'list.txt')
equal(watch(), {**before, 'every': '1h'}, 'nor does a list that says nothing of it')

equal(w('edit', 'example.org/news', '--title', 'News', '--clear', 'tag').out, 'changed  https://example.org/news  title, tags none (was work)\n', 'edit says it too')
point(watch()['tags'] == [] and watch()['title'] == 'News' and watch()['select'] == ['#main'], 'what was cleared is gone', watch())
equal(w('edit', 'example.org/news', '--every', '2h', '--json').json()[0]['changed'], ['every'], 'as data')
for words, what, says in (
        (['example.org/news'], 'nothing to change', 'say what to change'),
        (['--every', '2h'], 'no page', 'name a page'),
        (['example.org/other', '--every', '2h'], 'a page that is not there', 'not in the archive'),
        (['example.org/news', '--every', 'often'], 'an interval that is none', '--every often'),
        (['example.org/news', '--clear', 'colour'], 'an option that is none', '--clear colour'),
        (['example.org/news@1', '--every', '2h'], 'a version', 'without a version')):
    trouble(w('edit', *words), what, says)
trouble(w('edit', 'example.org/news', '--every', '2h', '--user', 'bob'), "somebody else's page")

equal(w('pause', 'example.org/news').out, 'paused   https://example.org/news\n', 'pause')
equal([row['state'] for row in w('list', '--json').json()], ['paused'], 'the list tells of it')
equal(w('resume', '--all').out, 'resumed  https://example.org/news\n', 'resume')
equal(w('resume', '--all').out, 'every page is like that already\n', 'where nothing is paused, --all lists nothing')
point(not watch()['paused'], 'and it goes on')
w('add', 'example.org/a', '--tag', 'holiday')
w('edit', 'example.org/a', '--ignore', '.advert', '--ignore', 'footer')
point('ignore .news (was .advert, footer)' in w('edit', 'example.org/a', '--ignore', '.news').out, 'a list that was replaced is said, old and new')
point('ignore none (was .news)' in w('edit', 'example.org/a', '--clear', 'ignore').out, 'one that was taken back, too')
w('add', 'example.org/b')
w('pause', '--tag', 'holiday')
equal({row['url'][-2:]: row['state'] == 'paused' for row in w('list', '--json').json()}, {'ws': False, '/a': True, '/b': False}, 'by tag')

for command in ('edit --every 2h --tagged', 'pause --tag', 'resume --tag', 'check --tag', 'remove --tag', 'list --tag', 'report --tag', 'seen --tag'):
    trouble(w(*command.split(), 'holidays'), f'{command} with a tag that no page has', 'has the tag holidays', 'did you mean holiday?')
trouble(w('check', '--tag', 'xyz'), 'a tag that is like no other', "'weft list' shows the tags")

# What is sent makes another page; an edit keeps the versions with the page.
write('page.html', page('One thing here.'))
w('add', 'page.html', '--allow-file', 'on')
w('check', '--all', '--allow-file', 'on')
w('edit', 'page.html', '--header', 'X-Key: one')
equal(len(w('log', 'page.html', '--json').json()['versions']), 1, 'the versions stay with a page whose request has changed')
w('add', 'example.org/search', '--form', 'q=one')
w('add', 'example.org/search', '--form', 'q=two', '--every', '3h')
equal(len([row for row in w('list', '--json').json() if row['url'].endswith('/search')]), 2, 'two forms at one address are two pages')
w('add', 'example.org/search', '--form', 'q=two', '--every', '5h')
equal(sorted(row['watch']['every'] or '' for row in w('list', '--json').json() if row['url'].endswith('/search')), ['', '5h'],
      'the one that sends the same is changed')
trouble(w('add', 'example.org/search', '--every', '1h'), 'which of two is not said', 'several ways')
# ---- What the list says of the next look is what a check would do
write('plan.html', page('x'))
plan = f"file://{os.path.abspath('plan.html')}"
w('add', plan, '--every', '1h', '--allow-file')
w('check', plan, '--allow-file')
w('edit', plan, '--every', '12h')
point('next in 11 hours' in w('list', 'plan.html').out or 'next in 12 hours' in w('list', 'plan.html').out, 'a longer interval counts from the last look', w('list', 'plan.html').out)
w('edit', plan, '--every', '3h', '--tag', 'soon')
point('due now' not in w('list', 'plan.html').out, 'a shorter one as well', w('list', 'plan.html').out)
w('edit', plan, '--every', 'never')
point('due now' not in w('list', 'plan.html').out and 'next' not in w('list', 'plan.html').out, 'never is never', w('list', 'plan.html').out)
w('edit', plan, '--every', '0')
point('due now' in w('list', 'plan.html').out, 'in every run is now', w('list', 'plan.html').out)
w('add', 'https://never.example/', '--every', 'never', '--later')
point('due now' not in w('list', 'never.example').out, 'also of a page that was not looked at yet', w('list', 'never.example').out)
done()
