/* The part of a page that asks about cookies, and what only looks like it. */
#include "judge/consent.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

#define ASKS "<p>We keep cookies to count our readers, and nobody else sees them.</p>"

/* The id of the element that asks; empty: nothing does. */
static void asks(const char *html, bool links, const char *want)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, str_of(html), STR("http://example.org/"));
    uint32_t node = consent_find(p, links);
    struct str id = STR("");
    if (node != NONE && !dom_attr(&p->dom, node, STR("id"), &id))
        id = STR("?");
    eq_str(id, str_of(want), html);
}

/* Of the last sentence of a page. */
static void tells(const char *html, bool want)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, str_of(html), STR("http://example.org/"));
    ok(consent_tells(p, p->n_sentences - 1) == want, "%s", html);
}

static void test_telling(void)
{
    tells("<p>The ferry sails.<div><p>This shop keeps cookies of its own and of others.</div>", true);
    tells("<p>The ferry sails.<div><p>This shop keeps cookies. Who stays here takes them.</div>", true);
    tells("<p>Le bac part.<p>サービス向上のためクッキーを使用しています。", true);
    tells("<p>The ferry sails.<p>Who stays here takes what is offered.", false);
    tells(
        "<p>Cookies of ours.<p>Cookies of others.<p>Cookies that stay.<p>Cookies that go.<p>How long are cookies kept by this site?",
        false);
}

int main(void)
{
    test_telling();
    asks("<div id=a><div id=b>" ASKS "<button>Accept all</button></div></div>", false, "b");
    asks("<div id=b>" ASKS "<div id=c><button>Tout accepter</button><button>Only these cookies, for now</button></div></div>",
         false, "b");
    asks("<div id=b>" ASKS "<input type=submit value=Akzeptieren></div>", false, "b");
    asks("<div id=b>" ASKS "<span role=button>Принять</span></div>", false, "b");
    asks("<div id=b>" ASKS "<a href=#>I agree</a></div>", false, "b");
    asks("<div id=b>" ASKS "<a href=/yes>I agree</a></div>", false, "");
    asks("<div id=b>" ASKS "<a href=/yes>I agree</a></div>", true, "b");
    asks("<div id=b>" ASKS "<button>Read the agreement</button></div>", false, "");
    asks("<div id=b><p>We bake bread for all people of this town and the next.</p><button>Accept</button></div>", false, "");
    asks("<div id=b><p>Cookies</p><button>Accept</button></div>", false, "");
    asks(
        "<div id=a><div id=b><p>We like readers more than crumbs.</p><div><a href=/c>Cookie policy</a><button>Accept</button></div></div>"
        "</div>",
        false, "b");
    asks(
        "<div id=a><p>The pool opens at seven and closes at nine in the evening, on Sundays at six, and it is shut in the first week of "
        "August for repairs, as it is each year; children under ten swim free.</p><div id=b><p>We use cookies.</p><button>Accept</button>"
        "</div></div>",
        false, "");
    return tap_done();
}
