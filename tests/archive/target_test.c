/* What people type for a page and a version: addresses in all their forms, numbers, moments, words; what is not there, and what is near. */
#include "archive/target.h"

#include "tests/archive/world.h"

static struct target found(struct archive_world *w, const struct caller *c, const char *typed)
{
    struct target t = { 0 };
    if (target_find(c, typed, &t, &w->e))
        ok(false, "%s: %s", typed, w->e.text);
    return t;
}

static void refused(struct archive_world *w, const struct caller *c, const char *typed, const char *says)
{
    AUTO(target) t = { 0 };
    int code = target_find(c, typed, &t, &w->e);
    ok(code == E_USAGE && strstr(w->e.text, says), "%s: %s", typed, w->e.text);
}

static void test_addresses(struct archive_world *w, const struct caller *c)
{
    static const char *const typed[] = { "https://example.org/news",   "example.org/news",    "https://EXAMPLE.org/news",
                                         "https://example.org/news@2", "example.org/news@-1", "example.org/news@newest" };
    for (size_t i = 0; i < ARRAY_LEN(typed); i++)
        eq_str(found(w, c, typed[i]).name, STR("https://example.org/news"), typed[i]);
    struct target form = found(w, c, "https://example.org/find (form q=tea)@1");
    eq_str(form.name, STR("https://example.org/find (form q=tea)"), "a page is named with what is sent there");
    eq_str(form.url, STR("https://example.org/find"), "and its address is known");
    eq_str(form.at, STR("1"), "behind it stands the version");
    eq_str(found(w, c, "https://example.org/me@home").name, STR("https://example.org/me@home"), "an address may hold an @");
    eq_str(found(w, c, "https://example.org/me@home@first").at, STR("first"), "and a version behind it");
    refused(w, c, "example.org/nws", "is not in the archive");
    refused(w, c, "exampl", "did you mean");
    refused(w, c, "", "empty");
    refused(w, c, "example.org/news@soon", "behind the @ stands");
    refused(w, c, "https://example.org/find", "watched in several ways: name one of 'https://example.org/find (form q=tea)'");
}

static void at(struct archive_world *w, const struct caller *c, const char *typed, int64_t number)
{
    struct target t = found(w, c, typed);
    struct target_version v = { 0 };
    if (target_version(c, &t, &v, &w->e))
        ok(number == 0 && strstr(w->e.text, "has no version @"), "%s: %s", typed, w->e.text);
    else
        eq_int(v.number, number, typed);
}

static void test_versions(struct archive_world *w, const struct caller *c)
{
    at(w, c, "example.org/news", 3);
    at(w, c, "example.org/news@1", 1);
    at(w, c, "example.org/news@-0", 3);
    at(w, c, "example.org/news@-2", 1);
    at(w, c, "example.org/news@-3", 0);
    at(w, c, "example.org/news@9", 0);
    at(w, c, "example.org/news@first", 1);
    at(w, c, "example.org/news@newest", 3);
    at(w, c, "example.org/news@1970-01-01T00:00:25Z", 2);
    at(w, c, "example.org/news@1969-01-01", 0);
    ok(target_names_version("x@2026-11-01", c->now) && target_names_version("@-1", c->now)
           && !target_names_version("me@home", c->now),
       "what can be a version");
}

/* Where they stopped looking, and the newest that can be believed. */
static void test_seen(struct archive_world *w, const struct caller *c, int64_t news)
{
    struct target t = found(w, c, "example.org/news");
    struct target_version v = { 0 };
    ok(target_last_seen(c, &t, &v, &w->e) == 0 && v.number == 1, "who has seen none begins at the first: %lld",
       (long long)v.number);
    must(w,
         store_seen_add(&w->store, &(struct store_seen){ .user = c->who.user, .page = news, .number = 2, .seen_at = 50 }, &w->e));
    ok(target_last_seen(c, &t, &v, &w->e) == 0 && v.number == 2, "then at what they have seen");
    at(w, c, "example.org/news@seen", 2);
    must(w, store_version_mark(&w->store, &(struct store_version){ .page = news, .number = 3, .suspect = true }, &w->e));
    ok(target_newest(c, &t, &v, &w->e) == 0 && v.number == 2, "a suspect version is not the newest that counts");
    at(w, c, "example.org/news@newest", 3);
}

static void test_body(struct archive_world *w, const struct caller *c, const struct caller *stranger)
{
    struct target t = found(w, c, "example.org/news");
    struct target_versions all = { 0 };
    struct str body = STR("");
    ok(target_versions(c, &t, &all, &w->e) == 0 && all.n == 3 && all.item[1].at == 20000 && all.item[1].bytes == 6, "all versions");
    ok(target_body(c, &t, 2, &body, &w->e) == 0 && str_eq(body, STR("<p>two")), "and the bytes of one");
    ok(target_body(c, &t, 7, &body, &w->e) && strstr(w->e.text, "https://example.org/news@7"), "of one that is not there: %s",
       w->e.text);
    eq_int(target_body(stranger, &t, 2, &body, &w->e), E_ABSENT, "for who does not watch the page it is not there");
    eq_int(target_page(stranger, t.page.id, &t, &w->e), E_ABSENT, "by its number neither");
    refused(w, stranger, "example.org/news", "is not in the archive");
    struct target file = { .name = STR("git:/x"), .is_source = true };
    eq_int(target_source_open(stranger, &file, &w->e), E_DENIED, "files of the machine are the administrator's");
}

int main(void)
{
    AUTO(archive_world) w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), eve = world_caller(&w, "eve", ROLE_USER);
    int64_t news = world_page(&w, "https://example.org/news");
    static const char *const others[] = { "https://example.org/find (form q=tea)", "https://example.org/find (as ann)",
                                          "https://example.org/me@home" };

    world_watch(&w, &ann, news, "{}");
    world_version(&w, news, 10000, "<p>one");
    world_version(&w, news, 20000, "<p>two");
    world_version(&w, news, 30000, "<p>three");
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        struct store_page page = { .url = str_of(others[i]),
                                   .canonical = i < 2 ? STR("https://example.org/find") : str_of(others[i]) };
        int64_t id;
        must(&w, store_page_add(&w.store, &page, &id, &w.e));
        world_watch(&w, &ann, id, "{}");
        world_version(&w, id, 10000, "<p>other");
    }
    test_addresses(&w, &ann);
    test_versions(&w, &ann);
    test_seen(&w, &ann, news);
    test_body(&w, &ann, &eve);
    return tap_done();
}
