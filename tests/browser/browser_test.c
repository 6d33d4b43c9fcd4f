/* Chromium itself, with pages that mean it well and pages that do not. After each of the latter the next page must be right.
 *
 * Nothing leaves loopback: the only name that is known leads to the test's own server, every other one to an address that the guard
 * refuses. Without Chromium, or without python3 for the server, the test is skipped. */
#include "browser/browser.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/io.h"
#include "base/loop.h"
#include "segment/snapshot.h"
#include "tests/fetch/server.h"
#include "tests/tap.h"

struct world {
    struct server server;
    struct browser *browser;
    char resolve[256];
};

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

/* The tree after rendering, as HTML; the words of the error where there is none. */
static struct str html_of(struct arena *a, const struct browser_page *page)
{
    struct snapshot s;
    struct err e = { 0 };
    struct str html = STR("");
    if (page->snapshot.len == 0)
        return STR("");
    if (snapshot_read(a, page->snapshot, &s, &e) || snapshot_html(a, &s, &html, &e))
        return arena_str(a, str_of(e.text));
    return html;
}

static struct str show(struct arena *a, struct world *w, const struct browser_request *q, struct browser_page *page)
{
    struct err e = { 0 };
    *page = (struct browser_page){ .state = BROWSER_STATES };
    if (browser_render(a, w->browser, q, page, &e)) {
        printf("# %s\n", e.text);
        return STR("");
    }
    return html_of(a, page);
}

/* A page given as bytes, under the name of the test's server. */
static struct str show_body(struct arena *a, struct world *w, const char *body, struct browser_page *page)
{
    struct browser_request q = { .url = server_url(a, &w->server, "ok.test", "/page"), .body = str_of(body), .has_body = true };
    return show(a, w, &q, page);
}

/* The same for a page that will not be ready in any time. */
static struct str show_hostile(struct arena *a, struct world *w, const char *body, struct browser_page *page)
{
    struct browser_request q = {
        .url = server_url(a, &w->server, "ok.test", "/page"), .body = str_of(body), .has_body = true, .load_ms = 3000
    };
    return show(a, w, &q, page);
}

/* The page that must be right whatever came before. */
static void next_is_right(struct world *w, const char *after)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html =
        show_body(&a, w, "<!DOCTYPE html><title>t</title><p id=p>right</p><script>p.append(' and alive')</script>", &page);
    if (!ok(page.state == BROWSER_OK && has(html, "<p id=\"p\">right and alive</p>"), "after %s: the next page is right", after))
        printf("# %s: %.*s: %.*s\n", page.state < BROWSER_STATES ? browser_state_name(page.state) : "?", STR_ARG(page.message),
               STR_ARG(html));
}

static struct str seen(struct arena *a, struct world *w, const char *path)
{
    struct browser_page page;
    struct browser_request q = { .url = arena_printf(a, "http://ok.test:%u/seen%s", w->server.port, path) };
    return show(a, w, &q, &page);
}

static void looks(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html =
        show_body(&a, w,
                  "<!DOCTYPE html><p id=p></p><script>"
                  "p.textContent = [innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio,"
                  " Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language,"
                  " matchMedia('(prefers-color-scheme: light)').matches, matchMedia('(prefers-reduced-motion: reduce)').matches]"
                  "</script>",
                  &page);
    eq_int(page.state, BROWSER_OK, "a page is shown");
    ok(has(html, ">1366,768,1366,768,1,UTC,en-US,true,true<"), "window, time, language, colours and motion are fixed");
    ok(page.ms > 0 && page.status == 200 && has(page.final_url, "http://ok.test:"), "what is known of it");
    struct browser_facts facts;
    browser_facts(w->browser, &facts);
    printf("# %.*s, network of its own: %d, sandbox: %d\n", STR_ARG(facts.program), facts.own_network, facts.sandbox);
}

static void waits(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html =
        show_body(&a, w,
                  "<!DOCTYPE html><p id=p></p><script>onload = () => fetch('/slow').then(r => r.text()).then(t => p.append(t));"
                  "new EventSource('/events')</script>",
                  &page);
    eq_int(page.state, BROWSER_OK, "a page that loads more after its load event is ready");
    ok(has(html, "came late"), "when that has come");
    html = show_hostile(&a, w, "<!DOCTYPE html><p>now</p><img src=/never>", &page);
    eq_int(page.state, BROWSER_UNSETTLED, "one that never ends loading is taken as it is");
    ok(has(html, "<p>now</p>"), "with what is there");
}

static void is_the_same(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct snapshot s[2];
    bool same = true;
    for (int i = 0; i < 2; i++) {
        show_body(&a, w, "<!DOCTYPE html><style>p{animation:x 1s infinite}</style><h1>Title</h1><p>Some text <b>here</b>", &page);
        same = same && snapshot_read(&a, page.snapshot, &s[i], NULL) == 0;
    }
    same = same && s[0].n_box == s[1].n_box;
    for (uint32_t i = 0; same && i < s[0].n_box; i++)
        same = memcmp(&s[0].box[i].box, &s[1].box[i].box, sizeof(struct box)) == 0;
    ok(same, "the same page has the same boxes");
}

static void keeps_pages_apart(struct world *w)
{
    static const char body[] = "<!DOCTYPE html><p id=p></p><script>p.append('[' + document.cookie + ']' + localStorage.a + name);"
                               "document.cookie = 'a=1'; localStorage.a = 2; name = 'n'</script>";
    AUTO(arena) a = { 0 };
    struct browser_page page;
    show_body(&a, w, body, &page);
    ok(has(show_body(&a, w, body, &page), ">[]undefined<"), "no cookie or storage goes from page to page");
}

static void without_scripts(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = {
        .body = STR("<!DOCTYPE html><p id=p>as it is</p><noscript><i>no script</i></noscript><script>p.remove()</script>"),
        .has_body = true,
        .no_scripts = true,
        .offline = true,
    };
    struct str html = show(&a, w, &q, &page);
    ok(page.state == BROWSER_OK && has(html, "as it is") && has(html, "<noscript><i>"),
       "scripts do not run where they are not wanted");
}

static uint32_t big_endian(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void takes_pictures(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = { .body = STR("<!DOCTYPE html><body style='margin:0'><div style='height:3000px;background:red'>"),
                                 .has_body = true,
                                 .picture = true };
    show(&a, w, &q, &page);
    ok(page.picture.len > 24 && memcmp(page.picture.ptr, "\211PNG", 4) == 0, "a picture");
    ok(page.picture.len > 24 && big_endian(page.picture.ptr + 16) == BROWSER_WIDTH && big_endian(page.picture.ptr + 20) == 3000,
       "of the whole page");
    q.body = STR("<!DOCTYPE html><body style='margin:0'><div style='height:300000px'>high");
    show(&a, w, &q, &page);
    ok(page.picture.len > 24 && big_endian(page.picture.ptr + 20) == BROWSER_PICTURE_HEIGHT, "which has its limits");
}

static void endless(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html = show_hostile(&a, w, "<!DOCTYPE html><p>before</p><script>for (;;);</script><p>after</p>", &page);
    eq_int(page.state, BROWSER_UNSETTLED, "a script without end is ended");
    ok(has(html, "<p>before</p>"), "and the page is what was there");
    next_is_right(w, "an endless script");
    html = show_hostile(&a, w, "<!DOCTYPE html><p>before</p><script>setInterval(() => { for (;;); }, 1)</script>", &page);
    ok(page.state == BROWSER_UNSETTLED || page.state == BROWSER_HUNG, "nor does one help that comes again: %s",
       browser_state_name(page.state));
    next_is_right(w, "endless scripts again and again");
}

static void noisy(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    show_hostile(&a, w, "<!DOCTYPE html><p>x</p><script>for (;;) alert('hello')</script>", &page);
    ok(page.n_dialogs > 0, "dialogues are answered: %u", page.n_dialogs);
    next_is_right(w, "alerts without end");
    show_hostile(
        &a, w, "<!DOCTYPE html><script>for (i = 0; i < 50; i++) open('/away?' + i); onbeforeunload = () => 'stay'</script>", &page);
    printf("# %u windows\n", page.n_windows);
    next_is_right(w, "windows");
    show_hostile(&a, w, "<!DOCTYPE html><script>close(); print()</script>", &page);
    next_is_right(w, "a page that closes itself");
}

static void downloads(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_request q = { .url = server_url(&a, &w->server, "ok.test", "/download") };
    show(&a, w, &q, &page);
    eq_int(page.state, BROWSER_FAILED, "a download is no page");
    ok(has(page.message, "download"), "and the words say so: %.*s", STR_ARG(page.message));
    show_hostile(
        &a, w,
        "<!DOCTYPE html><p>x</p><iframe src=/download></iframe><a id=a href=/download download>d</a><script>for (i = 0; i < 9; i++) a.click()</script>",
        &page);
    ok(page.n_downloads > 0, "downloads that a page starts are refused: %u", page.n_downloads);
    next_is_right(w, "downloads");
}

static void moves(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html = show_body(&a, w, "<!DOCTYPE html><meta http-equiv=refresh content='0;url=/away'><p>first", &page);
    ok(page.state == BROWSER_OK && has(page.final_url, "/away") && has(html, "another page"), "a refresh is followed, and said");
    html = show_hostile(&a, w, "<!DOCTYPE html><p>again</p><script>location.reload()</script>", &page);
    ok(page.state < BROWSER_STATES, "a page that reloads itself without end: %s", browser_state_name(page.state));
    next_is_right(w, "reloading without end");
}

/* Every way out that a page has, to addresses that the guard refuses. */
static void private_addresses(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html = show_body(
        &a, w,
        "<!DOCTYPE html><link rel=stylesheet href=http://10.1.2.3/a.css><link rel=preconnect href=http://192.168.0.1>"
        "<link rel=dns-prefetch href=//dns.test><link rel=prefetch href=http://172.16.0.1/p><style>@import 'http://100.64.0.1/b.css';</style>"
        "<img src=http://169.254.169.254/latest/meta-data/><img src='http://[fd00::1]/i.png'><img src=http://0x0a000001/hex.png>"
        "<iframe src=http://10.0.0.2/frame></iframe><video src=http://10.0.0.3/v></video><object data=http://10.0.0.4/o></object>"
        "<script src=https://10.0.0.5/s.js></script><p id=p>page</p><script>"
        "fetch('http://rebound.test/x').catch(() => p.append(' refused'));"
        "navigator.sendBeacon('http://10.0.0.6/b', 'x'); new EventSource('http://10.0.0.7/e');"
        "try { new WebSocket('ws://10.0.0.8/w'); new WebSocket('wss://10.0.0.9/w') } catch (e) {}"
        "try { pc = new RTCPeerConnection({iceServers: [{urls: 'stun:10.0.0.10:3478'}]}); pc.createDataChannel('x');"
        " pc.createOffer().then(o => pc.setLocalDescription(o)) } catch (e) {}"
        "new Worker(URL.createObjectURL(new Blob(['fetch(\"http://10.0.0.11/k\")'])));"
        "</script>",
        &page);
    ok(page.state == BROWSER_OK || page.state == BROWSER_UNSETTLED, "a page that names private addresses is shown");
    ok(has(html, "page refused"), "its scripts learn that nothing came");
    ok(page.n_refused >= 10, "%u of %u requests were refused", page.n_refused, page.n_requests);
    ok(has(page.refused, "10.1.2.3:80 private network\n") && has(page.refused, "169.254.169.254:80 "), "and named");
    ok(has(page.refused, "10.0.0.8:80 ") && has(page.refused, "10.0.0.9:443 "), "WebSockets among them");
    ok(has(page.refused, "rebound.test:80 (10.99.0.1) private network\n"), "names are judged by what they lead to");
    next_is_right(w, "private addresses");
}

static void sockets(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    const char *body = arena_printf(&a,
                                    "<!DOCTYPE html><p id=p></p><script>s = new WebSocket('ws://ok.test:%u/socket');"
                                    "s.onmessage = e => p.append(e.data); onload = () => fetch('/slow')</script>",
                                    w->server.port)
                           .ptr;
    ok(has(show_body(&a, w, body, &page), ">hello<"), "a WebSocket to an allowed address works, through the proxy");
    ok(page.n_requests >= 2 && page.n_refused == 0, "which has seen it");
    show_body(
        &a, w,
        "<!DOCTYPE html><p>x</p><script>navigator.serviceWorker && navigator.serviceWorker.register('/worker.js', {scope: '/'})</script>",
        &page);
    next_is_right(w, "a service worker");
    ok(!has(seen(&a, w, "/page"), "from the worker"), "no worker of an earlier page answers");
}

static void huge(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct str html;
    show_hostile(
        &a, w,
        "<!DOCTYPE html><p>x</p><img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='99999' height='99999'>"
        "<rect width='99999' height='99999'/></svg>\"><canvas width=32767 height=32767></canvas>",
        &page);
    next_is_right(w, "huge pictures");
    if (SANITIZED)
        return;
    AUTO(buf) body = BUF(BROWSER_BODY_MAX + 64);
    buf_add(&body, STR("<!DOCTYPE html><title>large</title>"));
    while (body.len < ((size_t)50 << 20)) { /* it is the bytes that count: rows are long, else it draws for half a minute */
        buf_add(&body, STR("<div class=row><b>some</b> words <i>in a row</i> that is one of very many"));
        for (unsigned i = 0; i < 40; i++)
            buf_add(&body, STR(", and goes on and on and on"));
        buf_add(&body, STR("</div>\n"));
    }
    struct browser_request q = { .body = buf_str(&body), .has_body = true, .offline = true };
    html = show(&a, w, &q, &page);
    printf("# 50 MB: %s %.*s, %zu MB of snapshot, %u ms\n", browser_state_name(page.state), STR_ARG(page.message),
           page.snapshot.len >> 20, page.ms);
    ok(page.state != BROWSER_STATES && (page.snapshot.len == 0 || html.len > 0), "a page of 50 MB is shown or given up");
    next_is_right(w, "a page of 50 MB");
    show_hostile(
        &a, w,
        "<!DOCTYPE html><p>x</p><script>a = []; for (;;) { a.push(new Array(1e6).fill(a.length)); document.body.append('x'.repeat(1e6)) }</script>",
        &page);
    ok(page.state != BROWSER_OK, "a page that eats memory is given up: %s, %.*s", browser_state_name(page.state),
       STR_ARG(page.message));
    next_is_right(w, "a page that eats memory");
    while (body.len <= BROWSER_BODY_MAX)
        buf_add(&body, STR("<p>more and more</p>"));
    struct err e = { 0 };
    q.body = buf_str(&body);
    eq_int(browser_render(&a, w->browser, &q, &page, &e), E_LIMIT, "what Chromium would not take is not given to it");
}

static void files(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct err e;
    char folder[] = "/tmp/weft-test-XXXXXX", path[64], style[64], secret[64];
    if (!mkdtemp(folder))
        return;
    chmod(folder, 0755);
    snprintf(path, sizeof path, "%s/a page.html", folder);
    snprintf(style, sizeof style, "%s/s.css?v=1", folder);
    snprintf(secret, sizeof secret, "%s/secret.txt", folder);
    bool written =
        io_write(style, STR("p { height: 77px }"), &e) == 0 && io_write(secret, STR("secret"), &e) == 0
        && io_write(
               path,
               STR("<!DOCTYPE html><link rel=stylesheet href='s.css?v=1'><p id=p>file</p><img src=http://ok.test/x.png>"
                   "<script>for (f of ['secret.txt', 's.css?v=1', '/etc/passwd'])"
                   " fetch(f).then(r => r.text()).then(t => p.append(' read ' + t)).catch(() => p.append(' refused'))</script>"),
               &e)
               == 0;
    struct browser_request q = { .path = str_of(path) };
    struct str html = show(&a, w, &q, &page);
    struct snapshot s;
    ok(written && page.state == BROWSER_OK && has(html, "file refused refused refused<"), "no script of a file reads another file");
    ok(has(page.final_url, "file:///tmp/weft-test-"), "its address is the file's");
    bool styled = false;
    if (page.snapshot.len && snapshot_read(&a, page.snapshot, &s, NULL) == 0)
        for (uint32_t i = 0; i < s.n_box; i++)
            styled = styled || s.box[i].box.h == 77;
    ok(styled, "its style sheet is the one beside it");
    ok(has(seen(&a, w, "/x.png"), ">0<"), "and nothing was asked of the network");
    unlink(path);
    unlink(style);
    unlink(secret);
    rmdir(folder);
}

/* Processes whose group is the browser's. */
static unsigned group_size(int pid, int *renderer)
{
    DIR *d = opendir("/proc");
    unsigned n = 0;
    for (struct dirent *x; d && (x = readdir(d));) {
        int other = (int)strtol(x->d_name, NULL, 10);
        char path[300], line[4096] = "";
        if (other <= 0 || getpgid(other) != pid)
            continue;
        n++;
        snprintf(path, sizeof path, "/proc/%d/cmdline", other);
        FILE *f = fopen(path, "r");
        size_t len = f ? fread(line, 1, sizeof line - 1, f) : 0;
        if (f)
            fclose(f);
        if (renderer && str_find((struct str){ line, len }, STR("--type=renderer"), 0) != SIZE_MAX)
            *renderer = other;
    }
    if (d)
        closedir(d);
    return n;
}

/* Kills what `find` says, a moment from now, from another process. */
static pid_t kill_soon(int browser, bool renderer)
{
    pid_t pid = fork();
    if (pid == 0) {
        int target = 0;
        usleep(700000);
        if (renderer)
            group_size(browser, &target);
        else
            target = browser;
        if (target > 0)
            kill(target, SIGKILL);
        _exit(0);
    }
    return pid;
}

static void killed(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_facts facts;
    static const char slow[] =
        "<!DOCTYPE html><p>slow</p><script>onload = () => { fetch('/slow').then(() => fetch('/slow')).then(() => fetch('/slow')) }</script>";
    browser_facts(w->browser, &facts);
    kill(facts.pid, SIGKILL);
    next_is_right(w, "kill -9 between two pages");
    browser_facts(w->browser, &facts);
    pid_t killer = kill_soon(facts.pid, false);
    ok(has(show_body(&a, w, slow, &page), "slow") && page.state == BROWSER_OK,
       "kill -9 in the middle of a page: it is shown all the same");
    waitpid(killer, NULL, 0);
    next_is_right(w, "kill -9 in the middle of a page");
    browser_facts(w->browser, &facts);
    killer = kill_soon(facts.pid, true);
    show_body(&a, w, slow, &page);
    waitpid(killer, NULL, 0);
    ok(page.state == BROWSER_CRASHED || page.state == BROWSER_OK, "a tab that dies is told of: %s", browser_state_name(page.state));
    next_is_right(w, "a crash of the tab");
}

static void fails_well(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct err e = { 0 };
    struct browser_request q = { .url = STR("http://elsewhere.test/") };
    show(&a, w, &q, &page);
    ok(page.state == BROWSER_FAILED || page.status == 502, "a host that is not there: %s, status %u",
       browser_state_name(page.state), page.status);
    eq_int(browser_render(&a, w->browser, &(struct browser_request){ .url = STR("file:///etc/passwd") }, &page, &e), E_USAGE,
           "file: is not for here");
    eq_int(browser_render(&a, w->browser, &(struct browser_request){ .path = STR("x.html") }, &page, &e), E_USAGE,
           "half a path neither");
    eq_int(browser_render(&a, w->browser, &(struct browser_request){ .offline = true }, &page, &e), E_USAGE, "nor nothing at all");
}

static void not_there(void)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser *b;
    struct err e = { 0 };
    struct browser_request q = { .body = STR("<p>"), .has_body = true };
    ok(browser_open(&(struct browser_options){ .program = STR("/nowhere/chromium") }, &b, &e) == 0, "opening starts nothing");
    eq_int(browser_render(&a, b, &q, &page, &e), E_SYSTEM, "no browser there is an error");
    ok(has(str_of(e.text), "/nowhere/chromium"), "that names it: %s", e.text);
    browser_close(b);
    ok(browser_open(&(struct browser_options){ .program = STR("/bin/true") }, &b, &e) == 0, "a program that is no browser");
    eq_int(browser_render(&a, b, &q, &page, &e), E_SYSTEM, "is an error too");
    ok(has(str_of(e.text), "ends as soon as it is started"), "that says so: %s", e.text);
    browser_close(b);
    eq_int(browser_open(&(struct browser_options){ .allow_address = STR("nonsense") }, &b, &e), E_FORMAT,
           "rules are looked at first");
    eq_int(browser_open(&(struct browser_options){ .resolve = STR("a.test") }, &b, &e), E_FORMAT, "and names");
}

/* The folder that a running Chromium was given; "" where it runs no more. Others may run on this machine: each is asked for its own. */
static struct str folder_of(struct arena *a, int pid)
{
    struct str text, mark = STR("--user-data-dir=");
    struct err e;
    if (io_read(a, arena_printf(a, "/proc/%d/cmdline", pid).ptr, KIB(64), &text, &e))
        return STR("");
    size_t at = str_find(text, mark, 0);
    return at == SIZE_MAX ? STR("") : str_of(text.ptr + at + mark.len);
}

static bool is_there(struct str path)
{
    struct stat s;
    return path.len && stat(path.ptr, &s) == 0;
}

static void ends(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_facts facts;
    int status;
    browser_facts(w->browser, &facts);
    struct str folder = folder_of(&a, facts.pid);
    ok(facts.pid > 0 && group_size(facts.pid, NULL) > 1 && is_there(folder), "Chromium runs in %s", folder.ptr);
    browser_close(w->browser);
    for (int i = 0; i < 100 && group_size(facts.pid, NULL); i++)
        usleep(20000);
    eq_int(group_size(facts.pid, NULL), 0, "closed: no process of it is left");
    ok(!is_there(folder), "nor its folder");
    server_stop(&w->server);
    ok(waitpid(-1, &status, WNOHANG) == -1, "nor a child that nobody waited for");
}

/* A weft that is killed takes Chromium along; what it leaves on the disk the next one removes. */
static void dies_with_us(void)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_facts facts;
    struct browser_request q = { .body = STR("<p>x"), .has_body = true };
    struct browser *b;
    int pipes[2], chromium = 0;
    if (pipe(pipes))
        return;
    pid_t pid = fork();
    if (pid == 0) {
        if (browser_open(&(struct browser_options){ 0 }, &b, NULL) || browser_render(&a, b, &q, &page, NULL))
            _exit(1);
        browser_facts(b, &facts);
        if (write(pipes[1], &facts.pid, sizeof facts.pid) < 0)
            _exit(1);
        pause();
        _exit(0);
    }
    ok(read(pipes[0], &chromium, sizeof chromium) == sizeof chromium && chromium > 0, "another weft has a browser");
    struct str folder = folder_of(&a, chromium);
    ok(is_there(folder), "and a folder for it: %s", folder.ptr);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    for (int i = 0; chromium > 0 && i < 500 && group_size(chromium, NULL); i++)
        usleep(20000);
    ok(chromium > 0 && group_size(chromium, NULL) == 0, "killed, it takes all of Chromium along");
    if (browser_open(&(struct browser_options){ 0 }, &b, NULL) == 0) {
        ok(browser_render(&a, b, &q, &page, NULL) == 0, "the next weft starts one");
        browser_close(b);
    }
    ok(!is_there(folder), "and removes the folder");
    close(pipes[0]);
    close(pipes[1]);
}

static void starts_afresh(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct browser_page page;
    struct browser_facts before, after;
    struct browser *old = w->browser;
    struct browser_options options = { .n_pages_max = 2 };
    struct err e;
    if (browser_open(&options, &w->browser, &e) == 0) {
        for (int i = 0; i < 2; i++)
            show(&a, w, &(struct browser_request){ .body = STR("<p>x"), .has_body = true }, &page);
        browser_facts(w->browser, &before);
        show(&a, w, &(struct browser_request){ .body = STR("<p>x"), .has_body = true }, &page);
        browser_facts(w->browser, &after);
        ok(before.n_starts == 1 && after.n_starts == 2 && before.pid != after.pid && page.state == BROWSER_OK,
           "a new Chromium after so many pages");
        browser_close(w->browser);
    }
    w->browser = old;
}

/* ---- Side by side ---- */

enum { SIDE_BY_SIDE = 6 };

struct guest {
    struct arena arena;
    struct browser_request request;
    struct browser_page page;
    bool done, failed;
};

static void take(void *ctx, const struct browser_page *page, const struct err *failed)
{
    struct guest *g = ctx;
    g->done = true;
    g->failed = failed != NULL;
    if (page)
        g->page = *page;
}

/* All of them at once, in the browser's own loop; false: one could not be asked for. */
static bool show_all(struct loop *l, struct browser *b, struct guest *guest, unsigned n)
{
    struct err e;
    unsigned left = n;
    for (unsigned i = 0; i < n; i++)
        if (browser_start(&guest[i].arena, b, &guest[i].request, take, &guest[i], &e))
            return false;
    while (left) {
        if (loop_step(l, 1000, &e))
            return false;
        left = n;
        for (unsigned i = 0; i < n; i++)
            left -= guest[i].done;
    }
    return true;
}

static void drop_all(struct guest *guest, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        arena_drop(&guest[i].arena);
        guest[i] = (struct guest){ 0 };
    }
}

static struct guest guest_of(struct world *w, struct arena *a, const char *body)
{
    return (struct guest){
        .request = { .url = server_url(a, &w->server, "ok.test", "/page"), .body = str_of(body), .has_body = true, .load_ms = 8000 }
    };
}

/* Each page has its tab, its storage and its proxy; what goes wrong with one is its own. */
static void side_by_side(struct world *w)
{
    static const char slow[] = "<!DOCTYPE html><p id=p></p><script>onload = () => fetch('/slow').then(r => r.text()).then(t => {"
                               "p.append('[' + document.cookie + ']' + t); document.cookie = 'a=1' })</script>";
    AUTO(arena) a = { 0 };
    struct guest guest[SIDE_BY_SIDE] = { 0 };
    struct browser_options options = { .allow_address = STR("127.0.0.1"), .resolve = str_of(w->resolve), .n_tabs = 3 };
    struct browser_facts facts;
    struct browser *b;
    struct err e;
    unsigned right = 0, counted = 0;
    if (loop_open(&options.loop, &e) || browser_open(&options, &b, &e))
        return;
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        guest[i] = guest_of(w, &a, slow);
    guest[4].request.offline = true;
    ok(show_all(options.loop, b, guest, SIDE_BY_SIDE), "six pages in three tabs");
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++) {
        right += guest[i].page.state == BROWSER_OK && has(html_of(&guest[i].arena, &guest[i].page), "[]came late");
        counted += guest[i].page.n_requests == 1;
    }
    ok(right == 5 && counted == 6, "five are right, each with its own cookies and counts; the one without network is not (%u, %u)",
       right, counted);
    drop_all(guest, SIDE_BY_SIDE);
    guest[0] = guest_of(w, &a, "<!DOCTYPE html><script>for (;;);</script>");
    guest[0].request.load_ms = 1500;
    guest[1] = guest_of(w, &a, slow);
    guest[2] = guest_of(w, &a, slow);
    show_all(options.loop, b, guest, 3);
    ok(guest[0].page.state == BROWSER_UNSETTLED && guest[1].page.state == BROWSER_OK && guest[2].page.state == BROWSER_OK
           && guest[1].page.ms < guest[0].page.ms,
       "a script without end holds up nobody else: %u ms beside %u", guest[1].page.ms, guest[0].page.ms);
    drop_all(guest, SIDE_BY_SIDE);
    for (unsigned i = 0; i < 3; i++)
        guest[i] = guest_of(w, &a, slow);
    browser_facts(b, &facts);
    pid_t killer = kill_soon(facts.pid, false);
    for (unsigned i = 3; i < SIDE_BY_SIDE; i++)
        guest[i] = guest_of(w, &a, slow);
    show_all(options.loop, b, guest, SIDE_BY_SIDE);
    waitpid(killer, NULL, 0);
    right = 0;
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        right += guest[i].page.state == BROWSER_OK;
    eq_int(right, SIDE_BY_SIDE, "when Chromium dies all its pages are drawn again");
    drop_all(guest, SIDE_BY_SIDE);
    browser_close(b);
    loop_close(options.loop);
}

/* A page that takes more than there is loses its process; the page beside it goes on. */
static void takes_much(struct world *w)
{
    static const char greedy[] = "<!DOCTYPE html><script>const all = []; fetch('/never'); onload = () => setInterval(() => {"
                                 "for (let i = 0; i < 8; i++) all.push(new Uint8Array(8 << 20).fill(i + 1)) }, 10)</script>";
    static const char modest[] =
        "<!DOCTYPE html><p>modest</p><script>fetch('/slow').then(() => fetch('/slow')).then(() => fetch('/slow')).then(() => fetch('/slow'))</script>";
    AUTO(arena) a = { 0 };
    struct guest guest[2] = { 0 };
    struct browser_options options = {
        .allow_address = STR("127.0.0.1"), .resolve = str_of(w->resolve), .n_tabs = 2, .memory_max = MIB(1536)
    };
    struct browser *b;
    struct err e;
    if (loop_open(&options.loop, &e) || browser_open(&options, &b, &e))
        return;
    guest[0] = guest_of(w, &a, greedy);
    guest[1] = guest_of(w, &a, modest);
    show_all(options.loop, b, guest, 2);
    ok(guest[0].page.state == BROWSER_TOO_LARGE, "a page that takes more memory than there is is told as too large: %s",
       browser_state_name(guest[0].page.state));
    ok(guest[1].page.state == BROWSER_OK || guest[1].page.state == BROWSER_UNSETTLED, "the one beside it is drawn: %s",
       browser_state_name(guest[1].page.state));
    drop_all(guest, 2);
    browser_close(b);
    loop_close(options.loop);
}

int main(void)
{
    struct world w = { 0 };
    struct err e = { 0 };
    AUTO(arena) a = { 0 };
    struct browser_page page;

    not_there();
    if (!server_run(&w.server, "pages.py")) {
        skip("no python3");
        return tap_done();
    }
    snprintf(w.resolve, sizeof w.resolve, "ok.test:%u:127.0.0.1\n*:*:10.99.0.1\n", w.server.port);
    struct browser_options options = { .allow_address = STR("127.0.0.1"), .resolve = str_of(w.resolve) };
    if (browser_open(&options, &w.browser, &e)
        || browser_render(&a, w.browser, &(struct browser_request){ .body = STR("<p>"), .has_body = true }, &page, &e)) {
        skip(e.text);
        browser_close(w.browser);
        server_stop(&w.server);
        return tap_done();
    }
    looks(&w);
    waits(&w);
    is_the_same(&w);
    keeps_pages_apart(&w);
    without_scripts(&w);
    takes_pictures(&w);
    files(&w);
    endless(&w);
    noisy(&w);
    downloads(&w);
    moves(&w);
    private_addresses(&w);
    sockets(&w);
    huge(&w);
    killed(&w);
    fails_well(&w);
    starts_afresh(&w);
    side_by_side(&w);
    if (!SANITIZED)
        takes_much(&w);
    dies_with_us();
    ends(&w);
    return tap_done();
}
