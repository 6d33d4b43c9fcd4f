/* From a method and a path to a route and the numbers and words in the path. Segments are compared one by one; nothing is decoded, so
 * that a path has one form and %2e%2e is not a way up. */
#include "serve/request.h"

static bool is_word(struct str s)
{
    bool fine = s.len > 0 && s.len <= 200;

    for (size_t i = 0; i < s.len && fine; i++) {
        char c = s.ptr[i], lower = byte_lower(c);
        fine = (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    }
    return fine && !str_eq(s, STR(".")) && !str_eq(s, STR(".."));
}

static bool take_segment(struct str pattern, struct str segment, struct route_match *m, unsigned *numbers, unsigned *words)
{
    uint64_t number;

    if (str_eq(pattern, STR("{n}"))) {
        if (*numbers == ROUTE_NUMBERS || str_starts(segment, STR("0")) || !str_number(segment, INT64_MAX, &number))
            return false;
        m->number[(*numbers)++] = (int64_t)number;
        return true;
    }
    if (!str_eq(pattern, STR("{w}")))
        return str_eq(pattern, segment);
    if (*words == ROUTE_WORDS || !is_word(segment))
        return false;
    m->word[(*words)++] = segment;
    return true;
}

static bool matches(struct str pattern, struct str path, struct route_match *m)
{
    unsigned numbers = 0, words = 0;

    *m = (struct route_match){ 0 };
    while (pattern.len && path.len) {
        bool more = memchr(pattern.ptr, '/', pattern.len) != NULL, more_path = memchr(path.ptr, '/', path.len) != NULL;
        if (more != more_path || !take_segment(str_cut(&pattern, '/'), str_cut(&path, '/'), m, &numbers, &words))
            return false;
    }
    return pattern.len == 0 && path.len == 0;
}

const struct route *route_find(const struct route *table, size_t n, struct str method, struct str path, struct route_match *match,
                               unsigned *status)
{
    struct str wanted = str_eq(method, STR("HEAD")) ? STR("GET") : method;

    *status = 404;
    for (size_t i = 0; i < n; i++) {
        if (!matches(str_of(table[i].path), path, match))
            continue;
        if (str_eq(wanted, str_of(table[i].method)))
            return &table[i];
        *status = 405;
    }
    return NULL;
}
