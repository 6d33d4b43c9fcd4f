/* In: the name of a member in JSON. Out: what it tells a reader, by its words. A name without such a word is worth what its value says. */
#include "judge/members.h"

#include <ctype.h>

#include "base/limits.h"
#include "judge/headline_quote.h"
#include "judge/states.h"

enum { NAME_BYTES = 256, MEMBERS_BESIDE = 64 };

static const struct {
    struct str word;
    enum member_worth worth;
} members[] = {
#define MEMBER(word, worth) { STR_INIT(word), MEMBER_##worth },
#include "judge/members.def"
};

static const struct str amounts[] = {
#define AMOUNT(word) STR_INIT(word),
#include "judge/members.def"
};

static enum member_worth worth_of_word(struct str word)
{
    for (size_t i = 0; i < ARRAY_LEN(members); i++)
        if (str_eq_nocase(word, members[i].word))
            return members[i].worth;
    return MEMBER_PLAIN;
}

/* Letters beyond ASCII are letters: "título", "名前". */
static bool is_name_byte(char c)
{
    return (unsigned char)c >= 0x80 || isalnum((unsigned char)c);
}

/* A capital behind a small letter: "fullName". */
static bool begins_word(struct str name, size_t at)
{
    return isupper((unsigned char)name.ptr[at]) && islower((unsigned char)name.ptr[at - 1]);
}

struct str member_word(struct str *name)
{
    size_t n = 0;
    while (n < name->len && is_name_byte(name->ptr[n]) && !(n && begins_word(*name, n)))
        n++;
    struct str word = str_sub(*name, 0, n);
    while (n < name->len && !is_name_byte(name->ptr[n]))
        n++;
    *name = str_sub(*name, n, name->len);
    return word;
}

struct str member_last_word(struct str name)
{
    size_t from, end = name.len;
    while (end && !is_name_byte(name.ptr[end - 1]))
        end--;
    for (from = end; from && is_name_byte(name.ptr[from - 1]); from--)
        if (from < end && begins_word(name, from))
            break;
    return str_sub(name, from, end);
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

/* The row of the member around a word; NONE: there is none. */
static uint32_t row_around(const struct page *p, uint32_t word)
{
    static const uint32_t rows[] = { TAG_TR };
    return p->kind == KIND_JSON ? node_around(p, word, rows, 1) : NONE;
}

static void add_name(const struct page *p, uint32_t row, struct buf *out)
{
    page_words_line(p, p->first_word[row + 1], p->first_word[p->dom.node[row + 1].end], out);
}

bool member_is_value(const struct page *p, uint32_t word)
{
    uint32_t row = row_around(p, word);
    return row != NONE && word >= p->first_word[p->dom.node[row + 1].end];
}

bool member_begins_at(const struct page *p, uint32_t word)
{
    uint32_t row = row_around(p, word);
    return row != NONE && word == p->first_word[p->dom.node[row + 1].end];
}

/* Whether the value of a member is an address and nothing else: "https://host/a.jpg?sig=1f", "/cart?s=1f". */
static bool has_address(const struct page *p, uint32_t row)
{
    uint32_t word = p->first_word[p->dom.node[row + 1].end], end = p->first_word[p->dom.node[row].end];
    bool path = word + 1 < end && str_eq(page_word(p, word), STR("/")), scheme = false;
    for (uint32_t w = word + 1; w < end; w++) {
        if (p->word[w].flags & (WORD_SPACE | WORD_BREAK))
            return false;
        scheme |= str_eq(page_word(p, w), STR("//")) && str_eq(page_word(p, w - 1), STR(":"));
    }
    return path || scheme;
}

enum member_worth member_worth_at(const struct page *p, uint32_t word)
{
    AUTO(buf) name = BUF(NAME_BYTES);
    uint32_t row = row_around(p, word);
    if (row == NONE)
        return MEMBER_PLAIN;
    add_name(p, row, &name);
    enum member_worth worth = name.over ? MEMBER_PLAIN : member_worth(buf_str(&name));
    return worth == MEMBER_PLAIN && has_address(p, row) ? MEMBER_LAST : worth;
}

/* ---- What members count ---- */

static bool is_one_of(struct str word, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(word, list[i]))
            return true;
    return false;
}

enum member_count { COUNTS_NOTHING, COUNTS_WHAT_IS_AROUND, COUNTS_VOTES, COUNTS };

/* What a name says of the number behind it. One that is nothing but a word for an amount leaves it to the name around it. Points are votes
 * where readers write comments, too, and what a league is about where they do not. */
static enum member_count count_of(struct str name)
{
    static const struct str plain[] = { STR_INIT("total"), STR_INIT("count"),  STR_INIT("number"),
                                        STR_INIT("value"), STR_INIT("amount"), STR_INIT("sum") };
    static const struct str machines[] = { STR_INIT("bytes"),   STR_INIT("elapsed"), STR_INIT("took"),
                                           STR_INIT("latency"), STR_INIT("rtt"),     STR_INIT("ping") };
    static const struct str votes[] = { STR_INIT("points"), STR_INIT("score"), STR_INIT("ups"), STR_INIT("votes") };
    AUTO(buf) spoken = BUF(4 * NAME_BYTES);
    bool amount = true;
    if (is_one_of(name, votes, ARRAY_LEN(votes)))
        return COUNTS_VOTES;
    while (name.len) {
        struct str word = member_word(&name);
        if (is_one_of(word, machines, ARRAY_LEN(machines)))
            return COUNTS;
        amount = amount && is_one_of(word, plain, ARRAY_LEN(plain));
        buf_add(&spoken, word);
        buf_add(&spoken, STR(" "));
        if (is_one_of(name, plain, ARRAY_LEN(plain))) /* "viewCount" counts views */
            buf_addf(&spoken, "%.*ss ", STR_ARG(word));
    }
    return amount ? COUNTS_WHAT_IS_AROUND : counters_named(NULL, str_trim(buf_str(&spoken))) ? COUNTS : COUNTS_NOTHING;
}

/* Whether a member beside that of a row counts something. */
static bool has_counter_beside(const struct page *p, uint32_t row)
{
    uint32_t all = p->dom.node[row].parent, seen = 0;
    for (uint32_t r = all + 1; r < p->dom.node[all].end && seen < MEMBERS_BESIDE; r = p->dom.node[r].end, seen++) {
        AUTO(buf) name = BUF(NAME_BYTES);
        if (p->dom.node[r].tag != TAG_TR || r == row)
            continue;
        add_name(p, r, &name);
        if (!name.over && count_of(buf_str(&name)) == COUNTS)
            return true;
    }
    return false;
}

/* ---- Amounts ---- */

static bool names_amount(const struct page *p, uint32_t row)
{
    AUTO(buf) text = BUF(NAME_BYTES);
    add_name(p, row, &text);
    for (struct str name = buf_str(&text); name.len && !text.over;)
        if (is_one_of(member_word(&name), amounts, ARRAY_LEN(amounts)))
            return true;
    return false;
}

/* The member whose value the member of a row is part of; 0: none. */
static uint32_t row_above(const struct page *p, uint32_t row)
{
    uint32_t n = p->dom.node[row].parent;
    while (n && p->dom.node[n].tag != TAG_TR)
        n = p->dom.node[n].parent;
    return n;
}

bool member_is_amount_at(const struct page *p, uint32_t word)
{
    enum { SHARE = 10 };
    uint32_t row = row_around(p, word);
    if (row == NONE || names_amount(p, row))
        return row != NONE;
    row = row_above(p, row);
    return row && SHARE * (p->first_word[p->dom.node[row].end] - p->first_word[row]) >= p->n_words && names_amount(p, row);
}

bool member_counts_at(const struct page *p, uint32_t word)
{
    enum member_count found = COUNTS_WHAT_IS_AROUND;
    uint32_t row = row_around(p, word);
    for (unsigned up = 0; up < 2 && row != NONE && found == COUNTS_WHAT_IS_AROUND; up++) {
        AUTO(buf) name = BUF(NAME_BYTES);
        add_name(p, row, &name);
        found = name.over ? COUNTS_NOTHING : count_of(buf_str(&name));
        if (found == COUNTS_VOTES && has_counter_beside(p, row))
            found = COUNTS;
        row = row_above(p, row);
        row = row ? row : NONE;
    }
    return found == COUNTS;
}
