/* In: a page. Out: the element that asks about cookies.
 *
 *  1. An answer is a button of a few words, one of which is a row of consent.def.
 *  2. From it outwards, the first element with some words that are not on buttons, and a subject among them, is what asks. It is no
 *     longer than QUESTION_WORDS: a text about cookies with a button below it is the page. An element that names the subject in fewer
 *     words is a part of what asks, which then is no longer than NOTICE_WORDS: further outwards is the page.
 *  3. A notice may have nothing to answer: it tells of cookies on a page that hardly says a word of them elsewhere. */
#include "judge/consent.h"

#include "base/buf.h"
#include "judge/phrases.h"

enum { ANSWER_WORDS = 8, LEAST_WORDS = 6, QUESTION_WORDS = 200, NOTICE_WORDS = 40, STEPS = 8, TEXT_BYTES = 1 << 14 };

static const struct phrase answers[] = {
#define ANSWER(text) PHRASE(text),
#define SUBJECT(text)
#include "judge/consent.def"
#undef ANSWER
#undef SUBJECT
};

static const struct phrase subjects[] = {
#define ANSWER(text)
#define SUBJECT(text) PHRASE(text),
#include "judge/consent.def"
#undef ANSWER
#undef SUBJECT
};

/* Those that are cookies, and not what is asked for. */
static const struct phrase cookies[] = { PHRASE("cookie"), PHRASE("ciastecz"), PHRASE("evästeit"), PHRASE("çerez"),
                                         PHRASE("куки"),   PHRASE("クッキー"), PHRASE("쿠키") };

static bool is_answer(struct str text)
{
    return phrases_found(text, answers, ARRAY_LEN(answers), PHRASE_BEGINS | PHRASE_ENDS);
}

bool consent_names(struct str text)
{
    return phrases_found(text, subjects, ARRAY_LEN(subjects), PHRASE_ANYWHERE);
}

/* What is asked of every element of a page. */
struct button_finder {
    const struct page *page;
    uint32_t href, role; /* symbols */
    bool links;          /* a link that leads elsewhere is one too */
};

/* A link that leads nowhere is a button, whatever it is called. */
static bool is_button(const struct button_finder *f, uint32_t node)
{
    const struct dom *d = &f->page->dom;
    const struct node *n = &d->node[node];
    struct str value;
    if (n->kind != NODE_ELEMENT)
        return false;
    if (n->tag == TAG_A)
        return f->links || !dom_attr_by(d, node, f->href, &value) || str_starts(value, STR("#"))
               || str_starts(value, STR("javascript:"));
    return n->tag == TAG_BUTTON || (n->tag == TAG_INPUT && n->n_attr)
           || (dom_attr_by(d, node, f->role, &value) && str_eq_nocase(value, STR("button")));
}

static void add_label(const struct page *p, uint32_t node, struct buf *out)
{
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    struct str value;
    if (p->dom.node[node].tag == TAG_INPUT && dom_attr(&p->dom, node, STR("value"), &value))
        buf_add(out, str_sub(value, 0, 100));
    else if (end - word <= ANSWER_WORDS)
        page_words_line(p, word, end, out);
}

static bool is_in_button(const struct button_finder *f, uint32_t word, uint32_t node)
{
    for (uint32_t n = f->page->word[word].node; n > node; n = f->page->dom.node[n].parent)
        if (is_button(f, n))
            return true;
    return false;
}

/* The words of an element that are not on a button. Returns how many there are. */
static uint32_t add_question(const struct button_finder *f, uint32_t node, struct buf *out)
{
    const struct page *p = f->page;
    uint32_t n = 0;
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        if (is_in_button(f, w, node))
            continue;
        page_words_line(p, w, w + 1, out);
        buf_add_char(out, ' ');
        n++;
    }
    return n;
}

/* What the answer answers; NONE: nothing about cookies. */
static uint32_t question_around(const struct button_finder *f, uint32_t answer)
{
    const struct page *p = f->page;
    struct button_finder own = *f;
    uint32_t node = p->dom.node[answer].parent, most = QUESTION_WORDS;
    own.links = false; /* links of a question are part of what it says */
    for (unsigned i = 0; i < STEPS && node; i++, node = p->dom.node[node].parent) {
        AUTO(buf) text = BUF(TEXT_BYTES);
        if (p->first_word[p->dom.node[node].end] - p->first_word[node] > most)
            return NONE;
        uint32_t words = add_question(&own, node, &text);
        if (!consent_names(buf_str(&text)))
            continue;
        if (words >= LEAST_WORDS)
            return node;
        most = NOTICE_WORDS;
    }
    return NONE;
}

static uint32_t question_of(const struct button_finder *f, uint32_t button)
{
    AUTO(buf) label = BUF(TEXT_BYTES);
    add_label(f->page, button, &label);
    return label.len && is_answer(buf_str(&label)) ? question_around(f, button) : NONE;
}

/* A cheap look: most elements are none. */
static bool may_be_button(const struct button_finder *f, const struct node *n)
{
    return n->kind == NODE_ELEMENT && (n->tag == TAG_A || n->tag == TAG_BUTTON || (n->n_attr && (f->role || n->tag == TAG_INPUT)));
}

static struct button_finder open_finder(const struct page *p, bool links)
{
    const struct symbols *s = p->dom.symbols;
    return (struct button_finder){ p, symbols_find(s, STR("href")), symbols_find(s, STR("role")), links };
}

bool consent_has_button(const struct page *p, uint32_t from, uint32_t end)
{
    const struct button_finder f = open_finder(p, false);
    uint32_t i = from;
    while (i < end && !(may_be_button(&f, &p->dom.node[i]) && is_button(&f, i)))
        i++;
    return i < end;
}

uint32_t consent_find(const struct page *p, bool links)
{
    const struct button_finder f = open_finder(p, links);
    const struct node *node = p->dom.node;
    uint32_t question = NONE;
    for (uint32_t i = 0, n = p->dom.n; i < n && question == NONE; i++)
        if (may_be_button(&f, &node[i]) && is_button(&f, i))
            question = question_of(&f, i);
    return question;
}

static bool names_cookies(const struct page *p, struct sentence s)
{
    AUTO(buf) text = BUF(TEXT_BYTES);
    page_words_line(p, s.word, MIN(s.end, s.word + NOTICE_WORDS), &text);
    return phrases_found(buf_str(&text), cookies, ARRAY_LEN(cookies), PHRASE_ANYWHERE);
}

/* The sentences that no break parts from it. */
static struct sentence paragraph_of(const struct page *p, uint32_t sentence)
{
    struct sentence out = p->sentence[sentence];
    for (uint32_t i = sentence; i > 0 && !(p->word[p->sentence[i].word].flags & WORD_BREAK); i--)
        out.word = p->sentence[i - 1].word;
    for (uint32_t i = sentence + 1; i < p->n_sentences && !(p->word[p->sentence[i].word].flags & WORD_BREAK); i++)
        out.end = p->sentence[i].end;
    return out;
}

bool consent_tells(const struct page *p, uint32_t sentence)
{
    enum { LINES = 4 }; /* the notice, and a link to what the site says of them */
    struct sentence s = paragraph_of(p, sentence);
    uint32_t n = 0;
    if (s.end - s.word < LEAST_WORDS || s.end - s.word > NOTICE_WORDS || !names_cookies(p, s))
        return false;
    for (uint32_t i = 0; i < p->n_sentences && n <= LINES; i++)
        n += names_cookies(p, p->sentence[i]);
    return n <= LINES;
}
