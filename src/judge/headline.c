/* In: the pieces of a change by importance. Out: one line of at most HEADLINE_CHARS characters, and more lines.
 *
 *  1. The piece that is worth most comes first (judge/headline_value.h); where there is room the next one follows; then that there is
 *     more.
 *  2. What would say the same again is left out. What several lines have in common is said once: "Removed: A; B".
 *  3. A line is never cut before the words that changed. */
#include "judge/headline.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/vec.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"
#include "judge/headline_value.h"
#include "judge/leads.h"

enum {
    JOIN_CHARS = 12, /* room that is worth filling with the next piece, where all of it fits */
    HALF_CHARS = 40, /* room that is worth filling with a part of it */
    LINE_BYTES = 4096,
    TRIED_MAX = 128, /* pieces that are read as lines: the cells of a row are one line, however many changed */
};

#define LEAST_VALUE 0.001
#define WORTH_A_CUT 0.25 /* of the value of the first piece: what is worth less is not what it is cut for */
#define SURE_SHARE 0.5   /* beside pieces that are surer than this others are noise */

static int by_value(const void *left, const void *right)
{
    const struct headline_piece *l = left, *r = right;
    if (l->value != r->value)
        return l->value > r->value ? -1 : 1;
    return l->piece < r->piece ? -1 : l->piece > r->piece;
}

/* The number of a clause or an item, alone: "12." */
static bool is_number(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!isdigit((unsigned char)line.ptr[i]) && !memchr(".)( ", line.ptr[i], 4))
            return false;
    return line.len > 0 && line.ptr[line.len - 1] != ' ' && !isdigit((unsigned char)line.ptr[line.len - 1]);
}

/* A time or a figure that is gone, of nothing that is known: "Removed: 20:40". */
static bool is_bare_loss(const struct headline_line *line)
{
    for (size_t i = 0; i < line->text.len; i++)
        if ((unsigned char)line->text.ptr[i] >= 0x80 || isalpha((unsigned char)line->text.ptr[i]))
            return false;
    return line->item->piece->kind == PIECE_REMOVED && str_eq(line->lead[LEAD_PLACED], line->lead[LEAD_PLAIN]);
}

/* Whether the words of one line stand in another; "v2.4" does not stand in "tool-v2.4.zip". */
static bool has_words(struct str line, struct str words)
{
    for (size_t at = str_find(line, words, 0); at != SIZE_MAX; at = str_find(line, words, at + 1)) {
        size_t end = at + words.len;
        if ((at == 0 || !isgraph((unsigned char)line.ptr[at - 1]))
            && (end == line.len || !strchr("-.", line.ptr[end]) || end + 1 == line.len || line.ptr[end + 1] == ' '))
            return true;
    }
    return false;
}

/* Whether two lines have the same letters and figures: "Errata and patches", "Errata & patches" have not. */
static bool has_letters_of(struct str a, struct str b)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.len && ispunct((unsigned char)a.ptr[i]))
            i++;
        while (k < b.len && ispunct((unsigned char)b.ptr[k]))
            k++;
        if (i == a.len || k == b.len || a.ptr[i] != b.ptr[k])
            return i == a.len && k == b.len && i > 0;
    }
}

/* Adds a line, unless another says as much; one that says more takes the place of all that it repeats. */
static void add_line(struct headline_line *line, uint32_t *n, struct headline_line one)
{
    uint32_t kept = 0, said = NONE;
    for (uint32_t i = 0; i < *n; i++) {
        if (has_words(line[i].text, one.text) || has_letters_of(line[i].text, one.text))
            return;
        if (!has_words(one.text, line[i].text))
            line[kept++] = line[i];
        else if (said == NONE)
            line[said = kept++] = one;
    }
    *n = kept;
    if (said == NONE)
        line[(*n)++] = one;
}

static struct str lead_that_fits(const struct headline_line *line, size_t room)
{
    for (unsigned i = 0; i < LEAD_PLAIN; i++)
        if (chars_of(line->lead[i]) + chars_of(line->text) <= room)
            return line->lead[i];
    return line->lead[LEAD_PLAIN];
}

/* Where " (was 340)" or " (removed: it)" begins and is cut off before its end; the length of the text: nowhere. */
static size_t cut_note(struct str text)
{
    size_t at = text.len;
    while (at > 0 && text.ptr[at - 1] != '(' && text.ptr[at - 1] != ')')
        at--;
    struct str note = str_sub(text, at, text.len);
    bool cut = at > 1 && text.ptr[at - 1] == '('
               && (str_starts(note, STR("was")) || str_starts(note, STR("removed:")) || str_starts(note, STR("new:")));
    return cut ? at - 2 : text.len;
}

/* Whether the first n characters of it would end inside a word of a script with spaces: an address, mostly. */
static bool is_split(struct str text, size_t n)
{
    struct str head = chars_of(text) > n ? chars_head(text, n - 1) : text;
    return head.len && head.len < text.len && isgraph((unsigned char)text.ptr[head.len])
           && isgraph((unsigned char)head.ptr[head.len - 1]);
}

/* The first n characters, and a mark where that is not all. What it was is said whole or not at all. */
static void add_cut(struct buf *out, struct str text, size_t n)
{
    struct str head = chars_of(text) > n ? chars_head(text, n - 1) : text;
    size_t note = head.len < text.len ? cut_note(head) : head.len;
    if (note == head.len && head.len < text.len && str_ends(head, STR(",")))
        note = --head.len;
    buf_add(out, str_sub(head, 0, note));
    if (head.len < text.len && note == head.len && !str_ends(head, STR("…")))
        buf_add(out, STR("…"));
}

/* Drops the full stop, colon or comma of what is said: the line goes on. */
static void go_on(struct buf *out)
{
    if (out->len && memchr(".:;,", out->ptr[out->len - 1], 4) && !str_ends(buf_str(out), STR("..")))
        out->len--;
}

/* "New: " before "New option --dry-run" would say it twice. */
static void add_lead(struct buf *out, struct str lead, struct str text)
{
    if (!str_eq(lead, STR("New: ")) || !str_starts_nocase(text, STR("new ")))
        buf_add(out, lead);
}

/* Whether the line says what stood there: "Oak table 360 euro (was 340)". */
static bool is_noted(struct str text)
{
    return str_ends(text, STR(")")) && cut_note(str_sub(text, 0, text.len - 1)) + 1 < text.len;
}

/* "Oak table 360 euro (was 340)" is not read as new, whatever stands before it. */
static bool says_was(struct str text)
{
    return is_noted(text) && str_starts(str_sub(text, cut_note(str_sub(text, 0, text.len - 1)), text.len), STR(" (was "));
}

/* What of a line fits into the room: all of it, its beginning where that has what changed, else the words that changed; empty: too
 * little. */
static struct str text_within(const struct headline_view *v, const struct headline_line *line, size_t room, bool brief)
{
    bool noted = is_noted(line->text);
    if (chars_of(line->text) <= room)
        return line->text;
    if (room < HALF_CHARS)
        return STR("");
    if (!noted && room > line->need)
        return is_split(line->text, room) ? STR("") : line->text;
    return brief ? headline_brief(v, line->item, room) : STR("");
}

/* Adds a line after what is said, where it fits, or enough of it. `lead`: what the line before began with. `brief`: the words that changed
 * will do. */
static bool join_line(const struct headline_view *v, struct buf *out, const struct headline_line *line, struct str *lead,
                      bool brief)
{
    size_t used = chars_of(buf_str(out)) + 2;
    size_t room = used < HEADLINE_CHARS ? HEADLINE_CHARS - used : 0;
    struct str own = lead_that_fits(line, room);
    if (own.len == 0 && lead->len && !(says_was(line->text) && str_starts(*lead, STR("New"))))
        own = STR("Changed: "); /* what stands behind "Removed:" would read as removed */
    bool same = str_eq(*lead, line->lead[LEAD_COUNTED]) || str_eq(*lead, line->lead[LEAD_PLACED]) || str_eq(*lead, own);
    own = same ? STR("") : own;
    size_t begin = chars_of(own);
    struct str text = room < begin + JOIN_CHARS ? STR("") : text_within(v, line, room - begin, brief);
    if (text.len == 0)
        return false;
    *lead = same ? *lead : own;
    go_on(out);
    buf_add(out, STR("; "));
    add_lead(out, own, text);
    add_cut(out, text, room - begin);
    return true;
}

/* The first line: all of it where it is not long, else enough of it to leave room for another. */
static struct str first_line(struct buf *out, const struct headline_line *line, bool alone)
{
    struct str lead = lead_that_fits(line, HEADLINE_CHARS), counted = line->lead[LEAD_COUNTED];
    bool many = line->item->record != NONE && counted.len
                && isdigit((unsigned char)*counted.ptr); /* how many they are says more than the end of the first */
    lead = many && chars_of(counted) + HEADLINE_FIRST_CHARS / 2 + HALF_CHARS <= HEADLINE_CHARS ? counted : lead;
    size_t begin = chars_of(lead), all = begin + chars_of(line->text);
    size_t most =
        alone || all <= HEADLINE_CHARS - HALF_CHARS ? HEADLINE_CHARS : MAX((size_t)HEADLINE_FIRST_CHARS, begin + line->need + 1);
    if (most > begin && is_split(line->text, most - begin))
        most = HEADLINE_CHARS;
    add_lead(out, lead, line->text);
    add_cut(out, line->text, MIN(most, (size_t)HEADLINE_CHARS) - begin);
    return lead;
}

/* The lines of a headline, the most important first, and how many there would be if there were room for all. */
struct headline_lines {
    struct headline_line item[2 * HEADLINE_LINES];
    bool said[2 * HEADLINE_LINES]; /* in the headline itself */
    uint32_t n, n_all;
};

/* The first line, the next ones that fit, and that there are more. */
static struct str join(const struct headline_view *v, struct headline_lines *lines)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    const struct headline_line *line = lines->item;
    bool alone = lines->n == 1 || line[1].item->value < WORTH_A_CUT * line[0].item->value;
    struct str lead = first_line(&b, &line[0], alone);
    bool whole = str_ends(buf_str(&b), line[0].text); /* it is not cut for a part of the second, nor for one that is worth less */
    uint32_t n_said = lines->said[0] = true;
    for (uint32_t i = 1; i < lines->n && (whole || n_said == i); i++)
        n_said += lines->said[i] = join_line(v, &b, &line[i], &lead, whole);
    if (n_said == 1 && !alone) {
        buf_clear(&b);
        first_line(&b, &line[0], true);
    }
    if (lines->n_all > n_said && chars_of(buf_str(&b)) + 12 <= HEADLINE_CHARS) {
        go_on(&b);
        buf_add(&b, STR("; and more")); /* no number: pieces are not what views count as changes */
    }
    return arena_str(v->arena, buf_str(&b));
}

/* Whether another line of the same rows says how many they are, before this one. */
static bool is_counted(const struct headline_lines *lines, uint32_t i)
{
    bool counted = false;
    for (uint32_t k = 0; k < lines->n && lines->item[i].item->rows; k++)
        counted |=
            k != i && (k < i || lines->said[k]) && str_eq(lines->item[k].lead[LEAD_COUNTED], lines->item[i].lead[LEAD_COUNTED]);
    return counted;
}

static struct str whole_line(struct arena *a, const struct headline_lines *lines, uint32_t i)
{
    const struct headline_line *line = &lines->item[i];
    struct str lead = is_counted(lines, i) ? STR("") : line->lead[LEAD_PLACED];
    if (chars_of(lead) + chars_of(line->text) > HEADLINE_CHARS)
        lead = line->lead[LEAD_PLAIN];
    AUTO(buf) b = BUF(LINE_BYTES);
    add_lead(&b, lead, line->text);
    add_cut(&b, line->text, HEADLINE_CHARS - chars_of(lead));
    return arena_str(a, buf_str(&b));
}

/* Another address behind the same words, which leads to the same thing for all that is known: worth a line where there is no other. */
static bool is_address(const struct delta *d, const struct judge_piece *piece)
{
    struct link_change link;
    return piece->kind == PIECE_LINK && link_change_of(d, piece->change, &link) && !link_matters(&link);
}

/* The least share of what is said: noise is not quoted beside news. */
static double least_share(const struct headline_piece *item, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (item[i].value > 0 && item[i].share >= SURE_SHARE)
            return SURE_SHARE;
    return 0;
}

static void find_lines(const struct headline_view *v, const struct headline_piece *item, uint32_t n, struct headline_lines *out)
{
    double least = least_share(item, n);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < n && item[i].value > 0; i++) {
        if (item[i].share < least || (out->n && is_address(v->delta, item[i].piece)))
            continue;
        bool room = out->n < ARRAY_LEN(out->item) && tried++ < TRIED_MAX;
        struct headline_line one = room ? headline_line(v, &item[i]) : (struct headline_line){ 0 };
        if (out->n && (is_number(one.text) || (one.text.len && is_bare_loss(&one)))) /* "1." before a clause says nothing more */
            continue;
        uint32_t had = out->n;
        bool unsaid = one.text.len == 0;
        if (!unsaid)
            add_line(out->item, &out->n, one);
        out->n_all += unsaid + out->n - had; /* below 0 where it says what several said */
    }
}

struct headline headline_make(struct arena *a, const struct delta *d, const struct judge_pieces *pieces,
                              struct headline_piece *item, uint32_t n)
{
    struct headline_view view = { .arena = a, .delta = d, .old_dates = &pieces->old.dates, .new_dates = &pieces->new.dates };
    struct headline_lines lines = { .n = 0 };
    struct headline out = { 0 };
    headline_values(a, d, item, n);
    if (n == 0)
        return out;
    if (n == 1 && item->share > 0) /* of one thing something is said, and be it a code */
        item->value = MAX(item->value, LEAST_VALUE);
    qsort(item, n, sizeof *item, by_value);
    headline_look(&view, item, n, least_share(item, n));
    find_lines(&view, item, n, &lines);
    if (!lines.n) { /* all that came is on the page already: a list of its contents */
        view.known_old = view.known_new = NULL;
        view.again = true;
        lines.n_all = 0;
        find_lines(&view, item, n, &lines);
    }
    if (!lines.n)
        return out;
    out.text = join(&view, &lines);
    for (uint32_t i = 1; i < lines.n && out.n_lines < HEADLINE_LINES; i++)
        if (!lines.said[i])
            out.line[out.n_lines++] = whole_line(a, &lines, i);
    return out;
}
