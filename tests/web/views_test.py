"""The pages people look at, in real Chromium: keys, arrows, map, frames that scroll together, and nothing of a hostile page that runs."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import chromium  # noqa: E402

WEFT = os.environ['WEFT']
SOURCE = pathlib.Path(os.environ['WEFT_SOURCE'])
points = 0

HOSTILE_OLD = '<!doctype html><title>h</title><p>Before the visit.</p><script>window.pwned = 1</script>'
HOSTILE_NEW = '''<!doctype html><title>h</title><base href="http://evil.example/"><meta http-equiv=refresh content="0;url=http://evil.example/r">
<p onclick="window.pwned = 2" data-weft="ui">After the visit.</p><script>window.pwned = 3</script><img src="x" onerror="window.pwned = 4">
<a id=j href="java&#10;script:window.pwned = 5">link</a><form action="http://evil.example/f" id=f><input name=q autofocus onfocus="window.pwned = 6"></form>
<iframe srcdoc="<script>parent.pwned = 7</script>" src="http://evil.example/i"></iframe><svg><script>window.pwned = 8</script><a xlink:href="javascript:window.pwned = 9"><text y=20>s</text></a>
<set attributeName="href" to="javascript:window.pwned = 10" /></svg><object data="http://evil.example/o"></object><embed src="http://evil.example/e">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.pwned=11&gt;"></table></mtext></math>
<noscript><p title="</noscript><img src=x onerror=window.pwned=12>"></noscript><template shadowrootmode=open><script>window.pwned = 13</script></template>
<style>@import "http://evil.example/s";</style><link rel=prefetch href="http://evil.example/p"><video autoplay src="data:video/mp4,"></video>'''


def ok(good, what):
    global points
    points += 1
    print(f'{"ok" if good else "not ok"} {points} - {what}', flush=True)


def diff(folder, form, old, new):
    out = pathlib.Path(folder, form + '.html')
    status = subprocess.run([WEFT, 'diff', '--format', form, '--output', out, old, new], check=False).returncode
    assert status in (0, 1), status
    return out


def complaints(page):
    """What the console says, but for the picture that the example pair names and nobody drew."""
    return [line for line in page.log if 'ERR_FILE_NOT_FOUND' not in line]


def example():
    return SOURCE / 'docs/example/old.html', SOURCE / 'docs/example/new.html'


def merged(browser, folder):
    page = browser.open(diff(folder, 'merged', *example()))
    stops = page.eval('document.querySelectorAll("[data-weft-stop]").length')
    ok(stops > 10, f'{stops} differences have a mark')
    ok(page.eval('document.querySelectorAll(".weft-map a").length') == stops, 'the map has a tick for each')
    ok(not complaints(page), f'no complaint in the console {complaints(page)[:1]}')
    current = '(document.querySelector(".weft-current") || {}).id'
    page.press('n')
    first = page.eval(current)
    page.press('n')
    second = page.eval(current)
    ok(first and second and first != second, 'n goes from difference to difference')
    page.press('p')
    ok(page.eval(current) == first, 'p goes back')
    page.press('p')
    last = page.eval('Array.from(document.querySelectorAll("[data-weft-stop]")).pop().id')
    ok(page.eval(current) == last, 'p before the first is the last')
    ok(page.eval('''(function () { var e = document.querySelector(".weft-current").getBoundingClientRect();
        return e.top >= 0 && e.bottom <= innerHeight; })()'''), 'the difference is on the screen')
    ids = page.eval('Array.from(document.querySelectorAll("[id]")).map(e => e.id)')
    ok(len(ids) == len(set(ids)), 'no id is there twice')
    chain = page.eval('''(function () { var seen = [], e = document.querySelector('[data-weft-stop="1"]');
        while (e && seen.indexOf(e.id) < 0) { seen.push(e.id); var n = e.getAttribute("data-weft-next"); e = n && document.getElementById(n); }
        return seen.length; })()''')
    ok(chain == stops, f'the chain of next leads over all differences ({chain})')
    page.eval('window.noted = Array.from(document.querySelectorAll("[data-weft-stop][data-weft-note]:not(img):not(body)"))')
    page.eval('document.querySelector(".weft-map a[href=\\"#" + noted[0].id + "\\"]").click()')
    ok(page.eval('noted[0].dataset.weftNote.length > 0 && getComputedStyle(noted[0], "::after").content === JSON.stringify(noted[0].dataset.weftNote)'),
       'where the keys stop, a label says what changed about words that stayed')
    arrow = 'document.querySelector("a.weft-arrow")'
    page.eval(arrow + '.click()')
    ok(page.eval('!!document.querySelector(".weft-current")'), 'an arrow leads on')
    ok(page.eval('getComputedStyle(document.querySelector("del[data-weft]")).textDecorationLine') == 'line-through', 'old text is struck out')
    ticks = page.eval('Array.from(document.querySelectorAll(".weft-map a")).map(e => parseFloat(e.style.top))')
    ok(all(0 <= t <= 100 for t in ticks) and max(ticks) > 50, 'ticks stand along the page')


def side(browser, folder):
    page = browser.open(diff(folder, 'side', *example()))
    ok(not complaints(page), f'no complaint in the console {complaints(page)[:1]}')
    ok(page.eval('document.getElementById("old").contentDocument.querySelectorAll("del[data-weft]").length') > 5, 'the old page has its marks')
    ok(page.eval('document.getElementById("new").contentDocument.querySelectorAll("ins[data-weft]").length') > 5, 'the new page has its marks')
    level = '''new Promise(done => {
        const f = ["old", "new"].map(i => document.getElementById(i));
        const heading = s => Array.from(f[s].contentDocument.querySelectorAll("h2")).find(h => h.textContent.includes("Coursework"));
        f[1].contentWindow.scrollTo(0, f[1].contentWindow.scrollY + heading(1).getBoundingClientRect().top - f[1].clientHeight / 3);
        setTimeout(() => done(Math.abs(heading(0).getBoundingClientRect().top - heading(1).getBoundingClientRect().top)), 400); })'''
    apart = page.eval(level)
    ok(apart is not None and apart < 60, f'the frames scroll together (headings {apart:.0f} px apart)')
    page.press('n')
    ok(page.eval('document.getElementById("new").contentWindow.scrollY') is not None, 'n works in the side view')


def hostile(browser, folder):
    old, new = pathlib.Path(folder, 'o.html'), pathlib.Path(folder, 'n.html')
    old.write_text(HOSTILE_OLD)
    new.write_text(HOSTILE_NEW)
    for form in ('merged', 'side', 'changes', 'new', 'reversed'):
        page = browser.open(diff(folder, form, old, new))
        page.eval('new Promise(done => setTimeout(done, 300))')
        for what in ('document.getElementById("j") && document.getElementById("j").click()',
                     'document.getElementById("f") && document.getElementById("f").submit && document.getElementById("f").submit()',
                     'document.querySelectorAll("svg a, p").forEach(e => e.dispatchEvent(new MouseEvent("click", {bubbles: true})))'):
            page.eval(what)
        page.eval('new Promise(done => setTimeout(done, 200))')
        ok(page.eval('window.pwned === undefined'), f'{form}: nothing of the page runs')
        sent = [u for u in page.requests if not u.startswith(('file:', 'data:', 'about:')) and u != 'http://evil.example/s']
        ok(not sent, f'{form}: nothing is sent or framed {sent}')
        ok(page.eval('location.protocol') == 'file:', f'{form}: the page stays')
        ok(page.eval('document.querySelector("iframe:not([data-weft=ui]), object, embed, base") === null'), f'{form}: no frame or plug-in')


def main():
    if not chromium.program():
        print('1..0 # skip no Chromium here: apt-get install chromium')
        return
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        merged(browser, folder)
        side(browser, folder)
        hostile(browser, folder)
    print(f'1..{points}')


main()
