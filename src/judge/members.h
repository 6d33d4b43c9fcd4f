/* What members of JSON tell a reader, by their names. Pure. */
#ifndef JUDGE_MEMBERS_H
#define JUDGE_MEMBERS_H

#include "page/page.h"

enum member_worth {
    MEMBER_LAST,  /* an address, a time, a number that machines count by */
    MEMBER_PLAIN, /* nothing is known of it */
    MEMBER_FIRST, /* a state, a price, a version */
    MEMBER_NAME,  /* what the object is called */
};

/* Takes the first word of a name: up to a mark, or to a capital letter after a small one. */
struct str member_word(struct str *name);
/* The last of them; no bytes: it has none. */
struct str member_last_word(struct str name);
enum member_worth member_worth(struct str name);
/* Of the member around a word; MEMBER_PLAIN where the page is not JSON. */
enum member_worth member_worth_at(const struct page *p, uint32_t word);
/* Whether a number is what people watch it for, by the name of its member, or by that of the object it is in where that is a good part of
 * the page: "price", "rates": { "USD": ... }. False where the page is not JSON. */
bool member_is_amount_at(const struct page *p, uint32_t word);
/* Whether a number counts what people or machines do, by the name of its member: "viewCount", "followers": { "total": ... }. False where
 * the page is not JSON. */
bool member_counts_at(const struct page *p, uint32_t word);
/* Whether the word stands in the value of a member, not in its name. */
bool member_is_value(const struct page *p, uint32_t word);
/* Whether a value begins with it. */
bool member_begins_at(const struct page *p, uint32_t word);

#endif
