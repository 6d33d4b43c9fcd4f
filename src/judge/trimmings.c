/* In: a sentence of a page. Out: whether it only goes with what it stands beside.
 *
 *  1. By its words: a line of a few words that begins as such lines do; names behind "By".
 *  2. By its form: links with arrows between them lead up to the page.
 *  3. By the names of the elements around it, as far up as they hold little else. */
#include "judge/trimmings.h"

#include <ctype.h>

#include "base/limits.h"
#include "judge/headline_quote.h"
#include "judge/members.h"
#include "judge/phrases.h"

enum {
    LINE_WORDS = 12,   /* of letters; a longer one tells something */
    AUTHOR_WORDS = 8,  /* a name or two, and an office */
    HOLDER_WORDS = 30, /* an element that holds more is not there for such lines */
    HOLDERS = 4,       /* elements around it whose names are read */
    LINE_BYTES = 1024,
};

static const struct phrase lines[] = {
#define TRIMMING_LINE(text) PHRASE(text),
#include "judge/trimmings.def"
};
static const struct phrase authors[] = {
#define TRIMMING_AUTHOR(text) PHRASE(text),
#include "judge/trimmings.def"
};
static const struct phrase names[] = {
#define TRIMMING_NAME(word) PHRASE(word),
#include "judge/trimmings.def"
};

/* Whether a phrase stands at the beginning, and its last word ends there. */
static bool begins(struct str line, struct str phrase)
{
    if (!str_starts_nocase(line, phrase))
        return false;
    bool open = line.len == phrase.len || (unsigned char)phrase.ptr[phrase.len - 1] >= 0x80;
    return open || !isalnum((unsigned char)phrase.ptr[phrase.len - 1]) || !isalnum((unsigned char)line.ptr[phrase.len]);
}

enum { TRIMMING_ATTRIBUTES = 4 };

struct trimmings {
    struct phrase_starts lines, authors;
    uint32_t attribute[TRIMMING_ATTRIBUTES]; /* whose values name an element, as symbols */
};

static const struct trimmings *open_trimmings(struct arena *a, const struct symbols *symbols)
{
    static const struct str attributes[TRIMMING_ATTRIBUTES] = { STR_INIT("class"), STR_INIT("id"), STR_INIT("rel"),
                                                                STR_INIT("itemprop") };
    struct trimmings *out = NEW(a, struct trimmings);
    phrases_open(a, lines, ARRAY_LEN(lines), &out->lines);
    phrases_open(a, authors, ARRAY_LEN(authors), &out->authors);
    for (size_t i = 0; i < TRIMMING_ATTRIBUTES; i++)
        out->attribute[i] = symbols_find(symbols, attributes[i]);
    return out;
}

static bool begins_with_one(struct str line, const struct phrase_starts *list)
{
    for (uint16_t i = line.len > 1 ? list->first[str_pair(line.ptr[0], line.ptr[1])] : 0; i; i = list->next[i - 1])
        if (begins(line, list->item[i - 1].text))
            return true;
    return false;
}

/* False: the line begins with none of them. Most are not read for it. */
static bool may_begin_with_one(const struct trimmings *t, const struct page *p, const struct sentence *s)
{
    struct str word = page_word(p, s->word);
    return phrases_may_begin(word, &t->lines) || phrases_may_begin(word, &t->authors)
           || (s->word + 1 < s->end && shape_is_joined(p, s->word + 1));
}

/* "By Anna Berg, 3 May": the word behind has a capital, or its script has none, and no full stop ends the line. */
static bool is_author(const struct trimmings *t, const struct page *p, const struct sentence *s, struct str line)
{
    if (letters_of(p, s->word, s->end) > AUTHOR_WORDS || strchr(".!?;", line.ptr[line.len - 1])
        || !begins_with_one(line, &t->authors))
        return false;
    for (uint32_t w = s->word + 1; w < s->end; w++)
        if (shape_is_letters(page_word(p, w))) {
            unsigned char first = (unsigned char)*page_word(p, w).ptr;
            return first >= 0x80 || isupper(first);
        }
    return false;
}

/* By its words. */
static bool says_so(const struct trimmings *t, const struct page *p, const struct sentence *s)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    if (!may_begin_with_one(t, p, s))
        return false;
    page_words_line(p, s->word, s->end, &b);
    struct str line = str_trim(buf_str(&b));
    return line.len && !b.over && (begins_with_one(line, &t->lines) || is_author(t, p, s, line));
}

static bool is_arrow(const struct page *p, uint32_t w)
{
    enum { ARROW_BYTES = 3 };
    static const struct str arrows[] = { STR_INIT("›"), STR_INIT("»"),  STR_INIT(">"), STR_INIT("→"),
                                         STR_INIT("/"), STR_INIT("＞"), STR_INIT("▸") };
    const struct word *word = &p->word[w];
    bool found = false;
    if (!(word->flags & (WORD_SPACE | WORD_BREAK)) || (word->flags & WORD_ATOM) || word->len > ARROW_BYTES)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(arrows); i++)
        found |= str_eq(page_word(p, w), arrows[i]);
    return found;
}

/* "Home › News › Streets": links, and an arrow or a slash behind each but the last. */
static bool is_path(const struct page *p, const struct sentence *s)
{
    static const uint32_t links[] = { TAG_A };
    uint32_t n = 0, linked = 0, words = s->end - s->word;
    for (uint32_t w = s->word; w < s->end; w++)
        n += is_arrow(p, w);
    for (uint32_t w = s->word; w < s->end && n; w++) /* no arrow is a link itself */
        linked += node_around(p, w, links, 1) != NONE;
    return n && linked && 2 * linked >= words - n;
}

/* Whether a class is one that such elements have: "post-tags". A story is filed as "category-sport", which is none. */
static bool is_name(struct str class)
{
    struct str last = member_last_word(class);
    uint32_t start = last.len > 1 ? str_pair(last.ptr[0], last.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (names[i].start == start && str_eq_nocase(last, names[i].text))
            return true;
    return false;
}

static bool is_named(struct str classes)
{
    while (classes.len)
        if (is_name(str_cut(&classes, ' ')))
            return true;
    return false;
}

/* Whether an attribute of the element says that it holds such lines. */
static bool holds_such(const struct trimmings *t, const struct dom *d, uint32_t node)
{
    const struct node *n = &d->node[node];
    for (const struct attr *attr = d->attr + n->attr, *end = attr + n->n_attr; attr < end; attr++)
        for (size_t i = 0; i < TRIMMING_ATTRIBUTES; i++)
            if (attr->name == t->attribute[i] && attr->name && is_named(attr_value(attr)))
                return true;
    return false;
}

static bool is_held(const struct trimmings *t, const struct page *p, const struct sentence *s)
{
    uint32_t n = p->dom.node[p->word[s->word].node].parent;
    for (unsigned up = 0; up < HOLDERS && n && n != p->body; up++, n = p->dom.node[n].parent) {
        if (p->first_word[p->dom.node[n].end] - p->first_word[n] > HOLDER_WORDS)
            return false;
        if (holds_such(t, &p->dom, n))
            return p->first_word[p->dom.node[n].end] >= s->end;
    }
    return false;
}

/* Whether a sentence of the page that is no heading is such a line and nothing else. Data never is. */
static bool is_trimming(const struct trimmings *t, const struct page *p, const struct sentence *s)
{
    uint32_t words = s->end - s->word;
    if (p->kind != KIND_MARKUP || words == 0 || words > 3 * LINE_WORDS
        || (words > LINE_WORDS && letters_of(p, s->word, s->end) > LINE_WORDS))
        return false;
    return says_so(t, p, s) || is_path(p, s) || is_held(t, p, s);
}

void trimmings_find(struct arena *a, const struct delta *d, struct judge_pieces *pieces)
{
    const struct trimmings *t = open_trimmings(a, d->new->dom.symbols);
    for (uint32_t i = 0; i < pieces->n; i++) {
        struct judge_piece *p = &pieces->item[i];
        const struct page *page = p->old ? d->old : d->new;
        p->trimming = p->sentence != NONE && !p->heading && is_trimming(t, page, &page->sentence[p->sentence]);
    }
}
