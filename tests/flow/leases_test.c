/* Hosts of a run: taken, shared out between two runs, given back, and taken over from a process that is gone. */
#include "flow/leases.h"

#include <sys/wait.h>
#include <unistd.h>

#include "tests/flow/archive.h"

static int64_t due_page(struct archive *x, const char *url, const char *host)
{
    int64_t page;
    struct store_page row = { .url = str_of(url), .host = str_of(host), .next_check_at = 1 };
    archive_must(x, store_page_add(&x->store, &row, &page, &x->err), "page");
    return page;
}

static uint32_t due(struct archive *x, struct leases *l)
{
    struct store_pages pages;
    archive_must(x, leases_due(&x->arena, l, x->now, 10, &pages, &x->err), "due");
    return pages.n;
}

static void test_two_runs(void)
{
    AUTO(archive) x = { 0 };
    AUTO(leases) one = { 0 };
    AUTO(leases) two = { 0 };
    struct lease_host *h;
    archive_open(&x);
    due_page(&x, "http://a/1", "a");
    due_page(&x, "http://a/2", "a");
    leases_open(&one, &x.store, &one);
    leases_open(&two, &x.store, &two);
    eq_int(due(&x, &one), 2, "one run takes what is due");
    eq_int(due(&x, &two), 0, "the other gets none of it");
    archive_must(&x, leases_take(&two, STR("a"), x.now, &h, &x.err), "take");
    ok(h == NULL, "not when it asks for the host either");
    archive_must(&x, leases_take(&one, STR("a"), x.now, &h, &x.err), "take");
    h->n_pages = 1;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "as long as a page is under way");
    ok(leases_find(&one, STR("a")) == h && leases_find(&one, STR("zzz")) == NULL, "a host that was asked for is found");
    h->n_pages = 0;
    h->n_requests = 1;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "or a request to it, of whatever page");
    h->n_requests = 0;
    h->ready_at = x.now + 500;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "and for the pause that the host needs");
    x.now += 500;
    eq_int(due(&x, &two), 2, "then they are the other's");
}

static void test_dead(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    due_page(&x, "http://a/1", "a");
    int status;
    pid_t child = fork();
    if (child == 0) {
        AUTO(store) s = { 0 };
        struct leases l;
        struct arena a = { 0 };
        struct err e;
        if (store_open(&s, folder_path(&a, &x.folder, "weft.db"), &(struct store_options){ 0 }, &e))
            _exit(1);
        leases_open(&l, &s, &l);
        struct store_pages pages;
        _exit(leases_due(&a, &l, x.now, 10, &pages, &e) || pages.n != 1);
    }
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a process takes a host and ends without a word");
    AUTO(leases) l = { 0 };
    leases_open(&l, &x.store, &l);
    eq_int(due(&x, &l), 1, "the next one takes it over at once");
}

int main(void)
{
    test_two_runs();
    test_dead();
    return tap_done();
}
