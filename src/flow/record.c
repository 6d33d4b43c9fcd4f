/* Structs as JSON by a table. In: a struct and its fields. Out: an object with a member for each field that says something; and back.
 * Cost: O(bytes x fields) for reading, and the tables are short. */
#include "flow/record.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"

bool record_list_has(const struct record_list *list, struct str text)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (str_eq(list->item[i], text))
            return true;
    return false;
}

static bool is_empty(const struct record_field *f, const void *at)
{
    switch (f->kind) {
    case RECORD_TEXT:
        return ((const struct str *)at)->len == 0;
    case RECORD_FLAG:
        return !*(const bool *)at;
    case RECORD_COUNT:
        return *(const uint32_t *)at == 0;
    case RECORD_MOMENT:
        return *(const int64_t *)at == INT64_MAX;
    case RECORD_HASH:
        return *(const uint64_t *)at == 0;
    case RECORD_LIST:
        return ((const struct record_list *)at)->n == 0;
    case RECORD_PAIRS:
        return ((const struct record_pairs *)at)->n == 0;
    }
    return true;
}

/* As text they are the same where they are the same: one comparison for all kinds. */
bool record_same(const struct record_field *field, const void *one, const void *other)
{
    AUTO(buf) a = BUF(MIB(16));
    AUTO(buf) b = BUF(MIB(16));

    record_write(field, 1, one, &a);
    record_write(field, 1, other, &b);
    return str_eq(buf_str(&a), buf_str(&b));
}

void record_copy(const struct record_field *field, const void *from, void *into)
{
    static const size_t bytes[] = {
        [RECORD_TEXT] = sizeof(struct str),
        [RECORD_FLAG] = sizeof(bool),
        [RECORD_COUNT] = sizeof(uint32_t),
        [RECORD_MOMENT] = sizeof(int64_t),
        [RECORD_HASH] = sizeof(uint64_t),
        [RECORD_LIST] = sizeof(struct record_list),
        [RECORD_PAIRS] = sizeof(struct record_pairs),
    };
    memcpy((char *)into + field->at, (const char *)from + field->at, bytes[field->kind]);
}

static void write_hash(struct json *j, uint64_t hash)
{
    char hex[17];
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash);
    json_str(j, str_of(hex));
}

static void write_list(struct json *j, const struct record_list *list)
{
    json_array(j);
    for (uint32_t i = 0; i < list->n; i++)
        json_str(j, list->item[i]);
    json_end(j);
}

static void write_pairs(struct json *j, const struct record_pairs *pairs)
{
    json_array(j);
    for (uint32_t i = 0; i < pairs->n; i++) {
        json_array(j);
        json_str(j, pairs->item[i].name);
        json_str(j, pairs->item[i].value);
        if (pairs->item[i].hidden)
            json_bool(j, true);
        json_end(j);
    }
    json_end(j);
}

static void write_value(struct json *j, enum record_kind kind, const void *at)
{
    switch (kind) {
    case RECORD_TEXT:
        json_str(j, *(const struct str *)at);
        break;
    case RECORD_FLAG:
        json_bool(j, *(const bool *)at);
        break;
    case RECORD_COUNT:
        json_number(j, *(const uint32_t *)at);
        break;
    case RECORD_MOMENT:
        json_number(j, *(const int64_t *)at);
        break;
    case RECORD_HASH:
        write_hash(j, *(const uint64_t *)at);
        break;
    case RECORD_LIST:
        write_list(j, at);
        break;
    case RECORD_PAIRS:
        write_pairs(j, at);
        break;
    }
}

void record_members(const struct record_field *field, size_t n, const void *from, struct json *j)
{
    for (size_t i = 0; i < n; i++) {
        const void *at = (const char *)from + field[i].at;
        json_key(j, field[i].name);
        if ((field[i].kind == RECORD_TEXT || field[i].kind == RECORD_MOMENT) && is_empty(&field[i], at))
            json_null(j);
        else
            write_value(j, field[i].kind, at);
    }
}

void record_write(const struct record_field *field, size_t n, const void *from, struct buf *out)
{
    struct json j;
    json_open(&j, out, 0);
    json_object(&j);
    for (size_t i = 0; i < n; i++) {
        const void *at = (const char *)from + field[i].at;
        if (is_empty(&field[i], at))
            continue;
        json_key(&j, field[i].name);
        write_value(&j, field[i].kind, at);
    }
    json_end(&j);
}

static bool read_moment(const struct json_value *v, int64_t *out)
{
    uint64_t n;
    if (v->kind != JSON_NUMBER)
        return false;
    bool negative = str_starts(v->str, STR("-"));
    if (!str_number(str_sub(v->str, negative, v->str.len), INT64_MAX, &n))
        return false;
    *out = negative ? -(int64_t)n : (int64_t)n;
    return true;
}

static bool read_hash(const struct json_value *v, uint64_t *out)
{
    uint64_t hash = 0;
    if (v->kind != JSON_STR || v->str.len != 16)
        return false;
    for (size_t i = 0; i < 16; i++) {
        char c = v->str.ptr[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        hash = hash << 4 | (unsigned)digit;
    }
    *out = hash;
    return true;
}

/* The tree goes when the record has been read, the text stays. */
static bool read_text(struct arena *a, const struct json_value *v, struct str *out)
{
    struct str text;
    if (!json_text(v, &text))
        return false;
    *out = text.len ? arena_str(a, text) : STR("");
    return true;
}

static bool read_list(struct arena *a, const struct json_value *v, struct record_list *out)
{
    if (v->kind != JSON_ARRAY)
        return false;
    struct record_list list = { NEW_ARRAY(a, struct str, v->n), v->n };
    for (uint32_t i = 0; i < v->n; i++)
        if (!read_text(a, &v->item[i], &list.item[i]))
            return false;
    *out = list;
    return true;
}

static bool read_pairs(struct arena *a, const struct json_value *v, struct record_pairs *out)
{
    if (v->kind != JSON_ARRAY)
        return false;
    struct record_pairs pairs = { NEW_ARRAY(a, struct record_pair, v->n), v->n };
    for (uint32_t i = 0; i < v->n; i++) {
        const struct json_value *pair = &v->item[i];
        if (pair->kind != JSON_ARRAY || pair->n < 2 || pair->n > 3 || !read_text(a, &pair->item[0], &pairs.item[i].name)
            || !read_text(a, &pair->item[1], &pairs.item[i].value))
            return false;
        pairs.item[i].hidden = pair->n == 3;
    }
    *out = pairs;
    return true;
}

static bool read_value(struct arena *a, enum record_kind kind, const struct json_value *v, void *at)
{
    uint64_t count;
    switch (kind) {
    case RECORD_TEXT:
        return read_text(a, v, at);
    case RECORD_FLAG:
        if (v->kind == JSON_BOOL)
            *(bool *)at = v->truth;
        return v->kind == JSON_BOOL;
    case RECORD_COUNT:
        if (!json_whole(v, UINT32_MAX, &count))
            return false;
        *(uint32_t *)at = (uint32_t)count;
        return true;
    case RECORD_MOMENT:
        return read_moment(v, at);
    case RECORD_HASH:
        return read_hash(v, at);
    case RECORD_LIST:
        return read_list(a, v, at);
    case RECORD_PAIRS:
        return read_pairs(a, v, at);
    }
    return false;
}

/* Members stand in the order of the table, as record_write() wrote them: the next one is looked at first. */
static const struct json_value *find_member(const struct json_value *object, struct str name, uint32_t *at)
{
    if (*at < object->n && str_eq(object->item[*at].key, name))
        return &object->item[(*at)++];
    return json_get(object, name);
}

int record_read(struct arena *a, struct str text, const struct record_field *field, size_t n, void *into, struct err *e)
{
    ARENA_SPACE(space, 2048);
    AUTO(arena) tree = ARENA_IN(space);
    struct json_value root;
    if (text.len == 0 || str_eq(text, STR("{}")))
        return 0;
    int code = json_read(&tree, text, &root, e);
    if (code)
        return code;
    if (root.kind != JSON_OBJECT)
        return err_set(e, E_FORMAT, "not an object of JSON");
    uint32_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const struct json_value *v = find_member(&root, str_of(field[i].name), &at);
        if (v && !read_value(a, field[i].kind, v, (char *)into + field[i].at))
            return err_set(e, E_FORMAT, "\"%s\" is not what it should be", field[i].name);
    }
    return 0;
}
