/* In: a list of CSS selectors and a tree. Out: which elements they choose.
 *
 * lexbor reads the expression. The matching is ours, over the flat tree, with sets instead of a search: a selector "A > B C" is read
 * from left to right, and after each part the set holds the nodes where what was read so far ends. A step from one set to the next is
 * one pass in document order, since what a combinator asks about (parent, ancestor, sibling before) has been passed already. :has() is
 * read from right to left in the same way.
 *  1. A set is one byte for each node; texts and comments are in none.
 *  2. No backtracking, so no page and no expression costs more than O(nodes x parts); nesting of functions ends at NESTING_MAX. */
#include "parse/css.h"

#include <lexbor/css/css.h>

#include "base/limits.h"
#include "base/map.h"

enum { NESTING_MAX = 8 };

struct match {
    struct arena *arena;
    const struct dom *dom;
    uint32_t id, class, href; /* symbols of names of attributes; 0: no node has one */
    unsigned nesting;
    struct err *err;
};

typedef uint8_t set; /* an array with a byte for each node */

static int list_set(struct match *m, const lxb_css_selector_list_t *list, set *out);

static set *set_new(struct match *m)
{
    return NEW_ARRAY(m->arena, set, m->dom->n);
}

static struct str str_of_lexbor(const lexbor_str_t *s)
{
    return (struct str){ s->data ? (const char *)s->data : "", s->data ? s->length : 0 };
}

static bool attr_of(const struct match *m, uint32_t node, uint32_t name, struct str *value)
{
    const struct node *at = &m->dom->node[node];
    for (uint32_t i = at->attr; name && i < at->attr + at->n_attr; i++)
        if (m->dom->attr[i].name == name) {
            *value = attr_value(&m->dom->attr[i]);
            return true;
        }
    return false;
}

static bool has_word(struct str text, struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (byte_is_space(word.ptr[i]))
            return false;
    for (size_t at = 0; word.len && (at = str_find(text, word, at)) != SIZE_MAX; at++) {
        size_t end = at + word.len;
        if ((at == 0 || byte_is_space(text.ptr[at - 1])) && (end == text.len || byte_is_space(text.ptr[end])))
            return true;
    }
    return false;
}

static struct str lowered(struct arena *a, struct str s)
{
    char *to = NEW_ARRAY(a, char, s.len + 1);
    for (size_t i = 0; i < s.len; i++)
        to[i] = byte_lower(s.ptr[i]);
    return (struct str){ to, s.len };
}

static bool value_matches(struct str value, struct str wanted, lxb_css_selector_match_t how)
{
    switch (how) {
    case LXB_CSS_SELECTOR_MATCH_EQUAL:
        return str_eq(value, wanted);
    case LXB_CSS_SELECTOR_MATCH_INCLUDE:
        return has_word(value, wanted);
    case LXB_CSS_SELECTOR_MATCH_DASH:
        return str_eq(value, wanted) || (str_starts(value, wanted) && value.ptr[wanted.len] == '-');
    case LXB_CSS_SELECTOR_MATCH_PREFIX:
        return wanted.len && str_starts(value, wanted);
    case LXB_CSS_SELECTOR_MATCH_SUFFIX:
        return wanted.len && str_ends(value, wanted);
    case LXB_CSS_SELECTOR_MATCH_SUBSTRING:
        return wanted.len && str_find(value, wanted, 0) != SIZE_MAX;
    default:
        return false;
    }
}

static void keep_attribute(struct match *m, const lxb_css_selector_t *s, set *out)
{
    const lxb_css_selector_attribute_t *about = &s->u.attribute;
    bool no_case = about->modifier == LXB_CSS_SELECTOR_MODIFIER_I;
    struct str name = str_of_lexbor(&s->name), wanted = str_of_lexbor(&about->value), value;
    uint32_t symbol = symbols_find(m->dom->symbols, m->dom->xml ? name : lowered(m->arena, name));
    AUTO(arena) room = { 0 };

    if (no_case)
        wanted = lowered(m->arena, wanted);
    for (uint32_t i = 0; i < m->dom->n; i++) {
        if (!out[i])
            continue;
        out[i] = attr_of(m, i, symbol, &value);
        /* "[href]" has no value to compare; lexbor keeps none then. */
        if (out[i] && about->value.data)
            out[i] = value_matches(no_case ? lowered(&room, value) : value, wanted, about->match);
    }
}

static void keep_named(struct match *m, struct str name, set *out)
{
    for (uint32_t i = 0; i < m->dom->n; i++) {
        if (!out[i])
            continue;
        struct str own = tag_name(m->dom->symbols, m->dom->node[i].tag);
        out[i] = m->dom->xml ? str_eq(own, name) : str_eq_nocase(own, name);
    }
}

static void keep_worded(struct match *m, uint32_t attribute, struct str word, bool whole, set *out)
{
    struct str value;
    for (uint32_t i = 0; i < m->dom->n; i++)
        if (out[i])
            out[i] = attr_of(m, i, attribute, &value) && (whole ? str_eq(value, word) : has_word(value, word));
}

/* Which of the siblings each node is, from 1 on; `last` counts from the end, `type` only those of the same name, `of` only those in it. */
struct nth {
    bool last, type;
    const set *of;
};

static void count_children(struct match *m, const struct nth *n, uint32_t *number)
{
    const struct dom *d = m->dom;
    uint32_t *seen = NEW_ARRAY(m->arena, uint32_t, d->n);
    struct map typed;

    map_open(&typed, m->arena, n->type ? 256 : 0);
    for (uint32_t step = 1; step < d->n; step++) {
        uint32_t i = n->last ? d->n - step : step;
        const struct node *node = &d->node[i];
        if (node->kind != NODE_ELEMENT || (n->of && !n->of[i]))
            continue;
        if (n->type)
            number[i] = ++*map_slot(&typed, hash_mix(node->parent, node->tag), 0);
        else
            number[i] = ++seen[node->parent];
    }
    number[0] = 1;
}

static bool is_nth(uint32_t number, long a, long b)
{
    long rest = (long)number - b;
    if (number == 0)
        return false;
    return a == 0 ? rest == 0 : rest % a == 0 && rest / a >= 0;
}

static void keep_nth(struct match *m, const struct nth *n, long a, long b, set *out)
{
    uint32_t *number = NEW_ARRAY(m->arena, uint32_t, m->dom->n);
    count_children(m, n, number);
    for (uint32_t i = 0; i < m->dom->n; i++)
        out[i] = out[i] && is_nth(number[i], a, b);
}

static void keep_empty(struct match *m, set *out)
{
    const struct dom *d = m->dom;
    for (uint32_t i = 1; i < d->n; i++)
        if (d->node[i].kind == NODE_ELEMENT || (d->node[i].kind == NODE_TEXT && d->node[i].len))
            out[d->node[i].parent] = 0;
}

static void keep_links(struct match *m, set *out)
{
    struct str value;
    for (uint32_t i = 0; i < m->dom->n; i++)
        out[i] = out[i] && (m->dom->node[i].tag == TAG_A || m->dom->node[i].tag == TAG_AREA) && attr_of(m, i, m->href, &value);
}

static int not_there(struct match *m, const lxb_css_selector_t *s)
{
    return err_set(m->err, E_USAGE, "the selector ':%.*s' does not work on a stored page", STR_ARG(str_of_lexbor(&s->name)));
}

static int keep_pseudo(struct match *m, const lxb_css_selector_t *s, set *out)
{
    bool type = true;
    switch (s->u.pseudo.type) {
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FIRST_CHILD:
        type = false; /* fall through */
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FIRST_OF_TYPE:
        keep_nth(m, &(struct nth){ .type = type }, 0, 1, out);
        return 0;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_LAST_CHILD:
        type = false; /* fall through */
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_LAST_OF_TYPE:
        keep_nth(m, &(struct nth){ .last = true, .type = type }, 0, 1, out);
        return 0;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_ONLY_CHILD:
        type = false; /* fall through */
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_ONLY_OF_TYPE:
        keep_nth(m, &(struct nth){ .type = type }, 0, 1, out);
        keep_nth(m, &(struct nth){ .last = true, .type = type }, 0, 1, out);
        return 0;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_EMPTY:
        keep_empty(m, out);
        return 0;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_ROOT:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_SCOPE:
        memset(out + 1, 0, m->dom->n - 1);
        return 0;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_ANY_LINK:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_LINK:
        keep_links(m, out);
        return 0;
    default:
        return not_there(m, s);
    }
}

/* Nodes from which a step of `how` leads into `to`. */
static void step_back(struct match *m, lxb_css_selector_combinator_t how, const set *to, set *out)
{
    const struct node *node = m->dom->node;
    uint8_t *later = set_new(m);                               /* of a parent: a child in `to` comes after */
    uint32_t *next = NEW_ARRAY(m->arena, uint32_t, m->dom->n); /* of a parent: its child after this one */

    for (uint32_t i = m->dom->n; i-- > 0;) {
        uint32_t parent = node[i].parent;
        if (node[i].kind != NODE_ELEMENT)
            continue;
        if (how == LXB_CSS_SELECTOR_COMBINATOR_SIBLING)
            out[i] = next[parent] && to[next[parent]];
        else if (how == LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING)
            out[i] = later[parent];
        else if (i > 0 && (to[i] || (how == LXB_CSS_SELECTOR_COMBINATOR_DESCENDANT && out[i])))
            out[parent] = 1;
        later[parent] |= to[i];
        next[parent] = i;
    }
    if (how == LXB_CSS_SELECTOR_COMBINATOR_SIBLING || how == LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING)
        out[0] = 0;
}

/* Nodes that a step of `how` from `from` leads to. */
static void step_on(struct match *m, lxb_css_selector_combinator_t how, const set *from, set *out)
{
    const struct node *node = m->dom->node;
    uint8_t *earlier = set_new(m);                             /* of a parent: a child in `from` came before */
    uint32_t *last = NEW_ARRAY(m->arena, uint32_t, m->dom->n); /* of a parent: the child before this one */

    for (uint32_t i = 1; i < m->dom->n; i++) {
        uint32_t parent = node[i].parent;
        if (node[i].kind != NODE_ELEMENT)
            continue;
        if (how == LXB_CSS_SELECTOR_COMBINATOR_SIBLING)
            out[i] = last[parent] && from[last[parent]];
        else if (how == LXB_CSS_SELECTOR_COMBINATOR_FOLLOWING)
            out[i] = earlier[parent];
        else
            out[i] = from[parent] || (how == LXB_CSS_SELECTOR_COMBINATOR_DESCENDANT && out[parent]);
        earlier[parent] |= from[i];
        last[parent] = i;
    }
}

static set *all_elements(struct match *m)
{
    set *out = set_new(m);
    for (uint32_t i = 0; i < m->dom->n; i++)
        out[i] = m->dom->node[i].kind == NODE_ELEMENT;
    return out;
}

static int keep_simple(struct match *m, const lxb_css_selector_t *s, set *out);

/* The simple selectors from s on that stand together without a combinator; *next is what follows. */
static int keep_compound(struct match *m, const lxb_css_selector_t *s, set *out, const lxb_css_selector_t **next)
{
    int failed = keep_simple(m, s, out);
    for (s = s->next; !failed && s && s->combinator == LXB_CSS_SELECTOR_COMBINATOR_CLOSE; s = s->next)
        failed = keep_simple(m, s, out);
    *next = s;
    return failed;
}

/* Elements x with some y of the relative selector; from the right: first y, then what leads to it. */
static int has_set(struct match *m, const lxb_css_selector_list_t *list, set *out)
{
    const lxb_css_selector_t *next, *s = list->last;
    set *here = all_elements(m), *before;
    for (;;) {
        while (s->prev && s->combinator == LXB_CSS_SELECTOR_COMBINATOR_CLOSE)
            s = s->prev;
        int failed = keep_compound(m, s, here, &next);
        if (failed)
            return failed;
        before = set_new(m);
        step_back(m, s->combinator, here, before);
        if (!s->prev)
            break;
        s = s->prev;
        here = all_elements(m);
        for (uint32_t i = 0; i < m->dom->n; i++)
            here[i] &= before[i];
    }
    for (uint32_t i = 0; i < m->dom->n; i++)
        out[i] |= before[i];
    return 0;
}

static int keep_nth_function(struct match *m, const lxb_css_selector_t *s, struct nth n, set *out)
{
    const lxb_css_selector_anb_of_t *about = s->u.pseudo.data;
    if (about->of) {
        set *of = set_new(m);
        int failed = list_set(m, about->of, of);
        if (failed)
            return failed;
        n.of = of;
    }
    keep_nth(m, &n, about->anb.a, about->anb.b, out);
    return 0;
}

static int keep_function(struct match *m, const lxb_css_selector_t *s, set *out)
{
    const lxb_css_selector_list_t *list = s->u.pseudo.data;
    bool not = s->u.pseudo.type == LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NOT;
    set *in = set_new(m);
    int failed = 0;

    switch (s->u.pseudo.type) {
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_CHILD:
        return keep_nth_function(m, s, (struct nth){ 0 }, out);
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_CHILD:
        return keep_nth_function(m, s, (struct nth){ .last = true }, out);
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_OF_TYPE:
        return keep_nth_function(m, s, (struct nth){ .type = true }, out);
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NTH_LAST_OF_TYPE:
        return keep_nth_function(m, s, (struct nth){ .last = true, .type = true }, out);
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_IS:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_WHERE:
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_NOT:
        failed = list_set(m, list, in);
        break;
    case LXB_CSS_SELECTOR_PSEUDO_CLASS_FUNCTION_HAS:
        for (; list && !failed; list = list->next)
            failed = has_set(m, list, in);
        break;
    default:
        return not_there(m, s);
    }
    for (uint32_t i = 0; i < m->dom->n; i++)
        out[i] = out[i] && in[i] != not ;
    return failed;
}

static int keep_simple(struct match *m, const lxb_css_selector_t *s, set *out)
{
    struct str space = str_of_lexbor(&s->ns);
    int failed;
    if (space.len && !str_eq(space, STR("*")))
        return err_set(m->err, E_USAGE, "the selector names the namespace '%.*s', and weft knows none by name", STR_ARG(space));
    switch (s->type) {
    case LXB_CSS_SELECTOR_TYPE_ANY:
        return 0;
    case LXB_CSS_SELECTOR_TYPE_ELEMENT:
        keep_named(m, str_of_lexbor(&s->name), out);
        return 0;
    case LXB_CSS_SELECTOR_TYPE_ID:
        keep_worded(m, m->id, str_of_lexbor(&s->name), true, out);
        return 0;
    case LXB_CSS_SELECTOR_TYPE_CLASS:
        keep_worded(m, m->class, str_of_lexbor(&s->name), false, out);
        return 0;
    case LXB_CSS_SELECTOR_TYPE_ATTRIBUTE:
        keep_attribute(m, s, out);
        return 0;
    case LXB_CSS_SELECTOR_TYPE_PSEUDO_CLASS:
        return keep_pseudo(m, s, out);
    case LXB_CSS_SELECTOR_TYPE_PSEUDO_CLASS_FUNCTION:
        if (++m->nesting > NESTING_MAX)
            return err_set(m->err, E_LIMIT, "the selector has more than %d functions in each other", NESTING_MAX);
        failed = keep_function(m, s, out);
        m->nesting--;
        return failed;
    default:
        return not_there(m, s);
    }
}

/* Adds to `out` what one selector of the list chooses. */
static int complex_set(struct match *m, const lxb_css_selector_list_t *list, set *out)
{
    const lxb_css_selector_t *s = list->first;
    set *here = all_elements(m);
    int failed = s ? keep_compound(m, s, here, &s) : 0;
    while (!failed && s) {
        set *next = set_new(m);
        if (s->combinator == LXB_CSS_SELECTOR_COMBINATOR_CELL)
            return err_set(m->err, E_USAGE, "the selector asks for columns of a table with '||', which weft does not know");
        step_on(m, s->combinator, here, next);
        here = next;
        failed = keep_compound(m, s, here, &s);
        if (!failed && arena_over(m->arena))
            failed = arena_room(m->arena, 1, m->err);
    }
    for (uint32_t i = 0; i < m->dom->n && !failed; i++)
        out[i] |= here[i];
    return failed;
}

static int list_set(struct match *m, const lxb_css_selector_list_t *list, set *out)
{
    int failed = 0;
    for (; list && !failed; list = list->next)
        failed = complex_set(m, list, out);
    return failed;
}

struct reader {
    lxb_css_parser_t *parser;
    lxb_css_selector_list_t *list;
};

static void reader_drop(struct reader *r)
{
    if (r->list)
        lxb_css_selector_list_destroy_memory(r->list);
    lxb_css_parser_destroy(r->parser, true);
}

/* lexbor's first word on what is wrong, and where in the expression. */
static int unreadable(const struct reader *r, struct str expression, struct err *e)
{
    const struct str general = STR("Selectors. ");
    lxb_css_log_message_t *message = lexbor_array_obj_get(&r->parser->log->messages, 0);
    struct str why = message ? str_of_lexbor(&message->text) : STR("out of memory"), token;
    size_t at = str_find(why, general, 0);
    if (at != SIZE_MAX)
        why = str_sub(why, at + general.len, why.len);
    at = str_find(why, STR(": "), 0);
    token = at == SIZE_MAX ? expression : str_sub(why, at + 2, why.len);
    if (str_eq(token, STR("END-OF-FILE")))
        return err_set(e, E_USAGE, "the selector '%.*s' ends too early", STR_ARG(expression));
    at = str_find(expression, token, 0);
    if (at == SIZE_MAX || token.len == expression.len)
        return err_set(e, E_USAGE, "the selector '%.*s' cannot be read", STR_ARG(expression));
    const char *what = str_starts(why, STR("Not supported"))     ? "is not supported"
                       : str_starts(why, STR("Pseudo function")) ? "is empty"
                                                                 : "is not expected there";
    return err_set(e, E_USAGE, "the selector '%.*s' cannot be read: '%.*s' (character %zu) %s", STR_ARG(expression), STR_ARG(token),
                   at + 1, what);
}

int css_select(struct arena *a, const struct dom *d, struct str expression, uint8_t **chosen, struct err *e)
{
    AUTO(arena) room = { .budget_bytes = LIMIT_SELECT_MEMORY };
    AUTO(reader) r = { .parser = lxb_css_parser_create() };
    struct match m = {
        .arena = &room,
        .dom = d,
        .id = symbols_find(d->symbols, STR("id")),
        .class = symbols_find(d->symbols, STR("class")),
        .href = symbols_find(d->symbols, STR("href")),
        .err = e,
    };

    if (!r.parser || lxb_css_parser_init(r.parser, NULL) != LXB_STATUS_OK)
        return err_set(e, E_SYSTEM, "lexbor cannot start: out of memory");
    r.list = lxb_css_selectors_parse(r.parser, (const lxb_char_t *)expression.ptr, expression.len);
    /* In :is() a wrong selector is passed over by the rules of CSS; a person who wrote one wants to know. */
    if (!r.list || r.parser->status != LXB_STATUS_OK || lexbor_array_obj_length(&r.parser->log->messages))
        return unreadable(&r, expression, e);
    set *out = set_new(&m);
    int failed = list_set(&m, r.list, out);
    if (failed)
        return failed;
    *chosen = NEW_ARRAY(a, uint8_t, d->n);
    memcpy(*chosen, out, d->n);
    return 0;
}
