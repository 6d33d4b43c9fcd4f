/* Visits of one page, one after the other: what each tells, and what it leaves for the next. */
#ifndef TESTS_JUDGE_COURSE_H
#define TESTS_JUDGE_COURSE_H

#include "judge/verdict.h"
#include "tests/tap.h"

/* What goes from visit to visit. */
struct course {
    struct arena kept;
    struct body last;
    struct str past;
    const char *type;
};

static inline struct body body_of(struct course *c, const char *text)
{
    return (struct body){ .bytes = arena_str(&c->kept, str_of(text)),
                          .content_type = str_of(c->type ? c->type : "text/html"),
                          .url = STR("http://h/") };
}

/* Whether people are told; `headline` may be NULL. */
static inline bool visit(struct course *c, const char *text, struct str *headline)
{
    AUTO(arena) a = { 0 };
    struct interest all = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct body now = body_of(c, text);
    struct verdict_facts facts = {
        .new = now, .old = c->last.bytes.len ? &c->last : NULL, .interest = &all, .n_interests = 1, .past = c->past
    };
    if (c->last.bytes.len && str_eq(now.bytes, c->last.bytes)) {
        c->past = past_same(&c->kept, c->past);
        return false;
    }
    if (verdict_make(&a, &facts, &v, &e) || v.suspect.len)
        ok(false, "%s%.*s", e.text, STR_ARG(v.suspect));
    bool told = c->last.bytes.len && v.any;
    if (headline)
        *headline = arena_str(&c->kept, v.whole.headline.text);
    c->last = now;
    c->past = arena_str(&c->kept, v.past);
    return told;
}

static inline void probe(struct course *c, const char *again)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str past;
    struct body second = body_of(c, again);
    struct verdict_facts facts = { .new = c->last, .second = &second, .past = c->past };
    if (verdict_probe(&a, &facts, &past, &e))
        ok(false, "%s", e.text);
    c->past = arena_str(&c->kept, past);
}

#endif
