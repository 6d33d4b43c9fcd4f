/* Blocks outlined on their page: which elements, how strongly, and in what words. */
#include "show/outline.h"

#include "judge/importance.h"
#include "show/show.h"
#include "tests/segment/cuts.h"
#include "tests/tap.h"
#include "visual/vidiff.h"

#define TEXT "Some words that make a text of several lines as articles have it, and a few more of them. "

#define WEATHER \
    "Clouds come in from the west before noon; it rains until the evening, then the sky clears and the night gets cold in every valley."

static const char page_html[] =
    "<div id=header><h1>The <b>Valley</b> Times</h1><p>%s</p></div><div id=content><h2>Bridge-building in the valley begins at last</h2>"
    "<p>%s</p></div><div id=footer><p>%s</p></div>";

static struct str html(struct arena *a, const char *top, const char *middle, const char *end)
{
    const char *fill[] = { top, middle, end };
    AUTO(buf) out = BUF(1 << 20);
    struct str text;
    unsigned n = 0;

    for (const char *at = page_html; *at; at++) {
        if (*at == '%')
            buf_add(&out, str_of(fill[n++])), at++;
        else
            buf_add_char(&out, *at);
    }
    if (buf_take(&out, a, &text, NULL))
        abort();
    return text;
}

/* The merged page with its blocks outlined. */
static struct str show(struct arena *a, struct str old_html, struct str new_html)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source source[] = { { .bytes = old_html }, { .bytes = new_html } };
    struct page *page = NEW_ARRAY(a, struct page, 2);
    struct vixml document[2];
    struct cut *cut[2];
    struct videlta found;
    struct importance importance;
    struct outlines outlines;
    struct delta delta;
    AUTO(buf) out = BUF(1 << 20);
    struct str text;

    symbols_open(symbols, a);
    for (unsigned i = 0; i < 2; i++) {
        if (page_read(a, symbols, &source[i], STR(""), &page[i], NULL))
            abort();
        cut[i] = cut_page(a, &page[i], BLOCK_PDOC);
        if (vixml_build(a, &cut[i]->blocks, STR(""), &document[i], NULL))
            abort();
    }
    vidiff(a, &document[0], &document[1], &(struct vidiff_options){ 0 }, &found);
    importance_paper(
        a, &(struct importance_input){ .old = &document[0], .new = &document[1], .delta = &found, .weights = &importance_weights },
        &importance);
    struct judge_words words[2];
    struct vidiff_told told;
    for (unsigned i = 0; i < 2; i++)
        if (judge_words_of_page(a, &cut[i]->blocks, &document[i], &words[i], NULL))
            abort();
    vidiff_told_find(a, &(struct told_input){ &document[0], &document[1], &found, &words[0], &words[1], true }, &told);
    struct vidiff_view view = {
        .old = &document[0], .new = &document[1], .delta = &found, .importance = &importance, .told = &told
    };
    outlines_build(a, &view, &cut[1]->blocks, &outlines);
    struct show_options options = { .old_name = STR("old"), .new_name = STR("new"), .outlines = &outlines };
    if (compare_pages(a, &page[0], &page[1], &delta, NULL) || show_delta(a, &delta, &options, &out, NULL)
        || buf_take(&out, a, &text, NULL))
        abort();
    return text;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct str old = html(&a, "Since 1890.", TEXT TEXT TEXT, "Imprint"), same = show(&a, old, old);
    struct str out = show(&a, old, html(&a, "Since 1890.", TEXT "Another <i>text</i>. " TEXT, "Imprint \"2\""));

    ok(!has(same, "data-weft-block=") && has(same, "Nothing that a reader sees has changed."),
       "nothing changed, nothing is outlined");
    ok(has(out, "data-weft-block=&quot;4 changed first last&quot; data-weft-label=&quot;block 1.2 · changed · importance 0."),
       "the block that weighs most, framed, with what happened and what it weighs");
    ok(has(out, "data-weft-block=&quot;1 changed first last&quot; data-weft-label=&quot;block 1.3 · changed · importance "),
       "one that weighs little");
    ok(!has(out, "new first"), "what did not change has no line");
    struct str more =
        show(&a, old, html(&a, "Since 1890.", TEXT TEXT TEXT "</p></div><div id=weather><h2>Rain</h2><p>" WEATHER, "Imprint"));
    ok(has(more, " new first") && has(more, " · new · importance "), "a block that came");
    ok(has(out, "<p>Importance 0.") && has(out, " of 1. What changed stands in 2 of 3 blocks, outlined on the page."),
       "all of it in words");
    ok(has(out, "<dt>green</dt><dd>the block is new</dd>"), "the legend says what the lines mean");
    ok(has(out, "<del data-weft") && has(out, "<ins data-weft"), "words are marked as in the merged page");
    out = show(&a, old, html(&a, "Since 1890.", TEXT TEXT TEXT, ""));
    ok(has(out, "is gone and struck out in place") && has(out, "Imprint"), "what went is at its place");
    return tap_done();
}
