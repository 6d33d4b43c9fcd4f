/* A store with two users and two pages, for tests of one kind of row each. What cannot be built ends the test. */
#ifndef TESTS_STORE_ROWS_H
#define TESTS_STORE_ROWS_H

#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct rows {
    struct folder folder;
    struct arena arena;
    struct store store;
    int64_t ann, bob, page, other;
    struct err e;
};

__attribute__((unused)) static void rows_drop(struct rows *x)
{
    store_close(&x->store);
    arena_drop(&x->arena);
    folder_drop(&x->folder);
}

__attribute__((unused)) static void rows_must(struct rows *x, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", x->e.text);
    exit(1);
}

__attribute__((unused)) static int64_t rows_page(struct rows *x, const char *url, const char *host, int64_t next_check_at)
{
    struct store_page page = { .url = str_of(url), .host = str_of(host), .added_at = 1, .next_check_at = next_check_at };
    int64_t id;
    rows_must(x, store_page_add(&x->store, &page, &id, &x->e));
    return id;
}

__attribute__((unused)) static void rows_watch(struct rows *x, int64_t user, int64_t page)
{
    rows_must(x, store_watch_put(&x->store, &(struct store_watch){ .user = user, .page = page, .added_at = 1 }, &x->e));
}

__attribute__((unused)) static void rows_open(struct rows *x)
{
    *x = (struct rows){ .folder = folder_new() };
    rows_must(x,
              store_open(&x->store, folder_path(&x->arena, &x->folder, "w.db"), &(struct store_options){ .create = true }, &x->e));
    rows_must(x, store_user_add(&x->store, STR("ann"), 1, &x->ann, &x->e));
    rows_must(x, store_user_add(&x->store, STR("bob"), 2, &x->bob, &x->e));
    x->page = rows_page(x, "http://a/1", "a", 100);
    x->other = rows_page(x, "http://b/1", "b", NEVER);
}

#endif
