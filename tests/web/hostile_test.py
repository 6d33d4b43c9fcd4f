"""Hostile pages (vectors.py) in every HTML output, as the new and as the old page, with the policy and with it taken out, in real Chromium
without a network: nothing runs, nothing navigates, nothing is asked of anybody but pictures, sounds, fonts and style sheets, and what stands
in the page is what the tables of src/show allow.

A sample by default; WEFT_VECTORS=N takes every Nth page, 1 all of them. Many documents are opened at once, each in an iframe of one page."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
import chromium  # noqa: E402
import vectors  # noqa: E402

WEFT = os.environ['WEFT']
STEP, BATCH = int(os.environ.get('WEFT_VECTORS', '48')), 60
PLAIN = b'<!doctype html><title>v</title><p>One word is here to change: old.</p><p>The end of it.</p>'
OUTPUTS = [('merged', []), ('merged', ['--bare']), ('new', ['--bare']), ('reversed', []), ('side', []), ('changes', [])]
POLICY = re.compile(rb'<meta http-equiv=(?:"|&quot;)Content-Security-Policy(?:"|&quot;) [^>]*?data-weft=(?:"|&quot;)ui(?:"|&quot;)>')
points = 0

# What no output may hold, whatever the parser made of it; looked for in the document and in every document inside.
SCAN = '''(function () {
  var bad = [], act = /^(script|iframe|frame|object|embed|applet|base|meta|portal|fencedframe|template|animate|set|foreignobject)$/i;
  function look(name, doc, inner) {
    var all = Document.prototype.querySelectorAll.call(doc, '*');
    for (var i = 0; i < all.length; i++) {
      var e = all[i], own = Element.prototype.getAttribute.call(e, 'data-weft') === 'ui';
      var tag = e.localName, names = Element.prototype.getAttributeNames.call(e);
      if (tag === 'iframe' && !inner && Element.prototype.getAttribute.call(e, 'data-weft') === 'page') {
        if (Element.prototype.getAttribute.call(e, 'sandbox') !== 'allow-same-origin') bad.push([name, 'sandbox']);
        if (e.contentDocument) look(name, e.contentDocument, true);
        continue;
      }
      if (act.test(tag) && !own && !(tag === 'foreignObject' && !e.children.length)) bad.push([name, tag]);
      names.forEach(function (n) {
        var v = Element.prototype.getAttribute.call(e, n);
        if (/^on|^(action|formaction|ping|srcdoc|attributionsrc|autofocus|http-equiv|nonce)$/i.test(n) && !own) bad.push([name, tag + ' ' + n]);
        if (n === 'target' && !own && (inner || !/^weft-(page|old|new)$/.test(v))) bad.push([name, tag + ' ' + n]);
        if (/^[\\s\\0-\\x20]*(j\\s*a\\s*v\\s*a|v\\s*b)\\s*s\\s*c\\s*r\\s*i\\s*p\\s*t\\s*:/i.test(v) || (/href$|^src$/i.test(n) && /^\\s*data:text/i.test(v))) bad.push([name, tag + ' ' + n + '=' + v]);
        if (n === 'xlink:href' && tag === 'use' && v[0] !== '#') bad.push([name, 'use ' + v]);
      });
    }
  }
  document.querySelectorAll('iframe').forEach(function (f) { if (f.contentDocument) look(f.name, f.contentDocument, false); else bad.push([f.name, 'gone']); });
  return JSON.stringify(bad.slice(0, 50));
})()'''


def alone():
    """In a network namespace with nothing in it, where the kernel lets us."""
    if os.environ.get('WEFT_ALONE'):
        return
    flags = '-n' if os.geteuid() == 0 else '-rn'
    if subprocess.run(['unshare', flags, 'true'], capture_output=True, check=False).returncode == 0:
        os.environ['WEFT_ALONE'] = '1'
        os.execvp('unshare', ['unshare', flags, sys.executable, *sys.argv])


def ok(good, what, *more):
    global points
    points += 1
    print(f'{"ok" if good else "not ok"} {points} - {what}', flush=True)
    for line in () if good else more:
        print(f'# {line}', flush=True)


def outputs(folder, name, kind, text):
    """Every HTML output of one page as (label, bytes)."""
    suffix = 'xml' if kind == 'xhtml' else 'html'
    hostile, plain = pathlib.Path(folder, f'{name}.{suffix}'), pathlib.Path(folder, 'plain.html')
    hostile.write_bytes(text)
    made = []
    for form, more in OUTPUTS:
        for side, pair in (('new', (plain, hostile)), ('old', (hostile, plain))):
            run = subprocess.run([WEFT, 'diff', '--format', form, *more, *pair], capture_output=True, timeout=60, check=False)
            if run.returncode not in (0, 1):
                made.append((f'{name}: {form} exits {run.returncode}', None))
                continue
            label = f'{name} {form}{"".join(more)} {side}'
            made.append((label, run.stdout))
            made.append((label + ' without policy', POLICY.sub(b'', run.stdout)))
    return made


def quote(text):
    return text.decode('utf-8', 'replace').replace('&', '&amp;').replace('"', '&quot;')


def harness(path, docs):
    frames = ''.join(f'<iframe name="{quote(label.encode())}" srcdoc="{quote(text)}"></iframe>' for label, text in docs)
    path.write_text(f'<!doctype html><meta charset=utf-8><script>var ran = []; function pwn(id) {{ ran.push(id); }}</script>{frames}')


def settle(page):
    """Until every document in the frames is there, and a moment for what comes late."""
    page.wait('Array.from(frames).every(function (f) { try { return f.document.readyState !== "loading"; } catch (e) { return true; } })', seconds=30)
    time.sleep(0.4)


def check(browser, folder, number, docs):
    path = pathlib.Path(folder, f'batch{number}.html')
    harness(path, docs)
    page = browser.open(path)
    settle(page)
    ran = page.eval('ran')
    bad = json.loads(page.eval(SCAN))
    asked = sorted({u for u in page.requests if 'evil.test' in u})
    moved = page.eval('Array.from(document.querySelectorAll("iframe")).filter(f => { try { return f.contentDocument.URL !== "about:srcdoc"; } catch (e) { return true; } }).map(f => f.name)')
    browser.call('Target.closeTarget', targetId=page.target)
    return ran, bad, asked, moved


# Marks that can be seen as what they are, or words in weft's own document that they cannot; and the list has the change in any case.
TOLD = '''(function () {
  var inner = document.querySelector("iframe[data-weft=page]").contentDocument, get = Document.prototype.querySelectorAll;
  var marks = Array.from(get.call(inner, "ins[data-weft-change], del[data-weft-change]"));
  var seen = marks.length && marks.every(function (e) { var s = getComputedStyle(e), b = getComputedStyle(e, "::before");
    return /underline|line-through/.test(s.textDecorationLine) && s.backgroundColor !== "rgba(0, 0, 0, 0)" && /none|normal/.test(b.content) && Element.prototype.getBoundingClientRect.call(e).height > 3; });
  return [document.querySelectorAll(".chg").length > 0 && /change|of/.test(document.querySelector(".pos").textContent), seen, !document.getElementById("unseen").hidden];
})()'''
HIDDEN = {1, 7, 14, 15, 16, 17, 18, 19, 21, 22, 23}  # of vectors.IMITATIONS: nothing can be seen, and that must be said


def disguises(browser, folder):
    """Pages that hide weft's marks or pass for weft."""
    for number, body in enumerate(vectors.IMITATIONS):
        path = pathlib.Path(folder, 'disguise.html')
        hostile = pathlib.Path(folder, 'disguise-new.html')
        hostile.write_text(vectors.page(body))
        path.write_bytes(subprocess.run([WEFT, 'diff', pathlib.Path(folder, 'plain.html'), hostile], capture_output=True, check=False).stdout)
        page = browser.open(path)
        page.wait('document.querySelector(".kinds").disabled === false', seconds=20)
        page.wait(f'(function () {{ var t = {TOLD}; return t[1] || t[2]; }})()', seconds=2)
        listed, seen, said = page.eval(TOLD)
        ok(listed and (said if number in HIDDEN else seen or said), f'disguise {number}: the change is listed, and seen or said to be hidden', body, (listed, seen, said))
        ok(not [line for line in page.log if 'exceptionThrown' in line or 'Uncaught' in line], f'disguise {number}: weft\'s script runs')
        browser.call('Target.closeTarget', targetId=page.target)


def main():
    alone()
    if not chromium.program():
        print('1..0 # SKIP no Chromium')
        return
    chosen = list(vectors.vectors())
    ok(len(chosen) >= 700, f'{len(chosen)} hostile pages')
    chosen = chosen[::STEP]
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        pathlib.Path(folder, 'plain.html').write_bytes(PLAIN)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            docs = [d for made in pool.map(lambda v: outputs(folder, *v), chosen) for d in made]
        failed = [label for label, text in docs if text is None]
        docs = [d for d in docs if d[1] is not None]
        ok(not failed, f'{len(chosen)} pages give {len(docs)} documents', *failed[:5])
        bare = [label for label, text in docs if 'without policy' in label and b'Content-Security-Policy' in text]
        ok(not bare, 'the policy can be taken out', *bare[:3])
        found = [[], [], [], []]
        for at in range(0, len(docs), BATCH):
            for k, some in enumerate(check(browser, folder, at, docs[at:at + BATCH])):
                found[k] += some
        disguises(browser, folder)
    for some, what in zip(found, ('nothing runs', 'nothing stands in a page that the tables do not have', 'nothing is asked of anybody', 'nothing navigates')):
        ok(not some, f'{what}, with the policy and without', *some[:12])
    print(f'1..{points}')


main()
