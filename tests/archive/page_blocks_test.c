/* A page as it is offered to whoever chooses what to watch: by names that will last, not by those that a build makes. */
#include "archive/page_blocks.h"

#include "tests/archive/world.h"

#define WORDS \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year."
#define TEXT "<h1>The harbour</h1><p>" WORDS "</p><p>" WORDS " It will be wide.</p><p>" WORDS " It will be long.</p>"

static struct page_blocks blocks_of(struct archive_world *w, const struct caller *c, const char *html)
{
    struct page_blocks out = { 0 };
    int64_t page = world_page(w, arena_printf(&w->arena, "http://example.org/%p", (const void *)html).ptr);

    world_watch(w, c, page, "{}");
    world_version(w, page, 10, html);
    must(w, page_blocks_read(c, page, 1, NULL, &out, &w->e));
    return out;
}

static void eq_main(struct archive_world *w, const struct caller *c, const char *tag, const char *want)
{
    const char *html =
        arena_printf(&w->arena, "<body><nav><a href=/>Home</a></nav><%s>" TEXT "</div><footer>Imprint</footer>", tag).ptr;
    struct page_blocks got = blocks_of(w, c, html);

    eq_str(got.main, str_of(want), tag);
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER);

    eq_main(&w, &ann, "div id=content", "#content");
    eq_main(&w, &ann, "div class=article-body", ".article-body");
    eq_main(&w, &ann, "div id=text-1", "#text-1");
    eq_main(&w, &ann, "div class=Markdown_markdownBody__gRgTE", "/html/body/div");
    eq_main(&w, &ann, "div class=styles__Wrapper-sc-1yjkzrk-1", "/html/body/div");
    eq_main(&w, &ann, "div class=g16", "/html/body/div");
    archive_world_drop(&w);
    return tap_done();
}
