/* Watches as JSON, and as requests. */
#include "flow/watch.h"

#include "base/hash.h"
#include "base/limits.h"

/* Everything but secrets, then the secrets. */
static const struct record_field fields[] = {
    RECORD_FIELD(struct watch, RECORD_TEXT, every),         RECORD_FIELD(struct watch, RECORD_TEXT, title),
    RECORD_FIELD(struct watch, RECORD_LIST, tags),          RECORD_FIELD(struct watch, RECORD_LIST, select),
    RECORD_FIELD(struct watch, RECORD_LIST, ignore),        RECORD_FIELD(struct watch, RECORD_PAIRS, form),
    RECORD_FIELD(struct watch, RECORD_TEXT, proxy),         RECORD_FIELD(struct watch, RECORD_FLAG, cookies),
    RECORD_FIELD(struct watch, RECORD_FLAG, paused),        RECORD_FIELD(struct watch, RECORD_FLAG, archive),
    RECORD_FIELD(struct watch, RECORD_FLAG, ignore_robots), RECORD_FIELD(struct watch, RECORD_FLAG, browser),
    RECORD_FIELD(struct watch, RECORD_COUNT, depth),        RECORD_FIELD(struct watch, RECORD_FLAG, same_prefix),
    RECORD_FIELD(struct watch, RECORD_FLAG, entities),      RECORD_FIELD(struct watch, RECORD_TEXT, root),
    RECORD_FIELD(struct watch, RECORD_COUNT, level),        RECORD_FIELD(struct watch, RECORD_FLAG, known),
    RECORD_FIELD(struct watch, RECORD_FLAG, entity),        RECORD_FIELD(struct watch, RECORD_PAIRS, header),
    RECORD_FIELD(struct watch, RECORD_TEXT, user),          RECORD_FIELD(struct watch, RECORD_TEXT, password),
    RECORD_FIELD(struct watch, RECORD_TEXT, bearer),
};
enum { N_SECRET = 4 }; /* at the end; a header may be one */

int watch_read(struct arena *a, struct str settings, struct watch *out, struct err *e)
{
    struct watch w = { 0 };
    int code = record_read(a, settings, fields, ARRAY_LEN(fields), &w, e);
    if (code)
        return err_in(e, "settings of a watch");
    *out = w;
    return 0;
}

struct str watch_write(struct arena *a, const struct watch *w)
{
    AUTO(buf) b = BUF(MIB(16));
    record_write(fields, ARRAY_LEN(fields), w, &b);
    return arena_str(a, buf_str(&b));
}

void watch_members(const struct watch *w, struct json *j)
{
    record_members(fields, ARRAY_LEN(fields) - N_SECRET, w, j);
}

bool watch_has_field(struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (str_eq(name, str_of(fields[i].name)))
            return true;
    return false;
}

void watch_apply(const struct watch_edit *x, struct watch *w)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        for (uint32_t k = 0; k < x->name.n; k++)
            if (str_eq(x->name.item[k], str_of(fields[i].name)))
                record_copy(&fields[i], &x->to, w);
}

struct record_list watch_differences(struct arena *a, const struct watch *one, const struct watch *other)
{
    struct record_list names = { NEW_ARRAY(a, struct str, ARRAY_LEN(fields)), 0 };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (!record_same(&fields[i], one, other))
            names.item[names.n++] = str_of(fields[i].name);
    return names;
}

bool watch_has_tag(const struct watch *w, struct str tag)
{
    return record_list_has(&w->tags, tag);
}

static uint64_t hash_pairs(uint64_t hash, const struct record_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->n; i++)
        hash = hash_mix(hash_mix(hash, hash_str(pairs->item[i].name)), hash_str(pairs->item[i].value));
    return hash_mix(hash, pairs->n);
}

static bool is_private(const struct watch *w)
{
    return w->header.n || w->form.n || w->user.len || w->password.len || w->bearer.len || w->cookies || w->browser || w->proxy.len;
}

static const struct str mark = STR_INIT("#weft-");

/* A fragment is not sent and says nothing of the page, unless scripts read it. */
static struct str without_fragment(struct str url)
{
    return str_sub(url, 0, MIN(str_find(url, STR("#"), 0), url.len));
}

struct str watch_page_url(struct arena *a, const struct watch *w, struct str url, int64_t owner)
{
    const struct str texts[] = { w->user, w->password, w->bearer, w->proxy };
    struct str address = w->browser ? watch_address(url) : without_fragment(url);
    uint64_t hash = hash_mix(w->cookies ? (uint64_t)owner : 0, w->browser);
    if (!is_private(w))
        return address;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        hash = hash_mix(hash, hash_str(texts[i]));
    hash = hash_pairs(hash_pairs(hash, &w->header), &w->form);
    return arena_printf(a, "%.*s%.*s%016llx", STR_ARG(address), STR_ARG(mark), (unsigned long long)hash);
}

struct str watch_address(struct str page_url)
{
    return str_sub(page_url, 0, MIN(str_find(page_url, mark, 0), page_url.len));
}

static const struct fetch_pair *pairs_of(struct arena *a, const struct record_pairs *from)
{
    struct fetch_pair *out = NEW_ARRAY(a, struct fetch_pair, from->n);
    for (uint32_t i = 0; i < from->n; i++)
        out[i] = (struct fetch_pair){ from->item[i].name, from->item[i].value };
    return out;
}

struct request watch_request(struct arena *a, const struct watch *w, struct str page_url)
{
    return (struct request){
        .url = watch_address(page_url),
        .header = pairs_of(a, &w->header),
        .n_header = w->header.n,
        .form = pairs_of(a, &w->form),
        .n_form = w->form.n,
        .user = w->user,
        .password = w->password,
        .bearer = w->bearer,
        .proxy = w->proxy,
        .keep_cookies = w->cookies,
        .ignore_robots = w->ignore_robots,
    };
}

int watch_check(struct arena *a, const struct watch *w, struct err *e)
{
    struct request q = watch_request(a, w, STR(""));
    return fetch_check(&q, e);
}
