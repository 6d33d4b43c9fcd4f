/* In: a page and all who watch it. Out: the state of the page. Cost: reading its newest version. */
#include "archive/selectors.h"

#include "base/limits.h"
#include "page/body.h"
#include "parse/parse.h"
#include "parse/select.h"

static struct record_list find(struct arena *a, const struct subject *s, const struct page *p)
{
    struct interest *interest = subject_interests(a, s, NULL);
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->row.n; i++)
        n += interest[i].n_select;
    struct record_list missing = { NEW_ARRAY(a, struct str, n + 1), 0 };
    for (uint32_t i = 0; i < s->row.n; i++)
        missing.n += interest_missing(a, p, &interest[i], missing.item + missing.n);
    return missing;
}

/* A version that cannot be read, or is not a page, says nothing about selectors. */
static int read_newest(struct arena *a, const struct caller *c, const struct subject *s, struct page *out, bool *readable,
                       struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct store_version newest;
    struct err unread;
    int failed = store_version_newest(a, c->store, s->page.id, &newest, &unread);

    *readable = false;
    if (failed)
        return failed == E_ABSENT ? 0 : err_set(e, failed, "%s", unread.text);
    struct body body = { .content_type = newest.content_type, .url = watch_address(s->page.url) };
    symbols_open(symbols, a);
    if (store_version_body(a, c->store, s->page.id, newest.number, &body.bytes, &unread)
        || body_read(a, symbols, &body, out, readable, &unread))
        *readable = false;
    return 0;
}

/* Those of them that the caller's own watch selects: what another person selects is theirs to know. */
static struct record_list own_of(const struct caller *c, const struct subject *s)
{
    const struct watch *watch = subject_watch(s, c->who.user);
    struct record_list own = { NEW_ARRAY(c->arena, struct str, s->state.missing.n + 1), 0 };
    for (uint32_t i = 0; watch && i < s->state.missing.n; i++)
        if (record_list_has(&watch->select, s->state.missing.item[i]))
            own.item[own.n++] = arena_str(c->arena, s->state.missing.item[i]);
    return own;
}

int selectors_check(const struct caller *c, int64_t page, struct record_list *missing, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct subject s;
    struct page newest;
    bool readable;
    int failed = caller_must_see(c, page, e);

    *missing = (struct record_list){ 0 };
    if (failed || (failed = subject_load(&a, c->store, page, &s, e)) || (failed = read_newest(&a, c, &s, &newest, &readable, e))
        || !readable)
        return failed;
    s.state.missing = find(&a, &s, &newest);
    *missing = own_of(c, &s);
    s.page.attention = s.state.suspect.len || s.state.blocked.len || s.state.moved_to.len || s.state.missing.n;
    s.page.state = page_state_write(&a, &s.state);
    return store_page_schedule(c->store, &s.page, e);
}

int selectors_read(const struct record_list *list, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct symbols symbols;
    struct dom d;
    uint32_t *node, n;
    int failed;

    symbols_open(&symbols, &a);
    if ((failed = parse_page(&a, &symbols, &(struct parse_source){ .bytes = STR("<p>a") }, &d, e)))
        return failed;
    for (uint32_t i = 0; i < list->n; i++)
        if (select_nodes(&a, &d, list->item[i], &node, &n, e) == E_USAGE)
            return E_USAGE;
    return 0;
}
