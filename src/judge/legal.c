/* In: a page. Out: whether its title, its first heading or a main heading says that it is a text which binds somebody. */
#include "judge/legal.h"

#include "judge/phrases.h"

static const struct phrase texts[] = {
#define LEGAL(text) PHRASE(text),
#include "judge/legal.def"
};

static const struct phrase imprints[] = {
#define IMPRINT(text) PHRASE(text),
#include "judge/legal.def"
};

static bool is_named(const struct page *p, const struct phrase *list, size_t n)
{
    bool found = phrases_found(p->title, list, n, PHRASE_ANYWHERE);
    for (uint32_t i = 0; i < p->n_headings && !found; i++) {
        AUTO(buf) text = BUF(1024);
        uint32_t node = p->heading[i].node;
        if (i > 0 && p->dom.node[node].tag != TAG_H1)
            continue;
        page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], &text);
        found = phrases_found(buf_str(&text), list, n, PHRASE_ANYWHERE);
    }
    return found;
}

bool legal_named(struct str line)
{
    return phrases_found(line, texts, ARRAY_LEN(texts), PHRASE_ANYWHERE);
}

bool legal_is_text(const struct page *p)
{
    return is_named(p, texts, ARRAY_LEN(texts));
}

bool legal_is_notice(const struct page *p)
{
    return legal_is_text(p) || is_named(p, imprints, ARRAY_LEN(imprints));
}
