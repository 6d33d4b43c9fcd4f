/* Labels on the page: where what moved was and is, where links lead; at the end of a line. */
#include "tests/show/body.h"
#include "tests/tap.h"

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

static struct str merged(struct example *x, const char *old, const char *new)
{
    example_open(x, old, new);
    return example_bare(x, SHOW_MERGED);
}

/* All labels of a page, in its order. */
static struct str labels(struct example *x, const char *old, const char *new)
{
    struct str page = merged(x, old, new), mark = STR("class=\"weft-label\"");
    AUTO(buf) out = BUF(KIB(16));

    for (size_t at = str_find(page, mark, 0); at != SIZE_MAX; at = str_find(page, mark, at + 1)) {
        size_t from = str_find(page, STR(">"), at) + 1;
        buf_addf(&out, "%s%.*s", out.len ? "; " : "", STR_ARG(str_sub(page, from, str_find(page, STR("<"), from))));
    }
    return arena_str(&x->arena, buf_str(&out));
}

static const struct label_case {
    const char *name, *old, *new, *want;
} cases[] = {
    { "nothing changed", "<p>one", "<p>one", "" },
    { "words need no label", "<p>one two", "<p>one new", "" },
    { "a link", "<p>See <a href=/a>it</a> here", "<p>See <a href=/b>it</a> here", "link: /a → /b" },
    { "a link that came around words", "<p>See it here", "<p>See <a href=/b>it</a> here", "link: new, /b" },
    { "a link that went has no place for one", "<p>See <a href=/a>it</a> here", "<p>See it here", "" },
    { "two links", "<p><a href=/a>one</a> and <a href=/c>two</a>", "<p><a href=/b>one</a> and <a href=/d>two</a>",
      "link: /a → /b; link: /c → /d" },
    { "each link has its own", "<p><a href=/2023/a>one</a><p><a href=/2023/b>two</a><p><a href=/2023/c>six</a>",
      "<p><a href=/2024/a>one</a><p><a href=/2024/b>two</a><p><a href=/2024/c>six</a>",
      "link: /2023/a → /2024/a; link: /2023/b → /2024/b; link: /2023/c → /2024/c" },
    { "a tooltip has none: it is dashed, and says itself", "<p title=A>one two", "<p title=B>one two", "" },
    { "nor has a field", "<p>Name <input value=Ann>", "<p>Name <input value=Bob>", "" },
    { "nor a box that is ticked", "<p>Yes <input type=checkbox>", "<p>Yes <input type=checkbox checked>", "" },
    { "what is hidden now", "<p>one<p>two three", "<p>one<p hidden>two three", "no longer shown" },
    { "what is shown now", "<p>one<p hidden>two three", "<p>one<p>two three", "now shown" },
    { "an item that moved down", "<ul><li>one red fish<li>two blue birds<li>three green cats</ul>",
      "<ul><li>two blue birds<li>three green cats<li>one red fish</ul>", "moved: is now further down; moved: 3rd, was 1st" },
    { "look has no label", "<p>one two", "<p>one <b>two</b>", "" },
    { "nor a picture with another description", "<p>x <img src=a alt=A>", "<p>x <img src=a alt=B>", "" },
    { "nor what is struck out", "<p>one two three", "<p>one <s>two</s> three", "" },
};

static void test_labels(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        eq_str(labels(&x, cases[i].old, cases[i].new), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    AUTO(example) x = { 0 };

    ok(has(merged(&x, "<ul><li>apples are red<li>pears are green<li>plums are blue</ul>",
                  "<ul><li>plums are blue<li>apples are red<li>pears are green</ul>"),
           ">moved: 1st, was 3rd</span>"),
       "what moved says from where");
    ok(has(merged(&x, "<p><a href=/1>link</a> x", "<p><a href=/2>link</a> x"), "</a><span data-weft=\"ui\" class=\"weft-label\""),
       "a label stands behind a link");
    ok(has(example_bare(&x, SHOW_MERGED), ">link: /1 → /2</span>"), "and says where it led and leads");
    struct str page = merged(&x, "<ul><li>There will be a booth of ours in Linz<li>pears are green<li>plums are blue</ul>",
                             "<ul><li>pears are green<li>plums are blue<li>There was a booth of ours in Linz</ul>");
    ok(has(page, "in Linz</ins><span data-weft=\"ui\" class=\"weft-label\"") && has(page, ">moved: 3rd, was 1st</span></li>"),
       "a label does not part a sentence");
    ok(has(page, "in Linz</del><span data-weft=\"ui\" class=\"weft-label\"")
           && has(page, ">moved: is now further down</span></li>"),
       "the place that it left says so");
    page = merged(
        &x,
        "<h2>A</h2><p>This paragraph went down the page with others.<p>So did this second one here, with it.<p>What stays is a long "
        "text of its own here.<h2>B</h2><p>End of it, with more words.",
        "<h2>A</h2><p>What stays is a long text of its own here.<h2>B</h2><p>End of it, with more words.<p>This paragraph went "
        "down the page with others.<p>So did this second one here, with it.");
    ok(has(page, "with others.</ins><span data-weft=\"ui\"") && !has(page, "with it.</ins><span data-weft=\"ui\""),
       "what moved together has one label");
    test_labels();
    return tap_done();
}
