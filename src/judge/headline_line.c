/* In: a piece. Out: what happened, and the words.
 *
 *  1. What is quoted is the whole sentence, heading or item of the change; a cell is quoted with its row, a value with its label.
 *  2. What is new or gone says so; where it is short, or one of many, with its section: "3 rows added to “Releases”".
 *  3. A number, price or state says what it was: "Oak table 360 euro (was 340)".
 *  4. What is held back is not said, also where it stands in the same row. */
#include "judge/headline_line.h"

#include "base/limits.h"
#include "base/vec.h"
#include "compare/classes.h"
#include "judge/headline_begin.h"
#include "judge/headline_note.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/members.h"
#include "judge/put_out.h"
#include "judge/sections.h"

enum {
    SHORT_WORDS = 4,  /* a sentence with fewer words says little without what stands around it */
    VALUE_WORDS = 2,  /* and with fewer than this it is only a value */
    GONE_WORDS = 8,   /* shorter than this, what is gone needs its section: it cannot be read there any more */
    NEW_WORDS = 5,    /* and what is new */
    MANY_RECORDS = 3, /* items and rows that are worth counting */
    NOTE_CHARS = 40,
    LINE_BYTES = 4096,
};

/* ---- What all lines share ---- */

static uint64_t record_key(uint32_t node, bool old)
{
    return 2 * (uint64_t)node + old;
}

/* What its items and rows are counted for: the section of a list or table, since a reader takes lists below one heading for one. In JSON,
 * and where there is no heading, the list itself. */
static uint64_t section_key(const struct page *p, uint32_t record, uint32_t heading, bool old)
{
    return 2 * record_key(heading ? heading : list_of(p, record), old) + (p->dom.node[record].tag == TAG_TR);
}

/* The heading above its list, found once for all records there; 0: none. */
static uint32_t heading_above(struct headline_view *v, const struct page *p, uint32_t record, bool old)
{
    uint32_t *heading = map_slot(&v->sections, record_key(list_of(p, record), old), NONE);
    if (*heading == NONE)
        *heading = p->kind == KIND_JSON ? 0 : headline_heading(p, old ? v->delta->old_to_new : NULL, record);
    return *heading;
}

/* Whether a part of the record stood on the page before, elsewhere. */
static bool has_moved(const struct page *p, const bool *moved, const struct headline_piece *item)
{
    uint32_t s = item->piece->sentence, word = p->first_word[item->record], end = p->first_word[p->dom.node[item->record].end];
    while (s && p->sentence[s - 1].word >= word)
        s--;
    for (; s < p->n_sentences && p->sentence[s].word < end; s++)
        if (moved[s])
            return true;
    return false;
}

static void count_record(struct headline_view *v, struct map *seen, const struct headline_piece *item, const bool *const moved[2])
{
    const struct judge_piece *piece = item->piece;
    const struct page *p = piece->old ? v->delta->old : v->delta->new;
    uint32_t record = item->record, *known;
    if (record == NONE || *(known = map_slot(seen, record_key(record, piece->old), 0)))
        return;
    *known = 1;
    if (!is_heads(p, record) && !has_moved(p, moved[piece->old], item))
        ++*map_slot(&v->records, section_key(p, record, heading_above(v, p, record, piece->old), piece->old), 0);
}

/* By sentence of one of the pages: it only moved. */
static const bool *find_moved(const struct headline_view *v, const struct headline_piece *item, uint32_t n, bool old)
{
    bool *moved = NEW_ARRAY(v->arena, bool, (old ? v->delta->old : v->delta->new)->n_sentences + 1);
    for (uint32_t i = 0; i < n; i++)
        if (item[i].piece->kind == PIECE_MOVED && item[i].piece->sentence != NONE && item[i].piece->old == old)
            moved[item[i].piece->sentence] = true;
    return moved;
}

/* Marks the words of a piece. */
static void mark(const struct headline_view *v, const struct judge_piece *piece, const bool **old, const bool **new)
{
    const struct page *p = piece->old ? v->delta->old : v->delta->new;
    const bool **at = piece->old ? old : new;
    if (!*at)
        *at = NEW_ARRAY(v->arena, bool, p->n_words + 1);
    for (uint32_t w = p->sentence[piece->sentence].word; w < p->sentence[piece->sentence].end; w++)
        ((bool *)*at)[w] = true;
}

/* A head among heads: the cell beside it is another column. In JSON it is the name of a member. */
static bool is_column_name(const struct page *p, uint32_t word)
{
    static const uint32_t heads[] = { TAG_TH };
    uint32_t cell = p->kind == KIND_JSON ? NONE : node_around(p, word, heads, 1);
    return cell != NONE && is_heads(p, p->dom.node[cell].parent);
}

/* The name of a column that came to a table, or went from it; in the place of another one, too. */
static bool is_column(const struct headline_view *v, const struct headline_piece *item)
{
    const struct judge_piece *piece = item->piece;
    const struct page *p = piece->old ? v->delta->old : v->delta->new;
    return piece->sentence != NONE && item->record == NONE && piece->kept == 0
           && (piece->kind == PIECE_ADDED || piece->kind == PIECE_REMOVED) && is_column_name(p, p->sentence[piece->sentence].word);
}

/* The name of a column with another number: "Elm 12" is another column than "Elm 9" where columns come. */
static bool is_column_numbered(const struct headline_view *v, const struct headline_piece *item)
{
    const struct judge_piece *piece = item->piece;
    return piece->sentence != NONE && item->record == NONE && piece->kind == PIECE_CHANGED && piece->came[SHAPE_NUMBER]
           && is_column_name(v->delta->new, v->delta->new->sentence[piece->sentence].word);
}

/* "Read more", "Add to cart", "What's changed": in each card, and not what this one is about. */
static bool is_in_each(const struct page *p, const struct judge_piece *piece)
{
    static const uint32_t tags[] = { TAG_A, TAG_BUTTON };
    return piece->known && (piece->heading || node_around(p, p->sentence[piece->sentence].word, tags, ARRAY_LEN(tags)) != NONE);
}

void headline_look(struct headline_view *v, const struct headline_piece *item, uint32_t n, double least)
{
    struct map seen;
    const struct delta *d = v->delta;
    const struct judge_piece **at = NEW_ARRAY(v->arena, const struct judge_piece *, d->new->n_sentences + 1);
    const bool *moved[2] = { find_moved(v, item, n, false), find_moved(v, item, n, true) };
    map_open(&v->records, v->arena, 64);
    map_open(&v->sections, v->arena, 64);
    map_open(&seen, v->arena, 64);
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *piece = item[i].piece;
        if (piece->sentence == NONE)
            continue;
        if (is_in_each(piece->old ? d->old : d->new, piece))
            mark(v, piece, &v->known_old, &v->known_new);
        if (item[i].share > 0 && item[i].share >= least) {
            count_record(v, &seen, &item[i], moved);
            v->columns[piece->old] += is_column(v, &item[i]);
            v->columns_numbered += is_column_numbered(v, &item[i]);
            if (!piece->old)
                at[piece->sentence] = piece;
        } else
            mark(v, piece, &v->held_old, &v->held_new);
    }
    v->at_new = at;
}

/* ---- What to quote ---- */

/* A value has the line before it for a label, unless that is a whole sentence, a heading, or of another card, row or kind of cell; so has
 * what follows a colon. A bare figure may have a heading for one. In a text the lines stand for themselves. */
static bool is_label(const struct page *p, const struct sentence *before, const struct quote *q)
{
    static const uint32_t rows[] = { TAG_TR }, heads[] = { TAG_TH };
    struct str last = page_word(p, before->end - 1);
    bool colon = str_eq(last, STR(":"));
    if (quote_is_labelled(q) || str_eq(last, STR(".")) || str_eq(last, STR("!")) || (p->kind == KIND_TEXT && !colon)
        || (is_heading(p, before->word) && letters_of(p, q->word, q->end))
        || card_around_word(p, before->word) != card_around_word(p, q->word)
        || (letters_of(p, q->word, q->end) && section_are_items(p, before->word, q->word))
        || node_around(p, before->word, rows, 1) != node_around(p, q->word, rows, 1) || node_around(p, q->word, heads, 1) != NONE)
        return false;
    return colon || is_definition(p, q->word) || letters_of(p, q->word, q->end) < VALUE_WORDS;
}

static bool holds_sentence(const struct page *p, uint32_t element, uint32_t sentence)
{
    uint32_t node = sentence < p->n_sentences ? p->word[p->sentence[sentence].word].node : 0;
    return node > element && node < p->dom.node[element].end;
}

/* Whether a bare figure has its label below it: the smallest box around it that holds more has the sentence behind it, and not the one
 * before it; a heading of a whole chapter is a year. */
static bool is_labelled_below(const struct page *p, uint32_t sentence)
{
    const struct sentence *s = &p->sentence[sentence];
    if (p->kind != KIND_MARKUP || letters_of(p, s->word, s->end) || !words_seen(p, s->word, s->end)
        || sentence + 1 >= p->n_sentences)
        return false;
    uint32_t box = p->dom.node[p->word[s->word].node].parent;
    bool above = false, below = false;
    for (; box && box != p->body && !above && !below; box = p->dom.node[box].parent) {
        above = sentence && holds_sentence(p, box, sentence - 1);
        below = holds_sentence(p, box, sentence + 1);
    }
    uint32_t child = p->word[s->word].node;
    while (p->dom.node[child].parent != box)
        child = p->dom.node[child].parent;
    bool chapter = is_heading(p, s->word) && p->first_word[p->dom.node[child].end] - p->first_word[child] > CARD_WORDS;
    return below && !above && !chapter;
}

/* The label below a figure; a card is named by itself. */
static void take_below(struct quote *q, uint32_t sentence)
{
    uint32_t end = q->page->sentence[sentence + 1].end;
    if (card_around_word(q->page, q->word) == NONE && chars_between(q->page, q->word, end) <= HEADLINE_CHARS)
        q->end = end;
}

/* Whether a line came with words behind it, and does not say that it names them: each is said by itself. */
static bool came_beside(const struct quote *q, const uint32_t *partner, const struct sentence *before)
{
    bool came = letters_of(q->page, q->word, q->end) && !str_eq(page_word(q->page, before->end - 1), STR(":"))
                && !is_definition(q->page, q->word);
    for (uint32_t w = before->word; w < before->end && came; w++)
        came = partner[w] == NONE;
    return came;
}

static void take_above(struct quote *q, const uint32_t *partner, const struct sentence *before)
{
    if (before->end != q->word || came_beside(q, partner, before) || !is_label(q->page, before, q)
        || chars_between(q->page, before->word, q->end) > HEADLINE_CHARS)
        return;
    q->word = before->word;
    q->held = NULL; /* what names a value is said, though it may be noise by itself */
}

/* A short sentence with what makes it readable: its row, its item, or the line before or behind it that names it. */
static void widen(struct quote *q, const uint32_t *partner, uint32_t sentence)
{
    static const uint32_t holders[] = { TAG_TR, TAG_LI, TAG_ARTICLE };
    const struct page *p = q->page;
    uint32_t holder = p->kind == KIND_JSON ? record_around(p, q->word) : node_around(p, q->word, holders, ARRAY_LEN(holders));
    bool row = holder != NONE && p->dom.node[holder].tag == TAG_TR;
    if (row && is_column_name(p, q->word))
        return;
    uint32_t letters = letters_of(p, q->word, q->end);
    if ((letters >= SHORT_WORDS && !row && !is_definition(p, q->word)) || (letters && is_heading(p, q->word)))
        return;
    if (holder != NONE) {
        uint32_t word = p->first_word[holder], end = p->first_word[p->dom.node[holder].end];
        if (end - word <= HEADLINE_CHARS && chars_between(p, word, end) <= HEADLINE_CHARS) {
            q->word = word;
            q->end = end;
            return;
        }
    }
    if (is_labelled_below(p, sentence))
        take_below(q, sentence);
    else if (sentence && words_seen(p, q->word, q->end))
        take_above(q, partner, &p->sentence[sentence - 1]);
}

/* "Hotline:" says nothing without what follows it. */
static void add_labelled(struct quote *q, const uint32_t *partner, uint32_t sentence)
{
    const struct page *p = q->page;
    if (sentence + 1 >= p->n_sentences || q->end != p->sentence[sentence].end || !str_eq(page_word(p, q->end - 1), STR(":")))
        return;
    const struct sentence *next = &p->sentence[sentence + 1];
    if (partner[q->end - 1] == NONE && partner[next->word] == NONE && chars_between(p, q->word, next->end) <= HEADLINE_CHARS)
        q->end = next->end;
}

/* Whether the word says something: a comma that came with others is not what a reader looks for. */
static bool says(const struct page *p, uint32_t w)
{
    unsigned char c = (unsigned char)*page_word(p, w).ptr;
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static uint32_t n_cells(const struct page *p, uint32_t row)
{
    uint32_t n = 0;
    for (uint32_t at = row + 1; at < p->dom.node[row].end; at = p->dom.node[at].end)
        n += p->dom.node[at].tag == TAG_TD || p->dom.node[at].tag == TAG_TH;
    return n;
}

/* Words of the member's name before the name of an object: "title Elm bench" is "Elm bench". */
static uint32_t own_name(const struct page *p, uint32_t word)
{
    static const uint32_t rows[] = { TAG_TR };
    if (member_worth_at(p, word) != MEMBER_NAME)
        return 0;
    uint32_t row = node_around(p, word, rows, 1);
    return p->first_word[p->dom.node[row + 1].end] - word;
}

/* A record that fits is said as a whole. */
static bool take_record(struct quote *q, uint32_t record)
{
    const struct page *p = q->page;
    uint32_t word = p->first_word[record], end = p->first_word[p->dom.node[record].end];
    if (end - word > HEADLINE_CHARS || chars_between(p, word, end) > HEADLINE_CHARS)
        return false;
    while (end > word + 1 && !says(p, end - 1) && (p->word[end - 1].flags & WORD_BREAK)) /* "-" fills an empty cell */
        end--;
    q->word = word + own_name(p, word);
    q->end = end;
    q->changed = q->unchanged = NONE;
    q->parted = p->dom.node[record].tag != TAG_TR || n_cells(p, record) > 2; /* a name and its figure need no comma */
    return true;
}

struct quote headline_changed(const struct headline_view *v, const struct judge_piece *piece)
{
    const struct delta *d = v->delta;
    struct quote q = { .page = piece->old ? d->old : d->new, .held = piece->old ? v->held_old : v->held_new };
    struct sentence s = piece_range(q.page, piece);
    const uint32_t *partner = piece->old ? d->old_to_new : d->new_to_old;
    q.word = q.changed = s.word;
    q.end = q.unchanged = s.end;
    while (q.changed < s.end && (partner[q.changed] != NONE || !says(q.page, q.changed)))
        q.changed++;
    while (q.unchanged > q.changed && partner[q.unchanged - 1] != NONE)
        q.unchanged--;
    if (q.changed == s.end)
        q.changed = q.unchanged = NONE;
    return q;
}

static struct quote quote_of(const struct headline_view *v, const struct headline_piece *item)
{
    const struct judge_piece *piece = item->piece;
    struct quote q = headline_changed(v, piece);
    if (item->record != NONE)
        q.held = piece->old ? v->known_old : v->known_new; /* what runs is noise in a row that stays; in a new one it is new */
    if (item->record != NONE && take_record(&q, item->record))
        return q;
    const uint32_t *partner = piece->old ? v->delta->old_to_new : v->delta->new_to_old;
    widen(&q, partner, piece->sentence);
    add_labelled(&q, partner, piece->sentence);
    return q;
}

/* ---- What happened ---- */

/* How many rows or items came to the list of the piece, or went from it; 0: it stands in none, or was there before. */
static uint32_t records_beside(const struct headline_view *v, const struct headline_piece *item, const char **kind)
{
    const struct judge_piece *piece = item->piece;
    const struct page *p = piece->old ? v->delta->old : v->delta->new;
    uint32_t record = item->record;
    if (record == NONE)
        return 0;
    const uint32_t *heading = map_find(&v->sections, record_key(list_of(p, record), piece->old)),
                   *n = heading ? map_find(&v->records, section_key(p, record, *heading, piece->old)) : NULL;
    *kind = p->dom.node[record].tag == TAG_TR ? "rows" : "items";
    return n ? *n : 0;
}

/* What is short needs its section, unless it stood in several; so does one of many rows. A section with a long name would take the room of
 * what is new there. */
static void add_leads(const struct headline_view *v, const struct headline_piece *item, const struct quote *q,
                      struct headline_line *out)
{
    const struct judge_piece *piece = item->piece;
    const char *kind = "";
    bool gone = piece->kind == PIECE_REMOVED;
    const struct sentence *s = &q->page->sentence[piece->sentence];
    bool widened = q->word != s->word || q->end != s->end; /* a label stands in many rows, each row only once */
    uint32_t times = widened ? 1 : item->times, many = records_beside(v, item, &kind);
    uint32_t words = letters_of(q->page, q->word, q->end);
    bool is_short = !is_heading(q->page, q->word) && words < (gone ? GONE_WORDS : NEW_WORDS);
    struct str section =
        times < 2 && (is_short || many >= MANY_RECORDS) ? headline_section(v, item, q->word, many >= MANY_RECORDS) : STR("");
    if (!gone && str_ends(section, STR("…")))
        section = STR("");
    struct str plain = gone ? STR("Removed: ") : STR("New: "), placed = plain, counted;
    if (gone && times > 1)
        plain = placed = arena_printf(v->arena, "Removed in %u places: ", times);
    else if (section.len && is_short)
        placed = arena_printf(v->arena, "%s “%.*s”: ", gone ? "Removed from" : "New in", STR_ARG(section));
    counted = placed;
    if (many >= MANY_RECORDS && section.len)
        counted = arena_printf(v->arena, "%u %s %s “%.*s”: ", many, kind, gone ? "removed from" : "added to", STR_ARG(section));
    out->lead[LEAD_COUNTED] = counted;
    out->lead[LEAD_PLACED] = placed;
    out->lead[LEAD_PLAIN] = plain;
}

/* "New columns: " */
static void add_column(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out)
{
    bool gone = item->piece->kind == PIECE_REMOVED;
    bool several = v->columns[gone] + (gone ? 0 : v->columns_numbered) > 1;
    struct str lead = arena_printf(v->arena, "%s column%s: ", gone ? "Removed" : "New", several ? "s" : "");
    for (unsigned i = 0; i < HEADLINE_LEADS; i++)
        out->lead[i] = lead;
}

/* Other figures in many rows are said as one thing. */
static void add_rows(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out)
{
    if (!item->rows)
        return;
    struct str section = headline_section(v, item, v->delta->new->sentence[item->piece->sentence].word, true);
    out->lead[LEAD_PLACED] = arena_printf(v->arena, "%u rows changed: ", item->rows);
    out->lead[LEAD_COUNTED] =
        section.len ? arena_printf(v->arena, "%u rows changed in “%.*s”: ", item->rows, STR_ARG(section)) : out->lead[LEAD_PLACED];
}

/* ---- One piece ---- */

/* Of a long list in one line what came to it and what went from it, with its name. */
static bool add_list(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out, struct buf *b)
{
    enum { LABEL_CHARS = 40, FIRST_CHARS = 20 };
    AUTO(buf) name = BUF(LINE_BYTES);
    struct headline_list list;
    if (!headline_list(v, item->piece, &list))
        return false;
    if (list.label.end > list.label.word)
        quote_write(&list.label, LABEL_CHARS, &name);
    else
        buf_add(&name, headline_section(v, item, list.line.word, true));
    if (!name.len)
        quote_write(&list.line, FIRST_CHARS, &name);
    bool new = list.came.len > 0;
    for (unsigned i = 0; i < HEADLINE_LEADS; i++) /* a code says nothing without its list */
        out->lead[i] = arena_printf(v->arena, "%s “%.*s”: ", new ? "New in" : "Removed from", STR_ARG(buf_str(&name)));
    buf_add(b, new ? list.came : list.went);
    if (new &&list.went.len)
        buf_addf(b, " (removed: %.*s)", STR_ARG(list.went));
    out->need = chars_of(buf_str(b));
    return true;
}

static void add_title(const struct headline_view *v, struct buf *out)
{
    struct str now = str_trim(v->delta->new->title);
    chars_add(out, now, HEADLINE_CHARS);
}

/* "Oak table: not available, was available"; what is not for sale, with what stands on it: "Spring course: “Sign up” can no longer be
 * used". */
static bool add_put_out(const struct headline_view *v, const struct change *c, struct buf *out)
{
    const struct page *p = v->delta->new;
    if (!put_out_is_pressed(v->delta, c))
        return false;
    bool went = c->tells & TELLS_PUT_OUT, card = !is_pressed(p, c->new_node);
    uint32_t word = p->first_word[c->new_node], end = p->first_word[p->dom.node[c->new_node].end];
    struct quote label = quote_plain(p, word, card ? word : end);
    headline_subject(v, &label, out);
    if (card || put_out_is_sale(p, c->new_node)) {
        label.end = end;
        if (!out->len)
            quote_write(&label, NOTE_CHARS, out), buf_add(out, STR(": "));
        buf_add(out, went ? STR("not available, was available") : STR("available, was not available"));
        return true;
    }
    AUTO(buf) b = BUF(LINE_BYTES);
    quote_write(&label, NOTE_CHARS, &b);
    buf_addf(out, "“%.*s” %s", STR_ARG(buf_str(&b)), went ? "can no longer be used" : "can be used again");
    return true;
}

/* The same words lead elsewhere, or do not hold any more: the words, and what is the matter with them. */
static void add_note(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[piece->change];
    const struct page *p = d->new;
    uint32_t word = c->new_word, end = c->new_end;
    if (add_put_out(v, c, out))
        return;
    if (c->new_node != NONE) {
        word = p->first_word[c->new_node];
        end = p->first_word[p->dom.node[c->new_node].end];
    }
    struct quote q = quote_plain(p, word, end);
    quote_write(&q, NOTE_CHARS, out);
    if (out->len && out->ptr[out->len - 1] == '.')
        out->len--; /* the sentence goes on */
    if (out->len == 0)
        return;
    buf_add(out, STR(": "));
    headline_note_of(d, c, HEADLINE_CHARS - chars_of(buf_str(out)), out);
}

/* What a row, item or card that stays has lost: "Oak table: no price now (was 340 €)", "Removed from “Oak table”: in stock". All of it
 * would read as gone. */
static bool add_lost(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out, struct buf *b)
{
    AUTO(buf) name = BUF(LINE_BYTES);
    AUTO(buf) lost = BUF(LINE_BYTES);
    const struct judge_piece *piece = item->piece;
    struct quote q = headline_changed(v, piece);
    if (!headline_lost_by(v, item, &q, &name))
        return false;
    quote_write(&q, HEADLINE_CHARS / 2, &lost);
    if (piece->went[SHAPE_PRICE] && !letters_of(q.page, q.word, q.end))
        buf_addf(b, "%.*s: no price now (was %.*s)", STR_ARG(buf_str(&name)), STR_ARG(buf_str(&lost)));
    else {
        buf_add(b, buf_str(&lost));
        out->lead[LEAD_PLAIN] = STR("Removed: ");
        out->lead[LEAD_PLACED] = out->lead[LEAD_COUNTED] = arena_printf(v->arena, "Removed from “%.*s”: ", STR_ARG(buf_str(&name)));
    }
    out->need = chars_of(buf_str(b));
    return lost.len > 0;
}

/* What of a quote is no part of its sentence, and stays: a label, or the rest of an item. False: nothing does. */
static bool rest_that_stays(const struct headline_view *v, const struct judge_piece *piece, const struct quote *q,
                            struct quote *rest)
{
    const struct sentence *s = &q->page->sentence[piece->sentence];
    const uint32_t *partner = piece->old ? v->delta->old_to_new : v->delta->new_to_old;
    if (q->page->kind == KIND_JSON || (s->word > q->word) == (s->end < q->end)) /* nothing, or both sides of it */
        return false;
    *rest = s->word > q->word ? quote_plain(q->page, q->word, s->word) : quote_plain(q->page, s->end, q->end);
    for (uint32_t w = rest->word; w < rest->end; w++)
        if (partner[w] == NONE && !(q->page->word[w].flags & WORD_ATOM))
            return false;
    return letters_of(q->page, rest->word, rest->end) > 0;
}

/* A label or an item that stays is neither new nor gone with what came to it or went from it: "Desk: room 4", "Removed from “Desk”: room
 * 4". */
static bool add_to_rest(const struct headline_view *v, const struct headline_piece *item, const struct quote *q,
                        struct headline_line *out, struct buf *b)
{
    AUTO(buf) name = BUF(LINE_BYTES);
    const struct judge_piece *piece = item->piece;
    const struct sentence *s = &q->page->sentence[piece->sentence];
    struct quote rest, part = quote_plain(q->page, s->word, s->end);
    if (!rest_that_stays(v, piece, q, &rest))
        return false;
    bool label = !piece->old && (rest.word == s->end || str_eq(page_word(q->page, rest.end - 1), STR(":")));
    quote_write(label ? q : &part, label ? HEADLINE_CHARS : HEADLINE_CHARS / 2, b);
    quote_write(&rest, NOTE_CHARS, &name);
    while (name.len && memchr(":.", name.ptr[name.len - 1], 2))
        name.len--;
    out->lead[LEAD_PLAIN] = label ? STR("") : piece->old ? STR("Removed: ") : STR("New: ");
    out->lead[LEAD_PLACED] = out->lead[LEAD_COUNTED] =
        label ? STR("") : arena_printf(v->arena, "%s “%.*s”: ", piece->old ? "Removed from" : "New in", STR_ARG(buf_str(&name)));
    out->need = chars_of(buf_str(b));
    return true;
}

/* What the other page has, too, is neither new nor gone, but said once more, or once less. Where it stands in another section there, it is
 * new in its own. False: it is not said. */
static bool add_known(const struct headline_view *v, const struct headline_piece *item, const struct quote *q,
                      struct headline_line *out)
{
    const struct sentence *s = &q->page->sentence[item->piece->sentence];
    if (!item->piece->known || q->word != s->word || q->end != s->end || q->page->kind == KIND_JSON)
        return true;
    const struct page *other = item->piece->old ? v->delta->new : v->delta->old;
    bool placed = !str_eq(out->lead[LEAD_PLACED], out->lead[LEAD_PLAIN])
                  && !section_is_same(q->page, q->word, other, other->sentence[item->piece->also].word);
    out->lead[LEAD_PLAIN] = placed ? out->lead[LEAD_PLACED] : item->piece->old ? STR("No longer repeated: ") : STR("Repeated: ");
    if (!placed)
        out->lead[LEAD_PLACED] = out->lead[LEAD_COUNTED] = out->lead[LEAD_PLAIN];
    return placed || v->again;
}

/* Whether nothing but a row of signs grew: "* * * *". */
static bool is_drawn(const struct headline_view *v, const struct judge_piece *piece)
{
    const struct sentence *s = &v->delta->new->sentence[piece->sentence];
    bool drawn = piece->kind == PIECE_CHANGED && piece->old_end <= piece->old_word;
    uint32_t rows = 0;
    for (uint32_t w = s->word; w < s->end && drawn; w++)
        if (v->delta->new_to_old[w] == NONE && says(v->delta->new, w)) {
            drawn = quote_is_drawn(v->delta->new, w);
            rows++;
        }
    return drawn && rows;
}

/* That it is new or gone; what of it that takes to say may be all there is to say. Returns whether the sentence is still to be quoted. */
static bool add_event(const struct headline_view *v, const struct headline_piece *item, const struct quote *q, bool column,
                      struct headline_line *out, struct buf *b)
{
    if (column)
        add_column(v, item, out);
    else if (item->record == NONE && add_to_rest(v, item, q, out, b))
        return false;
    else {
        add_leads(v, item, q, out);
        if (!add_known(v, item, q, out))
            return false;
    }
    return item->record == NONE || !headline_new_row(q->page, item->record, b);
}

static void add_sentence(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out, struct buf *b)
{
    struct quote q = quote_of(v, item);
    bool column = is_column(v, item) || (v->columns[0] && is_column_numbered(v, item)), whole = column || came_or_went(item->piece);
    if (!whole && is_drawn(v, item->piece))
        return;
    if (whole && !add_event(v, item, &q, column, out, b))
        return;
    size_t room = HEADLINE_CHARS - chars_of(out->lead[LEAD_PLAIN]);
    size_t spare =
        room - headline_was_chars(v, item->piece); /* what stood there is not given up for the beginning of a paragraph */
    if (chars_between(q.page, q.word, q.end) > room / 2)
        room = spare;
    headline_beginning(&q, spare, b);
    if (!whole)
        headline_owner(v, item->piece, &q, b);
    size_t chars = chars_of(buf_str(b)), fact = 0;
    if (whole && !b->len && !q.parted && !fits_between(q.page, q.word, q.end, HEADLINE_FIRST_CHARS))
        fact = headline_skip(v, item->piece->old, room, &q, b);
    size_t begin = b->len;
    chars = chars_of(buf_str(b));
    out->need = chars + quote_write(&q, room - chars, b);
    out->need = MAX(out->need, chars + fact);
    headline_join(b, begin);
    if (b->len == begin)
        b->len = 0;
    else if (!whole)
        headline_was(v, item->piece, b);
}

static void add_moved(const struct headline_view *v, const struct headline_piece *item, struct headline_line *out)
{
    const struct judge_piece *piece = item->piece;
    struct str section =
        piece->regrouped ? headline_section(v, item, v->delta->new->sentence[piece->sentence].word, true) : STR("");
    for (unsigned i = 0; i < HEADLINE_LEADS; i++)
        out->lead[i] = section.len ? arena_printf(v->arena, "Moved to “%.*s”: ", STR_ARG(section)) : STR("Moved: ");
}

struct headline_line headline_line(const struct headline_view *v, const struct headline_piece *item)
{
    const struct judge_piece *piece = item->piece;
    AUTO(buf) b = BUF(LINE_BYTES);
    struct headline_line out = { .item = item };
    if (piece->kind == PIECE_MOVED)
        add_moved(v, item, &out); /* else it reads as new */
    for (unsigned i = 0; i < HEADLINE_LEADS && piece->kind == PIECE_TITLE; i++)
        out.lead[i] = STR("Title: ");
    if (piece->kind == PIECE_TITLE)
        add_title(v, &b);
    else if (piece->sentence == NONE)
        add_note(v, piece, &b);
    else if (piece->picture)
        buf_add(&b, headline_picture(v->arena, v->delta, piece, HEADLINE_CHARS));
    else if (item->record == NONE && headline_row(v, piece, &b)) {
        add_rows(v, item, &out);
        out.need = chars_of(buf_str(&b)); /* a name without its figures says nothing */
    } else if (!add_list(v, item, &out, &b) && !add_lost(v, item, &out, &b))
        add_sentence(v, item, &out, &b);
    if (!b.len) {
        buf_add(&b, headline_choice(v->arena, v->delta, piece, HEADLINE_CHARS));
        for (unsigned i = 0; i < HEADLINE_LEADS; i++)
            out.lead[i] = STR(""); /* it says itself that it is new */
    }
    out.text = arena_str(v->arena, buf_str(&b));
    return out;
}

struct str headline_brief(const struct headline_view *v, const struct headline_piece *item, size_t room)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    bool worded = item->piece->came[SHAPE_LETTERS] || item->piece->went[SHAPE_LETTERS]; /* a figure needs what it was */
    if (item->piece->sentence == NONE || !worded || (item->record == NONE && headline_row(v, item->piece, &b)))
        return STR("");
    struct quote q = quote_of(v, item);
    headline_beginning(&q, room, &b);
    size_t begin = b.len, chars = chars_of(buf_str(&b));
    bool fits = chars + quote_write(&q, room - chars, &b) <= room;
    headline_join(&b, begin);
    return fits ? arena_str(v->arena, buf_str(&b)) : STR("");
}
