#!/usr/bin/env python3
"""weft judge --series and weft check decide the same: twenty histories of every kind, visit by visit, with the same chance, words and importance."""
import json
import os

from website import Archive, Site
from harness import SCRATCH, done, equal, point, weft, write

VISITS = 8
TYPES = {'html': 'text/html; charset=utf-8', 'json': 'application/json', 'txt': 'text/plain; charset=utf-8', 'rss': 'application/rss+xml',
         'csv': 'text/csv'}
site = Site()
archive = Archive('judge.db', WEFT_PROBE='off', WEFT_SUSPECT_AFTER='0')


def html(title, body, head=''):
    return f'<!DOCTYPE html><html lang="en"><head><title>{title}</title>{head}</head><body>{body}</body></html>'


def mill(i):
    return html('Mill', f'<main><h1>The mill</h1><p>The club meets each month in the old mill.</p>{"<p>A new wheel was built in spring.</p>" * (i > 2)}'
                f'<p>{[31, 28, 44, 39, 50, 27, 33, 41][i]} gulls sit on its roof.</p></main><footer>© {2020 + i // 4} The mill</footer>')


def shop(i):
    price, stock = (340, 'In stock') if i < 4 else (360, 'In stock') if i < 6 else (360, 'Sold out')
    return html('Tables', f'<main><h1>Oak table</h1><p class=price>{price} euro</p><p>{stock}</p><p>{7 + 3 * i} people look at this now</p></main>')


def goods(i):
    rows = ''.join(f'<tr><td>{n}<td>{p + (i > 3) * (n == "Plum")} euro' for n, p in (('Pear', 3), ('Plum', 4), ('Quince', 6)))
    return html('Prices', f'<main><h1>Fruit</h1><table><tr><th>Fruit<th>Price{rows}</table><p>Visitors: {i * 17}</p></main>')


def status(i):
    state = 'major outage, engineers are looking into it' if i == 7 else 'degraded' if i == 3 else 'ok'
    return html('Status', '<main><h1>Status</h1><ul>' + ''.join(f'<li>{name}: {state if name == "Web" else "ok"}, checked 0{i}:13</li>'
                                                                for name in ('Mail', 'Web', 'Backup')) + '</ul></main>')


def board(i):
    return html('Board', f'<main><h1>Departures</h1><table><tr><th>Train<th>Time<th>State<tr><td>S1<td>08:15<td>{"cancelled" if i > 4 else "on time"}'
                f'<tr><td>S7<td>08:2{i}<td>on time</table></main>')


def terms(i):
    days = 14 if i < 3 else 7
    clause = '<h2>4. Disputes</h2><p>Disputes between you and us go to a court of arbitration.</p>' if i > 5 else ''
    return html('Terms', f'<main><h1>Terms of service</h1><p>Last updated: {i + 1} May 2026</p><h2>3. Refunds</h2>'
                f'<p>You may return what you bought within {days} days.</p>{clause}</main>', f'<meta name=csrf content={i * 7919}>')


def rules(i):
    return (f'RULES\n\n1. You may leave within {14 if i < 3 else 7} days.\n2. The fee is {5 + (i > 5)} EUR.\n\nLast generated: 2026-11-17 0{i}:00\n'
            + '3. Disputes go to arbitration.\n' * (i > 5))


def notes(i):
    return ''.join(f'* Release 1.{n}: the program starts faster and its files are smaller\n' for n in range(i // 2 + 1, 0, -1))


def api(i):
    return json.dumps({'generated_at': f'2026-11-17T07:4{i}:12Z', 'requests_served': 48211 + 173 * i, 'batch': 31 * i * i,
                       'status': 'degraded' if 3 < i < 6 else 'ok', 'version': '2.3.1' if i < 6 else '2.4.0'})


def members(i):
    return json.dumps({'took': i * 3 % 7, 'members': [{'name': n, 'points': 10 + (i if n == 'Ada' else 0)} for n in ['Ada', 'Bob', 'Cyd'][:2 + (i > 4)]]})


def feed(i):
    items = ''.join(f'<item><title>Report {n} from the harbour</title><link>http://h.test/{n}</link><description>The quay number {n} is open again.'
                    '</description></item>' for n in range(i // 3 + 2, 0, -1))
    return (f'<rss version="2.0"><channel><title>Harbour</title><description>Views: {9000 + 31 * i}</description>'
            f'<lastBuildDate>Mon, 02 Nov 2026 09:0{i}:00 GMT</lastBuildDate>{items}</channel></rss>')


def atom(i):
    return ('<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>' f'<updated>2026-11-0{i + 1}T08:00:00Z</updated>'
            + ''.join(f'<entry><title>Note {n} on the weather in the hills</title><id>urn:{n}</id></entry>' for n in range(i // 2, -1, -1)) + '</feed>')


def table(i):
    return 'town,cases,updated\n' + ''.join(f'{town},{n + i * (town == "Ulm")},2026-11-0{i + 1}\n' for town, n in (('Ulm', 3), ('Bonn', 5), ('Kiel', 9)))


def front(i):
    stories = ['Bakers win the right to sell bread on Sundays', 'The bridge is closed to lorries for two years', 'A storm is expected on the coast tonight',
               'The old crane in the harbour is taken down', 'A choir of forty sings in the market hall', 'The ferry gets a second deck for bicycles',
               'Snow blocks the pass, and trains are late', 'The library opens its doors on Mondays again', 'A bear was seen behind the school']
    return html('Front', '<main><h1>News</h1>' + ''.join(f'<article><h2>{s}</h2><p>{s}, says the mayor.</p></article>' for s in stories[i % 9:i % 9 + 3])
                + f'</main><aside>Advert: buy {["soap", "tea", "hats"][i % 3]} today</aside>')


def captcha(i):
    if i in (2, 5, 6):
        return html('Check', '<h1>Are you a robot?</h1><p>Please solve the captcha to go on.</p><div class="g-recaptcha"></div>')
    return mill(i).replace('mill', 'forge').replace('Mill', 'Forge')


def walled(i):
    if i in (1, 2, 4):
        return html('Sign in', '<form action=/login><h1>Sign in</h1><label>Name <input name=u></label><label>Password <input type=password name=p></label>'
                    '<button>Sign in</button></form>')
    return terms(i).replace('Terms of service', 'Terms of use')


def wall(name, i):
    return {'guard': html('Just a moment...', f'<h1>Checking your browser</h1><p>This takes a few seconds. Ray: {i}</p>'),
            'away': html('Maintenance', f'<h1>503 Service Unavailable</h1><p>We are down for scheduled maintenance, see notice {i}.</p>'),
            'door': html('Sign in', '<h1>Sign in</h1><form><input type=password name=p></form>'),
            'broken': html('Error', '<h1>Error establishing a database connection</h1>')}[name]


def outages(i):
    """Two different ones in a row are not one that was seen twice."""
    now = {1: 'guard', 2: 'away', 4: 'guard', 5: 'away', 6: 'away'}.get(i)
    return wall(now, i) if now else terms(i).replace('Terms', 'Rules')


def walls(i):
    """Four different ones are too many."""
    now = {2: 'guard', 3: 'away', 4: 'door', 5: 'broken'}.get(i)
    return wall(now, i) if now else mill(i).replace('mill', 'dairy').replace('Mill', 'Dairy')


def late(i):
    if i < 2:
        return html('Error', '<h1>503 Service Unavailable</h1><p>The server is down for maintenance.</p>')
    return shop(i).replace('Oak', 'Elm')


def short(i):
    text = ''.join(f'<p>Paragraph {n} of the long story of the river and its boats goes on and on.</p>' for n in range(40))
    return html('Story', '<main><h1>Story</h1>' + (text if i < 3 or i > 5 else '<p>It will be back.</p>') + f'<p>Read {i} times</p></main>')


def still(i):
    return html('Still', '<main><h1>Still</h1><p>Nothing happens on this page.</p></main>') if i != 5 else html(
        'Still', '<main><h1>Still</h1><p>Something happened on this page.</p></main>')


def german(i):
    return html('Verein', f'<main><h1>Verein</h1><p>Stand: {i + 1}.11.2026</p><p>Der Beitrag beträgt {20 if i < 4 else 25} Euro im Jahr.</p>'
                f'<ul>{"".join(f"<li>{n}</li>" for n in ["Anna", "Bernd", "Carla", "Dirk"][:2 + i // 3])}</ul></main>')


HISTORIES = [('html', mill), ('html', shop), ('html', goods), ('html', status), ('html', board), ('html', terms), ('txt', rules), ('txt', notes),
             ('json', api), ('json', members), ('rss', feed), ('rss', atom), ('csv', table), ('html', front), ('html', captcha), ('html', walled),
             ('html', outages), ('html', walls), ('html', late), ('html', short), ('html', still), ('html', german)]


def path(kind, history):
    return f'/{history.__name__}.{kind}'


def show(visit):
    for kind, history in HISTORIES:
        site.pages[path(kind, history)] = (200, {'Content-Type': TYPES[kind]}, history(visit))
        write(f'{history.__name__}/{visit}.{kind}', history(visit))


def checked():
    """What a visit found, by history: whether it was announced, how likely it is to matter, how much it does, in which words."""
    found = archive.check('--all')[0]
    said = {}
    for kind, history in HISTORIES:
        line = found[site.url + path(kind, history)]
        changed = line['outcome'] == 'changed'
        if line['outcome'] == 'same':
            said[history] = (False, None, None, '')
            continue
        why = archive('why', site.url + path(kind, history), '--json').json()
        said[history] = (changed, why['probability'], why['importance'], why['headline'] or '')
    return said


show(0)
archive('add', *(site.url + path(kind, history) for kind, history in HISTORIES), '--every', '0')
archive('check', '--all')
visits = []
for visit in range(1, VISITS):
    show(visit)
    visits.append(checked())

n_announced = 0
for kind, history in HISTORIES:
    rows = [json.loads(line) for line in weft('judge', '--series', '--json', '--base', site.url + path(kind, history),
                                              os.path.join(SCRATCH, history.__name__)).out.splitlines()]
    equal(len(rows), VISITS - 1, f'{history.__name__}: each version is judged')
    for visit, row in enumerate(rows, 1):
        announced, chance, importance, headline = visits[visit - 1][history]
        name = f'{history.__name__}, visit {visit}'
        n_announced += announced
        equal(row['announce'], announced, f'{name}: announced, or not')
        equal(row['announced'], row['announce'], f'{name}: by both names')
        if chance is None:  # the same bytes, or a first version: nothing was compared
            continue
        point(abs(row['probability'] - chance) < 1e-5, f'{name}: as likely to matter', row['probability'], chance)
        equal(row['headline'], headline, f'{name}: in the same words')
        if announced:
            equal(row['importance'], importance, f'{name}: as important')
point('major outage' in visits[-1][status][3] and visits[-1][status][0], 'an outage is told beside times that run', visits[-1][status])
point(40 < n_announced < 100, f'{n_announced} of {len(HISTORIES) * (VISITS - 1)} are announced', n_announced)
done()
