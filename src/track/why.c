/* In: a decision and the facts it was made from. Out: a sentence for a person (`weft why`).
 *
 * Each rule has a template; {visited} and the like stand for the span from that moment to now, {every} for the threshold. */
#include "base/duration.h"
#include "track/decide.h"
#include "track/thresholds.h"

static const char *const words[TRACK_RULES] = {
    [TRACK_RULE_NEVER] = "not checked: its threshold is \"never\"; 'weft check URL' looks nevertheless",
    [TRACK_RULE_ROBOTS] = "not now: robots.txt, read {robots} ago, forbids it",
    [TRACK_RULE_HOST] = "not now: {said}",
    [TRACK_RULE_ERROR] = "not now: the last try, {tried} ago, failed{errors}",
    [TRACK_RULE_VISITED] = "not now: you saw it {visited} ago, and it is checked {every}",
    [TRACK_RULE_MODIFIED] =
        "not now: it changed {modified} ago and you have not seen that yet; it is checked again a week after that was found",
    [TRACK_RULE_CHECKED] = "not now: it was checked {checked} ago, and it is checked {again}",
    [TRACK_RULE_PROXY] = "not now: a proxy's copy of {proxy} ago is known, and it is checked {every}",
    [TRACK_RULE_ASKED] = "check: you asked for it",
    [TRACK_RULE_SUSPECT] = "check: the last answer, {checked} ago, was suspect",
    [TRACK_RULE_FIRST] = "check: it was never checked",
    [TRACK_RULE_STALE] = "check: it changed {modified} ago and you have not seen that, but this was learnt more than a week ago",
    [TRACK_RULE_AGAIN] = "check: the last try, {tried} ago, failed{errors}, and the pause after that is over",
    [TRACK_RULE_DUE] = "check: it was checked {checked} ago, and it is checked {every}",
};

static void add_ago(struct buf *out, const struct track_facts *f, int64_t at)
{
    if (at == NEVER || at > f->now_at)
        buf_add(out, STR("some time"));
    else
        duration_add_words(out, f->now_at - at);
}

static void add_every(struct buf *out, const struct track_facts *f)
{
    if (f->threshold_ms == 0) {
        buf_add(out, STR("in every run"));
    } else if (f->threshold_ms == NEVER) {
        buf_add(out, STR("never"));
    } else {
        buf_add(out, STR("every "));
        duration_add_words(out, f->threshold_ms);
    }
}

/* Why the host is left alone: in its own words, which need no more than when it is asked again. */
static void add_said(struct buf *out, const struct track_facts *f)
{
    buf_add(out, f->host_said);
    if (f->host_said.len)
        return;
    buf_add(out, STR("its host is given a pause of "));
    duration_add_words(out, f->host_ready_at - f->now_at);
    buf_add(out, STR(" (it asked for one when another page was fetched, or host-requests-a-day allows no more)"));
}

static void add_name(struct buf *out, const struct track_facts *f, struct str name)
{
    const struct {
        struct str name;
        int64_t at;
    } moments[] = {
        { STR("visited"), f->visited_at },   { STR("checked"), f->checked_at }, { STR("tried"), f->tried_at },
        { STR("modified"), f->modified_at }, { STR("proxy"), f->proxy_at },     { STR("robots"), f->robots_at },
    };
    for (size_t i = 0; i < ARRAY_LEN(moments); i++)
        if (str_eq(name, moments[i].name))
            add_ago(out, f, moments[i].at);
    if (str_eq(name, STR("again")) && f->suspect)
        buf_add(out, STR("again soon, for the answer was suspect"));
    else if (str_eq(name, STR("every")) || str_eq(name, STR("again")))
        add_every(out, f);
    if (str_eq(name, STR("said")))
        add_said(out, f);
    if (str_eq(name, STR("errors")) && f->errors > 1)
        buf_addf(out, " (%u times in a row)", f->errors);
}

void decision_words(const struct decision *d, const struct track_facts *f, struct buf *out)
{
    struct str rest = str_of(words[d->rule < TRACK_RULES ? d->rule : TRACK_RULE_DUE]);
    while (rest.len) {
        size_t open = str_find(rest, STR("{"), 0), close = str_find(rest, STR("}"), 0);
        buf_add(out, str_sub(rest, 0, open));
        if (open == SIZE_MAX)
            break;
        add_name(out, f, str_sub(rest, open + 1, close));
        rest = str_sub(rest, close + 1, rest.len);
    }
    if (d->check || d->next_at == NEVER)
        return;
    buf_add(out, STR("; next in "));
    duration_add_words(out, d->next_at - f->now_at);
    if (d->last_rule != d->rule)
        buf_addf(out, " (the rule \"%s\" holds longest)", track_rule_name((enum track_rule)d->last_rule));
}
