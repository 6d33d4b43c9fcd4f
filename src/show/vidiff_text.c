/* In: what Vi-DIFF found. Out: lines for a terminal.
 *
 * A line for each operation that a reader would see, in the order of the page; of a text the words that differ, with some around them; what
 * is left (the same words in other blocks) in one line at the end. Words come from the row of the page where there is one, so that those of
 * links stand where they are read. Nothing of a page reaches the terminal as a command. O(words + operations log operations). */
#include <stdlib.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "show/vidiff.h"
#include "show/vidiff_told.h"

enum {
    SHOWN_BYTES = 400, /* of a text or an address; the delta has the rest */
    AROUND_WORDS = 6,  /* on both sides of what differs */
    NAME_WORDS = 8,    /* of a block's name */
    NAME_BYTES = 60,
};

/* Control characters as "?". */
static void add_safe(struct buf *out, struct str text)
{
    struct str head = utf8_head(text, SHOWN_BYTES);
    const char *at = head.ptr, *end = head.ptr + head.len;
    while (at < end) {
        uint32_t character;
        unsigned len = utf8_next(at, end, &character);
        if (char_is_unsafe(character))
            buf_add_char(out, '?');
        else
            buf_add_bytes(out, at, len);
        at += len;
    }
    buf_add(out, head.len < text.len ? STR("…") : STR(""));
}

/* ---- What a block is called ---- */

/* Its heading, else its first words. */
static struct str name_of(struct arena *a, const struct told_side *s, uint32_t block)
{
    AUTO(buf) b = BUF(KIB(4));
    uint32_t heading = 0, words = 0, left = 0;
    struct str name = STR("");
    for (uint32_t i = s->start[block]; i < s->start[block + 1] && !heading; i++) {
        uint32_t unit = s->words->item[s->token[i]].unit;
        enum judge_unit_kind kind = s->words->unit[unit].kind;
        heading = kind == UNIT_MAIN_HEADING || kind == UNIT_HEADING ? unit : 0;
    }
    for (uint32_t i = s->start[block]; i < s->start[block + 1]; i++) {
        const struct judge_word *w = &s->words->item[s->token[i]];
        if (w->thing || (heading && w->unit != heading))
            continue;
        if (words >= NAME_WORDS || b.len + w->text.len > NAME_BYTES) {
            left++;
            continue;
        }
        buf_add(&b, w->space && b.len ? STR(" ") : STR(""));
        buf_add(&b, w->text);
        words += !w->mark;
    }
    buf_add(&b, left ? STR("…") : STR(""));
    return buf_take(&b, a, &name, NULL) ? STR("") : name;
}

struct lines {
    struct arena *arena;
    const struct vidiff_view *view;
    const struct vidiff_told *told;
    struct buf *out;
};

/* `block 1.2 "How to register"`, of the old version `old block 1.2 ...` */
static void add_block(struct lines *l, bool old, uint32_t block)
{
    const struct told_side *s = old ? &l->told->old : &l->told->new;
    struct str name = name_of(l->arena, s, block);
    buf_addf(l->out, "%sblock ", old ? "old " : "");
    add_safe(l->out, s->document->block[block].ref);
    if (name.len) {
        buf_add(l->out, STR(" \""));
        add_safe(l->out, name);
        buf_add_char(l->out, '"');
    }
}

/* ---- Texts ---- */

/* A word of either version, in the order in which both are read. */
struct text_word {
    const struct judge_word *word;
    uint8_t fate;
    bool old;
};

struct text_words {
    struct text_word *item;
    uint32_t n, room;
};

/* All words of some blocks of one side, in their order. */
struct token_list {
    const struct told_side *side;
    const uint32_t *token; /* numbers of words */
    uint32_t n;
};

/* Where there is no page, nobody knows where in the text the words of a link stand. */
static bool is_read(const struct judge_word *w)
{
    return !w->thing && (w->kind == VI_TEXT || w->word != NONE);
}

static void add_words_until(struct arena *a, const struct token_list *from, uint32_t *at, uint32_t stays, struct text_words *out,
                            bool old)
{
    for (; *at < from->n; ++*at) {
        uint32_t token = from->token[*at];
        const struct judge_word *w = &from->side->words->item[token];
        if (from->side->stays[token] > stays)
            return;
        if (is_read(w) && (!old || from->side->fate[token] != FATE_STAYS))
            *VEC_ADD(a, out) = (struct text_word){ w, from->side->fate[token], old };
    }
}

static struct token_list tokens_of(struct arena *a, const struct told_side *s, const uint32_t *block, uint32_t n_blocks)
{
    uint32_t n = 0, at = 0;
    for (uint32_t i = 0; i < n_blocks; i++)
        n += s->start[block[i] + 1] - s->start[block[i]];
    uint32_t *token = NEW_ARRAY(a, uint32_t, n + 1);
    for (uint32_t i = 0; i < n_blocks; i++)
        for (uint32_t k = s->start[block[i]]; k < s->start[block[i] + 1]; k++)
            token[at++] = s->token[k];
    return (struct token_list){ s, token, n };
}

/* The words of the new blocks, and what the old ones lost between them. */
static void merge_words(struct arena *a, const struct token_list *old, const struct token_list *new, struct text_words *out)
{
    uint32_t o = 0, n = 0;
    while (n < new->n) {
        uint32_t stays = new->side->stays[new->token[n]], before = n;
        add_words_until(a, old, &o, stays, out, true);
        for (; n < new->n && (n == before || new->side->stays[new->token[n]] == stays); n++) {
            const struct judge_word *w = &new->side->words->item[new->token[n]];
            if (is_read(w))
                *VEC_ADD(a, out) = (struct text_word){ w, new->side->fate[new->token[n]], false };
        }
    }
    add_words_until(a, old, &o, UINT32_MAX, out, true);
}

static bool all_alike(const struct text_word *word, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (word[i].fate != word[from].fate || word[i].old != word[from].old)
            return false;
    return true;
}

/* Words [from, to), what went in [- -] and what came in {+ +}, unless that is so of all of them. */
static void add_marked(struct lines *l, const struct text_word *word, uint32_t from, uint32_t to)
{
    static const char *const marks[][3] = { { "", "", "" }, { "", "[-", "{+" }, { "", "-]", "+}" } };
    bool plain = all_alike(word, from, to);
    const char *const *open = marks[plain ? 0 : 1], *const *close = marks[plain ? 0 : 2];
    unsigned last = 0;
    size_t start = l->out->len;
    for (uint32_t i = from; i < to; i++) {
        unsigned mark = word[i].fate == FATE_STAYS ? 0 : word[i].old ? 1 : 2;
        if (mark != last)
            buf_add(l->out, str_of(close[last]));
        buf_add(l->out, word[i].word->space && i > from && !(last == 1 && mark == 2) ? STR(" ") : STR(""));
        if (mark != last)
            buf_add(l->out, str_of(open[mark]));
        last = mark;
        add_safe(l->out, word[i].word->text);
        if (l->out->len - start > SHOWN_BYTES && i + 1 < to) {
            buf_add(l->out, STR("…"));
            break;
        }
    }
    buf_add(l->out, str_of(close[last]));
}

/* One place where words differ: those that do, and some around them. */
struct hunk {
    uint32_t from, to;
    bool text; /* a word of the text differs; else only those of links, which have operations of their own */
};

static bool next_hunk(const struct text_words *w, struct hunk *h)
{
    uint32_t i = h->to, last;
    while (i < w->n && w->item[i].fate == FATE_STAYS)
        i++;
    if (i == w->n)
        return false;
    h->text = false;
    h->from = MAX(h->to, i > AROUND_WORDS ? i - AROUND_WORDS : 0);
    for (last = i; i < w->n && i <= last + 2 * AROUND_WORDS; i++)
        if (w->item[i].fate != FATE_STAYS) {
            last = i;
            h->text |= w->item[i].word->kind == VI_TEXT;
        }
    h->to = MIN(last + 1 + AROUND_WORDS, w->n);
    return true;
}

static void add_text(struct lines *l, const struct vi_change *c, const struct token_list *old, const struct token_list *new)
{
    struct text_words words = { 0 };
    struct hunk h = { 0 };
    bool any = false;
    merge_words(l->arena, old, new, &words);
    while (next_hunk(&words, &h)) {
        bool came = false, went = false;
        for (uint32_t i = h.from; i < h.to; i++) {
            came |= words.item[i].fate != FATE_STAYS && !words.item[i].old;
            went |= words.item[i].fate != FATE_STAYS && words.item[i].old;
        }
        if (!h.text)
            continue;
        any = true;
        buf_addf(l->out, "%c text \"%s", came && went ? '~' : came ? '+' : '-', h.from ? "… " : "");
        add_marked(l, words.item, h.from, h.to);
        buf_addf(l->out, "%s\" in ", h.to < words.n ? " …" : "");
        add_block(l, c->new_block == VIXML_NONE, c->new_block == VIXML_NONE ? c->old_block : c->new_block);
        buf_add_char(l->out, '\n');
    }
    if (any)
        return;
    buf_addf(l->out, "%c text \"", "+-~>"[c->op]);
    add_safe(l->out, c->op == VI_DELETE ? c->old.name : c->new.name);
    buf_add(l->out, STR("\" in "));
    add_block(l, c->op == VI_DELETE, c->op == VI_DELETE ? c->old_block : c->new_block);
    buf_add_char(l->out, '\n');
}

/* The blocks of a split or merge, on the side of its parts and on the other. */
static void add_joined(struct lines *l, const struct vi_change *c)
{
    const struct vi_structure *s = &l->view->delta->structure[c->joined];
    bool split = s->op == VI_BLOCK_SPLIT;
    const struct vixml *x = split ? l->view->new : l->view->old;
    const struct told_side *part_side = split ? &l->told->new : &l->told->old, *side = split ? &l->told->old : &l->told->new;
    uint32_t *part = NEW_ARRAY(l->arena, uint32_t, s->n_parts + 1), whole = split ? s->old_block : s->new_block;
    struct map refs;
    vixml_refs(x, l->arena, &refs);
    for (uint32_t i = 0; i < s->n_parts; i++)
        part[i] = vixml_find(x, &refs, s->part[i]);
    struct token_list parts = tokens_of(l->arena, part_side, part, s->n_parts), one = tokens_of(l->arena, side, &whole, 1);
    struct vi_change told = *c;
    told.new_block = split ? part[0] : whole;
    add_text(l, &told, split ? &one : &parts, split ? &parts : &one);
}

static void add_text_change(struct lines *l, const struct vi_change *c)
{
    if (c->joined != VIXML_NONE) {
        add_joined(l, c);
        return;
    }
    struct token_list old = tokens_of(l->arena, &l->told->old, &c->old_block, c->op != VI_INSERT);
    struct token_list new = tokens_of(l->arena, &l->told->new, &c->new_block, c->op != VI_DELETE);
    add_text(l, c, &old, &new);
}

/* ---- Links and images ---- */

static void add_thing(struct lines *l, const struct vi_thing *t)
{
    buf_add_char(l->out, '"');
    add_safe(l->out, t->name);
    buf_add(l->out, STR("\" "));
    add_safe(l->out, t->address);
}

static void add_thing_change(struct lines *l, const struct vi_change *c)
{
    buf_addf(l->out, "%c %s ", "+-~>"[c->op], vi_kind_name[c->kind]);
    if (c->op == VI_DELETE || c->op == VI_UPDATE)
        add_thing(l, &c->old);
    buf_add(l->out, c->op == VI_UPDATE ? STR(" -> ") : STR(""));
    if (c->op != VI_DELETE)
        add_thing(l, &c->new);
    buf_add(l->out, c->op == VI_MOVE ? STR(" moved from ") : STR(" in "));
    bool old = c->op == VI_DELETE || c->op == VI_MOVE;
    add_block(l, old, old ? c->old_block : c->new_block);
    if (c->op == VI_MOVE) {
        buf_add(l->out, STR(" to "));
        add_block(l, false, c->new_block);
    }
    buf_add_char(l->out, '\n');
}

/* ---- Blocks ---- */

static void add_refs(struct lines *l, const struct vi_structure *s)
{
    for (uint32_t i = 0; i < s->n_parts; i++) {
        buf_add(l->out, i ? STR(", ") : STR(" "));
        add_safe(l->out, s->part[i]);
    }
}

static void add_structure(struct lines *l, const struct vi_structure *s)
{
    buf_addf(l->out, "%c ", "+-><="[s->op]);
    if (s->op == VI_BLOCK_MERGE) {
        buf_add(l->out, STR("old blocks"));
        add_refs(l, s);
        buf_add(l->out, STR(" merged into "));
    }
    bool old = s->op == VI_BLOCK_DELETE || s->op == VI_BLOCK_SPLIT;
    add_block(l, old, old ? s->old_block : s->new_block);
    if (s->op == VI_BLOCK_SPLIT) {
        buf_add(l->out, STR(" split into blocks"));
        add_refs(l, s);
    }
    buf_add(l->out, s->op == VI_BLOCK_INSERT   ? STR(" inserted")
                    : s->op == VI_BLOCK_DELETE ? STR(" deleted")
                    : s->op == VI_BLOCK_MOVE   ? STR(" moved")
                                               : STR(""));
    if (s->op == VI_BLOCK_MOVE && !str_eq(s->from, s->to)) {
        buf_add(l->out, STR(" (before: block "));
        add_safe(l->out, s->from);
        buf_add_char(l->out, ')');
    }
    buf_add_char(l->out, '\n');
}

/* ---- All of it, in the order of the page ---- */

struct told_line {
    uint32_t at;     /* the new block, or the one after which an old one stood */
    uint32_t number; /* of structure[], then of change[] */
    bool change;
};

static int by_place(const void *left, const void *right)
{
    const struct told_line *l = left, *r = right;
    if (l->at != r->at)
        return l->at < r->at ? -1 : 1;
    if (l->change != r->change)
        return l->change ? 1 : -1;
    return (l->number > r->number) - (l->number < r->number);
}

/* Where an old block stands in the new version. */
static uint32_t place_of_old(const struct videlta *d, uint32_t old)
{
    for (uint32_t o = old + 1; o-- > 0;)
        if (d->block_to[o] != VIXML_NONE)
            return d->block_to[o];
    return 0;
}

static void add_lines(struct lines *l)
{
    const struct videlta *d = l->view->delta;
    VEC(struct told_line) lines = { 0 };
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        if (l->told->structure[i])
            *VEC_ADD(l->arena, &lines) =
                (struct told_line){ s->new_block != VIXML_NONE ? s->new_block : place_of_old(d, s->old_block), i, false };
    }
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct vi_change *c = &d->change[i];
        if (l->told->change[i])
            *VEC_ADD(l->arena, &lines) =
                (struct told_line){ c->new_block != VIXML_NONE ? c->new_block : place_of_old(d, c->old_block), i, true };
    }
    if (lines.n > 1)
        qsort(lines.item, lines.n, sizeof *lines.item, by_place);
    for (uint32_t i = 0; i < lines.n; i++) {
        const struct told_line *line = &lines.item[i];
        if (!line->change)
            add_structure(l, &d->structure[line->number]);
        else if (d->change[line->number].kind == VI_TEXT)
            add_text_change(l, &d->change[line->number]);
        else
            add_thing_change(l, &d->change[line->number]);
    }
}

/* "Not visible to a reader: 5 blocks inserted, 2 merged." */
static void add_regrouped(struct lines *l)
{
    static const char *const word[VI_STRUCTURE_OPS] = { "inserted", "deleted", "moved", "split", "merged" };
    const struct vidiff_told *t = l->told;
    uint32_t n = t->regrouped_things;
    bool first = true;
    for (unsigned op = 0; op < VI_STRUCTURE_OPS; op++)
        n += t->regrouped[op];
    if (!n)
        return;
    buf_add(l->out, STR("Not visible to a reader:"));
    for (unsigned op = 0; op < VI_STRUCTURE_OPS; op++)
        if (t->regrouped[op]) {
            buf_addf(l->out, "%s %u%s %s", first ? "" : ",", t->regrouped[op],
                     !first                  ? ""
                     : t->regrouped[op] == 1 ? " block"
                                             : " blocks",
                     word[op]);
            first = false;
        }
    if (t->regrouped_things)
        buf_addf(l->out, "%s %u link%s, image%s or text%s in another block or written differently", first ? "" : ",",
                 t->regrouped_things, t->regrouped_things == 1 ? "" : "s", t->regrouped_things == 1 ? "" : "s",
                 t->regrouped_things == 1 ? "" : "s");
    buf_add(l->out, STR(".\n"));
}

void vidiff_importance_text(struct arena *a, const struct vidiff_view *v, struct buf *out)
{
    const struct importance *all = v->importance;
    struct lines l = { a, v, v->told, out };
    struct map old_refs, new_refs;
    uint32_t hidden = 0;
    vixml_refs(v->old, a, &old_refs);
    vixml_refs(v->new, a, &new_refs);
    buf_addf(out, "importance %.4f: %u of %u block%s changed\n", all->value, all->n, all->n_blocks, all->n_blocks == 1 ? "" : "s");
    for (uint32_t k = 0; k < all->n; k++) {
        const struct importance_share *s = &all->block[k];
        bool old = !s->ref.len;
        uint32_t block = old ? vixml_find(v->old, &old_refs, s->from) : vixml_find(v->new, &new_refs, s->ref);
        if (s->share < 0.00005 && all->value > 0) {
            hidden++;
            continue;
        }
        buf_addf(out, "%.4f  ", s->share);
        if (block != VIXML_NONE)
            add_block(&l, old, block);
        buf_addf(out, ", %.1f%% of the page: ", 100 * s->weight);
        add_safe(out, s->why);
        buf_add_char(out, '\n');
    }
    if (hidden)
        buf_addf(out, "%u more block%s with less than 0.0001 each\n", hidden, hidden == 1 ? "" : "s");
}

void vidiff_text(struct arena *a, const struct vidiff_view *v, struct buf *out)
{
    struct lines l = { a, v, v->told, out };
    if (v->weigh)
        vidiff_importance_text(a, v, out);
    add_lines(&l);
    add_regrouped(&l);
}
