/* In: a token. Out: what it means, or what it does. */
#include "archive/acts.h"

#include "archive/marks.h"
#include "archive/sentinels.h"
#include "archive/watched.h"
#include "archive/watches.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "notify/outbox.h"

static int key_of(struct store *s, unsigned char key[ACT_KEY_BYTES], struct err *e)
{
    return store_derive(s, "links", key, e);
}

struct str act_address(struct arena *a, struct store *s, const struct settings *settings, const struct act_link *link)
{
    AUTO(buf) out = BUF(KIB(8));
    unsigned char key[ACT_KEY_BYTES];
    struct str base = settings_text(settings, SETTING_PUBLIC_URL);
    struct err none; /* a message without the link is better than none */
    if (base.len == 0 || key_of(s, key, &none))
        return STR("");
    buf_addf(&out, "%.*s%sk/", STR_ARG(base), str_ends(base, STR("/")) ? "" : "/");
    act_write(key, link, &out);
    return arena_str(a, buf_str(&out));
}

static struct str words_of(struct arena *a, const struct act_link *l, struct str sentinel)
{
    if (l->act == ACT_DISMISS)
        return arena_printf(a, "Dismiss the change of version %lld", (long long)l->number);
    if (l->act == ACT_REST)
        return arena_printf(a, "Switch off the sentinel %.*s", STR_ARG(sentinel));
    return l->act == ACT_PAUSE ? STR("Send no messages about this page for a week")
                               : STR("Send no messages about this page any more");
}

/* The name of the sentinel that the link is about; empty for the other acts. */
static int sentinel_of(const struct caller *c, const struct act_link *l, struct str *out, struct err *e)
{
    struct store_sentinels list;
    *out = STR("");
    int code = l->act == ACT_REST ? store_sentinel_list(c->arena, c->store, l->user, &list, e) : 0;
    if (code || l->act != ACT_REST)
        return code;
    for (uint32_t i = 0; i < list.n; i++)
        if (list.item[i].id == l->number && !list.item[i].is_set)
            *out = list.item[i].name;
    return out->len ? 0 : err_set(e, E_ABSENT, "this sentinel is not there any more");
}

int acts_read(const struct caller *c, struct str token, struct act_question *out, struct err *e)
{
    unsigned char key[ACT_KEY_BYTES];
    struct store_watched row;
    struct watched w;
    struct act_link link;
    struct str sentinel;
    int code = key_of(c->store, key, e);
    if (code || (code = act_read(key, token, c->now, &link, e)) || (code = sentinel_of(c, &link, &sentinel, e)))
        return code;
    if ((code = store_watched_page(c->arena, c->store, link.user, link.page, &row, e)))
        return code == E_ABSENT ? err_set(e, E_ABSENT, "this page is not watched any more") : code;
    watched_read(c->arena, &row, &w);
    *out = (struct act_question){ link, w.url, w.watch.title.len ? w.watch.title : w.state.title,
                                  words_of(c->arena, &link, sentinel), sentinel };
    return 0;
}

/* The same, as the user who got the message. */
static int do_act(const struct caller *c, const struct act_question *q, struct err *e)
{
    const struct act_link *l = &q->link;
    struct caller user = *c;
    struct target t = { 0 };
    struct watch_change change;
    struct str none = STR(NOTIFY_NONE);
    struct str field = l->act == ACT_PAUSE ? STR("silent_until") : STR("notify");
    AUTO(buf) until = BUF(KIB(1));
    moment_add_utc(&until, c->now + DURATION_WEEK_MS);
    struct watch_edit edit = { .to = { .notify = { &none, 1 }, .silent_until = buf_str(&until) }, .name = { &field, 1 } };
    user.who = (struct principal){ .user = l->user, .name = STR("the link"), .role = ROLE_USER };
    if (l->act == ACT_DISMISS)
        return marks_set(&user, l->page, l->number, MARK_DISMISSED, e);
    if (l->act == ACT_REST)
        return sentinels_enable(&user, q->sentinel, false, e);
    int code = store_page_get(c->arena, c->store, l->page, &t.page, e);
    return code ? code : watches_edit(&user, &t, &edit, &change, e);
}

int acts_do(const struct caller *c, struct str token, struct act_question *out, struct err *e)
{
    int code = acts_read(c, token, out, e);
    return code ? code : do_act(c, out, e);
}
