/* Changes of markup said in words for people, and in flags for programs (enum change_tells). O(attributes) for each. */
#include "base/limits.h"
#include "base/utf8.h"
#include "compare/classes.h"
#include "compare/steps.h"

enum {
    NOTE_VALUE_MAX = 120, /* bytes of an attribute's value that are quoted; the JSON has all of it */
    NOTE_TAGS_MAX = 12,   /* different tags that are named; nobody reads more */
    NOTE_LINKS_MAX = 4,   /* links that are named on each side, likewise */
};

static void quote(struct buf *b, struct str value)
{
    struct str head = utf8_head(value, NOTE_VALUE_MAX);

    buf_add_char(b, '"');
    buf_add(b, head);
    buf_add(b, head.len < value.len ? STR("…\"") : STR("\""));
}

static void separate(struct buf *b)
{
    if (b->len)
        buf_add(b, STR("; "));
}

/* What people call an attribute that holds words for them; the others have their own names. */
static struct str name_of(struct str attribute)
{
    static const struct {
        const char *attribute, *name;
    } names[] = {
        { "title", "tooltip" },
        { "placeholder", "hint in the field" },
        { "aria-label", "label for screen readers" },
        { "alt", "description" },
    };

    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (str_eq(attribute, str_of(names[i].attribute)))
            return str_of(names[i].name);
    return attribute;
}

#define PUT_OUT "can no longer be used"
#define PUT_IN "can be used again"

/* What it means that an attribute without a value came or went: nobody sees "checked" on a page. */
static const struct attribute_state {
    const char *attribute, *came, *went;
    unsigned tells_came, tells_went;
} states[] = {
    { "checked", "is now ticked", "is no longer ticked", 0, 0 },
    { "selected", "is now chosen", "is no longer chosen", 0, 0 },
    { "disabled", PUT_OUT, PUT_IN, TELLS_PUT_OUT, TELLS_PUT_IN },
    { "required", "must now be filled in", "may now be left empty", 0, 0 },
    { "readonly", "can no longer be changed", "can now be changed", 0, 0 },
};

static const struct attribute_state *state_of(struct str attribute)
{
    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        if (str_eq(attribute, str_of(states[i].attribute)))
            return &states[i];
    return NULL;
}

static unsigned tells_of(struct str attribute)
{
    static const struct {
        const char *attribute;
        unsigned tells;
    } rows[] = {
        { "href", TELLS_ADDRESS },   { "src", TELLS_PICTURE },    { "srcset", TELLS_PICTURE },
        { "srcdoc", TELLS_PICTURE }, { "poster", TELLS_PICTURE }, { "alt", TELLS_ALT },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (str_eq(attribute, str_of(rows[i].attribute)))
            return rows[i].tells;
    return 0;
}

static struct str attribute_of(const struct attribute_pair *p)
{
    return symbols_str(p->new->dom.symbols, (p->now ? p->now : p->was)->name);
}

/* How one attribute differs: `href was "a", is now "b"`. Returns what that tells. */
static unsigned add_attribute(struct buf *b, const struct attribute_pair *p)
{
    struct str name = attribute_of(p);
    const struct attribute_state *state = p->was && p->now ? NULL : state_of(name);
    struct str was = p->was ? attr_value(p->was) : STR(""), now = p->now ? attr_value(p->now) : STR("");

    separate(b);
    if (state) {
        buf_add(b, str_of(p->now ? state->came : state->went));
        return p->now ? state->tells_came : state->tells_went;
    }
    buf_add(b, name_of(name));
    if (!p->was || !p->now)
        buf_add(b, p->was ? STR(" removed") : STR(" added"));
    if (p->was && (p->now || was.len)) {
        buf_add(b, p->now ? STR(" was ") : STR(", was "));
        quote(b, was);
    }
    if (p->now && (p->was || now.len)) {
        buf_add(b, p->was ? STR(", is now ") : STR(": "));
        quote(b, now);
    }
    return tells_of(name);
}

void note_attributes(struct arena *a, const struct delta *d, struct change *c)
{
    AUTO(buf) b = BUF(MIB(1));
    unsigned class = class_of_attributes(d, c->old_node, c->new_node), n = 0;
    bool content = class == CLASS_CONTENT; /* as both are */
    bool out = content && becomes_put_out(d, c->old_node, c->new_node), in = content && becomes_put_in(d, c->old_node, c->new_node);
    struct attribute_pair pair;

    c->note = STR("");
    c->tells = 0;
    if (class == CLASS_SAME)
        return;
    if (becomes_hidden(d, c->old_node, c->new_node))
        buf_add(&b, STR("no longer shown"));
    else if (becomes_visible(d, c->old_node, c->new_node))
        buf_add(&b, STR("now shown"));
    if (b.len)
        c->tells = TELLS_SHOWN;
    if (out || in) {
        separate(&b);
        buf_add(&b, out ? STR(PUT_OUT) : STR(PUT_IN));
        c->tells |= out ? TELLS_PUT_OUT : TELLS_PUT_IN;
        n++;
    }
    for (uint32_t at = 0; next_attribute(d, c->old_node, c->new_node, &at, &pair);)
        if (class_of_attribute(&pair) == class && (!(out || in) || !says_put_out(attribute_of(&pair))))
            c->tells |= add_attribute(&b, &pair) | (n++ ? TELLS_SEVERAL : 0u);
    if (buf_take(&b, a, &c->note, NULL))
        c->note = STR("attributes changed");
}

static void add_link(struct buf *b, struct str name, struct str address, const char *what)
{
    separate(b);
    buf_add(b, STR("link "));
    if (name.len) {
        quote(b, name);
        buf_add_char(b, ' ');
    }
    buf_add(b, STR("to "));
    quote(b, address);
    buf_addf(b, " %s", what);
}

void note_links(struct arena *a, const string_list *gone, const string_list *come, struct change *c)
{
    AUTO(buf) b = BUF(MIB(1));

    for (uint32_t k = 0; k < gone->n && k < NOTE_LINKS_MAX; k++)
        add_link(&b, STR(""), gone->item[k], "removed");
    for (uint32_t k = 0; k < come->n && k < NOTE_LINKS_MAX; k++)
        add_link(&b, STR(""), come->item[k], "added");
    if (gone->n > NOTE_LINKS_MAX || come->n > NOTE_LINKS_MAX)
        buf_add(&b, STR("; …"));
    if (buf_take(&b, a, &c->note, NULL))
        c->note = STR("links changed");
    c->tells = TELLS_LINKS;
    if (!(gone->n && come->n) && gone->n + come->n > 1)
        return;
    c->link_gone = gone->n ? gone->item[0] : STR("");
    c->link_came = come->n ? come->item[0] : STR("");
}

void note_icon_link(struct arena *a, struct str name, struct str address, bool gone, struct change *c)
{
    AUTO(buf) b = BUF(KIB(4));

    add_link(&b, name, address, gone ? "removed" : "added");
    if (buf_take(&b, a, &c->note, NULL))
        c->note = STR("link changed");
    c->tells = TELLS_LINKS;
    if (!name.len)
        *(gone ? &c->link_gone : &c->link_came) = address;
}

/* Each tag once, in order of first appearance, up to NOTE_TAGS_MAX of them. */
static void list_tags(struct buf *b, const struct symbols *symbols, const uint32_t *tag, uint32_t n)
{
    uint32_t listed[NOTE_TAGS_MAX], n_listed = 0;

    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = 0;

        while (at < n_listed && listed[at] != tag[k])
            at++;
        if (at < n_listed)
            continue;
        if (n_listed == NOTE_TAGS_MAX) {
            buf_add(b, STR(", \u2026"));
            return;
        }
        listed[n_listed++] = tag[k];
        if (at)
            buf_add(b, STR(", "));
        buf_add(b, tag_name(symbols, tag[k]));
    }
}

struct str note_tags(struct arena *a, const struct symbols *symbols, const uint32_t *old_tag, uint32_t n_old,
                     const uint32_t *new_tag, uint32_t n_new)
{
    AUTO(buf) b = BUF(MIB(1));
    struct str out = STR("markup changed");

    list_tags(&b, symbols, old_tag, n_old);
    size_t old = b.len;
    list_tags(&b, symbols, new_tag, n_new);
    struct str was = arena_str(a, str_sub(buf_str(&b), 0, old)), is = arena_str(a, str_sub(buf_str(&b), old, b.len));
    buf_clear(&b);
    if (str_eq(was, is))
        buf_addf(&b, "%.*s moved into another element", STR_ARG(is));
    else if (n_old && n_new)
        buf_addf(&b, "%.*s became %.*s", STR_ARG(was), STR_ARG(is));
    else
        buf_addf(&b, "%.*s%.*s %s", STR_ARG(was), STR_ARG(is), n_old ? "removed" : "added");
    if (buf_take(&b, a, &out, NULL))
        return STR("markup changed");
    return out;
}
