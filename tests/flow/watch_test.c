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
                           "\"header\":[[\"X-Key\",\"secret\"]],\"user\":\"ann\",\"password\":\"pw\",\"bearer\":\"token\","
                           "\"proxy\":\"http://u:hush@p\"}";
    struct watch w = watch_of(a, settings), back = { 0 };
    struct err e;
    eq_str(watch_write(a, &w), STR("{\"every\":\"2d\",\"tags\":[\"news\"],\"select\":[\"main\"],\"depth\":2,\"private\":true}"),
           "what is sent is no part of the settings");
    ok(watch_take_secrets(a, watch_secrets(a, &w), &back, &e) == 0 && str_eq(back.password, STR("pw")) && back.form.n == 1
           && back.header.n == 1 && str_eq(back.bearer, STR("token")) && str_eq(back.proxy, STR("http://u:hush@p")),
       "but of the secrets");
    struct watch open = watch_of(a, "{\"proxy\":\"http://p\"}");
    ok(watch_secrets(a, &open).len == 0 && str_eq(watch_write(a, &open), STR("{\"proxy\":\"http://p\"}")),
       "a proxy without a login is none");
    ok(watch_has_tag(&w, STR("news")) && !watch_has_tag(&w, STR("new")), "tags are whole words");
    json_open(&j, &b, 0);
    json_object(&j);
    watch_members(&w, &j);
    json_end(&j);
    ok(str_find(buf_str(&b), STR("every"), 0) != SIZE_MAX, "settings are shown");
    ok(str_find(buf_str(&b), STR("secret"), 0) == SIZE_MAX && str_find(buf_str(&b), STR("pw"), 0) == SIZE_MAX
           && str_find(buf_str(&b), STR("token"), 0) == SIZE_MAX && str_find(buf_str(&b), STR("hush"), 0) == SIZE_MAX,
       "secrets are not");
}

/* The name of the page that a watch with these settings needs. */
static struct str name_of(struct arena *a, const char *settings, const char *url, unsigned number)
{
    struct watch w = watch_of(a, settings);
    return watch_page_name(a, &w, str_of(url), number);
}

static void test_names(struct arena *a)
{
    static const struct {
        const char *settings, *url, *name;
    } cases[] = {
        { "{\"every\":\"1h\",\"tags\":[\"x\"]}", "http://h/p#part", "http://h/p" },
        { "{\"form\":[[\"q\",\"tea\"],[\"page\",\"2\"]]}", "http://h/p#part", "http://h/p (form q=tea&page=2)" },
        { "{\"form\":[[\"q\",\"tea\"],[\"Passwort\",\"geheim1\"]]}", "http://h/p", "http://h/p (form q Passwort)" },
        { "{\"user\":\"ann\",\"password\":\"pw\"}", "http://h/p", "http://h/p (as ann)" },
        { "{\"header\":[[\"X-Key\",\"v\"],[\"Accept\",\"v\"]]}", "http://h/p", "http://h/p (headers X-Key Accept)" },
        { "{\"bearer\":\"v\",\"cookies\":true}", "http://h/p", "http://h/p (token, cookies)" },
        { "{\"proxy\":\"http://u:pw@proxy:3128\"}", "http://h/p", "http://h/p (via proxy:3128)" },
        { "{\"browser\":true}", "http://h/#/inbox", "http://h/#/inbox (browser)" },
        { "{\"form\":[[\"q\",\"a)b\\n(c\"]]}", "http://h/p", "http://h/p (form q=a b  c)" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct str name = name_of(a, cases[i].settings, cases[i].url, 1);
        eq_str(name, str_of(cases[i].name), "a name that says what is sent, and no secret");
        eq_str(name_of(a, cases[i].settings, name.ptr, 1), name, "and stays");
    }
    eq_str(name_of(a, "{\"bearer\":\"v\"}", "http://h/p", 3), STR("http://h/p (token; 3)"), "several are numbered");
    eq_str(watch_address(STR("http://h/p (token; 3)")), STR("http://h/p"), "the address is before it");
    eq_str(watch_address(STR("http://h/#/inbox#weft-00")), STR("http://h/#/inbox"), "also in what an earlier weft wrote");
}

static void test_request(struct arena *a)
{
    struct watch w = watch_of(a, "{\"form\":[[\"q\",\"x\"]],\"header\":[[\"K\",\"V\"]],\"user\":\"u\",\"password\":\"p\","
                                 "\"bearer\":\"t\",\"proxy\":\"http://p\",\"cookies\":true,\"ignore_robots\":true}");
    struct request q = watch_request(a, &w, STR("http://h/p (form q=x)"));
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
    test_names(&a);
    test_request(&a);
    test_wrong(&a);
    test_check(&a);
    return tap_done();
}
