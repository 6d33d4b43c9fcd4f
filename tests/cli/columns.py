"""Pages of two columns that touch, each by other means: their style sheet and their body."""

TEXT = 'The council met on Monday and spoke for three hours about the bridge, the school and the price of bread in the town. '
WIDE = '<h2>Main story</h2>' + f'<p>{TEXT * 3}</p>' * 4
SLIM = '<h2>Weather</h2>' + '<p>Rain until noon, then sun. A cold night follows it, says the office.</p>' * 6


def two(wide='div class=a', slim='div class=b', around='div class=w'):
    return f'<{around}><{wide}>{WIDE}</{wide.split()[0]}><{slim}>{SLIM}</{slim.split()[0]}></{around.split()[0]}>'


FLEX = '.w{display:flex}.a{flex:1}.b{width:300px}'
ROWS = {
    'flex': (FLEX, two()),
    'flex with a background': ('.w{display:flex}.a{flex:2}.b{flex:1;background:#eef}', two()),
    'flex with a border': (FLEX + '.a{border-right:1px solid #ccc}', two()),
    'flex, reversed': (FLEX + '.w{flex-direction:row-reverse}', two()),
    'flex by its basis': ('.w{display:flex;flex-wrap:wrap}.a{flex:0 0 66.66%;max-width:66.66%}.b{flex:0 0 33.33%;max-width:33.33%}', two()),
    'grid of fractions': ('.w{display:grid;grid-template-columns:2fr 1fr}', two()),
    'grid of equal columns': ('.w{display:grid;grid-template-columns:repeat(2,1fr)}', two()),
    'grid with areas': ('.w{display:grid;grid-template-areas:"a b";grid-template-columns:70% 30%}.a{grid-area:a}.b{grid-area:b}', two()),
    'floats': ('.a{float:left;width:70%}.b{float:right;width:30%}', two()),
    'floats of calculated widths': ('.a{float:left;width:calc(100% - 300px)}.b{float:left;width:300px}', two()),
    'floats by several classes': ('.col{float:left}.col-8{width:66%}.col-4{width:34%}', two('div class="col col-8"', 'div class="col col-4"', 'div class=row')),
    'one float beside a margin': ('.b{float:right;width:300px}.a{margin-right:300px}', f'<div class=b>{SLIM}</div><div class=a>{WIDE}</div>'),
    'table': ('table{width:100%;border-collapse:collapse}td{vertical-align:top}', f'<table><tr><td width=70%>{WIDE}<td bgcolor=#eeeeee>{SLIM}</table>'),
    'table that is aligned': ('', f'<table align=right width=300 bgcolor=#eeeeff><tr><td>{SLIM}</table>{WIDE}'),
    'cells by style': ('.w{display:table;width:100%}.a,.b{display:table-cell}.b{width:25%;border-left:1px solid #999}', two()),
    'inline blocks': ('.a,.b{display:inline-block;vertical-align:top}.a{width:70%}.b{width:29%}', two()),
    'absolute': ('.w{position:relative}.a{margin-right:320px}.b{position:absolute;right:0;top:0;width:300px}', two()),
    'fixed': ('.b{position:fixed;left:0;top:0;width:250px}.a{margin-left:250px}', two()),
    'variables': (':root{--side:300px;--bg:#eef}.w{display:flex}.a{flex:1}.b{width:var(--side);background:var(--bg)}', two()),
    'media query': (f'@media (min-width:800px){{{FLEX}}}', two()),
    'media query that does not apply': (FLEX + '@media (max-width:600px){.w{display:block}.b{width:auto}}', two()),
    'layer': (f'@layer base{{{FLEX}}}', two()),
    'nested rules': ('.w{display:flex;& .a{flex:1}.b{width:300px;background:#eef}}', two()),
    'ids and children': ('#w{display:flex}#w #a{flex:1}#w>#b{flex:0 0 300px}', two('div id=a', 'div id=b', 'div id=w')),
    'attributes': ('[data-x]{display:flex}[data-c=a]{flex:1}[data-c=b]{width:300px}', two('div data-c=a', 'div data-c=b', 'div data-x=1')),
    'style attributes': ('', two('div style="flex:1"', 'div style="width:300px;background:#eee"', 'div style="display:flex"')),
    'width of the window': ('.a{float:left;width:70vw}.b{float:left;width:30vw}', two()),
}
PAGES = {name: f'<!DOCTYPE html><title>Two</title><style>body{{margin:0}}{style}</style>{body}' for name, (style, body) in ROWS.items()}


def columns_apart(data):
    """Whether no leaf holds words of both columns, which have 302 and 103."""
    leaves = [block['words'] for block in data['blocks'] if block['leaf']]
    return len(leaves) > 1 and max(leaves) <= 302
