"""Hostile pages (vectors.py) in every HTML output (weft diff and its folders, vidiff, show, report, content, segment), as the new and as the old page,
with the policy and with it taken out, in real Chromium without a network: nothing runs, nothing navigates, nothing is asked of anybody but pictures,
sounds, fonts and style sheets, and what stands in the page is what the tables of src/show allow.

A sample by default; WEFT_VECTORS=N takes every Nth page, 1 all of them, N/K begins with the Kth. Many documents are opened at once, each in an iframe
of one page. A policy only forbids: what does nothing without it does nothing with it. So in the sample, where weft's own frame, which takes most of the time,
is around a page, it is opened without, and one form of it both ways; with WEFT_VECTORS all are opened both ways."""
import base64
import concurrent.futures
import hashlib
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
import covers  # noqa: E402
import vectors  # noqa: E402

WEFT = os.environ['WEFT']
SANITIZED = b'__asan_init' in pathlib.Path(WEFT).read_bytes()
SOURCE = pathlib.Path(__file__).parent.parent.parent
STEP, FIRST = (int(n) for n in (os.environ.get('WEFT_VECTORS', '119') + '/0').split('/')[:2])
BATCH, PART = 60, 40
PLAIN = b'<!doctype html><title>v</title><p>One word is here to change: old.</p><p>The end of it.</p>'
# Commands with two pages, and with one.
PAIRS = [['diff', '--format', 'merged'], ['diff', '--format', 'merged', '--bare'], ['diff', '--format', 'new', '--bare'], ['diff', '--format', 'reversed'],
         ['diff', '--format', 'side'], ['diff', '--format', 'changes'], ['vidiff', '--format', 'html']]
SINGLES = [['content', '--format', 'html'], ['segment', '--format', 'html']]
POLICY = re.compile(rb'<meta http-equiv=(?:"|&quot;)Content-Security-Policy(?:"|&quot;)[^>]*>')
points = 0

# What no output may hold, whatever the parser made of it; looked for in the document and in every document inside.
# Documents that weft writes anew hold none of the page's elements, and its own without a mark.
SCAN = '''(function () {
  var OWN = / (content|segment) |^report (report|\\d+-history)|^folder /;
  var bad = [], act = /^(script|iframe|frame|object|embed|applet|base|meta|portal|fencedframe|template)$/i, moves = /^(animate|set|foreignobject)$/i;
  // A form's field may be called as what is asked for: so the browser's own getter is asked.
  function of(kind, name) { var get = Object.getOwnPropertyDescriptor(kind.prototype, name).get; return function (e) { return get.call(e); }; }
  var space = of(Element, 'namespaceURI'), local = of(Element, 'localName'), owner = of(Node, 'ownerDocument'), view = of(Document, 'defaultView'), children = of(Element, 'children');
  function look(name, doc, inner) {
    var all = Document.prototype.querySelectorAll.call(doc, '*');
    for (var i = 0; i < all.length; i++) {
      var e = all[i], own = Element.prototype.getAttribute.call(e, 'data-weft') === 'ui';
      var tag = local(e), html = space(e) === 'http://www.w3.org/1999/xhtml', names = Element.prototype.getAttributeNames.call(e);
      if (tag === 'iframe' && !inner && Element.prototype.getAttribute.call(e, 'data-weft') === 'page') {
        if (Element.prototype.getAttribute.call(e, 'sandbox') !== 'allow-same-origin') bad.push([name, 'sandbox']);
        if (e.contentDocument) look(name, e.contentDocument, true);
        continue;
      }
      if (!/[-:._]/.test(tag) && html && !own && e instanceof view(owner(e)).HTMLUnknownElement && names.some(function (n) { return !/^(class|dir|hidden|id|lang|style|title|(data|aria)-.*|_.*)$/.test(n); }))
        bad.push([name, tag + ' ' + names]);
      if ((act.test(tag) || (!html && moves.test(tag))) && !own && !(tag === 'foreignObject' && !children(e).length)) bad.push([name, tag]);
      names.forEach(function (n) {
        var v = Element.prototype.getAttribute.call(e, n);
        if (/^on|^(action|formaction|ping|srcdoc|attributionsrc|autofocus|http-equiv|nonce)$/i.test(n) && !own) bad.push([name, tag + ' ' + n]);
        if (n === 'target' && !own && (inner || !/^weft-(page|old|new)$/.test(v))) bad.push([name, tag + ' ' + n]);
        if (/^[\\s\\0-\\x20]*(j\\s*a\\s*v\\s*a|v\\s*b)\\s*s\\s*c\\s*r\\s*i\\s*p\\s*t\\s*:/i.test(v) || (/href$|^src$/i.test(n) && /^\\s*data:text/i.test(v))) bad.push([name, tag + ' ' + n + '=' + v]);
        if (n === 'xlink:href' && tag === 'use' && v[0] !== '#') bad.push([name, 'use ' + v]);
      });
    }
  }
  document.querySelectorAll('iframe').forEach(function (f) { if (!f.contentDocument) bad.push([f.name, 'gone']); else if (!OWN.test(f.name)) look(f.name, f.contentDocument, false); });
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


def run(words, **more):
    done = subprocess.run([WEFT, *words], capture_output=True, timeout=120, check=False, **more)
    if b'Sanitizer' in done.stderr:  # its exit status is one that weft has, too
        ok(False, f'the sanitizers have nothing to say of {words}', *done.stderr.decode(errors='replace').splitlines()[:20])
    return done


def twice(label, text):
    """the document as it is, and with its policy taken out"""
    return [(label, text), (label + ' without policy', POLICY.sub(b'', text))]


def enough(label, text):
    """both ways, or the one that is harder to pass"""
    one = b'srcdoc=' in text and ' merged ' not in label and 'WEFT_VECTORS' not in os.environ
    return twice(label, text)[1 if one else 0:]


def outputs(folder, name, kind, text):
    """Every HTML output of one page as (label, bytes)."""
    suffix = 'xml' if kind == 'xhtml' else 'html'
    hostile, plain = pathlib.Path(folder, name, f'page.{suffix}'), pathlib.Path(folder, 'plain.html')
    hostile.parent.mkdir()
    hostile.write_bytes(text)
    made = []
    for words, side, files in ([(words, 'new', [plain, hostile]) for words in PAIRS] + [(words, 'old', [hostile, plain]) for words in PAIRS]
                               + [(words, 'alone', [hostile]) for words in SINGLES]):
        done = run([*words, *files])
        if done.returncode not in (0, 1):
            made.append((f'{name}: {words} exits {done.returncode} {done.stderr[:200]}', None))
            continue
        made += enough(f'{name} {" ".join(words)} {side}', done.stdout)
    return made


def record(number, body, kind):
    """A version as 'weft import' reads it."""
    kind = 'application/xhtml+xml' if kind == 'xhtml' else 'text/html; charset=utf-8'
    return {'version': {'number': number, 'fetched_at': 1793534400000 + number, 'content_type': kind, 'status': 200, 'suspect': False,
                        'digest': hashlib.blake2b(body, digest_size=32).hexdigest(), 'bytes': len(body), 'body_base64': base64.b64encode(body).decode()}}


def archive(path, chosen):
    """Each page once as the newer and once as the older version of a page that anna watches, with its own words as the headline."""
    lines = [{'weft-store': {'format': 2}}, {'user': {'name': 'anna', 'added_at': 1}}]
    watches, events, seen = [], [], set()
    for name, kind, text in chosen:
        for side, bodies in (('new', [(PLAIN, 'html'), (text, kind)]), ('old', [(text, kind), (PLAIN, 'html')])):
            url = f'https://{side}.test/{name}'
            lines.append({'page': {'url': url, 'host': f'{side}.test', 'added_at': 1, 'checked_at': 1793534400002, 'errors': 0}})
            for number, (body, of) in enumerate(bodies, 1):
                line = record(number, body, of)
                if line['version']['digest'] in seen:
                    del line['version']['body_base64']
                seen.add(line['version']['digest'])
                lines.append(line)
            words = text.decode('utf-8', 'replace')[:300]
            judged = {'number': 2, 'before': 1, 'importance_millionths': 500000, 'content': 1, 'headline': words,
                      'changes': json.dumps([{'kind': 'update', 'before': words, 'old': words, 'new': words, 'after': words}])}
            lines.append({'verdict': judged})
            watches.append({'watch': {'user': 'anna', 'url': url, 'added_at': 1, 'seen': 1, 'settings': json.dumps({'title': words})}})
            events.append({'event': {'user': 'anna', 'url': url, 'at': 1793534400002, 'kind': 1, **judged}})
    pages = sum('page' in line for line in lines)
    lines += watches + events + [{'end': {'pages': pages, 'versions': sum('version' in line for line in lines)}}]
    path.write_text(''.join(json.dumps(line) + '\n' for line in lines))


def kept(folder, number, chosen):
    """What weft show and weft report make of the pages in an archive."""
    place = pathlib.Path(folder, f'kept{number}')
    place.mkdir()
    archive(place / 'lines.jsonl', chosen)
    env = {**os.environ, 'HOME': str(place), 'XDG_CONFIG_HOME': str(place), 'XDG_DATA_HOME': str(place), 'WEFT_STORE': str(place / 'w.db'), 'LOGNAME': 'anna'}
    done = run(['import', place / 'lines.jsonl'], env=env)
    if done.returncode:
        return [(f'import: {done.stderr}', None)]
    made = []
    for name, _, _ in chosen:
        done = run(['show', f'https://new.test/{name}@2'], env=env)
        made += twice(f'{name} show', done.stdout) if done.returncode == 0 else [(f'{name} show: {done.stderr}', None)]
    done = run(['report', '--html', place / 'report.html'], env=env)
    if done.returncode not in (0, 1):
        made.append((f'report: {done.stderr}', None))
    for file in sorted(place.rglob('*.html')):
        made += enough(f'report {file.name} of {chosen[0][0]}', file.read_bytes())
    return made


def folders(folder, chosen):
    """The pages of weft diff of two folders."""
    place = pathlib.Path(folder, 'folders')
    for side in ('old', 'new', 'out'):
        (place / side).mkdir(parents=True)
    for name, kind, text in chosen:
        file = f'{name}.{"xml" if kind == "xhtml" else "html"}'
        (place / 'old' / file).write_bytes(PLAIN)
        (place / 'new' / file).write_bytes(text)
    done = run(['diff', place / 'old', place / 'new', '--format', 'merged', '--output', place / 'out'])
    index = place / 'out' / 'index.html'
    return twice('folder index', index.read_bytes()) if index.exists() else [(f'folders: {done.stderr}', None)]


def unique(docs):
    """Many commands and pages give the same document, but for the name of the page."""
    return list({re.sub(rb'(?:new|old)\.test/[\w-]+|/[^ "<>]*/page\.', b'', text): (label, text) for label, text in docs}.values())


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
        page.wait(f'(function () {{ var t = {TOLD}; return {"t[2]" if number in HIDDEN else "t[1] || t[2]"}; }})()', seconds=20)
        listed, seen, said = page.eval(TOLD)
        ok(listed and (said if number in HIDDEN else seen or said), f'disguise {number}: the change is listed, and seen or said to be hidden', body, (listed, seen, said))
        ok(not [line for line in page.log if 'exceptionThrown' in line or 'Uncaught' in line], f'disguise {number}: weft\'s script runs')
        browser.call('Target.closeTarget', targetId=page.target)


# By the name of each document: whether weft says that the page hides something, and how the words of the marks are drawn. Null until the script was there.
SIGHT = '''(function () {
  var said = {}, list = Array.from(document.querySelectorAll("iframe"));
  list.forEach(function (f) {
    var d = f.contentDocument, inner = d && d.querySelector("iframe[data-weft=page]"), mark = inner && inner.contentDocument && inner.contentDocument.querySelector("ins[data-weft-change]");
    if (!mark || !d.querySelector(".chg") || inner.contentDocument.readyState !== "complete") return;
    var s = getComputedStyle(mark), other = inner.contentDocument.querySelector("body > div");
    said[f.name] = [!d.getElementById("unseen").hidden, s.webkitTextFillColor === s.color && parseFloat(s.webkitTextStrokeWidth) === 0 && s.webkitTextSecurity === "none"
      && s.unicodeBidi === "isolate" && (!other || parseFloat(getComputedStyle(other).outlineWidth) === 0) && parseFloat(getComputedStyle(mark.parentNode, "::before").outlineWidth) === 0];
  });
  return JSON.stringify(said);
})()'''


def sight(browser, folder):
    """Pages that cover, cut off, dim or move away what changed, in many windows of one page."""
    docs = []
    for kind in ('HIDING', 'FAILING', 'HONEST'):
        for name, body in getattr(covers, kind).items():
            new = pathlib.Path(folder, 'sight.html')
            new.write_text(vectors.page(body).replace('change: new', 'change: <b><a href=/a>one</a></b> new'))
            old = pathlib.Path(folder, 'sight-old.html')
            old.write_bytes(PLAIN.replace(b'change: old', b'change: <b><a href=/a>one</a></b> old'))
            docs.append((f'{kind} {name}', subprocess.run([WEFT, 'diff', old, new], capture_output=True, check=False).stdout))
    path = pathlib.Path(folder, 'sights.html')
    harness(path, docs)
    path.write_text(path.read_text().replace('<iframe ', '<iframe width=1000 height=600 '))
    page = browser.open(path)
    hiding = json.dumps([label for label, _ in docs if label.startswith('HIDING')])
    page.wait(f'(function () {{ var said = JSON.parse({SIGHT}); return Object.keys(said).length === {len(docs)} && {hiding}.every(function (name) {{ return said[name][0]; }}); }})()', seconds=30)
    said = json.loads(page.eval(SIGHT))
    for label, _ in docs:
        unseen, drawn = said.get(label, (None, None))
        ok(unseen is label.startswith('HIDING') and drawn, f'{label.lower()}: what is hidden is said, and marks stay as they are', unseen, drawn)
    browser.call('Target.closeTarget', targetId=page.target)


def names_it_knows():
    """The names that this browser acts on, with what it tries out, and no table of ours has."""
    known = set(re.findall(r'TAG\(\w+, "(\w+)"', pathlib.Path(SOURCE, 'src/parse/tag.def').read_text()))
    ask = '''Object.getOwnPropertyNames(window).map(n => (/^HTML(.+)Element$/.exec(n) || [])[1]).filter(n => n).map(n => n.toLowerCase())
        .filter(n => !(document.createElement(n) instanceof HTMLUnknownElement))'''
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium('--enable-experimental-web-platform-features') as browser:
        empty, page = pathlib.Path(folder, 'empty.html'), pathlib.Path(folder, 'page.html')
        empty.write_bytes(PLAIN)
        names = sorted(set(browser.open(empty).eval(ask)) - known)
        page.write_text(vectors.page(''.join(f'<{name} class=x>word</{name}>' for name in names + ['token'])))
        shown = run(['diff', '--format', 'new', '--bare', empty, page]).stdout.decode()
    ok('<token' in shown and not [name for name in names if f'<{name}' in shown], f'none of {len(names)} names that the browser knows and we do not is written', names)


def documents(folder, chosen):
    """What every command makes of the pages."""
    pathlib.Path(folder, 'plain.html').write_bytes(PLAIN)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        docs = [d for made in pool.map(lambda v: outputs(folder, *v), chosen) for d in made]
        parts = [chosen[at:at + PART] for at in range(0, len(chosen), PART)]
        docs += [d for made in pool.map(lambda p: kept(folder, *p), enumerate(parts)) for d in made]
    docs += folders(folder, chosen)
    failed = [label for label, text in docs if text is None]
    docs = unique(d for d in docs if d[1] is not None)
    ok(not failed, f'{len(chosen)} pages give {len(docs)} documents', *failed[:5])
    bare = [label for label, text in docs if 'without policy' in label and re.search(rb'(?:"|&quot;)Content-Security-Policy', text)]  # as weft writes it; the words of a page may name it, too
    ok(not bare, 'the policy can be taken out', *bare[:3])
    return docs


def open_all(folder, docs):
    found = [[], [], [], []]
    with chromium.Chromium() as browser:
        for at in range(0, len(docs), BATCH):
            for k, some in enumerate(check(browser, folder, at, docs[at:at + BATCH])):
                found[k] += some
        disguises(browser, folder)
        sight(browser, folder)
    for some, what in zip(found, ('nothing runs', 'nothing stands in a page that the tables do not have', 'nothing is asked of anybody', 'nothing navigates')):
        ok(not some, f'{what}, with the policy and without', *some[:12])


def main():
    alone()
    if not chromium.program():
        print('1..0 # SKIP no Chromium')
        return
    chosen = list(vectors.vectors())
    ok(len(chosen) >= 700, f'{len(chosen)} hostile pages')
    with tempfile.TemporaryDirectory() as folder:
        docs = documents(folder, chosen[FIRST::STEP])
        if not SANITIZED:  # what Chromium makes of them is the same in every build
            names_it_knows()
            open_all(folder, docs)
    print(f'1..{points}')


main()
