/* The page written: escaped, balanced, with addresses made absolute. */
#include "tests/show/body.h"
#include "tests/tap.h"

static struct str shown(struct example *x, const char *html, const char *base)
{
    symbols_open(&x->symbols, &x->arena);
    example_read(x, str_of(html), str_of(base), &x->old);
    example_read(x, str_of(html), str_of(base), &x->new);
    struct err e = { 0 };
    if (compare_pages(&x->arena, &x->old, &x->new, &x->delta, &e))
        abort();
    return body_of(x, SHOW_MERGED);
}

static void eq_shown(const char *what, const char *html, const char *base, const char *want)
{
    AUTO(example) x = { 0 };

    eq_str(shown(&x, html, base), str_of(want), what);
}

int main(void)
{
    eq_shown("text is escaped", "<p>1 &lt; 2 &amp; 3&nbsp;&gt; 2", "", "<p>1 &lt; 2 &amp; 3&nbsp;&gt; 2</p>");
    eq_shown("attributes are escaped", "<p title='\"&<'>x", "", "<p title=\"&quot;&amp;&lt;\">x</p>");
    eq_shown("misnested tags are balanced", "<b><i>x</b>y</i>", "", "<b><i>x</i></b><i>y</i>");
    eq_shown("pre keeps its first line end", "<pre>\n\ntwo lines</pre>", "", "<pre>\n\ntwo lines</pre>");
    eq_shown("textarea keeps its first line end", "<textarea>\n\n</textarea>", "", "<textarea>\n\n</textarea>");
    eq_shown("a comment leaves a seam", "a<!-- c -->b", "", "a<!---->b");
    eq_shown("addresses are made absolute, fragments are not",
             "<a href=x/y>l</a><img src=i.png srcset='a.png 1x, b.png 2x'><a href=#here>h</a>", "https://e.example/d/",
             "<a href=\"https://e.example/d/x/y\">l</a><img src=\"https://e.example/d/i.png\" "
             "srcset=\"https://e.example/d/a.png 1x, https://e.example/d/b.png 2x\"><a href=\"#here\">h</a>");
    eq_shown("without a base they stay", "<a href=x/y>l</a>", "", "<a href=\"x/y\">l</a>");
    eq_shown("foreign names keep their case", "<svg viewBox='0 0 1 1'><clipPath><path d=M></clipPath></svg>", "",
             "<svg viewBox=\"0 0 1 1\"><clipPath><path d=\"M\"></path></clipPath></svg>");
    eq_shown("where HTML would begin again, text alone",
             "<svg><foreignObject><p>t</p></foreignObject></svg><math><mi><b>x</b></mi></math>", "",
             "<svg><foreignObject>t</foreignObject></svg><math><mi>x</mi></math>");
    eq_shown("what scripts alone use is left out", "x<template><p>t</p></template>", "", "x<!---->");
    eq_shown("xmp is a pre", "<xmp><b>x</b></xmp>", "", "<pre>&lt;b&gt;x&lt;/b&gt;</pre>");
    eq_shown("plaintext is a pre", "<plaintext><b>x", "", "<pre>&lt;b&gt;x</pre>");
    eq_shown("noembed is a pre that nobody sees", "<noembed><img></noembed>x", "", "<pre>&lt;img&gt;</pre>x");

    eq_shown("a form in a form is a div", "<form><div></form><form><p>x", "", "<form><div><div><p>x</p></div></div></form>");
    eq_shown("so is what may not be written", "<portal src=/x>y</portal>", "", "<span>y</span>");
    eq_shown("what HTML does not know stays", "<token src=/x>y</token><o:p>z</o:p>", "", "<token>y</token><o:p>z</o:p>");
    eq_shown("with attributes that do nothing",
             "<x-y type=camera popover value=1 tabindex=0 autolocate class=a data-b=c dir=rtl>z</x-y>", "",
             "<x-y class=\"a\" data-b=\"c\" dir=\"rtl\">z</x-y>");
    eq_shown("what a browser tries out is not written", "<camera>a</camera><menubar>b</menubar><layer>c</layer>", "",
             "<span>a</span><span>b</span><span>c</span>");
    eq_shown("so do names that are left to authors", "<my-card class=c src=/x><p>y</my-card>", "",
             "<my-card class=\"c\"><p>y</p></my-card>");
    eq_shown("style has no tag in it", "x<style>a{b:'</sty' '<b>'}</style>", "", "x<style>a{b:'\\3c /sty' '\\3c b>'}</style>");
    AUTO(example) frame = { 0 };
    shown(
        &frame,
        "<iframe src='/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/"
        "abcdefghijklmnop'></iframe>",
        "");
    ok(str_find(example_bare(&frame, SHOW_MERGED), STR("/abcdefghijk…]</span>"), 0) != SIZE_MAX,
       "of the address of a frame a line is told");
    return tap_done();
}
