/* Calls about pages, their versions, what was thought of them, and who watches them and has seen what: for cases_test.c. */
#ifndef TESTS_STORE_CALL_ROWS_H
#define TESTS_STORE_CALL_ROWS_H

#include "tests/store/call.h"

/* ---- Pages ---- */

static inline void say_page(struct call *c, const struct store_page *p)
{
    buf_addf(c->out, "page %lld %.*s", (long long)p->id, STR_ARG(p->url));
    if (!str_eq(p->canonical, p->url))
        say_text(c, "canonical", p->canonical);
    say_text(c, "host", p->host);
    say_number(c, "added", p->added_at);
    say_number(c, "checked", p->checked_at);
    say_number(c, "next", p->next_check_at);
    say_text(c, "etag", p->etag);
    say_text(c, "modified", p->last_modified);
    say_number(c, "errors", p->errors);
    say_text(c, "state", p->state);
    say_text(c, "learnt", p->learnt);
    say_flag(c, "attention", p->attention);
    say_flag(c, "best-effort", p->best_effort);
    end_line(c);
}

static inline int say_pages(struct call *c, int code, const struct store_pages *list)
{
    for (uint32_t i = 0; !code && i < list->n; i++)
        say_page(c, &list->item[i]);
    if (!code)
        say_nothing(c, list->n);
    return code;
}

static inline int do_page(struct call *c)
{
    struct store_page page = { .url = c->word[1],
                               .canonical = text_option(c, "canonical"),
                               .host = text_option(c, "host"),
                               .added_at = option(c, "added", 1),
                               .next_check_at = option(c, "next", NEVER) };
    int64_t id;
    int code = store_page_add(&world.store, &page, &id, &c->e);
    if (!code)
        buf_addf(c->out, "page %lld\n", (long long)id);
    return code;
}

static inline int do_get(struct call *c)
{
    struct store_page page;
    bool is_number = number(c, 1) > 0;
    int code = is_number ? store_page_get(c->arena, &world.store, number(c, 1), &page, &c->e)
                         : store_page_find(c->arena, &world.store, c->word[1], &page, &c->e);
    if (!code)
        say_page(c, &page);
    return code;
}

static inline int do_pages(struct call *c)
{
    struct store_pages list;
    return say_pages(c, store_pages(c->arena, &world.store, option(c, "after", 0), (uint32_t)option(c, "limit", 100), &list, &c->e),
                     &list);
}

static inline int do_alike(struct call *c)
{
    struct store_pages list;
    return say_pages(c, store_pages_alike(c->arena, &world.store, c->word[1], &list, &c->e), &list);
}

static inline int do_schedule(struct call *c)
{
    struct store_page page = { .id = number(c, 1),
                               .checked_at = option(c, "checked", NEVER),
                               .next_check_at = option(c, "next", NEVER),
                               .etag = text_option(c, "etag"),
                               .last_modified = text_option(c, "modified"),
                               .errors = option(c, "errors", 0),
                               .state = text_option(c, "state"),
                               .learnt = text_option(c, "learnt"),
                               .attention = flag(c, "attention"),
                               .best_effort = flag(c, "best-effort") };
    return store_page_schedule(&world.store, &page, &c->e);
}

static inline int do_rename(struct call *c)
{
    return store_page_rename(&world.store, number(c, 1), c->word[2], &c->e);
}

static inline int do_unpage(struct call *c)
{
    return store_page_remove(&world.store, number(c, 1), &c->e);
}

/* ---- Versions ---- */

static inline void say_version(struct call *c, const struct store_version *v)
{
    char digest[2 * STORE_DIGEST_BYTES + 1];
    store_digest_hex(v->digest, digest);
    buf_addf(c->out, "version %lld of page %lld", (long long)v->number, (long long)v->page);
    say_number(c, "at", v->fetched_at);
    if (v->server_at != NEVER)
        say_number(c, "server", v->server_at);
    say_text(c, "etag", v->etag);
    say_text(c, "modified", v->last_modified);
    say_text(c, "type", v->content_type);
    say_number(c, "status", v->status);
    say_number(c, "bytes", v->bytes);
    buf_addf(c->out, " %.8s", digest);
    say_flag(c, "suspect", v->suspect);
    say_flag(c, "quiet", v->quiet);
    say_flag(c, "lost", v->lost);
    end_line(c);
}

static inline int do_version(struct call *c)
{
    struct store_version v = { .page = number(c, 1),
                               .fetched_at = option(c, "at", 1),
                               .server_at = option(c, "server", NEVER),
                               .etag = text_option(c, "etag"),
                               .last_modified = text_option(c, "modified"),
                               .content_type = text_option(c, "type"),
                               .status = (int)option(c, "status", 0),
                               .suspect = flag(c, "suspect"),
                               .quiet = flag(c, "quiet") };
    bool is_new;
    int code = store_version_add(&world.store, &v, unescaped(c->arena, c->n > 2 ? c->word[2] : STR("")), &is_new, &c->e);
    if (!code)
        buf_addf(c->out, "version %lld, %s\n", (long long)v.number, is_new ? "new" : "as before");
    return code;
}

static inline int do_versions(struct call *c)
{
    struct store_versions list;
    int code = store_version_list(c->arena, &world.store, number(c, 1), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        say_version(c, &list.item[i]);
    if (!code)
        say_nothing(c, list.n);
    return code;
}

/* "newest 1", "first 1", "as-of 1 20", "one 1 2". */
static inline int do_one(struct call *c)
{
    struct store_version v;
    struct store *s = &world.store;
    int64_t page = number(c, 1), n = number(c, 2);
    int code = str_eq(c->word[0], STR("newest"))  ? store_version_newest(c->arena, s, page, &v, &c->e)
               : str_eq(c->word[0], STR("first")) ? store_version_first(c->arena, s, page, &v, &c->e)
               : str_eq(c->word[0], STR("as-of")) ? store_version_as_of(c->arena, s, page, n, &v, &c->e)
                                                  : store_version_get(c->arena, s, page, n, &v, &c->e);
    if (!code)
        say_version(c, &v);
    return code;
}

static inline int do_body(struct call *c)
{
    struct str body;
    int code = store_version_body(c->arena, &world.store, number(c, 1), number(c, 2), &body, &c->e);
    if (!code) {
        say_text(c, "body", body);
        end_line(c);
    }
    return code;
}

static inline int do_mark(struct call *c)
{
    struct store_version v = {
        .page = number(c, 1), .number = number(c, 2), .suspect = flag(c, "suspect"), .quiet = flag(c, "quiet")
    };
    return store_version_mark(&world.store, &v, &c->e);
}

/* ---- Verdicts and events ---- */

static inline struct store_counts counts_of(const struct call *c)
{
    return (struct store_counts){ { (uint32_t)option(c, "content", 0), (uint32_t)option(c, "look", 0),
                                    (uint32_t)option(c, "machinery", 0) },
                                  (uint32_t)option(c, "inserted", 0),
                                  (uint32_t)option(c, "deleted", 0) };
}

static inline void say_counts(struct call *c, double importance, const struct store_counts *n)
{
    if (importance >= 0)
        buf_addf(c->out, " importance=%.6f", importance);
    say_number(c, "content", n->changes[0]);
    say_number(c, "look", n->changes[1]);
    say_number(c, "machinery", n->changes[2]);
    say_number(c, "inserted", n->words_inserted);
    say_number(c, "deleted", n->words_deleted);
}

static inline double real_option(const struct call *c, const char *name)
{
    struct str text = text_option(c, name);
    return text.len ? strtod(arena_str(c->arena, text).ptr, NULL) : -1;
}

static inline void say_verdict(struct call *c, const struct store_verdict *v)
{
    buf_addf(c->out, "verdict %lld of page %lld against %lld", (long long)v->number, (long long)v->page, (long long)v->before);
    say_counts(c, v->importance, &v->counts);
    if (v->chance >= 0)
        buf_addf(c->out, " chance=%.6f", v->chance);
    say_text(c, "headline", v->headline);
    say_text(c, "reasons", v->reasons);
    say_text(c, "held", v->held_back);
    say_text(c, "changes", v->changes);
    say_text(c, "known", v->known);
    end_line(c);
}

static inline int do_verdict(struct call *c)
{
    struct store_verdict v = { .page = number(c, 1),
                               .number = number(c, 2),
                               .before = option(c, "before", 0),
                               .importance = real_option(c, "importance"),
                               .counts = counts_of(c),
                               .headline = text_option(c, "headline"),
                               .reasons = text_option(c, "reasons"),
                               .held_back = text_option(c, "held"),
                               .changes = text_option(c, "changes"),
                               .known = text_option(c, "known"),
                               .chance = real_option(c, "chance") };
    return store_verdict_put(&world.store, &v, &c->e);
}

static inline int do_verdicts(struct call *c)
{
    struct store_verdicts list = { 0 };
    struct store_verdict one;
    int code = c->n > 2 ? store_verdict_get(c->arena, &world.store, number(c, 1), number(c, 2), &one, &c->e)
                        : store_verdict_list(c->arena, &world.store, number(c, 1), &list, &c->e);
    if (!code && c->n > 2)
        say_verdict(c, &one);
    for (uint32_t i = 0; !code && i < list.n; i++)
        say_verdict(c, &list.item[i]);
    if (!code && c->n == 2)
        say_nothing(c, list.n);
    return code;
}

static inline void say_event(struct call *c, const struct store_event *v)
{
    buf_addf(c->out, "event %lld: version %lld of page %lld against %lld for user %lld", (long long)v->id, (long long)v->number,
             (long long)v->page, (long long)v->before, (long long)v->user);
    say_number(c, "at", v->at);
    say_flag(c, "found", v->kind == STORE_EVENT_FOUND);
    say_counts(c, v->importance, &v->counts);
    say_text(c, "headline", v->headline);
    say_text(c, "changes", v->changes);
    say_text(c, "reasons", v->reasons);
    end_line(c);
}

static inline int do_event(struct call *c)
{
    struct store_event event = { .user = user_of(c),
                                 .page = number(c, 2),
                                 .number = number(c, 3),
                                 .before = option(c, "before", 0),
                                 .at = option(c, "at", 1),
                                 .kind = flag(c, "found") ? STORE_EVENT_FOUND : STORE_EVENT_CHANGED,
                                 .importance = real_option(c, "importance"),
                                 .counts = counts_of(c),
                                 .headline = text_option(c, "headline"),
                                 .changes = text_option(c, "changes") };
    int64_t id;
    int code = store_event_put(&world.store, &event, &id, &c->e);
    if (!code)
        buf_addf(c->out, "event %lld\n", (long long)id);
    return code;
}

static inline int do_events(struct call *c)
{
    struct store_event_query query = { .user = user_of(c),
                                       .page = option(c, "page", 0),
                                       .unseen = flag(c, "unseen"),
                                       .before = option(c, "before", 0),
                                       .limit = (uint32_t)option(c, "limit", 0) };
    struct store_events list;
    int code = flag(c, "last") ? store_event_last(c->arena, &world.store, query.user, &list, &c->e)
                               : store_event_list(c->arena, &world.store, &query, &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        say_event(c, &list.item[i]);
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static inline int do_withdraw(struct call *c)
{
    return store_event_withdraw(&world.store, number(c, 1), number(c, 2), &c->e);
}

static inline int do_retract(struct call *c)
{
    return store_event_retract(&world.store, user_of(c), number(c, 2), number(c, 3), &c->e);
}

/* ---- Users and watches ---- */

static inline int do_user(struct call *c)
{
    int64_t id;
    int code = store_user_add(&world.store, c->word[1], option(c, "added", 1), &id, &c->e);
    if (!code)
        buf_addf(c->out, "user %lld\n", (long long)id);
    return code;
}

static inline int do_users(struct call *c)
{
    struct store_users list;
    int code = store_user_list(c->arena, &world.store, &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        buf_addf(c->out, "user %lld %.*s", (long long)list.item[i].id, STR_ARG(list.item[i].name));
        say_number(c, "added", list.item[i].added_at);
        end_line(c);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static inline int do_call_user(struct call *c)
{
    return store_user_rename(&world.store, user_of(c), c->word[2], &c->e);
}

static inline int do_unuser(struct call *c)
{
    return store_user_remove(&world.store, user_of(c), &c->e);
}

static inline int do_watch(struct call *c)
{
    struct store_watch watch = {
        .user = user_of(c), .page = number(c, 2), .added_at = option(c, "added", 1), .settings = text_option(c, "settings")
    };
    return store_watch_put(&world.store, &watch, &c->e);
}

static inline int do_unwatch(struct call *c)
{
    return store_watch_remove(&world.store, user_of(c), number(c, 2), &c->e);
}

static inline int do_begin(struct call *c)
{
    return store_watch_begin(&world.store, user_of(c), number(c, 2), number(c, 3), &c->e);
}

static inline void say_watch(struct call *c, const struct store_watch *w)
{
    buf_addf(c->out, "user %lld watches page %lld", (long long)w->user, (long long)w->page);
    say_number(c, "added", w->added_at);
    say_text(c, "settings", w->settings);
    say_number(c, "seen", w->seen);
}

static inline int do_watches(struct call *c)
{
    struct store_watch after = { .user = user_of(c), .page = option(c, "after", 0) };
    struct store_watches list;
    int64_t page = number(c, 1);
    int code = page ? store_page_watches(c->arena, &world.store, page, &list, &c->e)
                    : store_watch_list(c->arena, &world.store, &after, (uint32_t)option(c, "limit", 100), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        say_watch(c, &list.item[i]);
        end_line(c);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static inline int do_watched(struct call *c)
{
    struct store_watch after = { .user = user_of(c), .page = option(c, "after", 0) };
    struct store_watched_list list = { 0 };
    struct store_watched one;
    struct store *s = &world.store;
    int64_t page = number(c, 2);
    int code = page                   ? store_watched_page(c->arena, s, after.user, page, &one, &c->e)
               : flag(c, "attention") ? store_watched_attention(c->arena, s, after.user, &list, &c->e)
                                      : store_watched(c->arena, s, &after, (uint32_t)option(c, "limit", 100), &list, &c->e);
    if (!code && page)
        list = (struct store_watched_list){ &one, 1 };
    for (uint32_t i = 0; !code && i < list.n; i++) {
        say_watch(c, &list.item[i].watch);
        say_number(c, "newest", list.item[i].newest);
        say_number(c, "newest-at", list.item[i].newest_at);
        buf_add(c->out, STR(": "));
        say_page(c, &list.item[i].page);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static inline int do_counts(struct call *c)
{
    uint64_t watched = 0, failing = 0, held = 0;
    int64_t user = user_of(c);
    int code = store_watch_count(&world.store, user, &watched, &c->e);
    if (!code && (code = store_failing_count(&world.store, user, &failing, &c->e)) == 0)
        code = store_held_count(&world.store, user, &held, &c->e);
    if (!code)
        buf_addf(c->out, "%llu watched, %llu failing, %llu held back\n", (unsigned long long)watched, (unsigned long long)failing,
                 (unsigned long long)held);
    return code;
}

static inline int do_place(struct call *c)
{
    int64_t page;
    int code = store_watch_at(&world.store, user_of(c), (uint64_t)number(c, 2), &page, &c->e);
    if (!code)
        buf_addf(c->out, "page %lld\n", (long long)page);
    return code;
}

/* ---- What was seen ---- */

/* "seen", "keep", "unkeep", "dismiss", "undismiss": USER PAGE NUMBER. */
static inline int do_seen(struct call *c)
{
    bool is_taken_back = str_starts(c->word[0], STR("un"));
    struct store_seen seen = { .user = user_of(c), .page = number(c, 2), .number = number(c, 3), .seen_at = option(c, "at", 1) };
    seen.kept = seen.dismissed = !is_taken_back;
    if (str_eq(c->word[0], STR("seen")))
        return store_seen_add(&world.store, &seen, &c->e);
    return str_ends(c->word[0], STR("keep")) ? store_keep(&world.store, &seen, &c->e) : store_dismiss(&world.store, &seen, &c->e);
}

static inline int do_unsee(struct call *c)
{
    return store_seen_undo(&world.store, user_of(c), number(c, 2), number(c, 3), &c->e);
}

static inline int do_marks(struct call *c)
{
    struct store_seens list;
    int64_t last;
    int code = store_seen_list(c->arena, &world.store, user_of(c), number(c, 2), &list, &c->e);
    if (!code)
        code = store_last_seen(&world.store, user_of(c), number(c, 2), &last, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        buf_addf(c->out, "version %lld", (long long)list.item[i].number);
        say_number(c, "seen", list.item[i].seen_at);
        say_flag(c, "kept", list.item[i].kept);
        say_flag(c, "dismissed", list.item[i].dismissed);
        end_line(c);
    }
    if (!code)
        buf_addf(c->out, "last seen: %lld\n", (long long)last);
    return code;
}

static inline int do_news(struct call *c)
{
    struct store_news list;
    int code = store_news(c->arena, &world.store, user_of(c), 0, &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        const struct store_new *n = &list.item[i];
        buf_addf(c->out, "page %lld: newest %lld", (long long)n->page, (long long)n->newest);
        say_number(c, "at", n->fetched_at);
        say_number(c, "seen", n->seen);
        end_line(c);
        for (uint32_t k = 0; k < n->n_events; k++)
            say_event(c, &n->event[k]);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static inline int do_held(struct call *c)
{
    struct store_held_query query = {
        .user = user_of(c), .page = option(c, "page", 0), .seen = flag(c, "seen"), .limit = (uint32_t)option(c, "limit", 0)
    };
    struct store_held_list list;
    int code = store_held(c->arena, &world.store, &query, &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        const struct store_held *h = &list.item[i];
        buf_addf(c->out, "version %lld of page %lld", (long long)h->number, (long long)h->page);
        say_number(c, "at", h->at);
        say_flag(c, "suspect", h->suspect);
        say_flag(c, "quiet", h->quiet);
        say_flag(c, "dismissed", h->dismissed);
        say_number(c, "before", h->verdict.before);
        say_text(c, "headline", h->verdict.headline);
        end_line(c);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

#endif
