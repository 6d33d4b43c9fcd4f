/* Pages through Chromium, and what each step costs: browser_pages TURNS page|saved FILE...
 * A saved page has what it names beside it (style sheets, pictures, scripts); a page has nothing but itself.
 *
 * For each file one line of numbers: bytes of HTML, nodes, bytes of the snapshot, milliseconds a page, CPU milliseconds of Chromium's
 * processes and of our own a page, then CPU milliseconds of single steps: snapshot_read, the strict JSON reader on the same text, a bare
 * look at every byte, snapshot_html, snapshot_layout; PSS of Chromium in MB; CPU milliseconds to parse the page, to cut it, and to fill its
 * remembered blocks. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "browser/browser.h"
#include "segment/memory.h"
#include "segment/snapshot.h"

static double own_ms(void)
{
    return cpu_us() / 1e3;
}

/* CPU of a process and of those it has waited for. */
static double process_ms(int pid)
{
    char path[64];
    unsigned long long used[4] = { 0 };
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f
        && fscanf(f, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &used[0], &used[1], &used[2],
                  &used[3])
               != 4)
        used[0] = used[1] = used[2] = used[3] = 0;
    if (f)
        fclose(f);
    return (double)(used[0] + used[1] + used[2] + used[3]) * 1e3 / (double)sysconf(_SC_CLK_TCK);
}

static double process_pss(int pid)
{
    char path[64], line[256];
    unsigned long kb = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Pss: %lu kB", &kb) == 1)
            break;
    if (f)
        fclose(f);
    return (double)kb / 1024;
}

/* Over all of Chromium's processes. */
static double group_sum(const struct browser *b, double (*of)(int pid))
{
    struct browser_facts facts;
    browser_facts(b, &facts);
    DIR *d = opendir("/proc");
    double sum = 0;
    for (struct dirent *x; d && (x = readdir(d));) {
        int pid = (int)strtol(x->d_name, NULL, 10);
        if (pid > 0 && getpgid(pid) == facts.pid)
            sum += of(pid);
    }
    if (d)
        closedir(d);
    return sum;
}

static volatile unsigned sink;

static double bare_ms(struct str text)
{
    double from = own_ms();
    unsigned n = 0;
    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == ',' || text.ptr[i] == '"';
    sink = n;
    return own_ms() - from;
}

struct steps {
    double read, tree, bare, html, layout, parse, cut, cached;
    unsigned nodes;
    size_t snapshot;
};

/* The fastest of many, each in memory that was used before. */
static void least(double *best, double ms)
{
    if (*best == 0 || ms < *best)
        *best = ms;
}

static int steps_once(struct str body, struct str json, struct steps *s, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct snapshot snapshot;
    struct json_value tree;
    struct symbols symbols;
    struct page page;
    struct layout layout;
    struct str html, object = json;
    struct segment_result result;
    struct blocks blocks;
    double at = own_ms();
    if (snapshot_read(&a, json, &snapshot, e))
        return e->code;
    least(&s->read, own_ms() - at);
    /* The object alone: what follows it in the message is no part of it. */
    object.len = (size_t)((const char *)memrchr(json.ptr, ']', json.len) - json.ptr) + 2;
    at = own_ms();
    if (json_read(&a, object, &tree, e))
        return e->code;
    least(&s->tree, own_ms() - at);
    least(&s->bare, bare_ms(json));
    at = own_ms();
    if (snapshot_html(&a, &snapshot, &html, e))
        return e->code;
    least(&s->html, own_ms() - at);
    symbols_open(&symbols, &a);
    struct parse_source source = { .bytes = body, .content_type = { "text/html", 9 } };
    double parse = own_ms();
    if (page_read(&a, &symbols, &source, (struct str){ "", 0 }, &page, e))
        return e->code;
    least(&s->parse, own_ms() - parse);
    at = own_ms();
    if (snapshot_layout(&a, &snapshot, &page, &layout, e))
        return e->code;
    least(&s->layout, own_ms() - at);
    struct segment_input in = { .page = &page, .layout = &layout, .pdoc = BLOCK_PDOC };
    at = own_ms();
    if (segment_remember(&a, &in, &result, e))
        return e->code;
    least(&s->cut, own_ms() - at);
    at = own_ms();
    if (!memory_fits(&result.memory, &page) || memory_fill(&a, &result.memory, &page, &blocks, e))
        return err_set(e, E_FORMAT, "a page does not fit its own memory");
    least(&s->cached, own_ms() - at);
    s->nodes = snapshot.n;
    s->snapshot = json.len;
    return 0;
}

static int measure(struct browser *b, const char *path, bool saved, int turns, struct err *e)
{
    AUTO(arena) kept = { 0 };
    struct str body;
    struct browser_page page;
    struct steps s = { 0 };
    double ms = 0, own = 0, pss = 0, chromium = 0;
    if (io_read(&kept, path, LIMIT_PAGE_BYTES, &body, e))
        return e->code;
    struct browser_request q = {
        .body = body, .has_body = true, .offline = true, .path = str_of(saved ? realpath(path, NULL) : "")
    };
    for (int i = 0; i < turns; i++) {
        AUTO(arena) a = { 0 };
        double before = group_sum(b, process_ms), mine = own_ms();
        if (browser_render(&a, b, &q, &page, e))
            return e->code;
        if (!page.snapshot.len)
            return err_set(e, E_FORMAT, "%s: %.*s", path, STR_ARG(page.message));
        least(&own, own_ms() - mine);
        least(&ms, page.ms);
        if (i)
            least(&chromium, group_sum(b, process_ms) - before);
        pss = MAX(pss, group_sum(b, process_pss));
        for (int k = 0; k < 5; k++)
            if (steps_once(body, page.snapshot, &s, e))
                return e->code;
    }
    printf("%zu %u %zu %.0f %.1f %.2f %.3f %.3f %.3f %.3f %.3f %.0f %.3f %.3f %.3f\n", body.len, s.nodes, s.snapshot, ms, chromium,
           own, s.read, s.tree, s.bare, s.html, s.layout, pss, s.parse, s.cut, s.cached);
    return 0;
}

int main(int argc, char **argv)
{
    struct browser_options options = { .n_pages_max = 100000 };
    struct browser *b = NULL;
    struct err e = { 0 };
    int bad = argc < 4 ? err_set(&e, E_USAGE, "browser_pages TURNS page|saved FILE...") : browser_open(&options, &b, &e);
    for (int i = 3; !bad && i < argc; i++)
        bad = measure(b, argv[i], argv[2][0] == 's', (int)strtol(argv[1], NULL, 10), &e);
    if (argc >= 4)
        browser_close(b);
    if (bad)
        fprintf(stderr, "%s\n", e.text);
    return bad != 0;
}
