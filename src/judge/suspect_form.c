/* In: a page that was fetched, and the version before it. Out: whether its form says that it is not whole.
 *
 *  1. Markup that used to end with </html> or </body>, and ends in the middle of a line or of its words, all of them of the page: the
 *     connection or the program behind it broke off.
 *  2. A page whose <main> had words and has none, nor has them elsewhere: the frame came, what it frames did not.
 *  3. JSON that is an object about an error, as the common conventions have it, or whose lists are all empty; a table without rows below
 *     its head; a feed without entries; anything that was data and is a page or a text now. */
#include "judge/suspect_form.h"

#include "base/hash.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "base/map.h"
#include "judge/suspect_kept.h"

enum {
    END_BYTES = 4096,  /* of a page, in which its end tag stands: comments and scripts may follow it */
    MAIN_WORDS = 5,    /* a main part with fewer may come and go */
    RECORDS_LEAST = 2, /* a list with fewer runs empty every day */
    DEPTH_MOST = 3,    /* lists of a document: {"result":{"items":[...]}} */
};

uint32_t suspect_count_words(const struct page *p, uint32_t from, uint32_t end)
{
    return suspect_count_some(p, from, end, UINT32_MAX);
}

uint32_t suspect_count_some(const struct page *p, uint32_t from, uint32_t end, uint32_t most)
{
    uint32_t n = 0;
    for (uint32_t w = from; w < end && n < most; w++)
        n += suspect_is_seen(&p->word[w]);
    return n;
}

bool suspect_has_old_words(const struct page *old, const struct page *new)
{
    AUTO(arena) a = { 0 };
    struct map known;
    uint32_t found = 0, all = 0;
    map_open(&known, &a, old->n_words);
    for (uint32_t w = 0; w < old->n_words; w++)
        map_slot(&known, hash_str(page_word(old, w)), 1);
    for (uint32_t w = 0; w < new->n_words; w++) {
        all += suspect_is_seen(&new->word[w]);
        found += suspect_is_seen(&new->word[w]) && map_find(&known, hash_str(page_word(new, w)));
    }
    return found * 5 >= all * 4;
}

/* ---- Pages ---- */

static bool has_end(const struct page *p)
{
    struct str end = str_sub(p->bytes, p->bytes.len - MIN(p->bytes.len, (size_t)END_BYTES), p->bytes.len);
    while (end.len) {
        str_cut(&end, '<');
        if (str_starts_nocase(end, STR("/html")) || str_starts_nocase(end, STR("/body")))
            return true;
    }
    return false;
}

static bool is_html(const struct page *p)
{
    return p->kind == KIND_MARKUP && !p->dom.xml;
}

/* Authors who drop the end tags end with a line or another tag. */
static bool ends_inside(const struct page *p)
{
    return p->bytes.len && p->bytes.ptr[p->bytes.len - 1] != '\n' && p->bytes.ptr[p->bytes.len - 1] != '>';
}

static bool is_cut_off(const struct page *page, const struct page *old)
{
    if (!is_html(page) || !is_html(old) || has_end(page) || !has_end(old))
        return false;
    uint32_t now = suspect_count_words(page, 0, page->n_words), before = suspect_count_words(old, 0, old->n_words);
    return now < before && (ends_inside(page) || now * 2 < before) && suspect_has_old_words(old, page);
}

uint32_t suspect_main(const struct page *p)
{
    uint32_t role = symbols_find(p->dom.symbols, STR("role"));
    struct str value;
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT
            && (p->dom.node[i].tag == TAG_MAIN || (dom_attr_by(&p->dom, i, role, &value) && str_eq_nocase(value, STR("main")))))
            return i;
    return NONE;
}

/* A picture is something to see. */
static bool is_main_empty(const struct page *page, const struct page *old)
{
    uint32_t now = suspect_main(page), before = now == NONE ? NONE : suspect_main(old);
    if (before == NONE)
        return false;
    uint32_t end = page->dom.node[now].end, image = page_first_image(page, now);
    bool picture = image < page->n_images && page->image[image].node < end;
    return !picture && suspect_count_words(page, page->first_word[now], page->first_word[end]) == 0
           && suspect_count_words(old, old->first_word[before], old->first_word[old->dom.node[before].end]) >= MAIN_WORDS;
}

enum suspect suspect_form(const struct page *page, const struct page *old, struct buf *why)
{
    if (is_cut_off(page, old)) {
        buf_add(why, STR("it breaks off before its end"));
        return SUSPECT_SHRUNK;
    }
    if (is_main_empty(page, old) && !suspect_keeps(old, page)) {
        buf_add(why, STR("its main part is empty"));
        return SUSPECT_EMPTY;
    }
    return SUSPECT_NONE;
}

/* ---- JSON ---- */

static bool is_said(const struct json_value *v)
{
    if (!v || v->kind == JSON_NULL || (v->kind == JSON_BOOL && !v->truth))
        return false;
    return v->kind == JSON_STR ? v->str.len > 0 : v->kind == JSON_ARRAY || v->kind == JSON_OBJECT ? v->n > 0 : true;
}

/* {"success": false}, {"ok": false} */
static bool is_denied(const struct json_value *v)
{
    return v && v->kind == JSON_BOOL && !v->truth;
}

/* {"status": "error"}, {"status": 503, "message": ...}: the second only with words beside it, as a status may be anything. */
static bool is_bad_status(const struct json_value *object, const struct json_value *v)
{
    static const struct str bad[] = { STR_INIT("error"), STR_INIT("fail"), STR_INIT("failed"), STR_INIT("failure") };
    struct str text;
    uint64_t number;
    for (size_t i = 0; json_text(v, &text) && i < ARRAY_LEN(bad); i++)
        if (str_eq_nocase(text, bad[i]))
            return true;
    return json_whole(v, 599, &number) && number >= 400
           && (json_get(object, STR("message")) || json_get(object, STR("detail")) || json_get(object, STR("title")));
}

/* Nothing but a message, as gateways write it: {"message": "Forbidden"}. */
static bool is_only_message(const struct json_value *root)
{
    static const struct str said[] = { STR_INIT("message"), STR_INIT("msg"), STR_INIT("detail") };
    static const struct str beside[] = { STR_INIT("code"), STR_INIT("type"), STR_INIT("documentation_url"), STR_INIT("request_id"),
                                         STR_INIT("requestId") };
    uint32_t known = 0;
    bool found = false;
    for (size_t i = 0; i < ARRAY_LEN(said); i++) {
        const struct json_value *v = json_get(root, said[i]);
        known += v != NULL;
        found |= v && v->kind == JSON_STR && v->str.len;
    }
    for (size_t i = 0; i < ARRAY_LEN(beside); i++)
        known += json_get(root, beside[i]) != NULL;
    return found && known == root->n;
}

static bool is_error_object(const struct json_value *root)
{
    static const struct str errors[] = { STR_INIT("error"), STR_INIT("errors"), STR_INIT("fault"), STR_INIT("exception") };
    static const struct str truths[] = { STR_INIT("success"), STR_INIT("ok") };
    static const struct str states[] = { STR_INIT("status"), STR_INIT("code"), STR_INIT("statusCode"), STR_INIT("status_code") };
    bool found = root->kind == JSON_OBJECT && is_only_message(root);
    for (size_t i = 0; i < ARRAY_LEN(errors); i++)
        found |= is_said(json_get(root, errors[i]));
    for (size_t i = 0; i < ARRAY_LEN(truths); i++)
        found |= is_denied(json_get(root, truths[i]));
    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        found |= is_bad_status(root, json_get(root, states[i]));
    return found;
}

/* The longest list within a few levels: the records of the document. */
static uint32_t count_records(const struct json_value *v, unsigned depth)
{
    uint32_t most = v->kind == JSON_ARRAY ? v->n : 0;
    for (uint32_t i = 0; depth && v->kind == JSON_OBJECT && i < v->n; i++)
        most = MAX(most, count_records(&v->item[i], depth - 1));
    return most;
}

/* What is past the budget is not an error object. */
static bool read_json(struct arena *a, const struct page *p, struct json_value *out)
{
    struct err none;
    return p->kind == KIND_JSON && json_read(a, str_trim(p->bytes), out, &none) == 0;
}

static enum suspect by_json(const struct page *page, const struct page *old, struct buf *why)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct json_value now, before;
    if (!read_json(&a, page, &now) || !read_json(&a, old, &before))
        return SUSPECT_NONE;
    if (is_error_object(&now) && !is_error_object(&before)) {
        buf_add(why, STR("it is an error message in place of the data"));
        return SUSPECT_ERROR;
    }
    uint32_t records = count_records(&before, DEPTH_MOST);
    if (records < RECORDS_LEAST || count_records(&now, DEPTH_MOST) > 0)
        return SUSPECT_NONE;
    buf_addf(why, "it is an empty list, where it used to have %u entries", records);
    return SUSPECT_EMPTY;
}

/* ---- Tables, feeds, and what is neither any more ---- */

static uint32_t count_entries(const struct page *p)
{
    if (p->kind == KIND_TABLE)
        return p->n_rows ? p->n_rows - 1 : 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_headings; i++)
        n += p->heading[i].level > 1;
    return n;
}

static enum suspect by_entries(const struct page *page, const struct page *old, struct buf *why)
{
    if (page->kind != old->kind || (page->kind != KIND_TABLE && page->kind != KIND_FEED))
        return SUSPECT_NONE;
    uint32_t before = count_entries(old);
    if (before < RECORDS_LEAST || count_entries(page) > 0)
        return SUSPECT_NONE;
    buf_addf(why, "it is an empty list, where it used to have %u entries", before);
    return SUSPECT_EMPTY;
}

/* Data that lost nearly all of its rows, however few they were: a list of things is seldom emptied by people. */
static enum suspect by_rows(const struct page *page, const struct page *old, struct buf *why)
{
    enum { ROWS_FROM_WORDS = 12, ROWS_TIMES = 3 };
    if (is_html(old) || old->kind == KIND_TEXT || page->kind != old->kind)
        return SUSPECT_NONE;
    uint32_t now = suspect_count_words(page, 0, page->n_words), before = suspect_count_words(old, 0, old->n_words);
    if (before < ROWS_FROM_WORDS || now >= before / ROWS_TIMES)
        return SUSPECT_NONE;
    buf_addf(why, "it has %u words, where it used to have about %u", now, before);
    return SUSPECT_SHRUNK;
}

static const char *kind_words(const struct page *p)
{
    if (p->dom.xml || p->kind == KIND_FEED)
        return "XML";
    return p->kind == KIND_JSON ? "JSON" : p->kind == KIND_TABLE ? "a table" : p->kind == KIND_TEXT ? "text" : "HTML";
}

/* Data that comes back as a page is what its server shows to people when something is wrong. */
static enum suspect by_kind(const struct page *page, const struct page *old, struct buf *why)
{
    const char *now = kind_words(page), *before = kind_words(old);
    if (now == before || is_html(old))
        return SUSPECT_NONE;
    buf_addf(why, "it used to be %s and is %s now, or %s that is broken", before, now, before);
    return SUSPECT_ERROR;
}

enum suspect suspect_data(const struct page *page, const struct page *old, struct buf *why)
{
    enum suspect kind = by_json(page, old, why);
    kind = kind ? kind : by_entries(page, old, why);
    kind = kind ? kind : by_rows(page, old, why);
    return kind ? kind : by_kind(page, old, why);
}
