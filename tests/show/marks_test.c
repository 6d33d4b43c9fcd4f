/* Marks: what is wrapped, what carries its state itself, ids and the chain. */
#include "tests/show/body.h"
#include "tests/tap.h"

static void test_wraps(void)
{
    EQ_MERGED("<p>one two", "<p>one <b>new</b> words two", "<p>one <ins data-weft=\"insert\"><b>new</b> words</ins> two</p>");
    EQ_MERGED("<p>old text stays", "<p>old text stays<p>and more comes here",
              "<p>old text stays</p><p data-weft=\"insert\"><ins data-weft=\"insert\">and more comes here</ins></p>");
    EQ_MERGED("<ul><li>a one<li>b two</ul>", "<ul><li>a one<li>x new<li>b two</ul>",
              "<ul><li>a one</li><li data-weft=\"insert\"><ins data-weft=\"insert\">x new</ins></li><li>b two</li></ul>");
}

static void test_moves(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<ul><li>apples are red<li>pears are green<li>plums are blue</ul>",
                 "<ul><li>plums are blue<li>apples are red<li>pears are green</ul>");
    struct str body = body_of(&x, SHOW_MERGED);

    eq_int(x.delta.n_moves, 1, "a re-ordered list is one move");
    eq_int(x.delta.n_changes, 1, "and nothing else");
    ok(str_find(body, STR("<li data-weft=\"move\"><ins data-weft=\"move\">plums are blue</ins></li>"), 0) != SIZE_MAX,
       "marked where it came to");
    ok(str_find(body, STR("<li data-weft=\"delete\"><del data-weft=\"move\">plums are blue</del></li>"), 0) != SIZE_MAX,
       "and where it left");
}

static void test_format(void)
{
    EQ_MERGED("<p>some plain words", "<p>some <b>plain</b> words",
              "<p>some <b data-weft=\"change\" data-weft-note=\"b added\">plain</b> words</p>");
    EQ_MERGED("<html lang=en><p>a", "<html lang=de><p>a", "<p>a</p>"); /* the banner counts it: there is no place for a mark */
    EQ_MERGED("<p><img src=x> <b><i>c d</i></b> e", "<p><img src=x><b><i>c d</i></b> e",
              "<p><img src=\"x\"><b data-weft=\"change\" data-weft-note=\"white space changed\"><i>c d</i></b> e</p>");
    EQ_MERGED("<p>some <b>bold</b> words", "<p>some bold words",
              "<p data-weft=\"change\" data-weft-note=\"b removed\">some bold words</p>");
    EQ_MERGED(
        "<p><a href=/1>link</a>", "<p><a href=/2>link</a>",
        "<p><a href=\"/2\" data-weft=\"change\" data-weft-note=\"href was &quot;/1&quot;, is now &quot;/2&quot;\">link</a></p>");
}

static void test_chain(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha one beta two gamma", "<p id=weft-x>alpha uno beta due gamma");
    struct str page = example_show(&x, SHOW_MERGED);

    ok(str_find(page, STR("id=\"weft--1\""), 0) != SIZE_MAX, "ids of ours keep clear of the page's");
    ok(str_find(page, STR("data-weft-next=\"weft--3\""), 0) != SIZE_MAX, "the first difference leads to the second");
    ok(str_find(page, STR("data-weft-prev=\"weft--1\""), 0) != SIZE_MAX, "and the second back");
}

static void test_arrows(void)
{
    AUTO(example) row = { 0 };
    AUTO(example) bold = { 0 };
    example_open(&row, "<table><tr><td>a<td>1</table>", "<table><tr><td>a<td>1<tr> <td>b<td>2</table>");
    struct str page = example_show(&row, SHOW_MERGED), cell = STR("<td><a data-weft=\"ui\" class=\"weft-arrow weft-new\"");

    ok(str_find(page, cell, 0) != SIZE_MAX, "the arrow of a row stands in its first cell");
    example_open(&bold, "<p>some plain words", "<p>some <b>plain</b> words");
    ok(str_find(example_show(&bold, SHOW_MERGED), STR("title=\"b added; next difference\""), 0) != SIZE_MAX,
       "an arrow says what changed where no words did");
}

int main(void)
{
    test_arrows();
    test_wraps();
    test_moves();
    test_format();
    test_chain();
    return tap_done();
}
