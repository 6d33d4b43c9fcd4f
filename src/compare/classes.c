/* In: two elements that stand for each other. Out: how far their attributes differ, for a reader.
 *
 * Attributes by the table; those without a row by the form of their names. Then what no table can say: a hidden field holds a token, a
 * button without words is what its label says, the number of an item is its place in the list.
 * O(attributes squared) for an element, which has few. */
#include "compare/classes.h"

#include "base/limits.h"
#include "base/search.h"
#include "page/generated.h"
#include "compare/steps.h"
#include "compare/values.h"
#include "parse/url.h"
#include "page/hashes.h"

enum comparison { TEXT, WORD, NUMBER, NAMES, FLAG, STYLE, LINK, PICTURE, PICTURES, EMAIL };
enum {
    TAG_ANY = TAG_NONE,
    CAPTION_BYTES = 6,  /* of a description that may be a caption */
    CAPTION_LEVELS = 4, /* around a picture in which its caption may stand */
    CAPTION_WORDS = 80, /* ... and how many words they may have */
    ITEMS_MAX = 1000,   /* of a list that are counted to find an item's number */
};

struct rule {
    struct str name;
    uint32_t tag;
    enum comparison comparison;
    enum change_class class;
};

static const struct rule rule[] = {
#define ATTRIBUTE(name, TAG, COMPARISON, CLASS) { STR_INIT(name), TAG_##TAG, COMPARISON, CLASS_##CLASS },
#include "compare/classes.def"
#undef ATTRIBUTE
};

/* The row of the tag, else that of any; NULL where the table has none. */
static const struct rule *rule_of(struct str name, uint32_t tag)
{
    size_t low = 0, high = ARRAY_LEN(rule);
    const struct rule *any = NULL;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_cmp(rule[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < ARRAY_LEN(rule) && str_eq(rule[low].name, name); low++) {
        if (rule[low].tag == tag)
            return &rule[low];
        if (rule[low].tag == TAG_ANY)
            any = &rule[low];
    }
    return any;
}

static struct str value_of(const struct attr *attr)
{
    return attr ? attr_value(attr) : STR("");
}

static bool has_words(const struct page *p, uint32_t node)
{
    return p->first_word[node] < p->first_word[p->dom.node[node].end];
}

/* ---- Classes of values ---- */

/* Names that are on one side only: those that a build makes anew are machinery. */
static unsigned class_of_names(struct str was, struct str now, unsigned class)
{
    struct str name;

    if (names_alike(was, now))
        return CLASS_SAME;
    for (struct str rest = was; (name = names_cut(&rest)).len;)
        if (!names_have(now, name) && !generated_name(name))
            return class;
    for (struct str rest = now; (name = names_cut(&rest)).len;)
        if (!names_have(was, name) && !generated_name(name))
            return class;
    return CLASS_MACHINERY;
}

/* The address inside url(...), or empty. */
static struct str url_in(struct str value)
{
    size_t from = str_find_nocase(value, STR("url("), 0), to;

    if (from == SIZE_MAX || (to = str_find(value, STR(")"), from)) == SIZE_MAX)
        return STR("");
    struct str url = str_trim(str_sub(value, from + 4, to));
    if (url.len > 1 && (url.ptr[0] == '"' || url.ptr[0] == '\''))
        url = str_sub(url, 1, url.len - 1);
    return url;
}

/* A style is look, unless it shows another picture. */
static unsigned class_of_style(struct str was, struct str now)
{
    static const struct str holds_picture[] = { STR_INIT("background"), STR_INIT("background-image") };

    if (style_alike(was, now))
        return CLASS_SAME;
    for (size_t k = 0; k < ARRAY_LEN(holds_picture); k++) {
        struct str x = url_in(style_value(was, holds_picture[k])), y = url_in(style_value(now, holds_picture[k]));
        if (x.len && y.len && class_of_address(ADDRESS_PICTURE, x, y) == CLASS_CONTENT)
            return CLASS_CONTENT;
    }
    return CLASS_LOOK;
}

/* An attribute of text that is there and empty says as much as one that is not there. */
static unsigned class_of_text(const struct attribute_pair *p, unsigned class)
{
    struct str was = value_of(p->was), now = value_of(p->now);

    if (!text_alike(was, now))
        return class;
    return p->was && p->now ? CLASS_SAME : CLASS_MACHINERY;
}

/* Where they lead, once both are read from where their pages stand: "/a" may be written out on one page. What differs is how it is
 * written. */
static unsigned class_of_place(const struct attribute_pair *p, enum address_use use)
{
    AUTO(arena) scratch = { 0 };
    unsigned class = class_of_address(use, value_of(p->was), value_of(p->now));

    if (class != CLASS_CONTENT || !p->was || !p->now || (!p->old->base.len && !p->new->base.len))
        return class;
    class = class_of_address(use, url_resolve(&scratch, p->old->base, value_of(p->was)),
                             url_resolve(&scratch, p->new->base, value_of(p->now)));
    return class == CLASS_SAME ? (unsigned)CLASS_MACHINERY : class;
}

static unsigned class_of_pictures(const struct attribute_pair *p, bool many)
{
    if (many && (!p->was || !p->now))
        return CLASS_LOOK; /* src says which picture it is; the set only how it is to be loaded */
    return many ? class_of_addresses(value_of(p->was), value_of(p->now)) : class_of_place(p, ADDRESS_PICTURE);
}

/* An address that came or went with its attribute is one even where it is empty: <a> and <a href=""> are not the same. */
static unsigned class_of_link(const struct attribute_pair *p)
{
    unsigned class = class_of_place(p, ADDRESS_LINK);

    return class == CLASS_SAME && (!p->was || !p->now) ? CLASS_MACHINERY : class;
}

static unsigned class_of_email(const struct attribute_pair *p)
{
    return p->was && p->now && !emails_alike(value_of(p->was), value_of(p->now)) ? CLASS_CONTENT : CLASS_MACHINERY;
}

static unsigned class_by_rule(const struct attribute_pair *p, const struct rule *r)
{
    struct str was = value_of(p->was), now = value_of(p->now);
    bool both = p->was && p->now;

    switch (r->comparison) {
    case TEXT:
        return class_of_text(p, r->class);
    case WORD:
        return both && word_alike(was, now) ? CLASS_SAME : (unsigned)r->class;
    case NUMBER:
        return both && number_alike(was, now) ? CLASS_SAME : (unsigned)r->class;
    case FLAG:
        return both ? CLASS_SAME : (unsigned)r->class;
    case NAMES:
        return class_of_names(was, now, r->class);
    case STYLE:
        return class_of_style(was, now);
    case LINK:
        return MAX(class_of_link(p), (unsigned)r->class);
    case PICTURE:
        return MAX(class_of_pictures(p, false), (unsigned)r->class);
    case PICTURES:
        return MAX(class_of_pictures(p, true), (unsigned)r->class);
    case EMAIL:
        return class_of_email(p);
    }
    return r->class;
}

/* ---- What stands around the attribute ---- */

static bool is_input_of(const struct page *p, uint32_t node, struct str type)
{
    struct str value;

    return p->dom.node[node].tag == TAG_INPUT && dom_attr(&p->dom, node, STR("type"), &value)
           && str_eq_nocase(str_trim(value), type);
}

bool is_hidden_field(const struct page *p, uint32_t node)
{
    return is_input_of(p, node, STR("hidden"));
}

/* Fields whose value, or all of them, a reader never sees. */
static bool is_unseen_field(const struct page *p, uint32_t node, bool value)
{
    return is_hidden_field(p, node) || (value && (is_input_of(p, node, STR("checkbox")) || is_input_of(p, node, STR("radio"))));
}

/* Who is heard by its label: what is pressed, filled in or looked at, and what plays such a part. */
static bool is_heard(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    struct str role;

    return n->tag == TAG_A || n->tag == TAG_BUTTON || n->tag == TAG_SELECT || (node_classes(n) & TAG_ATOM)
           || (!has_words(p, node) && dom_attr(&p->dom, node, STR("role"), &role));
}

/* A title or label that says just what stands there. */
static bool repeats_words(const struct page *p, uint32_t node, const struct attr *attr)
{
    AUTO(buf) words = BUF(MIB(1));

    page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], &words);
    return attr && text_alike(buf_str(&words), attr_value(attr));
}

/* Whether the description of a picture stands beside it in words: the title of its card, a caption. */
static bool is_said_beside(const struct page *p, uint32_t node, const struct attr *attr)
{
    AUTO(buf) words = BUF(KIB(64));
    uint32_t around = node;

    if (!attr || !str_trim(attr_value(attr)).len)
        return true;
    if (str_trim(attr_value(attr)).len < CAPTION_BYTES)
        return false; /* a small word stands everywhere */
    for (int level = 0; level < CAPTION_LEVELS; level++) {
        uint32_t up = p->dom.node[around].parent;
        if (p->first_word[p->dom.node[up].end] - p->first_word[up] > CAPTION_WORDS)
            break;
        around = up;
    }
    for (uint32_t w = p->first_word[around]; w < p->first_word[p->dom.node[around].end]; w++)
        if (p->word[w].node != node) /* the picture itself would say it */
            page_words_line(p, w, w + 1, &words), buf_add(&words, p->word[w].flags & WORD_TRAIL ? STR(" ") : STR(""));
    return str_find_nocase(buf_str(&words), str_trim(attr_value(attr)), 0) != SIZE_MAX;
}

/* Whether the words of a link are its address, with or without what every address begins and ends with. */
static bool spells_address(const struct page *p, uint32_t node, const struct attr *attr)
{
    static const struct str schemes[] = { STR_INIT("https://"), STR_INIT("http://"), STR_INIT("mailto:"), STR_INIT("tel:") };
    AUTO(buf) words = BUF(KIB(64));
    struct str address = str_trim(value_of(attr));

    page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], &words);
    struct str text = buf_str(&words);
    for (size_t k = 0; k < ARRAY_LEN(schemes); k++) {
        if (str_starts(address, schemes[k]))
            address = str_sub(address, schemes[k].len, address.len);
        if (str_starts(text, schemes[k]))
            text = str_sub(text, schemes[k].len, text.len);
    }
    while (address.len > text.len && address.ptr[address.len - 1] == '/')
        address.len--;
    return address.len && str_eq(address, text);
}

/* On either side the attribute is not there or repeats the words, whose own change is seen. */
static bool says_nothing_more(const struct attribute_pair *p)
{
    return (!p->was || repeats_words(p->old, p->old_node, p->was)) && (!p->now || repeats_words(p->new, p->new_node, p->now));
}

/* The number before an item: its own, or one more than that of the item before it, which it is in any case without `own`. 0 past
 * ITEMS_MAX items. */
static uint64_t item_number(const struct page *p, uint32_t item, bool own)
{
    const struct node *all = p->dom.node;
    uint32_t list = all[item].parent, seen = 0;
    uint64_t number = 1;
    struct str value;

    if (dom_attr(&p->dom, list, STR("start"), &value))
        str_number(str_trim(value), UINT32_MAX, &number);
    for (uint32_t k = list + 1; k < all[list].end && seen < ITEMS_MAX; k = all[k].end) {
        if (all[k].kind != NODE_ELEMENT || all[k].tag != TAG_LI)
            continue;
        if ((own || k != item) && dom_attr(&p->dom, k, STR("value"), &value))
            str_number(str_trim(value), UINT32_MAX, &number);
        if (k == item)
            return number;
        number++, seen++;
    }
    return 0;
}

/* The number of an item on two pages. One that only counts on says where the item stands, and that is seen. */
static unsigned class_of_number(const struct attribute_pair *p)
{
    uint64_t was = item_number(p->old, p->old_node, true), now = item_number(p->new, p->new_node, true);

    if (was == now)
        return CLASS_MACHINERY;
    return was == item_number(p->old, p->old_node, false) && now == item_number(p->new, p->new_node, false) ? CLASS_LOOK
                                                                                                            : CLASS_CONTENT;
}

/* Without a type, a field is one for text. */
static bool is_default_type(const struct attribute_pair *p)
{
    const struct attr *only = p->was ? p->was : p->now;

    return (!p->was || !p->now) && p->new->dom.node[p->new_node].tag == TAG_INPUT &&word_alike(value_of(only), STR("text"));
}

/* Without a start, a list begins with 1. */
static bool is_default_start(const struct attribute_pair *p)
{
    return (!p->was || !p->now) && number_alike(value_of(p->was ? p->was : p->now), STR("1"));
}

static bool is_lazy_address(const struct page *p, uint32_t node, const struct attr *shown)
{
    static const struct str names[] = { STR_INIT("data-src"), STR_INIT("data-lazy-src"), STR_INIT("data-original") };
    struct str later;

    for (size_t k = 0; shown && k < ARRAY_LEN(names); k++)
        if (dom_attr(&p->dom, node, names[k], &later) && class_of_address(ADDRESS_PICTURE, later, value_of(shown)) != CLASS_CONTENT)
            return true;
    return false;
}

/* Whether one page shows what the other one only names for a script to load later. */
static bool is_loaded_later(const struct attribute_pair *p)
{
    return is_lazy_address(p->old, p->old_node, p->now) || is_lazy_address(p->new, p->new_node, p->was);
}

/* Whether two values of JSON read alike: only then is another type what there is to tell. */
static bool reads_alike(const struct attribute_pair *p)
{
    uint32_t a = p->old->first_word[p->old_node], a_end = p->old->first_word[p->old->dom.node[p->old_node].end];
    uint32_t b = p->new->first_word[p->new_node], b_end = p->new->first_word[p->new->dom.node[p->new_node].end];

    return a_end - a == b_end - b && !memcmp(p->old->symbol + a, p->new->symbol + b, (a_end - a) * sizeof(uint32_t));
}

/* What an attribute says stands there in words on both pages, and their change is seen. */
static bool is_said_in_words(const struct attribute_pair *p, struct str name)
{
    if (str_eq(name, STR("title")) || str_eq(name, STR("aria-label")))
        return says_nothing_more(p);
    if (str_eq(name, STR("alt")))
        return is_said_beside(p->old, p->old_node, p->was) && is_said_beside(p->new, p->new_node, p->now);
    return str_eq(name, STR("href")) && spells_address(p->old, p->old_node, p->was) && spells_address(p->new, p->new_node, p->now);
}

/* What the table says of a class of elements is not true of this one. */
static unsigned class_in_place(const struct attribute_pair *p, struct str name, unsigned class)
{
    bool value = str_eq(name, STR("value"));

    if (class != CLASS_CONTENT)
        return class;
    if (is_unseen_field(p->old, p->old_node, value) && is_unseen_field(p->new, p->new_node, value))
        return CLASS_MACHINERY;
    if (str_eq(name, STR("aria-label")) && !is_heard(p->new, p->new_node))
        return CLASS_LOOK;
    if (str_eq(name, STR("type")) && is_default_type(p))
        return CLASS_MACHINERY;
    if ((str_eq(name, STR("start")) && is_default_start(p)) || (str_eq(name, STR("src")) && is_loaded_later(p)))
        return CLASS_MACHINERY;
    if (str_eq(name, STR("type")) && p->new->kind == KIND_JSON && !reads_alike(p))
        return CLASS_LOOK;
    if (is_said_in_words(p, name))
        return CLASS_MACHINERY;
    if (str_eq(name, STR("disabled")) && is_pressed(p->new, p->new_node))
        return CLASS_LOOK; /* becomes_put_out() tells, by this and by all else that may say so */
    if (value && p->new->dom.node[p->new_node].tag == TAG_LI)
        return class_of_number(p);
    return class;
}

/* Attributes that the table does not name. In a vocabulary of its own (XML) an attribute is part of what is said. */
static unsigned class_of_name(const struct attribute_pair *p, struct str name)
{
    unsigned space = p->new->dom.node[p->new_node].space;

    if (space == SPACE_OTHER)
        return str_starts(name, STR("xml:")) || str_starts(name, STR("xsi:")) ? CLASS_MACHINERY : CLASS_CONTENT;
    if (space != SPACE_HTML)
        return CLASS_LOOK; /* how a drawing or formula is drawn */
    if (!str_starts(name, STR("aria-")))
        return CLASS_MACHINERY;
    bool names_ids = str_eq(name, STR("aria-labelledby")) || str_eq(name, STR("aria-describedby"))
                     || str_eq(name, STR("aria-controls")) || str_eq(name, STR("aria-owns")) || str_eq(name, STR("aria-flowto"))
                     || str_eq(name, STR("aria-details")) || str_eq(name, STR("aria-activedescendant"))
                     || str_eq(name, STR("aria-errormessage"));
    return names_ids ? CLASS_MACHINERY : CLASS_LOOK; /* a state: open, chosen, how deep */
}

unsigned class_of_attribute(const struct attribute_pair *p)
{
    const struct node *n = &p->new->dom.node[p->new_node];
    struct str name = symbols_str(p->new->dom.symbols, (p->now ? p->now : p->was)->name);
    const struct rule *r = n->space == SPACE_OTHER ? NULL : rule_of(name, n->tag);

    if (p->was && p->now && str_eq(value_of(p->was), value_of(p->now)))
        return CLASS_SAME;
    return r ? class_in_place(p, name, class_by_rule(p, r)) : class_of_name(p, name);
}

/* ---- Elements ---- */

static const struct attr *find(const struct dom *d, uint32_t node, uint32_t name)
{
    const struct node *n = &d->node[node];

    for (uint32_t k = 0; k < n->n_attr; k++)
        if (d->attr[n->attr + k].name == name)
            return &d->attr[n->attr + k];
    return NULL;
}

bool next_attribute(const struct delta *d, uint32_t old_node, uint32_t new_node, uint32_t *at, struct attribute_pair *out)
{
    const struct dom *old = &d->old->dom, *new = &d->new->dom;
    const struct node *x = &old->node[old_node], *y = &new->node[new_node];

    *out = (struct attribute_pair){ d->old, d->new, old_node, new_node, NULL, NULL };
    while (*at < y->n_attr + x->n_attr) {
        uint32_t k = (*at)++;
        bool is_new = k < y->n_attr;
        const struct attr *attr = is_new ? &new->attr[y->attr + k] : &old->attr[x->attr + k - y->n_attr];
        const struct attr *other = is_new ? find(old, old_node, attr->name) : find(new, new_node, attr->name);

        if (attribute_is_silent(symbols_str(new->symbols, attr->name))
            || (other && (!is_new || str_eq(value_of(attr), value_of(other)))))
            continue;
        out->was = is_new ? other : attr;
        out->now = is_new ? attr : NULL;
        return true;
    }
    return false;
}

static bool hides_itself(const struct page *p, uint32_t node)
{
    return (p->flags[node] & NODE_HIDDEN) && !(p->flags[p->dom.node[node].parent] & NODE_HIDDEN);
}

/* Frames come and go unseen: only what has words or pictures is missed. */
static bool is_missed(const struct page *p, uint32_t node)
{
    return p->dom.node[node].tag != TAG_IFRAME
           && class_of_words(p, p->first_word[node], p->first_word[p->dom.node[node].end]) == CLASS_CONTENT;
}

bool becomes_hidden(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    return !(d->old->flags[old_node] & NODE_HIDDEN) && hides_itself(d->new, new_node) && is_missed(d->old, old_node);
}

bool becomes_visible(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    return hides_itself(d->old, old_node) && !(d->new->flags[new_node] & NODE_HIDDEN) && is_missed(d->new, new_node);
}

unsigned class_of_attributes(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    struct attribute_pair pair;
    unsigned class = CLASS_SAME;

    if (becomes_hidden(d, old_node, new_node) || becomes_visible(d, old_node, new_node) || becomes_put_out(d, old_node, new_node)
        || becomes_put_in(d, old_node, new_node))
        return CLASS_CONTENT;
    for (uint32_t at = 0; class != CLASS_CONTENT && next_attribute(d, old_node, new_node, &at, &pair);)
        class = MIN(class, class_of_attribute(&pair));
    return class;
}
