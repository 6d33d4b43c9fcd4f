/* weft list: what a user watches, and how it stands. */
#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "archive/things.h"
#include "cli/session.h"

static const struct option option_tag = { "tag", 0, "TAG", "Only pages that carry this tag; may be given many times.", NULL };

struct listing {
    struct session *session;
    const struct args *args;
    struct buf *out;
    struct json *json; /* NULL: lines */
    uint64_t n;
};

/* How the last look ended, in a word or two. */
static struct str state_of(const struct watched *w)
{
    if (w->watch.paused)
        return STR("paused");
    if (w->page.errors)
        return w->state.answer.len ? w->state.answer : STR("error");
    if (w->state.suspect.len)
        return STR("suspect");
    if (w->page.checked_at == NEVER)
        return STR("not checked yet");
    return w->state.outcome.len ? w->state.outcome : STR("ok");
}

static void add_moment(struct buf *out, const char *label, int64_t at, int64_t now)
{
    if (at == NEVER)
        return;
    buf_addf(out, ", %s ", label);
    moment_add_ago(out, at, now);
}

static void add_line(struct listing *l, const struct watched *w, int64_t versions)
{
    struct buf *out = l->out;

    term_add_safe(out, w->page.url);
    buf_add(out, STR("\n    "));
    term_add_safe(out, state_of(w));
    if (w->page.errors > 1)
        buf_addf(out, " (%lld times)", (long long)w->page.errors);
    add_moment(out, "checked", w->page.checked_at, l->session->caller.now);
    if (w->page.next_check_at != NEVER && w->page.next_check_at <= l->session->caller.now)
        buf_add(out, STR(", due now"));
    else
        add_moment(out, "next", w->page.next_check_at, l->session->caller.now);
    buf_addf(out, ", %lld %s", (long long)versions, versions == 1 ? "version" : "versions");
    for (uint32_t i = 0; i < w->watch.tags.n; i++) {
        buf_add(out, i ? STR(", ") : STR("  tags: "));
        term_add_safe(out, w->watch.tags.item[i]);
    }
    buf_add_char(out, '\n');
    if (w->page.errors && w->state.message.len) {
        buf_add(out, STR("    "));
        term_add_safe(out, w->state.message);
        buf_add_char(out, '\n');
    }
}

static void add_json(struct listing *l, const struct watched *w, int64_t newest)
{
    json_object(l->json);
    thing_page_members(l->json, w, newest);
    json_end(l->json);
}

/* All words that were given must stand in the address, the title or a tag. */
static bool is_asked(const struct watched *w, const struct args *args)
{
    for (unsigned i = 0; i < args->n_operands; i++) {
        struct str word = str_of(args->operand[i]);
        bool found = str_find_nocase(w->url, word, 0) != SIZE_MAX || str_find_nocase(w->watch.title, word, 0) != SIZE_MAX;
        for (uint32_t k = 0; k < w->watch.tags.n; k++)
            found |= str_find_nocase(w->watch.tags.item[k], word, 0) != SIZE_MAX;
        if (!found)
            return false;
    }
    return session_wants(args, &option_tag, &w->watch);
}

static int take(void *context, const struct watched *w, struct err *e)
{
    struct listing *l = context;
    struct store_version newest = { 0 };
    int failed;

    if (!is_asked(w, l->args))
        return 0;
    failed = store_version_newest(w->arena, &l->session->store, w->page.id, &newest, e);
    if (failed && failed != E_ABSENT)
        return failed;
    l->n++;
    if (l->json)
        add_json(l, w, newest.number);
    else
        add_line(l, w, newest.number);
    return buf_check(l->out, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;
    struct listing l = { .session = &s, .args = args, .out = &out, .json = args_given(args, &option_json) ? &j : NULL };
    int failed = session_open(&s, args, SESSION_READ, e);

    if (failed)
        return failed;
    json_open(&j, &out, 2);
    if (l.json)
        json_array(&j);
    if ((failed = watched_each(&s.caller, take, &l, e)))
        return failed;
    if (l.json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    } else if (l.n == 0) {
        struct str user = session_name(&s);
        buf_addf(&out, "%.*s watches nothing%s.\n", STR_ARG(user),
                 args->n_operands || args_given(args, &option_tag) ? " like that" : " yet; begin with 'weft add URL'");
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_tag, &option_json, NULL };

static const struct example examples[] = {
    { "weft list", "everything you watch" },
    { "weft list example.org --tag work", "what has these words in its address, title or tags, and the tag" },
    { "weft list --json", "all that is known, as data" },
    { NULL, NULL },
};

const struct command command_list = {
    .name = "list",
    .args = "[WORD...]",
    .summary = "lists the pages you watch",
    .help =
        "Lists the pages you watch: how the last look at each ended, when it was, when the next one is due, how many versions there "
        "are, and its tags. With WORDs only those that have all of them in their address, title or tags.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
