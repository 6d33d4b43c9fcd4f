/* In: the newest version of a page. Out: a drawing with numbers, and a row of choices for each block. O(nodes) and a cut into blocks. */
#include "serve/picker.h"

#include "archive/comparison.h"
#include "base/limits.h"
#include "base/vec.h"
#include "page/paths.h"
#include "segment/cutter.h"
#include "serve/html.h"

enum { BLOCKS_MAX = 24, NAME_WORDS = 8, DRAWN = 270 };

enum choice_kind { CHOICE_AUTO, CHOICE_WATCH, CHOICE_IGNORE };

struct picker {
    struct http_request *r;
    const struct watched *watched;
    struct page page;
    struct blocks blocks;
    struct paths paths;
};

/* ---- Selectors ---- */

static bool is_plain(struct str name)
{
    bool fine = name.len > 0 && name.len < 60 && (byte_lower(name.ptr[0]) >= 'a' && byte_lower(name.ptr[0]) <= 'z');

    for (size_t i = 0; i < name.len && fine; i++) {
        char c = byte_lower(name.ptr[i]);
        fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
    return fine;
}

static bool has_class(struct str list, struct str class)
{
    while (list.len)
        if (str_eq(str_trim(str_cut(&list, ' ')), class))
            return true;
    return false;
}

/* Whether no other element has it. */
static bool is_alone(const struct dom *d, struct str attribute, struct str value)
{
    uint32_t n = 0;
    struct str got;

    for (uint32_t i = 0; i < d->n && n < 2; i++)
        n += d->node[i].kind == NODE_ELEMENT && dom_attr(d, i, attribute, &got)
             && (attribute.len == 2 ? str_eq(got, value) : has_class(got, value));
    return n == 1;
}

static struct str selector_of(struct picker *p, uint32_t node)
{
    const struct dom *d = &p->page.dom;
    struct str value, one;
    AUTO(buf) path = BUF(KIB(4));

    if (dom_attr(d, node, STR("id"), &value) && is_plain(value) && is_alone(d, STR("id"), value))
        return arena_printf(p->r->arena, "#%.*s", STR_ARG(value));
    if (dom_attr(d, node, STR("class"), &value))
        while (value.len) {
            one = str_trim(str_cut(&value, ' '));
            if (is_plain(one) && is_alone(d, STR("class"), one))
                return arena_printf(p->r->arena, ".%.*s", STR_ARG(one));
        }
    paths_add(&p->paths, node, &path);
    return arena_str(p->r->arena, buf_str(&path));
}

static struct record_list selectors_of(struct picker *p, const struct block *b)
{
    struct record_list list = { NEW_ARRAY(p->r->arena, struct str, b->node_end - b->node + 1), 0 };

    for (uint32_t i = b->node; i < b->node_end; i++)
        if (p->page.dom.node[p->blocks.node[i]].kind == NODE_ELEMENT)
            list.item[list.n++] = selector_of(p, p->blocks.node[i]);
    return list;
}

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

static void add_box(struct picker *p, const struct block *b, uint32_t number, enum choice_kind choice)
{
    static const char *const class[] = { "auto", "", "no" };
    double scale = DRAWN / (p->blocks.width > 0 ? p->blocks.width : 1280.0);

    buf_addf(
        &p->r->answer.body,
        "<a href=\"#block-%u\" aria-label=\"Block %u\"><rect class=\"blk %s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>"
        "<circle class=\"bn %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/><text class=\"bt\" x=\"%.1f\" y=\"%.1f\">%u</text></a>",
        number, number, class[choice], b -> box.x *scale, b->box.y *scale, b->box.w *scale, b->box.h *scale, class[choice],
        (b->box.x + b->box.w) * scale - 9, b->box.y * scale + 9, (b->box.x + b->box.w) * scale - 9, b->box.y * scale + 13, number);
}

/* The first words of it, and how many there are. */
static void add_name(struct picker *p, const struct block *b)
{
    struct buf *out = &p->r->answer.body;
    AUTO(buf) words = BUF(KIB(4));
    const struct page *page = &p->page;
    uint32_t from = b->node < b->node_end ? page->first_word[p->blocks.node[b->node]] : 0;
    uint32_t to = b->node < b->node_end ? page->first_word[page->dom.node[p->blocks.node[b->node]].end] : 0;

    page_words_line(page, from, MIN(to, from + NAME_WORDS), &words);
    HTML(out, "<p class=\"t\">{}</p><p>", TEXT(words.len ? buf_str(&words) : STR("Without words")));
    html_add_number_of(out, b->n_words, "word");
    if (b->n_links) {
        html_raw(out, ", ");
        html_add_number_of(out, b->n_links, "link");
    }
    html_raw(out, b->level <= 1 ? "; weighs little</p>" : b->level >= 4 ? "; what the page is about</p>" : "</p>");
}

static void add_row(struct picker *p, const struct block *b, uint32_t number, enum choice_kind choice)
{
    static const char *const words[] = { "Auto", "Watch", "Ignore" };
    struct buf *out = &p->r->answer.body;
    struct record_list selectors = selectors_of(p, b);

    HTML(out, "<li class=\"brow\" id=\"block-{}\"><span class=\"no\">{}</span><div>", NUM(number), NUM(number));
    add_name(p, b);
    html_raw(out, "</div><div class=\"seg\" role=\"radiogroup\">");
    static const enum choice_kind order[] = { CHOICE_WATCH, CHOICE_AUTO, CHOICE_IGNORE };
    for (size_t i = 0; i < ARRAY_LEN(order); i++)
        HTML(out, "<label><input type=\"radio\" name=\"b{}\" value=\"{}\"{}>{}<span class=\"sr\"> block {}</span></label>",
             NUM(number), NUM(order[i] + 1), MARKUP(choice == order[i] ? STR(" checked") : STR("")), WORD(words[order[i]]),
             NUM(number));
    HTML(out, "</div><input type=\"hidden\" name=\"s{}\" value=\"", NUM(number));
    for (uint32_t i = 0; i < selectors.n; i++)
        HTML(out, "{}{}", WORD(i ? "&#10;" : ""), TEXT(selectors.item[i]));
    html_raw(out, "\"></li>\n");
}

static int open_picker(struct picker *p, struct err *e)
{
    struct target t;
    int failed;

    if (p->watched->newest == 0)
        return E_ABSENT;
    if ((failed = target_page(&p->r->caller, p->watched->page.id, &t, e))
        || (failed = comparison_page(&p->r->caller, &t, p->watched->newest, &p->page, e))
        || (failed = cutter_cut(NULL, p->r->arena, &p->page, &p->blocks, e)))
        return failed;
    paths_open(&p->paths, p->r->arena, &p->page.dom);
    return 0;
}

/* A block that can be named, with what is chosen for it. */
struct picked {
    const struct block *block;
    enum choice_kind choice;
};

static uint32_t find_blocks(struct picker *p, struct picked out[BLOCKS_MAX])
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < p->blocks.n && n < BLOCKS_MAX; i++) {
        const struct block *b = &p->blocks.block[i];
        struct record_list selectors = selectors_of(p, b);
        if (block_is_leaf(&p->blocks, i) && b->n_words && selectors.n)
            out[n++] = (struct picked){ b, chosen(&p->watched->watch, &selectors) };
    }
    return n;
}

void picker_add(struct http_request *r, const struct watched *w)
{
    struct picker p = { .r = r, .watched = w };
    struct buf *out = &r->answer.body;
    struct picked picked[BLOCKS_MAX];
    struct err e;

    if (open_picker(&p, &e))
        return; /* the fields below do without */
    uint32_t n = find_blocks(&p, picked);
    buf_addf(out, "<div class=\"pick\"><svg viewBox=\"0 0 %d %.0f\" role=\"group\" aria-label=\"The page as weft divided it\">",
             DRAWN, p.blocks.height * DRAWN / (p.blocks.width > 0 ? p.blocks.width : 1280) + 1);
    for (uint32_t i = 0; i < n; i++)
        add_box(&p, picked[i].block, i + 1, picked[i].choice);
    html_raw(out, "</svg><ul>\n");
    for (uint32_t i = 0; i < n; i++)
        add_row(&p, picked[i].block, i + 1, picked[i].choice);
    html_raw(out, "</ul></div>\n");
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
    for (uint32_t i = 1; i <= BLOCKS_MAX; i++) {
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
