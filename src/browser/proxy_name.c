/* In: a host name. Out: its addresses.
 *
 * getaddrinfo() waits, and the proxy must not: each question has a thread. Question and answer belong to both sides; who is last frees
 * them, so that a page that is given up does not wait for a name server. */
#include "browser/proxy_name.h"

#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/arena.h"

struct name_query {
    atomic_int owners;
    int event_fd;
    char host[256];
    struct name_addresses found;
};

static bool read_line(struct str line, struct str *name, struct str *port, struct address *address)
{
    *name = str_cut(&line, ':');
    *port = str_cut(&line, ':');
    uint64_t number = 1;
    bool good_port = str_eq(*port, STR("*")) || (str_number(*port, 65535, &number) && number > 0);
    return name->len && good_port && address_parse(line, address);
}

int name_list_check(struct str resolve, struct err *e)
{
    while (resolve.len) {
        struct str line = str_trim(str_cut(&resolve, '\n')), name, port;
        struct address address;
        if (line.len && !read_line(line, &name, &port, &address))
            return err_set(e, E_FORMAT, "\"%.*s\" is not a line of a list of names; write NAME:PORT:ADDRESS", STR_ARG(line));
    }
    return 0;
}

static bool from_list(struct str resolve, struct str host, uint32_t port, struct name_addresses *out)
{
    while (resolve.len) {
        struct str line = str_trim(str_cut(&resolve, '\n')), name, number;
        struct address address;
        uint64_t value = 0;
        if (!line.len || !read_line(line, &name, &number, &address))
            continue;
        bool any_name = str_eq(name, STR("*")), any_port = str_eq(number, STR("*"));
        if ((any_name || str_eq_nocase(name, host)) && (any_port || (str_number(number, 65535, &value) && value == port))) {
            out->item[0] = address;
            out->n = 1;
            return true;
        }
    }
    return false;
}

static bool is_below(struct str host, struct str top)
{
    return str_eq_nocase(host, str_sub(top, 1, top.len))
           || (host.len > top.len && str_eq_nocase(str_sub(host, host.len - top.len, host.len), top));
}

bool name_known(struct str resolve, struct str host, uint32_t port, struct name_addresses *out)
{
    static const struct str nowhere[] = { STR_INIT(".invalid"), STR_INIT(".onion"), STR_INIT(".test"), STR_INIT(".example") };
    out->n = 0;
    if (str_ends(host, STR(".")))
        host.len--;
    if (address_parse(host, &out->item[0])) {
        out->n = 1;
        return true;
    }
    if (from_list(resolve, host, port, out))
        return true;
    if (is_below(host, STR(".localhost"))) {
        out->item[out->n++] = address_v4((const uint8_t[4]){ 127, 0, 0, 1 });
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(nowhere); i++)
        if (is_below(host, nowhere[i]))
            return true;
    return false;
}

void name_drop(struct name_query *q)
{
    if (!q || atomic_fetch_sub(&q->owners, 1) > 1)
        return;
    close(q->event_fd);
    heap_free(q);
}

static void take_answer(struct name_addresses *out, const struct addrinfo *list)
{
    for (; list && out->n < NAME_ADDRESSES_MAX; list = list->ai_next) {
        struct address *to = &out->item[out->n];
        if (list->ai_family == AF_INET) {
            uint8_t byte[4];
            memcpy(byte, &((const struct sockaddr_in *)(const void *)list->ai_addr)->sin_addr, sizeof byte);
            *to = address_v4(byte);
        } else if (list->ai_family == AF_INET6) {
            memcpy(to->byte, &((const struct sockaddr_in6 *)(const void *)list->ai_addr)->sin6_addr, sizeof to->byte);
        } else {
            continue;
        }
        out->n++;
    }
}

static void *look_up(void *ctx)
{
    struct name_query *q = ctx;
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG }, *list = NULL;
    uint64_t one = 1;
    if (getaddrinfo(q->host, NULL, &hints, &list) == 0) {
        take_answer(&q->found, list);
        freeaddrinfo(list);
    }
    if (write(q->event_fd, &one, sizeof one) < 0)
        q->found.n = 0;
    name_drop(q);
    return NULL;
}

struct name_query *name_ask(struct str host)
{
    pthread_attr_t attr;
    pthread_t thread;
    struct name_query *q = heap_grow(NULL, sizeof *q);
    memset(q, 0, sizeof *q);
    atomic_init(&q->owners, 2);
    snprintf(q->host, sizeof q->host, "%.*s", STR_ARG(host));
    q->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, (size_t)256 << 10);
    bool started = q->event_fd >= 0 && pthread_create(&thread, &attr, look_up, q) == 0;
    pthread_attr_destroy(&attr);
    if (started)
        return q;
    atomic_store(&q->owners, 1);
    name_drop(q);
    return NULL;
}

int name_fd(const struct name_query *q)
{
    return q->event_fd;
}

void name_take(struct name_query *q, struct name_addresses *out)
{
    *out = q->found;
}
