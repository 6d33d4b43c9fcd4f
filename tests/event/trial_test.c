/* Events gathered into messages: at once, at the end of an interval, so many at a time, and after a time. */
#include "event/trial.h"

#include "event/observe.h"
#include "tests/event/graphs.h"

/* "sentinel at: events" of every message, for links that change at these moments; the sentinels begin at 1000. */
static void eq_messages(const char *text, const char *moments, int64_t until, const char *want)
{
    AUTO(graph_text) g = { 0 };
    AUTO(buf) got = BUF(4096);
    AUTO(trial) t = { 0 };
    struct err e;
    uint64_t at, event = 0;
    struct str rest = str_of(moments);
    graph_text_open(&g, text);
    for (uint32_t i = 0; i < g.world.n; i++)
        g.world.item[i].from_at = 1000;
    trial_open(&t, &g.arena, &g.graph);
    while (rest.len && str_number(str_cut(&rest, ' '), INT64_MAX, &at)) {
        struct primitive p = { leaf_of(&g.graph, TYPE_LINKS), event++, (int64_t)at, (int64_t)at, 1000000 };
        if (trial_step(&t, (int64_t)at, &p, 1, &e))
            abort();
    }
    if (trial_end(&t, until, &e))
        abort();
    for (uint32_t i = 0; i < t.messages.n; i++) {
        const struct trial_message *m = &t.messages.item[i];
        buf_addf(&got, "%s%.*s %lld:", i ? "; " : "", STR_ARG(g.world.item[g.graph.root[m->root].sentinel].s.name),
                 (long long)m->at);
        for (uint32_t k = 0; k < m->event.n; k++)
            buf_addf(&got, " %llu", (unsigned long long)t.events.item[m->event.item[k]].what.event[0]);
    }
    eq_str(buf_str(&got), str_of(want), text);
}

int main(void)
{
    eq_messages("create sentinel a on \"x\" monitor links", "1000 1500 2500", NEVER, "a 1000: 0; a 1500: 1; a 2500: 2");
    eq_messages("create sentinel a on \"x\" monitor links notify every 1 second", "1500 1700 2500", NEVER,
                "a 2000: 0 1; a 3000: 2");
    eq_messages("create sentinel a on \"x\" monitor links cumulative 2", "1100 1200 1300", NEVER, "a 1200: 0 1");
    eq_messages("create sentinel a on \"x\" monitor links notify best effort", "1100 299999 300001", NEVER,
                "a 300000: 0 1; a 600000: 2");
    eq_messages("create sentinel a on \"x\" monitor links; create sentinel b on \"x\" monitor links notify every 1 second",
                "1500 2100", NEVER, "a 1500: 0; b 2000: 0; a 2100: 1; b 3000: 1");
    eq_messages("create sentinel a on \"x\" monitor plus(links, 1 minute)", "2000", NEVER, "a 62000: 0");
    eq_messages("create sentinel a on \"x\" monitor plus(links, 1 minute)", "2000", 60000, "");
    eq_messages("create sentinel a on \"x\" monitor links", "", NEVER, "");
    return tap_done();
}
