/* What stands side by side, and how wide. */
#include "segment/columns.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static struct columns open_columns(struct arena *a, const char *html, const char *id, float width)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct style_names *names = NEW(a, struct style_names);
    struct roles *roles = NEW(a, struct roles);
    struct style initial = style_initial(), style;
    struct columns c;

    style_names_open(a, names, p);
    roles_open(roles, a, p, NULL);
    columns_open(&c, a, p, names, roles);
    style_of(names, p, by_id(p, id), &initial, &style);
    columns_assign(&c, by_id(p, id), &style, width);
    return c;
}

static struct slot slot(const struct columns *c, const char *id)
{
    return c->slot[by_id(c->page, id)];
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct columns c = open_columns(&a, "<table id=t><tr><td id=a width=100>x<td id=b>y<tr><td colspan=2 id=c>z</table>", "t", 500);

    ok(slot(&c, "a").kind == SLOT_FIRST && slot(&c, "b").kind == SLOT_NEXT, "cells stand side by side");
    ok(slot(&c, "a").w == 100 && slot(&c, "b").x == 100 && slot(&c, "b").w == 400, "a width that is said, and the rest");
    ok(slot(&c, "c").kind == SLOT_FIRST && slot(&c, "c").w == 500, "a cell over both");
    c = open_columns(&a, "<div id=t style=display:flex><p id=a>x</p><p id=b>y</p></div>", "t", 500);
    ok(slot(&c, "b").kind == SLOT_NEXT && slot(&c, "b").x == 250, "flex");
    c = open_columns(
        &a,
        "<div id=t style='display:grid;grid-template-columns:1fr 1fr'><p id=a>x</p><p id=b>y</p><p id=c>z</p><p id=d>z</p></div>",
        "t", 500);
    ok(slot(&c, "b").x == 250 && slot(&c, "c").kind == SLOT_FIRST && slot(&c, "d").x == 250, "a grid of two columns");
    c = open_columns(&a, "<div id=t><div id=content>x</div><div id=sidebar>y</div></div>", "t", 1000);
    ok(slot(&c, "sidebar").kind == SLOT_NEXT && slot(&c, "sidebar").w == 300 && slot(&c, "content").w == 700,
       "a sidebar beside a content, by name");
    c = open_columns(&a, "<div id=t><div id=a class='col-md-8 x'>x</div><div id=b class=col-md-4>y</div></div>", "t", 1200);
    ok(slot(&c, "a").w == 800 && slot(&c, "b").x == 800 && slot(&c, "b").w == 400, "shares of twelve");
    c = open_columns(&a, "<div id=t><div id=a>x</div><div id=b>y</div></div>", "t", 1200);
    ok(slot(&c, "a").kind == SLOT_NONE && slot(&c, "b").kind == SLOT_NONE, "blocks stand below each other");
    c = open_columns(
        &a, "<div id=t><div id=a style='float:left;width:900px'>x</div><div id=b style='float:left;width:900px'>y</div></div>", "t",
        1200);
    ok(slot(&c, "b").kind == SLOT_NONE, "what is too wide for one row is none");
    ok(columns_share(STR("col-xs-6 a")) == 0.5f && columns_share(STR("span3")) == 0.25f && columns_share(STR("col")) == 0
           && columns_share(STR("col-0")) == 0 && columns_share(STR("col-99")) == 0 && columns_share(STR("h2")) == 0,
       "shares by name");
    return tap_done();
}
