/* Watches: as JSON, as the identity of a page, as a request. */
#include "flow/watch.h"
#include "tests/tap.h"

static struct watch watch_of(struct arena *a, const char *settings)
{
    struct watch w = { 0 };
    struct err e;
    ok(watch_read(a, str_of(settings), &w, &e) == 0, "read: %s", settings);
    return w;
}

static void test_json(struct arena *a)
{
    AUTO(buf) b = BUF(1 << 16);
    struct json j;
    const char *settings = "{\"every\":\"2d\",\"tags\":[\"news\"],\"select\":[\"main\"],\"form\":[[\"q\",\"x\"]],\"depth\":2,"
                           "\"header\":[[\"X-Key\",\"secret\"]],\"user\":\"ann\",\"password\":\"pw\",\"bearer\":\"token\"}";
    struct watch w = watch_of(a, settings);
    eq_str(watch_write(a, &w), str_of(settings), "there and back");
    ok(watch_has_tag(&w, STR("news")) && !watch_has_tag(&w, STR("new")), "tags are whole words");
    json_open(&j, &b, 0);
    json_object(&j);
    watch_members(&w, &j);
    json_end(&j);
    ok(str_find(buf_str(&b), STR("every"), 0) != SIZE_MAX, "settings are shown");
    ok(str_find(buf_str(&b), STR("secret"), 0) == SIZE_MAX && str_find(buf_str(&b), STR("pw"), 0) == SIZE_MAX
           && str_find(buf_str(&b), STR("token"), 0) == SIZE_MAX,
       "secrets are not");
}

static void test_identity(struct arena *a)
{
    struct watch plain = watch_of(a, "{\"every\":\"1h\",\"tags\":[\"x\"]}"), form = watch_of(a, "{\"form\":[[\"q\",\"x\"]]}"),
                 other = watch_of(a, "{\"form\":[[\"q\",\"y\"]]}"), header = watch_of(a, "{\"header\":[[\"q\",\"x\"]]}"),
                 cookies = watch_of(a, "{\"cookies\":true}"), browser = watch_of(a, "{\"browser\":true}");
    struct str url = STR("http://h/p");
    eq_str(watch_page_url(a, &plain, STR("http://h/p#part"), 1), url, "a plain watch needs the page as it is");
    struct str of_form = watch_page_url(a, &form, url, 1);
    ok(str_starts(of_form, STR("http://h/p#weft-")), "a form has a page of its own");
    eq_str(watch_address(of_form), url, "at the same address");
    eq_str(watch_page_url(a, &form, of_form, 2), of_form, "which everybody shares who sends the same form");
    ok(!str_eq(watch_page_url(a, &other, url, 1), of_form), "another form, another page");
    ok(!str_eq(watch_page_url(a, &header, url, 1), of_form), "a header is no form");
    ok(!str_eq(watch_page_url(a, &cookies, url, 1), watch_page_url(a, &cookies, url, 2)), "cookies are one user's alone");
    ok(str_starts(watch_page_url(a, &browser, STR("http://h/#/inbox"), 1), STR("http://h/#/inbox#weft-")),
       "a script may read the fragment");
    eq_str(watch_address(STR("http://h/#/inbox#weft-00")), STR("http://h/#/inbox"), "so it is kept for it");
}

static void test_request(struct arena *a)
{
    struct watch w = watch_of(a, "{\"form\":[[\"q\",\"x\"]],\"header\":[[\"K\",\"V\"]],\"user\":\"u\",\"password\":\"p\","
                                 "\"bearer\":\"t\",\"proxy\":\"http://p\",\"cookies\":true,\"ignore_robots\":true}");
    struct request q = watch_request(a, &w, STR("http://h/p#weft-12"));
    eq_str(q.url, STR("http://h/p"), "the address");
    ok(q.n_form == 1 && str_eq(q.form[0].value, STR("x")) && q.n_header == 1 && str_eq(q.header[0].name, STR("K")),
       "form and headers");
    ok(str_eq(q.user, STR("u")) && str_eq(q.password, STR("p")) && str_eq(q.bearer, STR("t")) && str_eq(q.proxy, STR("http://p")),
       "login and proxy");
    ok(q.keep_cookies && q.ignore_robots && !q.allow_file, "flags");
}

static void test_wrong(struct arena *a)
{
    struct watch w = { .depth = 9 };
    struct err e;
    ok(watch_read(a, STR("{\"depth\":\"two\"}"), &w, &e) == E_FORMAT && w.depth == 9, "what cannot be read changes nothing");
}

/* What could never be sent is refused when it comes in. */
static void test_check(struct arena *a)
{
    static const struct {
        const char *settings;
        bool good;
    } rows[] = {
        { "{}", true },
        { "{\"header\":[[\"X-Key\",\"k\"]],\"user\":\"ann\",\"password\":\"p w\"}", true },
        { "{\"header\":[[\"Host\",\"b.test\"]]}", false },
        { "{\"header\":[[\"X\",\"a\\r\\nEvil: 1\"]]}", false },
        { "{\"header\":[[\"X Y\",\"a\"]]}", false },
        { "{\"bearer\":\"t\\n\"}", false },
        { "{\"password\":\"\\u0001\"}", false },
        { "{\"proxy\":\"http://a\\u007f/\"}", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct watch w;
        struct err e = { 0 };
        ok(watch_read(a, str_of(rows[i].settings), &w, &e) == 0 && (watch_check(a, &w, &e) == 0) == rows[i].good, "%s: %s",
           rows[i].settings, e.text);
    }
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_json(&a);
    test_identity(&a);
    test_request(&a);
    test_wrong(&a);
    test_check(&a);
    return tap_done();
}
