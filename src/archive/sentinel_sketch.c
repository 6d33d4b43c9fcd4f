/* In: a text. Out: faults, a graph, words that fit.
 *
 * What fits at a place is what the parser names when something stands there that never fits: the sign >= behind all that comes before. */
#include "archive/sentinel_sketch.h"

#include "archive/channels.h"
#include "archive/watched.h"
#include "base/vec.h"

enum { WORDS_MAX = 60 };

/* ---- The text as a whole ---- */

/* What is there, without the one that is replaced, and what is new. */
static void join(const struct caller *c, struct sentinel_world *w, struct str replaces, const struct sentinel_file *new)
{
    struct statement *all = NEW_ARRAY(c->arena, struct statement, w->file.n + new->n + 2);
    uint32_t n = 0;

    for (uint32_t i = 0; i < w->file.n; i++)
        all[n++] = w->file.item[i];
    for (uint32_t i = 0; i < w->rows.n; i++)
        if (replaces.len && str_eq(w->rows.item[i].name, replaces))
            all[n++] = w->rows.item[i].is_set ? (struct statement){ .kind = STATEMENT_DROP_SET, .set = replaces }
                                              : (struct statement){ .kind = STATEMENT_DROP, .sentinel = { .name = replaces } };
    for (uint32_t i = 0; i < new->n; i++)
        all[n++] = new->item[i];
    w->file = (struct sentinel_file){ all, n };
    sentinel_world_build(w, c->now);
}

/* Nobody has no sentinels; to the store 0 is everybody. */
static int read_world(const struct caller *c, struct sentinel_world *w, struct err *e)
{
    return sentinel_world_read(c->arena, c->store, c->who.user ? c->who.user : -1, w, e);
}

int sentinel_sketch(const struct caller *c, struct str replaces, struct str text, struct sentinel_sketch *out, struct err *e)
{
    struct sentinel_sketch s = { .world = NEW(c->arena, struct sentinel_world) };
    int failed = read_world(c, s.world, e);

    if (failed || (failed = sentinel_read(c->arena, &s.world->grammar, text, &s.file, &s.world->faults, e)))
        return failed;
    for (uint32_t i = 0; i < s.file.n; i++)
        if (s.file.item[i].kind == STATEMENT_CREATE)
            s.name = s.file.item[i].sentinel.name;
    if (s.world->faults.list.n == 0)
        join(c, s.world, replaces, &s.file);
    s.faults = s.world->faults;
    if (s.faults.list.n == 0 && (failed = detection_build(c->arena, &s.world->world, &s.graph, e)))
        return failed;
    *out = s;
    return 0;
}

/* ---- A place in it ---- */

struct completion {
    const struct caller *caller;
    struct str typed;
    VEC(struct sentinel_word) words;
};

static void offer(struct completion *x, struct str word, const char *kind)
{
    if (x->words.n < WORDS_MAX && str_starts_nocase(word, x->typed) && !str_eq(word, x->typed))
        *VEC_ADD(x->caller->arena, &x->words) = (struct sentinel_word){ arena_str(x->caller->arena, word), kind };
}

static bool is_word_byte(char c)
{
    return (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static int offer_page(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct completion *x = context;

    offer(x, arena_printf(x->caller->arena, "\"%.*s\"", STR_ARG(w->page.url)), "page");
    return 0;
}

static int offer_names(struct completion *x, const struct sentinel_world *w, const struct terminal_set *want, struct err *e)
{
    bool names = terminal_set_has(want, TERMINAL_NAME), bare = terminal_set_has(want, TERMINAL_BARE);
    bool details = bare && terminal_set_has(want, TERMINAL_NUMBER);
    struct channel_rows channels = { 0 };
    int failed = 0;

    for (uint32_t i = 0; names && bare && !details && i < w->rows.n; i++)
        offer(x, w->rows.item[i].name, "name");
    if (details && (failed = channels_list(x->caller, &channels, e)))
        return failed;
    for (uint32_t i = 0; i < channels.n; i++)
        offer(x, channels.item[i].channel.name, "channel");
    return bare && !details ? watched_each(x->caller, offer_page, x, e) : failed;
}

int sentinel_complete(const struct caller *c, struct str text, size_t at, struct sentinel_words *out, struct err *e)
{
    struct sentinel_world *w = NEW(c->arena, struct sentinel_world);
    struct syntax_tree tree;
    size_t end = MIN(at, text.len), from = end;

    while (from && is_word_byte(text.ptr[from - 1]))
        from--;
    struct completion x = { .caller = c, .typed = str_sub(text, from, end) };
    struct str before = arena_printf(c->arena, "%.*s >=", (int)from, text.ptr);
    int failed = read_world(c, w, e);
    if (failed || (failed = parser_read(c->arena, &w->grammar, before, &tree, &w->faults, e)))
        return failed;
    const struct fault *last = w->faults.list.n ? &w->faults.list.item[w->faults.list.n - 1] : NULL;
    for (unsigned i = TERMINAL_KINDS; last && last->want && i < w->grammar.n_terminals; i++)
        if (terminal_set_has(last->want, i) && is_word_byte(w->grammar.terminal[i].ptr[0]))
            offer(&x, w->grammar.terminal[i], "word");
    if (last && last->want && (failed = offer_names(&x, w, last->want, e)))
        return failed;
    *out = (struct sentinel_words){ x.words.item, x.words.n, x.typed.len };
    return 0;
}
