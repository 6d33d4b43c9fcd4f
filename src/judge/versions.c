/* In: a word. Out: whether it is a version, by its shape. O(length). */
#include "judge/versions.h"

#include "base/auto.h"
#include "judge/phrases.h"

enum { PARTS_MAX = 4 };

bool versions_named(struct str line)
{
    static const struct phrase names[] = {
        PHRASE("version"), PHRASE("versión"), PHRASE("versão"),     PHRASE("verze"),    PHRASE("wersj"),
        PHRASE("wydani"),  PHRASE("верси"),   PHRASE("выпуск"),     PHRASE("release"),  PHRASE("sürüm"),
        PHRASE("版"),      PHRASE("发布"),    PHRASE("バージョン"), PHRASE("リリース"), PHRASE("버전"),
    };
    return phrases_found(line, names, ARRAY_LEN(names), PHRASE_ANYWHERE);
}

bool versions_is_stage(struct str word)
{
    static const struct str stages[] = { STR_INIT("a"),     STR_INIT("alpha"), STR_INIT("b"),       STR_INIT("beta"),
                                         STR_INIT("dev"),   STR_INIT("m"),     STR_INIT("p"),       STR_INIT("patch"),
                                         STR_INIT("post"),  STR_INIT("pre"),   STR_INIT("rc"),      STR_INIT("sp"),
                                         STR_INIT("final"), STR_INIT("lts"),   STR_INIT("snapshot") };
    while (word.len && byte_is_digit(word.ptr[word.len - 1]))
        word.len--;
    for (size_t i = 0; i < ARRAY_LEN(stages); i++)
        if (str_eq_nocase(word, stages[i]))
            return true;
    return false;
}

/* The numbers of "2.4.0" between its points. */
struct version_parts {
    unsigned n, thousands, bytes; /* how many; of three figures, but for the first; below 256 */
    unsigned value[3];            /* of the first */
};

/* Takes them off the front; what is left is not a number, or empty. False: a point has none before or behind it. */
static bool take_parts(struct str *word, struct version_parts *out)
{
    *out = (struct version_parts){ 0 };
    for (bool more = true; more; out->n++) {
        unsigned value = 0, digits = 0;
        for (; digits < word->len && byte_is_digit(word->ptr[digits]); digits++)
            value = MIN(value * 10 + (unsigned)(word->ptr[digits] - '0'), 1000000u);
        if (!digits)
            return false;
        if (out->n < ARRAY_LEN(out->value))
            out->value[out->n] = value;
        out->thousands += out->n > 0 && digits == 3;
        out->bytes += value < 256;
        *word = str_sub(*word, digits, word->len);
        more = word->len && word->ptr[0] == '.';
        *word = str_sub(*word, more, word->len);
    }
    return true;
}

static bool is_day(const struct version_parts *v)
{
    enum { FIRST_YEAR = 1900, LAST_YEAR = 2099, MONTHS = 12, DAYS = 31 };
    bool back = v->value[0] >= FIRST_YEAR;
    unsigned day = v->value[back ? 2 : 0], month = v->value[1], year = v->value[back ? 0 : 2];
    return v->n == 3 && day && day <= DAYS && month && month <= MONTHS && year >= FIRST_YEAR && year <= LAST_YEAR;
}

/* Three and four parts that are neither thousands nor the address of a host. */
static bool is_long(const struct version_parts *v)
{
    return v->n > 2 && v->n <= PARTS_MAX && v->thousands < v->n - 1 && (v->n < PARTS_MAX || v->bytes < v->n);
}

/* Whether it may stand behind as many parts: a letter, as in "1.0.2k", or a stage. */
static bool may_end(struct str rest, unsigned parts)
{
    bool letter = rest.len == 1 && byte_lower(rest.ptr[0]) >= 'a' && byte_lower(rest.ptr[0]) <= 'z';
    return !rest.len || (rest.len > 1 && versions_is_stage(rest)) || (letter && parts >= 3);
}

bool versions_is(struct str word, bool named)
{
    struct version_parts parts;
    if (!versions_may_be(word)) /* as of most words */
        return false;
    bool prefix = !byte_is_digit(word.ptr[0]);
    struct str rest = str_sub(word, prefix, word.len);
    if (!take_parts(&rest, &parts))
        return false;
    if (!may_end(rest, parts.n))
        return false;
    if (parts.n == 2)
        return (named && !parts.thousands) || prefix || rest.len; /* "5.292 times" */
    return is_long(&parts);
}

bool versions_is_day(struct str word)
{
    struct version_parts parts;
    return take_parts(&word, &parts) && !word.len && is_day(&parts);
}
