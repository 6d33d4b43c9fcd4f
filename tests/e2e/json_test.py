"""Every command's --json is what docs/json.md says it is. A command that has --json and no schema fails, as does a field that has none."""
import json
import os
import re
import subprocess
import time

import jsonschema

from website import Archive, Site
from harness import WEFT, Result, done, equal, point, weft, write

DOCS = os.path.join(os.environ['WEFT_SOURCE'], 'docs', 'json.md')
SHOP = ('<title>Shop</title><h1>Prices of tea</h1><main><p id=price>Green tea costs {price} euro.</p><p>We send it within two days, in bags of '
        'one hundred grams, wherever you live.</p><p><a href="{link}">Terms</a></p></main>')


def read_schema():
    """all blocks of JSON of the page together are the definitions"""
    with open(DOCS, encoding='utf-8') as file:
        blocks = re.findall(r'^```json\n(.*?)^```$', file.read(), re.DOTALL | re.MULTILINE)
    definitions = {}
    for block in blocks:
        for name, body in json.loads(block).items():
            point(name not in definitions, f'{name} is described once')
            definitions[name] = body
    return {'$schema': 'https://json-schema.org/draft/2020-12/schema', '$defs': definitions}


SCHEMA = read_schema()
jsonschema.Draft202012Validator.check_schema(SCHEMA)
held = set()


def faults(name, value):
    validator = jsonschema.Draft202012Validator({**SCHEMA, '$ref': f'#/$defs/{name}'.replace(' ', '%20')})
    return [f'{"/".join(map(str, e.absolute_path))}: {e.message[:300]}' for e in validator.iter_errors(value)]


def holds(command, result, what='', lines=False):
    """the output is what the schema of the command says; its value"""
    name = f'weft {command}'
    held.add(name)
    if not point(name in SCHEMA['$defs'], f'{name} is described'):
        return None
    try:
        value = [json.loads(line) for line in result.out.splitlines()] if lines else json.loads(result.out)
    except json.JSONDecodeError as fault:
        point(False, f'{name} {what}: JSON', fault, result)
        return None
    found = [fault for one in (value if lines else [value]) for fault in faults(name, one)]
    point(not found and (value or not lines), f'{name} {what}', *found[:5], result)
    return value


def commands_with_json():
    """names of commands, as --help lists them, whose own --help has --json"""
    names = re.findall(r'^  ([a-z]+)(?: |$)', weft('help').out, re.MULTILINE)
    for name in names:
        text = weft('help', name).out
        if re.search(r'^ +--json\b', text, re.MULTILINE):
            yield name
        verbs = re.findall(r'^  ([a-z]+)  ', text, re.MULTILINE) if text.startswith(f'Usage: weft {name} COMMAND') else []
        for verb in verbs:
            if re.search(r'^ +--json\b', weft(name, verb, '--help').out, re.MULTILINE):
                yield f'{name} {verb}'


def test_archive():
    site, w = Site(), Archive('json.db')
    site.pages['/'] = SHOP.format(price=3, link='/terms')
    site.pages['/terms'] = '<title>Terms</title><p>Nothing is sent on Sundays, and nothing is taken back after two weeks.'
    site.pages['/moved'] = (301, {'Location': f'{site.url}/terms'}, '')
    added = holds('add', w('add', f'{site.url}/', '--tag', 'tea', '--select', '#price', '--select', '#none', '--json', '--later'), 'later')
    equal(added['watches'][0]['watch']['select'], ['#price', '#none'], 'with what was asked for')
    w('add', f'{site.url}/terms', f'{site.url}/moved', f'{site.url}/gone', f'{site.url}/search', '--form', 'q=tea')
    w('add', f'{site.url}/gone', f'{site.url}/moved')
    lines = holds('check', w('check', '--all', '--json'), 'first', lines=True)
    first = {line['url']: line for line in lines}
    equal([p['kind'] for p in first[f'{site.url}/']['problems']], ['selector'], 'a selector that finds nothing is a problem')
    equal(first[f'{site.url}/']['title'], 'Shop', 'a check names the title')
    equal([p['kind'] for p in first[f'{site.url}/gone']['problems']], ['failed'], 'so is a page that is gone')
    point(first[f'{site.url}/gone']['problems'][0]['retry_at'], 'which says when it is tried again')
    time.sleep(0.01)
    site.pages['/'] = SHOP.format(price=4, link='/conditions')
    lines = holds('check', w('check', '--all', '--json'), 'changed', lines=True)
    changed = [line for line in lines if line['outcome'] == 'changed'][0]
    equal((changed['tags'], changed['words'], changed['before']), (['tea'], {'inserted': 1, 'deleted': 1}, 1), 'what changed')
    point('4' in changed['headline'], 'in its own words', changed)
    point(changed['reasons'], 'and why it matters', changed)
    pages = holds('list', w('list', '--json'))
    equal({p['title'] for p in pages if p['tags']}, {'Shop'}, 'a list has titles and tags')
    equal({p['problems'][0]['moved_to'] for p in pages if p['url'].endswith('/moved') and p['problems'] and p['problems'][0]['kind'] == 'moved'},
          {f'{site.url}/terms'}, 'and where a page has moved')
    versions = holds('log', w('log', f'{site.url}/', '--json'))['versions']
    for field in ('importance', 'headline', 'reasons', 'words', 'classes', 'before'):
        equal(versions[0][field], changed[field], f'{field}: the log says what the check said')
    holds('why', w('why', f'{site.url}/', '--json'))
    holds('why', w('why', f'{site.url}/terms', '--json'), 'of another page')
    holds('schedule', w('schedule', '--json'))
    holds('report', w('report', '--json'))
    holds('tell', w('tell', f'{site.url}/', '--json'))
    holds('dismiss', w('dismiss', f'{site.url}/', '--json'))
    point(holds('report', w('report', '--held-back', '--json'), 'of what was held back'), 'something was')
    holds('dismiss', w('dismiss', f'{site.url}/', '--undo', '--json'), 'taken back')
    holds('seen', w('seen', f'{site.url}/', '--keep', '--json'))
    holds('log', w('log', f'{site.url}/', '--json'), 'of what was seen')
    holds('edit', w('edit', f'{site.url}/', '--every', '2h', '--json'))
    holds('pause', w('pause', f'{site.url}/', '--json'))
    equal([p['state'] for p in w('list', f'{site.url}/', '--tag', 'tea', '--json').json()], ['paused'], 'a state')
    holds('resume', w('resume', f'{site.url}/', '--json'))
    holds('report', w('report', '--json'), 'with nothing new')
    holds('user list', w('user', 'list', '--json'))
    holds('settings', w('settings', '--json'))
    holds('verify', w('verify', '--json'))
    holds('gc', w('gc', '--json'))
    holds('export', w('export', 'all.jsonl', '--json'))
    holds('import', w('import', 'all.jsonl', '--store', 'imported.db', '--json'))
    holds('importance', w('importance', f'{site.url}/@1', '@2', '--json'), 'of two versions')
    holds('diff', w('diff', f'{site.url}/@1', '@2', '--json'), 'of two versions')
    holds('fragments lifetime', w('fragments', 'lifetime', f'{site.url}/', '--json', '--min-size', '1'))
    holds('query', w('query', '//Update', '--json'), 'of an archive')


def test_watch():
    """a line for each check, as it is done"""
    site, w = Site(), Archive('watch.db')
    site.pages['/'] = SHOP.format(price=3, link='/')
    w('add', site.url, '--later')
    holds('watch', run_watch(w), lines=True)


def run_watch(w):
    """weft watch until its first line"""
    run = subprocess.Popen([WEFT, 'watch', '--json'], env=w.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = run.stdout.readline()
    run.terminate()
    _, err = run.communicate(timeout=60)
    return Result(('watch',), run.returncode, line, err)


def test_files():
    """commands on files"""
    write('old/a.html', SHOP.format(price=3, link='x'))
    write('new/a.html', SHOP.format(price=4, link='y') + '<p>One more sentence stands here.')
    write('old/gone.html', '<p>gone')
    write('new/broken.bin', b'\x00\x01')
    pair = ('old/a.html', 'new/a.html')
    difference = holds('diff', weft('diff', *pair, '--json'))
    equal({c['kind'] for c in difference['changes']}, {'update', 'attribute', 'insert'}, 'changes of three kinds')
    holds('diff', weft('diff', pair[0], pair[0], '--json'), 'of the same page')
    holds('diff', weft('diff', *pair, '--json', '--stat'), '--stat')
    holds('diff', weft('diff', 'old', 'new', '--json'), 'of folders')
    holds('diff', weft('diff', 'old', 'new', '--json', '--stat'), 'of folders, --stat')
    holds('metrics', weft('metrics', *pair, '--json'))
    holds('metrics', weft('metrics', '--series', *pair, pair[0], '--json'), 'of several')
    holds('judge', weft('judge', *pair, '--json'), lines=True)
    holds('importance', weft('importance', *pair, '--json'))
    holds('vidiff', weft('vidiff', *pair, '--json'))
    holds('vidiff', weft('vidiff', *pair, '--json', '--importance'), '--importance')
    holds('page', weft('page', pair[0], '--json'))
    holds('fragments shared', weft('fragments', 'shared', *pair, '--json', '--min-size', '1', '--count-hashes'))
    holds('fragments lifetime', weft('fragments', 'lifetime', *pair, '--json', '--min-size', '1'), 'of files')
    holds('fragments personal', weft('fragments', 'personal', *pair, '--json'))
    write('s.sentinel', 'CREATE SENTINEL prices ON "https://shop.example/teas" MONITOR links NOTIFY EVERY day BY email anna@example.org;\nCREATE SENTINAL x;\n')
    holds('sentinel check', weft('sentinel', 'check', 's.sentinel', '--json'))
    holds('sentinel test', weft('sentinel', 'test', 's.sentinel', *pair, '--json'), 'of a file with faults')
    write('t.sentinel', 'CREATE SENTINEL everything ON "https://shop.example/teas" MONITOR any change OR links OR words BY interactive, email anna@example.org;')
    tried = holds('sentinel test', weft('sentinel', 'test', 't.sentinel', *pair, '--json'))
    equal([len(m['events']) for m in tried['messages']], [3], 'one message with three events')
    write('delta.xml', weft('vidiff', *pair).out)
    holds('query', weft('query', 'count(//*)', 'delta.xml', '--json'), 'a value')
    holds('query', weft('query', '//Update', 'delta.xml', '--json'), 'places')


def test_messages():
    """channels, what is sent, and the message itself, which a command keeps"""
    site, w = Site(), Archive('messages.db')
    write('keep', '#!/bin/sh\ncat > "$1"\n')
    os.chmod('keep', 0o700)
    holds('channel add', w('channel', 'add', 'kept', f'command:{os.path.abspath("keep")} {os.path.abspath("message.json")}', '--json'))
    holds('channel add', w('channel', 'add', 'hook', 'https://example.org/x', '--quiet-hours', '22:00-07:00', '--tag', 'x', '--json'), 'with rules')
    equal([row['way'] for row in holds('channel list', w('channel', 'list', '--json'))], ['webhook', 'command'], 'both are listed')
    site.pages['/'] = SHOP.format(price=3, link='/terms')
    w('add', f'{site.url}/', '--every', '0', '--now')
    site.pages['/'] = SHOP.format(price=4, link='/terms')
    w('check')
    with open('message.json', encoding='utf-8') as file:
        message = json.load(file)
    equal(faults('message', message), [], 'a message is what the schema says')
    equal(message['events'][0]['changes'][0]['new']['text'], '4', 'with the words of the change')
    holds('collection create', w('collection', 'create', 'teas', f'{site.url}/', '--json'))
    equal(holds('collection edit', w('collection', 'edit', 'teas', '--tag', 'x', '--public', '--json'))['public'], True, 'a collection is made public')
    equal([row['name'] for row in holds('collection list', w('collection', 'list', '--json'))], ['teas'], 'and listed')
    equal(len(holds('collection show', w('collection', 'show', 'teas', '--json'))['new']), 1, 'with what is new in it')
    sentinel = f'CREATE SENTINEL prices ON "{site.url}/" MONITOR words BY channel kept;'
    holds('sentinel create', w('sentinel', 'create', write('bad.sentinel', sentinel.replace('MONITOR', 'MONITR')), '--json'), 'with a mistake')
    holds('sentinel create', w('sentinel', 'create', write('good.sentinel', sentinel), '--json'))
    site.pages['/'] = SHOP.format(price=5, link='/terms')
    w('check')
    equal([row['events'] for row in holds('sentinel list', w('sentinel', 'list', '--json'))], [1], 'it found something')
    equal(len(holds('sentinel test', w('sentinel', 'test', 'prices', '--json'), 'over the archive')['messages']), 2, 'what it would have said from the first')
    holds('sentinel test', w('sentinel', 'test', write('bad.sentinel', 'CREATE SENTINEL'), '--json'), 'over the archive, with faults')
    holds('sentinel show', w('sentinel', 'show', 'prices', '--json'))
    equal([event['found'][0]['count'] for event in holds('sentinel events', w('sentinel', 'events', '--json'))], [2], 'one word for another')
    with open('message.json', encoding='utf-8') as file:
        message = json.load(file)
    equal(faults('message', message), [], 'its message is what the schema says')
    equal(holds('outbox list', w('outbox', 'list', '--state', 'all', '--json'))['messages'][0]['key'], message['id'], 'the outbox knows it by its key')


test_archive()
test_watch()
test_messages()
test_files()
listed = {f'weft {name}' for name in commands_with_json()}
point(len(listed) > 20, 'the help lists the commands that have --json', listed)
equal(sorted(listed - held), [], 'every one of them was held against its schema')
equal(sorted(name for name in SCHEMA['$defs'] if name.startswith('weft ') and name not in listed), [], 'and no schema is for a command without --json')
done()
