/* In: two documents, the delta and what it weighs. Out: HTML or text for a person.
 *
 * The page has the blocks of the new version as they stand on the screen, drawn small, each that changed in the colour of what happened
 * and leading to its card; blocks that are gone are drawn where they were. Cards come in the order of their share where the change is
 * weighed, else in that of the page. Every byte of a document goes through buf_add_escaped. O(blocks + bytes of the changes). */
#include "show/vidiff.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "show/web.h"

enum {
    MAP_WIDTH = 320,   /* pixels */
    MAP_HEIGHT = 4000, /* at most; what is longer is drawn flatter */
    AROUND_BYTES = 80, /* of the text on both sides of what is rewritten */
    NAME_BYTES = 400,  /* of a link or a text that is shown; the delta has the rest */
};

#define POLICY "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/* One block that something happened to. */
struct card {
    uint32_t new_block, old_block; /* VIXML_NONE: not there */
    uint32_t first, n;             /* of view->number: changes told of it */
    const struct vi_structure *structure;
    const struct importance_share *share;
};

struct picture {
    struct arena *arena;
    const struct vidiff_view *view;
    struct buf *out;
    VEC(struct card) cards;
    uint32_t *number;              /* of changes, by card */
    uint32_t *new_card, *old_card; /* per block: its card, VIXML_NONE: none */
};

static uint32_t card_of(struct picture *d, uint32_t new_block, uint32_t old_block)
{
    uint32_t *slot = new_block != VIXML_NONE ? &d->new_card[new_block] : &d->old_card[old_block];
    if (*slot == VIXML_NONE) {
        *slot = d->cards.n;
        *VEC_ADD(d->arena, &d->cards) = (struct card){ .new_block = new_block, .old_block = old_block };
    }
    return *slot;
}

/* Where a change is told: in the block where its thing is now, else in the one where it was. */
static uint32_t card_of_change(struct picture *d, const struct vi_change *c)
{
    uint32_t now = c->new_block;
    if (c->op == VI_DELETE)
        now = d->view->delta->block_to[c->old_block];
    return card_of(d, now, c->old_block);
}

static bool is_part(const struct videlta *d, uint32_t cause)
{
    return cause != VIXML_NONE && (d->structure[cause].op == VI_BLOCK_SPLIT || d->structure[cause].op == VI_BLOCK_MERGE);
}

static void gather_cards(struct picture *d)
{
    const struct videlta *delta = d->view->delta;
    uint32_t at = 0;
    for (uint32_t i = 0; i < delta->n_changes; i++) {
        uint32_t card = card_of_change(d, &delta->change[i]); /* which may move the cards */
        d->cards.item[card].n++;
    }
    for (uint32_t i = 0; i < delta->n_structure; i++) {
        const struct vi_structure *s = &delta->structure[i];
        if (s->cause != VIXML_NONE)
            continue;
        uint32_t card = card_of(d, s->op == VI_BLOCK_SPLIT ? delta->block_to[s->old_block] : s->new_block, s->old_block);
        d->cards.item[card].structure = s;
    }
    for (uint32_t i = 0; i < d->cards.n; i++) {
        d->cards.item[i].first = at;
        at += d->cards.item[i].n;
        d->cards.item[i].n = 0;
    }
    d->number = NEW_ARRAY(d->arena, uint32_t, at);
    for (uint32_t i = 0; i < delta->n_changes; i++) {
        struct card *card = &d->cards.item[card_of_change(d, &delta->change[i])];
        d->number[card->first + card->n++] = i;
    }
}

/* Shares are found by the names of blocks. */
static void find_shares(struct picture *d)
{
    const struct vidiff_view *v = d->view;
    struct map new_refs, old_refs;
    vixml_refs(v->new, d->arena, &new_refs);
    vixml_refs(v->old, d->arena, &old_refs);
    for (uint32_t i = 0; i < v->importance->n; i++) {
        const struct importance_share *s = &v->importance->block[i];
        uint32_t n = s->deleted ? VIXML_NONE : vixml_find(v->new, &new_refs, s->ref);
        uint32_t o = s->deleted ? vixml_find(v->old, &old_refs, s->from) : VIXML_NONE;
        uint32_t card = n != VIXML_NONE ? d->new_card[n] : o != VIXML_NONE ? d->old_card[o] : VIXML_NONE;
        if (card != VIXML_NONE)
            d->cards.item[card].share = s;
    }
}

/* The colour of a card: what happened to the block as a whole, else the one kind of operation there is, else a mixture. */
static const char *class_of(const struct picture *d, const struct card *c)
{
    static const char *const op_class[VI_OPS] = { "insert", "delete", "update", "move" };
    static const char *const structure_class[VI_STRUCTURE_OPS] = { "insert", "delete", "move", "change", "change" };
    const struct videlta *delta = d->view->delta;
    if (c->structure)
        return structure_class[c->structure->op];
    if (c->n == 0)
        return "change";
    unsigned op = delta->change[d->number[c->first]].op;
    for (uint32_t i = 1; i < c->n; i++)
        if (delta->change[d->number[c->first + i]].op != op)
            return "update";
    return op_class[op];
}

static void add_name(struct buf *out, struct str text)
{
    struct str head = utf8_head(text, NAME_BYTES);
    buf_add_escaped(out, head);
    if (head.len < text.len)
        buf_add(out, STR("…"));
}

static struct str name_of(const struct picture *d, const struct card *c)
{
    return c->new_block != VIXML_NONE ? d->view->new->block[c->new_block].ref : d->view->old->block[c->old_block].ref;
}

static void add_anchor(struct buf *out, const struct picture *d, const struct card *c)
{
    buf_add(out, c->new_block != VIXML_NONE ? STR("block-") : STR("gone-"));
    buf_add_escaped(out, name_of(d, c));
}

static void add_rect(struct picture *d, const struct vixml_face *f, const char *class)
{
    buf_addf(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"%s\"/>", f->x, f->y, MAX(f->w, 4), MAX(f->h, 4),
             class);
}

static void add_map_block(struct picture *d, const struct vixml *x, uint32_t block, uint32_t card)
{
    const struct vixml_face *face = &x->block[block].face;
    if (card == VIXML_NONE) {
        add_rect(d, face, "same");
        return;
    }
    const struct card *c = &d->cards.item[card];
    buf_add(d->out, STR("<a href=\"#"));
    add_anchor(d->out, d, c);
    buf_add(d->out, STR("\">"));
    add_rect(d, face, c->new_block == VIXML_NONE ? "gone" : class_of(d, c));
    buf_add(d->out, STR("<title>"));
    buf_add_escaped(d->out, name_of(d, c));
    if (c->share) {
        buf_add(d->out, STR(": "));
        buf_add_escaped(d->out, c->share->why);
    }
    buf_add(d->out, STR("</title></a>\n"));
}

static void add_map(struct picture *d)
{
    const struct vidiff_view *v = d->view;
    int32_t w = MAX(v->new->block[0].face.w, v->old->block[0].face.w), h = MAX(v->new->block[0].face.h, v->old->block[0].face.h);
    if (w <= 0 || h <= 0)
        return;
    int64_t height = MIN((int64_t)h * MAP_WIDTH / w, (int64_t)MAP_HEIGHT);
    buf_addf(d->out,
             "<nav class=\"map\" aria-label=\"Map of the page\"><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%lld\" "
             "preserveAspectRatio=\"none\" role=\"img\">\n",
             w, h, MAP_WIDTH, (long long)height);
    for (uint32_t o = 1; o < v->old->n; o++)
        if (v->delta->block_to[o] == VIXML_NONE && vixml_is_leaf(v->old, o))
            add_map_block(d, v->old, o, d->old_card[o]);
    for (uint32_t n = 1; n < v->new->n; n++)
        if (vixml_is_leaf(v->new, n))
            add_map_block(d, v->new, n, d->new_card[n]);
    buf_add(d->out, STR("</svg></nav>\n"));
}

static void add_thing(struct buf *out, const struct vi_change *c, const struct vi_thing *t, const char *element)
{
    buf_addf(out, "<%s>", element);
    add_name(out, t->name.len || c->kind == VI_TEXT ? t->name : STR("(no name)"));
    buf_addf(out, "</%s>", element);
    if (c->kind != VI_TEXT) {
        buf_add(out, STR(" <span class=\"address\">"));
        add_name(out, t->address);
        buf_add(out, STR("</span>"));
    }
}

/* What both texts begin and end with is shown in part; between it the words that went and came. */
static void add_text_update(struct buf *out, struct str old, struct str new)
{
    size_t start = 0, end = 0, shorter = MIN(old.len, new.len);
    for (size_t i = 0; i < shorter && old.ptr[i] == new.ptr[i]; i++)
        start = old.ptr[i] == ' ' ? i + 1 : start;
    for (size_t i = 0; i < shorter - start && old.ptr[old.len - 1 - i] == new.ptr[new.len - 1 - i]; i++)
        end = old.ptr[old.len - 1 - i] == ' ' ? i + 1 : end;
    size_t from = start > AROUND_BYTES ? start - AROUND_BYTES : 0;
    while (from && from < start && old.ptr[from - 1] != ' ')
        from++;
    buf_add(out, from ? STR("… ") : STR(""));
    buf_add_escaped(out, str_sub(old, from, start));
    buf_add(out, STR("<del>"));
    add_name(out, str_sub(old, start, old.len - end));
    buf_add(out, STR("</del> <ins>"));
    add_name(out, str_sub(new, start, new.len - end));
    buf_add(out, STR("</ins>"));
    struct str rest = str_sub(new, new.len - end, new.len);
    size_t to = MIN(rest.len, (size_t)AROUND_BYTES);
    while (to < rest.len && rest.ptr[to] != ' ')
        to++;
    buf_add_escaped(out, str_sub(rest, 0, to));
    buf_add(out, to < rest.len ? STR(" …") : STR(""));
}

static void add_change(struct picture *d, const struct vi_change *c)
{
    bool rewritten = c->kind == VI_TEXT && c->op == VI_UPDATE;
    buf_addf(d->out, "<li class=\"%s\"><span class=\"kind\">%s %s</span><div>", vi_op_name[c->op], vi_kind_name[c->kind],
             c->op == VI_INSERT   ? "inserted"
             : c->op == VI_DELETE ? "deleted"
             : c->op == VI_UPDATE ? "updated"
                                  : "moved");
    if (rewritten)
        add_text_update(d->out, c->old.name, c->new.name);
    else if (c->op == VI_DELETE || c->op == VI_UPDATE)
        add_thing(d->out, c, &c->old, "del");
    if (c->op == VI_UPDATE && !rewritten)
        buf_add(d->out, STR("<br>"));
    if (c->op != VI_DELETE && !rewritten)
        add_thing(d->out, c, &c->new, c->op == VI_MOVE ? "b" : "ins");
    if (c->op == VI_MOVE || (c->op == VI_UPDATE && !str_eq(c->from, c->home))) {
        buf_add(d->out, STR(" <span class=\"address\">from block "));
        buf_add_escaped(d->out, c->from);
        buf_add(d->out, STR("</span>"));
    }
    if (is_part(d->view->delta, c->cause))
        buf_add(d->out, STR(" <span class=\"address\">as part of that</span>"));
    buf_add(d->out, STR("</div></li>\n"));
}

static void add_structure(struct picture *d, const struct vi_structure *s)
{
    static const char *const words[VI_STRUCTURE_OPS] = { "This block is new.", "This block is gone.", "This block was block ",
                                                         "Split from block ", "Merged from blocks " };
    if (s->op == VI_BLOCK_MOVE && str_eq(s->from, s->to)) {
        buf_add(d->out, STR("<p class=\"whole\">This block moved and kept its number.</p>\n"));
        return;
    }
    buf_addf(d->out, "<p class=\"whole\">%s", words[s->op]);
    if (s->op == VI_BLOCK_MOVE || s->op == VI_BLOCK_SPLIT)
        buf_add_escaped(d->out, s->from);
    if (s->op == VI_BLOCK_SPLIT)
        buf_add(d->out, STR(", now blocks "));
    for (uint32_t i = 0; i < s->n_parts; i++) {
        buf_add(d->out, i ? STR(", ") : STR(""));
        buf_add_escaped(d->out, s->part[i]);
    }
    buf_add(d->out, s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_DELETE ? STR("") : STR("."));
    buf_add(d->out, STR("</p>\n"));
}

/* A block that only holds others came or went with them, and has nothing to say of its own. */
static bool is_empty(const struct picture *d, const struct card *c)
{
    bool gone = c->new_block == VIXML_NONE;
    const struct vixml_block *b = gone ? &d->view->old->block[c->old_block] : &d->view->new->block[c->new_block];
    bool whole = c->structure && (c->structure->op == VI_BLOCK_INSERT || c->structure->op == VI_BLOCK_DELETE);

    return whole && c->n == 0 && !vixml_has_content(b);
}

static void add_card(struct picture *d, const struct card *c)
{
    if (is_empty(d, c))
        return;
    buf_addf(d->out, "<section class=\"card %s\" id=\"", class_of(d, c));
    add_anchor(d->out, d, c);
    buf_add(d->out, STR("\"><h2>Block "));
    buf_add_escaped(d->out, name_of(d, c));
    buf_add(d->out, STR("</h2>\n"));
    if (d->view->weigh && c->share) {
        buf_addf(d->out, "<p class=\"share\"><meter min=\"0\" max=\"1\" value=\"%.4f\"></meter> %.3f of %.3f: ", c->share->amount,
                 c->share->share, c->share->weight);
        buf_add_escaped(d->out, c->share->why);
        buf_add(d->out, STR("</p>\n"));
    }
    if (c->structure)
        add_structure(d, c->structure);
    if (c->n)
        buf_add(d->out, STR("<ul>\n"));
    for (uint32_t i = 0; i < c->n; i++)
        add_change(d, &d->view->delta->change[d->number[c->first + i]]);
    buf_add(d->out, c->n ? STR("</ul></section>\n") : STR("</section>\n"));
}

static void add_counts(struct picture *d)
{
    const struct videlta *delta = d->view->delta;
    uint32_t n[VI_OPS] = { 0 }, blocks = 0;
    static const char *const words[VI_OPS] = { "inserted", "deleted", "updated", "moved" };
    for (uint32_t i = 0; i < delta->n_changes; i++)
        n[delta->change[i].op] += !is_part(delta, delta->change[i].cause);
    for (uint32_t i = 0; i < delta->n_structure; i++)
        blocks += delta->structure[i].cause == VIXML_NONE;
    buf_add(d->out, STR("<ul class=\"counts\">"));
    for (unsigned op = 0; op < VI_OPS; op++)
        if (n[op])
            buf_addf(d->out, "<li class=\"%s\">%u %s</li>", vi_op_name[op], n[op], words[op]);
    if (blocks)
        buf_addf(d->out, "<li class=\"change\">%u block%s changed</li>", blocks, blocks == 1 ? "" : "s");
    if (!videlta_count(delta))
        buf_add(d->out, STR("<li>nothing changed</li>"));
    buf_add(d->out, STR("</ul>\n"));
}

static void add_head(struct picture *d)
{
    const struct vidiff_view *v = d->view;
    struct str title = v->new->title.len ? v->new->title : v->new_name;
    buf_add(
        d->out,
        STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY
            "\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>"));
    add_name(d->out, title);
    buf_add(d->out, STR(": blocks that changed</title><style>"));
    buf_add(d->out, web_vidiff_css);
    buf_add(d->out, STR("</style></head><body>\n<header><h1>"));
    add_name(d->out, title);
    buf_add(d->out, STR("</h1><p>From <b>"));
    buf_add_escaped(d->out, v->old_name);
    buf_add(d->out, STR("</b> to <b>"));
    buf_add_escaped(d->out, v->new_name);
    buf_add(d->out, STR("</b></p>\n"));
    add_counts(d);
    if (v->weigh)
        buf_addf(
            d->out,
            "<p class=\"value\"><span>Importance</span> <b>%.3f</b> <meter min=\"0\" max=\"1\" value=\"%.4f\"></meter> <span>%u of %u "
            "block%s changed</span></p>\n",
            v->importance->value, v->importance->value, v->importance->n, v->importance->n_blocks,
            v->importance->n_blocks == 1 ? "" : "s");
    buf_add(d->out, STR("</header>\n<main>\n"));
}

void vidiff_html(struct arena *a, const struct vidiff_view *v, struct buf *out)
{
    struct picture d = { .arena = a, .view = v, .out = out };
    d.new_card = NEW_ARRAY(a, uint32_t, v->new->n);
    d.old_card = NEW_ARRAY(a, uint32_t, v->old->n);
    memset(d.new_card, 0xff, v->new->n * sizeof *d.new_card);
    memset(d.old_card, 0xff, v->old->n * sizeof *d.old_card);
    gather_cards(&d);
    find_shares(&d);
    add_head(&d);
    add_map(&d);
    buf_add(out, STR("<div class=\"cards\">\n"));
    /* By share first, then what weighs nothing, each once. */
    bool *done = NEW_ARRAY(a, bool, d.cards.n);
    for (uint32_t i = 0; v->weigh && i < v->importance->n; i++)
        for (uint32_t k = 0; k < d.cards.n; k++)
            if (d.cards.item[k].share == &v->importance->block[i] && !done[k]) {
                done[k] = true;
                add_card(&d, &d.cards.item[k]);
                break;
            }
    for (uint32_t k = 0; k < d.cards.n; k++)
        if (!done[k])
            add_card(&d, &d.cards.item[k]);
    buf_add(out, STR("</div>\n</main></body></html>\n"));
}
