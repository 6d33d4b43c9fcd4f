/* The page of blocks that changed: what it shows, and that nothing of a document gets out of its place. */
#include "show/vidiff.h"

#include "visual/vidiff.h"
#include "tests/visual/vidocs.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

struct shown {
    struct str html, text;
};

/* What is told of the delta of two documents. */
static const struct vidiff_told *told_of(struct arena *a, const struct vixml *old, const struct vixml *new, const struct videlta *d)
{
    struct judge_words *was = NEW(a, struct judge_words), *is = NEW(a, struct judge_words);
    struct vidiff_told *told = NEW(a, struct vidiff_told);
    judge_words_of_document(a, old, was);
    judge_words_of_document(a, new, is);
    vidiff_told_find(a, &(struct told_input){ old, new, d, was, is, false }, told);
    return told;
}

static struct shown show(struct arena *a, const struct vixml *old, const struct vixml *new)
{
    AUTO(buf) html = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct videlta d;
    struct importance importance;
    struct vidiff_view v = {
        .old = old, .new = new, .delta = &d, .importance = &importance, .weigh = true, .old_name = STR("<1>"), .new_name = STR("2")
    };
    vidiff(a, old, new, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    importance_paper(a, &(struct importance_input){ .old = old, .new = new, .delta = &d, .weights = &importance_weights },
                     &importance);
    v.told = told_of(a, old, new, &d);
    vidiff_html(a, &v, &html);
    vidiff_text(a, &v, &text);
    return (struct shown){ arena_str(a, buf_str(&html)), arena_str(a, buf_str(&text)) };
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

static void test_shown(void)
{
    AUTO(arena) a = { 0 };
    struct shown s = show(
        &a,
        document_of(
            &a,
            "<Block Ref='1' Pos='0 0 9 9'><Links><link Name='a' Adr='/1'/><link Name='gone' Adr='/g'/></Links>"
            "<Txts Txt='these words stay but old ones go away'/></Block><Block Ref='2' Pos='0 9 9 9'><Txts Txt='all gone now'/></Block>"),
        document_of(&a, "<Block Ref='1' Pos='0 0 9 9'><Links><link Name='a' Adr='/2'/><link Name='new &lt;b>' Adr='/n'/></Links>"
                        "<Txts Txt='these words stay but new ones go away'/></Block>"));
    ok(has(s.html, "<del>gone</del>") && has(s.html, "<ins>new &lt;b&gt;</ins>"), "links that went and came");
    ok(has(s.html, "these words stay but <del>old</del> <ins>new</ins> ones go away"),
       "a text: only the words that differ are marked");
    ok(has(s.html, "href=\"#block-1\"") && has(s.html, "id=\"block-1\"") && has(s.html, "id=\"gone-2\""),
       "the map leads to the cards");
    ok(has(s.html, "class=\"gone\""), "a block that is gone is drawn where it was");
    ok(has(s.html, "&lt;1&gt;") && !has(s.html, "<b>new"), "names are escaped");
    ok(has(s.html, "of 2 blocks changed"), "how important it is");
    ok(has(s.text, "~ link \"a\" /1 -> \"a\" /2 in block 1 \"these words stay but new ones go away…\"\n")
           && has(s.text, "- old block 2 \"all gone now\" deleted\n"),
       "lines for a terminal");
}

static void test_holder(void)
{
    AUTO(arena) a = { 0 };
    struct shown s = show(&a, document_of(&a, "<Block Ref='1'><Txts Txt='some words'/></Block>"),
                          document_of(&a, "<Block Ref='1'><Txts Txt='some words'/></Block><Block Ref='2'><Block Ref='2.1'><Txts "
                                          "Txt='all of this is new'/></Block></Block>"));
    ok(has(s.html, "id=\"block-2.1\"") && !has(s.html, "id=\"block-2\""), "a block that only holds others has no card");
}

/* A block is never told to have been itself, and one block is not "1 blocks". */
static void test_words(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct vixml *one = document_of(&a, "<Block Ref='1'><Txts Txt='some words'/></Block>");
    struct videlta d;
    struct importance importance;
    struct vidiff_view v = { .old = one, .new = one, .delta = &d, .importance = &importance, .weigh = true };

    vidiff(&a, one, one, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    importance_paper(&a, &(struct importance_input){ .old = one, .new = one, .delta = &d, .weights = &importance_weights },
                     &importance);
    struct vi_structure moved = {
        .op = VI_BLOCK_MOVE, .from = STR("1"), .to = STR("1"), .old_block = 1, .new_block = 1, .cause = VIXML_NONE
    };
    d.structure = &moved;
    d.n_structure = 1;
    v.told = told_of(&a, one, one, &d);
    vidiff_html(&a, &v, &html);
    vidiff_text(&a, &v, &text);
    ok(!has(buf_str(&html), "was block 1") && has(buf_str(&html), "moved and kept its number"), "moved, with the same number");
    ok(has(buf_str(&text), "> block 1 \"some words\" moved\n"), "... on a terminal");
    ok(has(buf_str(&html), "0 of 1 block changed") && has(buf_str(&text), "0 of 1 block changed"), "one block");
}

/* Whatever is in the documents, tags of the page are weft's own. */
static void test_hostile(void)
{
    AUTO(arena) a = { 0 };
    const char *evil = "&lt;script>alert(1)&lt;/script>&quot;&apos;&#10;\xc2\x9b[31m";
    struct vixml *old = document_of(&a, arena_printf(&a, "<Block Ref='%s'><Txts Txt='one two three %s'/></Block>", evil, evil).ptr);
    struct vixml *new = document_of(
        &a, arena_printf(&a,
                         "<Block Ref='%s'><Links><link Name=\"%s\" Adr=\"javascript:%s\"/></Links><Txts Txt='one two %s'/>"
                         "</Block><Block Ref='x%s'><Imgs><img Name=\"%s\" Src=''/></Imgs></Block>",
                         evil, "&lt;script>", "&lt;script>", evil, evil, "&lt;script>")
                .ptr);
    struct shown s = show(&a, old, new);
    ok(!has(s.html, "<script") && !has(s.html, "javascript:<"), "no script");
    ok(!has(s.text, "\033") && !has(s.text, "\xc2\x9b"), "no control characters on the terminal");
}

static void test_many(void)
{
    unsigned good = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        AUTO(arena) a = { 0 };
        struct random r = { .state = seed };
        struct vixml *old = random_document(&a, &r, 10, 5), *new = random_document(&a, &r, 12, 5);
        struct shown s = show(&a, old, new);
        good += str_ends(s.html, STR("</html>\n")) && s.text.len > 0;
    }
    eq_int(good, 50, "documents that have nothing in common");
}

int main(void)
{
    test_shown();
    test_words();
    test_holder();
    test_hostile();
    test_many();
    return tap_done();
}
