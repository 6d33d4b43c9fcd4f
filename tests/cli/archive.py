"""Archives for tests: filled through 'weft import' with lines that are written here (docs/design/store.md tells the format)."""
import base64
import hashlib
import json
import os

from harness import environment, weft, write

HOUR = 3600 * 1000
DAY = 24 * HOUR
# 2026-11-01T12:00:00Z
START = 1793534400000


def env(store='archive.db', **more):
    """A world of its own: no settings of whoever runs the test, UTC, one user."""
    home = os.path.abspath('home')
    return environment(**{'HOME': home, 'XDG_CONFIG_HOME': f'{home}/config', 'XDG_DATA_HOME': f'{home}/data', 'TZ': 'UTC',
                          'LOGNAME': 'anna', 'WEFT_STORE': store, **more})


def version(number, body, at, **more):
    body = body if isinstance(body, bytes) else body.encode()
    record = {'number': number, 'fetched_at': at, 'content_type': 'text/html; charset=utf-8', 'status': 200, 'suspect': False,
              'digest': hashlib.blake2b(body, digest_size=32).hexdigest(), 'bytes': len(body), **more}
    if not more.get('lost'):
        try:
            record['body'] = body.decode()
        except UnicodeDecodeError:
            record['body_base64'] = base64.b64encode(body).decode()
    return record


class Archive:
    """Pages with versions, watches and marks, as they come; lines() is the export of it."""

    def __init__(self):
        self.users, self.pages, self.watches, self.seen, self.verdicts = {'anna': START}, [], [], [], {}

    def page(self, url, bodies, user='anna', settings=None, at=START, every=DAY, **more):
        """A page whose versions are the bodies (or ready records), one each `every`, watched by the user."""
        versions = [body if isinstance(body, dict) else version(i + 1, body, at + i * every) for i, body in enumerate(bodies)]
        last = versions[-1]['fetched_at'] if versions else at
        record = {'url': url, 'host': url.split('/')[2].split(':')[0], 'added_at': at, 'checked_at': last, 'next_check_at': last + 2 * DAY, 'errors': 0, **more}
        if not versions:  # it has not been looked at
            del record['checked_at']
        self.pages.append((record, versions))
        if user:
            self.users.setdefault(user, START)
            watch = {'user': user, 'url': url, 'added_at': at}
            if settings is not None:
                watch['settings'] = json.dumps(settings)
            self.watches.append(watch)
        return self

    def saw(self, url, number, user='anna', at=START + DAY, kept=False):
        self.seen.append({'user': user, 'url': url, 'number': number, 'seen_at': at, 'kept': kept})
        return self

    def judged(self, url, number, old, new, importance, before='', after=''):
        """What a check thought of the version: words of one change. Everything that was not seen is then an event."""
        changes = [{'kind': 'update', 'before': before, 'old': old, 'new': new, 'after': after}]
        self.verdicts[url, number] = {'number': number, 'before': number - 1, 'importance_millionths': int(importance * 1e6), 'content': 1,
                                      'words_inserted': len(new.split()), 'words_deleted': len(old.split()), 'headline': new,
                                      'changes': json.dumps(changes)}
        return self

    def events(self):
        """of every version that came after the one that was seen last"""
        versions = {page['url']: records for page, records in self.pages}
        for watch in self.watches:
            watch['seen'] = max([seen['number'] for seen in self.seen if (seen['user'], seen['url']) == (watch['user'], watch['url'])], default=0)
            for record in versions[watch['url']]:
                if record['number'] > watch['seen'] and not record['suspect']:
                    verdict = self.verdicts.get((watch['url'], record['number']), {'before': record['number'] - 1})
                    yield {'user': watch['user'], 'url': watch['url'], 'at': record['fetched_at'], 'kind': 1, **verdict, 'number': record['number']}

    def lines(self):
        events = list(self.events()) if self.verdicts else []
        sent, out = set(), [{'weft-store': {'format': 2 if events else 1}}]
        out += [{'user': {'name': name, 'added_at': at}} for name, at in self.users.items()]
        for page, versions in self.pages:
            out.append({'page': page})
            for record in versions:
                record = dict(record)
                if record['digest'] in sent:
                    record.pop('body', None)
                    record.pop('body_base64', None)
                sent.add(record['digest'])
                out.append({'version': record})
            out += [{'verdict': verdict} for (url, _), verdict in self.verdicts.items() if url == page['url']]
        out += [{'watch': watch} for watch in self.watches]
        out += [{'seen': seen} for seen in self.seen]
        out += [{'event': event} for event in events]
        out.append({'end': {'pages': len(self.pages), 'versions': sum(len(v) for _, v in self.pages)}})
        return ''.join(json.dumps(line) + '\n' for line in out)

    def fill(self, store='archive.db'):
        """Makes the archive; the name of its file."""
        if os.path.exists(store):
            for end in ('', '-wal', '-shm'):
                if os.path.exists(store + end):
                    os.remove(store + end)
        write('archive.jsonl', self.lines())
        run = weft('import', 'archive.jsonl', '--store', store, env=env())
        if run.status != 0:
            raise RuntimeError(str(run))
        return store


def w(*words, store='archive.db', more=None, **kw):
    """weft on that archive. Pages that are added are not fetched: there is no network."""
    if words[0] == 'add':
        words += ('--later',)
    return weft(*words, env=env(store, **(more or {})), **kw)
