/* One passage of the text view: a changed sentence or row with all its changes, cut short where it is long. */
#include "base/limits.h"
#include "show/label.h"
#include "show/location.h"
#include "show/text_view.h"

enum {
    KEPT_WORDS = 30,  /* of a run of kept words that is shown whole; of a longer one ... */
    AROUND_WORDS = 9, /* ... so many beside a change */
    START_WORDS = 80, /* of a passage longer than START_WORDS + END_WORDS its start ... */
    END_WORDS = 40,   /* ... and its end are shown ... */
    GAP_WORDS = 20,   /* ... unless it is longer by less than this: what is left out must be worth the note that it was */
};

/* The border of two blocks nearest to word `w` on the way to `to`, short of `end`; `w` where there is none. */
static uint32_t block_near(const struct page *p, uint32_t w, uint32_t to, uint32_t end)
{
    for (uint32_t at = w; at != to && at != end; at += to > w ? 1 : -1)
        if (location_starts_block(p, at) && !location_starts_cell(p, at))
            return at;
    return w;
}

/* What stands where a stretch is cut before word `w`. */
static void add_edge(struct text_view *v, const struct page *p, uint32_t w)
{
    if (location_starts_block(p, w) && !location_starts_cell(p, w))
        wrap_newline(&v->wrap);
    else
        wrap_space(&v->wrap);
}

/* A stretch that came, went or moved; of a very long one the start and the end. */
static void add_changed(struct text_view *v, const struct stretch *s, enum wrap_style style)
{
    struct wrap *w = &v->wrap;
    uint32_t n = s->end - s->word;

    wrap_set(w, style);
    if (n < START_WORDS + END_WORDS + GAP_WORDS) {
        text_run(v, s->page, s->word, s->end);
    } else {
        uint32_t from = page_cut(s->page, s->word + START_WORDS, s->end), to = page_cut(s->page, s->end - END_WORDS, s->end);

        from = block_near(s->page, from, from - GAP_WORDS, s->word);
        to = block_near(s->page, to, to + GAP_WORDS, s->end);
        text_run(v, s->page, s->word, from);
        add_edge(v, s->page, from);
        wrap_words(w, arena_printf(v->scratch, "… (%u words) …", to - from));
        add_edge(v, s->page, to);
        text_run(v, s->page, to, s->end);
    }
    wrap_set(w, WRAP_PLAIN);
}

/* The end of the cell that opens a row and so names it, where a stretch begins with it; else its start. */
static uint32_t name_end(const struct stretch *s)
{
    uint32_t row = passage_row(s->page, s->word), end = s->word;

    if (row == NONE || s->page->first_word[row] != s->word)
        return s->word;
    while (end < s->end && (end == s->word || !location_starts_cell(s->page, end)))
        end++;
    return end;
}

/* Kept words: whole, or where that is long what stands beside the changes before and behind. */
static void add_kept(struct text_view *v, const struct stretch *s, bool first, bool last)
{
    uint32_t n = s->end - s->word, head = first ? name_end(s) : page_cut(s->page, s->word + AROUND_WORDS, s->end);
    uint32_t tail = last ? s->end : page_cut(s->page, s->end - AROUND_WORDS, s->end);

    if (n <= KEPT_WORDS || head >= tail) {
        text_run(v, s->page, s->word, s->end);
        return;
    }
    if (head > s->word)
        text_run(v, s->page, s->word, head);
    text_dots(v);
    if (tail < s->end)
        text_run(v, s->page, tail, s->end);
}

static enum wrap_style style_of(const struct text_view *v, const struct stretch *s)
{
    if (s->change == NONE)
        return WRAP_PLAIN;
    if (s->page == v->delta->old)
        return WRAP_OLD;
    return v->delta->change[s->change].kind == CHANGE_MOVE ? WRAP_MOVED : WRAP_NEW;
}

/* What stands between two stretches: between old words and those that came for them nothing, but for a space where colours alone tell them
 * apart, or where only the new ones had one before them. */
static void add_seam(struct text_view *v, const struct stretch *before, const struct stretch *now)
{
    if (before->change != NONE && before->change == now->change && before->page != now->page) {
        if (v->wrap.color || (now->page->word[now->word].flags & ~before->page->word[before->word].flags & WORD_SPACE))
            wrap_space(&v->wrap);
        return;
    }
    if (before->page == v->delta->old && now->page == v->delta->new && now->page->word[now->word].flags &WORD_BREAK
        && !location_starts_block(before->page, before->end)) {
        wrap_space(&v->wrap); /* what went stood in one line with what is now its start */
        return;
    }
    if (now->page->word[now->word].flags & WORD_BREAK && !location_starts_row(now->page, now->word))
        text_sign(v, location_starts_cell(now->page, now->word) ? STR("|") : STR("·"));
    else
        text_separator(v, now->page, now->word);
}

static char sign_of(const struct text_view *v, const struct stretches *list)
{
    bool old = false, new = false, kept = false;

    for (uint32_t i = 0; i < list->n; i++) {
        enum wrap_style style = style_of(v, &list->item[i]);
        if (style == WRAP_MOVED)
            return '>';
        old |= style == WRAP_OLD;
        new |= style == WRAP_NEW;
        kept |= style == WRAP_PLAIN;
    }
    return kept || (old && new) ? '~' : new ? '+' : '-';
}

/* Where it is told that something moved, and from where. */
static void add_moved_from(struct text_view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    uint32_t from = location_heading_left(d, c);
    struct str there = from == NONE ? STR("") : location_heading_text(v->scratch, d->old, from);

    if (there.len)
        text_note(v, arena_printf(v->scratch, "(moved from \"%.*s\")", STR_ARG(there)));
    else
        text_note(v, label_was_below(d, c) ? STR("(moved up)") : STR("(moved down)"));
    wrap_space(&v->wrap);
}

static bool all_hidden(const struct text_view *v, const struct passages *p, const struct passage *passage)
{
    for (uint32_t k = passage->change; k < passage->change_end; k++)
        if (passage_holds(p, k) && !v->delta->change[k].hidden)
            return false;
    return true;
}

/* Where a passage stands. */
static struct place place_of(const struct text_view *v, const struct passage *passage)
{
    if (passage->word < passage->end)
        return place_find(&v->places, passage->word, passage->end);
    return place_of_change(&v->places, v->delta, &v->delta->change[passage->change]);
}

static uint32_t skip_dividers(const struct stretch *s)
{
    uint32_t word = s->word;

    while (word < s->end && location_is_divider(s->page, word))
        word++;
    return word;
}

/* Dividers at the ends of a stretch tell nothing, unless the whole passage is nothing else. */
static void trim_dividers(const struct stretches *list)
{
    bool says_more = false;

    for (uint32_t i = 0; i < list->n; i++)
        says_more |= skip_dividers(&list->item[i]) < list->item[i].end;
    for (uint32_t i = 0; i < list->n && says_more; i++) {
        struct stretch *s = &list->item[i];
        s->word = skip_dividers(s);
        while (s->change != NONE && s->end > s->word && location_is_divider(s->page, s->end - 1))
            s->end--;
    }
}

/* What is read of a picture that stands alone in a stretch; empty for anything else. */
static struct str picture_text(struct text_view *v, const struct stretch *s)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    if (s->end - s->word == 1 && s->page->word[s->word].flags & WORD_ATOM)
        location_atom_text(s->page, s->word, &text);
    return arena_str(v->scratch, buf_str(&text));
}

/* Whether a picture came for another that is described in the same words: both would read the same. */
static bool reads_same(struct text_view *v, const struct stretch *old, const struct stretch *new)
{
    struct str was =
        old->page == v->delta->old && new->page == v->delta->new && old->change == new->change ? picture_text(v, old) : STR("");

    return was.len && str_eq(was, picture_text(v, new));
}

/* A picture by its file, in the words "picture "Logo": a.gif -> b.gif". */
static void add_files(struct text_view *v, const struct stretch *old, const struct stretch *new)
{
    struct str was = STR(""), is = STR("");

    dom_attr(&old->page->dom, old->page->word[old->word].node, STR("src"), &was);
    dom_attr(&new->page->dom, new->page->word[new->word].node, STR("src"), &is);
    wrap_words(&v->wrap, picture_text(v, new));
    wrap_space(&v->wrap);
    text_old_new(v, str_trim(was), str_trim(is));
}

static void add_stretches(struct text_view *v, const struct stretches *list)
{
    const struct stretch *before = NULL;

    trim_dividers(list);
    for (uint32_t i = 0; i < list->n; i++) {
        const struct stretch *s = &list->item[i];
        enum wrap_style style = style_of(v, s);
        if (s->word == s->end)
            continue;
        if (before)
            add_seam(v, before, s);
        if (i + 1 < list->n && reads_same(v, s, s + 1))
            add_files(v, s, s + 1), s = &list->item[++i];
        else if (style == WRAP_PLAIN)
            add_kept(v, s, i == 0, i + 1 == list->n);
        else
            add_changed(v, s, style);
        before = s;
    }
}

/* Other addresses of the links and pictures in a passage are told behind it, in brackets. */
static void add_addresses(struct text_view *v, const struct passage *passage)
{
    const struct delta *d = v->delta;
    uint32_t k = passage->change;

    while (k > 0 && d->change[k - 1].new_word >= passage->word)
        k--;
    for (; k < d->n_changes && d->change[k].new_word < passage->end; k++) {
        const struct change *c = &d->change[k];
        struct address_change other;
        if (c->class != CLASS_CONTENT || c->new_end > passage->end || location_about(d, c) != ABOUT_MARKUP
            || !text_find_address(d, c, &other))
            continue;
        v->told[k] = true;
        if (text_says_address(v, c, other.new))
            continue;
        wrap_space(&v->wrap);
        wrap_add(&v->wrap, STR("("));
        text_address(v, c, &other, c->new_word > passage->word || c->new_end < passage->end);
        wrap_add(&v->wrap, STR(")"));
    }
}

void text_passage(struct text_view *v, const struct passages *p, const struct passage *passage)
{
    const struct change *moved = &v->delta->change[passage->change];
    struct stretches list;

    passage_cut(v->scratch, p, passage, &list);
    text_place(v, place_of(v, passage));
    text_start(v, sign_of(v, &list));
    if (moved->kind == CHANGE_MOVE)
        add_moved_from(v, moved);
    add_stretches(v, &list);
    add_addresses(v, passage);
    if (all_hidden(v, p, passage))
        wrap_space(&v->wrap), text_note(v, STR("(hidden)"));
    wrap_end(&v->wrap);
}
