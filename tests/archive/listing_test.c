/* Lists of pages: chosen by words and tags, how each stands in a word, its last change; rows that are damaged say so. Walks over many. */
#include "archive/listing.h"

#include "archive/marks.h"
#include "archive/pages.h"
#include "tests/archive/world.h"

struct seen_rows {
    struct arena *arena;
    struct buf text; /* "name state headline;" of each */
};

static int take(void *context, const struct listing_row *row, struct err *e)
{
    struct seen_rows *s = context;
    struct str url = row->watched->url;
    buf_addf(&s->text, "%.*s %.*s%s%.*s;", STR_ARG(str_sub(url, url.len - 1, url.len)), STR_ARG(row->state), row->event ? " " : "",
             STR_ARG(row->event ? row->event->headline : STR("")));
    return buf_check(&s->text, e);
}

static void listed(struct archive_world *w, const struct caller *c, const struct listing_query *query, const char *want,
                   const char *what)
{
    struct seen_rows s = { &w->arena, BUF(4096) };
    must(w, listing_each(c, query, take, &s, &w->e));
    eq_str(buf_str(&s.text), str_of(want), what);
    buf_clear(&s.text);
    uint64_t from = 0;
    for (struct listing_part part = { .all = 1 }; from < part.all; from += 2) { /* two at a time they are the same */
        part = (struct listing_part){ .from = from, .n = 2 };
        must(w, listing_some(c, query, &part, take, &s, &w->e));
    }
    eq_str(buf_str(&s.text), str_of(want), what);
    buf_drop(&s.text);
}

static void set_state(struct archive_world *w, int64_t id, const char *state, int64_t checked_at, int64_t errors)
{
    struct store_page page;
    must(w, store_page_get(&w->arena, &w->store, id, &page, &w->e));
    page.state = str_of(state);
    page.checked_at = checked_at;
    page.errors = errors;
    must(w, store_page_schedule(&w->store, &page, &w->e));
}

static void test_states(struct archive_world *w, const struct caller *c)
{
    static const struct {
        const char *url, *watch, *state;
        int64_t checked_at, errors;
    } rows[] = {
        { "http://h/a", "{\"tags\":[\"work\"],\"title\":\"The Shop\"}", "{\"outcome\":\"first\"}", 5, 0 },
        { "http://h/b", "{\"paused\":true,\"tags\":[\"home\"]}", "{\"outcome\":\"same\"}", 5, 0 },
        { "http://h/c", "{}", "", NEVER, 0 },
        { "http://h/d", "{}", "{\"answer\":\"gone\",\"outcome\":\"failed\"}", 5, 2 },
        { "http://h/e", "{\"every\":1", "{}", 5, 0 },
        { "http://h/f", "{}", "{\"suspect\":\"it is empty\",\"outcome\":\"suspect\"}", 5, 0 },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int64_t id = world_page(w, rows[i].url);
        world_version(w, id, 10, "<p>one");
        world_watch(w, c, id, rows[i].watch);
        set_state(w, id, rows[i].state, rows[i].checked_at, rows[i].errors);
    }
    const struct str shop = STR("SHOP"), work = STR("work"), both[2] = { STR("h/"), STR("/d") },
                     tags[2] = { STR("work"), STR("home") };
    listed(w, c, &(struct listing_query){ 0 }, "a first version;b paused;c not checked yet;d failed;e damaged;f suspect;",
           "how each stands");
    listed(w, c, &(struct listing_query){ .word = &shop, .n_words = 1 }, "a first version;", "by a word of the title, in any case");
    listed(w, c, &(struct listing_query){ .word = both, .n_words = 2 }, "d failed;", "by two words, both of them");
    listed(w, c, &(struct listing_query){ .tag = &work, .n_tags = 1 }, "a first version;", "by a tag");
    listed(w, c, &(struct listing_query){ .tag = tags, .n_tags = 2 }, "a first version;b paused;", "by one of two tags");
    listed(w, c, &(struct listing_query){ .word = &work, .n_words = 1 }, "a first version;", "a word may be a tag");
}

static void test_events(struct archive_world *w, const struct caller *c)
{
    int64_t id = world_page(w, "http://i/z"), event;
    struct store_event first = {
        .user = c->who.user, .page = id, .number = 1, .kind = STORE_EVENT_CHANGED, .headline = STR_INIT("older")
    };
    const struct str word = STR("i/z");
    world_watch(w, c, id, "{}");
    world_version(w, id, 10, "<p>one");
    world_version(w, id, 20, "<p>two");
    set_state(w, id, "{\"outcome\":\"changed\"}", 20, 0);
    must(w, store_event_put(&w->store, &first, &event, &w->e));
    first.number = 2;
    first.headline = STR("newer");
    must(w, store_event_put(&w->store, &first, &event, &w->e));
    listed(w, c, &(struct listing_query){ .word = &word, .n_words = 1 }, "z changed newer;",
           "with the last change that concerned them");
    must(w, marks_set(c, id, 2, MARK_SEEN, &w->e));
    listed(w, c, &(struct listing_query){ .word = &word, .n_words = 1 }, "z changed newer;", "also after they saw it");
}

static int count(void *context, const struct store_page *page UNUSED, struct err *e)
{
    int *n = context;
    return ++*n == 1200 ? err_set(e, E_LIMIT, "enough") : 0;
}

/* More than are read at a time. */
static void test_many(struct archive_world *w, const struct caller *c, const struct caller *admin)
{
    AUTO(store_tx) tx = { 0 };
    int n = 0;
    must(w, store_begin(&w->store, &tx, &w->e));
    for (int i = 0; i < 1200; i++) {
        int64_t id = world_page(w, arena_printf(&w->arena, "http://many/%d", i).ptr);
        if (i % 2)
            world_watch(w, c, id, "{}");
    }
    must(w, store_commit(&tx, &w->e));
    must(w, pages_each(c, count, &n, &w->e));
    eq_int(n, 607, "a user walks over what they watch");
    n = 0;
    eq_int(pages_each(admin, count, &n, &w->e), E_LIMIT, "a walk ends where a call says so");
    eq_int(n, 1200, "and not before");
}

int main(void)
{
    AUTO(archive_world) w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), root = world_caller(&w, "root", ROLE_ADMIN);

    test_states(&w, &ann);
    test_events(&w, &ann);
    test_many(&w, &ann, &root);
    listed(&w, &root, &(struct listing_query){ 0 }, "", "who watches nothing has no list, administrator or not");
    return tap_done();
}
