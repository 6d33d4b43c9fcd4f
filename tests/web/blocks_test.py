"""Vi-Delta on the page itself, in real Chromium: blocks outlined by what happened and what it weighs, what went at its place, the keys and switches of
the merged page, and nothing that sticks out on a phone."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import chromium  # noqa: E402

WEFT = os.environ['WEFT']
INNER = 'document.querySelector("iframe[data-weft=page]").contentDocument'
STYLE = '''<style>body { margin: 0 } main { float: left; width: 66% } aside { float: right; width: 30% } footer { clear: both }</style>'''
TEXT = 'The council met on Monday and spoke for three hours about the bridge, the school and the price of bread in the town. '
points = 0


def ok(good, what):
    global points
    points += 1
    print(f'{"ok" if good else "not ok"} {points} - {what}', flush=True)


def section(title, text):
    return f'<section><h2>{title}</h2><p>{text}</p></section>'


def page(sections, end):
    parts = ''.join(section(title, text) for title, text in sections)
    return (f'<!doctype html><title>Town</title>{STYLE}<header><h1>Town news</h1></header><main>{parts}</main>'
            f'<aside><h2>Weather</h2><p>Rain until noon, then sun.</p><p>A cold night.</p></aside><footer><p>Printed by the town, {end}.</p></footer>')


HARBOUR = ('The harbour', 'Ships that carry grain may enter the harbour again from Friday on, says its master, and fishers may sell on the quay. ' * 2)
MARKET = ('The market', 'Stalls open at seven in the morning and close when the bell of the town hall rings twice; dogs stay outside the rope. ' * 2)
OLD = [('The bridge', TEXT * 2), HARBOUR, MARKET]
NEW = [('The bridge falls', TEXT.replace('Monday', 'Sunday').replace('three', 'nine') * 2), MARKET,
       ('The theatre', 'A troupe from the north plays in the old barn for a week, and children who bring a chair of their own pay nothing at all. ' * 2)]


def made(folder):
    old, new, out = (pathlib.Path(folder, name) for name in ('old.html', 'new.html', 'out.html'))
    old.write_text(page(OLD, '2019'))
    new.write_text(page(NEW, '2020'))
    status = subprocess.run([WEFT, 'vidiff', '--format', 'html', '--importance', '-o', out, old, new], check=False).returncode
    assert status == 1, status
    return out


def block_of(view, words):
    """The outlined element that holds the words: what it carries, how its line and its label look."""
    return view.eval(f'''(function () {{ var all = Array.from({INNER}.querySelectorAll("[data-weft-block]")).filter(e => e.textContent.includes({words!r}));
        if (!all.length) return null;
        var e = all[all.length - 1], s = getComputedStyle(e), b = getComputedStyle(e, "::before");
        return {{block: e.dataset.weftBlock, label: e.dataset.weftLabel || "", line: s.outlineStyle, wide: parseFloat(s.outlineWidth), shadow: s.boxShadow,
          colour: s.outlineColor, shown: b.display}}; }})()''')


def outlined(view):
    changed, came, end = (block_of(view, words) for words in ('The bridge', 'The theatre', 'Printed by'))
    ok(changed and ' changed' in changed['block'] and 'changed · importance 0.' in changed['label'], f'a block that changed says so {changed}')
    ok(came and ' new' in came['block'] and 'new · importance 0.' in came['label'], f'and one that came {came}')
    ok(changed and came and (changed['colour'], changed['shadow']) != (came['colour'], came['shadow']), 'by other hues')
    ok(end and end['block'].startswith('1 ') and end['line'] == 'dashed' and end['shown'] == 'none', f'what weighs little is dashed, without a label {end}')
    levels = [block['block'][0] for block in (changed, came) if block]
    top = view.eval(f'(function () {{ var e = {INNER}.querySelector("[data-weft-label]:not([data-weft-block~=\\"1\\"])"); return parseFloat(getComputedStyle(e).paddingTop); }})()')
    ok(top >= 17, f'a label stands above the words, not on them {top}')
    ok('4' in levels, f'what weighs most has the thickest line {levels}')
    ok(block_of(view, 'Stalls open') is None and block_of(view, 'Rain until') is None, 'what did not change has none')
    order = view.eval(f'(function () {{ var t = {INNER}.body.textContent; return [t.indexOf("The bridge"), t.indexOf("Ships that carry"), t.indexOf("Stalls open")]; }})()')
    ok(order == sorted(order) and order[0] >= 0, f'what went stands at its place {order}')
    ok(view.eval(f'Array.from({INNER}.querySelectorAll("del")).some(e => e.textContent.includes("Ships"))'), 'struck out')
    said = view.eval('document.body.innerText')
    ok('1 block is gone and struck out in place' in said and 'What changed stands in' in said, 'the frame says it in a sentence')


def used(view):
    position, count = 'document.querySelector(".pos").textContent', view.eval('document.querySelectorAll(".chg").length')
    view.press('n')
    ok(view.eval(position) == f'1 of {count}', f'n goes to the first of {count} changes')
    view.press('p')
    ok(view.eval(position) == f'{count} of {count}', 'p goes back')
    marks = f'Array.from({INNER}.querySelectorAll("ins")).filter(e => getComputedStyle(e).textDecorationLine === "underline").length'
    before = view.eval(marks)
    view.eval('document.querySelector(".kinds [value=i]").click()')
    ok(before > view.eval(marks), 'a switch takes the marks of its kind away')
    view.eval('document.querySelector(".kinds [value=i]").click()')
    ok(before == view.eval(marks), 'and brings them back')


def narrow(view):
    for width in (390, 820, 1280):
        view.size(width)
        for scheme in ('light', 'dark'):
            view.scheme(scheme)
            ok(not view.eval('document.documentElement.scrollWidth > innerWidth'), f'{scheme}: nothing sticks out at {width} pixels')
        wide = view.eval(f'{INNER}.documentElement.scrollWidth > {INNER}.documentElement.clientWidth')
        ok(not wide, f'and nothing of the page does at {width}')


def main():
    if not chromium.program():
        print('1..0 # skip no Chromium here: apt-get install chromium')
        return
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        view = browser.open(made(folder))
        view.wait('document.querySelector(".kinds").disabled === false')
        view.size(1280)
        outlined(view)
        used(view)
        narrow(view)
        outside = [url for url in view.requests if not url.startswith(('file:', 'data:', 'about:'))]
        ok(not outside and not view.log, f'nothing is asked of anybody, and nobody complains {outside} {view.log[:1]}')
    print(f'1..{points}')


main()
