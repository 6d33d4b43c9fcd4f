/* Addresses, and texts that attributes hold, in the text view: what they are of, the old one and the new one. */
#include "base/limits.h"
#include "show/location.h"
#include "show/text_view.h"

enum {
    LABEL_WORDS = 12,  /* of the text in other markup */
    END_BYTES = 24,    /* of a common end that are shown */
    LONG_ADDRESS = 40, /* bytes; of two that are longer, what they have in common is told once */
};

void text_old_new(struct text_view *v, struct str old, struct str new)
{
    if (old.len) {
        wrap_set(&v->wrap, WRAP_OLD);
        wrap_words(&v->wrap, old);
    }
    if (old.len && new.len && v->wrap.color)
        wrap_space(&v->wrap);
    if (new.len) {
        wrap_set(&v->wrap, WRAP_NEW);
        wrap_words(&v->wrap, new);
    }
    wrap_set(&v->wrap, WRAP_PLAIN);
}

/* Where parts of an address end. */
static bool is_border(char c)
{
    return c && strchr("/?&#=", c);
}

/* How many bytes two addresses have in common at the start, up to the end of a part. */
static size_t common_head(struct str a, struct str b)
{
    size_t n = 0;

    while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n])
        n++;
    while (n > 0 && !is_border(a.ptr[n - 1]))
        n--;
    return n;
}

/* The same at the end, behind the first `head` bytes of each. */
static size_t common_tail(struct str a, struct str b, size_t head)
{
    size_t n = 0;

    while (n < a.len - head && n < b.len - head && a.ptr[a.len - 1 - n] == b.ptr[b.len - 1 - n])
        n++;
    while (n > 0 && !is_border(a.ptr[a.len - n]))
        n--;
    return n;
}

/* Two long addresses that differ in a part: what they have in common once, the part twice. A long end is cut short. */
static bool add_common(struct text_view *v, struct str old, struct str new)
{
    size_t head = common_head(old, new), tail = common_tail(old, new, head);

    if (old.len < LONG_ADDRESS || new.len < LONG_ADDRESS || 3 * (head + tail) < MIN(old.len, new.len))
        return false;
    wrap_space(&v->wrap);
    wrap_words(&v->wrap, str_sub(new, 0, head));
    text_old_new(v, str_sub(old, head, old.len - tail), str_sub(new, head, new.len - tail));
    wrap_words(&v->wrap, str_sub(new, new.len - tail, new.len - tail + MIN(tail, END_BYTES)));
    if (tail > END_BYTES)
        wrap_words(&v->wrap, STR("…"));
    return true;
}

/* What the one word that a change is about is called: itself, or the description of a picture; empty: nothing. */
static struct str name_of_word(const struct page *p, const struct change *c)
{
    const struct word *w = &p->word[c->new_word];
    bool inside = c->new_node != NONE && p->dom.node[w->node].tag == TAG_PICTURE;
    uint32_t node = inside ? c->new_node : w->node;
    struct str name = STR("");

    if (!(w->flags & WORD_ATOM))
        return page_word(p, c->new_word);
    if (p->dom.node[node].tag == TAG_IMG)
        dom_attr(&p->dom, node, STR("alt"), &name);
    return str_trim(name);
}

bool text_has_label(const struct page *p, const struct change *c)
{
    return c->new_end - c->new_word == 1 ? name_of_word(p, c).len > 0 : c->new_word < c->new_end;
}

void text_label(struct text_view *v, const struct change *c)
{
    const struct page *p = v->delta->new;
    uint32_t shown = page_cut(p, MIN(c->new_end, c->new_word + LABEL_WORDS), c->new_end);

    if (!text_has_label(p, c))
        return;
    wrap_space(&v->wrap);
    wrap_add(&v->wrap, STR("\""));
    if (c->new_end - c->new_word == 1)
        wrap_words(&v->wrap, name_of_word(p, c));
    else
        text_run(v, p, c->new_word, shown);
    wrap_add(&v->wrap, shown < c->new_end ? STR("…\"") : STR("\""));
}

/* Both values of an attribute, where it differs and at least one page has words or an address there. */
static bool value_differs(const struct delta *d, const struct change *c, struct str name, struct address_change *out)
{
    out->old = out->new = STR("");
    dom_attr(&d->old->dom, c->old_node, name, &out->old);
    dom_attr(&d->new->dom, c->new_node, name, &out->new);
    out->old = str_trim(out->old);
    out->new = str_trim(out->new);
    return !str_eq(out->old, out->new);
}

/* The address in a style that has one: of the picture behind a box. */
static struct str address_in_style(struct str style)
{
    size_t from = str_find(style, STR("url("), 0), to = from == SIZE_MAX ? from : str_find(style, STR(")"), from);
    struct str address = to == SIZE_MAX ? STR("") : str_trim(str_sub(style, from + 4, to));

    if (address.len >= 2 && (*address.ptr == '"' || *address.ptr == '\''))
        address = str_sub(address, 1, address.len - 1);
    return address;
}

/* Both pictures behind a box, where nothing but the picture differs. */
static bool background_differs(const struct delta *d, const struct change *c, struct address_change *out)
{
    if (!value_differs(d, c, STR("style"), out) || c->tells & TELLS_SEVERAL)
        return false;
    out->old = address_in_style(out->old);
    out->new = address_in_style(out->new);
    out->name = "picture";
    out->is_label = false, out->is_address = true;
    return out->old.len && out->new.len && !str_eq(out->old, out->new);
}

bool text_find_address(const struct delta *d, const struct change *c, struct address_change *out)
{
    static const struct {
        uint32_t tag; /* TAG_NONE: any */
        const char *attribute, *name;
        bool is_address;
    } kinds[] = {
        { TAG_A, "href", "link", true },
        { TAG_AREA, "href", "link", true },
        { TAG_IMG, "src", "picture", true },
        { TAG_IMG, "srcset", "picture", true },
        { TAG_IFRAME, "src", "frame", true },
        { TAG_VIDEO, "src", "film", true },
        { TAG_AUDIO, "src", "sound", true },
        { TAG_SOURCE, "src", "recording", true },
        { TAG_SOURCE, "srcset", "picture", true },
        { TAG_IMG, "alt", "description of a picture", false },
        { TAG_NONE, "title", "tooltip", false },
        { TAG_NONE, "placeholder", "hint in the field", false },
        { TAG_NONE, "aria-label", "label for screen readers", false },
    };

    if (c->old_node == NONE || c->new_node == NONE || d->old->dom.node[c->old_node].tag != d->new->dom.node[c->new_node].tag)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        out->name = kinds[i].name;
        out->is_label = strcmp(kinds[i].attribute, "alt") == 0;
        out->is_address = kinds[i].is_address;
        if ((!kinds[i].tag || d->new->dom.node[c->new_node].tag == kinds[i].tag)
            && value_differs(d, c, str_of(kinds[i].attribute), out))
            return out->is_address || out->is_label || !(c->tells & TELLS_SEVERAL);
    }
    return background_differs(d, c, out);
}

/* What two pictures show, where that is said and differs. */
static bool add_descriptions(struct text_view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct address_change other;

    if (d->new->dom.node[c->new_node].tag != TAG_IMG || !value_differs(d, c, STR("alt"), &other))
        return false;
    wrap_space(&v->wrap);
    text_old_new(v, other.old, other.new);
    return true;
}

void text_address(struct text_view *v, const struct change *c, const struct address_change *other, bool label)
{
    wrap_words(&v->wrap, str_of(other->name));
    if (!other->is_label && !add_descriptions(v, c) && label)
        text_label(v, c);
    wrap_add(&v->wrap, STR(":"));
    if (!other->is_address || !add_common(v, other->old, other->new)) {
        wrap_space(&v->wrap);
        text_old_new(v, other->old, other->new);
    }
}

bool text_says_address(const struct text_view *v, const struct change *c, struct str address)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    if (c->new_end - c->new_word > LABEL_WORDS * 4)
        return false;
    page_words_line(v->delta->new, c->new_word, c->new_end, &text);
    return str_eq(buf_str(&text), address);
}
