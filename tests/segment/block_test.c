/* References, ids, counts, and the block of a node. */
#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const char html[] =
    "<div id=header><h1><a href=/>Home</a></h1></div><div id=content><p id=p>One two three <img src=a.png alt=A width=50 height=50></p></div>"
    "<div id=footer><p id=f>%s</p></div>";

static struct cut *with_end(struct arena *a, const char *end)
{
    struct str text = str_of(html);
    size_t at = str_find(text, STR("%s"), 0);

    return cut_html(a, arena_printf(a, "%.*s%s%s", (int)at, html, end, html + at + 2), 3);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct cut *c = with_end(&a, "The end"), *d = with_end(&a, "An end"), *same = with_end(&a, "The end");
    const struct blocks *b = &c->blocks;
    uint32_t header = block_of_node(b, by_id(c->page, "header")), content = block_of_node(b, by_id(c->page, "p")),
             footer = block_of_node(b, by_id(c->page, "f"));

    ok(header != NONE && content != NONE && footer != NONE && header != content, "three leaves");
    eq_int(b->n, 4, "in the page");
    eq_str(block_ref(&a, b, 0), STR("1"), "the page is 1");
    eq_str(block_ref(&a, b, header), STR("1.1"), "the header 1.1");
    eq_str(block_ref(&a, b, footer), STR("1.3"), "the footer 1.3");
    eq_int(b->block[header].n_links, 1, "links");
    eq_int(b->block[content].n_images, 1, "images");
    eq_int(b->block[content].n_words, 3, "words");
    eq_int(b->block[0].n_words, 6, "of the page: all of them");
    ok(block_of_node(b, 0) == NONE, "html is in no leaf");
    ok(b->block[header].id == d->blocks.block[header].id && b->block[footer].id != d->blocks.block[footer].id,
       "an id is that of the content");
    ok(b->block[0].id != d->blocks.block[0].id && b->block[0].id == same->blocks.block[0].id, "also the page's");
    return tap_done();
}
