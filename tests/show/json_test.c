/* The delta as JSON: its fields, and the law that it is enough to make NEW's words from OLD's, and back. */
#include "show/json.h"

#include "base/json_read.h"
#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static const struct json_value *parsed(struct arena *a, struct str old, struct str new)
{
    struct json_value *root = NEW(a, struct json_value);
    struct str text = pair_show(a, show_json, (struct show_options){ 0 }, old, new);

    return json_read(a, text, root, NULL) ? NULL : root;
}

static uint64_t number(const struct json_value *v, const char *key)
{
    uint64_t n = UINT64_MAX;

    return json_whole(json_get(v, str_of(key)), UINT64_MAX - 1, &n) ? n : UINT64_MAX;
}

static struct str text(const struct json_value *v, const char *key)
{
    struct str s = STR("(none)");

    json_text(json_get(v, str_of(key)), &s);
    return s;
}

static bool truth(const struct json_value *v, const char *key)
{
    const struct json_value *found = json_get(v, str_of(key));

    return found && found->kind == JSON_BOOL && found->truth;
}

static const struct json_value *change(const struct json_value *root, uint32_t k)
{
    const struct json_value *changes = json_get(root, STR("changes"));

    return changes && k < changes->n ? &changes->item[k] : NULL;
}

static void test_update(void)
{
    AUTO(arena) a = { 0 };
    const struct json_value *root = parsed(&a, STR("<title>T</title><h1>Shop</h1><p>Prices start at 10 euro.</p>"),
                                           STR("<title>T</title><h1>Shop</h1><p>Prices start at 12 euro.</p>"));
    const struct json_value *c = change(root, 0);

    eq_str(text(root, "format"), STR("weft-delta"), "format");
    eq_int(number(root, "version"), 1, "version");
    eq_str(text(json_get(root, STR("old")), "name"), STR("old.html"), "old name");
    eq_str(text(json_get(root, STR("new")), "title"), STR("T"), "new title");
    eq_int(number(json_get(root, STR("old")), "words"), 7, "old words");
    eq_int(number(json_get(root, STR("old")), "bytes"), 60, "old bytes");
    eq_int(text(json_get(root, STR("old")), "hash").len, 16, "a hash");
    ok(!truth(root, "same") && truth(root, "exact") && !truth(root, "mostly_different"), "same, exact, mostly_different");
    eq_int(number(json_get(root, STR("counts")), "update"), 1, "one update");
    eq_int(number(json_get(root, STR("counts")), "insert"), 0, "no insert");
    eq_int(number(json_get(root, STR("words")), "deleted"), 1, "a word deleted");
    eq_int(number(root, "hidden_elements"), 0, "hidden elements");
    eq_int(json_get(root, STR("changes"))->n, 1, "one change");
    eq_int(number(c, "id"), 1, "its id");
    eq_str(text(c, "kind"), STR("update"), "its kind");
    eq_str(text(json_get(c, STR("old")), "path"), STR("/html/body/p"), "its path");
    eq_int(number(json_get(c, STR("old")), "word"), 4, "its place");
    eq_int(number(json_get(c, STR("new")), "count"), 1, "its size");
    eq_str(text(json_get(c, STR("old")), "text"), STR("10"), "old text");
    eq_str(text(json_get(c, STR("new")), "text"), STR("12"), "new text");
    ok(json_get(c, STR("hidden")) && !truth(c, "hidden") && json_get(c, STR("note"))->kind == JSON_NULL,
       "not hidden, nothing to note");
}

static void test_same(void)
{
    AUTO(arena) a = { 0 };
    const struct json_value *root = parsed(&a, STR("<p>x"), STR("<p>x"));

    ok(truth(root, "same") && json_get(root, STR("changes"))->n == 0, "equal pages");
    eq_str(json_get(root, STR("share"))->str, STR("0"), "share nothing changed");
    root = parsed(&a, STR(""), STR(""));
    ok(truth(root, "same"), "empty pages");
}

static void test_attributes(void)
{
    AUTO(arena) a = { 0 };
    const struct json_value *root =
        parsed(&a, STR("<p>See <a href='/a' title=x>our page</a> now"), STR("<p>See <a href='/b' rel=y>our page</a> now"));
    const struct json_value *c = change(root, 0), *attributes = json_get(c, STR("attributes"));

    eq_str(text(c, "kind"), STR("attribute"), "an attribute change");
    eq_str(text(json_get(c, STR("new")), "path"), STR("/html/body/p/a"), "names the element");
    ok(text(c, "note").len > 0, "and says so in words");
    if (!ok(attributes && attributes->n == 3, "three attributes differ"))
        return;
    eq_str(text(&attributes->item[0], "name"), STR("href"), "one is href");
    eq_str(text(&attributes->item[0], "old"), STR("/a"), "its old value");
    eq_str(text(&attributes->item[0], "new"), STR("/b"), "its new value");
    eq_int(json_get(&attributes->item[1], STR("old"))->kind, JSON_NULL, "one was not there");
    eq_int(json_get(&attributes->item[2], STR("new"))->kind, JSON_NULL, "one is gone");
    root = parsed(&a, STR("<picture><img src=a></picture>"), STR("<picture><img src=b></picture>"));
    attributes = json_get(change(root, 0), STR("attributes"));
    ok(attributes && attributes->n == 1, "an attribute of what a picture shows");
    root = parsed(&a, STR("<p><img src=a alt=b><img src=c width=1>"), STR("<p><img src=a alt=d><img src=c width=2>"));
    ok(truth(change(root, 0), "replaces") && !truth(change(root, 1), "replaces"), "a description is read, a width is not");
}

static void test_head(void)
{
    AUTO(arena) a = { 0 };
    const struct json_value *root = parsed(&a, STR("<title>Old title</title><meta name=description content='Old words'><p>x"),
                                           STR("<title>New title</title><meta name=description content='New words'><p>x"));
    bool title = false, description = false;

    for (uint32_t k = 0; change(root, k); k++) {
        struct str now = text(json_get(change(root, k), STR("new")), "text");
        title |= str_eq(now, STR("New title"));
        description |= str_eq(now, STR("New words"));
    }
    ok(title, "the title's text is given");
    ok(description, "and the description's");
}

static void test_markup(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) old = BUF(MIB(1));
    AUTO(buf) new = BUF(MIB(1));

    buf_add(&old, STR("<div class=a>"));
    buf_add(&new, STR("<div class=b>"));
    for (unsigned i = 0; i < 1000; i++)
        buf_addf(&old, "word%u ", i), buf_addf(&new, "word%u ", i);
    const struct json_value *c = change(parsed(&a, buf_str(&old), buf_str(&new)), 0);
    eq_str(text(c, "kind"), STR("format"), "a class around a thousand words");
    eq_int(number(json_get(c, STR("new")), "count"), 1000, "speaks of all of them");
    ok(text(json_get(c, STR("new")), "text").len < 1000, "but gives the start of them only");
}

/* The law */

/* Marks which words of a side the JSON's changes own, and collects their texts by first word. */
struct applied {
    bool *owned;
    struct str *text; /* by first word of a range */
    uint32_t n_words;
};

static bool own_words(struct applied *side, const struct json_value *range)
{
    uint64_t word = number(range, "word"), count = number(range, "count");

    if (word == UINT64_MAX && count == UINT64_MAX)
        return true; /* the title: no words */
    if (count == UINT64_MAX || word > side->n_words || count > side->n_words - word)
        return false;
    for (uint64_t w = word; w < word + count; w++) {
        if (side->owned[w])
            return false;
        side->owned[w] = true;
    }
    if (count)
        side->text[word] = text(range, "text");
    return true;
}

static struct applied applied_to(struct arena *a, const struct page *p)
{
    struct applied side = { NEW_ARRAY(a, bool, p->n_words + 1), NEW_ARRAY(a, struct str, p->n_words + 1), p->n_words };

    return side;
}

static void add_dense(struct buf *b, struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] != ' ' && s.ptr[i] != '\n')
            buf_add_char(b, s.ptr[i]);
}

/* The words of `to` from those of `from`: kept ones in order, the others as the JSON gives them. White space is left out. */
static bool rebuilds(const struct page *from, const struct applied *x, const struct page *to, const struct applied *y)
{
    AUTO(buf) made = BUF(MIB(64));
    AUTO(buf) want = BUF(MIB(64));
    uint32_t i = 0;

    for (uint32_t j = 0; j < to->n_words; j++) {
        bool kept = !y->owned[j];
        while (kept && i < from->n_words && x->owned[i])
            i++;
        if (kept && (i == from->n_words || from->symbol[i] != to->symbol[j]))
            return false;
        AUTO(buf) word = BUF(MIB(64));
        page_words_text(to, j, j + 1, &word);
        add_dense(&want, buf_str(&word));
        buf_clear(&word);
        if (kept)
            page_words_text(from, i, i + 1, &word);
        add_dense(&made, buf_str(&word));
        if (!kept && y->text[j].ptr)
            add_dense(&made, y->text[j]);
        i += kept;
    }
    while (i < from->n_words && x->owned[i])
        i++;
    return i == from->n_words && str_eq(buf_str(&made), buf_str(&want));
}

static const char *broken_law(struct str old, struct str new)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(&a, old, new, &e);
    struct show_options o = { .old_name = STR("a"), .new_name = STR("b") };
    struct json_value root;

    if (!p || show_json(&a, &p->delta, &o, &out, &e) || json_read(&a, buf_str(&out), &root, &e))
        return "it is written, and is JSON";
    struct applied x = applied_to(&a, &p->old), y = applied_to(&a, &p->new);
    for (uint32_t k = 0; change(&root, k); k++) {
        const struct json_value *c = change(&root, k);
        if (number(c, "id") != k + 1)
            return "ids count from 1";
        if (!truth(c, "replaces"))
            continue;
        if (!own_words(&x, json_get(c, STR("old"))) || !own_words(&y, json_get(c, STR("new"))))
            return "changes own their words alone";
    }
    if (!rebuilds(&p->old, &x, &p->new, &y))
        return "NEW's words come out of OLD's";
    if (!rebuilds(&p->new, &y, &p->old, &x))
        return "OLD's words come out of NEW's";
    return NULL;
}

static void test_law(void)
{
    struct random r = { 30 };

    for (unsigned round = 0; round < 20; round++) {
        const char *fault = NULL;

        for (unsigned i = 0; i < 100 && !fault; i++) {
            AUTO(arena) a = { 0 };
            struct sketch *page = random_page(&a, &r, 5 + random_below(&r, 150));
            struct str old = sketch_html(&a, page),
                       new = sketch_html(&a, mutate_page(&a, &r, page, random_below(&r, 12), EDIT_ANY));
            if (round % 4 == 3)
                old = mangle_bytes(&a, &r, old, 3), new = mangle_bytes(&a, &r, new, 3);
            fault = broken_law(old, new);
        }
        ok(!fault, "100 pairs: %s", fault ? fault : "the delta is enough to make NEW's words from OLD's, and back");
    }
}

static void test_records(void)
{
    AUTO(arena) a = { 0 };
    struct str got = pair_show(&a, show_json, (struct show_options){ 0 }, STR("<table><tr><td>Tea<td>1<td>2</table>"),
                               STR("<table><tr><td>Tea<td>3<td>2</table>"));

    ok(str_find(got, STR("\"record\": {\n        \"path\": \"/html/body/table/tbody/tr\",\n        \"name\": \"Tea\""), 0)
           != SIZE_MAX,
       "a change in a row names the row");
}

/* A long list in which everything changed must not take quadratic time for its paths. */
static void test_long_list(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) old = BUF(MIB(8));
    AUTO(buf) new = BUF(MIB(8));

    for (unsigned i = 0; i < 20000; i++)
        buf_addf(&old, "<li>the %u old", i), buf_addf(&new, "<li>the %u new", i);
    ok(pair_show(&a, show_json, (struct show_options){ 0 }, buf_str(&old), buf_str(&new)).len > 0,
       "a list of 20,000 items, all changed");
}

int main(void)
{
    test_update();
    test_records();
    test_same();
    test_attributes();
    test_head();
    test_markup();
    test_law();
    test_long_list();
    return tap_done();
}
