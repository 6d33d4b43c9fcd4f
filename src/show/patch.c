/* Writes a patch: one entry per line, so that a person and a line-wise tool can read it too. See patch.h for the form. */
#include "show/patch.h"

#include <stdio.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "show/edits.h"

static void add_hash(struct json *j, const char *key, struct str bytes)
{
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_str(bytes));
    json_field_str(j, key, str_of(hash));
}

static int add_page(struct buf *out, const char *key, const struct page *p, struct err *e)
{
    AUTO(buf) words = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;

    buf_addf(out, "\"%s\":", key);
    json_open(&j, out, 0);
    json_object(&j);
    json_field_number(&j, "bytes", (int64_t)p->bytes.len);
    add_hash(&j, "hash", p->bytes);
    if (p->kind != KIND_MARKUP)
        json_field_str(&j, "kind", str_of(page_kind_name(p->kind)));
    json_field_number(&j, "words", p->n_words);
    page_words_text(p, 0, p->n_words, &words);
    add_hash(&j, "words_hash", buf_str(&words));
    json_end(&j);
    buf_add(out, STR(",\n"));
    return buf_check(&words, e);
}

/* The writer of one entry, which stands on a line of its own: json_end() finishes it. */
static struct json open_entry(struct buf *out, bool *first)
{
    struct json j;

    buf_add(out, *first ? STR("\n") : STR(",\n"));
    *first = false;
    json_open(&j, out, 0);
    json_array(&j);
    return j;
}

static void add_keep(struct buf *out, bool *first, size_t n)
{
    if (n == 0)
        return;
    struct json j = open_entry(out, first);
    json_str(&j, STR("="));
    json_number(&j, (int64_t)n);
    json_end(&j);
}

static int add_bytes(struct buf *out, bool *first, const char *op, struct str bytes, struct err *e)
{
    AUTO(buf) letters = BUF(LIMIT_OUTPUT_BYTES);
    bool text = utf8_valid(bytes);

    if (bytes.len == 0)
        return 0;
    struct json j = open_entry(out, first);
    if (!text)
        base64_add(&letters, bytes);
    json_str(&j, text ? str_of(op) : *op == '-' ? STR("-64") : STR("+64"));
    json_str(&j, text ? bytes : buf_str(&letters));
    json_end(&j);
    return buf_check(&letters, e);
}

static int add_source(struct arena *a, const struct delta *d, struct buf *out, struct err *e)
{
    struct str old = d->old->bytes, new = d->new->bytes;
    struct edits edits;
    size_t from = 0, to = 0;
    bool first = true;
    int failed = edits_find(a, old, new, &edits, e);

    if (failed)
        return failed;
    buf_add(out, STR("\"source\":["));
    for (uint32_t i = 0; i < edits.n && !out->over; i++) {
        const struct kept_bytes *k = &edits.item[i];

        if ((failed = add_bytes(out, &first, "-", str_sub(old, from, k->a), e))
            || (failed = add_bytes(out, &first, "+", str_sub(new, to, k->b), e)))
            return failed;
        add_keep(out, &first, k->n);
        from = k->a + k->n, to = k->b + k->n;
    }
    buf_add(out, STR("\n],\n"));
    return 0;
}

/* A word with the white space before it, as page_words_text() writes it inside a text. */
static void word_text(const struct page *p, uint32_t w, struct buf *out)
{
    if (w > 0 && p->word[w].flags & (WORD_BREAK | WORD_SPACE))
        buf_add_char(out, p->word[w].flags & WORD_BREAK ? '\n' : ' ');
    page_words_text(p, w, w + 1, out);
}

struct words {
    const struct delta *delta;
    struct buf *out;
    struct buf x, y; /* texts of one word each */
    bool first;
};

static void words_drop(struct words *s)
{
    buf_drop(&s->x);
    buf_drop(&s->y);
}

/* A kept word whose text is the same on both sides too: the white space before it and the words for an image may differ. */
static bool is_same(struct words *s, uint32_t old, uint32_t new)
{
    const struct page *p = s->delta->old, *q = s->delta->new;
    const unsigned space = WORD_BREAK | WORD_SPACE | WORD_ATOM;

    if (old == NONE || new == NONE)
        return false;
    if (old > 0 && new > 0 && (p->word[old].flags & space) == (q->word[new].flags & space) && !(p->word[old].flags & WORD_ATOM))
        return true;
    buf_clear(&s->x);
    buf_clear(&s->y);
    word_text(p, old, &s->x);
    word_text(q, new, &s->y);
    return str_eq(buf_str(&s->x), buf_str(&s->y));
}

static void add_words(struct words *s, const char *op, const struct page *p, uint32_t word, uint32_t end)
{
    if (word == end)
        return;
    struct json j = open_entry(s->out, &s->first);
    json_str(&j, str_of(op));
    for (uint32_t w = word; w < end; w++) {
        buf_clear(&s->x);
        word_text(p, w, &s->x);
        json_str(&j, buf_str(&s->x));
    }
    json_end(&j);
}

static int add_word_edits(const struct delta *d, struct buf *out, struct err *e)
{
    AUTO(words) s = { d, out, BUF(LIMIT_OUTPUT_BYTES), BUF(LIMIT_OUTPUT_BYTES), true };
    uint32_t n = d->old->n_words, m = d->new->n_words;
    int failed;

    buf_add(out, STR("\"words\":["));
    for (uint32_t i = 0, j = 0, kept; (i < n || j < m) && !out->over; i += kept, j += kept) {
        uint32_t from = i, to = j;

        while (i < n && !is_same(&s, i, d->old_to_new[i]))
            i++;
        while (j < m && !is_same(&s, d->new_to_old[j], j))
            j++;
        add_words(&s, "-", d->old, from, i);
        add_words(&s, "+", d->new, to, j);
        kept = 0;
        while (i + kept < n && d->old_to_new[i + kept] == j + kept && is_same(&s, i + kept, j + kept))
            kept++;
        add_keep(out, &s.first, kept);
    }
    buf_add(out, STR("\n]}\n"));
    failed = buf_check(&s.x, e);
    return failed ? failed : buf_check(&s.y, e);
}

int show_patch(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    int failed;

    (void)o;
    buf_add(out, STR("{\"format\":\"weft-patch\",\"version\":1,\n"));
    if ((failed = add_page(out, "old", d->old, e)) || (failed = add_page(out, "new", d->new, e))
        || (failed = add_source(a, d, out, e)))
        return failed;
    return add_word_edits(d, out, e);
}
