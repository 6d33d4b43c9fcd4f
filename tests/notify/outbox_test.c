/* Who is told of a thing: by name, by tag, by default; what matters too little; and when it goes out, alone or with others. */
#include "notify/outbox.h"

#include <stdlib.h>

#include "base/duration.h"
#include "tests/archive/world.h"

/* 2026-11-16, a Monday, at noon UTC. */
#define NOON (INT64_C(20773) * DURATION_DAY_MS + 12 * DURATION_HOUR_MS)

struct room {
    struct archive_world w;
    int64_t user;
    bool unconfirmed; /* the channel "main" is confirmed once something waits for it */
};

static void room_drop(struct room *x)
{
    archive_world_drop(&x->w);
}

static void room_open(struct room *x)
{
    world_open(&x->w);
    must(&x->w, store_user_add(&x->w.store, STR("ann"), 1, &x->user, &x->w.e));
}

static void put_channel(struct room *x, const char *name, const char *settings, bool is_default, int64_t confirmed_at)
{
    struct store_channel c = { .user = x->user,
                               .name = str_of(name),
                               .address = STR("mail:a@b"),
                               .settings = str_of(settings),
                               .confirmed_at = confirmed_at,
                               .is_default = is_default };
    int64_t id;
    must(&x->w, store_channel_put(&x->w.store, &c, &id, &x->w.e));
}

static void add_channel(struct room *x, const char *name, const char *settings, bool is_default)
{
    put_channel(x, name, settings, is_default, 1);
}

static struct outbox_thing thing_of(const struct room *x)
{
    static int64_t subject; /* each is another */
    return (struct outbox_thing){ .user = x->user, .source = OUTBOX_EVENT, .subject = ++subject, .at = NOON, .importance = 0.5 };
}

/* Tells it, and says who waits for it now: "name+5m/7": in five minutes, in bundle 7. All that waited is sent before the next. */
static struct str told(struct room *x, const struct outbox_thing *t)
{
    AUTO(buf) out = BUF(4096);
    struct archive_world *w = &x->w;
    struct store_deliveries list;
    must(w, outbox_tell(&w->store, t, &w->e));
    if (x->unconfirmed)
        add_channel(x, "main", "", true);
    must(w, store_outbox_gather(&w->store, INT64_MAX - 1, 100, &w->e));
    must(w, store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .state = DELIVERY_ANY }, &list, &w->e));
    for (uint32_t i = list.n; i--;) {
        struct store_outbox_rows rows;
        struct store_channel c;
        must(w, store_outbox_rows(&w->arena, &w->store, list.item[i].id, &rows, &w->e));
        must(w, store_channel_get(&w->arena, &w->store, list.item[i].channel, &c, &w->e));
        buf_addf(&out, "%s%.*s+%lldm", out.len ? " " : "", STR_ARG(c.name),
                 (long long)((rows.item[0].due_at - NOON) / DURATION_MINUTE_MS));
        if (rows.item[0].bundle)
            buf_addf(&out, "/%lld", (long long)rows.item[0].bundle);
        must(w, store_delivery_remove(&w->store, list.item[i].id, &w->e));
    }
    return arena_str(&w->arena, buf_str(&out));
}

static void test_who(void)
{
    AUTO(room) x = { 0 };
    struct str names[] = { STR("slow"), STR("nobody"), STR("work") }, tags[] = { STR("b"), STR("a"), STR("x") };
    room_open(&x);
    struct outbox_thing t = thing_of(&x);
    eq_str(told(&x, &t), STR(""), "who has no channel is told by nobody");
    add_channel(&x, "main", "", true);
    add_channel(&x, "slow", "", false);
    add_channel(&x, "work", "{\"tags\":[\"x\",\"a\"]}", false);
    t = thing_of(&x);
    eq_str(told(&x, &t), STR("main+0m"), "what names no channel goes to the default one");
    t = thing_of(&x), t.channel = names, t.n_channels = 1;
    eq_str(told(&x, &t), STR("slow+0m"), "what names one goes there alone");
    t = thing_of(&x), t.channel = names, t.n_channels = 3;
    eq_str(told(&x, &t), STR("slow+0m work+0m"), "several are told, and names that no channel has are passed over");
    t = thing_of(&x), t.channel = names + 1, t.n_channels = 1;
    eq_str(told(&x, &t), STR(""), "a name that no channel has does not lead to the default one");
    t = thing_of(&x), t.tag = tags, t.n_tags = 2;
    eq_str(told(&x, &t), STR("work+0m"), "a tag goes to the channels that want it, in the place of the default one");
    t = thing_of(&x), t.tag = tags + 2, t.n_tags = 1;
    eq_str(told(&x, &t), STR("work+0m"), "whichever of those it wants");
    t = thing_of(&x), t.tag = tags, t.n_tags = 1;
    eq_str(told(&x, &t), STR("main+0m"), "a tag that no channel wants does not");
    t = thing_of(&x), t.tag = tags, t.n_tags = 2, t.channel = names, t.n_channels = 1;
    eq_str(told(&x, &t), STR("slow+0m"), "a name goes before a tag");
}

static void test_floor(void)
{
    static const struct {
        const char *name;
        double importance;
        const char *told;
    } rows[] = {
        { "what matters less than a channel wants is not told", 0.34, "" },
        { "what matters just as much is", 0.35, "main+0m" },
        { "what matters more is", 0.9, "main+0m" },
        { "what is not known to matter is", -1, "main+0m" },
    };
    AUTO(room) x = { 0 };
    room_open(&x);
    add_channel(&x, "main", "{\"floor\":0.35}", true);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct outbox_thing t = thing_of(&x);
        t.importance = rows[i].importance;
        eq_str(told(&x, &t), str_of(rows[i].told), rows[i].name);
    }
    struct outbox_thing t = thing_of(&x);
    t.importance = 0;
    add_channel(&x, "main", "not rules", true);
    eq_str(told(&x, &t), STR("main+0m"), "where the rules cannot be read everything is told");
}

static void test_when(void)
{
    static const struct {
        const char *name, *settings;
        bool unconfirmed;
        int64_t due_in_m, bundle;
        const char *told;
    } rows[] = {
        { "what waits for nothing goes at once, by itself", "", false, 0, 0, "main+0m" },
        { "in the bundle that it names", "", false, 0, 7, "main+0m/7" },
        { "not before the moment that it names", "", false, 30, 0, "main+30m" },
        { "a moment that is past is now", "", false, -30, 0, "main+0m" },
        { "a digest is a bundle by its moment", "{\"digest\":\"hour\"}", false, 0, 0, "main+60m/1794834000000" },
        { "whatever bundle the thing names", "{\"digest\":\"hour\"}", false, 0, 7, "main+60m/1794834000000" },
        { "of the moment that it was to wait for", "{\"digest\":\"hour\"}", false, 90, 0, "main+120m/1794837600000" },
        { "quiet hours likewise", "{\"quiet\":\"11:00-13:30\"}", false, 0, 0, "main+90m/1794835800000" },
        { "a channel that is not confirmed keeps all for one message", "", true, 0, 0, "main+0m/1" },
        { "with a digest too", "{\"digest\":\"hour\"}", true, 0, 7, "main+60m/1" },
    };
    AUTO(room) x = { 0 };
    setenv("TZ", "UTC", 1);
    room_open(&x);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        x.unconfirmed = rows[i].unconfirmed;
        put_channel(&x, "main", rows[i].settings, true, x.unconfirmed ? NEVER : 1);
        struct outbox_thing t = thing_of(&x);
        t.due_at = rows[i].due_in_m ? NOON + rows[i].due_in_m * DURATION_MINUTE_MS : 0;
        t.bundle = rows[i].bundle;
        eq_str(told(&x, &t), str_of(rows[i].told), rows[i].name);
    }
}

static void test_once(void)
{
    AUTO(room) x = { 0 };
    room_open(&x);
    add_channel(&x, "main", "", true);
    struct outbox_thing t = thing_of(&x);
    must(&x.w, outbox_tell(&x.w.store, &t, &x.w.e));
    eq_str(told(&x, &t), STR("main+0m"), "a thing that is told twice is told once");
}

int main(void)
{
    test_who();
    test_floor();
    test_when();
    test_once();
    return tap_done();
}
