/* Copies of requests: what is the same request, and what is not. */
#include "fetch/job.h"

#include "tests/tap.h"

static struct job *job_of(const struct request *q)
{
    struct job *j = NULL;
    struct err e = { 0 };
    if (job_new(q, &j, &e))
        printf("# %s\n", e.text);
    return j;
}

static void test_copy(void)
{
    char url[] = "http://a/", value[] = "v";
    struct fetch_pair header = { STR("X"), { value, 1 } };
    struct request q = { .url = { url, 9 }, .header = &header, .n_header = 1, .password = STR("") };
    struct job *j = job_of(&q);
    memset(url, 'z', 9);
    value[0] = 'z';
    header.name = STR("Y");
    eq_str(j->q.url, STR("http://a/"), "the address is copied");
    eq_str(j->q.header[0].value, STR("v"), "and the headers");
    eq_str(j->q.header[0].name, STR("X"), "with their names");
    ok(j->q.url.ptr[9] == '\0' && j->q.password.ptr[0] == '\0', "strings end in NUL for libcurl");
    job_free(j);
}

static void test_same(void)
{
    struct fetch_pair one = { STR("a"), STR("bc") }, two = { STR("ab"), STR("c") };
    struct request base = { .url = STR("http://a/"), .header = &one, .n_header = 1 };
    struct request other[] = { base, base, base, base, base, base, base };
    other[0].url = STR("http://a/x");
    other[1].header = &two;
    other[2].n_header = 0;
    other[3].form = &one;
    other[3].n_form = 1;
    other[4].etag = STR("\"x\"");
    other[5].ignore_robots = true;
    other[6].user = STR("u");
    struct job_table t = { 0 };
    struct job *first = job_of(&base), *same = job_of(&base);
    job_table_add(&t, first);
    ok(job_table_find(&t, same) == first, "the same request is found");
    for (size_t i = 0; i < ARRAY_LEN(other); i++) {
        struct job *j = job_of(&other[i]);
        ok(job_table_find(&t, j) == NULL, "request %zu is another", i);
        job_free(j);
    }
    job_table_remove(&t, first);
    ok(job_table_find(&t, same) == NULL && t.n == 0, "and gone when it is removed");
    job_free(first);
    job_free(same);
    job_table_drop(&t);
}

static void test_table(void)
{
    enum { N = 1000 };
    AUTO(arena) a = { 0 };
    struct job_table t = { 0 };
    struct job *all[N];
    unsigned missing = 0;
    for (int i = 0; i < N; i++) {
        all[i] = job_of(&(struct request){ .url = arena_printf(&a, "http://a/%d", i) });
        job_table_add(&t, all[i]);
    }
    for (int i = 0; i < N; i += 2)
        job_table_remove(&t, all[i]);
    for (int i = 0; i < N; i++)
        missing += (job_table_find(&t, all[i]) != NULL) != (i % 2);
    eq_int(missing, 0, "a thousand jobs, half of them taken out");
    for (int i = 0; i < N; i++)
        job_free(all[i]);
    job_table_drop(&t);
}

static void test_refused(void)
{
    AUTO(arena) a = { 0 };
    char *large = arena_alloc(&a, FETCH_FORM_MAX + 2);
    struct job *j = NULL;
    struct err e;
    memset(large, 'x', FETCH_FORM_MAX + 1);
    struct fetch_pair form = { STR("x"), { large, FETCH_FORM_MAX } };
    struct request q = { .url = STR("http://a/"), .form = &form, .n_form = 1 };
    ok(job_new(&q, &j, &e) == E_USAGE && strstr(e.text, "form"), "a form that is too large");
    q = (struct request){ .url = STR("http://a/"), .cookies = { large, FETCH_COOKIES_MAX + 1 } };
    ok(job_new(&q, &j, &e) == E_USAGE && strstr(e.text, "cookies"), "a jar that is too large");
    q = (struct request){ .url = STR("http://a/"), .password = STR("a\nb") };
    ok(job_new(&q, &j, &e) == E_USAGE && j == NULL, "a password with a line break");
}

int main(void)
{
    test_copy();
    test_same();
    test_table();
    test_refused();
    return tap_done();
}
