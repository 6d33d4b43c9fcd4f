/* The words of pages: what is a word, what an atom, what is left out, the flags, and the invariants on random pages. */
#include "page/page.h"

#include "base/limits.h"
#include "tests/base/random.h"
#include "tests/page/check.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

static const struct {
    const char *html, *words, *what;
} row[] = {
    { "", "", "an empty page" },
    { "<p>Hello, <b>wor</b>ld!", "Hello|,|wor|ld|!", "a tag inside a word parts it" },
    { "<p>don't stop at 12:30 on example.com", "don't|stop|at|12:30|on|example.com", "words of a sentence" },
    { "<title>t</title><style>s</style><p>a<script>b</script><template>c</template><!-- d --><noscript>e</noscript>f", "a|f",
      "what is hidden by its tag has no words" },
    { "<p>a<img src=x.png alt=Logo>b<br>c<input type=text>", "a|[img Logo]|b||c|[input]", "atoms are words" },
    { "<p>x<svg><title>in</title><text>y</text></svg><math><mi>z</mi></math>", "x|[svg in y]|[math z]",
      "svg and math are one atom each" },
    { "<select><option>One<option>Two</select><textarea>three\n</textarea>", "[option One]|[option Two]|[textarea three]",
      "form fields" },
    { "<iframe src=a>fall back</iframe><object data=b><p>inside</object><video src=c></video><audio src=d></audio>",
      "[iframe]|[object inside]|[video]|[audio]", "what is loaded" },
    { "<p hidden>a<p style='DISPLAY : none'>b<p>c", "a|b|c", "what is hidden by attribute has words" },
    { "<p>a&nbsp;b&#8203;c",
      "a|b\xe2\x80\x8b"
      "c",
      "no-break space parts, zero width space does not" },
    { "<p>&lt;b&gt; &amp;", "<|b|>|&", "entities are what they stand for" },
    { "<pre>a b\n\nc\td</pre>", "a|b|c|d", "pre" },
    { "<table><tr><td>1<td>2</table>", "1|2", "cells" },
    { "<p>\xe6\x97\xa5\xe6\x9c\xac<b>\xe8\xaa\x9e</b>", "\xe6\x97\xa5|\xe6\x9c\xac|\xe8\xaa\x9e", "ideographs across tags" },
};

static void test_rows(void)
{
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        AUTO(arena) a = { 0 };
        eq_str(words_of(&a, row[i].html), str_of(row[i].words), row[i].what);
    }
}

/* The flags of all words as letters: s l t b h a, in the order of the enum. */
static struct str flags_of(struct arena *a, const char *html)
{
    AUTO(buf) b = BUF(1 << 16);
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct str out = STR("");

    for (uint32_t w = 0; w < p->n_words; w++) {
        if (w)
            buf_add_char(&b, ' ');
        buf_add(&b, page_word(p, w));
        buf_add_char(&b, ':');
        for (unsigned k = 0; k < 6; k++) {
            if (p->word[w].flags >> k & 1)
                buf_add_char(&b, "asltbh"[k]);
        }
    }
    return buf_take(&b, a, &out, NULL) ? STR("over") : out;
}

static const struct {
    const char *html, *flags, *what;
} flag_row[] = {
    { "<p>a b,c", "a:tb b:sl ,: c:", "white space between two words" },
    { "<p> a </p> <p> b", "a:b b:b", "white space at a block's border is not shown" },
    { "<p>a <b>b</b> c", "a:tb b:s c:sl", "white space outside and inside of inline elements" },
    { "<p>a<b> b </b>c", "a:b b:slt c:s", "... inside" },
    { "<p>a<br>b", "a:b :ab b:b", "br breaks before and after" },
    { "<p>a<img src=x>b", "a:b img:a b:", "an image does not" },
    { "<p>a<div>b</div>c", "a:b b:b c:b", "the end of a block breaks too" },
    { "<ul><li>a<li>b</ul>", "a:b b:b", "items" },
    { "<pre>a b\nc", "a:tb b:slt c:lb", "a line end in pre breaks" },
    { "<p>a b\nc", "a:tb b:slt c:sl", "one outside of pre does not" },
    { "<p>a <!-- x --> b", "a:tb b:sl", "a comment between two spaces" },
    { "<p><!-- x --> a <!-- y --></p>", "a:b", "comments at a block's border" },
    { "<p>a<span hidden>b</span>", "a:b b:h", "hidden by attribute" },
    { "<p>a<span style='color:red;display:none'>b <i>c</i></span>", "a:b b:th c:sh", "hidden by style, and what is below" },
};

static void test_flags(void)
{
    for (size_t i = 0; i < ARRAY_LEN(flag_row); i++) {
        AUTO(arena) a = { 0 };
        eq_str(flags_of(&a, flag_row[i].html), str_of(flag_row[i].flags), flag_row[i].what);
    }
}

/* Whether the first words of two pages have the same symbol: what tells one atom from another. */
static bool same_atom(const char *old, const char *new)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p[2];
    const char *html[] = { old, new };

    symbols_open(&symbols, &a);
    for (unsigned k = 0; k < 2; k++) {
        struct parse_source source = { .bytes = str_of(html[k]) };
        if (page_read(&a, &symbols, &source, STR(""), &p[k], NULL) || !p[k].n_words)
            return false;
    }
    return p[0].symbol[0] == p[1].symbol[0];
}

static void test_atoms(void)
{
    ok(same_atom("<img src=a alt=x>", "<img alt=y src=a>"), "images are the same by their address");
    ok(!same_atom("<img src=a>", "<img src=b>"), "... and others by it");
    ok(!same_atom("<img src=a>", "<embed src=a>"), "the tag counts");
    ok(same_atom("<p>x<br>", "<p>x<br class=c>") && same_atom("<hr>", "<hr class=c>"), "a line end is a line end");
    ok(same_atom("<input type=text name=a>", "<input type=text name=b>"), "fields are the same by their kind");
    ok(!same_atom("<input type=text>", "<input type=radio>"), "... and others by it");
    ok(same_atom("<select><option value=1>One", "<select><option value=2>One"), "options by their text");
    ok(!same_atom("<svg><path d=M0/></svg>", "<svg><path d=M1/></svg>"), "drawings by all that is in them");
    ok(same_atom("<svg><g a=1 b=2 /></svg>", "<svg><g b=2 a=1 /></svg>"), "... but not by the order of attributes");
    ok(!same_atom("<svg><g><g/></g></svg>", "<svg><g/><g/></svg>"), "... and by how they nest");
    ok(!same_atom("<p>br", "<br>"), "an atom is no word of the same letters");
}

static void test_ranges(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, STR("<ul><li>one two<li>three <b>four</b> five</ul><p>six"), STR(""));
    uint32_t list = node_of(p, TAG_UL), bold = node_of(p, TAG_B);

    eq_str(barred(&a, p, p->first_word[list], p->first_word[p->dom.node[list].end]), STR("one|two|three|four|five"),
           "a list's words");
    eq_str(barred(&a, p, p->first_word[bold], p->first_word[p->dom.node[bold].end]), STR("four"), "an inline element's words");
    eq_int(p->first_word[p->dom.n], 6, "all words");
}

/* Text of a kind, with white space and marks of every sort in it. */
static void random_text(struct random *r, struct buf *out)
{
    static const char *const piece[] = { "word",
                                         "Two",
                                         "3.14",
                                         "don't",
                                         " ",
                                         "  ",
                                         "\n",
                                         "\t",
                                         ".",
                                         "...",
                                         ",",
                                         "\xc2\xa0",
                                         "\xe6\x97\xa5",
                                         "\xe3\x82\xab\xe3\x82\xbf",
                                         "\xcc\x81",
                                         "\xf0\x9f\x98\x80",
                                         "\xe2\x80\x8d",
                                         "&amp;",
                                         "&lt;",
                                         "&#1;",
                                         "e\xcc\x81",
                                         "\xe0\xb8\x81\xe0\xb8\xb5",
                                         "a_b",
                                         "-",
                                         "\xff",
                                         "'",
                                         "\xe2\x80\x99",
                                         ":",
                                         "\xd7\xa9",
                                         "averyveryverylongwordwithoutend",
                                         "\xf0\x9f\x87\xa9",
                                         "\xe3\x80\x80",
                                         "0",
                                         "\xef\xbb\xbf" };

    for (uint32_t n = random_below(r, 12); n; n--)
        buf_add(out, str_of(piece[random_below(r, ARRAY_LEN(piece))]));
}

static void random_html(struct random *r, struct buf *out)
{
    static const char *const tag[] = { "p",     "div",      "b",        "i",         "a",        "ul",      "li",    "table",
                                       "tr",    "td",       "th",       "tbody",     "pre",      "span",    "h2",    "br",
                                       "img",   "hr",       "select",   "option",    "textarea", "svg",     "math",  "script",
                                       "style", "template", "dl",       "dt",        "dd",       "form",    "input", "title",
                                       "head",  "body",     "html",     "noscript",  "button",   "object",  "ruby",  "rt",
                                       "video", "x-y",      "frameset", "plaintext", "iframe",   "caption", "col",   "ol" };
    static const char *const attr[] = {
        "", "", "", " hidden", " style='display:none'", " href=x", " src=y alt='a b'", " class=c id=d"
    };

    for (uint32_t n = 2 + random_below(r, 60); n; n--) {
        const char *name = tag[random_below(r, ARRAY_LEN(tag) - (random_below(r, 8) ? 5 : 0))];

        if (random_below(r, 3) == 0)
            buf_addf(out, "</%s>", name);
        else if (random_below(r, 20) == 0)
            buf_add(out, STR("<!-- comment -->"));
        else
            buf_addf(out, "<%s%s>", name, attr[random_below(r, ARRAY_LEN(attr))]);
        random_text(r, out);
    }
}

static void test_random(void)
{
    struct random r = { 20250101 };
    unsigned n_wrong = 0;

    for (unsigned k = 0; k < 3000; k++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) html = BUF(1 << 20);
        random_html(&r, &html);
        const char *wrong = page_check(page_from(&a, buf_str(&html), STR("https://example.org/")));
        if (!wrong)
            continue;
        printf("# %s\n", wrong);
        tap_show("html", buf_str(&html));
        if (++n_wrong == 5)
            break;
    }
    eq_int(n_wrong, 0, "the invariants hold on 3,000 random pages");
}

static void test_budget(void)
{
    AUTO(arena) source_arena = { 0 };
    AUTO(arena) a = { .budget_bytes = KIB(600) };
    char *text = NEW_ARRAY(&source_arena, char, MIB(1));
    struct symbols symbols;
    struct page p;
    struct err e = { 0 };

    for (size_t i = 0; i < MIB(1); i++)
        text[i] = i % 2 ? '.' : 'a';
    symbols_open(&symbols, &a);
    eq_int(page_read(&a, &symbols, &(struct parse_source){ .bytes = { text, MIB(1) } }, STR(""), &p, &e), E_LIMIT,
           "a page over the budget is an error");
    ok(e.text[0], "... with words: %s", e.text);
}

int main(void)
{
    test_rows();
    test_flags();
    test_atoms();
    test_ranges();
    test_random();
    test_budget();
    return tap_done();
}
