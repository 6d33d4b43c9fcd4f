"""weft fragments personal: a site with users, languages and adverts tells which of its parts vary by whom."""
import itertools
import os
import random

from website import Archive, Site
from harness import done, equal, point, trouble, write


def words(seed, n=20):
    rng = random.Random(seed)
    return ' '.join(''.join(rng.choices('abcdefghijklmnopqrstuvwxyz', k=rng.randint(4, 9))) for _ in range(n))


site, weft = Site(), Archive()
count = itertools.count()


def page(user, language):
    signed_in = f'<section><p>{words("basket")}</p><p>{words("orders")}</p></section>' if user else ''
    return (f'<!DOCTYPE html><title>Shop</title><body><h1>{words("shop", 5)}</h1><p>Hello {user or "guest"}</p>'
            f'<div>{words(f"{language} news", 40)}</div><aside>{words(f"advert {next(count)}", 12)}</aside>{signed_in}'
            f'<ul>{"".join(f"<li>{words(i, 6)}" for i in range(6))}</ul><address>{words("foot")}</address>')


def shop(headers, _body):
    user = (headers.get('Cookie') or '').partition('user=')[2]
    return 200, {'Vary': 'Cookie'}, page(user, headers.get('Accept-Language', 'en'))


site.pages['/shop'] = shop
site.pages['/shop?lang=de&page=2'] = lambda headers, body: page('', 'de')
site.pages['/shop?lang=de'] = lambda headers, body: page('', 'de')

URL = f'{site.url}/shop'
told = weft('fragments', 'personal', URL, '--cookie', 'user=anna', '--cookie', 'user=ben', '--header', 'Accept-Language: de',
            '--parameter', 'lang=de', '--rounds', '3', '--save', 'copies', '--json')
equal(told.status, 0, 'exit status')
data = told.json()
equal(set(data), {'variants', 'rounds', 'bytes', 'fragments'}, 'members')
equal(data['variants'], ['as it is', 'cookie user', 'cookie user (2)', 'header Accept-Language', 'parameter lang=de'], 'variants by name')
point('anna' not in told.out and 'ben' not in told.out, 'values of cookies are not told')
parts = {f['path']: f for f in data['fragments']}
equal(set(parts['/html/body/p']), {'path', 'variant', 'bytes', 'class', 'values', 'by_variant', 'chance'}, 'members of a fragment')
equal((parts['/html/body/p']['class'], parts['/html/body/p']['by_variant']), ('personal', [0, 1, 2, 0, 0]), 'the greeting varies by user')
equal((parts['/html/body/div']['class'], parts['/html/body/div']['by_variant']), ('personal', [0, 0, 0, 1, 1]), 'the news by language')
equal((parts['/html/body/aside']['class'], parts['/html/body/aside']['values']), ('churn', 15), 'the advert by itself')
equal((parts['/html/body/section']['class'], parts['/html/body/section']['variant']), ('personal', 1), 'a box that guests do not have')
equal(len(parts), 4, 'and nothing else')
point(all(f['chance'] <= 0.05 for f in data['fragments'] if f['class'] == 'personal'), 'chances', parts)

asked = [entry for entry in site.log if entry[1].startswith('/shop')]
equal(len(asked), 15, 'five variants in three rounds')
equal([e[2].get('Cookie') for e in asked[:5]], [None, 'user=anna', 'user=ben', None, None], 'a variant after the other')
equal([e[1] for e in asked[4::5]], ['/shop?lang=de'] * 3, 'the parameter is in the address')
point(all('Accept-Language' not in e[2] or e[2]['Accept-Language'] == 'de' for e in asked), 'the header')
point(site.asked('/robots.txt'), 'robots.txt is asked')

equal(sorted(os.listdir('copies')), ['1', '2', '3', '4', '5'], 'copies are kept')
folders = [f'copies/{v}' for v in range(1, 6)]
again = weft('fragments', 'personal', *folders, '--json').json()
equal(again['fragments'], data['fragments'], 'and tell the same')
equal(again['variants'], folders, 'by the names of their folders')
text = weft('fragments', 'personal', *folders)
point(text.status == 0 and '3 personal, 1 churn, 0 unknown' in text.out and '1 4 5 | 2 | 3' in text.out, 'words for a person', text)
once = weft('fragments', 'personal', 'copies/1/001.html', 'copies/2/001.html')
point('unknown' in once.out and 'more rounds would show' in once.out, 'one copy of each tells little', once)

weft('fragments', 'personal', f'{URL}?lang=de#top', '--parameter', 'page=2', '--rounds', '1', '--json')
equal(site.log[-1][1], '/shop?lang=de&page=2', 'a second parameter')
secret = weft('fragments', 'personal', URL, '--header', 'Authorization: Bearer hush', '--rounds', '1')
point('hush' not in secret.out and 'header Authorization' in secret.out, 'nor values of headers', secret)

alike = weft('fragments', 'personal', URL, '--cookie', 'users=1', '--cookie', 'user=1', '--rounds', '1', '--json').json()
equal(alike['variants'], ['as it is', 'cookie users', 'cookie user'], 'a name that begins another')

trouble(weft('fragments', 'personal'), 'no page', 'FILE...')
trouble(weft('fragments', 'personal', URL), 'nothing to vary by', '--cookie')
trouble(weft('fragments', 'personal', URL, '--cookie', 'nothing'), 'a cookie without a value', "--cookie 'NAME=VALUE'")
trouble(weft('fragments', 'personal', URL, '--header', 'X'), 'a header without a value', "--header 'NAME: VALUE'")
trouble(weft('fragments', 'personal', URL, '--cookie', 'a=1', '--rounds', '0'), 'no rounds', '--rounds')
trouble(weft('fragments', 'personal', URL, '--cookie', 'a=1', '--rounds', '1000'), 'too many rounds', '100')
trouble(weft('fragments', 'personal', URL, URL, '--cookie', 'a=1'), 'two addresses', 'one address')
trouble(weft('fragments', 'personal', f'{site.url}/none', '--cookie', 'a=1'), 'a page that is not there', '/none')
trouble(weft('fragments', 'personal', URL, '--cookie', 'a=1', env={'WEFT_ALLOW_ADDRESS': ''}), 'an address that is not allowed', 'allow-address')
trouble(weft('fragments', 'personal', 'copies/1'), 'one variant', 'two variants')
os.makedirs('empty')
trouble(weft('fragments', 'personal', 'copies/1', 'empty'), 'a folder without pages', 'empty')
trouble(weft('fragments', 'personal', 'copies/1', 'nothere.html'), 'a file that is not there', 'nothere.html')
picture = write('picture.html', b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR' + bytes(range(256)) * 20)
trouble(weft('fragments', 'personal', 'copies/1', picture), 'a file that is no page', 'picture.html')
tiny = write('tiny.html', '<body>' + '<p>a' * 300000)
tiny2 = write('tiny2.html', '<body>' + '<p>b' * 300000)
point(weft('fragments', 'personal', tiny, tiny2, '--json', seconds=60).status == 0, 'very many tiny parts')
equal(weft('fragments', 'personal', write('e1.html', ''), write('e2.html', ''), '--json').json()['fragments'], [], 'empty pages')
done()
