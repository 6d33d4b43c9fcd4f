/* In: the name of a program, or none. Out: a running Chromium that can reach nothing but us.
 *
 * Between fork and exec only system calls are made: other threads may hold any lock. Where the kernel lets us, the child enters a network
 * namespace of its own, brings up its loopback, opens the proxies' listening sockets there and hands them to us over a socket pair: then
 * no flag, fault or exploit of Chromium sends a packet anywhere else. Else the sockets listen on this machine's loopback and Chromium's
 * flags alone hold it to the proxies.
 *
 *  1. As root Chromium runs as nobody: it never needs rights of ours, and its sandbox refuses to work for root.
 *  2. The child dies with us (parent-death signal, set after the change of user, which clears it); its children die with it, since they
 *     share its process group and their pipes break.
 *  3. The profile's lock is held as long as the process lives: a folder whose lock is free belongs to nobody and is removed.
 * Cost: a start takes Chromium 0.1 to 1.3 s. */
#include "browser/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROFILE_FOLDER "/tmp"
#define PROFILE_PREFIX "weft-browser-"

enum { NOBODY = 65534, ARGS_MAX = 64, USER_AGENT_MAX = 1024 };

static const char *const places[] = {
    "/usr/lib/chromium/chromium-headless-shell", /* the program itself: Debian's script beside it adds flags of the machine's owner */
    "/usr/bin/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
};

int process_find(struct str named, char *path, size_t room, struct err *e)
{
    if (named.len) {
        if (named.len >= room || memchr(named.ptr, '\0', named.len))
            return err_set(e, E_USAGE, "the path of the browser is too long");
        memcpy(path, named.ptr, named.len);
        path[named.len] = '\0';
        if (access(path, X_OK) == 0)
            return 0;
        return err_system(e, "the browser %s cannot be run", path);
    }
    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        if (access(places[i], X_OK) == 0) {
            snprintf(path, room, "%s", places[i]);
            return 0;
        }
    return err_set(e, E_SYSTEM,
                   "no Chromium is installed; install it (apt-get install chromium-headless-shell) or work without a browser "
                   "(--layout estimate)");
}

/* What every page is shown under. Nothing that Chromium would do on its own account: updates, reports, hints, translations. */
static const char *const flags[] = {
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-3d-apis",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-print-preview",
    "--disable-speech-api",
    "--disable-notifications",
    ("--disable-features=Translate,MediaRouter,DialMediaRouteProvider,OptimizationHints,AutofillServerCommunication,"
     "CertificateTransparencyComponentUpdater,Prerender2,BackForwardCache,NetworkTimeServiceQuerying"),
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--no-service-autorun",
    "--metrics-recording-only",
    "--mute-audio",
    "--hide-scrollbars",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--lang=en-US",
    "--accept-lang=en-US,en",
    "--password-store=basic",
    "--use-mock-keychain",
    "--js-flags=--max-old-space-size=1024",
    /* A cookie is for the scheme and port that it came from: another port of the same host is another origin. */
    "--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies",
    "--disk-cache-size=1",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--proxy-bypass-list=<-loopback>",
};

/* All that the child needs, made before fork. */
struct launch {
    const char *path;
    const char *arg[ARGS_MAX];
    const char *env[8];
    char proxy[64], profile[96], home[96], tmp[96], cache[96], user_agent[USER_AGENT_MAX];
    int hear_fd, say_fd; /* the child's ends of the DevTools pipe */
    int pass_fd;         /* over which it hands us the listening sockets; -1: no network of its own */
    unsigned n_proxies;
    bool drop_rights;
};

static bool bring_up_loopback(void)
{
    struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool up = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &lo) == 0;
    if (fd >= 0)
        close(fd);
    return up;
}

static int listen_on(unsigned port)
{
    struct sockaddr_in here = { .sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&here, sizeof here) == 0 && listen(fd, 128) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Room for the descriptors of all proxies in one message. */
union control {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int) * PROCESS_PROXIES_MAX)];
};

static bool pass(int socket_fd, const int *fd, unsigned n)
{
    union control control = { .head = { .cmsg_len = CMSG_LEN(sizeof *fd * n), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
    char byte = 1;
    struct iovec io = { &byte, 1 };
    struct msghdr m = {
        .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = CMSG_SPACE(sizeof *fd * n)
    };
    memcpy(CMSG_DATA(&control.head), fd, sizeof *fd * n);
    return sendmsg(socket_fd, &m, MSG_NOSIGNAL) == 1;
}

/* How many came. */
static unsigned take(int socket_fd, int fd[PROCESS_PROXIES_MAX])
{
    union control control;
    char byte;
    size_t n = 0;
    struct iovec io = { &byte, 1 };
    struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room };
    if (recvmsg(socket_fd, &m, MSG_CMSG_CLOEXEC) != 1)
        return 0;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS) {
            n = MIN((c->cmsg_len - CMSG_LEN(0)) / sizeof *fd, (size_t)PROCESS_PROXIES_MAX);
            memcpy(fd, CMSG_DATA(c), n * sizeof *fd);
        }
    return (unsigned)n;
}

static bool write_line(const char *path, const char *text, size_t n)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, n) == (ssize_t)n;
    if (fd >= 0)
        close(fd);
    return good;
}

/* "1000 1000 1": the user is the same inside. Without libc's formats: this runs after fork. */
static bool map_own_id(const char *path, unsigned id)
{
    char text[32], digits[12];
    size_t n = 0, len = 0;
    do
        digits[n++] = (char)('0' + id % 10);
    while (id /= 10);
    for (int twice = 0; twice < 2; twice++) {
        for (size_t i = n; i-- > 0;)
            text[len++] = digits[i];
        text[len++] = ' ';
    }
    text[len++] = '1';
    return write_line(path, text, len);
}

/* A network namespace with nothing in it but the proxy's socket. Who is not root needs a user namespace around it. */
static bool enter_own_network(const struct launch *l)
{
    int fd[PROCESS_PROXIES_MAX];
    unsigned n = 0;
    uid_t user = geteuid();
    gid_t group = getegid();
    if (user == 0 ? unshare(CLONE_NEWNET) : unshare(CLONE_NEWUSER | CLONE_NEWNET))
        return false;
    if (user != 0
        && !(write_line("/proc/self/setgroups", "deny", 4) && map_own_id("/proc/self/uid_map", user)
             && map_own_id("/proc/self/gid_map", group)))
        return false;
    if (!bring_up_loopback())
        return false;
    while (n < l->n_proxies && (fd[n] = listen_on(PROCESS_PORT + n)) >= 0)
        n++;
    bool passed = n == l->n_proxies && pass(l->pass_fd, fd, n);
    while (n)
        close(fd[--n]);
    return passed;
}

static bool drop_rights(void)
{
    return setgroups(0, NULL) == 0 && setresgid(NOBODY, NOBODY, NOBODY) == 0 && setresuid(NOBODY, NOBODY, NOBODY) == 0;
}

__attribute__((noreturn)) static void run_child(const struct launch *l, pid_t parent)
{
    sigset_t none;
    int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    setpgid(0, 0);
    if (l->pass_fd >= 0 && !enter_own_network(l))
        _exit(126);
    if (l->drop_rights && !drop_rights())
        _exit(125);
    /* The ends may be 3 and 4 themselves: first out of the way, then in place, where exec keeps them. */
    int hear_fd = fcntl(l->hear_fd, F_DUPFD_CLOEXEC, 10), say_fd = fcntl(l->say_fd, F_DUPFD_CLOEXEC, 10);
    if (hear_fd < 0 || say_fd < 0 || null_fd < 0 || dup2(hear_fd, 3) < 0 || dup2(say_fd, 4) < 0 || dup2(null_fd, 0) < 0
        || dup2(null_fd, 1) < 0 || dup2(null_fd, 2) < 0)
        _exit(124);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent)
        _exit(123);
    close_range(5, ~0u, 0);
    execve(l->path, (char *const *)(uintptr_t)l->arg, (char *const *)(uintptr_t)l->env);
    _exit(127);
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s;
    (void)where;
    return kind == FTW_DP ? rmdir(path) : unlink(path);
}

/* Never through a link: what Chromium has put there is not trusted. */
static void remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

static int lock_folder(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s.lock", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void unlock_folder(const char *folder, int *fd)
{
    char path[512];
    snprintf(path, sizeof path, "%s.lock", folder);
    remove_folder(folder);
    unlink(path);
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Folders of processes that were killed before they could tidy up: ours, and nobody holds the lock. */
static void remove_stale(void)
{
    DIR *folder = opendir(PROFILE_FOLDER);
    for (struct dirent *d; folder && (d = readdir(folder));) {
        char path[sizeof d->d_name + sizeof PROFILE_FOLDER + 1];
        struct stat s;
        struct str name = str_of(d->d_name);
        if (!str_starts(name, STR(PROFILE_PREFIX)) || !str_ends(name, STR(".lock")) || name.len > 32)
            continue;
        snprintf(path, sizeof path, PROFILE_FOLDER "/%.*s", (int)(name.len - 5), d->d_name);
        if (fstatat(dirfd(folder), d->d_name, &s, AT_SYMLINK_NOFOLLOW) || s.st_uid != geteuid())
            continue;
        int fd = lock_folder(path);
        if (fd >= 0)
            unlock_folder(path, &fd);
    }
    if (folder)
        closedir(folder);
}

static int make_profile(struct process *p, bool for_nobody, struct err *e)
{
    snprintf(p->profile, sizeof p->profile, PROFILE_FOLDER "/" PROFILE_PREFIX "XXXXXX");
    if (!mkdtemp(p->profile)) {
        p->profile[0] = '\0';
        return err_system(e, "no folder for the browser can be made in %s", PROFILE_FOLDER);
    }
    p->lock_fd = lock_folder(p->profile);
    if (for_nobody && chown(p->profile, NOBODY, NOBODY))
        return err_system(e, "%s cannot be given to the browser", p->profile);
    return 0;
}

/* Whether Chromium's sandbox can work: user namespaces for the user it runs as, or Debian's setuid helper. */
static bool can_sandbox(bool as_nobody)
{
    struct stat s;
    int status = 1;
    if (stat("/usr/lib/chromium/chrome-sandbox", &s) == 0 && s.st_mode & S_ISUID)
        return true;
    pid_t pid = fork();
    if (pid == 0)
        _exit((as_nobody && !drop_rights()) || unshare(CLONE_NEWUSER | CLONE_NEWNET) ? 1 : 0);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void add_arg(struct launch *l, const char *arg)
{
    size_t n = 0;
    while (l->arg[n])
        n++;
    if (n + 1 < ARGS_MAX)
        l->arg[n] = arg;
}

static void prepare(struct launch *l, const struct process *p, const struct process_options *o, unsigned port)
{
    l->path = o->path;
    l->arg[0] = o->path;
    for (size_t i = 0; i < ARRAY_LEN(flags); i++)
        add_arg(l, flags[i]);
    snprintf(l->profile, sizeof l->profile, "--user-data-dir=%s", p->profile);
    snprintf(l->proxy, sizeof l->proxy, "--proxy-server=http://127.0.0.1:%u", port);
    snprintf(l->home, sizeof l->home, "HOME=%s", p->profile);
    snprintf(l->tmp, sizeof l->tmp, "TMPDIR=%s", p->profile);
    snprintf(l->cache, sizeof l->cache, "XDG_CACHE_HOME=%s", p->profile);
    add_arg(l, l->profile);
    add_arg(l, l->proxy);
    if (!p->sandbox)
        add_arg(l, "--no-sandbox");
    if (o->user_agent && *o->user_agent) {
        snprintf(l->user_agent, sizeof l->user_agent, "--user-agent=%s", o->user_agent);
        add_arg(l, l->user_agent);
    }
    /* Nothing of our own environment: it may hold secrets, and would change what a page looks like. */
    const char *const env[] = { l->home, l->tmp, l->cache, "PATH=/usr/bin:/bin", "TZ=UTC", "LANG=C.UTF-8", "LANGUAGE=en_US" };
    memcpy(l->env, env, sizeof env);
}

static void shut(int fd)
{
    if (fd >= 0)
        close(fd);
}

/* Forks; the child's ends are closed here. */
static int launch(struct process *p, struct launch *l, struct err *e)
{
    int hear[2] = { -1, -1 }, say[2] = { -1, -1 };
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, hear) || pipe2(say, O_CLOEXEC)) {
        shut(hear[0]);
        shut(hear[1]);
        return err_system(e, "no pipe for the browser");
    }
    l->hear_fd = hear[0];
    l->say_fd = say[1];
    p->pid = fork();
    if (p->pid == 0)
        run_child(l, parent);
    close(hear[0]);
    close(say[1]);
    p->out_fd = hear[1];
    p->in_fd = say[0];
    if (p->pid < 0) {
        p->pid = 0;
        return err_system(e, "the browser cannot be started");
    }
    setpgid(p->pid, p->pid);
    /* A megabyte at a time instead of 64 KB: fewer turns for a snapshot. */
    fcntl(p->in_fd, F_SETPIPE_SZ, 1 << 20);
    fcntl(p->in_fd, F_SETFL, O_NONBLOCK);
    fcntl(p->out_fd, F_SETFL, O_NONBLOCK);
    return 0;
}

/* With a network of its own; p->own_network stays false where the kernel does not allow it. */
static int launch_apart(struct process *p, struct launch *l, struct err *e)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return err_system(e, "no socket for the browser");
    l->pass_fd = pair[1];
    int bad = launch(p, l, e);
    close(pair[1]);
    p->own_network = !bad && take(pair[0], p->listen_fd) == l->n_proxies;
    close(pair[0]);
    for (unsigned i = 0; p->own_network && i < l->n_proxies; i++)
        p->port[i] = PROCESS_PORT + i;
    return bad;
}

static void end_group(struct process *p)
{
    if (p->pid <= 0)
        return;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    p->pid = 0;
}

static void close_ends(struct process *p)
{
    shut(p->in_fd);
    shut(p->out_fd);
    p->in_fd = p->out_fd = -1;
}

static unsigned port_of(int fd)
{
    struct sockaddr_in here = { 0 };
    socklen_t n = sizeof here;
    return getsockname(fd, (struct sockaddr *)&here, &n) ? 0 : ntohs(here.sin_port);
}

static void shut_proxies(struct process *p)
{
    for (unsigned i = 0; i < PROCESS_PROXIES_MAX; i++) {
        shut(p->listen_fd[i]);
        p->listen_fd[i] = -1;
    }
}

static int start(struct process *p, const struct process_options *o, struct err *e)
{
    bool as_nobody = geteuid() == 0;
    unsigned n = MIN(MAX(o->n_proxies, 1u), (unsigned)PROCESS_PROXIES_MAX);
    struct launch apart = { .drop_rights = as_nobody, .pass_fd = -1, .n_proxies = n }, plain = apart;
    prepare(&apart, p, o, PROCESS_PORT);
    int bad = launch_apart(p, &apart, e);
    if (bad || p->own_network)
        return bad;
    end_group(p);
    close_ends(p);
    shut_proxies(p);
    for (unsigned i = 0; i < n; i++) {
        p->listen_fd[i] = listen_on(0);
        if (p->listen_fd[i] < 0)
            return err_system(e, "no socket for the browser's proxy");
        p->port[i] = port_of(p->listen_fd[i]);
    }
    prepare(&plain, p, o, p->port[0]);
    return launch(p, &plain, e);
}

int process_start(struct process *p, const struct process_options *o, struct err *e)
{
    bool root = geteuid() == 0;
    *p = (struct process){ .in_fd = -1, .out_fd = -1, .lock_fd = -1 };
    for (unsigned i = 0; i < PROCESS_PROXIES_MAX; i++)
        p->listen_fd[i] = -1;
    remove_stale();
    p->sandbox = !o->no_sandbox && can_sandbox(root);
    /* As nobody it can harm little even so; as a user it could read all that is his. */
    if (!p->sandbox && !o->no_sandbox && !root)
        return err_set(
            e, E_SYSTEM,
            "Chromium's sandbox cannot work here (no user namespaces); allow them, install chromium-sandbox, or take it on "
            "yourself with --no-sandbox");
    int bad = make_profile(p, root, e);
    if (!bad)
        bad = start(p, o, e);
    if (bad) {
        shut_proxies(p);
        process_end(p);
    }
    return bad;
}

void process_end(struct process *p)
{
    end_group(p);
    close_ends(p);
    if (p->profile[0])
        unlock_folder(p->profile, &p->lock_fd);
    p->profile[0] = '\0';
}

bool process_runs(const struct process *p)
{
    siginfo_t state = { 0 };
    return p->pid > 0 && waitid(P_PID, (id_t)p->pid, &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_pid == 0;
}

/* Pages of a process that belongs to the group, else 0. */
static size_t member_pages(const char *pid, pid_t group)
{
    char path[64], line[512];
    long pages = 0;
    int member = 0;
    snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    shut(fd);
    if (n <= 0)
        return 0;
    line[n] = '\0';
    /* The name stands in parentheses and may hold anything, so fields count from the last one: state, parent, group, ... 24: pages. */
    char *at = strrchr(line, ')');
    if (!at || sscanf(at + 1, " %*c %*d %d", &member) != 1 || member != group)
        return 0;
    if (sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %ld", &pages) != 1)
        return 0;
    return pages > 0 ? (size_t)pages : 0;
}

struct memory {
    size_t pages, most;
    pid_t largest;
};

static struct memory count_memory(const struct process *p)
{
    DIR *folder = p->pid > 0 ? opendir("/proc") : NULL;
    struct memory m = { 0 };
    for (struct dirent *d; folder && (d = readdir(folder));) {
        uint64_t pid;
        if (!str_number(str_of(d->d_name), INT32_MAX, &pid))
            continue;
        size_t pages = member_pages(d->d_name, p->pid);
        m.pages += pages;
        if (pages > m.most) {
            m.most = pages;
            m.largest = (pid_t)pid;
        }
    }
    if (folder)
        closedir(folder);
    return m;
}

size_t process_memory(const struct process *p)
{
    return count_memory(p).pages * (size_t)sysconf(_SC_PAGESIZE);
}

pid_t process_largest(const struct process *p)
{
    return count_memory(p).largest;
}
