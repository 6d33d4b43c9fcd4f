/* Changes of markup said in words, for people. O(attributes) for each. */
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

/* What it means that an attribute without a value came or went: nobody sees "checked" on a page. */
static struct str state_of(struct str attribute, bool came)
{
    static const struct {
        const char *attribute, *came, *went;
    } states[] = {
        { "checked", "is now ticked", "is no longer ticked" },
        { "selected", "is now chosen", "is no longer chosen" },
        { "disabled", "can no longer be used", "can be used again" },
        { "required", "must now be filled in", "may now be left empty" },
        { "readonly", "can no longer be changed", "can now be changed" },
    };

    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        if (str_eq(attribute, str_of(states[i].attribute)))
            return str_of(came ? states[i].came : states[i].went);
    return STR("");
}

/* How one attribute differs: `href was "a", is now "b"`. */
static void add_attribute(struct buf *b, const struct attribute_pair *p)
{
    struct str name = symbols_str(p->new->dom.symbols, (p->now ? p->now : p->was)->name);
    struct str state = p->was && p->now ? STR("") : state_of(name, p->now != NULL);
    struct str was = p->was ? attr_value(p->was) : STR(""), now = p->now ? attr_value(p->now) : STR("");

    separate(b);
    if (state.len) {
        buf_add(b, state);
        return;
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
}

struct str note_attributes(struct arena *a, const struct delta *d, uint32_t old_node, uint32_t new_node)
{
    AUTO(buf) b = BUF(MIB(1));
    unsigned class = class_of_attributes(d, old_node, new_node);
    struct attribute_pair pair;
    struct str out = STR("attributes changed");

    if (class == CLASS_SAME)
        return STR("");
    if (becomes_hidden(d, old_node, new_node))
        buf_add(&b, STR("no longer shown"));
    else if (becomes_visible(d, old_node, new_node))
        buf_add(&b, STR("now shown"));
    for (uint32_t at = 0; next_attribute(d, old_node, new_node, &at, &pair);)
        if (class_of_attribute(&pair) == class)
            add_attribute(&b, &pair);
    return buf_take(&b, a, &out, NULL) ? STR("attributes changed") : out;
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

struct str note_links(struct arena *a, const string_list *gone, const string_list *come)
{
    AUTO(buf) b = BUF(MIB(1));
    struct str out = STR("links changed");

    for (uint32_t k = 0; k < gone->n && k < NOTE_LINKS_MAX; k++)
        add_link(&b, STR(""), gone->item[k], "removed");
    for (uint32_t k = 0; k < come->n && k < NOTE_LINKS_MAX; k++)
        add_link(&b, STR(""), come->item[k], "added");
    if (gone->n > NOTE_LINKS_MAX || come->n > NOTE_LINKS_MAX)
        buf_add(&b, STR("; …"));
    return buf_take(&b, a, &out, NULL) ? STR("links changed") : out;
}

struct str note_icon_link(struct arena *a, struct str name, struct str address, bool gone)
{
    AUTO(buf) b = BUF(KIB(4));
    struct str out = STR("link changed");

    add_link(&b, name, address, gone ? "removed" : "added");
    return buf_take(&b, a, &out, NULL) ? STR("link changed") : out;
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
