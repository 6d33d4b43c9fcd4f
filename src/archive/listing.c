/* In: watches with their pages, and the last event of each. Out: a row for each page that was asked for. */
#include "archive/listing.h"

#include "base/map.h"

struct listing {
    const struct listing_query *query;
    struct store_events last;
    struct map place; /* from a page to its number in `last` */
    listing_call *call;
    void *context;
};

static struct str state_of(const struct watched *w)
{
    if (w->fault.len)
        return STR("damaged");
    if (w->watch.paused)
        return STR("paused");
    if (w->page.errors)
        return w->state.answer.len ? w->state.answer : STR("error");
    if (w->state.suspect.len)
        return STR("suspect");
    if (w->page.checked_at == NEVER)
        return STR("not checked yet");
    if (str_eq(w->state.outcome, STR("first")))
        return STR("first version");
    return w->state.outcome.len ? w->state.outcome : STR("ok");
}

static bool has_word(const struct watched *w, struct str word)
{
    bool found = str_find_nocase(w->url, word, 0) != SIZE_MAX || str_find_nocase(w->watch.title, word, 0) != SIZE_MAX;

    for (uint32_t i = 0; i < w->watch.tags.n && !found; i++)
        found = str_find_nocase(w->watch.tags.item[i], word, 0) != SIZE_MAX;
    return found;
}

static bool is_asked(const struct listing_query *q, const struct watched *w)
{
    bool tagged = q->n_tags == 0;

    for (uint32_t i = 0; i < q->n_words; i++)
        if (!has_word(w, q->word[i]))
            return false;
    for (uint32_t i = 0; i < q->n_tags && !tagged; i++)
        tagged = watch_has_tag(&w->watch, q->tag[i]);
    return tagged;
}

static int take(void *context, const struct watched *w, struct err *e)
{
    struct listing *l = context;
    const uint32_t *place = map_find(&l->place, (uint64_t)w->page.id);
    struct listing_row row = { .watched = w, .state = state_of(w), .event = place ? &l->last.item[*place] : NULL };

    return is_asked(l->query, w) ? l->call(l->context, &row, e) : 0;
}

int listing_each(const struct caller *c, const struct listing_query *query, listing_call *call, void *context, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct listing l = { .query = query, .call = call, .context = context };
    int failed = store_begin_read(c->store, &tx, e);

    if (!failed && c->who.user)
        failed = store_event_last(c->arena, c->store, c->who.user, &l.last, e);
    map_open(&l.place, c->arena, l.last.n);
    for (uint32_t i = 0; i < l.last.n; i++)
        map_slot(&l.place, (uint64_t)l.last.item[i].page, i);
    if (!failed)
        failed = watched_each(c, take, &l, e);
    return failed ? failed : store_commit(&tx, e);
}
