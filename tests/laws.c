/* The laws, one function each; see laws.h. All of them read a `struct shown`: a page that was written, with what it was read as. */
#include "tests/laws.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/vec.h"
#include "compare/sequence.h"
#include "page/cut.h"
#include "show/clean.h"
#include "show/style.h"
#include "tests/written.h"

/* What a node of a shown page belongs to; all but PART_MARK go down to its children. */
enum {
    PART_UI = 1 << 0,
    PART_OLD = 1 << 1,
    PART_NEW = 1 << 2,
    PART_MARK = 1 << 3,    /* an ins or del of ours */
    PART_IN_MARK = 1 << 4, /* somewhere inside one */
};

struct shown {
    struct arena *arena;
    const struct delta *delta;
    struct str bytes;
    struct page page;
    uint8_t *part; /* by node */
};

typedef VEC(struct str) token_list;

static uint8_t part_of(const struct page *p, uint32_t i)
{
    const struct node *n = &p->dom.node[i];
    struct str state;

    if (n->kind != NODE_ELEMENT || !dom_attr(&p->dom, i, STR("data-weft"), &state))
        return 0;
    if (str_eq(state, STR("ui")))
        return PART_UI;
    if (n->tag == TAG_INS || n->tag == TAG_DEL)
        return PART_MARK | (n->tag == TAG_INS ? PART_NEW : PART_OLD);
    return str_eq(state, STR("insert")) ? PART_NEW : str_eq(state, STR("delete")) ? PART_OLD : 0;
}

static void take_apart(struct shown *s)
{
    const struct page *p = &s->page;

    s->part = NEW_ARRAY(s->arena, uint8_t, p->dom.n + 1);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        uint8_t above = i ? s->part[p->dom.node[i].parent] : 0;

        s->part[i] = part_of(p, i) | (above & (PART_UI | PART_OLD | PART_NEW | PART_IN_MARK));
        if (above & PART_MARK)
            s->part[i] |= PART_IN_MARK;
    }
}

/* Writes the delta and reads what was written. */
static const char *show_and_read(struct arena *a, const struct delta *d, enum show_format format, struct shown *out)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    struct show_options options = { .format = format, .bare = true, .old_name = STR_INIT("old"), .new_name = STR_INIT("new") };
    struct err e = { 0 };

    *out = (struct shown){ .arena = a, .delta = d };
    if (show_delta(a, d, &options, &b, &e) || buf_take(&b, a, &out->bytes, &e))
        return arena_printf(a, "Z: it cannot be shown: %s", e.text).ptr;
    struct parse_source source = { .bytes = out->bytes, .content_type = STR_INIT("text/html; charset=utf-8") };
    if (page_read(a, d->new->dom.symbols, &source, STR(""), &out->page, &e))
        return arena_printf(a, "Z: what was shown cannot be read: %s", e.text).ptr;
    take_apart(out);
    return NULL;
}

/* The page beside itself: how its tree looks when it is written and read again. */
static const char *show_alone(struct arena *a, const struct page *p, struct delta *d, struct shown *out)
{
    struct err e = { 0 };

    if (compare_pages(a, p, p, d, &e))
        return arena_printf(a, "Z: a page cannot be compared with itself: %s", e.text).ptr;
    return show_and_read(a, d, SHOW_MERGED, out);
}

static bool is_left_out(const struct page *p, uint32_t node)
{
    return clean_element(p, node) >= CLEAN_NOTE;
}

static bool is_text_atom(uint32_t tag)
{
    return tag == TAG_OPTION || tag == TAG_XMP;
}

/* The words of an option or xmp, which may stand elsewhere as plain text; any other atom by its tag, or by its words too. */
static void add_atom(struct arena *a, const struct page *p, const uint8_t *part, uint32_t node, bool by_tag, token_list *list)
{
    const struct node *n = &p->dom.node[node];

    if (is_left_out(p, node) || n->tag == TAG_HR)
        return;
    if (by_tag && !is_text_atom(n->tag)) {
        *VEC_ADD(a, list) = tag_name(p->dom.symbols, n->tag);
        return;
    }
    for (uint32_t k = node + 1; k < n->end; k++) {
        const struct node *inner = &p->dom.node[k];

        if (inner->kind == NODE_ELEMENT && (is_left_out(p, k) || tag_is(inner->tag, TAG_HIDDEN)))
            k = inner->end - 1;
        if (inner->kind != NODE_TEXT || (part && part[k] & PART_UI))
            continue;
        for (const char *end = inner->text + inner->len, *at = cut_space(inner->text, end); at < end;) {
            const char *stop = cut_word(at, end);
            *VEC_ADD(a, list) = str_span(at, stop);
            at = cut_space(stop, end);
        }
    }
}

/* Words outside the parts `without`; `part` is NULL for a page that was given. A rule (hr) has no text and is left out. */
static token_list tokens_of(struct arena *a, const struct page *p, const uint8_t *part, uint8_t without, bool by_tag)
{
    token_list list = { 0 };

    for (uint32_t w = 0; w < p->n_words; w++) {
        uint32_t node = p->word[w].node;

        if (part && part[node] & without)
            continue;
        if (p->word[w].flags & WORD_ATOM)
            add_atom(a, p, part, node, by_tag, &list);
        else
            *VEC_ADD(a, &list) = page_word(p, w);
    }
    return list;
}

static const char *compare_tokens(struct arena *a, const token_list *got, const token_list *want, const char *law)
{
    uint32_t k = 0;

    while (k < got->n && k < want->n && str_eq(got->item[k], want->item[k]))
        k++;
    if (k == got->n && k == want->n)
        return NULL;
    struct str end = STR("the end");
    struct str is = k < got->n ? got->item[k] : end, should = k < want->n ? want->item[k] : end;
    return arena_printf(a, "%s: word %u is \"%.*s\", not \"%.*s\"", law, k, STR_ARG(is), STR_ARG(should)).ptr;
}

static bool has_tag(const struct page *p, uint32_t tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag)
            return true;
    return false;
}

static const char *check_words(const struct shown *s)
{
    struct arena *a = s->arena;
    token_list now = tokens_of(a, &s->page, s->part, PART_UI | PART_OLD, true), new = tokens_of(a, s->delta->new, NULL, 0, true);
    const char *broken = compare_tokens(a, &now, &new, "T+");

    if (broken)
        return broken;
    bool by_tag = !has_tag(s->delta->new, TAG_SELECT); /* an old picture cannot stand between two options */
    token_list then = tokens_of(a, &s->page, s->part, PART_UI | PART_NEW, by_tag),
               old = tokens_of(a, s->delta->old, NULL, 0, by_tag);
    return compare_tokens(a, &then, &old, "T-");
}

/* The shortest prefix of marks' ids: no id of the page starts with it. */
static struct str mark_prefix(struct arena *a, const struct page *p)
{
    uint32_t id = symbols_find(p->dom.symbols, STR("id")), dashes = 1;

    for (uint32_t k = 0; k < p->dom.n_attr; k++) {
        struct str value = attr_value(&p->dom.attr[k]);

        if (p->dom.attr[k].name != id || !str_starts(value, STR("weft")))
            continue;
        uint32_t n = 0;
        while (4 + n < value.len && value.ptr[4 + n] == '-')
            n++;
        dashes = MAX(dashes, n + 1);
    }
    char text[64];
    memset(text, '-', sizeof text);
    memcpy(text, "weft", 4);
    return arena_str(a, (struct str){ text, MIN(4 + dashes, sizeof text) });
}

/* A value without the declarations that a mark adds to a style; one that has nothing else has no pointer. */
static struct str own_value(struct str name, struct str value)
{
    size_t at = str_eq(name, STR("style")) ? str_find(value, STR(STYLE_OWN), 0) : SIZE_MAX;

    if (at == SIZE_MAX)
        return value;
    return at ? str_sub(value, 0, at - 1) : (struct str){ NULL, 0 };
}

/* Attributes as a page shows them: of a given page those that clean.c lets through, of a shown one those that are not ours. */
static void add_attributes(struct buf *b, const struct page *p, uint32_t node, const struct shown *s, struct str prefix)
{
    const struct node *n = &p->dom.node[node];

    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &p->dom.attr[n->attr + k];
        struct clean_attribute clean = { .name = symbols_str(p->dom.symbols, attr->name), .value = attr_value(attr) };

        if (s ? str_starts(clean.name, STR("data-weft")) || (str_eq(clean.name, STR("id")) && str_starts(clean.value, prefix))
              : !clean_attribute(p->dom.symbols->arena, p, node, attr, &clean))
            continue;
        struct str value = s ? own_value(clean.name, clean.value) : clean.value;
        if (!value.ptr)
            continue;
        buf_addf(b, " %.*s=", STR_ARG(clean.name));
        buf_add(b, value);
    }
}

/* The tree below a node as one string: \1 before a start, \2 for an end; text as it is. `s`: the page is this shown one. */
static void add_tree(struct buf *b, const struct page *p, uint32_t root, const struct shown *s, struct str prefix)
{
    uint32_t open[LIMIT_DEPTH + 2], n_open = 0;

    for (uint32_t i = root, next; i < p->dom.node[root].end; i = next) {
        const struct node *n = &p->dom.node[i];

        while (n_open && p->dom.node[open[n_open - 1]].end <= i) {
            buf_add_char(b, '\2');
            n_open--;
        }
        next = i + 1;
        if (n->kind == NODE_TEXT) {
            buf_add(b, node_text(n));
        } else if (n->kind == NODE_ELEMENT) {
            if (s ? (s->part[i] & (PART_UI | PART_OLD)) != 0 : is_left_out(p, i)) {
                next = n->end;
                continue;
            }
            if (s && s->part[i] & PART_MARK)
                continue;
            buf_addf(b, "\1%.*s", STR_ARG(tag_name(p->dom.symbols, n->tag)));
            add_attributes(b, p, i, s, prefix);
            buf_add_char(b, '>');
            open[n_open++] = i;
        }
    }
    while (n_open--)
        buf_add_char(b, '\2');
}

static const char *compare_trees(struct arena *a, struct str got, struct str want)
{
    size_t at = 0, from;

    if (str_eq(got, want))
        return NULL;
    while (at < got.len && at < want.len && got.ptr[at] == want.ptr[at])
        at++;
    from = at > 60 ? at - 60 : 0;
    struct str is = str_sub(got, from, at + 40), should = str_sub(want, from, at + 40);
    return arena_printf(a, "N: the tree is ...%.*s..., not ...%.*s...", STR_ARG(is), STR_ARG(should)).ptr;
}

static struct str shown_tree(const struct shown *s)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    struct str out = STR("");

    add_tree(&b, &s->page, s->page.body, s, mark_prefix(s->arena, s->delta->new));
    return buf_take(&b, s->arena, &out, NULL) ? STR("") : out;
}

static const char *check_tree(const struct shown *s)
{
    AUTO(buf) want = BUF(LIMIT_OUTPUT_BYTES);
    const struct page *p = s->delta->new;
    struct str got = shown_tree(s);
    struct delta d;
    struct shown alone;

    if (p->dom.xml)
        return NULL; /* other vocabularies are shown as div */
    add_tree(&want, p, p->body, NULL, STR(""));
    if (!compare_trees(s->arena, got, buf_str(&want)))
        return NULL;
    const char *broken = show_alone(s->arena, p, &d, &alone);
    return broken ? broken : compare_trees(s->arena, got, shown_tree(&alone));
}

static const char *check_written(const struct shown *s)
{
    const char *broken = written_check(s->arena, s->bytes);

    return broken ? arena_printf(s->arena, "B: %s", broken).ptr : NULL;
}

/* Something else than its parts right in a list, table or select: its marks have no better place. */
static bool has_stray_content(const struct page *p)
{
    static const uint32_t parts[] = { TAG_LI,    TAG_DT,    TAG_DD,      TAG_TR,     TAG_TD,       TAG_TH,       TAG_TBODY,
                                      TAG_THEAD, TAG_TFOOT, TAG_CAPTION, TAG_OPTION, TAG_OPTGROUP, TAG_COLGROUP, TAG_BODY };

    for (uint32_t i = p->body + 1; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        bool is_part = false;

        if (p->first_word[i] == p->first_word[n->end] || !tag_is(p->dom.node[n->parent].tag, TAG_NO_TEXT))
            continue;
        for (size_t k = 0; k < ARRAY_LEN(parts); k++)
            is_part |= n->tag == parts[k];
        if (!is_part)
            return true;
    }
    return false;
}

static const char *check_nesting(const struct shown *s)
{
    const struct page *p = &s->page;
    bool stray = has_stray_content(s->delta->old) || has_stray_content(s->delta->new);

    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        bool block = n->space == SPACE_HTML && node_classes(n) & TAG_BLOCK;
        struct str name = tag_name(p->dom.symbols, n->tag), above = tag_name(p->dom.symbols, p->dom.node[n->parent].tag);

        if (n->kind != NODE_ELEMENT)
            continue;
        if (s->part[i] & PART_MARK && s->part[i] & PART_IN_MARK)
            return "X: a mark stands in a mark";
        if (s->part[i] & PART_IN_MARK && block)
            return arena_printf(s->arena, "X: <%.*s> stands in a mark", STR_ARG(name)).ptr;
        if (s->part[i] & PART_MARK && tag_is(p->dom.node[n->parent].tag, TAG_NO_TEXT | TAG_RAW) && !stray)
            return arena_printf(s->arena, "X: a mark stands in <%.*s>", STR_ARG(above)).ptr;
    }
    return NULL;
}

static uint32_t count_ids(const struct page *p, struct map *count)
{
    uint32_t id = symbols_find(p->dom.symbols, STR("id")), most = 0;

    for (uint32_t i = 0; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];

        for (uint32_t k = 0; n->kind == NODE_ELEMENT && k < n->n_attr; k++) {
            if (p->dom.attr[n->attr + k].name != id)
                continue;
            uint32_t *slot = map_slot(count, hash_str(attr_value(&p->dom.attr[n->attr + k])), 0);
            ++*slot;
            most = MAX(most, *slot);
        }
    }
    return most;
}

static const char *check_ids(const struct shown *s)
{
    struct map given, here;

    map_open(&given, s->arena, 64);
    map_open(&here, s->arena, 64);
    if (count_ids(&s->page, &here) <= 1)
        return NULL;
    count_ids(s->delta->new, &given);
    for (uint32_t i = 0; i < s->page.dom.n; i++) {
        struct str id;

        if (s->page.dom.node[i].kind != NODE_ELEMENT || !dom_attr(&s->page.dom, i, STR("id"), &id))
            continue;
        const uint32_t *was = map_find(&given, hash_str(id)), *is = map_find(&here, hash_str(id));
        if (*is > 1 && (!was || *is > *was))
            return arena_printf(s->arena, "H: the id %.*s stands %u times", STR_ARG(id), *is).ptr;
    }
    return NULL;
}

struct stops {
    struct str *id;
    uint32_t *node;
    uint32_t n;
};

static uint32_t number_of(const struct page *p, uint32_t node, struct str name)
{
    struct str value;
    uint64_t number = 0;

    return dom_attr(&p->dom, node, name, &value) && str_number(value, UINT32_MAX, &number) ? (uint32_t)number : 0;
}

static bool is_mark(const struct shown *s, uint32_t i)
{
    struct str state;

    return s->page.dom.node[i].kind == NODE_ELEMENT && !(s->part[i] & PART_UI)
           && dom_attr(&s->page.dom, i, STR("data-weft"), &state);
}

static const char *list_stops(const struct shown *s, struct stops *stops)
{
    const struct page *p = &s->page;

    stops->id = NEW_ARRAY(s->arena, struct str, p->dom.n + 1);
    stops->node = NEW_ARRAY(s->arena, uint32_t, p->dom.n + 1);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        struct str id;

        if (!is_mark(s, i))
            continue;
        if (!dom_attr(&p->dom, i, STR("id"), &id))
            return "H: a mark has no id";
        uint32_t number = number_of(p, i, STR("data-weft-stop"));
        if (!number)
            continue;
        if (number != stops->n + 1)
            return arena_printf(s->arena, "H: after stop %u comes stop %u", stops->n, number).ptr;
        stops->node[stops->n] = i;
        stops->id[stops->n++] = id;
    }
    return NULL;
}

static bool points_at(const struct page *p, uint32_t node, struct str name, struct str want)
{
    struct str value;
    bool there = dom_attr(&p->dom, node, name, &value);

    return want.ptr ? there && str_eq(value, want) : !there;
}

static const char *check_chain(const struct shown *s)
{
    struct stops stops = { 0 };
    const char *broken = list_stops(s, &stops);

    if (broken)
        return broken;
    for (uint32_t k = 0; k < stops.n; k++) {
        struct str none = { NULL, 0 }, before = k ? stops.id[k - 1] : none, after = k + 1 < stops.n ? stops.id[k + 1] : none;

        if (!points_at(&s->page, stops.node[k], STR("data-weft-prev"), before))
            return arena_printf(s->arena, "H: stop %u does not point back", k + 1).ptr;
        if (!points_at(&s->page, stops.node[k], STR("data-weft-next"), after))
            return arena_printf(s->arena, "H: stop %u does not point on", k + 1).ptr;
    }
    return NULL;
}

/* Whether no block ends between a text and the one before it. */
static bool is_same_line(const struct page *p, uint32_t text)
{
    uint32_t before = text - 1;

    while (before > p->body && p->dom.node[before].kind != NODE_TEXT)
        before--;
    for (uint32_t up = p->dom.node[before].parent; p->dom.node[up].end <= text; up = p->dom.node[up].parent)
        if (node_classes(&p->dom.node[up]) & (TAG_BLOCK | TAG_BREAK))
            return false;
    return true;
}

static bool is_update(const struct shown *s, uint32_t mark)
{
    struct str state;

    return dom_attr(&s->page.dom, mark, STR("data-weft"), &state) && str_eq(state, STR("update"));
}

/* Old before new: no update shows its new text first. */
static const char *check_order(const struct shown *s)
{
    uint8_t *first = NEW_ARRAY(s->arena, uint8_t, s->delta->n_changes + 2); /* by change: the side seen first */

    for (uint32_t i = s->page.body; i < s->page.dom.n; i++) {
        uint8_t side = s->part[i] & (PART_OLD | PART_NEW);

        if (!side || !is_mark(s, i))
            continue;
        uint32_t k = number_of(&s->page, i, STR("data-weft-change"));
        if (first[k] == PART_NEW && is_update(s, i) && side == PART_OLD)
            return arena_printf(s->arena, "O: of change %u the new text stands first", k).ptr;
        first[k] = first[k] ? first[k] : side;
    }
    return NULL;
}

/* And a space between them where they stand on one line. */
static const char *check_gaps(const struct shown *s)
{
    const struct page *p = &s->page;
    uint8_t last = 0; /* the side of the text seen last, if nothing came since */

    for (uint32_t i = p->body; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];
        uint8_t side = s->part[i] & (PART_OLD | PART_NEW);

        if (n->kind == NODE_ELEMENT && node_classes(n) & (TAG_BLOCK | TAG_BREAK | TAG_ATOM))
            last = 0;
        if (n->kind != NODE_TEXT || !n->len)
            continue;
        bool text = (s->part[i] & PART_IN_MARK || s->part[n->parent] & PART_MARK) && str_trim(node_text(n)).len;
        if (text && last && last != side && !byte_is_space(n->text[0]) && is_same_line(p, i))
            return arena_printf(s->arena, "O: \"%.*s\" touches what stands before it", STR_ARG(node_text(n))).ptr;
        last = text && !byte_is_space(n->text[n->len - 1]) ? side : 0;
    }
    return NULL;
}

/* Whether a reader could see anything of these words: not of a rule, nor of what is left out. */
static bool is_seen(struct arena *a, const struct page *p, uint32_t word, uint32_t end)
{
    token_list list = { 0 };

    for (uint32_t w = word; w < end && !list.n; w++) {
        if (!(p->word[w].flags & WORD_ATOM))
            return true;
        add_atom(a, p, NULL, p->word[w].node, true, &list);
    }
    return list.n > 0;
}

static const char *check_marks(const struct shown *s)
{
    const struct delta *d = s->delta;
    uint8_t *seen = NEW_ARRAY(s->arena, uint8_t, d->n_changes + 2);
    uint32_t n_marks = 0;

    for (uint32_t i = 0; i < s->page.dom.n; i++) {
        if (!is_mark(s, i))
            continue;
        uint32_t k = number_of(&s->page, i, STR("data-weft-change"));
        if (k > d->n_changes)
            return arena_printf(s->arena, "Q: there is no change %u", k).ptr;
        seen[k] = 1;
        n_marks++;
    }
    if (n_marks && !d->n_changes)
        return "Q: marks without a change";
    for (uint32_t k = 0; k < d->n_changes; k++) {
        const struct change *c = &d->change[k];
        bool owns = c->kind <= CHANGE_MOVE && !c->note.len;

        if (owns && !seen[k + 1]
            && (is_seen(s->arena, d->old, c->old_word, c->old_end) || is_seen(s->arena, d->new, c->new_word, c->new_end)))
            return arena_printf(s->arena, "Q: change %u (%s) has no mark", k + 1, change_name(c->kind)).ptr;
        if (!owns && !n_marks && !c->hidden && c->new_node != NONE && c->new_node >= d->new->body
            && !is_left_out(d->new, c->new_node))
            return arena_printf(s->arena, "Q: change %u (%.*s) and no mark at all", k + 1, STR_ARG(c->note)).ptr;
    }
    return NULL;
}

static bool runs(struct str name, struct str value)
{
    struct str address = str_trim(value);

    return str_starts_nocase(name, STR("on")) || str_starts_nocase(address, STR("javascript:"))
           || str_starts_nocase(address, STR("vbscript:")) || str_eq_nocase(name, STR("srcdoc"))
           || str_eq_nocase(name, STR("action")) || str_eq_nocase(name, STR("formaction"));
}

static const char *check_safety(const struct shown *s)
{
    const struct page *p = &s->page;

    for (uint32_t i = p->body; i < p->dom.n; i++) {
        const struct node *n = &p->dom.node[i];

        if (n->kind != NODE_ELEMENT || s->part[i] & PART_UI)
            continue;
        if (tag_is(n->tag, TAG_ACTIVE) || n->tag == TAG_META || n->tag == TAG_BASE)
            return arena_printf(s->arena, "V: <%.*s> is in the page", STR_ARG(tag_name(p->dom.symbols, n->tag))).ptr;
        for (uint32_t k = 0; k < n->n_attr; k++) {
            const struct attr *attr = &p->dom.attr[n->attr + k];
            struct str name = symbols_str(p->dom.symbols, attr->name);
            if (runs(name, attr_value(attr)))
                return arena_printf(s->arena, "V: %.*s is in the page", STR_ARG(name)).ptr;
        }
    }
    return NULL;
}

static const char *check_again(const struct shown *s, enum show_format format)
{
    struct delta d;
    struct shown again;
    struct err e = { 0 };

    if (compare_pages(s->arena, s->delta->old, s->delta->new, &d, &e))
        return "D: a second comparison fails";
    const char *broken = show_and_read(s->arena, &d, format, &again);
    if (broken)
        return broken;
    return str_eq(s->bytes, again.bytes) ? NULL : "D: a second run gives other bytes";
}

static const char *check_shown(const struct shown *s)
{
    static const char *(*const laws[])(const struct shown *) = { check_words, check_tree,  check_written, check_nesting,
                                                                 check_ids,   check_chain, check_order,   check_gaps,
                                                                 check_marks, check_safety };
    const char *broken = NULL;

    for (size_t k = 0; k < ARRAY_LEN(laws) && !broken; k++)
        broken = laws[k](s);
    return broken;
}

static const char *check_alone(struct arena *a, const struct page *p)
{
    struct delta d;
    struct shown s;
    const char *broken = show_alone(a, p, &d, &s);

    if (broken)
        return broken;
    if (d.n_changes)
        return arena_printf(a, "S: a page differs from itself: %s %.*s", change_name(d.change[0].kind), STR_ARG(d.change[0].note))
            .ptr;
    return check_shown(&s);
}

/* Whether a page written alone is read again as it was. */
static bool reads_back(struct arena *a, const struct page *p)
{
    struct delta d;
    struct shown s;

    return !show_alone(a, p, &d, &s) && !check_words(&s);
}

const char *laws_check_words(struct arena *a, const struct delta *d, enum show_format format)
{
    struct delta shown_delta = *d;
    struct shown s;

    if (format == SHOW_REVERSED)
        delta_reverse(a, d, &shown_delta);
    const char *broken = show_and_read(a, d, format, &s);
    if (broken)
        return broken;
    s.delta = &shown_delta;
    broken = check_words(&s);
    return broken && reads_back(a, d->old) && reads_back(a, d->new) ? broken : NULL;
}

const char *laws_check(struct arena *a, const struct delta *d)
{
    const char *broken = delta_check(d);
    struct delta reversed;
    struct shown s;

    if (broken || (broken = check_alone(a, d->old)) || (broken = check_alone(a, d->new)))
        return broken;
    if ((broken = show_and_read(a, d, SHOW_MERGED, &s)) || (broken = check_shown(&s)) || (broken = check_again(&s, SHOW_MERGED)))
        return broken;
    delta_reverse(a, d, &reversed);
    if ((broken = show_and_read(a, d, SHOW_REVERSED, &s)))
        return broken;
    s.delta = &reversed;
    if ((broken = check_shown(&s)))
        return arena_printf(a, "reversed: %s", broken).ptr;
    return NULL;
}

/* Every word that is left in a change lies in its range, and ranges have words. */
static const char *check_chosen(const struct delta *d)
{
    for (uint32_t k = 0; k < d->n_changes; k++) {
        const struct change *c = &d->change[k];
        bool has_old = c->old_word < c->old_end, has_new = c->new_word < c->new_end;
        if ((c->kind == CHANGE_UPDATE && c->old_node == NONE && c->new_node == NONE && !(has_old && has_new))
            || (k && c->new_word < c[-1].new_word))
            return "C: a change is cut wrongly";
    }
    for (uint32_t w = 0; w < d->new->n_words; w++) {
        uint32_t k = d->new_change[w];
        if (k != NONE && (k >= d->n_changes || w < d->change[k].new_word || w >= d->change[k].new_end))
            return "C: a word lies in the range of its change";
    }
    return NULL;
}

/* The changes alone are those of the whole delta. */
static const char *check_changes_alone(struct arena *a, const struct delta *d, const struct delta_choice *choice,
                                       const struct delta *chosen)
{
    uint32_t n;
    const struct change *alone = delta_chosen(a, d, choice, &n);

    for (uint32_t k = 0; k < n && k < chosen->n_changes; k++) {
        const struct change *x = &alone[k], *y = &chosen->change[k];
        if (x->kind != y->kind || x->old_word != y->old_word || x->old_end != y->old_end || x->new_word != y->new_word
            || x->new_end != y->new_end || x->old_node != y->old_node || x->new_node != y->new_node)
            return "C: a change is cut in another way where it is asked for alone";
    }
    return n == chosen->n_changes ? NULL : "C: other changes are chosen where they are asked for alone";
}

const char *laws_check_choice(struct arena *a, const struct delta *d, const struct delta_choice *choice)
{
    static const enum show_format views[] = { SHOW_SIDE, SHOW_CHANGES, SHOW_NEW, SHOW_REVERSED, SHOW_TEXT, SHOW_JSON };
    struct delta chosen;
    struct shown s;
    struct err e = { 0 };

    delta_choose(a, d, choice, &chosen);
    const char *broken = check_chosen(&chosen);
    if (!broken)
        broken = check_changes_alone(a, d, choice, &chosen);
    for (size_t i = 0; i < ARRAY_LEN(views) && !broken; i++) {
        AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
        if (show_delta(a, &chosen, &(struct show_options){ .format = views[i], .all = true }, &out, &e))
            broken = arena_printf(a, "C: it cannot be shown: %s", e.text).ptr;
    }
    if (broken || (broken = show_and_read(a, &chosen, SHOW_MERGED, &s)))
        return broken;
    token_list now = tokens_of(a, &s.page, s.part, PART_UI | PART_OLD, true), new = tokens_of(a, d->new, NULL, 0, true);
    return reads_back(a, d->new) ? compare_tokens(a, &now, &new, "C") : NULL;
}

struct laws_marked laws_marked(const struct delta *d)
{
    uint64_t n = d->old->n_words, m = d->new->n_words;
    struct laws_marked sum = {
        0, n + m - 2 * (uint64_t)sequence_length(d->old->symbol, d->old->n_words, d->new->symbol, d->new->n_words)
    };

    for (uint32_t w = 0; w < n; w++)
        sum.marked += d->old_to_new[w] == NONE;
    for (uint32_t w = 0; w < m; w++)
        sum.marked += d->new_to_old[w] == NONE;
    return sum;
}
