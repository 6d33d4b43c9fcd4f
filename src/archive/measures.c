/* In: two numbers of versions. Out: metrics of their words; importance of their blocks, with the words of each reason. */
#include "archive/measures.h"

#include "judge/weigh.h"
#include "page/body.h"
#include "visual/vidiff.h"

enum { NAME_BYTES = 40 };

/* ---- Both pages ---- */

static int read_body(const struct caller *c, const struct target *t, int64_t number, struct body *out, struct err *e)
{
    struct target at = *t;
    struct target_version v;
    int failed;

    at.at = arena_printf(c->arena, "%lld", (long long)number);
    if ((failed = target_version(c, &at, &v, e)))
        return failed;
    *out = (struct body){ .content_type = v.content_type, .url = t->url, .name = STR("") };
    return target_body(c, t, number, &out->bytes, e);
}

static int read_pair(const struct caller *c, const struct target *t, const int64_t number[2], struct page *page, struct err *e)
{
    struct symbols *symbols = NEW(c->arena, struct symbols);
    struct body body[2];
    int failed;

    symbols_open(symbols, c->arena);
    if ((failed = read_body(c, t, number[0], &body[0], e)) || (failed = read_body(c, t, number[1], &body[1], e)))
        return failed;
    return body_read_pair(c->arena, symbols, body, page, e);
}

/* ---- Blocks ---- */

/* The first words of the block, as people would call it. */
static struct str name_of(struct arena *a, const struct vixml *document, struct str ref)
{
    struct str text = STR("");

    for (uint32_t i = 0; i < document->n && !text.len; i++)
        if (str_eq(document->block[i].ref, ref))
            text = str_trim(document->block[i].text);
    if (text.len <= NAME_BYTES)
        return text;
    size_t end = NAME_BYTES;
    while (end && text.ptr[end] != ' ')
        end--;
    return end ? arena_printf(a, "%.*s…", (int)end, text.ptr) : STR("");
}

static int weigh(const struct caller *c, const struct page *page, struct measures *out, struct err *e)
{
    struct arena *a = c->arena;
    struct weigh_version *version = NEW_ARRAY(a, struct weigh_version, 2);
    struct importance_input paper;
    struct importance found, e_found;
    struct videlta delta;
    int failed;

    if ((failed = weigh_version_of(a, NULL, &page[0], STR(""), &version[0], e))
        || (failed = weigh_version_of(a, NULL, &page[1], STR(""), &version[1], e)))
        return failed;
    vidiff(a, &version[0].document, &version[1].document, &(struct vidiff_options){ 0 }, &delta);
    struct importance_pair pair = {
        &version[0].document, &version[1].document, &delta, &version[0].words, &version[1].words, &importance_weights,
    };
    importance_of(a, &pair, &found);
    importance_factors(a, &pair, &paper);
    importance_paper(a, &paper, &e_found);
    out->importance = found.value;
    out->paper = e_found.value;
    out->n_blocks = found.n_blocks;
    out->block = NEW_ARRAY(a, struct measured_block, found.n + 1);
    for (; out->n < found.n; out->n++) {
        const struct importance_share *s = &found.block[out->n];
        bool gone = s->ref.len == 0;
        struct str name = gone ? name_of(a, &version[0].document, s->from) : name_of(a, &version[1].document, s->ref);
        out->block[out->n] = (struct measured_block){ name, s->share, s->weight, s->why, gone };
    }
    return 0;
}

/* ---- All of it ---- */

int measures_metrics(const struct caller *c, const struct target *t, const int64_t number[2], struct metrics *out, struct err *e)
{
    struct page *page = NEW_ARRAY(c->arena, struct page, 2);
    int failed = read_pair(c, t, number, page, e);

    if (!failed)
        metrics_of_pages(&page[0], &page[1], &(struct metrics_options)METRICS_DEFAULT, out);
    return failed;
}

int measures_make(const struct caller *c, const struct target *t, const int64_t number[2], struct measures *out, struct err *e)
{
    struct page *page = NEW_ARRAY(c->arena, struct page, 2);
    struct measures x = { .importance = -1, .paper = -1 };
    int failed = read_pair(c, t, number, page, e);

    if (failed)
        return failed;
    metrics_of_pages(&page[0], &page[1], &(struct metrics_options)METRICS_DEFAULT, &x.metrics);
    if (page[0].kind == KIND_MARKUP && page[1].kind == KIND_MARKUP && (failed = weigh(c, page, &x, e)))
        return failed;
    *out = x;
    return 0;
}
