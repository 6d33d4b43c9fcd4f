/* Names without DNS, and the one question that DNS is asked here: this machine's own name, which needs no network. */
#include "browser/proxy_name.h"

#include <poll.h>

#include "tests/tap.h"

static struct str list = STR_INIT("a.test:80:127.0.0.2\nb.test:*:[::1]\n\n*:81:10.0.0.1\n");

static void known(const char *host, uint32_t port, const char *address)
{
    struct name_addresses found;
    AUTO(buf) text = BUF(64);
    if (!ok(name_known(list, str_of(host), port, &found), "%s:%u needs no DNS", host, port))
        return;
    if (found.n)
        address_print(&text, found.item[0]);
    eq_str(buf_str(&text), str_of(address), "its address");
}

int main(void)
{
    struct name_addresses found;
    struct err e = { 0 };
    known("a.test", 80, "127.0.0.2");
    known("A.TEST.", 80, "127.0.0.2");
    known("b.test", 999, "::1");
    known("c.org", 81, "10.0.0.1");
    known("192.0.2.1", 80, "192.0.2.1");
    known("0x7f000001", 80, "127.0.0.1");
    known("localhost", 80, "127.0.0.1");
    known("deep.er.localhost", 80, "127.0.0.1");
    known("x.invalid", 80, "");
    known("x.onion", 80, "");
    ok(!name_known(list, STR("c.org"), 80, &found), "a name that DNS may know");
    ok(!name_known(list, STR("notlocalhost"), 80, &found), "one that only ends like one of ours");
    eq_int(name_list_check(list, &e), 0, "the list is good");
    eq_int(name_list_check(STR("a.test:80"), &e), E_FORMAT, "a line without an address");
    ok(str_find(str_of(e.text), STR("NAME:PORT:ADDRESS"), 0) != SIZE_MAX, "with what to write");

    /* An address as the name: no resolver outside is asked. */
    struct name_query *q = name_ask(STR("127.0.0.1"));
    if (ok(q != NULL, "a question is asked aside")) {
        struct pollfd fd = { .fd = name_fd(q), .events = POLLIN };
        ok(poll(&fd, 1, 5000) == 1, "and answered");
        name_take(q, &found);
        ok(found.n > 0, "with an address");
        name_drop(q);
    }
    /* Nobody waits for this one: the thread tidies up. */
    name_drop(name_ask(STR("127.0.0.1")));
    name_drop(NULL);
    return tap_done();
}
