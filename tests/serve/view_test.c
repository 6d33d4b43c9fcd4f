/* Addresses of what the other origin shows: what they say, that nobody else can make them, and that they run out. */
#include "serve/view.h"

#include "base/duration.h"
#include "base/limits.h"
#include "serve/server.h"
#include "tests/tap.h"

static struct server server;

struct desk {
    struct arena arena;
    struct http_request r;
};

static void desk_drop(struct desk *x)
{
    arena_drop(&x->arena);
}

static void desk_open(struct desk *x, int64_t now)
{
    *x = (struct desk){ .r = { .server = &server, .pages_origin = STR("http://127.0.0.1:8621") } };
    x->r.arena = &x->arena;
    x->r.caller = (struct caller){ .arena = &x->arena, .now = now };
}

/* Reads an address as the other origin gets it. */
static int read_view(struct desk *x, struct str address, struct page_view *out, struct err *e)
{
    str_cut(&address, '?');
    x->r.query_text = address;
    if (form_read(x->r.arena, address, &x->r.query, e))
        return e->code;
    return view_read(&x->r, out, e);
}

static const int64_t now = 1000 * DURATION_HOUR_MS + 1234;

static void test_there_and_back(void)
{
    static const struct {
        const char *name;
        struct page_view view;
    } rows[] = {
        { "a merged page", { .page = 7, .from = 1, .to = 2, .kind = VIEW_MERGED, .user = 3 } },
        { "side by side", { .page = 7, .from = 1, .to = 2, .kind = VIEW_SIDE, .user = 3, .whole = true } },
        { "the list of changes", { .page = 7, .from = 1, .to = 2, .kind = VIEW_CHANGES, .user = 3, .shared = true } },
        { "blocks", { .page = 7, .from = 1, .to = 2, .kind = VIEW_BLOCKS, .user = 3, .alone = true } },
        { "text", { .page = 7, .from = 1, .to = 2, .kind = VIEW_TEXT, .user = 3 } },
        { "source", { .page = 7, .from = 1, .to = 2, .kind = VIEW_SOURCE, .user = 3 } },
        { "one version", { .page = 7, .to = 2, .kind = VIEW_VERSION, .user = 3, .whole = true, .shared = true, .alone = true } },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(desk) x;
        struct page_view v = rows[i].view, got;
        struct err e;
        desk_open(&x, now);
        struct str address = view_address(&x.r, &v);
        ok(str_starts(address, STR("http://127.0.0.1:8621/view?p=7&a=")), "%s has an address on the other origin", rows[i].name);
        ok(read_view(&x, address, &got, &e) == 0, "which it takes");
        ok(got.page == v.page && got.from == v.from && got.to == v.to && got.kind == v.kind && got.user == v.user,
           "as what was meant");
        ok(got.whole == v.whole && got.shared == v.shared && got.alone == v.alone, "and how");
    }
}

static void test_time(void)
{
    AUTO(desk) x;
    struct page_view v = { .page = 7, .from = 1, .to = 2, .user = 3 }, got;
    struct err e;
    desk_open(&x, now);
    struct str address = view_address(&x.r, &v);
    x.r.caller.now = 1000 * DURATION_HOUR_MS + DURATION_HOUR_MS - 1;
    eq_str(view_address(&x.r, &v), address, "it is the same for an hour, so that a browser keeps it");
    x.r.caller.now++;
    ok(!str_eq(view_address(&x.r, &v), address), "and another one then");
    x.r.caller.now = 1012 * DURATION_HOUR_MS;
    ok(read_view(&x, address, &got, &e) == 0 && got.until == 1012 * DURATION_HOUR_MS, "it is good for twelve hours");
    x.r.caller.now++;
    eq_int(read_view(&x, address, &got, &e), E_DENIED, "and no longer");
    eq_str(str_of(e.text), STR("this address has expired; open the page from weft once more"), "as is said");
}

static void test_forgeries(void)
{
    AUTO(desk) x;
    struct page_view v = { .page = 7, .from = 1, .to = 2, .user = 3 }, got = { .page = 77 };
    struct err e;
    unsigned taken = 0;
    desk_open(&x, now);
    struct str address = view_address(&x.r, &v);
    char *bytes = (char *)address.ptr;
    for (size_t i = str_find(address, STR("?"), 0) + 1; i < address.len; i++) {
        char was = bytes[i];
        bytes[i] = was == '1' ? '2' : '1';
        taken += read_view(&x, address, &got, &e) != E_DENIED;
        bytes[i] = was;
    }
    eq_int(taken, 0, "no byte of an address can be another");
    eq_int(got.page, 77, "and nothing is read of it");
    struct str more = arena_printf(&x.arena, "%.*s&p=8", STR_ARG(address));
    ok(read_view(&x, more, &got, &e) == 0 && got.page == 7, "what stands behind the signature counts for nothing");
    ok(read_view(&x, STR("http://127.0.0.1:8621/view?p=7"), &got, &e) == E_DENIED, "one without a signature is refused");
    eq_str(str_of(e.text), STR("this address was not made by this server; open the page from weft"), "as is said");
    ok(read_view(&x, STR("http://127.0.0.1:8621/view?p=7&s="), &got, &e) == E_DENIED, "as is one with an empty signature");
    server.key[0]++;
    ok(read_view(&x, address, &got, &e) == E_DENIED, "and one that another server signed");
    server.key[0]--;
}

static void test_names(void)
{
    static const char *const names[] = { "merged", "side", "changes", "blocks", "text", "source", "version" };
    for (unsigned i = 0; i < VIEW_KINDS; i++) {
        eq_str(str_of(view_name((enum view_kind)i)), str_of(names[i]), "a view has a name");
        eq_int(view_find(str_of(names[i])), i, "by which it is found");
    }
    ok(view_find(STR("")) == VIEW_KINDS && view_find(STR("Side")) == VIEW_KINDS, "others are none");
}

static void test_queries(void)
{
    static const struct {
        const char *query;
        int64_t owner;
    } rows[] = {
        { "p=7&a=1&b=2&v=side&u=3&x=9&s=ab", 3 },
        { "p=7&u=12", 12 },
        { "p=7", 0 },
        { "", 0 },
        { "p=7&u=", 0 },
        { "p=7&u=x", 0 },
        { "u=3", 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_int(view_owner(str_of(rows[i].query)), rows[i].owner, "for whom a query was signed, as it says itself");
    uint64_t a = view_share(STR("p=7&a=1&b=2&v=side&u=3&x=9&s=ab")), b = view_share(STR("p=7&a=1&b=2&v=side&u=4&x=10&s=cd"));
    ok(a == b, "the same comparison for two users is one piece of work");
    ok(a != view_share(STR("p=7&a=1&b=3&v=side&u=3&x=9&s=ab")), "another comparison is another");
    ok(a & 1, "and its number is never 0");
}

/* What is kept of a comparison is each user's own where their watch matters to it. */
static void test_keys(void)
{
    static const struct {
        const char *name;
        struct page_view other;
        const char *watch;
        bool same;
    } rows[] = {
        { "the same", { 7, 1, 2, VIEW_SIDE, false, false, false, 3, 9 }, "w", true },
        { "at another time", { 7, 1, 2, VIEW_SIDE, false, false, false, 3, 10 }, "w", true },
        { "another page", { 8, 1, 2, VIEW_SIDE, false, false, false, 3, 9 }, "w", false },
        { "from another version", { 7, 0, 2, VIEW_SIDE, false, false, false, 3, 9 }, "w", false },
        { "to another version", { 7, 1, 3, VIEW_SIDE, false, false, false, 3, 9 }, "w", false },
        { "another view", { 7, 1, 2, VIEW_TEXT, false, false, false, 3, 9 }, "w", false },
        { "all of it", { 7, 1, 2, VIEW_SIDE, true, false, false, 3, 9 }, "w", false },
        { "for others", { 7, 1, 2, VIEW_SIDE, false, true, false, 3, 9 }, "w", false },
        { "of another user", { 7, 1, 2, VIEW_SIDE, false, false, false, 4, 9 }, "w", false },
        { "after the watch was changed", { 7, 1, 2, VIEW_SIDE, false, false, false, 3, 9 }, "v", false },
    };
    struct page_view v = { 7, 1, 2, VIEW_SIDE, false, false, false, 3, 9 };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        ok((view_key(&rows[i].other, str_of(rows[i].watch)) == view_key(&v, STR("w"))) == rows[i].same, "%s: %s", rows[i].name,
           rows[i].same ? "kept" : "made anew");
    struct page_view one = { .page = 7, .to = 2, .kind = VIEW_VERSION, .user = 3 }, other = one;
    other.user = 4;
    ok(view_key(&one, STR("w")) == view_key(&other, STR("v")), "a version is the same for everybody");
    one.kind = other.kind = VIEW_SOURCE;
    ok(view_key(&one, STR("w")) == view_key(&other, STR("v")), "as is the source");
    one.kind = other.kind = VIEW_TEXT;
    one.whole = other.whole = true;
    ok(view_key(&one, STR("w")) == view_key(&other, STR("v")), "and what differs at all");
}

int main(void)
{
    test_there_and_back();
    test_time();
    test_forgeries();
    test_names();
    test_queries();
    test_keys();
    return tap_done();
}
