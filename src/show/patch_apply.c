/* Takes a patch, and the page it was made for, to the other page.
 *
 * A patch comes from outside: nothing in it is believed. The page must have the length and hash the patch names; every entry must fit
 * what is there; the result must have the length and hash the patch names, too. So whatever comes out is what was once put in, or
 * nothing does. O(page + patch). */
#include <stdio.h>

#include "base/base64.h"
#include "base/hash.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "page/body.h"
#include "show/patch.h"

/* One end of a patch: the page it starts from, or the one it leads to. */
struct end {
    uint64_t bytes, words;
    struct str hash, words_hash;
    enum page_kind kind;
};

struct patch {
    struct json_value root;
    struct end from, to;
    char take, give; /* the operators of what goes and what comes: '-' and '+', exchanged in reverse */
};

static int damaged(struct err *e, const char *what)
{
    return err_set(e, E_FORMAT, "the patch is damaged: %s", what);
}

static bool read_end(const struct json_value *v, struct end *out)
{
    const struct json_value *kind = json_get(v, STR("kind"));
    struct str name;

    out->kind = KIND_MARKUP;
    return (!kind || (json_text(kind, &name) && page_kind_named(name, &out->kind)))
           && json_whole(json_get(v, STR("bytes")), SIZE_MAX, &out->bytes) && json_text(json_get(v, STR("hash")), &out->hash)
           && json_whole(json_get(v, STR("words")), UINT32_MAX, &out->words)
           && json_text(json_get(v, STR("words_hash")), &out->words_hash);
}

static int read_patch(struct arena *a, struct str text, bool reverse, struct patch *out, struct err *e)
{
    struct str format;
    uint64_t version;
    struct end old, new;
    int failed = json_read(a, text, &out->root, e);

    if (failed)
        return err_in(e, "this is not a patch of weft, which 'weft diff --format patch' writes");
    if (!json_text(json_get(&out->root, STR("format")), &format) || !str_eq(format, STR("weft-patch")))
        return err_set(e, E_FORMAT,
                       "this is not a patch of weft, which 'weft diff --format patch' writes: its format is not weft-patch");
    if (!json_whole(json_get(&out->root, STR("version")), UINT32_MAX, &version))
        return damaged(e, "it has no version");
    if (version != 1)
        return err_set(e, E_FORMAT, "the patch has version %llu; this weft reads version 1", (unsigned long long)version);
    if (!read_end(json_get(&out->root, STR("old")), &old) || !read_end(json_get(&out->root, STR("new")), &new))
        return damaged(e, "it does not say which pages it is for");
    out->from = reverse ? new : old;
    out->to = reverse ? old : new;
    out->take = reverse ? '+' : '-';
    out->give = reverse ? '-' : '+';
    return 0;
}

static bool has_hash(struct str bytes, struct str hash)
{
    char hex[17];

    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)hash_str(bytes));
    return str_eq(str_of(hex), hash);
}

static int check_source(const struct patch *p, struct str source, struct err *e)
{
    if (source.len == p->from.bytes && has_hash(source, p->from.hash))
        return 0;
    if (source.len == p->to.bytes && has_hash(source, p->to.hash))
        return err_set(e, E_FORMAT, "the page is already what the patch would make of it; taken the other way, it would fit");
    if (source.len != p->from.bytes)
        return err_set(e, E_FORMAT, "the patch was made for another page: for one of %llu bytes, and this one has %zu",
                       (unsigned long long)p->from.bytes, source.len);
    return err_set(e, E_FORMAT, "the patch was made for another page: for one of the same length, but with other bytes");
}

static int read_op(const struct json_value *entry, struct str *op, struct err *e)
{
    if (entry->kind != JSON_ARRAY || entry->n < 2 || !json_text(&entry->item[0], op) || op->len == 0)
        return damaged(e, "an entry is not a list of an operator and what it works on");
    return 0;
}

static int read_entries(const struct patch *p, struct str key, const struct json_value **out, struct err *e)
{
    *out = json_get(&p->root, key);
    if (!*out || (*out)->kind != JSON_ARRAY)
        return err_set(e, E_FORMAT, "the patch is damaged: it has no list \"%.*s\"", STR_ARG(key));
    return 0;
}

/* The bytes of a "-", "+", "-64" or "+64". */
static int read_bytes(const struct json_value *entry, struct str op, struct buf *decoded, struct str *out, struct err *e)
{
    struct str text;

    if (entry->n != 2 || !json_text(&entry->item[1], &text))
        return damaged(e, "an entry has no text");
    if (op.len == 1) {
        *out = text;
        return 0;
    }
    buf_clear(decoded);
    if (!str_eq(str_sub(op, 1, op.len), STR("64")) || !base64_read(text, decoded))
        return damaged(e, "an entry is not base64");
    *out = buf_str(decoded);
    return buf_check(decoded, e);
}

/* One entry of `source`; *at is how far the page is used up. */
static int apply_entry(const struct patch *p, const struct json_value *entry, struct str source, size_t *at, struct buf *out,
                       struct err *e)
{
    AUTO(buf) decoded = BUF(LIMIT_OUTPUT_BYTES);
    struct str op, bytes = STR("");
    uint64_t n;
    int failed = read_op(entry, &op, e);

    if (failed)
        return failed;
    if (str_eq(op, STR("="))) {
        if (entry->n != 2 || !json_whole(&entry->item[1], source.len - *at, &n))
            return damaged(e, "it keeps more than there is");
        buf_add(out, str_sub(source, *at, *at + n));
        *at += n;
        return 0;
    }
    if ((failed = read_bytes(entry, op, &decoded, &bytes, e)))
        return failed;
    if (op.ptr[0] == p->give) {
        buf_add(out, bytes);
        return 0;
    }
    if (op.ptr[0] != p->take)
        return damaged(e, "it has an operator that nobody knows");
    if (!str_eq(bytes, str_sub(source, *at, *at + bytes.len)))
        return damaged(e, "it takes away what is not there");
    *at += bytes.len;
    return 0;
}

static int apply_source(const struct patch *p, struct str source, struct buf *out, struct err *e)
{
    const struct json_value *entries;
    size_t at = 0, start = out->len;
    int failed = read_entries(p, STR("source"), &entries, e);

    for (uint32_t i = 0; !failed && i < entries->n; i++)
        failed = apply_entry(p, &entries->item[i], source, &at, out, e);
    if (failed || (failed = buf_check(out, e)))
        return failed;
    struct str made = str_sub(buf_str(out), start, out->len);
    if (at != source.len || made.len != p->to.bytes || !has_hash(made, p->to.hash))
        return damaged(e, "what it makes is not the page it names");
    return 0;
}

/* A failure leaves nothing behind it. */
static int finish(int failed, struct buf *out, size_t start)
{
    if (failed)
        out->len = MIN(out->len, start);
    return failed;
}

int patch_apply(struct arena *a, struct str source, struct str patch, bool reverse, struct buf *out, struct err *e)
{
    struct patch p;
    size_t start = out->len;
    int failed;

    if ((failed = read_patch(a, patch, reverse, &p, e)) || (failed = check_source(&p, source, e)))
        return failed;
    return finish(apply_source(&p, source, out, e), out, start);
}

/* The words of a page one after the other, each with the white space before it, and the text that the words given out make. */
struct words {
    const struct page *page;
    uint32_t at;
    struct buf text; /* of the word at hand */
    struct buf *out;
    bool started, line, space; /* a word was given out; a line end or a space is due */
};

static void words_drop(struct words *w)
{
    buf_drop(&w->text);
}

/* Adds a word as page_words_text() does: a line break or rule is a word without text, and two line ends are one. */
static void give_word(struct words *w, struct str word)
{
    w->line |= word.len && word.ptr[0] == '\n';
    w->space |= word.len && word.ptr[0] == ' ';
    struct str text = str_sub(word, word.len && (word.ptr[0] == '\n' || word.ptr[0] == ' '), word.len);
    if (!text.len)
        return;
    if (w->started && (w->line || w->space))
        buf_add_char(w->out, w->line ? '\n' : ' ');
    w->started = true;
    w->line = w->space = false;
    buf_add(w->out, text);
}

static struct str next_word(struct words *w)
{
    const struct page *p = w->page;

    buf_clear(&w->text);
    if (w->at > 0 && p->word[w->at].flags & (WORD_BREAK | WORD_SPACE))
        buf_add_char(&w->text, p->word[w->at].flags & WORD_BREAK ? '\n' : ' ');
    page_words_text(p, w->at, w->at + 1, &w->text);
    w->at++;
    return buf_str(&w->text);
}

/* The words that an entry lists: they come, or go. */
static int apply_list(const struct patch *p, const struct json_value *entry, char op, struct words *words)
{
    for (uint32_t i = 1; i < entry->n; i++) {
        struct str word;

        if (!json_text(&entry->item[i], &word))
            return E_FORMAT;
        if (op == p->give)
            give_word(words, word);
        else if (words->at == words->page->n_words || !str_eq(next_word(words), word))
            return E_FORMAT;
    }
    return 0;
}

static int apply_word_entry(const struct patch *p, const struct json_value *entry, struct words *words, struct err *e)
{
    struct str op;
    uint64_t n;
    int failed = read_op(entry, &op, e);

    if (failed)
        return failed;
    if (op.len != 1 || (op.ptr[0] != '=' && op.ptr[0] != p->give && op.ptr[0] != p->take))
        return damaged(e, "it has an operator that nobody knows");
    if (op.ptr[0] != '=')
        return apply_list(p, entry, op.ptr[0], words) ? damaged(e, "it takes away words that are not there") : 0;
    if (entry->n != 2 || !json_whole(&entry->item[1], words->page->n_words - words->at, &n))
        return damaged(e, "it keeps more words than there are");
    while (n--)
        give_word(words, next_word(words));
    return 0;
}

static int apply_words(const struct patch *p, const struct page *page, struct buf *out, struct err *e)
{
    AUTO(words) words = { .page = page, .text = BUF(LIMIT_OUTPUT_BYTES), .out = out };
    const struct json_value *entries;
    size_t start = out->len;
    int failed = read_entries(p, STR("words"), &entries, e);

    for (uint32_t i = 0; !failed && i < entries->n; i++)
        failed = apply_word_entry(p, &entries->item[i], &words, e);
    if (failed || (failed = buf_check(&words.text, e)) || (failed = buf_check(out, e)))
        return failed;
    if (words.at != page->n_words || !has_hash(str_sub(buf_str(out), start, out->len), p->to.words_hash))
        return damaged(e, "the words it makes are not those it names");
    if (out->len > start)
        buf_add_char(out, '\n');
    return buf_check(out, e);
}

int patch_apply_words(struct arena *a, struct str source, struct str patch, bool reverse, struct buf *out, struct err *e)
{
    struct body body = { .bytes = source };
    struct symbols symbols;
    struct page page;
    struct patch p;
    size_t start = out->len;
    int failed;

    if ((failed = read_patch(a, patch, reverse, &p, e)) || (failed = check_source(&p, source, e)))
        return failed;
    symbols_open(&symbols, a);
    if ((failed = body_read_as(a, &symbols, &body, p.from.kind, &page, e)))
        return failed;
    return finish(apply_words(&p, &page, out, e), out, start);
}
