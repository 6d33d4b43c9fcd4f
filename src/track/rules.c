/* In: the text of a file of rules. Out: patterns, compiled, with their values.
 *
 * A line is blank, a comment, or a pattern, blanks and a value. Invariant: every rule has a value, and item[] is in the order of lines.
 * Cost: O(bytes) to read; a question tries the patterns one by one, for the first must win. */
#include "track/rules.h"

#include "base/vec.h"

struct reader {
    struct arena *arena;
    struct rules *to;
    VEC(struct rule) rules;
    uint32_t line;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Cuts off the first run of bytes that are not blank. */
static struct str take_word(struct str *rest)
{
    size_t n = 0;
    while (n < rest->len && !is_blank(rest->ptr[n]))
        n++;
    struct str word = str_sub(*rest, 0, n);
    *rest = str_trim(str_sub(*rest, n, rest->len));
    return word;
}

/* A value ends where a comment begins. */
static struct str without_comment(struct str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] == '#' && (i == 0 || is_blank(value.ptr[i - 1])))
            return str_trim(str_sub(value, 0, i));
    return value;
}

static int wrong(const struct reader *r, struct err *e, const char *words)
{
    return err_set(e, E_FORMAT, "%.*s:%u: %s", STR_ARG(r->to->name), r->line, words);
}

int rules_err(const struct rules *r, const struct rule *rule, struct err *e)
{
    return err_in(e, "%.*s:%u", STR_ARG(r->name), rule->line);
}

static int take_default(struct reader *r, struct str value, struct err *e)
{
    if (r->to->fallback.line)
        return err_set(e, E_FORMAT, "%.*s:%u: Default was given in line %u already; keep one of them", STR_ARG(r->to->name),
                       r->line, r->to->fallback.line);
    r->to->fallback = (struct rule){ .pattern = STR("Default"), .value = value, .line = r->line };
    return 0;
}

/* As the paper prints a long address: "http://a.org/long/-   12h", and "path.html" alone in the next line. */
static bool take_rest(struct reader *r, struct str word)
{
    struct rule *last = r->rules.n ? &r->rules.item[r->rules.n - 1] : NULL;
    if (!last || last->line + 1 != r->line || !str_ends(last->pattern, STR("-")))
        return false;
    last->pattern = arena_printf(r->arena, "%.*s%.*s", STR_ARG(str_sub(last->pattern, 0, last->pattern.len - 1)), STR_ARG(word));
    return true;
}

static int take_line(struct reader *r, struct str line, struct err *e)
{
    struct str rest = str_trim(line);
    if (!rest.len || rest.ptr[0] == '#')
        return 0;
    struct str word = take_word(&rest), value = without_comment(rest);
    if (!value.len)
        return take_rest(r, word) ? 0 : wrong(r, e, "a pattern without a value; write PATTERN, blanks and the value");
    if (str_eq(word, STR("Default")))
        return take_default(r, value, e);
    if (r->rules.n == RULES_MAX)
        return wrong(r, e, "more than 10000 rules; one pattern can match many addresses");
    *VEC_ADD(r->arena, &r->rules) = (struct rule){ .pattern = word, .value = value, .line = r->line };
    return 0;
}

static int compile_all(struct rules *r, struct err *e)
{
    for (uint32_t i = 0; i < r->n; i++) {
        int code = pattern_open(&r->item[i].compiled, r->item[i].pattern, e);
        if (code) {
            rules_err(r, &r->item[i], e);
            rules_drop(r);
            return code;
        }
    }
    return 0;
}

int rules_read(struct arena *a, struct str name, struct str text, struct rules *out, struct err *e)
{
    struct rules rules = { .name = name };
    struct reader r = { .arena = a, .to = &rules };
    if (text.len > RULES_BYTES_MAX)
        return err_set(e, E_LIMIT, "%.*s: larger than 1 MB, which is not a file of rules", STR_ARG(name));
    if (str_starts(text, STR("\xef\xbb\xbf")))
        text = str_sub(text, 3, text.len);
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        r.line++;
        int code = take_line(&r, line, e);
        if (code)
            return code;
    }
    rules.item = r.rules.item;
    rules.n = r.rules.n;
    int code = compile_all(&rules, e);
    if (!code)
        *out = rules;
    return code;
}

void rules_drop(struct rules *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        pattern_drop(&r->item[i].compiled);
    *r = (struct rules){ 0 };
}

int rules_find(const struct rules *r, struct str url, const struct rule **out, struct err *e)
{
    for (uint32_t i = 0; i < r->n; i++) {
        bool found = false;
        int code = pattern_find(&r->item[i].compiled, url, &found, e);
        if (code) {
            rules_err(r, &r->item[i], e);
            return code;
        }
        if (found) {
            *out = &r->item[i];
            return 0;
        }
    }
    *out = r->fallback.line ? &r->fallback : NULL;
    return 0;
}
