/* What a person does to news: marks, their undoing, pauses and ends of watches, and where each act leads back to. */
#include "tests/serve/site.h"

#include "archive/watched.h"

static struct site s;
static int64_t red, blue, was_seen;

static int64_t seen_of(int64_t page)
{
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    struct watched w;
    site_must(&s, watched_page(&c, page, &w, &s.e));
    return w.seen;
}

static bool is_watched(int64_t page)
{
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    struct watched w;
    return watched_page(&c, page, &w, &s.e) == 0;
}

static bool is_paused(int64_t page)
{
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    struct watched w;
    site_must(&s, watched_page(&c, page, &w, &s.e));
    return w.watch.paused;
}

/* The act as a script sends it: the words that it shows, and the number that takes it back. */
static struct reply act(const char *path, const char *form, struct str *undo)
{
    struct str body = arena_printf(&s.arena, "t=%.*s&%s", STR_ARG(s.form_token), form);
    struct reply r = site_ask(&s, &(struct http_request){ .method = STR("POST"),
                                                          .path = str_of(path),
                                                          .cookie = site_cookie(&s),
                                                          .accept = STR("application/json"),
                                                          .content_type = STR("application/x-www-form-urlencoded"),
                                                          .body = body });
    size_t at = str_find(r.body, STR("\"undo\":\""), 0);
    struct str rest = at == SIZE_MAX ? STR("") : str_sub(r.body, at + 8, r.body.len);
    *undo = str_cut(&rest, '"');
    return r;
}

static struct reply take_back(struct str undo)
{
    return site_post(&s, "/undo", arena_printf(&s.arena, "id=%.*s&back=/pages", STR_ARG(undo)).ptr);
}

static void test_seen(void)
{
    struct str undo;
    struct reply r = act("/act", "page=1&seen=2", &undo);
    reply_is(&r, 200, "{\"words\":\"Red: marked as seen\",\"undo\":\"", "a version is marked as seen");
    eq_str(r.type, STR("application/json"), "as a script is told");
    eq_int(seen_of(red), 2, "and it is");
    r = take_back(undo);
    ok(r.status == 303 && str_eq(reply_header(&r, "Location"), STR("/pages")), "it can be taken back");
    ok(str_starts(reply_header(&r, "Set-Cookie"), STR("weft-done=0%3AUndone; ")), "which is said");
    eq_int(seen_of(red), was_seen, "and it is not seen again");
    r = take_back(undo);
    reply_is(&r, 404, "It is too late to undo this.", "once");
    r = act("/act?page=1", "seen=2", &undo);
    ok(r.status == 200 && seen_of(red) == 2, "a button may carry the page in its address");
    take_back(undo);
    r = act("/act", "page=99&seen=1", &undo);
    eq_int(r.status, 404, "a page that is not watched was not seen");
    r = act("/act", "page=1", &undo);
    ok(r.status == 400 || r.status == 404, "which version must be said");
}

static void test_all_seen(void)
{
    struct str undo;
    struct reply r = act("/seen-all", "tag=red", &undo);
    reply_is(&r, 200, "\"words\":\"1 page marked as seen\"", "all with a tag");
    ok(seen_of(red) == 2 && seen_of(blue) == was_seen, "and no others");
    take_back(undo);
    r = act("/seen-all", "", &undo);
    reply_is(&r, 200, "\"words\":\"2 pages marked as seen\"", "all there is");
    ok(seen_of(red) == 2 && seen_of(blue) == 2, "on every page");
    r = take_back(undo);
    ok(str_starts(reply_header(&r, "Set-Cookie"), STR("weft-done=0%3AUndone%20for%202%20pages; ")), "are taken back together");
    ok(seen_of(red) == was_seen && seen_of(blue) == was_seen, "each as it was");
    r = act("/seen-all", "tag=nobody", &undo);
    reply_is(&r, 200, "\"words\":\"0 pages marked as seen\",\"undo\":\"\"", "of nothing there is nothing to undo");
}

static void test_back(void)
{
    static const struct {
        const char *back, *leads;
    } rows[] = {
        { "/held", "/held" },      { "/?tag=a", "/?tag=a" },         { "", "/" },
        { "//evil.example", "/" }, { "https://evil.example/", "/" }, { "held", "/" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct reply r = site_post(&s, "/seen-all", arena_printf(&s.arena, "tag=nobody&back=%s", rows[i].back).ptr);
        eq_str(reply_header(&r, "Location"), str_of(rows[i].leads), "an act leads back to a page of ours");
        r = site_post(&s, "/page/1/look", arena_printf(&s.arena, "back=%s", rows[i].back).ptr);
        eq_str(reply_header(&r, "Location"), str_of(rows[i].leads), "as does a look");
    }
}

static void test_look(void)
{
    s.server.scheduler.n_asked = 0;
    struct str undo;
    struct reply r = act("/page/2/look", "", &undo);
    reply_is(&r, 200, "weft is looking at the page now", "a page can be looked at now");
    ok(s.server.scheduler.n_asked == 1 && s.server.scheduler.asked[0] == blue, "and is asked for");
    r = act("/page/99/look", "", &undo);
    ok(r.status == 404 && s.server.scheduler.n_asked == 1, "one that is not watched is not");
}

static void test_pause(void)
{
    struct str undo;
    struct reply r = act("/page/1/pause", "paused=1", &undo);
    reply_is(&r, 200, "\"words\":\"Paused\"", "a page is paused");
    ok(is_paused(red), "and rests");
    take_back(undo);
    ok(!is_paused(red), "until that is taken back");
    act("/page/1/pause", "", &undo);
    ok(is_paused(red), "without a word it is a pause too");
    s.server.scheduler.n_asked = 0;
    r = act("/page/1/pause", "paused=0", &undo);
    reply_is(&r, 200, "\"words\":\"weft looks at this page again\",\"undo\":\"\"", "a pause can be ended");
    ok(!is_paused(red) && s.server.scheduler.n_asked == 1, "and what is due is looked for");
}

static void test_remove(void)
{
    struct str undo;
    struct reply r = act("/page/1/remove", "", &undo);
    reply_is(&r, 200, "You no longer watch this page. Its versions stay.", "a watch is ended");
    ok(!is_watched(red), "and is gone");
    take_back(undo);
    ok(is_watched(red), "until that is taken back");
    r = act("/pages/remove", "tag=", &undo);
    reply_is(&r, 400, "Which tag?", "many are ended by a tag");
    r = act("/pages/remove", "tag=red", &undo);
    reply_is(&r, 200, "You no longer watch 1 page. The versions stay.", "all that have it");
    ok(!is_watched(red) && is_watched(blue), "and no others");
    r = take_back(undo);
    ok(r.status == 303 && is_watched(red), "taken back they are watched again");
    r = act("/pages/remove", "tag=nobody", &undo);
    reply_is(&r, 200, "You no longer watch 0 pages. The versions stay.\",\"undo\":\"\"", "no page had it: nothing to undo");
}

/* Each act belongs to whoever did it. */
static void test_of_others(void)
{
    struct str undo, other;
    act("/act", "page=1&seen=2", &undo);
    site_sign_in(&s, site_user(&s, "bob", ROLE_USER));
    struct reply r = take_back(undo);
    eq_int(r.status, 404, "nobody takes back what another did");
    r = act("/act", "page=1&seen=2", &other);
    eq_int(r.status, 404, "nor marks what another watches");
    r = act("/page/1/remove", "", &other);
    ok(r.status >= 400 && is_watched(red), "nor ends it");
    site_sign_in(&s, site_user(&s, "eve", ROLE_READER));
    r = act("/page/1/look", "", &other);
    ok(r.status >= 400, "a reader asks for no visits");
    site_sign_in(&s, s.user);
    r = take_back(undo);
    eq_int(r.status, 303, "who did it still can");
}

/* The ring keeps the last 256 acts. */
static void test_ring(void)
{
    struct undo_step step = { UNDO_SEEN, red, 0 };
    struct caller c = site_caller(&s, s.user, "ann", ROLE_ADMIN);
    uint64_t first = undo_put(&s.server.undos, s.user, &step, 1), last = 0;
    uint32_t n;
    for (unsigned i = 0; i < UNDOS; i++)
        last = undo_put(&s.server.undos, s.user, &step, 1);
    ok(first && last && first != last, "each act has a number of its own");
    eq_int(undo_do(&s.server.undos, &c, first, &n, &s.e), E_ABSENT, "the 257th pushes the first one out");
    ok(undo_do(&s.server.undos, &c, last, &n, &s.e) == 0 && n == 1, "the last one is there");
    eq_int(undo_do(&s.server.undos, &c, 0, &n, &s.e), E_ABSENT, "nothing has the number 0");
    eq_int(undo_put(&s.server.undos, s.user, &step, 0), 0, "nothing is no act");
    eq_int(undo_put(&s.server.undos, s.user, &step, UNDO_STEPS_MAX + 1), 0, "nor is too much");
}

int main(void)
{
    site_open(&s);
    red = site_page(&s, "https://a.example/red", "{\"title\":\"Red\",\"tags\":[\"red\"]}");
    blue = site_page(&s, "https://a.example/blue", "{\"tags\":[\"blue\"]}");
    const int64_t pages[] = { red, blue };
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        site_version(&s, pages[i], "<title>Prices</title><p>The oak table is 340 euro.");
        site_version(&s, pages[i], "<title>Prices</title><p>The oak table is 360 euro.");
    }
    was_seen = seen_of(red);
    ok(was_seen < 2 && seen_of(blue) == was_seen, "both pages have a version that was not seen");
    test_seen();
    test_all_seen();
    test_back();
    test_look();
    test_pause();
    test_remove();
    test_of_others();
    test_ring();
    site_close(&s);
    return tap_done();
}
