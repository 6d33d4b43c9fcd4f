/* Files: what can be read and what cannot, and that a write is whole or not there. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "tests/tap.h"

static char folder[] = "/tmp/weft-io-XXXXXX";
static struct err e;

static const char *in_folder(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name).ptr;
}

static unsigned n_files(void)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *entry; d && (entry = readdir(d));)
        n += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
    if (d)
        closedir(d);
    return n;
}

/* Root may read and write everything, so what is refused is tried as somebody else. */
static uid_t begin_as_nobody(void)
{
    uid_t self = geteuid();

    if (self == 0 && seteuid(65534))
        abort();
    return self;
}

static void end_as_nobody(uid_t self)
{
    if (seteuid(self))
        abort();
}

static void test_round_trip(void)
{
    static char large[3000000];
    static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, sizeof large };
    AUTO(arena) a = { 0 };
    const char *path = in_folder(&a, "page.html");
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i * i >> 3);
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct str bytes = { large, sizes[i] }, back = { 0 };
        ok(io_write(path, bytes, &e) == 0 && io_read(&a, path, sizeof large, &back, &e) == 0 && str_eq(back, bytes)
               && back.ptr[back.len] == '\0',
           "%zu bytes come back, a NUL behind them", sizes[i]);
    }
    eq_int(n_files(), 1, "no temporary is left");
    struct str out = STR("old");
    eq_int(io_read(&a, path, sizeof large - 1, &out, &e), E_LIMIT, "a byte over the limit is too large");
    eq_str(str_of(e.text), arena_printf(&a, "%s: larger than the limit of 2 MB", path), "and the words say so");
    eq_str(out, STR("old"), "the out is left alone");
    a.budget_bytes = a.used_bytes + 1000;
    eq_int(io_read(&a, path, sizeof large, &out, &e), E_LIMIT, "so is what the arena's budget does not hold");
}

static void test_no_page(void)
{
    AUTO(arena) a = { 0 };
    struct str out = STR("old");
    const char *missing = in_folder(&a, "missing");
    eq_int(io_read(&a, folder, MIB(1), &out, &e), E_USAGE, "a folder cannot be read");
    eq_str(str_of(e.text), arena_printf(&a, "%s: is a folder, not a file", folder), "and the words say so");
    eq_int(io_read(&a, missing, MIB(1), &out, &e), E_SYSTEM, "nor can what is not there");
    eq_str(str_of(e.text), arena_printf(&a, "%s: No such file or directory", missing), "and the words say so");
    eq_int(io_read(&a, missing, MIB(1), &out, NULL), E_SYSTEM, "an err is not needed");
    eq_str(out, STR("old"), "the out is left alone");
    struct str status;
    ok(io_read(&a, "/proc/self/status", MIB(1), &status, &e) == 0 && status.len > 100, "a file that says it has 0 bytes is read");
    ok(io_read(&a, "/dev/null", MIB(1), &status, &e) == 0 && status.len == 0, "nothing is read from nowhere");
    eq_int(io_read(&a, "/dev/zero", MIB(1), &out, &e), E_LIMIT, "an endless file ends at the limit");
    const char *secret = in_folder(&a, "secret");
    ok(io_write(secret, STR("x"), &e) == 0 && chmod(secret, 0) == 0, "a file without rights");
    uid_t self = begin_as_nobody();
    eq_int(io_read(&a, secret, MIB(1), &out, &e), E_SYSTEM, "cannot be read");
    end_as_nobody(self);
    unlink(secret);
}

/* Standard input is a pipe that another process fills in small pieces. */
static void test_stdin(void)
{
    AUTO(arena) a = { 0 };
    int ends[2], saved = dup(STDIN_FILENO);
    struct str out = { 0 };
    if (pipe(ends))
        return;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (int i = 0; i < 3000; i++)
            if (write(ends[1], "0123456789abcdefghijklmnopqrstuvwxyz-0123456789", 47) != 47)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    ok(io_read(&a, "-", MIB(1), &out, &e) == 0 && out.len == 3000 * 47 && str_ends(out, STR("-0123456789")),
       "all of standard input, past the size of a pipe");
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static void test_replace(void)
{
    AUTO(arena) a = { 0 };
    const char *path = in_folder(&a, "page.html"), *link = in_folder(&a, "link"), *nowhere = in_folder(&a, "no/page");
    struct stat about;
    struct str out;
    ok(io_write(path, STR("old"), &e) == 0 && chmod(path, 0640) == 0 && symlink("page.html", link) == 0, "a file and a link to it");
    eq_int(io_write(link, STR("new"), &e), 0, "a write through the link");
    ok(lstat(link, &about) == 0 && S_ISLNK(about.st_mode), "leaves the link a link");
    ok(stat(path, &about) == 0 && (about.st_mode & 07777) == 0640, "and the file its rights");
    ok(io_read(&a, path, 100, &out, &e) == 0 && str_eq(out, STR("new")), "and brings the new bytes");
    eq_int(io_write(nowhere, STR("x"), &e), E_SYSTEM, "there is no writing into a folder that is not there");
    eq_str(str_of(e.text), arena_printf(&a, "No such file or directory: %s is not written", nowhere), "and the words say so");
    eq_int(io_write(folder, STR("x"), &e), E_USAGE, "nor onto a folder");
    eq_int(io_write(folder, STR("x"), NULL), E_USAGE, "an err is not needed");
    mode_t mask = umask(022);
    const char *fresh = in_folder(&a, "fresh");
    ok(io_write(fresh, STR("x"), &e) == 0 && stat(fresh, &about) == 0 && (about.st_mode & 07777) == 0644,
       "a new file has usual rights");
    umask(mask);
    if (chdir(folder) == 0)
        ok(io_write("fresh", STR("here"), &e) == 0 && io_read(&a, "fresh", 9, &out, &e) == 0 && str_eq(out, STR("here")),
           "a name without a folder is one of this folder");
    unlink(fresh);
    unlink(link);
    eq_int(n_files(), 1, "no temporary is left");
    chmod(path, 0440);
    uid_t self = begin_as_nobody();
    eq_int(io_write(path, STR("x"), &e), E_SYSTEM, "a file that may not be written is not replaced");
    end_as_nobody(self);
    chmod(path, 0640);
}

/* Looks for a temporary file beside the page that others may read, as long as the other end of the pipe is open. */
static int find_readable(int end)
{
    int flags = fcntl(end, F_GETFL), seen = 0, wrong = 0;
    char byte;
    fcntl(end, F_SETFL, flags | O_NONBLOCK);
    while (read(end, &byte, 1) != 0) {
        AUTO(arena) a = { 0 };
        DIR *d = opendir(folder);
        struct stat about;
        for (struct dirent *entry; d && (entry = readdir(d));)
            if (strstr(entry->d_name, ".tmp") && stat(in_folder(&a, entry->d_name), &about) == 0 && about.st_size > 0) {
                seen = 1;
                wrong |= (about.st_mode & 077) != 0;
            }
        closedir(d);
    }
    return seen + 2 * wrong;
}

/* A file that replaces a secret one is as secret while it grows. */
static void test_secret(void)
{
    static char large[8000000];
    AUTO(arena) a = { 0 };
    const char *path = in_folder(&a, "secret");
    int ends[2], status = 0;
    mode_t mask = umask(0);
    struct stat about;
    ok(io_write(path, STR("old"), &e) == 0 && chmod(path, 0600) == 0 && pipe(ends) == 0, "a secret file");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        _exit(find_readable(ends[0]));
    }
    close(ends[0]);
    for (int i = 0; i < 3; i++)
        ok(io_write(path, (struct str){ large, sizeof large }, &e) == 0, "is replaced");
    close(ends[1]);
    waitpid(child, &status, 0);
    umask(mask);
    eq_int(WEXITSTATUS(status), 1, "while it is written nobody else can read it");
    ok(stat(path, &about) == 0 && (about.st_mode & 07777) == 0600, "nor afterwards");
    unlink(path);
}

/* A disk that fills up in the midst: the size of a file is bounded, and the write fails behind the bound. */
static void test_full(void)
{
    static char large[100000];
    AUTO(arena) a = { 0 };
    const char *path = in_folder(&a, "page.html"), *fresh = in_folder(&a, "fresh");
    struct rlimit before;
    struct str out = { 0 };
    ok(io_write(path, STR("old"), &e) == 0, "an old file");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 50000, before.rlim_max });
    int code = io_write(path, (struct str){ large, sizeof large }, &e);
    struct err of_fresh;
    int code_of_fresh = io_write(fresh, (struct str){ large, sizeof large }, &of_fresh);
    setrlimit(RLIMIT_FSIZE, &before);
    eq_int(code, E_SYSTEM, "a write that fails in the midst");
    eq_str(str_of(e.text), arena_printf(&a, "File too large: %s is unchanged", path), "says that the file is unchanged");
    ok(io_read(&a, path, 100, &out, &e) == 0 && str_eq(out, STR("old")), "which is so");
    eq_int(code_of_fresh, E_SYSTEM, "a new file fails as well");
    eq_str(str_of(of_fresh.text), arena_printf(&a, "File too large: %s is not written", fresh), "and says that there is none");
    eq_int(n_files(), 1, "no temporary is left");
}

static void test_special(void)
{
    AUTO(arena) a = { 0 };
    const char *path = in_folder(&a, "log");
    struct str out = { 0 };
    eq_int(io_write("/dev/full", STR("x"), &e), E_SYSTEM, "a full device");
    eq_str(str_of(e.text), STR("/dev/full: No space left on device"), "has its words");
    eq_int(io_write("/dev/null", STR("x"), &e), 0, "a device is written directly");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    ok(io_write_fd(fd, STR("one "), &e) == 0 && io_write(arena_printf(&a, "/dev/fd/%d", fd).ptr, STR("two "), &e) == 0
           && io_write(arena_printf(&a, "/proc/self/fd/%d", fd).ptr, STR("three"), &e) == 0,
       "descriptors by name");
    close(fd);
    ok(io_read(&a, path, 100, &out, &e) == 0 && str_eq(out, STR("one two three")), "go on where they are");
    eq_int(io_write_fd(-1, STR("x"), &e), E_SYSTEM, "a descriptor that is none");
    eq_str(str_of(e.text), STR("cannot write: Bad file descriptor"), "has its words");
    unlink(path);
}

/* A pipe that does not wait, and a reader that is slow: no byte is lost. */
static void test_slow_reader(void)
{
    static char large[1000000];
    int ends[2], status = -1;
    if (pipe(ends))
        return;
    memset(large, 'x', sizeof large);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        size_t n = 0;
        close(ends[1]);
        for (ssize_t got; (got = read(ends[0], large, 30000)) > 0; n += (size_t)got)
            usleep(200);
        _exit(n != sizeof large);
    }
    close(ends[0]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    eq_int(io_write_fd(ends[1], (struct str){ large, sizeof large }, &e), 0, "a pipe that does not wait is waited for");
    close(ends[1]);
    waitpid(child, &status, 0);
    eq_int(status, 0, "and all bytes arrive");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_round_trip();
    test_no_page();
    test_stdin();
    test_replace();
    test_secret();
    test_full();
    test_special();
    test_slow_reader();
    AUTO(arena) a = { 0 };
    unlink(in_folder(&a, "page.html"));
    ok(rmdir(folder) == 0, "nothing else was left in the folder");
    return tap_done();
}
