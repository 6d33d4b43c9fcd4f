/* In: an event, and what its watch says of channels. Out: rows of the outbox. */
#include "notify/outbox.h"

#include "notify/rules.h"

/* What waits until its channel is confirmed goes out as one message then; digests have moments as their numbers, which are larger. */
enum { BUNDLE_UNCONFIRMED = 1 };

static bool has(const struct str *list, uint32_t n, struct str text)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(list[i], text))
            return true;
    return false;
}

static bool by_tag(const struct outbox_thing *t, const struct notify_rules *r)
{
    for (uint32_t i = 0; i < r->n_tags; i++)
        if (has(t->tag, t->n_tags, r->tags[i]))
            return true;
    return false;
}

static int add(struct store *s, const struct outbox_thing *t, const struct store_channel *c, const struct notify_rules *r,
               struct err *e)
{
    if (t->importance >= 0 && t->importance < r->floor)
        return 0;
    int64_t wanted = MAX(t->at, t->due_at), due = notify_due(r, wanted);
    /* What had to wait for its time goes out together with all that waited with it. */
    int64_t bundle = c->confirmed_at == NEVER ? BUNDLE_UNCONFIRMED : due > wanted ? due : t->bundle;
    struct store_outbox row = {
        .user = t->user, .channel = c->id, .source = t->source, .subject = t->subject, .at = t->at, .due_at = due, .bundle = bundle
    };
    return store_outbox_add(s, &row, e);
}

int outbox_tell(struct store *s, const struct outbox_thing *t, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_channels list;
    bool tagged = false;
    int code = store_channel_list(&a, s, t->user, &list, e);
    if (code || list.n == 0)
        return code;
    struct notify_rules *rules = NEW_ARRAY(&a, struct notify_rules, list.n);
    for (uint32_t i = 0; i < list.n; i++) {
        struct err unread; /* rules that cannot be read are none: better told too much than not at all */
        if (notify_rules_read(&a, list.item[i].settings, &rules[i], &unread))
            rules[i] = (struct notify_rules){ 0 };
        tagged |= by_tag(t, &rules[i]);
    }
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        bool wanted = t->n_channels ? has(t->channel, t->n_channels, list.item[i].name)
                      : tagged      ? by_tag(t, &rules[i])
                                    : list.item[i].is_default;
        if (wanted)
            code = add(s, t, &list.item[i], &rules[i], e);
    }
    return code;
}
