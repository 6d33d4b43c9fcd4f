/* Sketches: made, edited, written. A part owns its children; a copy is deep, so that edits of one page never show in another. O(parts)
 * for each edit. */
#include "tests/generate.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/vec.h"

enum role {
    ROLE_BODY,
    ROLE_SECTION,
    ROLE_HEADING,
    ROLE_BLOCK, /* p, blockquote, pre, figure, hidden div: holds sentences */
    ROLE_LIST,
    ROLE_ITEM,
    ROLE_TABLE,
    ROLE_ROW,
    ROLE_CELL,
    ROLE_SENTENCE,
    ROLE_RUN, /* words, in an inline element where it has a tag */
    ROLE_IMAGE,
};

struct part {
    enum role role;
    const char *tag;        /* NULL: nothing is written around it */
    const char *name;       /* of its attribute, or NULL */
    struct str value, text; /* of the attribute; the words of a run */
    VEC(struct part *) child;
};

/* How a page is written. */
enum style {
    STYLE_OPEN = 1 << 0, /* end tags that may be left out are */
    STYLE_CAPITALS = 1 << 1,
    STYLE_LINES = 1 << 2, /* white space between blocks */
    STYLE_COMMENTS = 1 << 3,
    STYLE_NUMERIC = 1 << 4, /* & as &#38; */
    STYLE_SINGLE = 1 << 5,  /* attributes in single quotes */
    STYLES = 6,
};

struct sketch {
    struct part *body;
    struct str title;
    unsigned style;
};

static const char *const words[] = {
    "the",
    "of",
    "and",
    "to",
    "a",
    "in",
    "is",
    "for",
    "on",
    "that",
    "with",
    "as",
    "it",
    "are",
    "be",
    "by",
    "this",
    "page",
    "from",
    "or",
    "at",
    "river",
    "was",
    "not",
    "have",
    "which",
    "all",
    "more",
    "can",
    "new",
    "time",
    "water",
    "one",
    "their",
    "day",
    "school",
    "price",
    "city",
    "people",
    "house",
    "week",
    "open",
    "year",
    "number",
    "music",
    "garden",
    "market",
    "library",
    "report",
    "weather",
    "station",
    "mountain",
    "history",
    "paper",
    "bread",
    "ticket",
    "winter",
    "doctor",
    "bridge",
    "castle",
    "letter",
    "engine",
    "flower",
    "harbour",
    "island",
    "journey",
    "kitchen",
    "lesson",
    "meeting",
    "nation",
    "orchard",
    "planet",
    "quarter",
    "railway",
    "season",
    "theatre",
    "umbrella",
    "village",
    "window",
    "yesterday",
    "autumn",
    "bicycle",
    "concert",
    "dinner",
    "evening",
    "festival",
    "gallery",
    "hospital",
    "cafe\xcc\x81",
    "Z\xc3\xbcrich",
    "na\xc3\xafve",
    "\xce\xa9\xce\xbc\xce\xad\xce\xb3\xce\xb1",
    "\xd0\xbc\xd0\xb8\xd1\x80",
    "R&D",
    "<b>",
    "5>3",
    "don't",
    "example.org",
    "\xe6\x9d\xb1\xe4\xba\xac",
    "\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97",
    "\"so\"",
    "x\xc2\xa0y",
    "\xf0\x9f\x8c\xb3",
};

static bool one_in(struct random *r, uint32_t n)
{
    return random_below(r, n) == 0;
}

/* Early words are frequent: rank k comes about as often as 1/k says (Zipf). */
static struct str random_word(struct arena *a, struct random *r)
{
    if (one_in(r, 12))
        return arena_printf(a, "%u", random_below(r, one_in(r, 2) ? 100 : 100000));
    uint32_t range = 1 + random_below(r, ARRAY_LEN(words));
    return str_of(words[random_below(r, range)]);
}

static struct part *new_part(struct arena *a, enum role role, const char *tag)
{
    struct part *p = NEW(a, struct part);

    *p = (struct part){ .role = role, .tag = tag, .value = STR(""), .text = STR("") };
    return p;
}

static void add_child(struct arena *a, struct part *parent, struct part *child)
{
    *VEC_ADD(a, &parent->child) = child;
}

static struct str join_words(struct arena *a, struct str before, struct str after)
{
    const char *space = before.len && after.len ? " " : "";

    return arena_printf(a, "%.*s%s%.*s", STR_ARG(before), space, STR_ARG(after));
}

static void format_run(struct arena *a, struct random *r, struct part *run)
{
    static const char *const tags[] = { "b", "em", "a", "span", "code", "strong", "a", "i" };

    run->tag = tags[random_below(r, ARRAY_LEN(tags))];
    run->name = run->tag[0] == 'a' ? "href" : run->tag[1] == 'p' ? "class" : NULL;
    run->value = arena_printf(a, "%s%u", run->tag[0] == 'a' ? "/page/" : "c", random_below(r, 50));
}

static struct part *random_run(struct arena *a, struct random *r, unsigned n)
{
    struct part *run = new_part(a, ROLE_RUN, NULL);

    for (unsigned i = 0; i < n; i++)
        run->text = join_words(a, run->text, random_word(a, r));
    if (one_in(r, 7))
        format_run(a, r, run);
    return run;
}

static struct part *random_image(struct arena *a, struct random *r)
{
    struct part *image = new_part(a, ROLE_IMAGE, "img");

    image->name = "src";
    image->value = arena_printf(a, "/i/%u.png", random_below(r, 40));
    image->text = one_in(r, 3) ? STR("") : join_words(a, random_word(a, r), random_word(a, r));
    return image;
}

static struct part *random_sentence(struct arena *a, struct random *r)
{
    struct part *sentence = new_part(a, ROLE_SENTENCE, NULL);
    unsigned runs = 1 + random_below(r, 3);

    for (unsigned i = 0; i < runs; i++)
        add_child(a, sentence, random_run(a, r, 1 + random_below(r, 8)));
    if (one_in(r, 25))
        add_child(a, sentence, random_image(a, r));
    return sentence;
}

static struct part *with_sentences(struct arena *a, struct random *r, struct part *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        add_child(a, p, random_sentence(a, r));
    return p;
}

static struct part *random_row(struct arena *a, struct random *r, unsigned cells)
{
    struct part *row = new_part(a, ROLE_ROW, "tr");

    for (unsigned i = 0; i < cells; i++) {
        struct part *cell = new_part(a, ROLE_CELL, "td"), *sentence = new_part(a, ROLE_SENTENCE, NULL);
        add_child(a, sentence, random_run(a, r, 1 + random_below(r, 3)));
        add_child(a, cell, sentence);
        add_child(a, row, cell);
    }
    return row;
}

static struct part *random_table(struct arena *a, struct random *r)
{
    struct part *table = new_part(a, ROLE_TABLE, "table");
    unsigned rows = 1 + random_below(r, 6), cells = 1 + random_below(r, 4);

    for (unsigned i = 0; i < rows; i++)
        add_child(a, table, random_row(a, r, cells));
    return table;
}

static struct part *random_item(struct arena *a, struct random *r)
{
    return with_sentences(a, r, new_part(a, ROLE_ITEM, "li"), 1 + one_in(r, 4));
}

static struct part *random_list(struct arena *a, struct random *r)
{
    struct part *list = new_part(a, ROLE_LIST, one_in(r, 4) ? "ol" : "ul");
    unsigned items = 1 + random_below(r, 6);

    for (unsigned i = 0; i < items; i++)
        add_child(a, list, random_item(a, r));
    return list;
}

static struct part *random_block(struct arena *a, struct random *r)
{
    switch (random_below(r, 12)) {
    case 0:
    case 1:
        return random_list(a, r);
    case 2:
        return random_table(a, r);
    case 3:
        return with_sentences(a, r, new_part(a, ROLE_BLOCK, one_in(r, 2) ? "blockquote" : "pre"), 1 + random_below(r, 2));
    case 4: {
        struct part *figure = new_part(a, ROLE_BLOCK, "figure");
        add_child(a, figure, random_image(a, r));
        return figure;
    }
    case 5: {
        struct part *box = with_sentences(a, r, new_part(a, ROLE_BLOCK, "div"), 1);
        box->name = one_in(r, 3) ? "style" : "class";
        box->value = box->name[0] == 's' ? STR("display:none") : arena_printf(a, "box%u", random_below(r, 9));
        return box;
    }
    default:
        return with_sentences(a, r, new_part(a, ROLE_BLOCK, "p"), 1 + random_below(r, 5));
    }
}

static struct part *random_section(struct arena *a, struct random *r)
{
    struct part *section = new_part(a, ROLE_SECTION, one_in(r, 3) ? "div" : "section");
    struct part *heading = new_part(a, ROLE_HEADING, one_in(r, 3) ? "h3" : "h2"), *sentence = new_part(a, ROLE_SENTENCE, NULL);
    unsigned blocks = 1 + random_below(r, 5);

    add_child(a, sentence, random_run(a, r, 1 + random_below(r, 4)));
    add_child(a, heading, sentence);
    add_child(a, section, heading);
    for (unsigned i = 0; i < blocks; i++)
        add_child(a, section, random_block(a, r));
    return section;
}

static unsigned count_words(const struct part *p)
{
    unsigned n = 0;

    for (size_t i = 0; i < p->text.len; i++)
        n += p->text.ptr[i] == ' ' || i == 0;
    for (uint32_t i = 0; i < p->child.n; i++)
        n += count_words(p->child.item[i]);
    return n;
}

struct sketch *random_page(struct arena *a, struct random *r, unsigned n_words)
{
    struct sketch *page = NEW(a, struct sketch);

    page->body = new_part(a, ROLE_BODY, "body");
    page->title = join_words(a, random_word(a, r), random_word(a, r));
    page->style = random_below(r, 1 << STYLES);
    for (unsigned n = 0; n < n_words;) {
        struct part *section = random_section(a, r);
        add_child(a, page->body, section);
        n += count_words(section);
    }
    return page;
}

/* Edits */

static struct part *copy_part(struct arena *a, const struct part *p)
{
    struct part *copy = NEW(a, struct part);

    *copy = *p;
    copy->child.item = NULL;
    copy->child.n = copy->child.room = 0;
    for (uint32_t i = 0; i < p->child.n; i++)
        add_child(a, copy, copy_part(a, p->child.item[i]));
    return copy;
}

/* A part and where it stands. */
struct spot {
    struct part *parent;
    uint32_t at;
};

typedef VEC(struct spot) spot_list;

static void find_parts(struct arena *a, struct part *p, unsigned roles, spot_list *out)
{
    for (uint32_t i = 0; i < p->child.n; i++) {
        if (roles >> p->child.item[i]->role & 1)
            *VEC_ADD(a, out) = (struct spot){ p, i };
        find_parts(a, p->child.item[i], roles, out);
    }
}

/* Any part of one of these roles; false where there is none. */
static bool pick(struct arena *a, struct random *r, struct sketch *page, unsigned roles, struct spot *out)
{
    spot_list found = { 0 };

    find_parts(a, page->body, roles, &found);
    if (!found.n)
        return false;
    *out = found.item[random_below(r, found.n)];
    return true;
}

static void insert_part(struct arena *a, struct spot where, struct part *p)
{
    add_child(a, where.parent, NULL);
    memmove(where.parent->child.item + where.at + 1, where.parent->child.item + where.at,
            (where.parent->child.n - 1 - where.at) * sizeof p);
    where.parent->child.item[where.at] = p;
}

static struct part *take_part(struct spot where)
{
    struct part *p = where.parent->child.item[where.at];

    where.parent->child.n--;
    memmove(where.parent->child.item + where.at, where.parent->child.item + where.at + 1,
            (where.parent->child.n - where.at) * sizeof p);
    return p;
}

static struct part *random_part(struct arena *a, struct random *r, const struct spot *like)
{
    switch (like->parent->child.item[like->at]->role) {
    case ROLE_SENTENCE:
        return random_sentence(a, r);
    case ROLE_ITEM:
        return random_item(a, r);
    case ROLE_ROW:
        return random_row(a, r, like->parent->child.item[like->at]->child.n);
    case ROLE_SECTION:
        return random_section(a, r);
    default:
        return random_block(a, r);
    }
}

/* Inserts, deletes or moves a part of these roles. */
static void edit_parts(struct arena *a, struct random *r, struct sketch *page, unsigned roles)
{
    struct spot here, there;
    unsigned what = random_below(r, 3);

    if (!pick(a, r, page, roles, &here))
        return;
    if (what == 0) {
        here.at += random_below(r, 2);
        struct spot like = { here.parent, MIN(here.at, here.parent->child.n - 1) };
        insert_part(a, here, random_part(a, r, &like));
    } else if (here.parent->child.n > 1) {
        /* The last child stays: parents without any are no natural page. */
        struct part *p = take_part(here);
        if (what == 2 && pick(a, r, page, 1u << p->role, &there))
            insert_part(a, there, p);
    }
}

static void edit_word(struct arena *a, struct random *r, struct sketch *page)
{
    struct spot here;
    size_t from, to;

    if (!pick(a, r, page, 1u << ROLE_RUN, &here))
        return;
    struct part *run = here.parent->child.item[here.at];
    for (from = random_below(r, (uint32_t)run->text.len); from > 0 && run->text.ptr[from - 1] != ' ';)
        from--;
    for (to = from; to < run->text.len && run->text.ptr[to] != ' ';)
        to++;
    unsigned what = random_below(r, 4);
    struct str before = str_trim(str_sub(run->text, 0, from)),
               after = str_trim(str_sub(run->text, what == 1 ? from : to, run->text.len));
    if (what == 0 && before.len + after.len > 0)
        run->text = join_words(a, before, after);
    else
        run->text = join_words(a, join_words(a, before, random_word(a, r)), after);
}

static void edit_attribute(struct arena *a, struct random *r, struct sketch *page)
{
    spot_list found = { 0 };
    struct spot here;

    find_parts(a, page->body, ~0u, &found);
    for (unsigned tries = 0; tries < 50 && found.n; tries++) {
        here = found.item[random_below(r, found.n)];
        struct part *p = here.parent->child.item[here.at];
        if (!p->name || p->name[0] == 's')
            continue;
        p->value = arena_printf(a, "%.*s-%u", STR_ARG(p->value), random_below(r, 10));
        return;
    }
    if (pick(a, r, page, 1u << ROLE_IMAGE, &here))
        here.parent->child.item[here.at]->text = random_word(a, r);
}

static void edit_format(struct arena *a, struct random *r, struct sketch *page)
{
    struct spot here;

    if (!pick(a, r, page, 1u << ROLE_RUN | 1u << ROLE_LIST, &here))
        return;
    struct part *p = here.parent->child.item[here.at];
    if (p->role == ROLE_LIST) {
        p->tag = p->tag[0] == 'u' ? "ol" : "ul";
    } else if (p->tag && one_in(r, 2)) {
        p->tag = p->name = NULL;
    } else {
        format_run(a, r, p);
    }
}

static void edit_once(struct arena *a, struct random *r, struct sketch *page, enum edit kind)
{
    switch (kind) {
    case EDIT_WORD:
        edit_word(a, r, page);
        break;
    case EDIT_SENTENCE:
        edit_parts(a, r, page, 1u << ROLE_SENTENCE);
        break;
    case EDIT_BLOCK:
        edit_parts(a, r, page, 1u << ROLE_BLOCK | 1u << ROLE_LIST | 1u << ROLE_TABLE);
        break;
    case EDIT_ITEM:
        edit_parts(a, r, page, 1u << ROLE_ITEM);
        break;
    case EDIT_ROW:
        edit_parts(a, r, page, 1u << ROLE_ROW);
        break;
    case EDIT_SECTION:
        edit_parts(a, r, page, 1u << ROLE_SECTION);
        break;
    case EDIT_ATTRIBUTE:
        edit_attribute(a, r, page);
        break;
    case EDIT_FORMAT:
        edit_format(a, r, page);
        break;
    case EDIT_TITLE:
        page->title = join_words(a, page->title, random_word(a, r));
        break;
    case EDIT_SOURCE:
        page->style ^= 1u << random_below(r, STYLES);
        break;
    default:
        break;
    }
}

struct sketch *mutate_page(struct arena *a, struct random *r, const struct sketch *page, unsigned n, unsigned kinds)
{
    struct sketch *copy = NEW(a, struct sketch);
    enum edit kind[32];
    unsigned n_kinds = 0;

    *copy = *page;
    copy->body = copy_part(a, page->body);
    for (unsigned bit = 0; bit < 10; bit++)
        if (kinds >> bit & 1)
            kind[n_kinds++] = (enum edit)(1u << bit);
    for (unsigned i = 0; i < n && n_kinds; i++)
        edit_once(a, r, copy, kind[random_below(r, n_kinds)]);
    return copy;
}

/* Writing */

static void write_text(struct buf *b, const struct sketch *page, struct str text)
{
    if (!(page->style & STYLE_NUMERIC)) {
        buf_add_escaped(b, text);
        return;
    }
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'')
            buf_addf(b, "&#%d;", c);
        else
            buf_add_char(b, c);
    }
}

static void write_name(struct buf *b, const struct sketch *page, const char *name)
{
    for (; *name; name++)
        buf_add_char(b, page->style & STYLE_CAPITALS && *name >= 'a' && *name <= 'z' ? (char)(*name - 32) : *name);
}

static void write_attribute(struct buf *b, const struct sketch *page, const char *name, struct str value)
{
    char quote = page->style & STYLE_SINGLE ? '\'' : '"';

    buf_add_char(b, ' ');
    write_name(b, page, name);
    buf_add_char(b, '=');
    buf_add_char(b, quote);
    /* In single quotes an apostrophe must be written as a number. */
    struct sketch numeric = { .style = page->style & STYLE_SINGLE ? STYLE_NUMERIC : page->style };
    write_text(b, &numeric, value);
    buf_add_char(b, quote);
}

static void write_start(struct buf *b, const struct sketch *page, const struct part *p)
{
    buf_add_char(b, '<');
    write_name(b, page, p->tag);
    if (p->name)
        write_attribute(b, page, p->name, p->value);
    if (p->role == ROLE_IMAGE)
        write_attribute(b, page, "alt", p->text);
    buf_add_char(b, '>');
}

static bool may_stay_open(const struct part *p)
{
    return p->role == ROLE_ITEM || p->role == ROLE_ROW || p->role == ROLE_CELL
           || (p->role == ROLE_BLOCK && p->tag[0] == 'p' && !p->tag[1]);
}

static void write_end(struct buf *b, const struct sketch *page, const struct part *p)
{
    if (p->role == ROLE_IMAGE || (page->style & STYLE_OPEN && may_stay_open(p)))
        return;
    buf_add(b, STR("</"));
    write_name(b, page, p->tag);
    buf_add_char(b, '>');
}

/* White space and comments where they mean nothing: between blocks. */
static void write_between(struct buf *b, const struct sketch *page, const struct part *p)
{
    if (p->role >= ROLE_SENTENCE)
        return;
    if (page->style & STYLE_LINES)
        buf_add(b, p->role == ROLE_CELL ? STR("\n    ") : STR("\n"));
    if (page->style & STYLE_COMMENTS && p->role == ROLE_SECTION)
        buf_add(b, STR("<!-- a section -->"));
}

static void write_part(struct buf *b, const struct sketch *page, const struct part *p)
{
    write_between(b, page, p);
    if (p->tag)
        write_start(b, page, p);
    if (p->role == ROLE_RUN)
        write_text(b, page, p->text);
    for (uint32_t i = 0; i < p->child.n; i++) {
        if (i > 0 && p->child.item[i]->role >= ROLE_SENTENCE)
            buf_add_char(b, ' ');
        write_part(b, page, p->child.item[i]);
    }
    if (p->role == ROLE_SENTENCE)
        buf_add_char(b, '.');
    if (p->tag)
        write_end(b, page, p);
}

struct str sketch_html(struct arena *a, const struct sketch *page)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    struct str out = STR("");

    buf_add(&b, STR("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>"));
    write_text(&b, page, page->title);
    buf_add(&b, STR("</title>"));
    if (page->style & STYLE_COMMENTS)
        buf_add(&b, STR("<!-- head --><script>if (1 < 2) run('</p>');</script><style>p { color: red }</style>"));
    buf_add(&b, STR("</head>"));
    write_part(&b, page, page->body);
    buf_add(&b, STR("</html>\n"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

/* Accidents */

static void mangle_once(struct random *r, struct str from, struct buf *to)
{
    static const char *const stray[] = {
        "<b>",  "</p>",     "<",  ">",     "<!--",     "-->",     "&",          "\xff",     "\xc3",     "\xed\xa0\x80", "</table>",
        "<td>", "<a href=", "\"", "<svg>", "<select>", "</html>", "<template>", "\x80\x81", "<script>", "<table>",      "<title>"
    };
    size_t at = random_below(r, (uint32_t)from.len + 1), end = MIN(from.len, at + random_below(r, 40));

    buf_add(to, str_sub(from, 0, at));
    switch (random_below(r, 5)) {
    case 0: /* a bit turned */
        if (at < from.len)
            buf_add_char(to, (char)(from.ptr[at] ^ (1 << random_below(r, 8))));
        buf_add(to, str_sub(from, at + 1, from.len));
        break;
    case 1: /* a piece lost */
        buf_add(to, str_sub(from, end, from.len));
        break;
    case 2: /* a piece twice */
        buf_add(to, str_sub(from, at, end));
        buf_add(to, str_sub(from, at, from.len));
        break;
    case 3: /* the two halves of the rest exchanged */
        buf_add(to, str_sub(from, end, from.len));
        buf_add(to, str_sub(from, at, end));
        break;
    default:
        buf_add(to, str_of(stray[random_below(r, ARRAY_LEN(stray))]));
        buf_add(to, str_sub(from, at, from.len));
    }
}

struct str mangle_bytes(struct arena *a, struct random *r, struct str bytes, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);

        mangle_once(r, bytes, &b);
        if (buf_take(&b, a, &bytes, NULL))
            return STR("");
    }
    return bytes;
}
