/* One value under a lock; the crew finds it again once it is old. */
#include "serve/outlooks.h"

#include "archive/preferences.h"
#include "base/clock.h"
#include "base/limits.h"
#include "serve/server.h"

void outlooks_open(struct outlooks *x, struct server *s)
{
    *x = (struct outlooks){ .server = s };
    pthread_mutex_init(&x->lock, NULL);
}

void outlooks_drop(struct outlooks *x)
{
    pthread_mutex_destroy(&x->lock);
}

/* By the rules that the checks are planned with. */
static int find(struct server *s, struct caller machine, struct outlook *out, struct err *e)
{
    AUTO(preference_rules) when = { .plan = { .made_at = NEVER } };
    int failed;

    machine.who.user = 0;
    machine.settings = s->options->settings;
    if ((failed = preferences_rules(&machine, 0, &when, e)))
        return failed;
    return outlook_make(&machine, &when.rules, 0, out, e);
}

static struct outlook without_arena(const struct outlook *from)
{
    struct outlook to = *from;

    to.broken = to.next = (struct store_pages){ 0 };
    to.hosts = (struct visit_prices){ 0 };
    return to;
}

static void run(struct crew_item *item)
{
    struct outlooks *x = (struct outlooks *)item;
    struct server *s = x->server;
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct caller machine = { .who = { .role = ROLE_ADMIN, .name = STR("weft") }, .arena = &a, .now = clock_now_ms() };
    struct outlook found;
    struct err e;
    int failed = stores_take(&s->stores, &machine.store, &e);

    if (!failed) {
        failed = find(s, machine, &found, &e);
        stores_give(&s->stores, machine.store);
    }
    pthread_mutex_lock(&x->lock);
    x->running = false;
    if (!failed) {
        x->kept = without_arena(&found);
        x->made_at = machine.now;
    }
    pthread_mutex_unlock(&x->lock);
}

int outlooks_read(struct outlooks *x, const struct caller *c, uint64_t pages, struct outlook *out, bool *there, struct err *e)
{
    *there = true;
    if (pages < OUTLOOK_AT_ONCE)
        return find(x->server, *c, out, e);
    pthread_mutex_lock(&x->lock);
    bool old = c->now - x->made_at >= OUTLOOK_KEPT_MS, begin = old && !x->running;
    *there = x->made_at != 0;
    *out = x->kept;
    x->running |= begin;
    pthread_mutex_unlock(&x->lock);
    if (!begin)
        return 0;
    x->item = (struct crew_item){ .run = run };
    if (crew_push(&x->server->crew, &x->item))
        return 0;
    pthread_mutex_lock(&x->lock);
    x->running = false;
    pthread_mutex_unlock(&x->lock);
    return 0;
}
