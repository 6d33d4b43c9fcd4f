/* In: a channel's name. Out: the caller's pages and sentinels that name it. O(watches and sentinels of the user). */
#include "archive/channel_uses.h"

#include "archive/sentinel_pages.h"
#include "archive/watched.h"
#include "base/limits.h"

enum { USES_NAMED = 5 };

struct channel_uses {
    const struct caller *caller;
    struct str channel;
    struct buf *words;
    uint32_t n;
};

static void add_use(struct channel_uses *x, const char *what, struct str name)
{
    if (x->n++ < USES_NAMED)
        buf_addf(x->words, "%s%s%.*s", x->n > 1 ? ", " : "", what, STR_ARG(name));
}

static int add_page(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct channel_uses *x = context;
    if (record_list_has(&w->watch.notify, x->channel))
        add_use(x, "", w->url);
    return 0;
}

static int add_sentinels(struct channel_uses *x, struct err *e)
{
    const struct caller *c = x->caller;
    struct sentinel_world w;
    int code = sentinel_world_read(c->arena, c->store, c->who.user, &w, e);
    if (code)
        return code;
    sentinel_world_build(&w, c->now);
    for (uint32_t i = 0; i < w.world.n; i++) {
        const struct sentinel *s = &w.world.item[i].s;
        bool uses = false;
        for (uint32_t k = 0; k < s->n_ways && !uses; k++) {
            struct str name;
            if ((code = sentinel_channel(c, &s->way[k], &name, e)))
                return code;
            uses = str_eq(name, x->channel);
        }
        if (uses)
            add_use(x, "the sentinel ", s->name);
    }
    return 0;
}

int channel_must_be_unused(const struct caller *c, struct str name, struct err *e)
{
    AUTO(buf) words = BUF(KIB(16));
    struct channel_uses x = { .caller = c, .channel = name, .words = &words };
    int code = watched_each(c, add_page, &x, e);
    if (code || (code = add_sentinels(&x, e)) || x.n == 0)
        return code;
    if (x.n > USES_NAMED)
        buf_addf(&words, " and %u more", x.n - USES_NAMED);
    struct str used_by = buf_str(&words);
    return err_set(e, E_USAGE, "the channel is still used by %.*s; give them another first", STR_ARG(used_by));
}
