#!/usr/bin/env python3
"""--layout browser wherever pages are cut into blocks: the style sheet that a page only names says how many there are. A check takes it from
the settings."""
import re
import shutil

from website import Archive, Site
from columns import PAGES, columns_apart
from harness import done, environment, equal, point, read, skip, weft, write

TEXT = 'some words that make a text of several lines as articles have it, '
NOTES = ''.join(f'<p>{note}</p>' for note in ('{}', 'Open all day', 'Ring the bell', 'Call us', 'Come and see'))
# without its style sheet the notes stand below the text; with it, in a column beside it, at the top, where they matter more
PAGE = ('<!DOCTYPE html><title>Two</title><link rel="stylesheet" href="two.css"><div class="x1">' + f'<p>{TEXT * 5}</p>' * 4
        + f'</div><div class="x2">{NOTES}</div>')
SHEET = 'div { float: left; width: 900px; margin-right: 100px } div.x2 { width: 200px; margin: 0 } p { margin: 0 }'


def columns(data):
    """where leaves begin across the page"""
    return {block['box'][0] for block in data['blocks'] if block['leaf']}


def test_files():
    write('two.css', SHEET)
    write('old.html', PAGE.format('Old words.'))
    write('new.html', PAGE.format('New words.'))
    drawn = weft('segment', 'old.html', '--layout', 'browser', memory=0).json()
    guessed = weft('segment', 'old.html').json()
    equal((drawn['layout'], guessed['layout']), ('browser', 'estimate'), 'segment')
    equal((len(columns(drawn)), len(columns(guessed))), (2, 1), 'the style sheet cuts')
    for command in ('vidiff', 'importance'):
        words = (command, 'old.html', 'new.html', '--json', *(['--importance'] if command == 'vidiff' else []))
        by_browser, by_guess = weft(*words, '--layout', 'browser', memory=0).json(), weft(*words).json()
        point(by_browser['importance'] > by_guess['importance'] > 0, f'{command}: a note at the top of its column has changed', by_browser, by_guess)
    by_setting = weft('importance', 'old.html', 'new.html', '--json', env=environment(WEFT_LAYOUT='browser'), memory=0).json()
    equal(by_setting['importance'], by_browser['importance'], 'the setting says the same as the option')
    drawn = []
    for layout in ('browser', 'estimate'):
        weft('fragments', 'report', 'old.html', 'new.html', '--html', f'{layout}.report', '--layout', layout, memory=0)
        drawn.append(re.search('<rect class="share".*?width="([0-9.]+)"', read(f'{layout}.report'))[1])
    point(float(drawn[0]) < float(drawn[1]), 'fragments report: what the pages share is drawn where the style sheet puts it', drawn)
    content = weft('content', 'new.html', '--layout', 'browser', memory=0).out
    point('several lines' in content and 'Ring the bell' not in content, 'content', content)
    run = weft('segment', 'old.html', '--layout', 'browser', '--browser', '/nonexistent/chromium', memory=0)
    point(run.status == 2 and 'chromium' in run.err, 'without a browser it is said what is missing', run)


def test_columns():
    """A few of them: each starts a browser."""
    for name in list(PAGES)[::5]:
        write('columns.html', PAGES[name])
        point(columns_apart(weft('segment', 'columns.html', '--layout', 'browser', memory=0).json()), f'columns come apart: {name}')


def test_check():
    site, archive = Site(), Archive('layout.db')
    site.pages['/'], site.pages['/two.css'] = PAGE.format('Old words.'), (200, {'Content-Type': 'text/css'}, SHEET)
    archive('add', site.url)
    archive.check()
    site.pages['/'] = PAGE.format('New words.')
    check = archive.check(f'{site.url}/', seconds=60, memory=0, env={'WEFT_LAYOUT': 'browser'})[0][f'{site.url}/']
    asked = [archive('importance', f'{site.url}/@1', '@2', '--json', '--layout', layout, memory=0).json()['importance'] for layout in ('browser', 'estimate')]
    point(abs(check['importance'] - asked[0]) < 1e-4 < abs(asked[0] - asked[1]), 'a check weighs by the browser', check, asked)
    more = f'//Delta[@importance > {sum(asked) / 2}]'
    found = [archive('query', more, '--layout', layout, memory=0).status for layout in ('browser', 'estimate')]
    equal(found, [0, 1], 'a query takes it too')
    site.pages['/'] = PAGE.format('Newer words.')
    check = archive.check(f'{site.url}/', env={'WEFT_LAYOUT': 'browser', 'WEFT_BROWSER': '/nonexistent/chromium'})[0][f'{site.url}/']
    point(check['outcome'] == 'changed' and check['importance'] > 0, 'a check without a browser weighs by the estimate', check)


if not shutil.which('chromium-headless-shell') and not shutil.which('chromium'):
    skip('layouts by a browser', 'Chromium is missing')
else:
    test_files()
    test_columns()
    test_check()
done()
