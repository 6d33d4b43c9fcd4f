"""weft's own pages in real Chromium: first run, adding, a change that comes in, differences, keys, phone width; without a complaint of the browser.

Every page is checked by axe-core. WEFT_PICTURES names a folder for a screenshot of every page, light and dark, at 1280 and 390."""
import json
import os
import pathlib
import sqlite3
import sys
import time

HERE = os.path.dirname(__file__)
sys.path[:0] = [os.path.join(HERE, '..', 'web'), os.path.join(HERE, '..', 'e2e'), HERE]
from website import Site  # noqa: E402
import chromium  # noqa: E402
import harness  # noqa: E402
from harness import done, equal, point, skip  # noqa: E402
from client import PASSWORD, Server  # noqa: E402

chromium.FLAGS = [flag for flag in chromium.FLAGS if not flag.startswith('--proxy-bypass')] + ['--proxy-bypass-list=127.0.0.1']
PATIENCE = 60
WORDS = '<p>All furniture is made to order, from oak, ash and beech of our own valley. We deliver on weekdays between nine and five.</p>'


def page_of(price, weeks='four'):
    return (f'<title>Price list</title><main><h1>Price list</h1>{WORDS}<p>Lead time is {weeks} weeks for all tables.</p>'
            f'<table><tr><td>Oak table</td><td>{price} euro</td></tr><tr><td>Ash desk</td><td>280 euro</td></tr></table></main>')


class Tab:
    """One tab with the server in it."""

    def __init__(self, browser, server, context=None):
        self.base = f'http://127.0.0.1:{server.port}'
        target = browser.call('Target.createTarget', url='about:blank', **({'browserContextId': context} if context else {}))['targetId']
        session = browser.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        self.page = browser.pages[session] = chromium.Page(browser, session)
        for domain in ('Page', 'Runtime', 'Network', 'Log'):
            self.page.call(domain + '.enable')
        self.page.size(1280, 900)

    def go(self, path):
        self.leave(lambda: self.page.call('Page.navigate', url=self.base + path))

    def wait(self, condition):
        """Until an expression is true, also while the page goes to another; False where it never is."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.page.eval(condition):
                    return True
            except RuntimeError:  # the document that was asked is gone
                pass
            time.sleep(0.01)
        return False

    def leave(self, act):
        """An act that leads to another page."""
        before, end = self.page.loads, time.monotonic() + PATIENCE
        act()
        while self.page.loads == before and time.monotonic() < end:
            self.page.browser.pump(.5)
        return self.page.loads > before

    def fill(self, selector, text):
        self.page.eval(f'document.querySelector({selector!r}).value = {text!r}')

    def text(self):
        # rows below the window are not drawn before they come near it, and what is not drawn has no innerText
        return self.page.eval("document.querySelectorAll('.row, .vrow, .item').forEach(e => { e.style.contentVisibility = 'visible' }), document.body.innerText")


def first_run(tab, server):
    tab.go('/')
    point('Choose a password' in tab.text(), 'a new server asks for a password', tab.text())
    server.read_code()
    tab.fill('[name=code]', server.code)
    tab.fill('[name=name]', 'anna')
    tab.fill('[name=password]', PASSWORD)
    tab.leave(lambda: tab.page.click('button'))
    point('Which pages matter to you?' in tab.text(), 'then it is ready', tab.text())


def add_page(tab, site):
    tab.leave(lambda: tab.page.press('a'))
    equal(tab.page.eval('location.pathname'), '/add', 'a leads to Add pages')
    tab.fill('#list', site.url + '/prices')
    tab.fill('#tag', 'shops')
    tab.leave(lambda: tab.page.click('form.stack button'))
    point(tab.wait('!!document.body && document.body.textContent.includes("See the page")'), 'the page is fetched while one waits', tab.text())


def see_change(tab, site, server):
    tab.go('/')
    tab.page.eval('fetch("/page/1/look", { method: "POST", headers: { "X-Weft-Token": document.body.dataset.token, Accept: "application/json" } })')
    site.pages['/prices'] = page_of(360, 'six')
    tab.page.eval('fetch("/page/1/look", { method: "POST", headers: { "X-Weft-Token": document.body.dataset.token, Accept: "application/json" } })')
    before = tab.page.eval('document.querySelectorAll(".row").length')
    point(tab.wait('!!document.querySelector(".live a")'), 'a change comes in by itself', tab.text())
    equal((before, tab.page.eval('document.querySelectorAll(".row").length')), (0, 0), 'and nothing moves because of it')
    tab.leave(lambda: tab.page.press('.'))
    point('360' in tab.text() and tab.page.eval('!!document.querySelector(".row ins")'), 'the key . shows it', tab.text())


def diff_views(tab):
    tab.page.press('j')
    equal(tab.page.eval('document.querySelectorAll(".row.cur").length'), 1, 'j takes the first row')
    tab.leave(lambda: tab.page.eval('document.querySelector(".row.cur .row-h a").click()'))
    point('/diff' in tab.page.eval('location.pathname'), 'its headline leads to the difference')
    views = tab.page.eval('Array.from(document.querySelectorAll(".views a")).map(a => a.getAttribute("href"))')
    equal(len(views), 7, 'six views, and why')
    for view in views:
        tab.go(view)
        if '/why?' in view:
            point('Six measures' in tab.text(), 'the numbers of a difference', tab.text())
            continue
        frame = tab.page.eval('document.querySelector("#shown").src')
        point(frame.startswith('http://127.0.0.1:') and not frame.startswith(tab.base), f'{view}: the page has another origin', frame)
        outside = tab.page.eval('(function () { try { return !!document.querySelector("#shown").contentDocument; } catch (e) { return false; } })()')
        equal(outside, False, f'{view}: which the application cannot reach, nor it the application')
    tab.go('/page/1/version/1')
    tab.go('/page/1/diff')
    tab.leave(lambda: tab.page.press('h'))
    equal(tab.page.eval('location.pathname'), '/page/1', 'h leads to the history')
    tab.go('/page/1/diff')
    tab.leave(lambda: tab.page.press('2'))
    point('view=side' in tab.page.eval('location.search'), 'the key 2 shows them side by side', tab.page.eval('location.href'))
    tab.leave(lambda: tab.page.press('s'))
    equal(tab.page.eval('location.pathname'), '/', 's marks as seen, and leads back')
    point('marked as seen' in tab.text(), 'the page says so', tab.text())
    tab.leave(lambda: tab.page.click('.toast button'))
    point(tab.page.eval('!!document.querySelector(".row ins")'), 'Undo brings it back', tab.text())


def keys(tab):
    tab.page.press('j')
    tab.page.press('s')
    point(tab.wait('document.querySelector(".row").hidden'), 's takes the row away without a reload')
    point(tab.wait('/up to date/.test(document.querySelector(".lede").textContent) && /All 0/.test(document.querySelector(".strip").textContent)'
                   ' && !document.querySelector("[data-fresh=g1], [data-fresh=g2], [data-fresh=g3]").textContent'), 'and every count follows', tab.text())
    tab.page.press('u')
    point(tab.wait('!document.querySelector(".row").hidden'), 'u brings it back')
    point(tab.wait('/has news since/.test(document.querySelector(".lede").textContent)'), 'with the counts', tab.text())
    tab.page.press('/')
    equal(tab.page.eval('document.activeElement.id'), 'q', '/ is the filter')
    tab.page.press('j')
    equal(tab.page.eval('document.querySelectorAll("input[value=j], #q").length'), 1, 'in which keys are letters')
    typed = '(function () { var q = document.querySelector("#q"); q.value = "%s"; q.dispatchEvent(new Event("input")); return document.querySelectorAll(".row:not(.out)").length; })()'
    equal((tab.page.eval(typed % 'zzz'), tab.page.eval(typed % 'PRICE')), (0, 1), 'the rows follow what is typed')
    tab.page.eval('document.activeElement.blur()')
    tab.leave(lambda: tab.page.press('?'))
    equal(tab.page.eval('location.pathname + location.hash'), '/settings#keys', '? shows the keys')
    tab.page.click('#keys-on')
    tab.go('/')
    tab.page.press('j')
    equal(tab.page.eval('document.querySelectorAll(".row.cur").length'), 0, 'which can be switched off')
    tab.go('/settings')
    tab.page.click('#keys-on')


# The sanitizers have nothing to say of what axe-core reads: one run of it is enough.
AXE_FILE = pathlib.Path(HERE, '..', '..', 'build', 'deps', 'axe-core', 'axe.min.js')
AXE = AXE_FILE.read_text(encoding='utf-8') + ';' if AXE_FILE.exists() and not harness.SANITIZED else ''
PAGES = ('/', '/pages', '/add', '/page/1', '/page/1/settings', '/page/1/diff?a=1&b=2', '/page/1/why?a=1&b=2', '/page/1/version/1', '/held', '/sentinels', '/sentinels/new',
         '/sentinels/dearer', '/channels', '/collections', '/collections/new', '/site', '/site?host=127.0.0.1', '/add?p=1', '/status', '/settings', '/transfer')


def check_page(tab, path, width, faults):
    """What axe-core finds: all of its rules in light colours, those about colours in dark ones, and the others on a phone."""
    colours = ['color-contrast', 'link-in-text-block']
    no_colours = '{ rules: { "color-contrast": { enabled: false } } }'
    for scheme, rules in (('light', '{}'), ('dark', json.dumps({'runOnly': colours}))) if width == 1280 else (('light', no_colours),):
        tab.page.scheme(scheme)
        found = tab.page.eval(f'axe.run({rules}).then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" | ")))')
        faults += [f'{path} at {width}, {scheme}: {fault}' for fault in found]


def take_pictures(tab, folder, path, width):
    for scheme in ('light', 'dark'):
        tab.page.scheme(scheme)
        time.sleep(.6 if 'diff' in path else .1)
        tab.page.screenshot(os.path.join(folder, f'{path.strip("/").replace("/", "-").replace("?", "-") or "new"}-{width}-{scheme}.png'))


def widths(tab):
    folder, faults = os.environ.get('WEFT_PICTURES'), []
    for path in PAGES:
        tab.page.size(1280, 900)
        tab.go(path)
        if AXE:
            tab.page.eval(AXE)
        for width in (1280, 390, 320):
            tab.page.size(width, 900)
            wide = tab.page.eval('document.documentElement.scrollWidth')
            point(wide <= width, f'{path}: nothing is scrolled sideways at {width}', wide)
            if AXE and width != 320:
                check_page(tab, path, width, faults)
            if folder and width != 320:
                take_pictures(tab, folder, path, width)
        tab.page.scheme('light')
    if AXE:
        equal(faults, [], f'axe-core finds nothing on {len(PAGES)} pages')
    elif not harness.SANITIZED:
        skip('axe-core finds nothing', 'npm: tools/setup could not fetch axe-core')
    tab.page.size(1280, 900)


def sentinels(tab, site):
    """One written with an error and mended by a click, completed, and the form that writes the same."""
    tab.go('/sentinels/new')
    write = 'document.querySelector("#text").value = %r; document.querySelector("#text").dispatchEvent(new Event("input"))'
    tab.page.eval(write % f'CREATE SENTINEL dearer ON "{site.url}/prices" MONITR keywords(euro) NOTIFY IMMEDIATE BY interactive;')
    point(tab.wait('document.querySelector("#faults button")?.textContent === "Change to MONITOR" && document.querySelector("#save").disabled'),
          'an error is said while one types, and Save waits', tab.text())
    tab.page.click('#faults button')
    point(tab.wait('!document.querySelector("#faults button") && !document.querySelector("#save").disabled'), 'a click mends it')
    point(tab.wait('document.querySelector("#rules select").value === "keywords" && document.querySelector("#rules input").value === "euro"'),
          'the form follows the text')
    point(tab.page.eval('document.querySelectorAll("#graph svg rect").length') == 3, 'and so does the graph')
    tab.page.eval('(function () { var box = document.querySelector("#rules input"); box.value = "euro, pound"; box.dispatchEvent(new Event("input", { bubbles: true })); })()')
    point(tab.wait('document.querySelector("#text").value.includes(\'keywords("euro", "pound")\')'), 'the text follows the form',
          tab.page.eval('document.querySelector("#text").value'))
    tab.page.eval('(function () { var t = document.querySelector("#text"); t.focus(); t.value += "DRO"; t.selectionStart = t.value.length;'
                  't.dispatchEvent(new KeyboardEvent("keydown", { key: " ", ctrlKey: true, bubbles: true })); })()')
    point(tab.wait('document.querySelector("#text").value.endsWith("DROP")'), 'Ctrl and Space complete a word', tab.page.eval('document.querySelector("#text").value'))
    tab.page.eval('(function () { var t = document.querySelector("#text"); t.value = t.value.slice(0, -4); t.dispatchEvent(new Event("input")); t.blur(); })()')
    point(tab.wait('!document.querySelector("#save").disabled && document.querySelector("#state").textContent === "No errors"'), 'without it there is no error')
    tab.leave(lambda: tab.page.click('#save'))
    equal(tab.page.eval('location.pathname'), '/sentinels/dearer', 'it is saved')


def pick_block(tab, site):
    """A block is ignored by pointing at it on the picture of the page, and its changes are not told any more."""
    tab.go('/page/1/settings')
    names = tab.page.eval('Array.from(document.querySelectorAll(".brow .t")).map(t => t.textContent)')
    number = next((i + 1 for i, name in enumerate(names) if 'Oak table' in name), 0)
    point(number, 'the blocks of the page are listed by their first words', names)
    tab.page.eval(f'document.querySelector(".map a[href=\'#block-{number}\'] rect").dispatchEvent(new MouseEvent("click", {{ bubbles: true }}))')
    equal(tab.page.eval('location.hash'), f'#block-{number}', 'a click on the picture leads to the block')
    tab.page.eval(f'document.querySelector("#block-{number} input[value=\'3\']").click()')
    tab.leave(lambda: tab.page.eval('document.querySelector("input[name=b1]").form.requestSubmit()'))
    point(tab.page.eval(f'document.querySelector("#block-{number} input[value=\'3\']").checked'), 'Ignore is kept', tab.text())
    newest = 'fetch("/api/v1/watch/1").then(r => r.json()).then(w => w.newest)'
    before = tab.page.eval(newest)
    site.pages['/prices'] = page_of(380, 'six')
    tab.page.eval('fetch("/page/1/look", { method: "POST", headers: { "X-Weft-Token": document.body.dataset.token, Accept: "application/json" } })')
    point(tab.wait(f'{newest}.then(n => n > {before})'), 'what changes there is kept')
    tab.go('/')
    point('380 euro' not in tab.text(), 'and not announced', tab.text())


def share(tab, browser, server):
    """A link that shows one difference to whoever has it, until it is ended or its time is over."""
    tab.go('/page/1')
    tab.page.click('form[action$=look] button')
    point(tab.wait('document.querySelector(".toast")?.textContent === "Nothing new"'), 'Look now says how it ended', tab.text())
    tab.go('/page/1/diff?a=1&b=2')
    tab.page.size(390, 900)
    tab.page.click('.f-top summary')
    places = tab.page.eval('Array.from(document.querySelectorAll(".f-top .menu .btn")).filter(b => b.checkVisibility()).map(b => b.textContent)')
    equal(places, ['History', 'Page as it was', 'Everything', 'Share', 'Dismiss'], 'on a phone the acts stand under More')
    tab.page.size(1280, 900)
    tab.leave(lambda: tab.page.eval('document.querySelector("form[action$=share]").requestSubmit()'))
    link = tab.page.eval('document.querySelector("input[readonly]").value')
    guest = Tab(browser, server, browser.call('Target.createBrowserContext')['browserContextId'])
    guest.go('/')
    equal(guest.page.eval('location.pathname'), '/sign-in', 'a guest is not signed in')
    guest.go(link[len(guest.base):])
    point(guest.page.eval('!!document.querySelector("#shown")') and 'Price list' in guest.text(), 'but sees what is shared', guest.text())
    equal(guest.page.eval('document.querySelectorAll("nav, form").length'), 0, 'and nothing else')
    with sqlite3.connect(f'{server.folder}/weft.db', timeout=30) as db:
        db.execute("UPDATE ticket SET until = 1 WHERE until > 1 AND kind = (SELECT kind FROM ticket ORDER BY rowid DESC LIMIT 1)")
    guest.go(link[len(guest.base):])
    point('has expired' in guest.text(), 'until its time is over', guest.text())
    guest.page.log.clear()


def sign_out(tab):
    tab.go('/settings')
    tab.leave(lambda: tab.page.eval('document.querySelector("form[action=\'/sign-out\']").requestSubmit()'))
    equal(tab.page.eval('location.pathname'), '/sign-in', 'signing out leads to the door')
    tab.go('/pages')
    equal(tab.page.eval('location.pathname'), '/sign-in', 'behind which nothing is seen')
    tab.leave(lambda: tab.page.call('Page.navigateToHistoryEntry', entryId=tab.page.call('Page.getNavigationHistory')['entries'][-3]['id']))
    point('Price list' not in tab.text() and 'Tokens for programs' not in tab.text(), 'not by the way back either', tab.text())


HOSTILE = """<title>Hostile</title><script>fetch('{0}/pwned?1'); location = '{0}/pwned?2'; parent.postMessage({{weftKey: 's'}}, '*')</script>
<p onclick="fetch('{0}/pwned?3')" id=shown class=toast>Words of {1} that change.</p><meta http-equiv=refresh content="0;url={0}/pwned?4"><img src=x onerror="fetch('{0}/pwned?5')">
<form action="{0}/pwned?6"><input autofocus onfocus="this.form.submit()"></form><iframe src="{0}/pwned?7"></iframe><svg onload="fetch('{0}/pwned?8')"></svg>
<object data="{0}/pwned?9"></object><base href="{0}/"><a href="javascript:fetch('{0}/pwned?10')">link</a><img src="{2}/sign-out"><p>And some words that stay.</p>
<svg><script>fetch('{0}/pwned?11')</script><animate onbegin="fetch('{0}/pwned?12')" attributeName=x dur=1s /><a href="javascript:fetch('{0}/pwned?13')"><text>x</text></a></svg>
<noscript><p title="</noscript><img src=x onerror=fetch('{0}/pwned?14')>"></noscript><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=fetch('{0}/pwned?15')&gt;">
</table></math><form><math><mtext></form><form><mglyph><style></math><img src=x onerror="fetch('{0}/pwned?16')"></style></mglyph></form>
<style>[name=t],[data-token],[href*="&s="],[src*="&s="],script[src],iframe{{background:url({0}/stolen?1)}} @import url("javascript:fetch('{0}/pwned?17')");</style>
<h2><script>fetch('{0}/pwned?18')</script>Title &lt;img src=x onerror=fetch('{0}/pwned?19')&gt; of {1}</h2>"""


def hostile_page(tab, site, server):
    """Nothing of a stored page runs, leads away, or reaches the application with what the user may do."""
    site.pages['/hostile'] = HOSTILE.format(site.url, 'first', tab.base)
    answer = tab.page.eval('fetch("/api/v1/watch", { method: "POST", body: JSON.stringify({ url: %r }), headers: { "X-Weft-Token": document.body.dataset.token,'
                           ' "Content-Type": "application/json" } }).then(r => r.json())' % (site.url + '/hostile'))
    look = 'fetch("/page/%s/look", { method: "POST", headers: { "X-Weft-Token": document.body.dataset.token, Accept: "application/json" } })' % answer['id']
    newest = 'fetch("/api/v1/watch/%s").then(r => r.json()).then(w => w.newest)' % answer['id']
    tab.wait(newest + '.then(n => n === 1)')
    site.pages['/hostile'] = HOSTILE.format(site.url, 'second', tab.base)
    tab.page.eval(look)
    point(tab.wait(newest + '.then(n => n === 2)'), 'a hostile page is kept like others')
    for path in ('version/1', '', 'why', 'settings', 'diff?view=merged', 'diff?view=side', 'diff?view=changes', 'diff?view=blocks', 'diff?view=text', 'diff?view=source'):
        tab.go(f'/page/{answer["id"]}/{path}'.rstrip('/'))
        time.sleep(.05)
    equal([entry for entry in site.log if 'pwned' in entry[1]], [], 'nothing of it runs, in any view')
    equal([entry for entry in site.log if 'stolen' in entry[1]], [], 'and its styles find nothing of weft’s to tell')
    tab.go('/')
    point('What’s new' in tab.text(), 'and the user is still signed in', tab.text())
    tab.page.log.clear()  # the browser says what it refused
    tab.page.requests[:] = [url for url in tab.page.requests if 'pwned' not in url]


def without_scripts(tab):
    tab.page.call('Emulation.setScriptExecutionDisabled', value=True)
    tab.go('/')
    text = tab.text()
    point('Price list' in text and 'Mark all as seen' in text, 'without JavaScript the news are there', text)
    tab.leave(lambda: tab.page.click('.row button[name=seen]'))
    point('marked as seen' in tab.text(), 'and can be marked as seen', tab.text())
    tab.leave(lambda: tab.page.click('.toast button'))
    tab.page.call('Emulation.setScriptExecutionDisabled', value=False)


def main():
    if not chromium.program():
        skip('weft in a browser', 'there is no Chromium')
        done()
    site = Site()
    site.pages['/prices'] = page_of(340)
    with Server(harness.SCRATCH, every='1h') as server, chromium.Chromium() as browser:
        tab = Tab(browser, server)
        first_run(tab, server)
        add_page(tab, site)
        see_change(tab, site, server)
        diff_views(tab)
        keys(tab)
        sentinels(tab, site)
        widths(tab)
        without_scripts(tab)
        share(tab, browser, server)
        pick_block(tab, site)
        faults = [entry for entry in tab.page.log if not (AXE and 'postMessage' in entry)]  # axe asks the frame of the other origin
        equal(faults, [], 'the browser complains about nothing')
        hostile_page(tab, site, server)
        sign_out(tab)
        outside = [url for url in tab.page.requests if not url.startswith(('http://127.0.0.1:', 'data:', 'about:'))]
        equal(outside, [], 'and nothing is asked of anybody else')
    equal((server.status, server.errors), (0, ''), 'the server ends cleanly')
    done()


main()
