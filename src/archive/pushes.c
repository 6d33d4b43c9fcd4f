/* In: a signed notice. Out: pages that are due. */
#include "archive/pushes.h"

#include <sodium.h>

#include "base/base64.h"
#include "base/limits.h"
#include "flow/state.h"
#include "notify/sign.h"
#include "store/outbox.h"
#include "track/canonical.h"

#define PUSH_SECRET STR("push")
enum { KEY_BYTES = 24 };

int pushes_key(const struct caller *c, struct str *key, struct err *e)
{
    AUTO(buf) text = BUF(KIB(1));
    unsigned char bytes[KEY_BYTES];
    int code = caller_must_write(c, e);
    if (code == 0 && (c->who.user == 0 || sodium_init() < 0))
        code = err_set(e, E_DENIED, "nobody is called %.*s", STR_ARG(c->who.name));
    if (code)
        return code;
    randombytes_buf(bytes, sizeof bytes);
    buf_add(&text, STR("whsec_"));
    base64_add(&text, (struct str){ (const char *)bytes, sizeof bytes });
    struct store_secret secret = { .user = c->who.user, .name = PUSH_SECRET, .bytes = buf_str(&text) };
    if ((code = store_seal(c->store, &secret, e)))
        return code;
    *key = arena_str(c->arena, buf_str(&text));
    return 0;
}

/* Whose notice it says it is, and their key. Somebody without a key and somebody who is not there look the same. */
static int check(const struct caller *c, const struct push_request *q, struct push_notice *notice, int64_t *user, struct err *e)
{
    struct store_user found;
    struct err none;
    int code = push_read(c->arena, q->body, notice, e);
    if (code)
        return code;
    struct store_secret secret = { .name = PUSH_SECRET };
    bool known = store_user_find(c->arena, c->store, notice->user, &found, &none) == 0;
    secret.user = known ? found.id : 0;
    if (!known || store_unseal(c->arena, c->store, &secret, &none))
        secret.bytes = STR("");
    *user = secret.user;
    return push_check(q, secret.bytes, c->now, e);
}

int push_wake(struct arena *a, struct store *s, int64_t id, int64_t now, struct err *e)
{
    struct store_page page;
    struct page_state state;
    int code = store_page_get(a, s, id, &page, e);
    if (code || (code = page_state_read(a, page.state, &state, e)))
        return code;
    state.owed = true;
    state.pushed_at = now;
    page.etag = page.last_modified = STR(""); /* dates know seconds only: it may have changed twice in one */
    page.state = page_state_write(a, &state);
    /* Counted with what sitemaps and feeds announce: what it is worth is learnt, and brings the page forward where it comes again. */
    struct forecast_memory memory = forecast_read(page.learnt);
    memory.signals.pending++;
    page.learnt = forecast_write(a, &memory);
    page.next_check_at = MIN(page.next_check_at, now);
    return store_page_schedule(s, &page, e);
}

/* As if its user had asked, where they watch it. */
static int wake(const struct caller *c, int64_t user, struct str url, struct pushed *out, struct err *e)
{
    struct caller who = *c;
    struct store_page page;
    struct err none;
    bool watches = false;
    who.who = (struct principal){ .user = user, .role = ROLE_USER };
    int code = store_page_find(c->arena, c->store, canonical_url(c->arena, url), &page, &none);
    if (code == 0)
        code = caller_watches(&who, page.id, &watches, &none);
    if (code == E_ABSENT || (code == 0 && !watches)) {
        out->unknown++;
        return 0;
    }
    if (code)
        return err_set(e, code, "%s", none.text);
    out->page[out->n++] = page.id;
    return push_wake(c->arena, c->store, page.id, c->now, e);
}

int pushes_take(const struct caller *c, const struct push_request *q, struct pushed *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct push_notice notice;
    struct pushed got = { 0 };
    int64_t user;
    int code = check(c, q, &notice, &user, e);
    if (code || (code = store_begin(c->store, &tx, e)) || (code = store_once(c->store, q->id, c->now, c->now - 2 * SIGN_AGE_MS, e)))
        return code == E_USAGE ? err_set(e, E_DENIED, "this notice has come before") : code;
    got.page = NEW_ARRAY(c->arena, int64_t, notice.n + 1);
    for (uint32_t i = 0; code == 0 && i < notice.n; i++)
        code = wake(c, user, notice.url[i], &got, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *out = got;
    return code;
}
