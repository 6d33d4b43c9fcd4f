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

static enum choice_kind chosen(const struct watch *w, const struct record_list *selectors)
{
    bool watch = selectors->n > 0, ignore = watch;

    for (uint32_t i = 0; i < selectors->n; i++) {
        watch &= record_list_has(&w->select, selectors->item[i]);
        ignore &= record_list_has(&w->ignore, selectors->item[i]);
    }
    return watch ? CHOICE_WATCH : ignore ? CHOICE_IGNORE : CHOICE_AUTO;
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

/* How far to the left the number of a block stands, so that it hides none of those before it. */
static double number_shift(const struct page_blocks *blocks, uint32_t i)
{
    double scale = DRAWN / blocks->width, shift = 0;

    for (uint32_t k = i > 4 ? i - 4 : 0; k < i; k++) {
        const struct box *a = &blocks->item[k].box, *b = &blocks->item[i].box;
        double down = (b->y - a->y) * scale, right = (a->x + a->w - b->x - b->w) * scale;
        if (down < NUMBER_HIGH && down > -NUMBER_HIGH && right < NUMBER_HIGH && right > -NUMBER_HIGH)
            shift += NUMBER_HIGH;
    }
    return shift;
}

/* Its first words, as many letters as there is room for; the list beside it has them for those who do not see. */
static void add_words(struct buf *out, const struct page_block *b, double scale, double shift)
{
    double letters = (b->box.w * scale - NUMBER_HIGH - shift) / LETTER;

    if (letters < 4 || b->box.h * scale < 10)
        return;
    buf_addf(out, "<text aria-hidden=\"true\" class=\"bw\" x=\"%.1f\" y=\"%.1f\">", b->box.x * scale + 3, b->box.y * scale + 10);
    HTML(out, "{}</text>", TEXT(utf8_head(b->name, (size_t)letters)));
}

static void add_box(struct buf *out, const struct page_blocks *blocks, uint32_t i, enum choice_kind choice)
{
    static const char *const class[] = { "auto", "", "no" };
    const struct page_block *b = &blocks->item[i];
    double scale = DRAWN / blocks->width, shift = number_shift(blocks, i);
    double x = MAX((b->box.x + b->box.w) * scale - 9 - shift, 9.0), y = b->box.y * scale;

    buf_addf(out, "<a href=\"#block-%u\" aria-label=\"Block %u\">", i + 1, i + 1);
    add_rect(out, b, scale, class[choice]);
    buf_addf(out, "<circle class=\"bn %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/><text class=\"bt\" x=\"%.1f\" y=\"%.1f\">%u</text></a>",
             class[choice], x, y + 9, x, y + 13, i + 1);
    add_words(out, b, scale, shift);
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

static void add_row(struct buf *out, const struct page_block *b, uint32_t number, enum choice_kind choice)
{
    static const char *const words[] = { "Auto", "Watch", "Ignore" };
    static const enum choice_kind order[] = { CHOICE_WATCH, CHOICE_AUTO, CHOICE_IGNORE };

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
    html_raw(out, "\"></li>\n");
}

void picker_add(struct http_request *r, const struct watched *w)
{
    struct buf *out = &r->answer.body;
    struct page_blocks blocks;
    struct err e;

    if (w->newest == 0 || page_blocks_read(&r->caller, w->page.id, w->newest, &blocks, &e))
        return; /* the fields below do without */
    html_raw(out, "<div class=\"pick\"><div class=\"map\">");
    open_picture(out, &blocks, DRAWN, "The page as weft divided it");
    for (uint32_t i = 0; i < blocks.n; i++)
        add_box(out, &blocks, i, chosen(&w->watch, &blocks.item[i].selectors));
    html_raw(out, "</svg></div><div><ul>\n");
    for (uint32_t i = 0; i < blocks.n; i++) {
        if (i == LISTED)
            HTML(
                out,
                "</ul><details class=\"fold\"><summary><h3>Further down the page</h3><span class=\"chip\">{}</span></summary><ul>\n",
                NUM(blocks.n - LISTED));
        add_row(out, &blocks.item[i], i + 1, chosen(&w->watch, &blocks.item[i].selectors));
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

void picker_take(struct http_request *r, struct record_list *select, struct record_list *ignore)
{
    for (uint32_t i = 1; i <= PAGE_BLOCKS_MAX; i++) {
        int64_t choice = form_number(&r->form, arena_printf(r->arena, "b%u", i).ptr) - 1;
        struct str selectors = form_value(&r->form, arena_printf(r->arena, "s%u", i).ptr);
        while (choice >= 0 && selectors.len) {
            struct str one = str_trim(str_cut(&selectors, '\n'));
            if (one.len == 0)
                continue;
            leave_out(select, one);
            leave_out(ignore, one);
            if (choice == CHOICE_WATCH)
                put_in(r->arena, select, one);
            else if (choice == CHOICE_IGNORE)
                put_in(r->arena, ignore, one);
        }
    }
}
