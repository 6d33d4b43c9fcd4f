/* What an element says of itself. */
#include "judge/boxes.h"

#include "page/body.h"
#include "tests/tap.h"

struct fixture {
    struct arena a;
    struct symbols symbols;
    struct page page;
};

static void read_page(struct fixture *f, const char *html)
{
    struct err e = { 0 };
    bool readable;
    symbols_open(&f->symbols, &f->a);
    if (body_read(&f->a, &f->symbols, &(struct body){ .bytes = str_of(html), .name = STR("page.html") }, &f->page, &readable, &e))
        ok(false, "%s", e.text);
}

/* The first element with that id. */
static uint32_t element(const struct page *p, const char *id)
{
    struct str value;
    for (uint32_t n = 1; n < p->dom.n; n++)
        if (p->dom.node[n].kind == NODE_ELEMENT && dom_attr(&p->dom, n, STR("id"), &value) && str_eq(value, str_of(id)))
            return n;
    return NONE;
}

static bool ask(bool (*is)(const struct page *, uint32_t), const char *html, const char *id)
{
    struct fixture f = { 0 };
    read_page(&f, html);
    bool found = is(&f.page, element(&f.page, id));
    arena_drop(&f.a);
    return found;
}

static void test_leads(void)
{
    ok(ask(box_has_link, "<div id=b><a href=#top>Top</a></div>", "b"), "it has a link");
    ok(!ask(box_has_link, "<div id=b>Mill</div><a href=/x>Oxen</a>", "b"), "the link stands behind it");
    ok(ask(box_leads_to_story, "<div id=b><a href=/fire>The mill burns</a></div>", "b"), "a story");
    ok(!ask(box_leads_to_story, "<div id=b><a href=/fares.pdf>Fares</a> <a href=#two>Two</a> <a href=mailto:a@b.c>Ann</a></div>",
            "b"),
       "files, chapters and people are no stories");
    ok(ask(box_leads_nowhere, "<div id=b><p>The mill is closed.</p><button>Close</button></div>", "b"), "it can only be closed");
    ok(!ask(box_leads_nowhere, "<div id=b><p>The mill is closed.</p><button>Yes</button><button>No</button></div>", "b"),
       "it can be answered");
    ok(!ask(box_leads_nowhere, "<div id=b><p>The mill is closed.</p><a href=/m>More</a></div>", "b"), "it leads to a page");
    ok(!ask(box_leads_nowhere, "<div id=b><p>Letters from the mill</p><input name=to></div>", "b"), "it can be filled in");
}

static void test_names(void)
{
    ok(ask(box_holds_name, "<title>The mill - Elmham</title><div id=b><h1>The mill</h1></div>", "b"), "the name of the page");
    ok(!ask(box_holds_name, "<title>The mill - Elmham</title><div id=b><h1>Log in</h1></div>", "b"), "another heading");
    ok(ask(box_is_anchor, "<section id=sharing-your-data><h2>Sharing your data</h2><p>With nobody.</section>", "sharing-your-data"),
       "the id repeats the heading");
    ok(ask(box_is_anchor, "<h3 id=follow-up>After a visit</h3>", "follow-up"), "that of a heading");
    ok(!ask(box_is_anchor, "<section id=share><h2>Tell a friend</h2></section>", "share"), "the id says something else");
    ok(!ask(box_is_anchor, "<div id=cookies><h2>Cookies</h2><p>Do you agree?</p><button>Yes</button></div>", "cookies"),
       "it can be answered");
    ok(!ask(box_is_anchor, "<div id=mill><p>Old.</p><h2>Mill</h2></div>", "mill"), "it does not begin with the heading");
    ok(ask(box_is_subject, "<title>Our sponsors</title><div id=b class=sponsor-list>Ann</div>", "b"), "what the page is about");
    ok(!ask(box_is_subject, "<title>Our mill</title><div id=b class=sponsor-list>Ann</div>", "b"), "it is not about sponsors");
    ok(ask(box_is_by_position, "<div id=b class=top>Mill</div>", "b"), "named for where it stands");
    ok(!ask(box_is_by_position, "<div id=b class='top site-header'>Mill</div>", "b"), "named for what it is");
}

static void test_label(void)
{
    AUTO(buf) text = BUF(100);
    struct fixture f = { 0 };
    read_page(&f, "<div id=b><small>Sponsored</small><p>Two umbrellas for one.</p></div>");
    struct str label = box_label(&f.page, element(&f.page, "b"), 20, 3, &text);
    ok(str_eq(label, STR("Sponsored")), "a label: %.*s", STR_ARG(label));
    ok(box_label(&f.page, element(&f.page, "b"), 2, 3, &text).len == 0, "too much for a label");
    arena_drop(&f.a);
}

int main(void)
{
    test_leads();
    test_names();
    test_label();
    return tap_done();
}
