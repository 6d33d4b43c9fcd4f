/* A world that stands still, for the programs of a transcript: loaded before their libraries (LD_PRELOAD), it answers what else differs
 * from run to run.
 *
 * The time of day is the one in TRANSCRIPT_CLOCK (milliseconds since 1970) and does not move. Chance follows from it: codes and keys are
 * the same in every run and differ from command to command. localhost and names that end in .test are loopback, all others are unknown.
 * Ports 80 and 25 there are those in TRANSCRIPT_WEB and TRANSCRIPT_MAIL. */
#undef _GNU_SOURCE /* it gives connect a type of its own */
#define _DEFAULT_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

void randombytes_buf(void *bytes, size_t n);
uint32_t randombytes_uniform(uint32_t end);

static int64_t now_ms;
static uint16_t web, mail;
static _Atomic uint64_t drawn;

static long long number(const char *name)
{
    const char *value = getenv(name);
    return value ? strtoll(value, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    now_ms = number("TRANSCRIPT_CLOCK");
    web = (uint16_t)number("TRANSCRIPT_WEB");
    mail = (uint16_t)number("TRANSCRIPT_MAIL");
    drawn = (uint64_t)now_ms;
}

/* ---- Time ---- */

int clock_gettime(clockid_t clock, struct timespec *t)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        return (int)syscall(SYS_clock_gettime, clock, t);
    *t = (struct timespec){ .tv_sec = now_ms / 1000, .tv_nsec = now_ms % 1000 * 1000000 };
    return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    (void)zone;
    *t = (struct timeval){ .tv_sec = now_ms / 1000, .tv_usec = now_ms % 1000 * 1000 };
    return 0;
}

time_t time(time_t *t)
{
    if (t)
        *t = now_ms / 1000;
    return now_ms / 1000;
}

/* ---- Chance (splitmix64) ---- */

static uint64_t draw(void)
{
    uint64_t x = atomic_fetch_add(&drawn, 0x9e3779b97f4a7c15) + 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void randombytes_buf(void *bytes, size_t n)
{
    unsigned char *at = bytes;

    for (size_t i = 0; i < n; i++)
        at[i] = (unsigned char)draw();
}

uint32_t randombytes_uniform(uint32_t end)
{
    return end < 2 ? 0 : (uint32_t)(draw() % end);
}

ssize_t getrandom(void *bytes, size_t n, unsigned flags)
{
    (void)flags;
    randombytes_buf(bytes, n);
    return (ssize_t)n;
}

/* ---- The network ---- */

int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict wish,
                struct addrinfo **restrict found)
{
    struct {
        struct addrinfo info;
        struct sockaddr_in address;
    } * made;
    size_t n = strlen(node ? node : "");
    bool ours = node && (strcmp(node, "localhost") == 0 || (n > 5 && strcmp(node + n - 5, ".test") == 0));
    struct in_addr address = { htonl(INADDR_LOOPBACK) };

    if (!ours && (!node || inet_pton(AF_INET, node, &address) != 1))
        return EAI_NONAME;
    if (!(made = calloc(1, sizeof *made)))
        return EAI_MEMORY;
    made->address = (struct sockaddr_in){
        .sin_family = AF_INET,
        .sin_addr = address,
        .sin_port = htons((uint16_t)(service ? strtol(service, NULL, 10) : 0)),
    };
    made->info = (struct addrinfo){
        .ai_family = AF_INET,
        .ai_socktype = wish && wish->ai_socktype ? wish->ai_socktype : SOCK_STREAM,
        .ai_addrlen = sizeof made->address,
        .ai_addr = (struct sockaddr *)&made->address,
    };
    *found = &made->info;
    return 0;
}

void freeaddrinfo(struct addrinfo *found)
{
    free(found);
}

int connect(int fd, const struct sockaddr *address, socklen_t n)
{
    struct sockaddr_in there;

    if (address->sa_family != AF_INET || n < sizeof there)
        return (int)syscall(SYS_connect, fd, address, n);
    memcpy(&there, address, sizeof there);
    if (there.sin_port == htons(80) && web)
        there.sin_port = htons(web);
    else if (there.sin_port == htons(25) && mail)
        there.sin_port = htons(mail);
    return (int)syscall(SYS_connect, fd, &there, sizeof there);
}
