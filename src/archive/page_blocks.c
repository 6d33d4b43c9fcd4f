/* In: a version of a page. Out: its blocks. A selector is as short as it can be and names one element alone. */
#include "archive/page_blocks.h"

#include "archive/comparison.h"
#include "base/limits.h"
#include "base/vec.h"
#include "page/paths.h"
#include "parse/select.h"
#include "segment/content.h"
#include "segment/cutter.h"

enum { NAME_WORDS = 8 };

struct reader {
    const struct caller *caller;
    struct page page;
    struct blocks blocks;
    struct content content;
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

/* Names that a person chose: those that a build makes ("styles__Wrapper-sc-1yjkzrk-1", "g16") are others after the next one. A part of a
 * name is of letters or of a few digits, and never empty. */
static bool is_lasting(struct str name)
{
    size_t letters = 0, digits = 0;
    bool fine = is_plain(name) && name.len > 3;

    for (size_t i = 0; i <= name.len && fine; i++) {
        bool ends = i == name.len || name.ptr[i] == '-' || name.ptr[i] == '_';
        if (ends) {
            fine = (letters == 0) != (digits == 0) && digits < 4;
            letters = digits = 0;
        } else if (name.ptr[i] >= '0' && name.ptr[i] <= '9')
            digits++;
        else
            letters++;
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

/* <main>, or the only <article>. */
static bool is_only_tag(const struct dom *d, uint32_t node)
{
    uint32_t n = 0;

    if (d->node[node].tag != TAG_MAIN && d->node[node].tag != TAG_ARTICLE)
        return false;
    for (uint32_t i = 0; i < d->n && n < 2; i++)
        n += d->node[i].kind == NODE_ELEMENT && d->node[i].tag == d->node[node].tag;
    return n == 1;
}

static struct str selector_of(struct reader *r, uint32_t node)
{
    const struct dom *d = &r->page.dom;
    struct arena *a = r->caller->arena;
    struct str value, one;
    AUTO(buf) path = BUF(KIB(4));

    if (dom_attr(d, node, STR("id"), &value) && is_lasting(value) && is_alone(d, STR("id"), value))
        return arena_printf(a, "#%.*s", STR_ARG(value));
    if (is_only_tag(d, node))
        return d->node[node].tag == TAG_MAIN ? STR("main") : STR("article");
    if (dom_attr(d, node, STR("class"), &value))
        while (value.len) {
            one = str_trim(str_cut(&value, ' '));
            if (is_lasting(one) && is_alone(d, STR("class"), one))
                return arena_printf(a, ".%.*s", STR_ARG(one));
        }
    paths_add(&r->paths, node, &path);
    return arena_str(a, buf_str(&path));
}

static struct record_list selectors_of(struct reader *r, const struct block *b)
{
    struct record_list list = { NEW_ARRAY(r->caller->arena, struct str, b->node_end - b->node + 1), 0 };

    for (uint32_t i = b->node; i < b->node_end; i++)
        if (r->page.dom.node[r->blocks.node[i]].kind == NODE_ELEMENT)
            list.item[list.n++] = selector_of(r, r->blocks.node[i]);
    return list;
}

/* ---- Blocks ---- */

/* The first words that a reader sees there; of pictures alone what stands for them. Ends where a blank does: "(2017-12-20)" is several
 * words, and none of them stands alone. */
static struct str words_of(struct reader *r, uint32_t from, uint32_t to)
{
    AUTO(buf) words = BUF(KIB(8));

    for (uint32_t w = from, n = 0; w < to; w++) {
        uint32_t flags = r->page.word[w].flags;
        bool apart = flags & (WORD_SPACE | WORD_BREAK);
        if (flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        if (apart && n++ >= NAME_WORDS)
            break;
        if (apart && words.len)
            buf_add_char(&words, ' ');
        buf_add(&words, page_word(&r->page, w));
    }
    if (words.len == 0)
        page_words_line(&r->page, from, MIN(to, from + NAME_WORDS), &words);
    struct str line = str_trim(buf_str(&words));
    while (line.len && strchr(",;:.", line.ptr[line.len - 1]))
        line.len--;
    return arena_str(r->caller->arena, line);
}

static bool is_in_main(const struct reader *r, uint32_t node)
{
    uint32_t root = r->content.root;

    return root != NONE && node >= root && node < r->page.dom.node[root].end;
}

static struct page_block block_of(struct reader *r, const struct block *b, struct record_list selectors)
{
    uint32_t node = r->blocks.node[b->node];

    return (struct page_block){ .box = b->box,
                                .level = b->level,
                                .n_words = b->n_words,
                                .n_links = b->n_links,
                                .name = words_of(r, r->page.first_word[node], r->page.first_word[r->page.dom.node[node].end]),
                                .selectors = selectors,
                                .main = is_in_main(r, node) };
}

/* What the page is about, where it is a part and not all of it. */
static void find_main(struct reader *r, struct page_blocks *out)
{
    const struct dom *d = &r->page.dom;
    uint32_t root = r->content.root;

    out->n_words = r->page.first_word[d->n];
    if (root == NONE || d->node[root].tag == TAG_BODY || d->node[root].tag == TAG_HTML)
        return;
    out->main_words = r->page.first_word[d->node[root].end] - r->page.first_word[root];
    if (out->main_words == 0 || out->main_words == out->n_words)
        return;
    out->main = selector_of(r, root);
    out->main_name = words_of(r, r->page.first_word[root], r->page.first_word[d->node[root].end]);
}

/* ---- What the watch says of them ---- */

/* What cannot be read is said where it is written. */
static void mark(const struct reader *r, const struct record_list *expressions, const uint32_t *first, struct page_blocks *out,
                 bool ignored)
{
    const struct dom *d = &r->page.dom;

    for (uint32_t i = 0; i < expressions->n; i++) {
        struct err unread;
        uint32_t *node, n;
        if (select_nodes(r->caller->arena, d, expressions->item[i], &node, &n, &unread))
            continue;
        for (uint32_t b = 0; b < out->n; b++) {
            struct str *by = ignored ? &out->item[b].ignored : &out->item[b].watched;
            for (uint32_t k = 0; k < n && by->len == 0; k++)
                if (first[b] >= node[k] && first[b] < d->node[node[k]].end)
                    *by = expressions->item[i];
        }
    }
}

int page_blocks_read(const struct caller *c, int64_t page, int64_t number, const struct watch *w, struct page_blocks *out,
                     struct err *e)
{
    struct reader r = { .caller = c };
    VEC(struct page_block) list = { 0 };
    uint32_t *first = NEW_ARRAY(c->arena, uint32_t, PAGE_BLOCKS_MAX); /* node of each */
    uint32_t n_left = 0;
    struct target t;
    int failed;

    if ((failed = target_page(c, page, &t, e)) || (failed = comparison_page(c, &t, number, &r.page, e))
        || (failed = cutter_cut(NULL, c->arena, &r.page, &r.blocks, e))
        || (failed = content_read(c->arena, &r.page, &r.content, e)))
        return failed;
    paths_open(&r.paths, c->arena, &r.page.dom);
    for (uint32_t i = 0; i < r.blocks.n; i++) {
        const struct block *b = &r.blocks.block[i];
        struct record_list selectors = { 0 };
        if (block_is_leaf(&r.blocks, i) && b->n_words && b->node < b->node_end)
            selectors = selectors_of(&r, b);
        if (selectors.n && list.n >= PAGE_BLOCKS_MAX)
            n_left++;
        else if (selectors.n) {
            first[list.n] = r.blocks.node[b->node];
            *VEC_ADD(c->arena, &list) = block_of(&r, b, selectors);
        }
    }
    *out = (struct page_blocks){ .item = list.item,
                                 .n = list.n,
                                 .n_left = n_left,
                                 .width = r.blocks.width > 0 ? r.blocks.width : 1280,
                                 .height = r.blocks.height,
                                 .main = STR(""),
                                 .main_name = STR("") };
    find_main(&r, out);
    if (w) {
        mark(&r, &w->select, first, out, false);
        mark(&r, &w->ignore, first, out, true);
    }
    return 0;
}
