/* Any bytes as a notice that a page has changed: a push, and what a hub and a page that names one send. The first line is the head, or a
 * token, or a signature. Nothing that was not signed is believed, and a push that is read is written and read as the same. */
#include <stdlib.h>

#include "notify/push.h"
#include "notify/sign.h"
#include "notify/websub.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void read_push(struct arena *a, struct str body)
{
    AUTO(buf) out = BUF((size_t)64 << 20);
    struct push_notice n, again;
    struct err e = { 0 };
    if (push_read(a, body, &n, &e)) {
        must(e.text[0]);
        return;
    }
    push_write(&n, &out);
    if (out.len > PUSH_BYTES_MAX)
        return; /* control characters are longer when written */
    must(push_read(a, buf_str(&out), &again, &e) == 0 && n.n == again.n && str_eq(n.user, again.user));
    for (uint32_t i = 0; i < n.n; i++)
        must(str_eq(n.url[i], again.url[i]));
}

/* Signed by us: believed at its time, and with nothing changed. */
static void check_push(struct str first, struct str body)
{
    AUTO(buf) signature = BUF((size_t)1 << 16);
    struct signed_message m = { first, body, INT64_C(1793534400000) };
    struct push_request q = { first, STR("1793534400"), first, body };
    struct err e = { 0 };
    must(push_check(&q, STR("key"), m.at, &e) != 0);
    sign_add(&signature, STR("key"), &m);
    q.signature = buf_str(&signature);
    must(push_check(&q, STR("key"), m.at, &e) == (first.len ? 0 : E_DENIED));
    must(push_check(&q, STR("other"), m.at, &e) == E_DENIED && push_check(&q, STR("key"), m.at + 2 * SIGN_AGE_MS, &e) == E_DENIED);
}

static void read_hub(struct str first, struct str body)
{
    static const unsigned char key[WEBSUB_KEY_BYTES] = { 7 };
    AUTO(buf) out = BUF((size_t)1 << 16);
    struct websub_offer offer;
    struct err e = { 0 };
    int64_t page = 0;
    if (websub_find(first, body, STR("http://example.org/"), &offer))
        must(offer.hub.len > 0 && offer.hub.len <= WEBSUB_URL_MAX && offer.topic.len > 0 && offer.topic.len <= WEBSUB_URL_MAX);
    websub_token(key, (int64_t)body.len + 1, &out);
    must(websub_token_read(key, buf_str(&out), &page, &e) == 0 && page == (int64_t)body.len + 1);
    if (!str_eq(first, buf_str(&out)) && websub_token_read(key, first, &page, &e) == 0) {
        buf_clear(&out);
        websub_token(key, page, &out);
        must(str_eq(first, buf_str(&out)));
    }
    must(!websub_is_signed(STR("secret"), body, first));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    struct str rest = { (const char *)data, size }, bytes = rest, first = str_cut(&rest, '\n');

    read_push(&a, bytes);
    check_push(first, rest);
    read_hub(first, rest);
    return 0;
}
