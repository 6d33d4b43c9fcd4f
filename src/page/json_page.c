/* JSON as a page. In: text. Out: a tree.
 *
 *     { "name": "Anna", "tags": ["a", "b"] }      table: a row for each member, its key and its value
 *                                                 list:  an item for each element
 *
 * A value stands as it is written: 1.0 is not 1, since nobody knows what a reader makes of it. Its type is told by an attribute, so
 * that "5" and 5 differ. A text that is HTML by its form is read as HTML, as in a feed: a paragraph is a line, and tags are no words.
 *
 * The tree is walked by recursion, at most JSON_READ_DEPTH deep. O(bytes + members x log members of one object). */
#include <stdlib.h>

#include "base/json_read.h"
#include "page/inner_html.h"
#include "page/plain.h"

static const struct str json_style =
    STR_INIT("table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.15em .5em;text-align:left;vertical-align:top}"
             "pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}ul{margin:0;padding-left:1.5em}li{margin:.2em 0}");

/* Keys that name the thing they belong to, the most telling first. */
static const char *const naming[] = { "name", "title", "label", "headline", "id", "key", "slug", "date" };

static unsigned rank_of(struct str key)
{
    unsigned rank = 0;

    while (rank < ARRAY_LEN(naming) && !str_eq_nocase(key, str_of(naming[rank])))
        rank++;
    return rank;
}

bool plain_names_thing(struct str key)
{
    return rank_of(key) < ARRAY_LEN(naming);
}

/* Members of one key keep their order: their addresses are in it. */
static int compare_members(const void *left, const void *right)
{
    const struct json_value *a = *(const struct json_value *const *)left, *b = *(const struct json_value *const *)right;
    unsigned a_rank = rank_of(a->key), b_rank = rank_of(b->key);
    int order = a_rank != b_rank ? (a_rank < b_rank ? -1 : 1) : str_cmp(a->key, b->key);

    return order ? order : a < b ? -1 : a > b;
}

static void add_value(struct inner_html *h, const struct json_value *v);

static void add_object(struct inner_html *h, const struct json_value *v)
{
    struct dom_builder *b = h->to;
    const struct json_value **member = NEW_ARRAY_RAW(b->arena, const struct json_value *, v->n);

    for (uint32_t i = 0; i < v->n; i++)
        member[i] = &v->item[i];
    qsort(member, v->n, sizeof(struct json_value *), compare_members);
    dom_open(b, TAG_TABLE, SPACE_HTML);
    dom_open(b, TAG_TBODY, SPACE_HTML);
    for (uint32_t i = 0; i < v->n && !dom_is_full(b); i++) {
        dom_open(b, TAG_TR, SPACE_HTML);
        plain_element(b, TAG_TH, member[i]->key.len ? member[i]->key : STR("\"\""));
        dom_open(b, TAG_TD, SPACE_HTML);
        add_value(h, member[i]);
        dom_close(b);
        dom_close(b);
    }
    dom_close(b);
    dom_close(b);
}

static void add_array(struct inner_html *h, const struct json_value *v)
{
    struct dom_builder *b = h->to;

    dom_open(b, TAG_UL, SPACE_HTML);
    for (uint32_t i = 0; i < v->n && !dom_is_full(b); i++) {
        dom_open(b, TAG_LI, SPACE_HTML);
        add_value(h, &v->item[i]);
        dom_close(b);
    }
    dom_close(b);
}

/* What has nothing in it is told as it is written, else a reader would see nothing change. */
static struct str word_of(const struct json_value *v)
{
    switch ((enum json_kind)v->kind) {
    case JSON_NULL:
        return STR("null");
    case JSON_BOOL:
        return v->truth ? STR("true") : STR("false");
    case JSON_STR:
        return str_trim(v->str).len ? v->str : STR("\"\"");
    case JSON_NUMBER:
        return v->str;
    case JSON_ARRAY:
        return STR("[]");
    case JSON_OBJECT:
        break;
    }
    return STR("{}");
}

static void add_value(struct inner_html *h, const struct json_value *v)
{
    static const char *const types[] = { "null", "bool", "number", "string", "array", "object" };
    struct dom_builder *b = h->to;

    if (v->kind == JSON_OBJECT && v->n) {
        add_object(h, v);
    } else if (v->kind == JSON_ARRAY && v->n) {
        add_array(h, v);
    } else {
        struct str word = word_of(v);
        bool html = v->kind == JSON_STR && inner_html_is(b->symbols, word);
        dom_open(b, html ? TAG_DIV : memchr(word.ptr, '\n', word.len) ? TAG_PRE : TAG_SPAN, SPACE_HTML);
        dom_attribute(b, STR("type"), str_of(types[v->kind]));
        if (html)
            inner_html_add(h, word);
        else
            dom_text(b, word);
        dom_close(b);
    }
}

int plain_json(struct dom_builder *b, const struct plain_source *source, struct err *e)
{
    struct inner_html html = { .to = b };
    struct json_value root;
    int bad = json_read(b->arena, source->text, &root, e);

    if (bad)
        return bad;
    plain_open(b, json_style);
    add_value(&html, &root);
    dom_close(b);
    dom_close(b);
    return 0;
}
