/* Versions of a file under git or RCS (section 8.1 of the AIDE paper), told as those of the store are. */
#include "base/moment.h"
#include "archive/target.h"

static struct target_version of_source(const struct source_version *v)
{
    return (struct target_version){
        .number = v->number,
        .at = v->at,
        .bytes = -1,
        .gone = v->gone,
        .label = v->label,
        .author = v->author,
        .message = v->message,
    };
}

int target_source_open(const struct caller *c, struct target *t, struct err *e)
{
    int failed = caller_must_administer(c, "read files of this machine", e);

    if (failed)
        return failed;
    t->is_source = true;
    return source_open(&t->source, c->arena, t->name, e);
}

int target_source_versions(const struct caller *c, const struct target *t, struct target_versions *out, struct err *e)
{
    struct source_versions list;
    int failed = source_list(&t->source, &list, e);

    if (failed)
        return failed;
    struct target_version *item = NEW_ARRAY(c->arena, struct target_version, list.n);
    for (uint32_t i = 0; i < list.n; i++)
        item[i] = of_source(&list.item[i]);
    *out = (struct target_versions){ item, list.n };
    return 0;
}

static int no_version(const struct target *t, uint32_t n, struct err *e)
{
    if (n == 0)
        return err_set(e, E_USAGE, "%.*s has no version yet", STR_ARG(t->name));
    return err_set(e, E_USAGE, "%.*s has no version @%.*s; it has 1 to %u", STR_ARG(t->name), STR_ARG(t->at), n);
}

/* The number that the text behind the @ means; 0: none is there. */
static int number_of(const struct caller *c, const struct target *t, uint32_t n, uint32_t *out, struct err *e)
{
    uint64_t number;
    int64_t moment;

    *out = 0;
    if (str_eq(t->at, STR("seen")))
        return err_set(e, E_USAGE, "%.*s: what you have seen is only known of pages in the archive", STR_ARG(t->name));
    if (t->at.len == 0 || str_eq(t->at, STR("newest")))
        *out = n;
    else if (str_eq(t->at, STR("first")))
        *out = n ? 1 : 0;
    else if (str_number(t->at, n, &number))
        *out = (uint32_t)number;
    else if (str_starts(t->at, STR("-")) && n && str_number(str_sub(t->at, 1, t->at.len), n - 1, &number))
        *out = n - (uint32_t)number;
    else if (moment_read(t->at, c->now, &moment, NULL) == 0)
        return source_as_of(&t->source, moment, out, e) ? err_in(e, "%.*s@%.*s", STR_ARG(t->name), STR_ARG(t->at)) : 0;
    return 0;
}

int target_source_version(const struct caller *c, const struct target *t, struct target_version *out, struct err *e)
{
    struct target_versions list;
    uint32_t number;
    int failed;

    if ((failed = target_source_versions(c, t, &list, e)) || (failed = number_of(c, t, list.n, &number, e)))
        return failed;
    if (number == 0 || number > list.n)
        return no_version(t, list.n, e);
    *out = list.item[number - 1];
    return 0;
}
