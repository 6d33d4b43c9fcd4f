/* In: the blocks of the newest version of a page. Out: a drawing with numbers, and a row of choices for each block. */
#include "serve/picker.h"

#include "archive/page_blocks.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "serve/html.h"

enum {
    DRAWN = 270,
    LISTED = 24,      /* rows; those of the rest are folded */
    NUMBER_HIGH = 17, /* a disc with its number */
    LETTER = 5        /* how wide one is in the drawing, about */
};

enum choice_kind { CHOICE_AUTO, CHOICE_WATCH, CHOICE_IGNORE };

static enum choice_kind chosen(const struct page_block *b)
{
    return b->ignored.len ? CHOICE_IGNORE : b->watched.len ? CHOICE_WATCH : CHOICE_AUTO;
}

/* ---- The picture ---- */

static void open_picture(struct buf *out, const struct page_blocks *blocks, double width, const char *label)
{
    buf_addf(out, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"%s\" aria-label=\"%s\">", width,
             MAX(blocks->height * width / blocks->width + 1, 40.0), width == DRAWN ? "group" : "img", label);
}

static void add_rect(struct buf *out, const struct page_block *b, double scale, const char *class)
{
    buf_addf(out, "<rect class=\"blk %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>", class, b->box.x * scale,
             b->box.y * scale, b->box.w * scale, b->box.h * scale);
}

/* Where the discs with the numbers stand: none hides another. */
struct discs {
    double x[PAGE_BLOCKS_MAX], y[PAGE_BLOCKS_MAX];
    uint32_t n;
};

static bool is_free(const struct discs *d, double x, double y)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (x - d->x[i] < NUMBER_HIGH && d->x[i] - x < NUMBER_HIGH && y - d->y[i] < NUMBER_HIGH && d->y[i] - y < NUMBER_HIGH)
            return false;
    return true;
}

/* At the right end of the block, else as near to it as there is room: to the left, then to the right. */
static double place_disc(struct discs *d, double x, double y)
{
    double at = x;

    while (at >= NUMBER_HIGH / 2 && !is_free(d, at, y))
        at -= NUMBER_HIGH;
    for (at = at < NUMBER_HIGH / 2 ? x : at; at < DRAWN - NUMBER_HIGH && !is_free(d, at, y);)
        at += NUMBER_HIGH;
    d->x[d->n] = at;
    d->y[d->n++] = y;
    return at;
}

/* Its first words, as many letters as there is room for; the list beside it has them for those who do not see. */
static void add_words(struct buf *out, const struct page_block *b, double scale, double until)
{
    double letters = (until - b->box.x * scale - NUMBER_HIGH / 2.0) / LETTER;

    if (letters < 4 || b->box.h * scale < 10)
        return;
    buf_addf(out, "<text aria-hidden=\"true\" class=\"bw\" x=\"%.1f\" y=\"%.1f\">", b->box.x * scale + 3, b->box.y * scale + 10);
    HTML(out, "{}</text>", TEXT(utf8_head(b->name, (size_t)letters)));
}

static void add_box(struct buf *out, const struct page_blocks *blocks, uint32_t i, struct discs *discs)
{
    static const char *const class[] = { "auto", "", "no" };
    const struct page_block *b = &blocks->item[i];
    enum choice_kind choice = chosen(b);
    double scale = DRAWN / blocks->width, y = b->box.y * scale + 9;
    double x = place_disc(discs, MAX((b->box.x + b->box.w) * scale - 9, 9.0), y);

    buf_addf(out, "<a href=\"#block-%u\" aria-label=\"Block %u\">", i + 1, i + 1);
    add_rect(out, b, scale, class[choice]);
    buf_addf(out, "<circle class=\"bn %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/><text class=\"bt\" x=\"%.1f\" y=\"%.1f\">%u</text></a>",
             class[choice], x, y, x, y + 4, i + 1);
    add_words(out, b, scale, x);
}

void picker_sketch(struct buf *out, const struct page_blocks *blocks)
{
    enum { SMALL = 150 };

    open_picture(out, blocks, SMALL, "The page as weft divided it; what it is about is filled");
    for (uint32_t i = 0; i < blocks->n; i++)
        add_rect(out, &blocks->item[i], SMALL / blocks->width, blocks->item[i].main ? "" : "auto");
    html_raw(out, "</svg>");
}

/* The first words of it, and how many there are. */
static void add_name(struct buf *out, const struct page_block *b)
{
    HTML(out, "<p class=\"t\">{}</p><p>", TEXT(b->name.len ? b->name : STR("Without words")));
    html_add_number_of(out, b->n_words, "word");
    if (b->n_links) {
        html_raw(out, ", ");
        html_add_number_of(out, b->n_links, "link");
    }
    html_raw(out, b->level <= 1 ? "; weighs little</p>" : b->level >= 4 ? "; what the page is about</p>" : "</p>");
}

static void add_row(struct buf *out, const struct page_block *b, uint32_t number)
{
    static const char *const words[] = { "Auto", "Watch", "Ignore" };
    static const enum choice_kind order[] = { CHOICE_WATCH, CHOICE_AUTO, CHOICE_IGNORE };
    enum choice_kind choice = chosen(b);

    HTML(out, "<li class=\"brow\" id=\"block-{}\"><span class=\"no\">{}</span><div>", NUM(number), NUM(number));
    add_name(out, b);
    html_raw(out, "</div><div class=\"seg\" role=\"radiogroup\">");
    for (size_t i = 0; i < ARRAY_LEN(order); i++)
        HTML(out, "<label><input type=\"radio\" name=\"b{}\" value=\"{}\"{}>{}<span class=\"sr\"> block {}</span></label>",
             NUM(number), NUM(order[i] + 1), MARKUP(choice == order[i] ? STR(" checked") : STR("")), WORD(words[order[i]]),
             NUM(number));
    HTML(out, "</div><input type=\"hidden\" name=\"s{}\" value=\"", NUM(number));
    for (uint32_t i = 0; i < b->selectors.n; i++)
        HTML(out, "{}{}", MARKUP(i ? STR("&#10;") : STR("")), TEXT(b->selectors.item[i]));
    HTML(out, "\"><input type=\"hidden\" name=\"w{}\" value=\"{}\"><input type=\"hidden\" name=\"c{}\" value=\"{}\"></li>\n",
         NUM(number), NUM(choice + 1), NUM(number), TEXT(b->ignored.len ? b->ignored : b->watched));
}

void picker_add(struct http_request *r, const struct watched *w)
{
    struct buf *out = &r->answer.body;
    struct page_blocks blocks;
    struct discs discs = { .n = 0 };
    struct err e;

    if (w->newest == 0 || page_blocks_read(&r->caller, w->page.id, w->newest, &w->watch, &blocks, &e))
        return; /* the fields below do without */
    html_raw(out, "<div class=\"pick\"><div class=\"map\">");
    open_picture(out, &blocks, DRAWN, "The page as weft divided it");
    for (uint32_t i = 0; i < blocks.n; i++)
        add_box(out, &blocks, i, &discs);
    html_raw(out, "</svg></div><div><ul>\n");
    for (uint32_t i = 0; i < blocks.n; i++) {
        if (i == LISTED)
            HTML(
                out,
                "</ul><details class=\"fold\"><summary><h3>Further down the page</h3><span class=\"chip\">{}</span></summary><ul>\n",
                NUM(blocks.n - LISTED));
        add_row(out, &blocks.item[i], i + 1);
    }
    html_raw(out, blocks.n > LISTED ? "</ul></details>\n" : "</ul>\n");
    if (blocks.n_left)
        HTML(out, "<p class=\"hint\">{} more blocks are not listed; a selector below reaches them.</p>", NUM(blocks.n_left));
    html_raw(out, "</div></div>\n");
}

/* ---- What was chosen ---- */

static void leave_out(struct record_list *list, struct str selector)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++)
        if (!str_eq(list->item[i], selector))
            list->item[n++] = list->item[i];
    list->n = n;
}

static void put_in(struct arena *a, struct record_list *list, struct str selector)
{
    struct str *more = NEW_ARRAY(a, struct str, list->n + 1);

    if (list->n)
        memcpy(more, list->item, list->n * sizeof *more);
    more[list->n] = selector;
    *list = (struct record_list){ more, list->n + 1 };
}

/* One field of a block; `name` is its letter. */
static struct str field_of(const struct http_request *r, char name, uint32_t number)
{
    return form_value(&r->form, arena_printf(r->arena, "%c%u", name, number).ptr);
}

static bool is_changed(const struct http_request *r)
{
    for (uint32_t i = 1; i <= PAGE_BLOCKS_MAX; i++) {
        struct str choice = field_of(r, 'b', i);
        if (choice.len && !str_eq(choice, field_of(r, 'w', i)))
            return true;
    }
    return false;
}

/* What chose the block goes, also where it chose others with it: these are named one by one from now on. */
static void free_block(struct http_request *r, uint32_t number, struct record_list *select, struct record_list *ignore)
{
    struct str selectors = field_of(r, 's', number), by = field_of(r, 'c', number);

    leave_out(select, by);
    leave_out(ignore, by);
    while (selectors.len) {
        struct str one = str_trim(str_cut(&selectors, '\n'));
        leave_out(select, one);
        leave_out(ignore, one);
    }
}

void picker_take(struct http_request *r, struct record_list *select, struct record_list *ignore)
{
    if (!is_changed(r))
        return;
    for (uint32_t i = 1; i <= PAGE_BLOCKS_MAX; i++)
        if (field_of(r, 'b', i).len)
            free_block(r, i, select, ignore);
    for (uint32_t i = 1; i <= PAGE_BLOCKS_MAX; i++) {
        int64_t choice = form_number(&r->form, arena_printf(r->arena, "b%u", i).ptr) - 1;
        struct str selectors = field_of(r, 's', i);
        while ((choice == CHOICE_WATCH || choice == CHOICE_IGNORE) && selectors.len) {
            struct str one = str_trim(str_cut(&selectors, '\n'));
            if (one.len)
                put_in(r->arena, choice == CHOICE_WATCH ? select : ignore, one);
        }
    }
}
