/* Any bytes as JSON that strangers send or a store holds: what is read is written and read as the same; so are the rules of a channel and
 * the excerpts of a change. */
#include <stdlib.h>

#include "base/json.h"
#include "base/json_read.h"
#include "judge/excerpt.h"
#include "notify/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool is_same(const struct json_value *x, const struct json_value *y)
{
    if (x->kind != y->kind || !str_eq(x->key, y->key))
        return false;
    if (x->kind == JSON_STR || x->kind == JSON_NUMBER)
        return str_eq(x->str, y->str);
    if (x->kind != JSON_ARRAY && x->kind != JSON_OBJECT)
        return x->truth == y->truth;
    for (uint32_t i = 0; i < x->n && i < y->n; i++)
        if (!is_same(&x->item[i], &y->item[i]))
            return false;
    return x->n == y->n;
}

/* False: it is nested deeper than what weft writes. */
static bool write(struct json *j, const struct json_value *v, unsigned depth)
{
    AUTO(buf) key = BUF((size_t)1 << 20);
    if (depth >= JSON_DEPTH_MAX)
        return false;
    switch (v->kind) {
    case JSON_NULL:
        json_null(j);
        return true;
    case JSON_BOOL:
        json_bool(j, v->truth);
        return true;
    case JSON_NUMBER:
        json_raw(j, v->str);
        return true;
    case JSON_STR:
        json_str(j, v->str);
        return true;
    }
    if (v->kind == JSON_ARRAY)
        json_array(j);
    else
        json_object(j);
    for (uint32_t i = 0; i < v->n; i++) {
        buf_clear(&key);
        buf_add(&key, v->item[i].key);
        buf_add_char(&key, '\0');
        if (str_find(v->item[i].key, (struct str){ "", 1 }, 0) != SIZE_MAX || key.over)
            return false; /* keys of ours are constants */
        if (v->kind == JSON_OBJECT)
            json_key(j, key.ptr);
        if (!write(j, &v->item[i], depth + 1))
            return false;
    }
    json_end(j);
    return true;
}

static void read_any(struct arena *a, struct str text)
{
    AUTO(buf) out = BUF((size_t)64 << 20);
    struct json_value root, again;
    struct json j;
    struct err e = { 0 };
    if (json_read(a, text, &root, &e)) {
        must(e.text[0]);
        return;
    }
    json_open(&j, &out, 0);
    if (write(&j, &root, 0) && !out.over)
        must(json_read(a, buf_str(&out), &again, &e) == 0 && is_same(&root, &again));
}

static void read_rules(struct arena *a, struct str text)
{
    struct notify_rules rules;
    struct err e = { 0 };
    if (notify_rules_read(a, text, &rules, &e))
        return;
    must(rules.floor >= 0 && rules.floor <= 1 && rules.quiet_from >= 0 && rules.quiet_from < 1440);
    struct str first = notify_rules_write(a, &rules);
    must(notify_rules_read(a, first, &rules, &e) == 0 && str_eq(notify_rules_write(a, &rules), first));
    must(notify_due(&rules, INT64_C(1793534400000)) >= INT64_C(1793534400000));
}

static void read_excerpts(struct arena *a, struct str text)
{
    struct excerpts x;
    struct err e = { 0 };
    if (excerpts_read(a, text, &x, &e))
        return;
    struct str first = excerpts_write(a, &x);
    must(excerpts_read(a, first, &x, &e) == 0 && str_eq(excerpts_write(a, &x), first));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)512 << 20 };
    struct str text = { (const char *)data, size };

    read_any(&a, text);
    read_rules(&a, text);
    read_excerpts(&a, text);
    return 0;
}
