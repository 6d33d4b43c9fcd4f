/* Programs that are no browsers, started and ended as one is. */
#include "browser/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "tests/tap.h"

static bool has(const char *s, const char *part)
{
    return strstr(s, part) != NULL;
}

static void finds(void)
{
    char path[256] = "";
    struct err e = { 0 };
    eq_int(process_find(STR("/bin/sh"), path, sizeof path, &e), 0, "a program that is named");
    ok(strcmp(path, "/bin/sh") == 0, "is taken");
    eq_int(process_find(STR("/nowhere/at/all"), path, sizeof path, &e), E_SYSTEM, "one that is not there is not");
    ok(has(e.text, "/nowhere/at/all"), "and named: %s", e.text);
    eq_int(process_find(STR("/tmp"), path, 3, &e), E_USAGE, "nor one with too long a path");
    if (process_find(STR(""), path, sizeof path, &e))
        ok(has(e.text, "apt-get install chromium-headless-shell"), "none installed: the words say what to do");
    else
        ok(has(path, "chrom"), "else the one that is installed");
}

/* Two processes that would stay for long, in one group. */
static bool write_program(char path[32])
{
    struct err e;
    int fd = mkstemp(path);
    if (fd < 0)
        return false;
    close(fd);
    return io_write(path, STR("#!/bin/sh\nsleep 300 &\necho $HOME >&4\necho \"$*\" >&4\nsleep 300\n"), &e) == 0
           && chmod(path, 0755) == 0;
}

static void starts(void)
{
    char path[32] = "/tmp/weft-test-XXXXXX", text[8192] = "";
    struct process p;
    struct err e = { 0 };
    struct stat info;
    size_t n = 0;
    if (!ok(write_program(path), "a program"))
        return;
    int bad = process_start(&p, &(struct process_options){ .path = path, .user_agent = "guest/1", .n_proxies = 3 }, &e);
    if (bad) {
        skip(e.text);
        unlink(path);
        return;
    }
    for (int i = 0; i < 500 && !has(text, "--proxy-server"); i++) {
        ssize_t got = read(p.in_fd, text + n, sizeof text - 1 - n);
        n += got > 0 ? (size_t)got : 0;
        usleep(10000);
    }
    printf("# network of its own: %d, sandbox: %d\n", p.own_network, p.sandbox);
    ok(process_runs(&p), "it runs");
    ok(has(text, p.profile), "its home is its own folder");
    ok(has(text, "--remote-debugging-pipe") && has(text, "--proxy-server=http://127.0.0.1:"), "it is told where its proxy is");
    ok(has(text, "--user-agent=guest/1"), "and what to call itself");
    ok(has(text, "--no-sandbox") == !p.sandbox, "and keeps its sandbox where it has one");
    ok(!p.own_network || has(text, "127.0.0.1:3128"), "in a network of its own the port is known");
    ok(process_memory(&p) > 4096, "its memory is counted: %zu KB", process_memory(&p) >> 10);
    ok(p.listen_fd[2] >= 0 && p.listen_fd[3] < 0 && p.port[2] && p.port[2] != p.port[0], "as many proxies as were asked for");
    ok(process_largest(&p) > 0, "one of its processes is the largest");
    ok(stat(p.profile, &info) == 0 && (info.st_mode & 077) == 0, "its folder is for nobody else");
    char profile[64];
    memcpy(profile, p.profile, sizeof profile);
    pid_t group = p.pid;
    for (int i = 0; i < 3; i++)
        close(p.listen_fd[i]);
    process_end(&p);
    for (int i = 0; i < 200 && kill(-group, 0) == 0; i++)
        usleep(10000);
    ok(kill(-group, 0) != 0, "ended: nothing of its group is left");
    ok(stat(profile, &info) != 0, "nor its folder");
    ok(!process_runs(&p), "and it does not run");
    process_end(&p);
    unlink(path);
}

int main(void)
{
    finds();
    starts();
    return tap_done();
}
