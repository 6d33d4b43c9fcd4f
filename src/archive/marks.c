/* Marks of a person on versions. O(log versions) for each. */
#include "archive/marks.h"

#include "archive/watched.h"

int marks_set(const struct caller *c, int64_t page, int64_t number, enum mark mark, struct err *e)
{
    struct store_seen row = { .user = c->who.user, .page = page, .number = number, .seen_at = c->now };
    int failed;

    if ((failed = caller_must_write(c, e)) || (failed = caller_must_see(c, page, e)))
        return failed;
    row.kept = mark == MARK_KEPT;
    row.dismissed = mark == MARK_DISMISSED;
    failed = mark == MARK_SEEN        ? store_seen_add(c->store, &row, e)
             : mark == MARK_DISMISSED ? store_dismiss(c->store, &row, e)
                                      : store_keep(c->store, &row, e);
    return failed == E_ABSENT ? err_set(e, E_ABSENT, "there is no version %lld of this page", (long long)number) : failed;
}

int marks_unsee(const struct caller *c, int64_t page, int64_t to, struct err *e)
{
    int failed;

    if ((failed = caller_must_write(c, e)) || (failed = caller_must_see(c, page, e)))
        return failed;
    return store_seen_undo(c->store, c->who.user, page, to, e);
}

static bool has_one(const struct watch *w, const struct str *tag, uint32_t n_tags)
{
    bool found = n_tags == 0;

    for (uint32_t i = 0; i < n_tags && !found; i++)
        found = watch_has_tag(w, tag[i]);
    return found;
}

int marks_new(const struct caller *c, const struct str *tag, uint32_t n_tags, struct marked_list *out, struct err *e)
{
    struct store_news news = { 0 };
    int failed = c->who.user ? store_news(c->arena, c->store, c->who.user, 0, &news, e) : 0;
    struct marked_list list = { NEW_ARRAY(c->arena, struct marked, news.n + 1), 0 };

    for (uint32_t i = 0; i < news.n && !failed; i++) {
        struct store_watched row;
        struct watched w;
        if ((failed = store_watched_page(c->arena, c->store, c->who.user, news.item[i].page, &row, e)))
            return failed;
        watched_read(c->arena, &row, &w);
        if (has_one(&w.watch, tag, n_tags))
            list.item[list.n++] = (struct marked){ row.page, news.item[i].newest };
    }
    if (!failed)
        *out = list;
    return failed;
}
