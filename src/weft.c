/* The public calls of include/weft.h, as thin as they can be.
 *
 * A page owns an arena. Pages that are compared must share a symbol table, and callers may compare any two; so a page keeps its bytes
 * and is parsed again, into the diff's own arena, when it is compared: a parse costs less than keeping every page's symbols in
 * step, and pages stay independent of each other, also between threads. */
#include "weft.h"

#include "base/limits.h"
#include "page/body.h"
#include "show/show.h"

struct weft_page {
    struct arena arena;
    struct symbols symbols;
    struct body body;
    struct str name;
    struct page page;
};

struct weft_diff {
    struct arena arena;
    struct symbols symbols;
    struct page page[2];
    struct str old_name, new_name;
    struct delta delta;
};

static void tell(weft_error *error, const struct err *e)
{
    if (!error)
        return;
    error->code = e->code;
    memcpy(error->text, e->text, sizeof error->text);
}

_Static_assert(sizeof((weft_error *)0)->text == sizeof((struct err *)0)->text, "the texts have the same room");

const char *weft_version(void)
{
    return WEFT_VERSION;
}

static struct str copy_of(struct arena *a, const char *text)
{
    return text ? arena_str(a, str_of(text)) : STR("");
}

weft_page *weft_page_read(const void *bytes, size_t len, const weft_source *source, weft_error *error)
{
    struct err e = { 0 };
    weft_page *page = heap_grow(NULL, sizeof *page);

    *page = (weft_page){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    if (arena_room(&page->arena, len, &e) == 0) {
        page->body.bytes = arena_str(&page->arena, (struct str){ bytes, len });
        page->body.content_type = copy_of(&page->arena, source ? source->content_type : NULL);
        page->body.url = copy_of(&page->arena, source ? source->address : NULL);
        page->body.name = copy_of(&page->arena, source ? source->name : NULL);
        page->name = page->body.name.len ? page->body.name : page->body.url;
        symbols_open(&page->symbols, &page->arena);
        if (body_read_as(&page->arena, &page->symbols, &page->body, body_kind(&page->body), &page->page, &e) == 0)
            return page;
    }
    tell(error, &e);
    weft_page_free(page);
    return NULL;
}

void weft_page_free(weft_page *page)
{
    if (page)
        arena_drop(&page->arena);
    heap_free(page);
}

/* The bytes of a buf as a string of the caller's. */
static char *take_string(struct buf *b, size_t *len, weft_error *error)
{
    struct err e = { 0 };

    if (buf_check(b, &e)) {
        tell(error, &e);
        return NULL;
    }
    char *string = heap_grow(NULL, b->len + 1);
    memcpy(string, buf_str(b).ptr, b->len);
    string[b->len] = '\0';
    if (len)
        *len = b->len;
    return string;
}

char *weft_page_json(const weft_page *page, weft_error *error)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);

    page_json(&page->page, &b);
    return take_string(&b, NULL, error);
}

char *weft_page_text(const weft_page *page, weft_error *error)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);

    page_text(&page->page, &b);
    return take_string(&b, NULL, error);
}

weft_diff *weft_diff_pages(const weft_page *old_page, const weft_page *new_page, weft_error *error)
{
    struct err e = { 0 };
    const struct body body[2] = { old_page->body, new_page->body };
    weft_diff *diff = heap_grow(NULL, sizeof *diff);

    *diff = (weft_diff){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY }, .old_name = old_page->name, .new_name = new_page->name };
    symbols_open(&diff->symbols, &diff->arena);
    if (body_read_pair(&diff->arena, &diff->symbols, body, diff->page, &e) == 0
        && compare_pages(&diff->arena, &diff->page[0], &diff->page[1], &diff->delta, &e) == 0)
        return diff;
    tell(error, &e);
    weft_diff_free(diff);
    return NULL;
}

void weft_diff_free(weft_diff *diff)
{
    if (diff)
        arena_drop(&diff->arena);
    heap_free(diff);
}

int weft_diff_differs(const weft_diff *diff)
{
    return diff->delta.n_changes != 0;
}

weft_counts weft_diff_counts(const weft_diff *diff)
{
    const struct delta *d = &diff->delta;

    return (weft_counts){ d->n_inserts,
                          d->n_deletes,
                          d->n_updates,
                          d->n_moves,
                          d->n_formats,
                          d->n_attributes,
                          d->words_old,
                          d->words_new,
                          d->words_deleted,
                          d->words_inserted,
                          d->words_moved,
                          d->n_class[CLASS_LOOK],
                          d->n_class[CLASS_MACHINERY] };
}

char *weft_diff_show(const weft_diff *diff, enum weft_format format, size_t *len, weft_error *error)
{
    AUTO(arena) scratch = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    struct show_options options = {
        .format = (enum show_format)format, .bare = true, .old_name = diff->old_name, .new_name = diff->new_name
    };
    struct err e = { 0 };

    if (show_delta(&scratch, &diff->delta, &options, &b, &e)) {
        tell(error, &e);
        return NULL;
    }
    return take_string(&b, len, error);
}

void weft_string_free(char *string)
{
    heap_free(string);
}
