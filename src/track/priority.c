/* In: a user's file of weights. Out: the weight of a page.
 *
 * "tag:NAME" is no Perl pattern of interest for addresses (no address begins so), so the form is free to mean tags. */
#include "track/priority.h"

#include <stdlib.h>

static const struct str tag_prefix = STR_INIT("tag:");

/* strtod() takes more than that: signs, exponents, "inf", "0x". */
static bool is_number(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((text.ptr[i] < '0' || text.ptr[i] > '9') && text.ptr[i] != '.')
            return false;
    return true;
}

static int read_weight(struct str text, double *out, struct err *e)
{
    char number[32], *end = NULL;
    double weight = -1;
    if (text.len && text.len < sizeof number && is_number(text)) {
        memcpy(number, text.ptr, text.len);
        number[text.len] = '\0';
        weight = strtod(number, &end);
    }
    if (!end || *end || !(weight >= 0 && weight <= PRIORITY_MAX))
        return err_set(e, E_FORMAT,
                       "\"%.*s\" is not a weight; write a number from 0 (do not tell me) to %.0f, such as 0.5, 1 or 10",
                       STR_ARG(text), PRIORITY_MAX);
    *out = weight;
    return 0;
}

static int read_values(struct arena *a, struct priority *p, struct err *e)
{
    const struct rule *rule = &p->rules.fallback;
    int code = 0;
    p->fallback = PRIORITY_DEFAULT;
    p->weight = NEW_ARRAY(a, double, p->rules.n);
    if (rule->line)
        code = read_weight(rule->value, &p->fallback, e);
    for (uint32_t i = 0; i < p->rules.n && !code; i++) {
        rule = &p->rules.item[i];
        code = read_weight(rule->value, &p->weight[i], e);
    }
    return code ? rules_err(&p->rules, rule, e) : 0;
}

int priority_read(struct arena *a, struct str name, struct str text, struct priority *out, struct err *e)
{
    struct priority p = { 0 };
    int code = rules_read(a, name, text, &p.rules, e);
    if (!code)
        code = read_values(a, &p, e);
    if (code)
        priority_drop(&p);
    else
        *out = p;
    return code;
}

void priority_drop(struct priority *p)
{
    rules_drop(&p->rules);
    *p = (struct priority){ 0 };
}

static bool has_tag(const struct str *tag, uint32_t n_tags, struct str name)
{
    for (uint32_t i = 0; i < n_tags; i++)
        if (str_eq_nocase(tag[i], name))
            return true;
    return false;
}

static int rule_holds(const struct rule *rule, struct str url, const struct str *tag, uint32_t n_tags, bool *holds, struct err *e)
{
    if (!str_starts(rule->pattern, tag_prefix))
        return pattern_find(&rule->compiled, url, holds, e);
    *holds = has_tag(tag, n_tags, str_sub(rule->pattern, tag_prefix.len, rule->pattern.len));
    return 0;
}

int priority_find(const struct priority *p, struct str url, const struct str *tag, uint32_t n_tags, struct priority_found *out,
                  struct err *e)
{
    const struct rules *r = &p->rules;
    for (uint32_t i = 0; i < r->n; i++) {
        bool holds = false;
        int code = rule_holds(&r->item[i], url, tag, n_tags, &holds, e);
        if (code)
            return rules_err(r, &r->item[i], e);
        if (holds) {
            *out = (struct priority_found){ p->weight[i], r->item[i].pattern, r->item[i].line };
            return 0;
        }
    }
    *out = (struct priority_found){ r->fallback.line ? p->fallback : PRIORITY_DEFAULT,
                                    r->fallback.line ? r->fallback.pattern : STR(""), r->fallback.line };
    return 0;
}
