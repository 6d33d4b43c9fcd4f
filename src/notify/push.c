/* In: a notice, or its bytes. Out: the other. O(bytes). */
#include "notify/push.h"

#include "base/json.h"
#include "base/json_read.h"
#include "notify/sign.h"

void push_write(const struct push_notice *n, struct buf *out)
{
    struct json j;
    json_open(&j, out, 0);
    json_object(&j);
    json_field_str(&j, "user", n->user);
    json_key(&j, "urls");
    json_array(&j);
    for (uint32_t i = 0; i < n->n; i++)
        json_str(&j, n->url[i]);
    json_end(&j);
    json_end(&j);
}

int push_read(struct arena *a, struct str body, struct push_notice *out, struct err *e)
{
    struct json_value root;
    struct push_notice n = { 0 };
    if (body.len > PUSH_BYTES_MAX)
        return err_set(e, E_FORMAT, "a notice has %zu bytes at most", PUSH_BYTES_MAX);
    int code = json_read(a, body, &root, e);
    if (code)
        return code;
    const struct json_value *urls = json_get(&root, STR("urls"));
    if (!json_text(json_get(&root, STR("user")), &n.user) || !urls || urls->kind != JSON_ARRAY || urls->n > PUSH_URLS_MAX)
        return err_set(e, E_FORMAT, "a notice has a user and at most %d urls", PUSH_URLS_MAX);
    n.url = NEW_ARRAY(a, struct str, urls->n + 1);
    for (; n.n < urls->n; n.n++)
        if (!json_text(&urls->item[n.n], &n.url[n.n]))
            return err_set(e, E_FORMAT, "a url of the notice is not a text");
    *out = n;
    return 0;
}

int push_check(const struct push_request *q, struct str key, int64_t now, struct err *e)
{
    uint64_t seconds = 0;
    bool timed = str_number(q->timestamp, INT32_MAX, &seconds);
    struct signed_message m = { q->id, q->body, (int64_t)seconds * 1000 };
    if (!timed || q->id.len == 0 || key.len == 0 || !sign_is_right(key, &m, q->signature))
        return err_set(e, E_DENIED, "the notice is not signed with this user's key");
    if (m.at > now + SIGN_AGE_MS || m.at < now - SIGN_AGE_MS)
        return err_set(e, E_DENIED, "the notice is too old, or the clocks differ by more than five minutes");
    return 0;
}
