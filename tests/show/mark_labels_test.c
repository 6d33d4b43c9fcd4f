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
    return tap_done();
}
