/* An archive of its own for one test of archive/: users, pages, versions. What cannot be built ends the test. */
#ifndef TESTS_ARCHIVE_WORLD_H
#define TESTS_ARCHIVE_WORLD_H

#include <stdlib.h>

#include "archive/caller.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct archive_world {
    struct folder folder;
    struct arena arena;
    struct store store;
    struct settings settings;
    struct err e;
};

__attribute__((unused)) static void must(struct archive_world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

__attribute__((unused)) static void world_open(struct archive_world *w)
{
    *w = (struct archive_world){ .folder = folder_new() };
    must(w, store_open(&w->store, folder_path(&w->arena, &w->folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    must(w, settings_defaults(&w->arena, &w->settings, &w->e));
}

__attribute__((unused)) static void archive_world_drop(struct archive_world *w)
{
    store_close(&w->store);
    arena_drop(&w->arena);
    folder_drop(&w->folder);
}

/* Somebody of that name, at the moment 100,000. */
__attribute__((unused)) static struct caller world_caller(struct archive_world *w, const char *name, enum caller_role role)
{
    struct caller c = { .who = { .name = str_of(name), .role = role },
                        .store = &w->store,
                        .settings = &w->settings,
                        .arena = &w->arena,
                        .now = 100000 };
    must(w, store_user_add(&w->store, c.who.name, 1, &c.who.user, &w->e));
    return c;
}

__attribute__((unused)) static int64_t world_page(struct archive_world *w, const char *url)
{
    struct store_page page = { .url = str_of(url), .canonical = str_of(url), .host = STR_INIT("example.org"), .added_at = 1 };
    int64_t id;
    must(w, store_page_add(&w->store, &page, &id, &w->e));
    return id;
}

__attribute__((unused)) static void world_version(struct archive_world *w, int64_t page, int64_t at, const char *body)
{
    struct store_version v = { .page = page, .fetched_at = at, .status = 200, .content_type = STR_INIT("text/html") };
    bool is_new;
    must(w, store_version_add(&w->store, &v, str_of(body), &is_new, &w->e));
}

__attribute__((unused)) static void world_watch(struct archive_world *w, const struct caller *c, int64_t page, const char *settings)
{
    must(w, store_watch_put(&w->store,
                            &(struct store_watch){ .user = c->who.user, .page = page, .added_at = 1, .settings = str_of(settings) },
                            &w->e));
}

#endif
