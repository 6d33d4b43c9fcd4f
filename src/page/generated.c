/* In: names, values of addresses. Out: whether a machine made them.
 *
 * A hash looks like nothing else: letters and digits take turns, and two hashes of one length have hardly a character in common in the
 * same place. So iPhone12Pro and iPhone13Pro are two names, DKWv6jEg and B2x_s81Q are one name in two versions. O(bytes). */
#include "page/generated.h"

#include "base/arena.h"

enum {
    HEX_MIN = 6,    /* git and build tools cut their hashes to 6 or 7 digits */
    HEX_LONG = 9,   /* so long a name of a to f with a number behind it is rarer than a hash that begins so */
    NUMBER_MIN = 8, /* shorter numbers are written by people */
    TIME_MIN = 10,  /* seconds since 1970 have ten digits */
    MIXED_MIN = 6,  /* bundlers append 6 to 8 characters of base64 */
    TOKEN_MIN =
        16, /* with their separators; random letters and digits turn at every second place, addresses and titles hardly ever */
    TOKEN_TURNS = 5,
    OPAQUE_MIN = 32, /* so many letters and digits without a gap are no word of any language */
};

/* How a part is made up. */
struct shape {
    size_t digits, lower, upper, hex, turns; /* turns: from a capital, small letter or digit to another of the three */
    size_t last_digits;                      /* digits at the end */
};

static int kind_of(char c)
{
    return c >= '0' && c <= '9' ? 0 : c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : 3;
}

static struct shape shape_of(struct str part)
{
    struct shape s = { 0 };
    int before = part.len ? kind_of(part.ptr[0]) : 3;

    for (size_t i = 0; i < part.len; i++) {
        char c = part.ptr[i];
        int kind = kind_of(c);

        s.digits += kind == 0;
        s.lower += kind == 1;
        s.upper += kind == 2;
        s.hex += kind == 0 || (byte_lower(c) >= 'a' && byte_lower(c) <= 'f');
        s.turns += kind != before;
        s.last_digits = kind == 0 ? s.last_digits + 1 : 0;
        before = kind;
    }
    return s;
}

static unsigned number(const char *digit, size_t n)
{
    unsigned value = 0;

    for (size_t i = 0; i < n; i++)
        value = value * 10 + (unsigned)(digit[i] - '0');
    return value;
}

/* 20240806 is a day, whoever wrote it. */
static bool is_day(struct str digits)
{
    if (digits.len != 8)
        return false;
    unsigned year = number(digits.ptr, 4), month = number(digits.ptr + 4, 2), day = number(digits.ptr + 6, 2);
    return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* False: it is a word, as most are. */
static bool may_be_made(struct str part)
{
    return part.len >= OPAQUE_MIN || str_has_digit(part);
}

bool generated(struct str part)
{
    if (part.len < MIXED_MIN || !may_be_made(part))
        return false;
    struct shape s = shape_of(part);
    size_t letters = s.lower + s.upper;

    if (s.digits + letters != part.len)
        return false;
    if (letters == 0)
        return part.len >= NUMBER_MIN && !is_day(part);
    if (s.hex == part.len && part.len >= HEX_MIN && s.digits && !(s.upper && s.lower))
        return s.turns >= 2 || part.len >= HEX_LONG;
    if (s.last_digits >= TIME_MIN || part.len >= OPAQUE_MIN)
        return true;
    return part.len >= MIXED_MIN && s.digits && (s.turns >= 4 || (s.turns >= 3 && part.len >= NUMBER_MIN));
}

/* 2025-12-11T13:30:02Z, however its parts are kept apart. */
static bool is_moment(struct str value)
{
    size_t digits = 0;

    if (str_ends(value, STR("Z")))
        value = str_sub(value, 0, value.len - 1);
    if (value.len < 14 || (value.ptr[0] != '1' && value.ptr[0] != '2') || kind_of(value.ptr[value.len - 1]) != 0)
        return false;
    for (size_t i = 0; i < value.len; i++) {
        if (kind_of(value.ptr[i]) == 0)
            digits++;
        else if (!strchr("-:+.TZ %", value.ptr[i]) && !(i >= 2 && value.ptr[i - 2] == '%')) /* %3A is a colon */
            return false;
    }
    return digits >= 14;
}

bool generated_value(struct str value)
{
    size_t turns = 0, digits = 0;
    int before = 3;

    if (generated(value) || is_moment(value))
        return true;
    for (size_t i = 0; i < value.len; i++) {
        int kind = kind_of(value.ptr[i]);
        if (kind == 3 && !strchr("-_=.:~+/", value.ptr[i]))
            return false;
        turns += kind != 3 && before != 3 && kind != before;
        digits += kind == 0;
        before = kind == 3 ? before : kind;
    }
    return value.len >= TOKEN_MIN && digits && turns * TOKEN_TURNS >= value.len;
}

static bool is_part(char c)
{
    return kind_of(c) < 3 || (unsigned char)c >= 0x80;
}

/* Cuts the next run of letters and digits off `rest`; what stands before it goes to *gap. */
static struct str cut_part(struct str *rest, struct str *gap)
{
    size_t from = 0, to;

    while (from < rest->len && !is_part(rest->ptr[from]))
        from++;
    for (to = from; to < rest->len && is_part(rest->ptr[to]);)
        to++;
    struct str part = str_sub(*rest, from, to);
    *gap = str_sub(*rest, 0, from);
    *rest = str_sub(*rest, to, rest->len);
    return part;
}

/* As part of a name. */
static bool is_made(struct str part)
{
    enum { TURNED_MIN = 5 };
    return part.len >= TURNED_MIN && may_be_made(part) && (generated(part) || shape_of(part).turns >= 2);
}

bool generated_name(struct str name)
{
    while (name.len) {
        struct str gap, part = cut_part(&name, &gap);
        if (is_made(part))
            return true;
    }
    return false;
}

/* What compilers of styles put before a hash, which may be letters alone: css-bdvagi. */
static bool has_style_prefix(struct str name)
{
    enum { HASH_MIN = 5, HASH_MAX = 10 };
    static const struct str prefix[] = { STR_INIT("css-"), STR_INIT("sc-"), STR_INIT("jsx-"), STR_INIT("svelte-"),
                                         STR_INIT("emotion-") };
    for (size_t i = 0; i < ARRAY_LEN(prefix); i++) {
        size_t rest = name.len - MIN(prefix[i].len, name.len);
        if (str_starts(name, prefix[i]) && rest >= HASH_MIN && rest <= HASH_MAX && !memchr(name.ptr + prefix[i].len, '-', rest))
            return true;
    }
    return false;
}

/* Where its last run of letters and digits begins. */
static size_t last_part(struct str name)
{
    size_t at = name.len;
    while (at > 0 && is_part(name.ptr[at - 1]))
        at--;
    return at;
}

/* "root-a1234567"; "Card_title__x1Yz2", also where the hash is of letters alone: "__cfabX". */
static bool hangs(struct str name, size_t at)
{
    enum { HASH_MIN = 5, HASH_MAX = 8 };
    struct shape s = shape_of(str_sub(name, at, name.len));
    if (s.digits && s.hex == name.len - at && s.hex >= HASH_MAX)
        return true;
    return at > 2 && name.ptr[at - 1] == '_' && name.ptr[at - 2] == '_' && s.digits + s.upper && name.len - at >= HASH_MIN
           && name.len - at <= HASH_MAX;
}

struct str generated_stem(struct str name)
{
    size_t at = last_part(name);
    struct str part = str_sub(name, at, name.len);
    if (has_style_prefix(name))
        return STR("");
    if (is_made(part) || shape_of(part).digits == part.len || hangs(name, at))
        name = str_sub(name, 0, at);
    while (name.len && !is_part(name.ptr[name.len - 1]))
        name.len--;
    return name;
}

bool generated_within(struct str text)
{
    while (text.len) {
        struct str gap, part = cut_part(&text, &gap);
        if (generated(part))
            return true;
    }
    return false;
}

/* Two hashes agree in a place as often as dice do; two names that people made agree in most. */
static bool parts_alike(struct str was, struct str now)
{
    size_t agree = 0, n = MIN(was.len, now.len);

    if (!generated(was) || !generated(now))
        return false;
    struct shape s = shape_of(was), t = shape_of(now);
    if (n >= OPAQUE_MIN || (s.last_digits >= NUMBER_MIN && t.last_digits >= NUMBER_MIN))
        return true;
    for (size_t i = 0; i < n; i++)
        agree += was.ptr[i] == now.ptr[i];
    return agree * 3 <= n;
}

bool generated_alike(struct str was, struct str now)
{
    if (!generated(was) && !generated(now) && generated_value(was) && generated_value(now))
        return true;
    while (was.len || now.len) {
        struct str old_gap, new_gap, old_part = cut_part(&was, &old_gap), new_part = cut_part(&now, &new_gap);

        if (!str_eq(old_gap, new_gap) || (!str_eq(old_part, new_part) && !parts_alike(old_part, new_part)))
            return false;
    }
    return true;
}
