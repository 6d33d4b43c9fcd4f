/* In: w3newer's configuration file. Out: the threshold of an address.
 *
 * The values are read once, so that a wrong one is told when the file is read and not when its page comes. */
#include "track/thresholds.h"

#include "base/duration.h"

int threshold_read(struct str text, int64_t *ms, struct err *e)
{
    /* A number without a unit is refused, but for 0. */
    static const struct duration_units units = { .m_ms = DURATION_MINUTE_MS };
    if (str_eq_nocase(str_trim(text), STR("never"))) {
        *ms = NEVER;
        return 0;
    }
    return duration_read(text, &units, ms, e);
}

int threshold_range_read(struct str text, int64_t *least, int64_t *most, struct err *e)
{
    size_t dots = str_find(text, STR(".."), 0);
    if (dots == SIZE_MAX || dots == text.len) {
        int code = threshold_read(text, most, e);
        *least = code ? *least : *most;
        return code;
    }
    struct str from = str_trim(str_sub(text, 0, dots)), to = str_trim(str_sub(text, dots + 2, text.len));
    int64_t low = 0, high = NEVER;
    bool is_odd = str_starts(to, STR(".")); /* a third point is a slip, not the beginning of .2d */
    if (!is_odd && ((from.len && threshold_read(from, &low, e)) || (to.len && threshold_read(to, &high, e))))
        return e->code;
    if (is_odd || low == NEVER || low >= high)
        return err_set(e, E_FORMAT, "\"%.*s\" is not a span of time; write it as in 1h..2d", STR_ARG(text));
    *least = low;
    *most = high;
    return 0;
}

void threshold_add(struct buf *out, int64_t ms)
{
    if (ms == NEVER)
        buf_add(out, STR("never"));
    else if (ms <= 0)
        buf_add_char(out, '0');
    else
        duration_add(out, ms);
}

static int read_values(struct arena *a, struct thresholds *t, struct err *e)
{
    const struct rule *rule = &t->rules.fallback;
    int code = 0;
    t->fallback_ms = THRESHOLD_DEFAULT_MS;
    t->ms = NEW_ARRAY(a, int64_t, t->rules.n);
    if (rule->line)
        code = threshold_read(rule->value, &t->fallback_ms, e);
    for (uint32_t i = 0; i < t->rules.n && !code; i++) {
        rule = &t->rules.item[i];
        code = threshold_read(rule->value, &t->ms[i], e);
    }
    return code ? rules_err(&t->rules, rule, e) : 0;
}

int thresholds_read(struct arena *a, struct str name, struct str text, struct thresholds *out, struct err *e)
{
    struct thresholds t = { 0 };
    int code = rules_read(a, name, text, &t.rules, e);
    if (!code)
        code = read_values(a, &t, e);
    if (code)
        thresholds_drop(&t);
    else
        *out = t;
    return code;
}

void thresholds_drop(struct thresholds *t)
{
    rules_drop(&t->rules);
    *t = (struct thresholds){ 0 };
}

int thresholds_find(const struct thresholds *t, struct str url, struct threshold *out, struct err *e)
{
    const struct rule *rule;
    int code = rules_find(&t->rules, url, &rule, e);
    if (code)
        return code;
    if (!rule)
        *out = (struct threshold){ .ms = THRESHOLD_DEFAULT_MS, .pattern = STR("") };
    else
        *out = (struct threshold){
            .ms = rule->line == t->rules.fallback.line ? t->fallback_ms : t->ms[rule - t->rules.item],
            .pattern = rule->pattern,
            .line = rule->line,
        };
    return 0;
}
