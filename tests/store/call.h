/* One call of the store as a line of words and key=value, and the way in which all that comes back is written: for cases_test.c. */
#ifndef TESTS_STORE_CALL_H
#define TESTS_STORE_CALL_H

#include "store/store.h"
#include "tests/played.h"
#include "tests/store/folder.h"

enum { WORDS_MAX = 24 };

struct call {
    struct arena *arena;
    struct str word[WORDS_MAX]; /* what is not key=value */
    struct str option[WORDS_MAX];
    unsigned n, n_options;
    struct buf *out;
    struct err e;
};

static struct {
    struct folder folder;
    struct store store;
    const char *path;
    struct store_tx tx;
} world;

/* ---- What a line says ---- */

static inline struct str unescaped(struct arena *a, struct str text)
{
    char *copy = NEW_ARRAY(a, char, text.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool is_escape = text.ptr[i] == '\\' && i + 1 < text.len && strchr("ns", text.ptr[i + 1]);
        copy[n++] = is_escape ? (text.ptr[++i] == 'n' ? '\n' : ' ') : text.ptr[i];
    }
    return (struct str){ copy, n };
}

static inline void cut_words(struct call *c, struct str line)
{
    while (line.len && c->n < WORDS_MAX && c->n_options < WORDS_MAX) {
        struct str word = str_cut(&line, ' ');
        size_t equals = str_find(word, STR("="), 0);
        bool is_option = equals != SIZE_MAX && equals > 0 && c->n > 0 && byte_lower(word.ptr[0]) >= 'a'
                         && str_find(word, STR(":"), 0) > equals && str_find(word, STR("<"), 0) > equals;
        if (word.len == 0)
            continue;
        if (is_option)
            c->option[c->n_options++] = word;
        else
            c->word[c->n++] = word;
    }
}

static inline struct str text_option(const struct call *c, const char *name)
{
    struct str prefix = arena_printf(c->arena, "%s=", name);
    for (unsigned i = 0; i < c->n_options; i++)
        if (str_starts(c->option[i], prefix))
            return unescaped(c->arena, str_sub(c->option[i], prefix.len, c->option[i].len));
    return STR("");
}

static inline int64_t number_of(struct str text, int64_t otherwise)
{
    uint64_t n = 0;
    bool is_negative = str_starts(text, STR("-"));
    if (str_eq(text, STR("-")))
        return NEVER;
    if (!str_number(is_negative ? str_sub(text, 1, text.len) : text, INT64_MAX, &n))
        return otherwise;
    return is_negative ? -(int64_t)n : (int64_t)n;
}

static inline int64_t option(const struct call *c, const char *name, int64_t otherwise)
{
    return number_of(text_option(c, name), otherwise);
}

static inline bool flag(const struct call *c, const char *name)
{
    for (unsigned i = 1; i < c->n; i++)
        if (str_eq(c->word[i], str_of(name)))
            return true;
    return false;
}

static inline int64_t number(const struct call *c, unsigned place)
{
    return place < c->n ? number_of(c->word[place], 0) : 0;
}

/* The number of a user by name; 999 for one who is not there. */
static inline int64_t user_of(struct call *c)
{
    struct store_user user;
    struct err e;
    return c->n > 1 && store_user_find(c->arena, &world.store, c->word[1], &user, &e) == 0 ? user.id : 999;
}

/* ---- What comes back ---- */

static inline void say_code(struct call *c, int code)
{
    static const struct {
        int code;
        const char *name;
    } names[] = { { E_ABSENT, "E_ABSENT" }, { E_USAGE, "E_USAGE" },   { E_FORMAT, "E_FORMAT" },
                  { E_LIMIT, "E_LIMIT" },   { E_SYSTEM, "E_SYSTEM" }, { E_DENIED, "E_DENIED" } };
    if (code == 0) {
        if (c->out->len == 0)
            buf_add(c->out, STR("done\n"));
        return;
    }
    buf_clear(c->out);
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (names[i].code == code)
            buf_addf(c->out, "%s: ", names[i].name);
    for (struct str rest = str_of(c->e.text); rest.len;) { /* the folder is another in every run */
        size_t at = str_find(rest, str_of(world.folder.path), 0);
        buf_add(c->out, str_sub(rest, 0, at == SIZE_MAX ? rest.len : at));
        rest = at == SIZE_MAX ? STR("") : str_sub(rest, at + strlen(world.folder.path) + 1, rest.len);
    }
    buf_add_char(c->out, '\n');
}

static inline void say_text(struct call *c, const char *name, struct str text)
{
    if (!text.len)
        return;
    buf_addf(c->out, " %s=", name);
    for (size_t i = 0; i < text.len; i++)
        buf_add(c->out, text.ptr[i] == '\n' ? STR("\\n") : (struct str){ text.ptr + i, 1 });
}

static inline void say_number(struct call *c, const char *name, int64_t n)
{
    if (n == NEVER)
        buf_addf(c->out, " %s=-", name);
    else if (n)
        buf_addf(c->out, " %s=%lld", name, (long long)n);
}

static inline void say_flag(struct call *c, const char *name, bool is)
{
    if (is)
        buf_addf(c->out, " %s", name);
}

static inline void end_line(struct call *c)
{
    buf_add_char(c->out, '\n');
}

static inline void say_nothing(struct call *c, uint32_t n)
{
    if (n == 0)
        buf_add(c->out, STR("nothing\n"));
}

#endif
