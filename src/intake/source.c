/* In: the name of a version source. Out: its versions, from 1 on, and their bytes.
 *
 * The kinds stand in a table; what they share (numbers, dates, limits) is here. */
#include "intake/source.h"

#include "intake/source_impl.h"

static const struct source_ops *const kinds[] = { &source_git, &source_rcs };

static const struct source_ops *kind_of(struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (str_starts(name, kinds[i]->prefix) && name.len > kinds[i]->prefix.len)
            return kinds[i];
    return NULL;
}

bool source_named(struct str text)
{
    return kind_of(text) != NULL;
}

int source_open(struct source *s, struct arena *a, struct str name, struct err *e)
{
    const struct source_ops *kind = kind_of(name);
    *s = (struct source){ .ops = kind, .arena = a };
    if (!kind)
        return err_set(e, E_USAGE, "%.*s: is not a version source; write git:PATH or rcs:FILE,v", STR_ARG(name));
    int code = kind->open(s, str_sub(name, kind->prefix.len, name.len), e);
    if (code)
        return code;
    if (s->list.n > SOURCE_VERSIONS_MAX)
        return err_set(e, E_LIMIT, "%.*s: more than %d versions", STR_ARG(name), SOURCE_VERSIONS_MAX);
    for (uint32_t i = 0; i < s->list.n; i++)
        s->list.item[i].number = i + 1;
    return 0;
}

void source_drop(struct source *s)
{
    *s = (struct source){ 0 };
}

int source_list(const struct source *s, struct source_versions *out, struct err *e)
{
    if (!s->ops)
        return err_set(e, E_USAGE, "the version source is not open");
    *out = s->list;
    return 0;
}

/* Dates need not rise with numbers: clocks differ. The highest number that is not later is what stood then. */
int source_as_of(const struct source *s, int64_t at, uint32_t *number, struct err *e)
{
    for (uint32_t i = s->list.n; i > 0; i--)
        if (s->list.item[i - 1].at <= at) {
            *number = i;
            return 0;
        }
    return err_set(e, E_USAGE, "there was no version yet at that time");
}

int source_body(const struct source *s, struct arena *a, uint32_t number, struct str *out, struct err *e)
{
    if (!s->ops || number == 0 || number > s->list.n)
        return err_set(e, E_USAGE, "there is no version %u; there are %u, from 1 on", number, s->list.n);
    const struct source_version *v = &s->list.item[number - 1];
    if (v->gone)
        return err_set(e, E_USAGE, "version %u is the removal of the file: it has no bytes", number);
    return s->ops->body(s, a, v, out, e);
}
