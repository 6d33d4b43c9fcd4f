/* In: the name of a member in JSON. Out: what it tells a reader, by its words. A name without such a word is worth what its value says. */
#include "judge/members.h"

#include <ctype.h>

#include "base/limits.h"
#include "judge/headline_quote.h"

enum { NAME_BYTES = 256 };

static const struct {
    struct str word;
    enum member_worth worth;
} members[] = {
#define MEMBER(word, worth) { STR_INIT(word), MEMBER_##worth },
#include "judge/members.def"
#undef MEMBER
};

static enum member_worth worth_of_word(struct str word)
{
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (str_eq_nocase(word, members[i].word))
            return members[i].worth;
    return MEMBER_PLAIN;
}

struct str member_word(struct str *name)
{
    size_t n = 0;
    while (n < name->len && isalnum((unsigned char)name->ptr[n])
           && !(n && isupper((unsigned char)name->ptr[n]) && islower((unsigned char)name->ptr[n - 1])))
        n++;
    struct str word = str_sub(*name, 0, n);
    while (n < name->len && !isalnum((unsigned char)name->ptr[n]))
        n++;
    *name = str_sub(*name, n, name->len);
    return word;
}

enum member_worth member_worth(struct str name)
{
    enum member_worth most = MEMBER_PLAIN;
    for (bool first = true; name.len; first = false) {
        struct str word = member_word(&name);
        enum member_worth worth = worth_of_word(word);
        if (worth == MEMBER_LAST)
            return worth;
        if (worth == MEMBER_NAME && (!first || name.len))
            worth = MEMBER_FIRST; /* "full_name" is not left out */
        most = worth > most ? worth : most;
    }
    return most;
}

enum member_worth member_worth_at(const struct page *p, uint32_t word)
{
    static const uint32_t rows[] = { TAG_TR };
    AUTO(buf) name = BUF(NAME_BYTES);
    uint32_t row = p->kind == KIND_JSON ? node_around(p, word, rows, 1) : NONE;
    if (row == NONE)
        return MEMBER_PLAIN;
    page_words_line(p, p->first_word[row + 1], p->first_word[p->dom.node[row + 1].end], &name);
    return name.over ? MEMBER_PLAIN : member_worth(buf_str(&name));
}
