/* Statements as the rest of the store writes them: thin calls over store_ops.
 *
 *     AUTO(query) q = { 0 };
 *     int got = query_one(&q, s, "SELECT host FROM page WHERE id = $1", VALUES(num(id)), e);
 *     if (got <= 0)
 *         return got;
 *     host = arena_str(a, query_bytes(&q, 0)); */
#ifndef STORE_QUERY_H
#define STORE_QUERY_H

#include "store/ops.h"

struct query {
    const struct store_ops *ops;
    struct store_rows *rows;
};

/* The values of a statement, and how many. */
#define VALUES(...) (const struct value[]){ __VA_ARGS__ }, sizeof((const struct value[]){ __VA_ARGS__ }) / sizeof(struct value)
#define NO_VALUES NULL, 0

static inline struct value num(int64_t number)
{
    return (struct value){ .kind = VALUE_NUMBER, .number = number };
}

/* NEVER is stored as NULL. */
static inline struct value moment(int64_t at)
{
    return (struct value){ .kind = at == NEVER ? VALUE_NULL : VALUE_NUMBER, .number = at };
}

static inline struct value text(struct str s)
{
    return (struct value){ .kind = VALUE_TEXT, .bytes = s };
}

/* Empty text is stored as NULL. */
static inline struct value text_or_null(struct str s)
{
    return (struct value){ .kind = s.len ? VALUE_TEXT : VALUE_NULL, .bytes = s };
}

/* 0 is stored as NULL. */
static inline struct value id_or_null(int64_t id)
{
    return (struct value){ .kind = id ? VALUE_NUMBER : VALUE_NULL, .number = id };
}

static inline struct value raw(struct str s)
{
    return (struct value){ .kind = VALUE_BYTES, .bytes = s };
}

/* No bytes are stored as NULL. */
static inline struct value raw_or_null(struct str s)
{
    return (struct value){ .kind = s.len ? VALUE_BYTES : VALUE_NULL, .bytes = s };
}

/* 1: a row; 0: no more. */
int query_next(struct query *q, struct err *e) MUST_CHECK;
void query_drop(struct query *q);

/* Opens and takes the first row: 1, or 0 where there is none. */
int query_one(struct query *q, struct store *s, const char *sql, const struct value *value, unsigned n, struct err *e) MUST_CHECK;
/* For statements without rows; what comes is passed over. */
int query_run(struct store *s, const char *sql, const struct value *value, unsigned n, struct err *e) MUST_CHECK;
/* The same, and how many rows an UPDATE or DELETE met. */
int query_change(struct store *s, const char *sql, const struct value *value, unsigned n, int64_t *changed, struct err *e)
    MUST_CHECK;
/* The one number of the one row; 0 where there is no row or it is NULL. */
int query_count(struct store *s, const char *sql, const struct value *value, unsigned n, int64_t *out, struct err *e) MUST_CHECK;

int64_t query_number(struct query *q, unsigned column);
int64_t query_moment(struct query *q, unsigned column); /* NULL: NEVER */
struct str query_bytes(struct query *q, unsigned column);
/* A copy in the arena; "" for NULL. */
struct str query_str(struct arena *a, struct query *q, unsigned column);

/* Tells the caller of a long work how far it is. */
static inline void store_tell(const struct store *s, uint64_t done, uint64_t total)
{
    if (s->step)
        s->step(s->step_context, done, total);
}

/* For rows that name a user. E_ABSENT: nobody has that number. */
int user_must_exist(struct store *s, int64_t user, struct err *e) MUST_CHECK;

#endif
