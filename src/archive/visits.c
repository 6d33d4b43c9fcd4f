/* In: what is new for a user, and the history of their browser. Out: versions marked as seen. */
#include "archive/visits.h"

#include "archive/target.h"

bool visits_since(const struct browser_history *h, struct str url, int64_t at)
{
    const struct history_page *visit = h ? history_find(h, url) : NULL;

    return visit && visit->visited_at >= at;
}

/* The newest version that stood there when the page was visited; 0: none of those that are new. */
static int64_t version_at(const struct store_new *new, int64_t visited_at)
{
    for (uint32_t i = 0; i < new->n_events; i++)
        if (new->event[i].at <= visited_at)
            return new->event[i].number;
    return 0;
}

static int mark(const struct caller *c, const struct browser_history *h, const struct store_new *new, uint32_t *n, struct err *e)
{
    struct store_page page;
    int failed = store_page_get(c->arena, c->store, new->page, &page, e);
    const struct history_page *visit = failed ? NULL : history_find(h, target_url(&page));
    struct store_seen seen = { .user = c->who.user, .page = new->page };

    if (!visit || !(seen.number = version_at(new, visit->visited_at)))
        return failed;
    seen.seen_at = visit->visited_at;
    ++*n;
    return store_seen_add(c->store, &seen, e);
}

int visits_mark(const struct caller *c, const struct browser_history *h, uint32_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_news news = { 0 };
    int failed = caller_must_write(c, e);

    *n = 0;
    if (!failed)
        failed = store_begin(c->store, &tx, e);
    if (!failed && c->who.user)
        failed = store_news(c->arena, c->store, c->who.user, 0, &news, e);
    for (uint32_t i = 0; i < news.n && !failed; i++)
        failed = mark(c, h, &news.item[i], n, e);
    return failed ? failed : store_commit(&tx, e);
}
