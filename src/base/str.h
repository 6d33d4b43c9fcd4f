/* A run of bytes: pointer and length, by value, never owning, never assumed to end in NUL. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct str {
    const char *ptr;
    size_t len;
};

/* A literal as a str; the literal form checks that it is one. */
#define STR(literal) ((struct str){ "" literal, sizeof(literal) - 1 })
/* The same as an initializer, for static tables. */
#define STR_INIT(literal) \
    { \
        "" literal, sizeof(literal) - 1 \
    }
/* The two arguments of a "%.*s". */
#define STR_ARG(s) (int)(s).len, (s).ptr

static inline struct str str_of(const char *text)
{
    return (struct str){ text, text ? strlen(text) : 0 };
}

static inline struct str str_span(const char *from, const char *to)
{
    return (struct str){ from, (size_t)(to - from) };
}

static inline bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Bytes [from, to) of `s`, both held inside it. */
struct str str_sub(struct str s, size_t from, size_t to);

/* Orders by bytes, then by length: <0, 0, >0. */
int str_cmp(struct str a, struct str b);

/* ASCII letters without case; other bytes as they are. */
bool str_eq_nocase(struct str a, struct str b);
bool str_starts(struct str s, struct str prefix);
bool str_starts_nocase(struct str s, struct str prefix);
bool str_ends(struct str s, struct str suffix);

/* Position of `needle` at or after `from`, or SIZE_MAX. */
size_t str_find(struct str s, struct str needle, size_t from);
size_t str_find_nocase(struct str s, struct str needle, size_t from);
/* Whether the letters of a word stand on both sides of `at`: "забудет" does not begin with "буде", and "prévues" not with "vues". */
bool str_is_inside_word(struct str s, size_t at);
/* Whether it stands there, in any case of letters; `begins`: where a word begins, "event" is not in "prevented"; `ends`: where one ends. */
bool str_has_phrase(struct str s, struct str phrase, bool begins, bool ends);

/* A look before many searches: which pairs of neighbours a text has. Several pairs share a bit; that costs a search in vain. */
struct str_pairs {
    uint64_t bits[16];
};
/* Adds the pairs of the text, ASCII letters without case. */
void str_pairs_add(struct str_pairs *p, struct str s);

/* Without HTML's white space (tab, LF, FF, CR, space) at both ends. */
struct str str_trim(struct str s);

/* Cuts off and returns what stands before the first `separator`; all of it when there is none. */
struct str str_cut(struct str *rest, char separator);

/* A whole decimal number with nothing around it and at most `max`; false leaves *out alone. */
bool str_number(struct str s, uint64_t max, uint64_t *out);

static inline bool byte_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static inline bool byte_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool str_has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (byte_is_digit(s.ptr[i]))
            return true;
    return false;
}

static inline char byte_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* The byte that two hexadecimal digits at `at` stand for; -1: they are none. */
int str_hex_byte(struct str s, size_t at);

/* The number of a pair of neighbours, below 1024; several have the same, and letters in either case always do: theirs differ in one bit. */
static inline uint32_t str_pair(char first, char second)
{
    return (((unsigned char)first | 0x20u) * 37u + ((unsigned char)second | 0x20u)) & 1023;
}

static inline bool str_has_pair(const struct str_pairs *p, uint32_t pair)
{
    return p->bits[pair >> 6] >> (pair & 63) & 1;
}

/* False: the needle does not stand in a text whose pairs were added. */
static inline bool str_may_have(const struct str_pairs *p, struct str needle)
{
    for (size_t i = 1; i < needle.len; i++)
        if (!str_has_pair(p, str_pair(needle.ptr[i - 1], needle.ptr[i])))
            return false;
    return true;
}

#endif
