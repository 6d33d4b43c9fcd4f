"""Pages whose styles hide a change (HIDING: the frame must say so), try to undo a mark and fail (FAILING: the mark stays as it is), or look as if they hid
something and do not (HONEST: the frame must not say so). Each is put into the body of the new page, or is the whole of it."""


def sheet(text):
    return f'<style>{text}</style>'


HIDING = {
    'blur': sheet('p{filter:blur(40px)}'), 'contrast': sheet('body{filter:contrast(0)}'), 'brightness': sheet('html{filter:brightness(0)}'), 'faint': sheet('p{opacity:.4}body{opacity:.4}'),
    'filter of SVG': '<svg width=0 height=0><filter id=f><feFlood flood-color="#fff"/></filter></svg>' + sheet('p{filter:url(#f)}'),
    'blurring cover': '<div style="position:fixed;inset:0;backdrop-filter:blur(50px);pointer-events:none"></div>',
    'cover that takes no clicks': '<div style="position:fixed;inset:0;background:#fff;pointer-events:none">The pages do not differ</div>',
    'cover that scrolls': '<div style="position:absolute;left:0;top:0;width:100%;height:3000px;background:#fff;z-index:9">The pages do not differ</div>',
    'cover in two parts': '<div style="position:fixed;inset:0 0 50%;background:#fff;z-index:9">x</div><div style="position:fixed;inset:50% 0 0;background:#fff;z-index:9">y</div>',
    'sticky cover': '<div style="position:sticky;top:0;height:100vh;margin-top:-100vh;background:#fff;z-index:9">x</div>',
    'cover of styles': sheet('body::after{content:"The pages do not differ";position:fixed;inset:0;background:#fff}'),
    'cover of styles that takes no clicks': sheet('html::before{content:"";position:fixed;inset:0;background:#fff;z-index:9;pointer-events:none}'),
    'cover of a paragraph': sheet('p{position:relative}p::after{content:"";position:absolute;inset:0;background:#fff;pointer-events:none}'),
    'picture': '<img style="position:fixed;inset:0;width:100%;height:100%;background:#fff" alt=x>',
    'drawing': '<svg style="position:absolute;left:0;top:0;width:100%;height:100%"><rect width=100% height=100% fill=white pointer-events=none /></svg>',
    'border': sheet('div{position:fixed;border:500px solid #fff;z-index:9;left:-100px;top:-100px;pointer-events:none}') + '<div></div>',
    'shadow': sheet('div{position:absolute;box-shadow:0 0 0 9999px #fff;z-index:9;left:0;top:-20px;width:1px;height:1px}') + '<div></div>',
    'one over the other': sheet('body{display:grid}body>*{grid-area:1/1;background:#fff}'), 'behind': sheet('html{background:#fff}body{background:#fff;position:relative;z-index:0}p{position:relative;z-index:-1}body::before{content:"";position:absolute;inset:0;background:#fff}'),
    'edge on': sheet('p{transform:rotateY(90deg)}'), 'narrow': sheet('p{transform:scaleX(.001)}'), 'back': sheet('p{transform:rotateY(180deg);backface-visibility:hidden}'),
    'to the right': sheet('p{transform:translateX(99999px)}html{overflow:hidden}'), 'beside the window': sheet('p{position:fixed;left:200vw}'), 'below the window': sheet('p{position:fixed;top:200vh}'),
    'animated away': sheet('p{animation:m 1ms forwards}@keyframes m{to{transform:translateY(-99999px)}}'), 'clip': sheet('p{position:absolute;clip:rect(1px,1px,1px,1px)}'),
    'clip by SVG': '<svg width=0 height=0><clipPath id=c><rect width=0 height=0 /></clipPath></svg>' + sheet('p{clip-path:url(#c)}'), 'clip to a path': sheet('p{clip-path:path("M0 0")}'),
    'low': sheet('p{overflow:clip;height:1px}'), 'low scroller': sheet('p{max-height:1px;overflow:scroll;scrollbar-width:none}'), 'contained': sheet('p{contain:strict}'),
    'letters in one place': sheet('p{letter-spacing:-3em}'), 'mask of a border': sheet('p{-webkit-mask-box-image:linear-gradient(transparent,transparent)}'),
}

FAILING = {
    'filled with nothing': sheet('p,p *{-webkit-text-fill-color:transparent!important}'), 'thick strokes': sheet('p,p *{-webkit-text-stroke:40px #fff!important}'),
    'discs': sheet('p,p *{-webkit-text-security:disc!important}'), 'outline': sheet('div{position:absolute;outline:9999px solid #fff!important;z-index:9;left:300px;top:300px;width:1px;height:1px}') + '<div></div>',
    'outline of styles': sheet('p::before{content:"";position:absolute;outline:9999px solid #fff!important;left:300px}'), 'backwards': sheet('ins,del{direction:rtl!important;unicode-bidi:bidi-override!important}'),
}

HONEST = {
    'link over a card': '<style>p{position:relative}a::after{content:"";position:absolute;inset:0;z-index:1}</style>', 'bar': '<header style="position:sticky;top:0;background:#fff;z-index:9">x</header>',
    'banner': '<div style="position:fixed;bottom:0;left:0;right:0;height:20%;background:#eee">x</div>', 'wide': sheet('body{width:6000px}p{margin-left:4000px}'), 'tall': sheet('p{margin-top:4000px}'),
    'scroller': '<style>body>p:first-of-type{height:60px;overflow:auto}</style>', 'veil': '<div style="position:fixed;inset:0 0 70%;background:rgba(0,0,0,.1);pointer-events:none"></div>',
    'shape': sheet('body{clip-path:polygon(0 0,100% 0,100% 95%,0 100%)}'), 'shadow of a card': sheet('p{position:relative;box-shadow:0 2px 8px #888}'), 'colours': sheet('body{filter:grayscale(1) contrast(.9)}'),
}
