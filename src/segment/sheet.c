/* In: a page's <style> elements. Out: rules, found by the last name of their selector.
 *
 *     #main > .side a { width: 300px }      parts: #main, > .side, a       found by the tag a
 *
 * Of CSS's selectors those are read that page layouts are written with: tags, ids, classes and *, with descendants and children. A selector
 * with anything else (an attribute, a state, a sibling) is left out, as is a rule without a property that matters. Of @media the blocks for
 * a screen of LAYOUT_WIDTH are taken. Names are compared by their hashes.
 *
 * Invariants: the rules of an element are applied by specificity, then in their order; no page costs more than a budget of steps.
 * Cost: O(bytes) to read. */
#include "segment/sheet.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "segment/layout.h"
#include "segment/style_property.h"

enum {
    RULES_MAX = 8192,   /* selectors of a page; more are not read */
    PARTS_MAX = 6,      /* of a selector */
    NAMES_MAX = 4,      /* of one part: tag, id, classes */
    MATCHES_MAX = 32,   /* rules that an element is given */
    MEDIA_DEPTH = 4,    /* of blocks in each other */
    STEPS = 1000000,    /* looks at a rule or an ancestor, for a page; and for each node */
    STEPS_OF_NODE = 64, /* more than any real page takes */
};

/* One part of a selector: all its names must be the element's. */
struct part {
    uint64_t name[NAMES_MAX]; /* hashes; 0: no more */
    bool child;               /* of the part before: its parent, else any ancestor */
};

struct rule {
    struct part part[PARTS_MAX];
    uint32_t n_parts;
    uint32_t first, end;  /* declarations */
    uint32_t specificity; /* ids, classes, tags */
    uint32_t next;        /* with the same last name; NONE: none */
};

struct declared {
    unsigned property;
    struct str value;
};

struct sheet {
    struct arena *arena;
    const struct page *page;
    uint32_t class, id; /* symbols */
    VEC(struct rule) rule;
    VEC(struct declared) declared;
    struct map by_name; /* of the last part: its first rule */
    uint64_t steps;     /* left */
};

enum name_kind { NAME_TAG = 1, NAME_ID, NAME_CLASS };

static uint64_t name_hash(enum name_kind kind, struct str name)
{
    return MAX(hash_mix(hash_str(name), kind), 1);
}

static bool is_name(char c)
{
    return (c >= '0' && c <= '9') || (byte_lower(c) >= 'a' && byte_lower(c) <= 'z') || c == '-' || c == '_'
           || (unsigned char)c >= 0x80;
}

/* A tag's name, in small letters as the parser has it. */
static uint64_t tag_hash(struct str name)
{
    char lower[32];

    for (size_t i = 0; i < name.len && i < sizeof lower; i++)
        lower[i] = byte_lower(name.ptr[i]);
    return name_hash(NAME_TAG, (struct str){ lower, MIN(name.len, sizeof lower) });
}

/* One part, cut off the text. False where it has something that is not read. */
static bool read_part(struct str *text, struct rule *r)
{
    struct part *part = &r->part[r->n_parts];
    unsigned n = 0;

    for (bool any = false;; any = true) {
        char c = text->len ? text->ptr[0] : ' ';
        size_t from = c == '#' || c == '.' ? 1 : 0, to = from;

        if (byte_is_space(c) || c == '>')
            return any;
        if (c == '*') {
            *text = str_sub(*text, 1, text->len);
            continue;
        }
        while (to < text->len && is_name(text->ptr[to]))
            to++;
        if (to == from || n == NAMES_MAX)
            return false;
        struct str name = str_sub(*text, from, to);
        part->name[n++] = c == '#' ? name_hash(NAME_ID, name) : c == '.' ? name_hash(NAME_CLASS, name) : tag_hash(name);
        r->specificity += c == '#' ? 1 << 16 : c == '.' ? 1 << 8 : 1;
        *text = str_sub(*text, to, text->len);
    }
}

static bool read_selector(struct str text, struct rule *r)
{
    bool child = false;

    for (text = str_trim(text); text.len; text = str_trim(text)) {
        if (text.ptr[0] == '>') {
            child = true;
            text = str_sub(text, 1, text.len);
            continue;
        }
        if (r->n_parts == PARTS_MAX || !read_part(&text, r))
            return false;
        r->part[r->n_parts++].child = child;
        child = false;
    }
    return r->n_parts && !child;
}

/* "a, b .c" with its declarations. */
static void add_rules(struct sheet *s, struct str selectors, struct str body)
{
    uint32_t first = s->declared.n;
    struct declared one;

    while (declaration_next(&body, &one.property, &one.value)) {
        if (!property_hides(one.property))
            *VEC_ADD(s->arena, &s->declared) = one;
    }
    if (first == s->declared.n)
        return;
    while (selectors.len && s->rule.n < RULES_MAX) {
        struct rule rule = { .first = first, .end = s->declared.n, .next = NONE };

        if (read_selector(str_cut(&selectors, ','), &rule))
            *VEC_ADD(s->arena, &s->rule) = rule;
    }
}

/* "(min-width: 700px)": whether the window is so wide. */
static bool width_holds(struct str condition, bool least)
{
    struct length length = { 0 };
    struct str value = condition;

    (void)str_cut(&value, ':');
    value = str_cut(&value, ')');
    if (!style_length(value, 16, &length) || length.unit != LENGTH_PX)
        return false;
    return least ? length.value <= LAYOUT_WIDTH : length.value >= LAYOUT_WIDTH;
}

/* Whether one of a list of media is a light screen of weft's width; what is not known is not. */
static bool media_holds(struct str list)
{
    bool any = str_trim(list).len == 0;

    while (list.len && !any) {
        struct str query = str_trim(str_cut(&list, ','));
        bool holds = true;

        while (query.len && holds) {
            struct str word = str_trim(query.ptr[0] == '(' ? str_cut(&query, ')') : str_cut(&query, ' '));
            if (str_starts_nocase(word, STR("(min-width")))
                holds = width_holds(word, true);
            else if (str_starts_nocase(word, STR("(max-width")))
                holds = width_holds(word, false);
            else
                holds = !word.len || str_eq_nocase(word, STR("screen")) || str_eq_nocase(word, STR("all"))
                        || str_eq_nocase(word, STR("only")) || str_eq_nocase(word, STR("and"));
            query = str_trim(query);
        }
        any = holds;
    }
    return any;
}

/* Past the block that opens before `at`. */
static size_t block_end(struct str text, size_t at)
{
    for (unsigned open = 1; at < text.len; at++) {
        open += text.ptr[at] == '{';
        if (text.ptr[at] == '}' && --open == 0)
            return at + 1;
    }
    return text.len;
}

/* Without comments, and without the marks that hid style sheets from old browsers. */
static struct str without_comments(struct arena *a, struct str text)
{
    char *out = NEW_ARRAY(a, char, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++) {
        struct str rest = str_sub(text, i, text.len);
        if (str_starts(rest, STR("/*"))) {
            size_t end = str_find(text, STR("*/"), i + 2);
            i = end == SIZE_MAX ? text.len : end + 1;
        } else if (str_starts(rest, STR("<!--"))) {
            i += 3;
        } else if (str_starts(rest, STR("-->"))) {
            i += 2;
        } else {
            out[n++] = text.ptr[i];
        }
    }
    return (struct str){ out, n };
}

static void read_rules(struct sheet *s, struct str text)
{
    unsigned inside = 0; /* of @media blocks */

    for (text = str_trim(text); text.len && s->rule.n < RULES_MAX; text = str_trim(text)) {
        size_t open = str_find(text, STR("{"), 0), stop = str_find(text, STR(";"), 0), end;

        if (text.ptr[0] == '}') {
            inside -= inside > 0;
            text = str_sub(text, 1, text.len);
            continue;
        }
        if (text.ptr[0] == '@' && stop < open) { /* @import, @charset */
            text = str_sub(text, stop + 1, text.len);
            continue;
        }
        if (open == SIZE_MAX)
            return;
        end = block_end(text, open + 1);
        struct str head = str_sub(text, 0, open);
        if (str_starts_nocase(head, STR("@media")) && inside < MEDIA_DEPTH && media_holds(str_trim(str_sub(head, 6, head.len)))) {
            inside++;
            end = open + 1; /* its rules come next, and its end by itself */
        } else if (head.len && head.ptr[0] != '@') {
            add_rules(s, head, str_sub(text, open + 1, end - 1));
        }
        text = str_sub(text, end, text.len);
    }
}

/* The last first, so that the chains run in the order of the page. */
static void index_rules(struct sheet *s)
{
    map_open(&s->by_name, s->arena, s->rule.n);
    for (uint32_t i = s->rule.n; i-- > 0;) {
        struct rule *r = &s->rule.item[i];
        uint32_t *first = map_slot(&s->by_name, r->part[r->n_parts - 1].name[0], NONE);
        r->next = *first;
        *first = i;
    }
}

struct sheet *sheet_read(struct arena *a, const struct page *p)
{
    const struct dom *d = &p->dom;
    struct sheet *s = NULL;
    struct str media;

    for (uint32_t i = 0; i < d->n; i++) {
        if (d->node[i].tag != TAG_STYLE || d->node[i].kind != NODE_ELEMENT || i + 1 >= d->node[i].end
            || (dom_attr(d, i, STR("media"), &media) && !media_holds(str_trim(media))))
            continue;
        if (!s) {
            s = NEW(a, struct sheet);
            *s = (struct sheet){ .arena = a, .page = p, .steps = STEPS + (uint64_t)d->n * STEPS_OF_NODE };
            s->class = symbols_find(d->symbols, STR("class"));
            s->id = symbols_find(d->symbols, STR("id"));
        }
        read_rules(s, without_comments(a, node_text(&d->node[i + 1])));
    }
    if (!s || !s->rule.n)
        return NULL;
    index_rules(s);
    return s;
}

static struct str attr_of(const struct sheet *s, uint32_t node, uint32_t name)
{
    const struct node *n = &s->page->dom.node[node];

    for (uint32_t k = 0; name && k < n->n_attr; k++) {
        const struct attr *attr = &s->page->dom.attr[n->attr + k];
        if (attr->name == name)
            return attr_value(attr);
    }
    return STR("");
}

static struct str next_class(struct str *names)
{
    size_t from = 0, to;

    while (from < names->len && byte_is_space(names->ptr[from]))
        from++;
    for (to = from; to < names->len && !byte_is_space(names->ptr[to]);)
        to++;
    struct str word = str_sub(*names, from, to);
    *names = str_sub(*names, to, names->len);
    return word;
}

static bool has_name(const struct sheet *s, uint32_t node, uint64_t name)
{
    const struct dom *d = &s->page->dom;
    struct str classes, word;

    if (name == name_hash(NAME_TAG, tag_name(d->symbols, d->node[node].tag)) || name == name_hash(NAME_ID, attr_of(s, node, s->id)))
        return true;
    classes = attr_of(s, node, s->class);
    while ((word = next_class(&classes)).len) {
        if (name == name_hash(NAME_CLASS, word))
            return true;
    }
    return false;
}

static bool is_part(struct sheet *s, const struct part *part, uint32_t node)
{
    s->steps -= s->steps > 0;
    for (unsigned k = 0; k < NAMES_MAX && part->name[k]; k++) {
        if (!has_name(s, node, part->name[k]))
            return false;
    }
    return true;
}

/* Whether the whole selector holds, from its last part up: for "any ancestor" the nearest is taken, which no layout has been found to need
 * more than. */
static bool rule_holds(struct sheet *s, const struct rule *r, uint32_t node)
{
    const struct node *nodes = s->page->dom.node;

    if (!is_part(s, &r->part[r->n_parts - 1], node))
        return false;
    for (uint32_t k = r->n_parts - 1; k-- > 0;) {
        bool child = r->part[k + 1].child;
        do {
            if (node == 0 || s->steps == 0)
                return false;
            node = nodes[node].parent;
        } while (!is_part(s, &r->part[k], node) && !child);
        if (child && !is_part(s, &r->part[k], node))
            return false;
    }
    return true;
}

/* An element's rules, the one that goes over the others last. */
struct matches {
    uint32_t rule[MATCHES_MAX];
    unsigned n;
};

/* Whether rule a goes over rule b. */
static bool goes_over(const struct sheet *s, uint32_t a, uint32_t b)
{
    uint32_t own = s->rule.item[a].specificity, other = s->rule.item[b].specificity;

    return own != other ? own > other : a > b;
}

static void add_match(const struct sheet *s, uint32_t rule, struct matches *m)
{
    unsigned at = m->n;

    if (m->n == MATCHES_MAX)
        return;
    for (m->n++; at > 0 && goes_over(s, m->rule[at - 1], rule); at--)
        m->rule[at] = m->rule[at - 1];
    m->rule[at] = rule;
}

static void match_name(struct sheet *s, uint64_t name, uint32_t node, struct matches *m)
{
    uint32_t *first = map_find(&s->by_name, name);

    for (uint32_t i = first ? *first : NONE; i != NONE && s->steps; i = s->rule.item[i].next) {
        if (rule_holds(s, &s->rule.item[i], node))
            add_match(s, i, m);
    }
}

static void match(struct sheet *s, uint32_t node, struct matches *m)
{
    const struct dom *d = &s->page->dom;
    struct str id = attr_of(s, node, s->id), classes = attr_of(s, node, s->class), word;

    m->n = 0;
    match_name(s, 0, node, m); /* "*" */
    match_name(s, name_hash(NAME_TAG, tag_name(d->symbols, d->node[node].tag)), node, m);
    if (id.len)
        match_name(s, name_hash(NAME_ID, id), node, m);
    while ((word = next_class(&classes)).len)
        match_name(s, name_hash(NAME_CLASS, word), node, m);
}

void sheet_apply(struct sheet *s, uint32_t node, struct style *out)
{
    enum style_display shown = out->display;
    struct matches m;

    match(s, node, &m);
    for (unsigned i = 0; i < m.n; i++) {
        const struct rule *r = &s->rule.item[m.rule[i]];
        for (uint32_t k = r->first; k < r->end; k++)
            property_read(out, s->declared.item[k].property, s->declared.item[k].value);
        if (out->display == DISPLAY_NONE)
            out->display = shown;
    }
}

uint64_t sheet_hash(struct sheet *s, uint32_t node)
{
    struct matches m;
    uint64_t hash = 0;

    match(s, node, &m);
    for (unsigned i = 0; i < m.n; i++) {
        const struct rule *r = &s->rule.item[m.rule[i]];
        for (uint32_t k = r->first; k < r->end; k++)
            hash = hash_mix(hash + s->declared.item[k].property, hash_str(s->declared.item[k].value));
    }
    return hash;
}
