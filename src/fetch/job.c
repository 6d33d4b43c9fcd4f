/* In: a request of the caller's. Out: a job that owns all it needs.
 *
 * The key is the strings of the request one after the other, each with its length before and a NUL behind, then the numbers; the job's
 * own strings are slices of its key, so that a job costs two blocks of memory.
 *  1. Two requests have the same key exactly when they ask for the same in the same way.
 * Cost: O(bytes of the request); the table O(1) expected. */
#include "fetch/job.h"

#include "base/hash.h"
#include "fetch/header.h"

struct scrap {
    struct scrap *next;
    char byte[];
};

static void *scrap_add(struct job *j, size_t bytes)
{
    struct scrap *s = heap_grow(NULL, sizeof *s + bytes);
    s->next = j->scrap;
    j->scrap = s;
    return s->byte;
}

struct str job_keep(struct job *j, struct str s)
{
    char *copy = scrap_add(j, s.len + 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return (struct str){ copy, s.len };
}

void job_free(struct job *j)
{
    struct scrap *next;
    for (struct scrap *s = j->scrap; s; s = next) {
        next = s->next;
        heap_free(s);
    }
    heap_free(j);
}

void job_wait(struct job *j, fetch_done *done, void *ctx)
{
    struct waiter **end = &j->waiter, *w = scrap_add(j, sizeof *w);
    while (*end)
        end = &(*end)->next;
    *w = (struct waiter){ .done = done, .ctx = ctx };
    *end = w;
}

enum { FIELDS = 9 };

static struct str *field(struct request *q, unsigned i)
{
    struct str *const fields[FIELDS] = { &q->url,   &q->user, &q->password,      &q->bearer, &q->cookies,
                                         &q->proxy, &q->etag, &q->last_modified, NULL };
    return fields[i];
}

static void add_str(struct buf *key, struct str s)
{
    uint64_t len = s.len;
    buf_add_bytes(key, (const char *)&len, sizeof len);
    buf_add(key, s);
    buf_add_char(key, '\0');
}

static void add_pairs(struct buf *key, const struct fetch_pair *pair, uint32_t n)
{
    buf_add_bytes(key, (const char *)&n, sizeof n);
    for (uint32_t i = 0; i < n; i++) {
        add_str(key, pair[i].name);
        add_str(key, pair[i].value);
    }
}

static void add_numbers(struct buf *key, const struct request *q)
{
    uint64_t number[] = { q->known_hash,      q->body_max,     q->time_ms,       q->connect_ms, q->stall_ms,
                          q->n_redirects_max, q->keep_cookies, q->ignore_robots, q->allow_file };
    buf_add_bytes(key, (const char *)number, sizeof number);
}

/* The same walk again: every string now points into the key. */
static const char *take_str(const char *at, struct str *s)
{
    at += sizeof(uint64_t);
    s->ptr = at;
    return at + s->len + 1;
}

static const char *take_pairs(struct job *j, const char *at, const struct fetch_pair **pair, uint32_t n)
{
    struct fetch_pair *own = scrap_add(j, (n ? n : 1) * sizeof *own);
    at += sizeof n;
    for (uint32_t i = 0; i < n; i++) {
        own[i] = (*pair)[i];
        at = take_str(at, &own[i].name);
        at = take_str(at, &own[i].value);
    }
    *pair = own;
    return at;
}

static bool is_token(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] <= ' ' || (unsigned char)s.ptr[i] > '~' || strchr("()<>@,;:\\\"/[]?={}", s.ptr[i]))
            return false;
    return s.len > 0;
}

static bool is_line(struct str s)
{
    return header_is_sendable(s, FETCH_HEAD_MAX);
}

/* A header of the caller's must be a header, and must leave the framing of HTTP alone. */
static int check_header(const struct fetch_pair *h, struct err *e)
{
    static const struct str own[] = { STR_INIT("Host"),       STR_INIT("Content-Length"), STR_INIT("Transfer-Encoding"),
                                      STR_INIT("Connection"), STR_INIT("Upgrade"),        STR_INIT("TE"),
                                      STR_INIT("Trailer") };
    if (!is_token(h->name) || !is_line(h->value))
        return err_set(e, E_USAGE, "\"%.*s\" is not an HTTP header; write NAME: VALUE", STR_ARG(h->name));
    for (size_t i = 0; i < ARRAY_LEN(own); i++)
        if (str_eq_nocase(h->name, own[i]))
            return err_set(e, E_USAGE, "the header %.*s is HTTP's own and cannot be set", STR_ARG(h->name));
    return 0;
}

int fetch_check(const struct request *q, struct err *e)
{
    size_t form_bytes = 0;
    int code = 0;
    for (uint32_t i = 0; i < q->n_header && code == 0; i++)
        code = check_header(&q->header[i], e);
    for (uint32_t i = 0; i < q->n_form; i++)
        form_bytes += q->form[i].name.len + q->form[i].value.len + 2;
    if (code)
        return code;
    if (form_bytes > FETCH_FORM_MAX)
        return err_set(e, E_USAGE, "the form has more than %zu bytes", FETCH_FORM_MAX);
    if (!is_line(q->bearer) || !is_line(q->user) || !is_line(q->password) || !is_line(q->proxy))
        return err_set(e, E_USAGE, "a user, password, token or proxy holds control characters");
    if (q->cookies.len > FETCH_COOKIES_MAX)
        return err_set(e, E_USAGE, "the cookies have more than %zu bytes; start with an empty jar", FETCH_COOKIES_MAX);
    return 0;
}

int job_new(const struct request *q, struct job **out, struct err *e)
{
    AUTO(buf) key = BUF(FETCH_FORM_MAX * 4);
    struct request copy = *q;
    int code = fetch_check(q, e);
    if (code)
        return code;
    if (!header_is_sendable(q->etag, FETCH_VALIDATOR_MAX))
        copy.etag = STR("");
    if (!header_is_sendable(q->last_modified, FETCH_VALIDATOR_MAX))
        copy.last_modified = STR("");
    for (unsigned i = 0; field(&copy, i); i++)
        add_str(&key, *field(&copy, i));
    add_pairs(&key, q->header, q->n_header);
    add_pairs(&key, q->form, q->n_form);
    add_numbers(&key, q);
    if (buf_check(&key, NULL))
        return err_set(e, E_USAGE, "the request has more than %zu bytes", key.limit_bytes);
    struct job *j = heap_grow(NULL, sizeof *j);
    *j = (struct job){ .q = copy, .lasting = true, .post = q->n_form > 0 };
    j->key = job_keep(j, buf_str(&key));
    j->key_hash = hash_str(j->key);
    const char *at = j->key.ptr;
    for (unsigned i = 0; field(&j->q, i); i++)
        at = take_str(at, field(&j->q, i));
    at = take_pairs(j, at, &j->q.header, q->n_header);
    take_pairs(j, at, &j->q.form, q->n_form);
    j->cookies = j->q.cookies;
    *out = j;
    return 0;
}

void job_table_drop(struct job_table *t)
{
    heap_free(t->slot);
    *t = (struct job_table){ 0 };
}

struct job *job_table_find(const struct job_table *t, const struct job *like)
{
    struct job *j = t->room ? t->slot[like->key_hash & (t->room - 1)] : NULL;
    while (j && (j->key_hash != like->key_hash || !str_eq(j->key, like->key)))
        j = j->same_slot;
    return j;
}

static void put(struct job_table *t, struct job *j)
{
    struct job **slot = &t->slot[j->key_hash & (t->room - 1)];
    j->same_slot = *slot;
    *slot = j;
}

static void table_grow(struct job_table *t)
{
    struct job_table bigger = { .n = t->n, .room = t->room ? t->room * 2 : 64 };
    bigger.slot = heap_grow(NULL, bigger.room * sizeof *bigger.slot);
    memset(bigger.slot, 0, bigger.room * sizeof *bigger.slot);
    for (uint32_t i = 0; i < t->room; i++)
        for (struct job *j = t->slot[i], *next; j; j = next) {
            next = j->same_slot;
            put(&bigger, j);
        }
    job_table_drop(t);
    *t = bigger;
}

void job_table_add(struct job_table *t, struct job *j)
{
    if (t->n == t->room)
        table_grow(t);
    put(t, j);
    t->n++;
}

void job_table_remove(struct job_table *t, struct job *j)
{
    struct job **at = t->room ? &t->slot[j->key_hash & (t->room - 1)] : NULL;
    while (at && *at && *at != j)
        at = &(*at)->same_slot;
    if (at && *at) {
        *at = j->same_slot;
        t->n--;
    }
}
