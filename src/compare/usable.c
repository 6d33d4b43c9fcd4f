/* In: an element. Out: whether it says that it cannot be used: by an attribute, by the name of a class, as a link that leads nowhere.
 * O(attributes). */
#include "compare/classes.h"

#include "compare/steps.h"
#include "compare/values.h"

enum { CARD_WORDS = 120, CLASS_BYTES = 64 }; /* of a thing that is for sale, with its price; of the name of a class */

/* Ends of names of classes, without the signs between their words: "btn--sold-out". */
static const struct {
    struct str end;
    bool card; /* a whole card may have it, not only what is pressed */
} names[] = {
    { STR_INIT("soldout"), true },      { STR_INIT("outofstock"), true }, { STR_INIT("unavailable"), true },
    { STR_INIT("notavailable"), true }, { STR_INIT("disabled"), false },
};

static bool has_attribute(const struct page *p, uint32_t node, struct str name)
{
    struct str value;

    return dom_attr(&p->dom, node, name, &value);
}

bool is_pressed(const struct page *p, uint32_t node)
{
    static const struct str types[] = { STR_INIT("submit"), STR_INIT("button"), STR_INIT("image") };
    uint32_t tag = p->dom.node[node].tag;
    struct str value;

    if (tag == TAG_A || tag == TAG_BUTTON)
        return true;
    if (dom_attr(&p->dom, node, STR("role"), &value) && (word_alike(value, STR("button")) || word_alike(value, STR("link"))))
        return true;
    for (size_t i = 0; tag == TAG_INPUT && dom_attr(&p->dom, node, STR("type"), &value) && i < ARRAY_LEN(types); i++)
        if (word_alike(value, types[i]))
            return true;
    return false;
}

static bool is_card(const struct page *p, uint32_t node)
{
    uint32_t n = p->first_word[p->dom.node[node].end] - p->first_word[node];

    return n > 0 && n <= CARD_WORDS;
}

/* Whether a name may end as one of them does: nearly none does, and only those are read. */
static bool may_name_state(struct str name)
{
    for (size_t k = 0; k < ARRAY_LEN(names) && name.len > 1; k++) {
        const char *end = names[k].end.ptr + names[k].end.len;
        if (byte_lower(name.ptr[name.len - 1]) == end[-1] && byte_lower(name.ptr[name.len - 2]) == end[-2])
            return true;
    }
    return false;
}

/* Whether a word of the name begins there: "not-disabled" is not "disabled", nor is "undisabled". */
static bool names_state(struct str name, bool pressed)
{
    char bare[CLASS_BYTES];
    bool begins[CLASS_BYTES + 1] = { true };
    size_t n = 0;

    if (name.len > sizeof bare || !may_name_state(name))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        bool sign = name.ptr[i] == '-' || name.ptr[i] == '_', capital = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
        begins[n] |= sign || capital;
        if (!sign)
            bare[n++] = byte_lower(name.ptr[i]), begins[n] = false;
    }
    struct str text = { bare, n };
    for (size_t k = 0; k < ARRAY_LEN(names); k++)
        if ((pressed || names[k].card) && str_ends(text, names[k].end)) {
            struct str before = str_sub(text, 0, n - names[k].end.len);
            return begins[before.len] && !str_ends(before, STR("not"));
        }
    return false;
}

static bool has_state_class(const struct page *p, uint32_t node, bool pressed)
{
    struct str list, name;

    if (!dom_attr(&p->dom, node, STR("class"), &list))
        return false;
    while ((name = names_cut(&list)).len)
        if (names_state(name, pressed))
            return true;
    return false;
}

/* By its own attributes, or as a card by its class. */
static bool is_off(const struct page *p, uint32_t node)
{
    bool pressed = is_pressed(p, node);
    struct str value;

    if (!pressed)
        return has_state_class(p, node, false) && is_card(p, node);
    return has_attribute(p, node, STR("disabled"))
           || (dom_attr(&p->dom, node, STR("aria-disabled"), &value) && word_alike(value, STR("true")))
           || has_state_class(p, node, true);
}

/* A link that leads nowhere, and that no script listens to as far as its attributes tell. */
static bool is_dead_link(const struct page *p, uint32_t node)
{
    static const struct str heard[] = { STR_INIT("onclick"), STR_INIT("role"), STR_INIT("aria-expanded"), STR_INIT("aria-haspopup"),
                                        STR_INIT("aria-controls") };
    struct str address;

    if (p->dom.node[node].tag != TAG_A || !dom_attr(&p->dom, node, STR("href"), &address) || !str_eq(str_trim(address), STR("#")))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(heard); i++)
        if (has_attribute(p, node, heard[i]))
            return false;
    return true;
}

static bool comes_to_be_off(const struct page *old, uint32_t old_node, const struct page *new, uint32_t new_node)
{
    if (is_off(old, old_node))
        return false;
    return is_off(new, new_node) || (is_dead_link(new, new_node) && link_address(old, old_node).len);
}

bool becomes_put_out(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    return comes_to_be_off(d->old, old_node, d->new, new_node);
}

bool becomes_put_in(const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    return comes_to_be_off(d->new, new_node, d->old, old_node);
}

bool says_put_out(struct str attribute)
{
    static const struct str list[] = { STR_INIT("disabled"), STR_INIT("aria-disabled"), STR_INIT("class"), STR_INIT("href") };

    for (size_t i = 0; i < ARRAY_LEN(list); i++)
        if (str_eq(attribute, list[i]))
            return true;
    return false;
}
