"""The report in real Chromium, opened from the disk: nothing is loaded from outside, Remember copies, the filter filters, links lead somewhere;
light and dark are both readable."""
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

# Luminance after WCAG 2.1, and the contrast of the text of each element that has some with what is painted behind it.
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


def ok(good, what):
    global points
    points += 1
    print(f'{"ok" if good else "not ok"} {points} - {what}', flush=True)


def make(folder):
    env = {**os.environ, 'TZ': 'UTC', 'LOGNAME': 'anna', 'HOME': folder, 'XDG_CONFIG_HOME': folder, 'WEFT_STORE': f'{folder}/archive.db'}
    for words in (['import', SOURCE / 'tests/golden/report/example/archive.jsonl'], ['report', '--html', f'{folder}/report.html']):
        run = subprocess.run([WEFT, *words], env=env, stdout=subprocess.DEVNULL, check=False)
        assert run.returncode == (words[0] == 'report'), 'a report with news exits with 1'
    return pathlib.Path(folder, 'report.html')


def look(browser, path, name):
    page = browser.open(path)
    ok(not page.log, f'{name}: no complaint in the console {page.log[:1]}')
    outside = [url for url in page.requests if not url.startswith('file:')]
    ok(not outside, f'{name}: nothing is loaded from outside {outside[:1]}')
    for scheme in ('light', 'dark'):
        page.call('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': scheme}])
        worst, where = page.eval(CONTRAST)
        ok(worst >= 4.5, f'{name}, {scheme}: text stands out, at least {worst:.1f} to 1 ({where})')
        shots = os.environ.get('WEFT_SCREENSHOTS')
        if shots:
            page.screenshot(f'{shots}/{name}-{scheme}.png')
    width = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
    for pixels in (1200, 360):
        page.call('Emulation.setDeviceMetricsOverride', width=pixels, height=800, deviceScaleFactor=1, mobile=False)
        ok(page.eval(width), f'{name}: nothing sticks out at {pixels} pixels')
    page.call('Emulation.clearDeviceMetricsOverride')
    return page


def report(browser, path):
    page = look(browser, path, 'report')
    cards = 'Array.from(document.querySelectorAll("article.new h3")).map(h => h.textContent)'
    # by importance; a page that the user has never seen was not weighed, and stands where a change of 0.1 would
    ok(page.eval(cards) == ['Price list', 'The Daily Loom', 'Course 12: Weaving', 'Terms of service'], 'what matters most first')
    ok(page.eval('document.querySelector("article.new time").textContent').endswith('ago'), 'moments are told as spans from now')
    names = page.eval('Array.from(document.querySelectorAll("article.new .actions")[1].querySelectorAll("a, button")).map(e => e.textContent)')
    ok({'Diff', 'History', 'Remember'} <= set(names), f'Remember, Diff, History beside each: {names}')
    page.eval('document.querySelectorAll("article.new [data-copy]")[0].click()')
    ok(page.eval('String(window.getSelection())').startswith("weft seen 'https://shop.example/prices?list=all&sort=name' "),
       'Remember marks the command to copy')
    page.eval('var f = document.querySelector("input[type=search]"); f.value = "shop"; f.dispatchEvent(new Event("input"))')
    ok(page.eval('document.querySelectorAll("article.new:not([hidden])").length') == 1, 'the filter leaves what has the word')
    for what in ('Diff', 'Page', 'History'):
        link = page.eval(f'Array.from(document.querySelectorAll("article.new .actions a")).find(a => a.textContent === "{what}").getAttribute("href")')
        ok((path.parent / link).exists(), f'{what} leads to a file')


def main():
    if not chromium.program():
        print('1..0 # SKIP no Chromium is installed')
        return
    with tempfile.TemporaryDirectory(prefix='weft-report-') as folder, chromium.Chromium() as browser:
        path = make(folder)
        report(browser, path)
        look(browser, path.parent / 'report_files/1-history.html', 'history')
    print(f'1..{points}')


main()
