/* Addresses of views: p, a, b, v, w, h, l say what is shown, u and x for whom and how long, s is the signature over all before it. */
#include "serve/view.h"

#include <sodium.h>

#include "base/duration.h"
#include "base/hash.h"
#include "serve/server.h"

enum { VIEW_HOURS = 12, SIGNATURE_BYTES = 16 };

static const char *const names[VIEW_KINDS] = {
    [VIEW_MERGED] = "merged", [VIEW_SIDE] = "side",     [VIEW_CHANGES] = "changes", [VIEW_BLOCKS] = "blocks",
    [VIEW_TEXT] = "text",     [VIEW_SOURCE] = "source", [VIEW_VERSION] = "version",
};

const char *view_name(enum view_kind kind)
{
    return names[kind];
}

enum view_kind view_find(struct str name)
{
    unsigned kind = 0;

    while (kind < VIEW_KINDS && !str_eq(name, str_of(names[kind])))
        kind++;
    return (enum view_kind)kind;
}

static struct str sign(struct http_request *r, struct str text)
{
    unsigned char bytes[SIGNATURE_BYTES];
    char letters[2 * SIGNATURE_BYTES + 1];

    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text.ptr, text.len, r->server->key, sizeof r->server->key);
    sodium_bin2hex(letters, sizeof letters, bytes, sizeof bytes);
    return arena_str(r->arena, str_of(letters));
}

struct str view_address(struct http_request *r, const struct page_view *v)
{
    /* The same for an hour, so that a browser's cache can help. */
    int64_t until = (r->caller.now / DURATION_HOUR_MS + VIEW_HOURS) * DURATION_HOUR_MS;
    struct str query = arena_printf(r->arena, "p=%lld&a=%lld&b=%lld&v=%s%s%s%s&u=%lld&x=%lld", (long long)v->page,
                                    (long long)v->from, (long long)v->to, names[v->kind], v->whole ? "&w=1" : "",
                                    v->shared ? "&h=1" : "", v->alone ? "&l=1" : "", (long long)v->user, (long long)until);
    struct str signature = sign(r, query);

    return arena_printf(r->arena, "%.*s/view?%.*s&s=%.*s", STR_ARG(r->pages_origin), STR_ARG(query), STR_ARG(signature));
}

int view_read(struct http_request *r, struct page_view *out, struct err *e)
{
    size_t end = str_find(r->query_text, STR("&s="), 0);
    struct str signature = form_value(&r->query, "s"), right = sign(r, str_sub(r->query_text, 0, end));
    struct page_view v = {
        .page = form_number(&r->query, "p"),
        .from = form_number(&r->query, "a"),
        .to = form_number(&r->query, "b"),
        .kind = view_find(form_value(&r->query, "v")),
        .whole = form_has(&r->query, "w"),
        .shared = form_has(&r->query, "h"),
        .alone = form_has(&r->query, "l"),
        .user = form_number(&r->query, "u"),
        .until = form_number(&r->query, "x"),
    };

    if (end == SIZE_MAX || signature.len != right.len || sodium_memcmp(signature.ptr, right.ptr, right.len) || v.kind == VIEW_KINDS)
        return err_set(e, E_DENIED, "this address was not made by this server; open the page from weft");
    if (v.until < r->caller.now)
        return err_set(e, E_DENIED, "this address has expired; open the page from weft once more");
    *out = v;
    return 0;
}

uint64_t view_share(struct str query)
{
    return hash_str(str_sub(query, 0, MIN(str_find(query, STR("&u="), 0), query.len))) | 1;
}

int64_t view_owner(struct str query)
{
    size_t at = str_find(query, STR("&u="), 0);
    struct str rest = at == SIZE_MAX ? STR("") : str_sub(query, at + 3, query.len);
    uint64_t user = 0;

    return str_number(str_cut(&rest, '&'), INT64_MAX, &user) ? (int64_t)user : 0;
}

uint64_t view_key(const struct page_view *v, struct str watch)
{
    uint64_t key = hash_mix((uint64_t)v->page, (uint64_t)v->kind);
    bool own = v->kind != VIEW_VERSION && v->kind != VIEW_SOURCE && !v->whole;

    key = hash_mix(hash_mix(hash_mix(key, (uint64_t)v->from), (uint64_t)v->to), v->shared);
    return own ? hash_mix(hash_mix(key, (uint64_t)v->user), hash_str(watch)) : hash_mix(key, v->whole);
}
