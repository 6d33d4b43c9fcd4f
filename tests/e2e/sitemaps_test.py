#!/usr/bin/env python3
"""Sitemaps and feeds that weft asks for on its own, from a real server: found, asked politely, believed as far as they were right."""
import gzip
import json
import sqlite3

from website import Archive, Site
from harness import done, equal, point

PAGE = '<title>Page {0}</title>{1}<main><h1>Page {0}</h1><p>What the council has decided about the bridge, the school and the buses.</p></main>'
DAY = 86400000


def sitemap(*entries):
    return '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + ''.join(
        f'<url><loc>{url}</loc><lastmod>{date}</lastmod></url>' for url, date in entries) + '</urlset>'


def feed(*entries):
    return '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>' + ''.join(
        f'<entry><title>{date}</title><link href="{url}"/><updated>{date}</updated></entry>' for url, date in entries) + '</feed>'


class World:
    """a site with some pages, and an archive that watches them"""

    def __init__(self, name, n=4, head='', robots=None, **settings):
        self.site, self.weft = Site(), Archive(f'{name}.db', **settings)
        if robots is not None:
            self.site.pages['/robots.txt'] = robots.replace('{}', self.site.url)
        for i in range(n):
            self.site.pages[f'/{i}'] = PAGE.format(i, head)
        self.weft('add', *[f'{self.site.url}/{i}' for i in range(n)])
        self.weft('check')

    def rows(self, sql, *values):
        with sqlite3.connect(self.weft.store) as db:
            return db.execute(sql, values).fetchall()

    def sensors(self):
        return {url.removeprefix(self.site.url): (ask_at, json.loads(facts or '{}'))
                for url, ask_at, facts in self.rows('SELECT url, ask_at, facts FROM sensor')}

    def ask(self):
        """as if the time for all of them had come; what was asked for"""
        self.rows('UPDATE sensor SET ask_at = 1')
        n = len(self.site.log)
        self.weft('check')
        return self.site.log[n:]

    def plan(self, i):
        return self.rows('SELECT next_check_at FROM page WHERE url = ?', f'{self.site.url}/{i}')[0][0]

    def said(self, i):
        """announcements of page i since its last visit"""
        text = self.weft('why', f'{self.site.url}/{i}').out
        line = [line for line in text.splitlines() if line.startswith('announced')]
        return int(line[0].split(';')[1].split()[0]) if line else 0


# ---- A sitemap that robots.txt names
w = World('named', robots='User-agent: *\nAllow: /\nSitemap: {}/map.xml\n')
equal(list(w.sensors()), ['/map.xml'], 'a sitemap that robots.txt names is found')
equal(w.site.asked('/map.xml'), [], 'and not asked for in a hurry')
pages = [f'{w.site.url}/{i}' for i in range(4)]
etag = {'ETag': '"one"', 'Content-Type': 'application/xml'}
w.site.pages['/map.xml'] = (200, etag, sitemap(*[(url, '2020-01-01') for url in pages]))
equal([entry[1] for entry in w.ask()], ['/map.xml'], 'once it is due it is asked for, once')
equal([w.said(i) for i in range(4)], [0] * 4, 'the first reading announces nothing')
point(w.sensors()['/map.xml'][0] > DAY, 'it comes again later', w.sensors())
w.site.pages['/map.xml'] = lambda headers, body: (304, {}, '') if headers.get('If-None-Match') == '"one"' else (500, {}, 'not asked conditionally')
equal(len(w.ask()), 1, 'the next request')
equal(w.sensors()['/map.xml'][1].get('errors'), None, 'is conditional')
before = [w.plan(i) for i in range(4)]
w.rows("INSERT INTO plan(name, facts) VALUES('signals 127.0.0.1', '[50,500,100,40,4,38]')")
w.site.pages['/map.xml'] = (200, etag, sitemap((pages[0], '2020-01-01'), (pages[1], '2036-11-16'), (pages[2], '2020-01-01'), ('http://127.0.0.9/1', '2036-11-16')))
w.ask()
equal([w.said(i) for i in range(4)], [0, 1, 0, 0], 'what has another date is announced, and nothing else')
point(w.plan(1) < before[1] and [w.plan(i) for i in (0, 2, 3)] == [before[i] for i in (0, 2, 3)], 'and visited sooner, where announcements on this host have been right',
      before, [w.plan(i) for i in range(4)])
point('of its changes are announced by sitemaps' in w.weft('why', pages[1]).out, 'weft why tells', w.weft('why', pages[1]).out)

# ---- One that lies
w.rows('UPDATE page SET checked_at = checked_at - 1000')
for turn in range(3):
    w.site.pages['/map.xml'] = sitemap(*[(url, f'2036-12-{turn + 10}') for url in pages])
    w.ask()
    w.weft('check', *pages)
w.ask()
facts = w.sensors()['/map.xml'][1]
point(facts.get('told', 0) >= 10 and facts.get('right', 0) == 0, 'what it said is held against what was found', facts)
w.site.pages['/map.xml'] = sitemap(*[(url, '2037-01-01') for url in pages])
w.ask()
equal([w.said(i) for i in range(4)], [0] * 4, 'a sitemap that always says "new" is not believed any more')
point(w.sensors()['/map.xml'][1]['every_ms'] == 7 * DAY, 'and asked seldom', w.sensors())
point('1 of them is not believed' in w.weft('schedule').out, 'weft schedule tells', w.weft('schedule').out)

# ---- Manners
w = World('usual')
equal(list(w.sensors()), ['/sitemap.xml'], 'where robots.txt names none, the usual place is looked at')
w.ask()
point(w.sensors()['/sitemap.xml'][1]['every_ms'] == 30 * DAY, 'and if it is not there, again after a month', w.sensors())
w = World('few', n=2)
equal(w.sensors(), {}, 'for two pages nobody asks for a sitemap')
w = World('denied', robots='User-agent: *\nDisallow: /private\nSitemap: {}/private/map.xml\n')
equal(w.ask(), [], 'robots.txt is obeyed')
w = World('off', WEFT_SITEMAPS='off')
equal(w.ask(), [], 'the setting turns it off')
w = World('outside', robots='Sitemap: http://10.1.2.3/map.xml\n')
w.ask()
equal(w.rows('SELECT facts LIKE \'%"errors":1%\' FROM sensor'), [(1,)], 'an address that is not allowed is not connected to')
w = World('budget', WEFT_REQUESTS_A_DAY='24')
spent = json.loads(w.rows("SELECT facts FROM plan WHERE name = 'allowance'")[0][0])['requests']
w.rows("UPDATE plan SET facts = json_set(facts, '$.requests', 1.0) WHERE name = 'allowance'")
w.site.pages['/sitemap.xml'] = sitemap()
equal(len(w.ask()), 1, 'within the budget it is asked')
left = json.loads(w.rows("SELECT facts FROM plan WHERE name = 'allowance'")[0][0])['requests']
point(left < 0.5, 'and counts', spent, left)
equal(w.ask(), [], 'beyond it not')

# ---- Feeds that pages name
w = World('feeds', head='<link rel="alternate" type="application/atom+xml" href="/news.atom">')
equal(sorted(w.sensors()), ['/news.atom', '/sitemap.xml'], 'a feed that pages name is found')
w.site.pages['/news.atom'] = feed((f'{w.site.url}/old', '2020-01-01T00:00:00Z'))
w.ask()
w.site.pages['/news.atom'] = feed((f'{w.site.url}/new', '2036-01-01T00:00:00Z'), (f'{w.site.url}/old', '2020-01-01T00:00:00Z'))
w.ask()
equal([w.said(i) for i in range(4)], [1] * 4, 'a new entry announces the pages that name it')
w.weft('add', f'{w.site.url}/news.atom')
w.weft('check', f'{w.site.url}/news.atom')
w.ask()
point('/news.atom' not in w.sensors(), 'once somebody watches it, it is asked once', w.sensors())

# ---- What servers say of their answers
w = World('heads', n=0)
w.site.pages['/old'] = (200, {'Last-Modified': 'Wed, 01 Jan 2020 10:00:00 GMT'}, PAGE.format('old', ''))
w.site.pages['/plain'] = PAGE.format('plain', '')
w.site.pages['/hour'] = (200, {'Cache-Control': 'public, max-age=3600'}, PAGE.format('hour', ''))
w.weft('add', *[f'{w.site.url}/{name}' for name in ('old', 'plain', 'hour')])
w.weft('check')
rate = {name: w.weft('why', f'{w.site.url}/{name}', '--json').json()['plan']['changes_a_day'] for name in ('old', 'plain', 'hour')}
point(rate['old'] < 0.5 * rate['plain'] and rate['hour'] == rate['plain'], 'a page that has not changed for years, by its head, is expected to change less', rate)
point('the last answer holds for 1 hour' in w.weft('why', f'{w.site.url}/hour').out, 'how long an answer holds is kept', w.weft('why', f'{w.site.url}/hour').out)
point('answer holds' not in w.weft('why', f'{w.site.url}/plain').out, 'where the server says so')

# ---- Packed sitemaps
w = World('packed', robots='Sitemap: {}/map.xml.gz\n')
gz = {'Content-Type': 'application/gzip'}
for date in ('2020-01-01', '2036-11-16'):
    w.site.pages['/map.xml.gz'] = (200, gz, gzip.compress(sitemap((f'{w.site.url}/1', date), (f'{w.site.url}/2', '2020-01-01')).encode()))
    w.ask()
equal([w.said(i) for i in range(4)], [0, 1, 0, 0], 'a sitemap in a gzip file is read like any other')
w.site.pages['/map.xml.gz'] = (200, gz, gzip.compress(sitemap((f'{w.site.url}/2', '2036-11-17')).encode() + bytes(64 << 20), 9))
w.ask()
equal(([w.said(i) for i in range(4)], w.sensors()['/map.xml.gz'][1].get('errors')), ([0, 1, 0, 0], 1), 'one that unpacks to very much counts as an error, and announces nothing')

# ---- Sitemaps of sitemaps
w = World('index', robots='Sitemap: {}/index.xml\n')
index = '<sitemapindex xmlns="x"><sitemap><loc>{0}/a.xml</loc><lastmod>{1}</lastmod></sitemap><sitemap><loc>http://127.0.0.9/b.xml</loc></sitemap></sitemapindex>'
w.site.pages['/index.xml'] = index.format(w.site.url, '2026-01-01')
w.site.pages['/a.xml'] = sitemap((f'{w.site.url}/1', '2020-01-01'))
w.ask()
equal(sorted(w.sensors()), ['/a.xml', '/index.xml'], 'the parts of an index are asked, too, those of other hosts not')
w.ask()
w.site.pages['/index.xml'] = index.format(w.site.url, '2026-02-02')
w.site.pages['/a.xml'] = sitemap((f'{w.site.url}/1', '2036-01-01'))
w.rows("UPDATE sensor SET ask_at = CASE WHEN url LIKE '%index.xml' THEN 1 ELSE 9e15 END")
w.weft('check')
w.weft('check')
equal([w.said(i) for i in range(4)], [0, 1, 0, 0], 'and a part that has changed is asked at once')
done()
