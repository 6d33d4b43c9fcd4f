/* In: a change without words of its own: of an attribute, a link, the description. Out: what it is now, and what it was.
 *
 *  1. Names are those that people know: "Button", not "value".
 *  2. Two long values are cut so that what differs between them shows. */
#include "judge/headline_note.h"

#include "base/limits.h"
#include "compare/classes.h"
#include "compare/replaced.h"
#include "judge/headline_quote.h"
#include "judge/leads.h"

enum { NOTE_BYTES = 4096, NOTE_MARKS = 8 /* ": ", " (was )" */, LEAST_CHARS = 16, PAIR_CHARS = 87 /* 40 for each */ };

/* What stood there and what stands there now; one may be empty. */
struct note_pair {
    const char *name;
    struct str was, now;
    bool address;
};

/* ---- Which ---- */

static bool is_button(const struct page *p, uint32_t node)
{
    static const struct str types[] = { STR_INIT("submit"), STR_INIT("button"), STR_INIT("reset") };
    struct str type = STR("");
    dom_attr(&p->dom, node, STR("type"), &type);
    for (size_t i = 0; i < ARRAY_LEN(types); i++)
        if (str_eq_nocase(type, types[i]))
            return true;
    return false;
}

/* What people call an attribute of an element; NULL: they have no word for it. */
static const char *name_of(const struct page *p, uint32_t node, struct str attribute)
{
    static const struct {
        uint32_t tag; /* TAG_NONE: any */
        const char *attribute, *name;
    } names[] = {
        { TAG_A, "href", "Link" },
        { TAG_AREA, "href", "Link" },
        { TAG_NONE, "alt", "Description of a picture" },
        { TAG_IMG, "src", "Picture" },
        { TAG_IMG, "srcset", "Picture" },
        { TAG_SOURCE, "srcset", "Picture" },
        { TAG_IFRAME, "src", "Frame" },
        { TAG_VIDEO, "src", "Film" },
        { TAG_VIDEO, "poster", "Picture of a film" },
        { TAG_AUDIO, "src", "Sound" },
        { TAG_SOURCE, "src", "Recording" },
        { TAG_INPUT, "value", "Field" },
        { TAG_NONE, "title", "Tooltip" },
        { TAG_NONE, "placeholder", "Hint in the field" },
        { TAG_NONE, "aria-label", "Label for screen readers" },
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if ((!names[i].tag || names[i].tag == p->dom.node[node].tag) && str_eq(attribute, str_of(names[i].attribute)))
            return names[i].tag == TAG_INPUT && is_button(p, node) ? "Button" : names[i].name;
    return NULL;
}

static bool is_address(struct str attribute)
{
    return str_starts(attribute, STR("src")) || str_eq(attribute, STR("href")) || str_eq(attribute, STR("poster"));
}

/* The attribute with a name that differs, is content, and says most: what a picture shows before where something lies or leads, and that
 * before a label; else the first. */
static bool find_attribute(const struct delta *d, const struct change *c, struct note_pair *out)
{
    enum { NOTHING, A_LABEL, AN_ADDRESS, A_PICTURE } said = NOTHING, says;
    struct attribute_pair pair;
    if (c->old_node == NONE || c->new_node == NONE)
        return false;
    for (uint32_t at = 0; next_attribute(d, c->old_node, c->new_node, &at, &pair);) {
        struct str attribute = symbols_str(d->new->dom.symbols, (pair.now ? pair.now : pair.was)->name);
        const char *name = name_of(d->new, c->new_node, attribute);
        says = str_eq(attribute, STR("alt")) ? A_PICTURE : is_address(attribute) ? AN_ADDRESS : A_LABEL;
        if (!name || says <= said || class_of_attribute(&pair) != CLASS_CONTENT)
            continue;
        *out = (struct note_pair){ .name = name, .address = says == AN_ADDRESS };
        out->was = pair.was ? str_trim(attr_value(pair.was)) : STR("");
        out->now = pair.now ? str_trim(attr_value(pair.now)) : STR("");
        said = says;
    }
    return said != NOTHING;
}

/* Words became a link, or are no longer one, or lead elsewhere by another element. */
static bool find_links(const struct change *c, struct note_pair *out)
{
    *out = (struct note_pair){ .name = "Link", .was = STR(""), .now = STR(""), .address = true };
    if (c->link_gone.len)
        out->was = c->link_gone;
    if (c->link_came.len)
        out->now = c->link_came;
    return out->was.len || out->now.len;
}

static bool find_pair(const struct delta *d, const struct change *c, struct note_pair *out)
{
    struct replaced head;
    bool title = c->tells & TELLS_TITLE;
    if ((title || c->tells & TELLS_DESCRIPTION) && change_replaced(d, c, &head)) {
        *out = (struct note_pair){ title ? "Title" : "Description of the page", head.old, head.new, false };
        return true;
    }
    return find_attribute(d, c, out) || find_links(c, out);
}

/* ---- In words ---- */

/* The files or persons that two addresses lead to, where these tell them apart and all before them is the same. */
static void shorten(struct note_pair *pair)
{
    struct str now = link_end(pair->now), was = link_end(pair->was);
    bool beside = str_eq(str_sub(pair->now, 0, pair->now.len - now.len), str_sub(pair->was, 0, pair->was.len - was.len));
    if (!pair->address || !beside || str_eq(now, was))
        return;
    pair->now = now;
    pair->was = was;
}

static bool is_link(const struct note_pair *pair)
{
    return strcmp(pair->name, "Link") == 0;
}

/* "Button: Suche (was Search)". */
static void add_pair(struct note_pair *pair, size_t room, struct buf *out)
{
    size_t begin = out->len;
    buf_addf(out, "%s%s: ", pair->name, pair->now.len ? "" : " removed");
    if (begin)
        out->ptr[begin] = byte_lower(out->ptr[begin]); /* it follows other words */
    size_t left = room - MIN(room - LEAST_CHARS, strlen(pair->name) + NOTE_MARKS);
    shorten(pair);
    if (pair->now.len && pair->was.len)
        chars_pair(out, pair->now, pair->was, left);
    else
        chars_add(out, pair->now.len ? pair->now : pair->was, left);
    if (!pair->was.len)
        buf_add(out, STR(" (new)"));
}

void headline_note_of(const struct delta *d, const struct change *c, size_t room, struct buf *out)
{
    struct note_pair pair;
    if (!find_pair(d, c, &pair)) {
        chars_add(out, c->note, room);
        return;
    }
    if (is_link(&pair) && pair.was.len && pair.now.len) {
        shorten(&pair);
        chars_pair(out, pair.now, pair.was, MIN(room, (size_t)PAIR_CHARS));
        return;
    }
    if (is_link(&pair)) {
        struct str lead = pair.now.len ? STR("now leads to ") : STR("no longer leads to ");
        buf_add(out, lead);
        chars_add(out, pair.now.len ? pair.now : pair.was, room - MIN(room - LEAST_CHARS, lead.len));
        return;
    }
    add_pair(&pair, room, out);
}

/* "Old prices: " before "no longer shown": what stood there, where the change has no words of its own to tell it by. */
static void add_shown(const struct delta *d, const struct change *c, size_t room, struct buf *out)
{
    struct note_pair pair;
    if (c->old_node == NONE || c->new_node == NONE || find_pair(d, c, &pair))
        return;
    bool shown = words_seen(d->new, d->new->first_word[c->new_node], d->new->first_word[d->new->dom.node[c->new_node].end]);
    const struct page *p = shown ? d->new : d->old;
    uint32_t node = shown ? c->new_node : c->old_node;
    struct quote q = quote_plain(p, p->first_word[node], p->first_word[p->dom.node[node].end]);
    quote_write(&q, room / 2, out);
    while (out->len && memchr(".:", out->ptr[out->len - 1], 2))
        out->len--;
    if (out->len)
        buf_add(out, STR(": "));
}

struct str headline_note(struct arena *a, const struct delta *d, const struct change *c, size_t room)
{
    AUTO(buf) out = BUF(NOTE_BYTES);
    struct note_pair pair;
    if (find_pair(d, c, &pair) && is_link(&pair)) { /* without words: a picture or a sign is the link */
        shorten(&pair);
        buf_add(&out, pair.was.len && pair.now.len ? STR("Link: ") : pair.now.len ? STR("New link: ") : STR("Link removed: "));
        if (pair.was.len && pair.now.len)
            chars_pair(&out, pair.now, pair.was, room - out.len);
        else
            chars_add(&out, pair.now.len ? pair.now : pair.was, room - out.len);
    } else {
        add_shown(d, c, room, &out);
        headline_note_of(d, c, room - chars_of(buf_str(&out)), &out);
    }
    return arena_str(a, buf_str(&out));
}

/* The first changed picture among some words; NULL. `change` has the change of each word. */
static const struct image *picture_among(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end)
{
    const struct image *picture = NULL;
    for (uint32_t w = word; w < end && !picture; w++)
        picture = change[w] != NONE ? word_picture(p, w) : NULL;
    return picture;
}

/* What a picture shows, or its file; data has no name. */
static struct str picture_name(const struct image *picture, bool file)
{
    if (!picture || ((file || !picture->alt.len) && str_starts_nocase(picture->url, STR("data:"))))
        return STR("");
    return picture->alt.len && !file ? str_trim(picture->alt) : link_end(picture->url);
}

void headline_picture_names(const struct image *was, const struct image *is, struct str *old, struct str *now)
{
    bool file = is && was && str_eq(str_trim(is->alt), str_trim(was->alt));
    *old = picture_name(was, file);
    *now = picture_name(is, file);
}

struct str headline_picture(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room)
{
    AUTO(buf) out = BUF(NOTE_BYTES);
    if (piece->sentence == NONE)
        return STR("");
    struct sentence s = piece_range(piece->old ? d->old : d->new, piece);
    const struct image *is = piece->old ? NULL : picture_among(d->new, d->new_change, s.word, s.end),
                       *was = picture_among(d->old, d->old_change, piece->old_word, piece->old_end);
    struct note_pair pair = { .name = "Picture" };
    headline_picture_names(was, is, &pair.was, &pair.now);
    if (pair.now.len || pair.was.len)
        add_pair(&pair, room, &out);
    return arena_str(a, buf_str(&out));
}

/* Adds what the choices of a form say that changed among some words, with a comma between. */
static void add_choices(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end, struct buf *out)
{
    static const size_t name = sizeof "[option " - 1;
    for (uint32_t w = word; w < end; w++) {
        AUTO(buf) text = BUF(NOTE_BYTES);
        if (change[w] == NONE || !(p->word[w].flags & WORD_ATOM) || p->dom.node[p->word[w].node].tag != TAG_OPTION)
            continue;
        page_words_line(p, w, w + 1, &text);
        struct str choice = text.len > name ? str_trim(str_sub(buf_str(&text), name, text.len - 1)) : STR("");
        buf_add(out, out->len && choice.len ? STR(", ") : STR(""));
        buf_add(out, choice);
    }
}

struct str headline_choice(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room)
{
    AUTO(buf) came = BUF(NOTE_BYTES);
    AUTO(buf) went = BUF(NOTE_BYTES);
    AUTO(buf) out = BUF(NOTE_BYTES);
    if (piece->sentence == NONE || piece->kind == PIECE_MOVED)
        return STR("");
    struct sentence s = piece_range(piece->old ? d->old : d->new, piece);
    if (!piece->old)
        add_choices(d->new, d->new_change, s.word, s.end, &came);
    add_choices(d->old, d->old_change, piece->old ? s.word : piece->old_word, piece->old ? s.end : piece->old_end, &went);
    struct note_pair pair = { .name = "Choice", .was = buf_str(&went), .now = buf_str(&came) };
    if (pair.now.len || pair.was.len)
        add_pair(&pair, room, &out);
    return arena_str(a, buf_str(&out));
}

/* The end of a line, a rule between two and a choice without words are nothing by themselves. */
static bool is_thing(const struct page *p, uint32_t word)
{
    uint32_t tag = p->word[word].flags & WORD_ATOM ? p->dom.node[p->word[word].node].tag : TAG_BR;
    return tag != TAG_BR && tag != TAG_HR && tag != TAG_OPTION;
}

/* The first element that changed among some words and stands there in their place; NONE. */
static uint32_t thing_among(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end)
{
    while (word < end && (change[word] == NONE || !is_thing(p, word)))
        word++;
    return word < end ? p->word[word].node : NONE;
}

/* What it is called where it says so, else what is loaded into it; empty: nothing says so. */
static struct str thing_label(const struct page *p, uint32_t node)
{
    static const struct str labels[] = { STR_INIT("aria-label"), STR_INIT("title"), STR_INIT("alt"), STR_INIT("placeholder"),
                                         STR_INIT("value"),      STR_INIT("name"),  STR_INIT("src"), STR_INIT("data") };
    struct str label = STR("");
    for (size_t i = 0; i < ARRAY_LEN(labels) && node != NONE && !label.len; i++)
        if (dom_attr(&p->dom, node, labels[i], &label))
            label = str_trim(label);
    return label;
}

static const char *thing_name(uint32_t tag)
{
    static const struct {
        uint32_t tag;
        const char *name;
    } names[] = { { TAG_IFRAME, "Frame" }, { TAG_FRAME, "Frame" },  { TAG_EMBED, "Frame" },    { TAG_OBJECT, "Frame" },
                  { TAG_INPUT, "Field" },  { TAG_SELECT, "Field" }, { TAG_TEXTAREA, "Field" }, { TAG_BUTTON, "Button" },
                  { TAG_IMG, "Picture" },  { TAG_SVG, "Drawing" },  { TAG_CANVAS, "Drawing" } };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (names[i].tag == tag)
            return names[i].name;
    return "Part without words";
}

struct str headline_thing(struct arena *a, const struct delta *d, const struct judge_piece *piece, size_t room)
{
    AUTO(buf) out = BUF(NOTE_BYTES);
    if (piece->sentence == NONE)
        return STR("");
    struct sentence s = piece_range(piece->old ? d->old : d->new, piece);
    uint32_t is = piece->old ? NONE : thing_among(d->new, d->new_change, s.word, s.end),
             was = piece->old ? thing_among(d->old, d->old_change, s.word, s.end)
                              : thing_among(d->old, d->old_change, piece->old_word, piece->old_end);
    if (is == NONE && was == NONE)
        return STR("");
    const struct page *page = is == NONE ? d->old : d->new;
    struct note_pair pair = { .name = thing_name(page->dom.node[is == NONE ? was : is].tag),
                              .was = thing_label(d->old, was),
                              .now = thing_label(d->new, is) };
    bool named = (is == NONE || pair.now.len) && (was == NONE || pair.was.len) && !str_eq(pair.was, pair.now);
    if (named)
        add_pair(&pair, room, &out);
    else
        buf_addf(&out, "%s%s", pair.name, is == NONE ? " removed" : was == NONE ? " (new)" : " (another one)");
    return arena_str(a, buf_str(&out));
}
