/* In: a decision and the facts it was made from. Out: a sentence for a person (`weft why`).
 *
 * Each rule has a template; {visited} and the like stand for the span from that moment to now, {every} for the threshold. What was is cut
 * to whole units; what comes is rounded, so that a page that is checked every 2 days is not due in "1 day 23 hours" a second later. */
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

/* Why it waits until then, where another rule than the one that was said first holds longest. */
static const char *const longest[TRACK_RULES] = {
    [TRACK_RULE_ROBOTS] = "when robots.txt may be read again",
    [TRACK_RULE_HOST] = "when its host may be asked again",
    [TRACK_RULE_ERROR] = "after the pause that follows an error",
    [TRACK_RULE_VISITED] = "as you saw it {visited} ago, and it is checked {every}",
    [TRACK_RULE_MODIFIED] = "a week after its last change was found, which you have not seen yet",
    [TRACK_RULE_CHECKED] = "as it is checked {again}",
    [TRACK_RULE_PROXY] = "as a proxy's copy of {proxy} ago is known, and it is checked {every}",
};

static void add_ago(struct buf *out, const struct track_facts *f, int64_t at)
{
    if (at == NEVER || at > f->now_at)
        buf_add(out, STR("some time"));
    else
        duration_add_words(out, f->now_at - at);
}

/* To the nearest hour, minute or second: no finer than the second unit that is said, and than a reader cares about. */
static void add_ahead(struct buf *out, int64_t ms)
{
    int64_t grain = ms >= DURATION_DAY_MS           ? DURATION_HOUR_MS
                    : ms >= 10 * DURATION_MINUTE_MS ? DURATION_MINUTE_MS
                                                    : DURATION_SECOND_MS;
    duration_add_words(out, (ms + grain / 2) / grain * grain);
}

static void add_every(struct buf *out, const struct track_facts *f)
{
    if (f->threshold_ms == 0) {
        buf_add(out, STR("in every run"));
    } else if (f->threshold_ms == NEVER) {
        buf_add(out, STR("never"));
    } else {
        AUTO(buf) span = BUF(256);
        add_ahead(&span, f->threshold_ms);
        struct str whole = buf_str(&span), unit = whole;
        bool one = str_eq(str_cut(&unit, ' '), STR("1")) && str_find(unit, STR(" "), 0) == SIZE_MAX;
        buf_addf(out, "every %.*s", STR_ARG(one ? unit : whole)); /* "every hour" */
    }
}

/* Why the host is left alone: in its own words, which need no more than when it is asked again. */
static void add_said(struct buf *out, const struct track_facts *f)
{
    buf_add(out, f->host_said);
    if (f->host_said.len)
        return;
    buf_add(
        out,
        STR("its host is given a pause (it asked for one when another page was fetched, or host-requests-a-day allows no more)"));
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

static void add_template(struct buf *out, const struct track_facts *f, const char *template)
{
    struct str rest = str_of(template);
    while (rest.len) {
        size_t open = str_find(rest, STR("{"), 0), close = str_find(rest, STR("}"), 0);
        buf_add(out, str_sub(rest, 0, open));
        if (open == SIZE_MAX)
            break;
        add_name(out, f, str_sub(rest, open + 1, close));
        rest = str_sub(rest, close + 1, rest.len);
    }
}

void decision_words(const struct decision *d, const struct track_facts *f, struct buf *out)
{
    add_template(out, f, words[d->rule < TRACK_RULES ? d->rule : TRACK_RULE_DUE]);
    if (d->check || d->next_at == NEVER)
        return;
    buf_add(out, STR("; next in "));
    add_ahead(out, d->next_at - f->now_at);
    const char *why = d->last_rule != d->rule && d->last_rule < TRACK_RULES ? longest[d->last_rule] : NULL;
    if (why) {
        buf_add(out, STR(", "));
        add_template(out, f, why);
    }
}
