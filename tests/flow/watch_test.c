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

/* What could never be sent, or is not a wish, is refused when it comes in. */
static void test_check(struct arena *a)
{
    static const struct {
        const char *settings, *words; /* "": it is fine */
    } rows[] = {
        { "{}", "" },
        { "{\"header\":[[\"X-Key\",\"k\"]],\"user\":\"ann\",\"password\":\"p w\"}", "" },
        { "{\"sensitivity\":\"low\",\"min_importance\":\"0.25\",\"policy\":\"fresh\"}", "" },
        { "{\"header\":[[\"Host\",\"b.test\"]]}", "the header Host is HTTP's own and cannot be set" },
        { "{\"header\":[[\"X\",\"a\\r\\nEvil: 1\"]]}", "\"X\" is not an HTTP header; write NAME: VALUE" },
        { "{\"header\":[[\"X Y\",\"a\"]]}", "\"X Y\" is not an HTTP header; write NAME: VALUE" },
        { "{\"bearer\":\"t\\n\"}", "a user, password, token or proxy holds control characters" },
        { "{\"password\":\"\\u0001\"}", "a user, password, token or proxy holds control characters" },
        { "{\"proxy\":\"http://a\\u007f/\"}", "a user, password, token or proxy holds control characters" },
        { "{\"sensitivity\":\"loud\"}", "\"loud\" is not a sensitivity; give low, normal, high or everything" },
        { "{\"min_importance\":\"7\"}", "\"7\" is not an importance; give a number from 0 to 1, such as 0.1" },
        { "{\"policy\":\"eager\"}", "\"eager\" is not a policy; give 'harmonic', 'delay' or 'fresh'" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct watch w;
        struct err e = { 0 };
        ok(watch_read(a, str_of(rows[i].settings), &w, &e) == 0, "read: %s", rows[i].settings);
        eq_int(watch_check(a, &w, &e), rows[i].words[0] ? E_USAGE : 0, rows[i].settings);
        eq_str(str_of(e.text), str_of(rows[i].words), "in these words");
    }
}

/* ---- One field at a time ---- */

/* Every field as JSON writes it; what is sealed comes back from the secrets. */
static const struct {
    const char *name, *value;
    bool sealed;
} members[] = {
    { "every", "\"6h\"", false },
    { "title", "\"Our \\\"harbour\\\"\"", false },
    { "tags", "[\"boats\",\"tides\"]", false },
    { "notify", "[\"phone\",\"none\"]", false },
    { "silent_until", "\"2026-12-01T00:00:00Z\"", false },
    { "sentinel", "true", false },
    { "fetch", "\"2h\"", false },
    { "select", "[\"main\",\"//table[2]\"]", false },
    { "ignore", "[\".advert\"]", false },
    { "sensitivity", "\"high\"", false },
    { "min_importance", "\"0.2\"", false },
    { "cookies", "true", false },
    { "paused", "true", false },
    { "archive", "true", false },
    { "ignore_robots", "true", false },
    { "browser", "true", false },
    { "policy", "\"delay\"", false },
    { "depth", "2", false },
    { "same_prefix", "true", false },
    { "entities", "true", false },
    { "root", "\"http://h/\"", false },
    { "level", "1", false },
    { "known", "true", false },
    { "entity", "true", false },
    { "private", "true", false },
    { "proxy", "\"http://p:3128\"", false },
    { "form", "[[\"q\",\"tea\"],[\"pin\",\"1\",true]]", true },
    { "header", "[[\"X-Key\",\"k\"]]", true },
    { "user", "\"ann\"", true },
    { "password", "\"pw\"", true },
    { "bearer", "\"token\"", true },
};

static void test_each_field(struct arena *a)
{
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        struct str json = arena_printf(a, "{\"%s\":%s}", members[i].name, members[i].value);
        struct watch w = watch_of(a, json.ptr), back = { 0 }, none = { 0 };
        struct err e;
        eq_str(watch_write(a, &w), members[i].sealed ? STR("{\"private\":true}") : json, "as it is kept");
        eq_str(watch_secrets(a, &w), members[i].sealed ? json : STR(""), "and what of it is sealed");
        ok(watch_read(a, watch_write(a, &w), &back, &e) == 0 && watch_take_secrets(a, watch_secrets(a, &w), &back, &e) == 0,
           "both are read again");
        back.private = w.private;
        eq_int(watch_differences(a, &w, &back).n, 0, "as the same");
        struct record_list names = watch_differences(a, &w, &none);
        ok(names.n == 1 && str_eq(names.item[0], str_of(members[i].name)), "%s is the one difference", members[i].name);
        ok(watch_has_field(str_of(members[i].name)), "it is a field");
    }
    ok(!watch_has_field(STR("colour")) && !watch_has_field(STR("")), "others are not");
}

/* An edit changes what it names, and nothing else. */
static void test_edits(struct arena *a)
{
    const char *all = "{\"every\":\"6h\",\"title\":\"Harbour\",\"tags\":[\"boats\"],\"paused\":true}";
    for (size_t i = 0; i < ARRAY_LEN(members); i++) {
        struct str json = arena_printf(a, "{\"%s\":%s}", members[i].name, members[i].value), name = str_of(members[i].name);
        struct watch w = watch_of(a, all), before = w;
        struct watch_edit edit = { watch_of(a, json.ptr), { &name, 1 } };
        edit.to.depth = 9; /* not named */
        edit.to.title = str_eq(name, STR("title")) ? edit.to.title : STR("not named");
        if (str_eq(name, STR("depth")))
            edit.to.depth = 2;
        watch_apply(&edit, &w);
        struct record_list names = watch_differences(a, &before, &w);
        bool same = str_eq(name, STR("every")) || str_eq(name, STR("paused")); /* they are so already */
        ok(names.n == !same && (same || str_eq(names.item[0], name)), "%s is changed, and nothing else", members[i].name);
    }
}

/* Which watches need a page of their own. */
static void test_own(struct arena *a)
{
    static const struct {
        const char *settings;
        bool own;
    } rows[] = {
        { "{}", false },
        { "{\"every\":\"1h\",\"select\":[\"p\"],\"tags\":[\"a\"],\"depth\":2,\"ignore_robots\":true}", false },
        { "{\"form\":[[\"q\",\"\"]]}", true },
        { "{\"header\":[[\"Accept\",\"x\"]]}", true },
        { "{\"user\":\"a\"}", true },
        { "{\"password\":\"a\"}", true },
        { "{\"bearer\":\"a\"}", true },
        { "{\"cookies\":true}", true },
        { "{\"browser\":true}", true },
        { "{\"proxy\":\"http://p\"}", true },
        { "{\"private\":true}", true },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct watch w = watch_of(a, rows[i].settings);
        eq_int(watch_is_own(&w), rows[i].own, rows[i].settings);
    }
}

/* No value that may be a secret stands in a name: whichever language the field speaks. */
static void test_secret_fields(struct arena *a)
{
    static const char *const secret[] = { "password",  "passwd",     "pwd",      "PIN",      "otp",   "api_key",
                                          "AuthToken", "session_id", "csrf",     "Kennwort", "senha", "contrasena",
                                          "clave",     "geheimnis",  "haslo",    "parole",   "iban",  "card-no",
                                          "cvc",       "email",      "username", "login",    "ssn",   "secret" };
    static const char *const open[] = { "q", "query", "page", "lang", "from", "to", "date", "city", "suche", "ville" };
    for (size_t i = 0; i < ARRAY_LEN(secret); i++) {
        struct str settings = arena_printf(a, "{\"form\":[[\"%s\",\"hush\"]]}", secret[i]);
        eq_str(name_of(a, settings.ptr, "http://h/", 1), arena_printf(a, "http://h/ (form %s)", secret[i]), "its name alone");
    }
    for (size_t i = 0; i < ARRAY_LEN(open); i++) {
        struct str settings = arena_printf(a, "{\"form\":[[\"%s\",\"tea\"]]}", open[i]);
        eq_str(name_of(a, settings.ptr, "http://h/", 1), arena_printf(a, "http://h/ (form %s=tea)", open[i]), "with its value");
    }
    eq_str(name_of(a, "{\"form\":[[\"q\",\"tea\",true]]}", "http://h/", 1), STR("http://h/ (form q)"),
           "unless it is to be shown nowhere");
    eq_str(name_of(a, "{\"form\":[[\"q\",\"0123456789012345678901234567890123456789\"]]}", "http://h/", 1),
           STR("http://h/ (form q=0123456789012345678901234567890123456789)"), "forty letters are shown");
    eq_str(name_of(a, "{\"form\":[[\"q\",\"01234567890123456789012345678901234567890\"]]}", "http://h/", 1),
           STR("http://h/ (form q)"), "more may be a token");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_json(&a);
    test_names(&a);
    test_request(&a);
    test_wrong(&a);
    test_check(&a);
    test_each_field(&a);
    test_edits(&a);
    test_own(&a);
    test_secret_fields(&a);
    return tap_done();
}
