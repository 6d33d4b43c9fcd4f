/* page_json: valid JSON, whatever the page holds, with the fields that docs/page-json.md names. The golden tests have whole models. */
#include "base/json_read.h"
#include "base/limits.h"
#include "page/page.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

static const struct json_value *model_of(struct arena *a, struct str html, struct str base)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json_value *root = NEW(a, struct json_value);
    struct err e = { 0 };
    struct str text;

    page_json(page_from(a, html, base), &out);
    if (buf_take(&out, a, &text, &e) || json_read(a, text, root, &e)) {
        printf("# %s\n", e.text);
        return NULL;
    }
    return root;
}

static struct str text_in(const struct json_value *object, struct str key)
{
    struct str text = STR("(none)");

    json_text(json_get(object, key), &text);
    return text;
}

static const struct json_value *item_in(const struct json_value *root, struct str key, uint32_t i)
{
    const struct json_value *array = json_get(root, key);

    return array && array->kind == JSON_ARRAY && i < array->n ? &array->item[i] : NULL;
}

static void test_fields(struct arena *a)
{
    const struct json_value *m =
        model_of(a,
                 STR("<html lang=en><title>T</title><meta name=description content=D><h2>H \"q\"</h2><p>One. Two."
                     "<a href=l>link</a><img src=i alt=A><ol><li>x</ol><table><tr><th>c</table><p hidden>z<script>s</script>"),
                 STR("http://h/"));
    uint64_t n;

    ok(m && m->kind == JSON_OBJECT, "the model is an object");
    eq_str(text_in(m, STR("title")), STR("T"), "title");
    eq_str(text_in(m, STR("description")), STR("D"), "description");
    eq_str(text_in(m, STR("language")), STR("en"), "language");
    eq_str(text_in(m, STR("base")), STR("http://h/"), "base");
    eq_str(text_in(m, STR("encoding")), STR("UTF-8"), "encoding");
    eq_str(text_in(m, STR("encoding_source")), STR("header"), "its source");
    eq_str(text_in(m, STR("truncated")), STR(""), "nothing left out");
    eq_str(text_in(item_in(m, STR("headings"), 0), STR("text")), STR("H \"q\""), "a heading's text");
    eq_str(text_in(item_in(m, STR("headings"), 0), STR("path")), STR("/html/body/h2"), "its path");
    eq_str(text_in(item_in(m, STR("links"), 0), STR("url")), STR("http://h/l"), "a link's address");
    eq_str(text_in(item_in(m, STR("images"), 0), STR("alt")), STR("A"), "an image's description");
    eq_str(text_in(item_in(m, STR("sentences"), 1), STR("text")), STR("One."), "a sentence");
    ok(item_in(item_in(m, STR("lists"), 0), STR("items"), 0), "a list's item");
    ok(item_in(item_in(m, STR("tables"), 0), STR("rows"), 0), "a table's row");
    eq_str(text_in(item_in(m, STR("hidden"), 2), STR("by")), STR("attribute"), "what is hidden by attribute");
    eq_str(text_in(item_in(m, STR("hidden"), 3), STR("tag")), STR("script"), "what is hidden by its tag");
    ok(json_whole(json_get(json_get(m, STR("counts")), STR("words")), UINT32_MAX, &n) && n == json_get(m, STR("words"))->n,
       "as many words as counted");
    ok(json_whole(json_get(json_get(m, STR("counts")), STR("nodes")), UINT32_MAX, &n) && n == json_get(m, STR("nodes"))->n,
       "as many nodes as counted");
    eq_int(item_in(m, STR("words"), 0)->n, 4, "a word's row");
    eq_int(item_in(m, STR("nodes"), 0)->n, 8, "a node's row");
}

static void test_odd(struct arena *a)
{
    const struct str odd[] = { STR(""),
                               STR("\xff\xfe\xfd"),
                               STR("<p title='\x01'>\x02 \\ \" \x7f"),
                               STR("<title>\"</title>\xed\xa0\x80"),
                               STR("<x\"y>z</x\"y>"),
                               STR("<p>\xe2\x80\xa8 \xe2\x80\xa9") };

    for (size_t i = 0; i < ARRAY_LEN(odd); i++)
        ok(model_of(a, odd[i], odd[i]), "valid JSON of odd input %zu", i);
}

static void test_limit(struct arena *a)
{
    AUTO(buf) out = BUF(1000);

    page_json(page_from(a, STR("<p>One two three four five six seven eight nine ten"), STR("")), &out);
    eq_int(buf_check(&out, NULL), E_LIMIT, "an output over its limit is an error, not a cut");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    test_fields(&a);
    test_odd(&a);
    test_limit(&a);
    return tap_done();
}
