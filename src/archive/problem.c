/* In: what the last check learnt of a page, and what its watch asks for. Out: problems, the gravest first. */
#include "archive/problem.h"

#include "base/limits.h"

const char *problem_kind_name(enum problem_kind kind)
{
    static const char *const names[] = {
        [PROBLEM_FAILED] = "failed",     [PROBLEM_SUSPECT] = "suspect", [PROBLEM_BLOCKED] = "blocked", [PROBLEM_MOVED] = "moved",
        [PROBLEM_SELECTOR] = "selector", [PROBLEM_PUT_OFF] = "put off", [PROBLEM_DAMAGE] = "damage",
    };

    return names[kind];
}

static struct problem *add(struct problems *list, const struct store_page *page, enum problem_kind kind, struct str message)
{
    struct problem *p = &list->item[list->n++];

    *p = (struct problem){ .kind = kind, .message = message, .at = page->checked_at, .retry_at = page->next_check_at };
    return p;
}

static void add_failure(struct arena *a, struct problems *list, const struct store_page *page, const struct page_state *state)
{
    struct str words =
        state->message.len ? state->message : arena_printf(a, "the last check failed (%.*s)", STR_ARG(state->answer));
    struct problem *p = add(list, page, PROBLEM_FAILED, words);

    p->answer = state->answer;
    p->status = state->status;
    p->times = page->errors;
    p->at = state->tried_at;
}

/* "--select '#price' finds nothing on the page". Of several expressions each is named. */
static struct str missing_words(struct arena *a, const struct record_list *missing, const struct watch *watch)
{
    AUTO(buf) out = BUF(MIB(1));

    for (uint32_t i = 0; i < missing->n; i++)
        if (record_list_has(&watch->select, missing->item[i]))
            buf_addf(&out, "%s'%.*s'", out.len ? " and " : "--select ", STR_ARG(missing->item[i]));
    if (out.len)
        buf_add(
            &out,
            STR(" finds nothing on the page, so changes there go unnoticed; choose again in the page's settings or by 'weft edit'"));
    return arena_str(a, buf_str(&out));
}

struct problems problems_of(struct arena *a, const struct store_page *page, const struct page_state *state,
                            const struct watch *watch)
{
    struct problems list = { .n = 0 };
    struct str missing = missing_words(a, &state->missing, watch);

    if (page->errors)
        add_failure(a, &list, page, state);
    else if (page->checked_at == NEVER && state->message.len) /* nobody has it yet, so they must know why */
        add(&list, page, PROBLEM_PUT_OFF, state->message)->answer = state->answer;
    if (state->suspect.len)
        add(&list, page, PROBLEM_SUSPECT, state->suspect);
    else if (state->blocked.len)
        add(&list, page, PROBLEM_BLOCKED,
            arena_printf(a, "weft has not seen the page itself yet: %.*s; 'weft show' has what came instead",
                         STR_ARG(state->blocked)));
    if (state->moved_to.len)
        add(&list, page, PROBLEM_MOVED,
            arena_printf(a, "it has moved permanently to %.*s; 'weft add' the new address and 'weft remove' this one",
                         STR_ARG(state->moved_to)))
            ->moved_to = state->moved_to;
    if (missing.len)
        add(&list, page, PROBLEM_SELECTOR, missing);
    return list;
}
