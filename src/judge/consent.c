/* In: a page. Out: the element that asks about cookies.
 *
 *  1. An answer is a button of a few words, one of which is a row of consent.def.
 *  2. From it outwards, the first element with some words that are not on buttons, and a subject among them, is what asks. It is no
 *     longer than QUESTION_WORDS: a text about cookies with a button below it is the page. An element that names the subject in fewer
 *     words is a part of what asks, which then is no longer than NOTICE_WORDS: further outwards is the page. */
#include "judge/consent.h"

#include "base/buf.h"

enum { ANSWER_WORDS = 8, LEAST_WORDS = 6, QUESTION_WORDS = 200, NOTICE_WORDS = 40, STEPS = 8, TEXT_BYTES = 1 << 14 };

static const struct str answers[] = {
#define ANSWER(text) STR_INIT(text),
#define SUBJECT(text)
#include "judge/consent.def"
#undef ANSWER
#undef SUBJECT
};

static const struct str subjects[] = {
#define ANSWER(text)
#define SUBJECT(text) STR_INIT(text),
#include "judge/consent.def"
#undef ANSWER
#undef SUBJECT
};

static bool is_answer(struct str text)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(answers); i++)
        if (str_may_have(&pairs, answers[i]) && str_has_phrase(text, answers[i], true, true))
            return true;
    return false;
}

static bool names_subject(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(subjects); i++)
        if (str_find_nocase(text, subjects[i], 0) != SIZE_MAX)
            return true;
    return false;
}

/* A link that leads nowhere is a button, whatever it is called. */
static bool is_button(const struct dom *d, uint32_t node, bool links)
{
    struct str value;
    uint32_t tag = d->node[node].tag;
    if (d->node[node].kind != NODE_ELEMENT || (tag != TAG_A && tag != TAG_BUTTON && !d->node[node].n_attr))
        return false;
    if (tag == TAG_A)
        return links || !dom_attr(d, node, STR("href"), &value) || str_starts(value, STR("#"))
               || str_starts(value, STR("javascript:"));
    return tag == TAG_BUTTON || tag == TAG_INPUT || (dom_attr(d, node, STR("role"), &value) && str_eq_nocase(value, STR("button")));
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

static bool is_in_button(const struct page *p, uint32_t word, uint32_t node)
{
    for (uint32_t n = p->word[word].node; n > node; n = p->dom.node[n].parent)
        if (is_button(&p->dom, n, false))
            return true;
    return false;
}

/* The words of an element that are not on a button. Returns how many there are. */
static uint32_t add_question(const struct page *p, uint32_t node, struct buf *out)
{
    uint32_t n = 0;
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        if (is_in_button(p, w, node))
            continue;
        page_words_line(p, w, w + 1, out);
        buf_add_char(out, ' ');
        n++;
    }
    return n;
}

/* What the answer answers; NONE: nothing about cookies. */
static uint32_t question_around(const struct page *p, uint32_t answer)
{
    uint32_t node = p->dom.node[answer].parent, most = QUESTION_WORDS;
    for (unsigned i = 0; i < STEPS && node; i++, node = p->dom.node[node].parent) {
        AUTO(buf) text = BUF(TEXT_BYTES);
        if (p->first_word[p->dom.node[node].end] - p->first_word[node] > most)
            return NONE;
        uint32_t words = add_question(p, node, &text);
        if (!names_subject(buf_str(&text)))
            continue;
        if (words >= LEAST_WORDS)
            return node;
        most = NOTICE_WORDS;
    }
    return NONE;
}

static uint32_t question_of(const struct page *p, uint32_t button)
{
    AUTO(buf) label = BUF(TEXT_BYTES);
    add_label(p, button, &label);
    return is_answer(buf_str(&label)) ? question_around(p, button) : NONE;
}

uint32_t consent_find(const struct page *p, bool links)
{
    uint32_t question = NONE;
    for (uint32_t i = 0; i < p->dom.n && question == NONE; i++)
        question = is_button(&p->dom, i, links) ? question_of(p, i) : NONE;
    return question;
}
