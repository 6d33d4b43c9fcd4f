/* In: a collection. Out: the changes of its pages that concern their owner, the newest first.
 *
 * Invariants: 1. nothing comes out of a page that does not belong to the collection now: neither one that lost its tag, nor one that the
 * owner stopped watching; 2. of what is public only a page's own address and title are told; 3. only versions that were news are shown. */
#include <stdlib.h>

#include "archive/changes.h"
#include "archive/collections.h"
#include "archive/target.h"
#include "archive/things.h"
#include "base/moment.h"
#include "base/vec.h"
#include "flow/state.h"

enum { AT_ONCE = 500, EVENTS_OF_A_PAGE = 10 };

struct members {
    const struct caller *caller;
    const struct collection *collection;
    VEC(struct collection_page) pages;
    uint32_t n_private;
};

/* ---- Which pages it has ---- */

enum collection_part collection_part(const struct collection *x, int64_t page, const struct watch *w)
{
    for (uint32_t i = 0; i < x->chosen.n; i++)
        if (x->chosen.item[i] == page)
            return COLLECTION_CHOSEN;
    for (uint32_t i = 0; i < x->tags.n; i++)
        if (watch_has_tag(w, x->tags.item[i]))
            return COLLECTION_BY_TAG;
    return COLLECTION_NOT;
}

bool collection_opens(const struct store_page *page, const struct watch *w)
{
    struct str url = target_url(page);

    return !w->private && url.len == page->url.len
           && (str_starts_nocase(url, STR("http://")) || str_starts_nocase(url, STR("https://")));
}

/* What cannot be read is told to its owner elsewhere, and is not part of a collection. */
static void take(struct members *m, struct arena *scratch, const struct store_watched *row)
{
    struct arena *a = m->caller->arena;
    struct page_state state;
    struct watch w = { 0 };
    struct err unread;

    if (watch_read(scratch, row->watch.settings, &w, &unread) || collection_part(m->collection, row->page.id, &w) == COLLECTION_NOT)
        return;
    if (m->collection->row.is_public && !collection_opens(&row->page, &w)) {
        m->n_private++;
        return;
    }
    if (m->pages.n == COLLECTION_PAGES_MAX)
        return;
    bool known = page_state_read(scratch, row->page.state, &state, &unread) == 0;
    *VEC_ADD(a, &m->pages) = (struct collection_page){ .id = row->page.id,
                                                       .url = arena_str(a, target_url(&row->page)),
                                                       .title = arena_str(a, known ? state.title : STR("")),
                                                       .changed_at = NEVER };
}

static int walk_tags(struct members *m, struct err *e)
{
    struct store_watch after = { .user = m->collection->row.user };
    struct store_watched_list some;

    do {
        AUTO(arena) a = { 0 };
        int failed = store_watched(&a, m->caller->store, &after, AT_ONCE, &some, e);
        if (failed)
            return failed;
        for (uint32_t i = 0; i < some.n; i++) {
            after.page = some.item[i].page.id;
            take(m, &a, &some.item[i]);
        }
    } while (some.n == AT_ONCE);
    return 0;
}

static int walk_chosen(struct members *m, struct err *e)
{
    const struct collection *x = m->collection;

    for (uint32_t i = 0; i < x->chosen.n; i++) {
        AUTO(arena) a = { 0 };
        struct store_watched row;
        int failed = store_watched_page(&a, m->caller->store, x->row.user, x->chosen.item[i], &row, e);
        if (failed && failed != E_ABSENT)
            return failed;
        if (!failed)
            take(m, &a, &row);
    }
    return 0;
}

static int find_pages(struct members *m, struct err *e)
{
    return m->collection->tags.n ? walk_tags(m, e) : walk_chosen(m, e);
}

/* ---- What changed on them ---- */

static struct report_row row_of(struct arena *a, const struct collection_page *page, const struct store_event *event)
{
    struct report_row about = { .page = page->id, .url = page->url, .title = page->title };

    return changes_row(a, &about, event);
}

struct dated {
    const struct collection_page *page;
    const struct store_event *event;
};

static int by_newest(const void *a, const void *b)
{
    const struct store_event *x = ((const struct dated *)a)->event, *y = ((const struct dated *)b)->event;

    return x->at == y->at ? (x->id < y->id) - (x->id > y->id) : (x->at < y->at) - (x->at > y->at);
}

static int by_title(const void *a, const void *b)
{
    const struct collection_page *x = a, *y = b;

    return str_cmp(x->title.len ? x->title : x->url, y->title.len ? y->title : y->url);
}

static int read_events(struct members *m, uint32_t limit, struct collection_news *out, struct err *e)
{
    const struct caller *c = m->caller;
    VEC(struct dated) found = { 0 };

    for (uint32_t i = 0; i < m->pages.n; i++) {
        struct collection_page *page = &m->pages.item[i];
        struct store_event_query query = { .user = m->collection->row.user, .page = page->id, .limit = EVENTS_OF_A_PAGE };
        struct store_events events;
        int failed = store_event_list(c->arena, c->store, &query, &events, e);
        if (failed)
            return failed;
        for (uint32_t k = 0; k < events.n; k++)
            *VEC_ADD(c->arena, &found) = (struct dated){ page, &events.item[k] };
        if (events.n)
            page->changed_at = events.item[0].at;
    }
    if (found.n)
        qsort(found.item, found.n, sizeof *found.item, by_newest);
    out->row = NEW_ARRAY(c->arena, struct report_row, MIN(found.n, limit) + 1);
    for (; out->n < MIN(found.n, limit); out->n++)
        out->row[out->n] = row_of(c->arena, found.item[out->n].page, found.item[out->n].event);
    return 0;
}

int collections_news(const struct caller *c, struct str name, uint32_t limit, struct collection_news *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct collection_news news = { 0 };
    struct members m = { .caller = c, .collection = &news.collection };
    int failed = store_begin_read(c->store, &tx, e);

    if (failed || (failed = collections_find(c, name, &news.collection, e)) || (failed = find_pages(&m, e))
        || (failed = read_events(&m, limit, &news, e)) || (failed = store_commit(&tx, e)))
        return failed;
    if (m.pages.n)
        qsort(m.pages.item, m.pages.n, sizeof *m.pages.item, by_title);
    news.page = m.pages.item;
    news.n_pages = m.pages.n;
    news.n_private = news.collection.is_mine ? m.n_private : 0;
    *out = news;
    return 0;
}

int collections_change(const struct caller *c, struct str name, const struct collection_key *key, struct collection_change *out,
                       struct err *e)
{
    struct collection_news news;
    int failed = collections_news(c, name, UINT32_MAX - 1, &news, e);

    for (uint32_t i = 0; !failed && i < news.n; i++) {
        const struct report_row *row = &news.row[i];
        if (row->page != key->page || row->newest != key->number)
            continue;
        *out = (struct collection_change){ .who = { news.collection.row.user, news.collection.row.name, ROLE_READER },
                                           .title = row->title.len ? row->title : row->url,
                                           .from = row->seen ? row->seen : row->newest,
                                           .to = row->upto };
        return 0;
    }
    return failed ? failed : err_set(e, E_ABSENT, "the collection shows no such change");
}

/* ---- As data ---- */

static void add_change(struct json *j, const struct report_row *row)
{
    json_object(j);
    json_field_str(j, "url", row->url);
    thing_text(j, "title", row->title);
    moment_json(j, "at", row->changed_at);
    json_key(j, "importance");
    if (row->importance < 0)
        json_null(j);
    else
        json_real(j, row->importance);
    thing_text(j, "headline", row->headline);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < row->excerpts.n; i++)
        thing_change(j, &row->excerpts.item[i]);
    json_end(j);
    json_end(j);
}

void collection_news_members(struct json *j, const struct collection_news *news)
{
    json_key(j, "new");
    json_array(j);
    for (uint32_t i = 0; i < news->n; i++)
        add_change(j, &news->row[i]);
    json_end(j);
    json_key(j, "contents");
    json_array(j);
    for (uint32_t i = 0; i < news->n_pages; i++) {
        json_object(j);
        json_field_str(j, "url", news->page[i].url);
        thing_text(j, "title", news->page[i].title);
        moment_json(j, "changed_at", news->page[i].changed_at);
        json_end(j);
    }
    json_end(j);
}
