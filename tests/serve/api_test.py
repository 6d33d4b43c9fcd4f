"""The API against its own description: every answer is valid by the OpenAPI document, every route stands in it, and rights hold."""
import json
import os
import re
import sys
import time

sys.path[:0] = [os.path.join(os.path.dirname(__file__), '..', 'e2e'), os.path.dirname(__file__)]
from website import Site  # noqa: E402
import harness  # noqa: E402
from harness import done, equal, point  # noqa: E402
from client import PASSWORD, Server  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None
PATIENCE = 60


class Api:
    def __init__(self, client, token, document):
        self.client, self.token, self.document = client, token, document

    def call(self, method, path, body=None, pattern=None, **headers):
        """One call; its answer is held against the description of `pattern`."""
        sent = {'x-api-key': self.token, **headers}
        if body is not None:
            sent['Content-Type'] = 'application/json'
        answer = self.client.send(method, '/api/v1' + path, None if body is None else json.dumps(body), sent)
        if pattern:
            self.check(answer, method, pattern)
        return answer

    def check(self, answer, method, pattern):
        described = self.document['paths'][pattern][method.lower()]['responses']
        row = described.get(str(answer.status)) or described['default']
        point(str(answer.status) in described or answer.status >= 400, f'{method} {pattern}: the status {answer.status} is described')
        for kind, content in row.get('content', {}).items():
            point(answer.header('Content-Type').startswith(kind), f'{method} {pattern}: {kind}', answer.header('Content-Type'))
            if 'json' in kind and jsonschema:
                schema = {**content['schema'], 'components': self.document['components']}
                faults = [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(answer.text))]
                equal(faults, [], f'{method} {pattern}: the answer is valid')


def wait_for(what):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.05)
    return False


def test_document(document):
    equal(document['openapi'], '3.1.0', 'OpenAPI 3.1')
    source = open(os.path.join(os.environ['WEFT_SOURCE'], 'src/serve/routes.c'), encoding='utf-8').read()
    served = {(method, re.sub(r'\{\w\}', '{}', path)) for method, path in re.findall(r'\{ "(\w+)", "/api/v1(/[^"]+)"', source)}
    served.discard(('GET', '/openapi.json'))
    described = {(method.upper(), re.sub(r'\{\w+\}', '{}', path)) for path, row in document['paths'].items() for method in row}
    equal(sorted(served), sorted(described), 'what is served is described, and what is described is served')


def test_watches(api, site):
    site.pages['/a'] = '<title>A</title><main><p>The first words of the page, which will change soon.</p></main>'
    made = api.call('POST', '/watch', {'url': site.url + '/a', 'tags': ['x', 'y'], 'time_between_check': {'hours': 3}}, '/watch')
    equal(made.status, 201, 'a watch is made')
    number = json.loads(made.text)['id']
    equal(made.header('Location'), f'/api/v1/watch/{number}', 'with its address')
    equal(api.call('POST', '/watch', {'url': site.url + '/a'}, '/watch').status, 200, 'once')
    point(wait_for(lambda: json.loads(api.call('GET', f'/watch/{number}').text)['newest'] == 1), 'it is fetched at once')
    row = json.loads(api.call('GET', f'/watch/{number}', pattern='/watch/{id}').text)
    equal((row['url'], row['title'], row['tags'], row['watch']['every'], row['viewed']), (site.url + '/a', 'A', ['x', 'y'], '3h', True), 'all of it')
    listed = api.call('GET', '/watch?tag=x', pattern='/watch')
    equal(list(json.loads(listed.text)), [str(number)], 'listed by tag')
    again = api.call('GET', '/watch?tag=x', **{'If-None-Match': listed.header('ETag')})
    equal((again.status, again.bytes), (304, b''), 'an ETag saves sending it again')
    changed = api.call('PUT', f'/watch/{number}', {'title': 'Mine', 'paused': True}, '/watch/{id}')
    equal((json.loads(changed.text)['title'], json.loads(changed.text)['paused']), ('Mine', True), 'changed')
    api.call('PUT', f'/watch/{number}', {'paused': False})
    return number


def test_history(api, site, number):
    site.pages['/a'] = '<title>A</title><main><p>The second words of the page, which will change soon.</p></main>'
    equal(api.call('POST', f'/watch/{number}/recheck', {}, '/watch/{id}/recheck').status, 202, 'looked at now')
    point(wait_for(lambda: json.loads(api.call('GET', f'/watch/{number}').text)['newest'] == 2), 'the change is found')
    versions = json.loads(api.call('GET', f'/watch/{number}/versions', pattern='/watch/{id}/versions').text)
    equal([v['number'] for v in versions], [1, 2], 'both versions')
    history = json.loads(api.call('GET', f'/watch/{number}/history', pattern='/watch/{id}/history').text)
    stamp, address = list(history.items())[-1]
    point('second words' in api.client.send('GET', address, None, {'x-api-key': api.token}).text, 'a version by its second', stamp)
    first = api.call('GET', f'/watch/{number}/history/first', pattern='/watch/{id}/history/{version}')
    point('first words' in first.text and '<p>' not in first.text, 'the first one, as text', first.text)
    raw = api.call('GET', f'/watch/{number}/history/1?html=1')
    point('<p>The first' in raw.text and 'attachment' in raw.header('Content-Disposition'), 'or as it came, never as a page', raw.header('Content-Type'))
    text = api.call('GET', f'/watch/{number}/difference/previous/latest', pattern='/watch/{id}/difference/{from}/{to}')
    point('first' in text.text and 'second' in text.text, 'what changed', text.text)
    delta = json.loads(api.call('GET', f'/watch/{number}/difference/1/2?format=json').text)
    equal(delta['format'], 'weft-delta', 'as data')
    api.call('PUT', f'/watch/{number}', {'ignore': ['p']})
    left = api.call('GET', f'/watch/{number}/difference/1/2')
    point('not shown' in left.header('X-Weft-Left-Out') and '?whole=1 shows everything' in left.text, 'a difference says what it leaves out', left.text)
    api.call('PUT', f'/watch/{number}', {'ignore': []})
    news = json.loads(api.call('GET', '/news', pattern='/news').text)
    point('second' in json.dumps(news), 'what is new', news)
    api.call('GET', '/held', pattern='/held')
    equal(api.call('POST', f'/watch/{number}/seen', {'version': 2}, '/watch/{id}/seen').status, 204, 'seen')
    info = json.loads(api.call('GET', '/systeminfo', pattern='/systeminfo').text)
    equal((info['watch_count'], info['new_count']), (1, 0), 'nothing is new any more')


def test_collections(api, number, other):
    made = api.call('POST', '/collection', {'name': 'rules', 'tags': ['x'], 'pages': [number]}, '/collection')
    equal((made.status, json.loads(made.text)['pages']), (201, [number]), 'a collection')
    equal(other.call('GET', '/collection/rules').status, 404, 'for its owner alone')
    api.call('PUT', '/collection/rules', {'public': True, 'title': 'Rules'}, '/collection/{name}')
    row = json.loads(other.call('GET', '/collection/rules', pattern='/collection/{name}').text)
    equal((row['collection']['title'], row['collection']['tags'], len(row['new']), len(row['contents'])), ('Rules', [], 1, 1), 'then for others, without its making')
    equal(other.call('PUT', '/collection/rules', {'title': 'x'}).status, 404, 'who cannot change it')
    equal([c['name'] for c in json.loads(api.call('GET', '/collection', pattern='/collection').text)], ['rules'], 'listed')
    equal(api.call('POST', '/collection', {'name': 'rules'}, '/collection').status, 400, 'a name is given once')
    equal(api.call('DELETE', '/collection/rules', pattern='/collection/{name}').status, 204, 'ended')


def test_refusals(api, server, number, other):
    for method, path, body, status in (
            ('GET', '/watch/999', None, 404), ('GET', f'/watch/{number}/history/17', None, 404), ('POST', '/watch', {}, 400),
            ('POST', '/watch', {'url': 'javascript:alert(1)'}, 400), ('POST', '/watch', [], 400), ('PUT', '/news', {}, 405),
            ('GET', '/nothing', None, 404), ('POST', f'/watch/{number}/seen', {'version': 99}, 404)):
        answer = api.call(method, path, body)
        good = answer.status == status and answer.header('Content-Type') == 'application/problem+json'
        point(good and json.loads(answer.text)['status'] == status, f'{method} {path}: {status}, with a problem', answer.status, answer.text)
    broken = server.client().send('POST', '/api/v1/watch', '{"url":', {'x-api-key': api.token, 'Content-Type': 'application/json'})
    equal(broken.status, 400, 'broken JSON')
    equal(server.client().get('/api/v1/watch').status, 401, 'without a token: 401')
    equal(server.client().get('/api/v1/watch', **{'x-api-key': 'guessed'}).status, 401, 'with a wrong one, too')
    for path in (f'/watch/{number}', f'/watch/{number}/versions', f'/watch/{number}/history', f'/watch/{number}/difference/1/2'):
        equal(other.call('GET', path).status, 404, f'{path}: for another user the page is not there')
    equal(other.call('DELETE', f'/watch/{number}').status, 404, 'nor can they end it')
    equal(json.loads(other.call('GET', '/watch').text), {}, 'nor see it in a list')


def main():
    site = Site()
    with Server(harness.SCRATCH, every='1h') as server:
        anna = server.first_user('anna')
        document = json.loads(server.client().get('/api/v1/openapi.json').text)
        make = lambda client: client.post('/settings/token', name='test').all(r'id="secret" readonly value="([^"]*)"')[0]  # noqa: E731
        api = Api(server.client(), make(anna), document)
        point('not used yet' in anna.get('/settings').text, 'a token that nobody used is said to be so')
        api.client.get('/api/v1/watch', **{'x-api-key': api.token})
        point('not used yet' not in anna.get('/settings').text, 'until it is used')
        anna.post('/settings/user', name='bob', password=PASSWORD, role='2')
        bob = server.client()
        bob.sign_in('bob')
        test_document(document)
        number = test_watches(api, site)
        test_history(api, site, number)
        other = Api(server.client(), make(bob), document)
        test_collections(api, number, other)
        test_refusals(api, server, number, other)
        equal(api.call('DELETE', f'/watch/{number}', pattern='/watch/{id}').status, 204, 'ended')
    equal((server.status, server.errors), (0, ''), 'the server ends cleanly')
    done()


main()
