/* A store with one user and pages to check, and answers as a server would give them. */
#ifndef TESTS_FLOW_ARCHIVE_H
#define TESTS_FLOW_ARCHIVE_H

#include "base/duration.h"
#include "base/hash.h"
#include "flow/check.h"
#include "tests/store/folder.h"
#include "tests/tap.h"
#include "track/canonical.h"

struct archive {
    struct folder folder;
    struct arena arena;
    struct store store;
    int64_t user;
    int64_t now;
    struct templates templates;
    struct err err;
};

__attribute__((unused)) static void archive_drop(struct archive *x)
{
    store_close(&x->store);
    arena_drop(&x->arena);
    templates_drop(&x->templates);
    folder_drop(&x->folder);
}

/* Ends the test where something that must work does not. */
__attribute__((unused)) static void archive_must(struct archive *x, int code, const char *what)
{
    if (code == 0)
        return;
    ok(false, "%s: %s", what, x->err.text);
    exit(1);
}

__attribute__((unused)) static void archive_open(struct archive *x)
{
    x->folder = folder_new();
    x->now = 1000000;
    archive_must(
        x, store_open(&x->store, folder_path(&x->arena, &x->folder, "weft.db"), &(struct store_options){ .create = true }, &x->err),
        "open");
    archive_must(x, store_user_add(&x->store, STR("ann"), 1, &x->user, &x->err), "user");
}

/* A page that the user watches with these settings. */
__attribute__((unused)) static int64_t archive_watch(struct archive *x, const char *url, int64_t user, const char *settings)
{
    int64_t page;
    struct store_page row = { .url = str_of(url), .host = canonical_host(str_of(url)), .added_at = 1, .next_check_at = 1 };
    archive_must(x, store_page_add(&x->store, &row, &page, &x->err), "page");
    archive_must(x,
                 store_watch_put(&x->store,
                                 &(struct store_watch){ .user = user, .page = page, .added_at = 1, .settings = str_of(settings) },
                                 &x->err),
                 "watch");
    return page;
}

__attribute__((unused)) static struct response archive_page(struct archive *x, const char *body)
{
    x->now += 1000;
    return (struct response){ .state = FETCH_OK,
                              .status = 200,
                              .content_type = STR("text/html"),
                              .body = str_of(body),
                              .body_hash = hash_str(str_of(body)),
                              .fetched_at_ms = x->now };
}

__attribute__((unused)) static struct response archive_failure(struct archive *x, enum fetch_state state, const char *message)
{
    x->now += 1000;
    return (struct response){ .state = state, .message = str_of(message), .fetched_at_ms = x->now };
}

/* One check with the rules of a store without settings: every two days. */
__attribute__((unused)) static struct check archive_check(struct archive *x, int64_t page, struct response r)
{
    struct subject_rules rules = { .every_ms = 2 * DURATION_DAY_MS };
    struct check check = { 0 };
    archive_must(x,
                 check_answer(&x->arena, &(struct check_job){ &x->store, &rules, page, &r, &x->templates, NULL }, &check, &x->err),
                 "check");
    return check;
}

__attribute__((unused)) static uint32_t archive_news(struct archive *x, int64_t user)
{
    struct store_news news;
    archive_must(x, store_news(&x->arena, &x->store, user, 0, &news, &x->err), "news");
    return news.n;
}

#endif
