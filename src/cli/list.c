/* weft list: what a user watches, and how it stands. */
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/log.h"
#include "cli/output.h"
#include "archive/listing.h"
#include "archive/things.h"
#include "cli/session.h"

static const struct option option_tag = { "tag", 't', "TAG", "Only pages with this tag; may be given several times.", NULL };

static const struct option option_limit = { "limit", 'n', "N", "The first N pages (100 on a terminal); 0: all.", NULL };

enum { PAGES_ON_TERMINAL = 100 };

/* What was printed so far, and how. */
struct list_output {
    int64_t now;
    uint64_t limit;
    struct buf *out;
    struct json *json; /* NULL: lines */
    uint64_t n;
};

static void add_moment(struct buf *out, const char *label, int64_t at, int64_t now)
{
    if (at == NEVER)
        return;
    buf_addf(out, ", %s ", label);
    moment_add_ago(out, at, now);
}

/* A line of its own below the page's. */
static void add_words(struct buf *out, struct str words)
{
    if (words.len == 0)
        return;
    buf_add(out, STR("    "));
    term_add_safe(out, words);
    buf_add_char(out, '\n');
}

/* "    last change 2 hours ago [0.42]  +3 -1 words: Four more shops": as 'weft log' says it. */
static void add_event(struct buf *out, const struct store_event *event, int64_t now)
{
    buf_add(out, STR("    last change "));
    moment_add_ago(out, event->at, now);
    if (event->importance >= 0)
        buf_addf(out, " [%.*f] ", share_digits(event->importance), event->importance);
    else if (event->counts.words_inserted + event->counts.words_deleted == 0)
        buf_add_char(out, ':');
    buf_add_char(out, ' ');
    log_add_change(out, &event->counts, event->headline);
    buf_add_char(out, '\n');
}

static void add_line(struct list_output *l, const struct listing_row *row)
{
    const struct watched *w = row->watched;
    struct problems problems = watched_problems(w);
    struct buf *out = l->out;

    term_add_safe(out, w->page.url);
    buf_add_char(out, '\n');
    add_words(out, w->watch.title.len ? w->watch.title : w->state.title);
    buf_add(out, STR("    "));
    term_add_safe(out, row->state);
    if (w->page.errors > 1)
        buf_addf(out, " (%lld times in a row)", (long long)w->page.errors);
    add_moment(out, "checked", w->page.checked_at, l->now);
    bool looks = !w->watch.paused && !str_eq(w->watch.every, STR("never"));
    if (looks && w->page.next_check_at != NEVER && w->page.next_check_at <= l->now)
        buf_add(out, STR(", due now"));
    else if (looks)
        add_moment(out, "next", w->page.next_check_at, l->now);
    buf_addf(out, ", %lld %s", (long long)w->newest, w->newest == 1 ? "version" : "versions");
    for (uint32_t i = 0; i < w->watch.tags.n; i++) {
        buf_add(out, i ? STR(", ") : STR("  tags: "));
        term_add_safe(out, w->watch.tags.item[i]);
    }
    buf_add_char(out, '\n');
    add_words(out, w->fault);
    bool away = w->state.suspect.len || w->state.blocked.len || w->state.real; /* what came was not the page */
    if (w->page.errors || w->page.checked_at == NEVER || away)
        add_words(out, w->state.message);
    for (uint32_t i = 0; i < problems.n; i++)
        if (problems.item[i].kind == PROBLEM_MOVED || problems.item[i].kind == PROBLEM_SELECTOR)
            add_words(out, problems.item[i].message);
    if (row->event)
        add_event(out, row->event, l->now);
}

static void add_json(struct list_output *l, const struct listing_row *row)
{
    json_object(l->json);
    thing_page_members(l->json, row->watched);
    json_key(l->json, "last_change");
    if (row->event)
        thing_event(l->json, row->watched, row->event);
    else
        json_null(l->json);
    json_end(l->json);
}

static int print(void *context, const struct listing_row *row, struct err *e)
{
    struct list_output *l = context;

    if (l->n++ >= l->limit)
        return 0;
    if (l->json)
        add_json(l, row);
    else
        add_line(l, row);
    return buf_check(l->out, e);
}

static void add_end(struct list_output *l, struct str user, bool chosen)
{
    if (l->json) {
        json_end(l->json);
        buf_add_char(l->out, '\n');
    } else if (l->n == 0) {
        buf_addf(l->out, "%.*s watches nothing%s.\n", STR_ARG(user), chosen ? " like that" : " yet; begin with 'weft add URL'");
    } else if (l->n > l->limit) {
        buf_addf(l->out, "and %llu more; --limit 0 lists all of them\n", (unsigned long long)(l->n - l->limit));
    }
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;
    int failed = session_open(&s, args, SESSION_READ, e);

    if (failed)
        return failed;
    struct list_output l = { .now = s.caller.now, .out = &out, .json = args_given(args, &option_json) ? &j : NULL };
    struct str *word = NEW_ARRAY(&s.arena, struct str, args->n_operands + 1);
    struct listing_query query = { .word = word, .n_words = args->n_operands };
    query.tag = session_tags(&s, args, &option_tag, &query.n_tags);
    for (unsigned i = 0; i < args->n_operands; i++)
        word[i] = str_of(args->operand[i]);
    json_open(&j, &out, 2);
    if (l.json)
        json_array(&j);
    if ((failed = session_limit(args, &option_limit, PAGES_ON_TERMINAL, &l.limit, e))
        || (failed = session_has_tags(&s, args, &option_tag, e)) || (failed = listing_each(&s.caller, &query, print, &l, e)))
        return failed;
    add_end(&l, session_name(&s), query.n_words || query.n_tags);
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_tag, &option_limit, &option_json, NULL };

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
        "Lists the pages you watch: how the last check of each ended, when it was, when the next one is due, how many versions there "
        "are, and its tags. With WORDs only those that have all of them in their address, title or tags.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
