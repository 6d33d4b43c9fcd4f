/* In: the changes of a delta. Out: some words of each, and JSON. O(changes), a few hundred bytes an excerpt. */
#include "judge/excerpt.h"

#include "base/json_read.h"
#include "base/limits.h"
#include "base/search.h"
#include "compare/context.h"
#include "compare/replaced.h"
#include "judge/headline_note.h"
#include "judge/headline_quote.h"
#include "judge/leads.h"
#include "judge/sections.h"

enum { CHANGE_WORDS = 24, AROUND_WORDS = 6, HEADING_WORDS = 12, ROW_WORDS = 8, NOTE_CHARS = 100 };

void excerpt_words(struct buf *out, const struct page *p, uint32_t from, uint32_t to)
{
    size_t before = out->len;
    bool gap = false;

    for (uint32_t w = from, end; w < to; w = end) {
        end = w + 1;
        gap |= (p->word[w].flags & (WORD_SPACE | WORD_BREAK)) != 0;
        if (p->word[w].flags & WORD_ATOM)
            continue;
        while (end < to && !(p->word[end].flags & WORD_ATOM))
            end++;
        if (out->len > before && gap)
            buf_add_char(out, ' ');
        page_words_text(p, w, end, out);
        gap = false;
    }
    if (out->len == before)
        page_words_text(p, from, to, out);
    for (size_t i = before; i < out->len; i++)
        if (out->ptr[i] == '\n')
            out->ptr[i] = ' ';
}

/* The words [from, to), cut to CHANGE_WORDS. */
static struct str words_of(struct arena *a, const struct page *p, uint32_t from, uint32_t to)
{
    AUTO(buf) text = BUF(MIB(1));
    uint32_t shown = page_cut(p, MIN(to, from + CHANGE_WORDS), to);

    excerpt_words(&text, p, from, shown);
    if (shown < to)
        buf_add(&text, STR(" …"));
    return arena_str(a, buf_str(&text));
}

/* Whether a word touches the one before it. */
static bool joins(const struct page *p, uint32_t word)
{
    return word > 0 && word < p->n_words && !(p->word[word].flags & (WORD_SPACE | WORD_BREAK));
}

void excerpt_add_context(struct arena *a, const struct delta *d, const struct change *c, struct excerpt *out)
{
    struct context around = context_around(d, c, AROUND_WORDS);

    out->joins_before = joins(d->new, c->new_word);
    out->joins_after = joins(d->new, c->new_end);
    out->before = words_of(a, d->new, around.from, MAX(c->new_word, around.from));
    out->after = words_of(a, d->new, c->new_end, MAX(around.to, c->new_end));
    if (around.more_before && out->before.len)
        out->before = arena_printf(a, "… %.*s", STR_ARG(out->before));
    if (around.more_after && out->after.len)
        out->after = arena_printf(a, "%.*s …", STR_ARG(out->after));
}

struct str excerpt_heading(struct arena *a, const struct page *p, uint32_t word)
{
    AUTO(buf) text = BUF(MIB(1));
    uint32_t found = section_heading(p, word, p->n_headings);

    if (found == NONE)
        return STR("");
    uint32_t node = p->heading[found].node, from = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    excerpt_words(&text, p, from, MIN(end, from + HEADING_WORDS));
    if (end > from + HEADING_WORDS)
        buf_add(&text, STR(" …"));
    return arena_str(a, buf_str(&text));
}

/* The row of a table that the word stands in; NONE: there is none. */
static uint32_t row_around(const struct page *p, uint32_t word)
{
    static const uint32_t rows[] = { TAG_TR };
    return word < p->n_words ? node_around(p, word, rows, ARRAY_LEN(rows)) : NONE;
}

/* The first cell of the row that the word stands in, where it is another one: what the row is about. Empty: there is none. */
static struct str row_name(struct arena *a, const struct page *p, uint32_t word)
{
    AUTO(buf) text = BUF(MIB(1));
    uint32_t row = row_around(p, word), first = NONE;

    for (uint32_t n = row == NONE ? p->dom.n : row + 1; n < p->dom.n && n < p->dom.node[row].end && first == NONE;
         n = p->dom.node[n].end)
        first = p->dom.node[n].kind == NODE_ELEMENT ? n : NONE;
    if (first == NONE || word < p->first_word[p->dom.node[first].end])
        return STR("");
    uint32_t from = p->first_word[first], end = p->first_word[p->dom.node[first].end];
    page_words_line(p, from, MIN(end, from + ROW_WORDS), &text);
    if (end > from + ROW_WORDS)
        buf_add(&text, STR(" …"));
    return arena_str(a, buf_str(&text));
}

/* "Releases › 12.4": the heading above the word, and the row it stands in, unless the words before it say so. */
static struct str where_is(struct arena *a, const struct page *p, uint32_t word, struct str before)
{
    struct str heading = excerpt_heading(a, p, word), row = row_name(a, p, word);

    if (row.len && str_find(before, row, 0) != SIZE_MAX)
        return heading;
    return heading.len && row.len ? arena_printf(a, "%.*s › %.*s", STR_ARG(heading), STR_ARG(row)) : row.len ? row : heading;
}

/* What the change is about, where that is not words: behind these, in words that people know. */
static struct str note_of(struct arena *a, const struct delta *d, uint32_t change)
{
    const struct change *c = &d->change[change];
    AUTO(buf) text = BUF(KIB(4));
    struct link_change link;

    if (c->kind != CHANGE_ATTRIBUTE)
        return arena_str(a, c->note);
    if (link_change_of(d, change, &link))
        buf_add(&text, STR("leads to "));
    headline_note_of(d, c, NOTE_CHARS, &text);
    return arena_str(a, buf_str(&text));
}

/* A reader knows a picture by what it shows, and hardly by its address. */
static void name_pictures(const struct delta *d, const struct change *c, struct replaced *r)
{
    struct str old, new;
    headline_picture_names(r->old.len ? word_picture(d->old, c->old_word) : NULL,
                           r->new.len ? word_picture(d->new, c->new_word) : NULL, &old, &new);
    r->old = old.len ? old : r->old;
    r->new = new.len ? new : r->new;
}

/* Of change `i`; `c` is that with its neighbours. */
static struct excerpt excerpt_of(struct arena *a, const struct delta *d, uint32_t i, const struct change *c)
{
    struct excerpt out = {
        .kind = c->kind, .before = STR(""), .old = STR(""), .new = STR(""), .after = STR(""), .note = note_of(a, d, i)
    };

    if (c->kind != CHANGE_INSERT)
        out.old = words_of(a, d->old, c->old_word, c->old_end);
    if (c->kind != CHANGE_DELETE)
        out.new = words_of(a, d->new, c->new_word, c->new_end);
    struct replaced r;
    if (change_replaced(d, c, &r)) {
        if (r.old.len + r.new.len && str_eq(r.what, STR("picture")))
            name_pictures(d, c, &r);
        out.kind = r.old.len == 0 ? CHANGE_INSERT : r.new.len == 0 ? CHANGE_DELETE : CHANGE_UPDATE;
        out.old = arena_str(a, r.old);
        out.new = arena_str(a, r.new);
        out.note = r.what;
        return out;
    }
    /* Of a format or a link the words are the same: said once. */
    if (c->kind >= CHANGE_FORMAT || c->kind == CHANGE_MOVE)
        out.old = STR("");
    excerpt_add_context(a, d, c, &out);
    out.where =
        c->kind == CHANGE_DELETE ? where_is(a, d->old, c->old_word, out.before) : where_is(a, d->new, c->new_word, out.before);
    return out;
}

static bool is_seen(const struct change *c)
{
    return !c->hidden && c->class == CLASS_CONTENT;
}

/* The most valuable change that is not taken yet; of equals the first on the page. NONE: all are taken. */
static uint32_t next_change(const struct delta *d, const double *value, const bool *taken)
{
    uint32_t best = NONE;

    for (uint32_t i = 0; i < d->n_changes; i++)
        if (is_seen(&d->change[i]) && !taken[i] && (best == NONE || (value && value[i] > value[best])))
            best = i;
    return best;
}

static bool has_picture(const struct page *p, uint32_t from, uint32_t end)
{
    bool found = false;

    for (uint32_t w = from; w < end && !found; w++)
        found = p->word[w].flags & WORD_ATOM;
    return found;
}

/* Words that came, went or became others. */
static bool is_of_words(const struct delta *d, const struct change *c)
{
    return is_seen(c) && !c->in_move && c->kind <= CHANGE_UPDATE && !has_picture(d->old, c->old_word, c->old_end)
           && !has_picture(d->new, c->new_word, c->new_end);
}

/* Whether one sentence, or one row, has the words [from, end). */
static bool is_one_line(const struct page *p, uint32_t from, uint32_t end)
{
    uint32_t sentence = SEARCH_FIRST(p->sentence, p->n_sentences, end, from + 1), row = row_around(p, from);
    return (sentence < p->n_sentences && from >= p->sentence[sentence].word && end <= p->sentence[sentence].end)
           || (row != NONE && end <= p->first_word[p->dom.node[row].end]);
}

/* Whether a sentence or a row has both changes, and only a few words that stay stand between them: what is quoted around one of them would
 * have the other in it as if it had always been there. */
static bool are_one(const struct delta *d, const struct change *c, const struct change *next)
{
    uint32_t between = next->new_word - c->new_end;

    if (!is_of_words(d, c) || !is_of_words(d, next) || next->new_word < c->new_end || between > AROUND_WORDS
        || next->old_word - c->old_end != between || next->new_end - c->new_word > CHANGE_WORDS
        || next->old_end - c->old_word > CHANGE_WORDS)
        return false;
    for (uint32_t i = 0; i < between; i++)
        if (d->new_to_old[c->new_end + i] != c->old_end + i)
            return false;
    return is_one_line(d->new, c->new_word, next->new_end);
}

/* Change `i` with those of its sentence that are quoted together with it and not yet with another; `more` is how many, all taken then. */
static struct change with_neighbours(const struct delta *d, uint32_t i, bool *taken, uint32_t *more)
{
    struct change whole = d->change[i];

    *more = 0;
    taken[i] = true;
    for (uint32_t k = i; k > 0 && !taken[k - 1] && are_one(d, &d->change[k - 1], &whole); k--, ++*more) {
        taken[k - 1] = true;
        whole.kind = CHANGE_UPDATE;
        whole.old_word = d->change[k - 1].old_word;
        whole.new_word = d->change[k - 1].new_word;
    }
    for (uint32_t k = i + 1; k < d->n_changes && !taken[k] && are_one(d, &whole, &d->change[k]); k++, ++*more) {
        taken[k] = true;
        whole.kind = CHANGE_UPDATE;
        whole.old_end = d->change[k].old_end;
        whole.new_end = d->change[k].new_end;
    }
    return whole;
}

struct excerpts excerpts_find(struct arena *a, const struct delta *d, const double *value)
{
    struct excerpts out = { NEW_ARRAY(a, struct excerpt, EXCERPTS_MAX), 0 };
    bool *taken = NEW_ARRAY(a, bool, d->n_changes + 1);
    uint32_t i;

    while (out.n < EXCERPTS_MAX && (i = next_change(d, value, taken)) != NONE) {
        if (out.n && value && value[i] <= EXCERPT_LAST)
            break;
        uint32_t more;
        struct change whole = with_neighbours(d, i, taken, &more);
        out.item[out.n] = excerpt_of(a, d, i, &whole);
        out.item[out.n++].more = more;
    }
    return out;
}

struct excerpts excerpts_copy(struct arena *a, const struct excerpts *x)
{
    struct excerpts out = { NEW_ARRAY(a, struct excerpt, x->n + 1), x->n };

    for (uint32_t i = 0; i < x->n; i++) {
        struct excerpt *to = &out.item[i];
        *to = x->item[i];
        struct str *text[] = { &to->before, &to->old, &to->new, &to->after, &to->note, &to->where };
        for (size_t k = 0; k < ARRAY_LEN(text); k++)
            *text[k] = arena_str(a, *text[k]);
    }
    return out;
}

/* ---- JSON ---- */

static void add_json(struct json *j, const struct excerpts *x)
{
    json_array(j);
    for (uint32_t i = 0; i < x->n; i++) {
        const struct excerpt *c = &x->item[i];
        json_object(j);
        json_field_str(j, "kind", str_of(change_name(c->kind)));
        json_field_str(j, "before", c->before);
        json_field_str(j, "old", c->old);
        json_field_str(j, "new", c->new);
        json_field_str(j, "after", c->after);
        if (c->joins_before)
            json_field_bool(j, "joins_before", true);
        if (c->joins_after)
            json_field_bool(j, "joins_after", true);
        if (c->note.len)
            json_field_str(j, "note", c->note);
        if (c->where.len)
            json_field_str(j, "where", c->where);
        if (c->more)
            json_field_number(j, "more", c->more);
        json_end(j);
    }
    json_end(j);
}

struct str excerpts_write(struct arena *a, const struct excerpts *x)
{
    AUTO(buf) out = BUF(MIB(1));
    struct json j;

    json_open(&j, &out, 0);
    add_json(&j, x);
    return arena_str(a, buf_str(&out));
}

static bool read_kind(const struct json_value *v, enum change_kind *out)
{
    struct str name;

    for (int kind = 0; json_text(v, &name) && kind < CHANGE_KINDS; kind++)
        if (str_eq(name, str_of(change_name((enum change_kind)kind)))) {
            *out = (enum change_kind)kind;
            return true;
        }
    return false;
}

static bool is_true(const struct json_value *object, const char *name)
{
    const struct json_value *v = json_get(object, str_of(name));

    return v && v->kind == JSON_BOOL && v->truth;
}

static bool read_one(const struct json_value *v, struct excerpt *out)
{
    uint64_t more;

    json_text(json_get(v, STR("note")), &out->note);
    json_text(json_get(v, STR("where")), &out->where);
    out->more = json_whole(json_get(v, STR("more")), UINT32_MAX, &more) ? (uint32_t)more : 0;
    out->joins_before = is_true(v, "joins_before");
    out->joins_after = is_true(v, "joins_after");
    return read_kind(json_get(v, STR("kind")), &out->kind) && json_text(json_get(v, STR("before")), &out->before)
           && json_text(json_get(v, STR("old")), &out->old) && json_text(json_get(v, STR("new")), &out->new)
           && json_text(json_get(v, STR("after")), &out->after);
}

int excerpts_read(struct arena *a, struct str text, struct excerpts *out, struct err *e)
{
    struct json_value root = { .kind = JSON_ARRAY };
    int code = text.len ? json_read(a, text, &root, e) : 0;

    if (code)
        return code;
    if (root.kind != JSON_ARRAY)
        return err_set(e, E_FORMAT, "changes that are not a list");
    struct excerpts list = { NEW_ARRAY(a, struct excerpt, root.n + 1), root.n };
    for (uint32_t i = 0; i < root.n; i++)
        if (!read_one(&root.item[i], &list.item[i]))
            return err_set(e, E_FORMAT, "a change that cannot be read");
    *out = list;
    return 0;
}
