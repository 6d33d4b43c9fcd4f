/* weft log: every version of a page, the newest first ("History" in the paper's report). */
#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "base/size.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/log.h"
#include "cli/output.h"
#include "archive/things.h"
#include "cli/session.h"
#include "judge/suspect.h"

static const struct option option_limit = { "limit", 'n', "N", "The newest N versions (30 on a terminal); 0: all.", NULL };

enum { VERSIONS_ON_TERMINAL = 30 };

struct log {
    uint64_t limit;
    struct target target;
    struct page_history history;
};

static void log_drop(struct log *l)
{
    target_drop(&l->target);
}

static void add_mark(struct buf *out, bool there, const char *word, const char **between)
{
    if (!there)
        return;
    buf_add(out, str_of(*between));
    buf_add(out, str_of(word));
    *between = ", ";
}

/* Of a file under version control: what its log says, on one line. */
static void add_commit(struct buf *out, const struct target_version *v)
{
    struct str rest = v->message;

    buf_add(out, STR("  "));
    term_add_safe(out, str_sub(v->label, 0, 10));
    buf_add(out, STR("  "));
    term_add_safe(out, v->author);
    buf_add(out, STR("  "));
    term_add_safe(out, str_cut(&rest, '\n'));
    buf_add(out, v->gone ? STR(" (removed)\n") : STR("\n"));
}

void log_add_change(struct buf *out, const struct store_counts *c, struct str headline)
{
    bool counted = c->words_inserted || c->words_deleted || !headline.len;

    if (counted)
        buf_addf(out, "+%u -%u words%s", c->words_inserted, c->words_deleted, headline.len ? ": " : "");
    term_add_safe(out, headline);
}

void log_add_held(struct buf *out, const struct held_part *part, struct str said)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };

    term_add_safe(out, held_part_words(&a, part));
    if (str_eq(part->why, said))
        return;
    buf_add(out, STR(" ("));
    term_add_safe(out, part->why);
    buf_add_char(out, ')');
}

/* What was thought of it, on a line of its own: how much it matters, what became of the words, and the change itself. */
static void add_verdict(struct buf *out, const struct store_verdict *v, const struct held_parts *held)
{
    const struct store_counts *c = &v->counts;
    struct str headline = v->headline;

    for (uint32_t i = 0; i < held->n; i++) /* what was held back stands below, with the reason */
        headline = str_eq(held->item[i].what, headline) ? STR("") : headline;
    if (held_is_whole(held))
        headline = suspect_rest(headline, held->item[0].why);
    if (v->importance < 0 && !headline.len && !c->words_inserted && !c->words_deleted)
        return;
    buf_add(out, STR("        "));
    if (v->importance >= 0)
        buf_addf(out, "[%.*f]  ", share_digits(v->importance), v->importance);
    log_add_change(out, c, headline);
    buf_add_char(out, '\n');
}

/* What of the version nobody was told of, and why. */
static void add_held(struct buf *out, struct str page, const struct history_row *row, const struct held_parts *parts)
{
    enum { SHOWN = 2 };
    uint32_t left = held_left(parts, SHOWN);

    for (uint32_t i = 0; i < MIN(parts->n, SHOWN); i++) {
        buf_add(out, STR("        held back: "));
        log_add_held(out, &parts->item[i], STR(""));
        buf_add_char(out, '\n');
    }
    if (left == 0)
        return;
    buf_addf(out, "        and %u more: 'weft why ", left);
    term_add_safe(out, page);
    buf_addf(out, "@%lld%s'\n", (long long)row->version->number, parts->n_more ? " --limit 0" : "");
}

/* By which channels the user was told of the version. */
static void add_sent(struct buf *out, const struct store_sent *sent)
{
    static const char *const words[] = {
        [DELIVERY_WAITING] = "not taken yet by ", [DELIVERY_SENT] = "sent to ", [DELIVERY_DEAD] = "could not be sent to "
    };

    buf_addf(out, "        %s", sent->state < 0 ? "waits to be sent to " : words[sent->state]);
    term_add_safe(out, sent->channel);
    if (!str_eq(sent->channel, sent->address)) {
        buf_add(out, STR(" ("));
        term_add_safe(out, sent->address);
        buf_add(out, STR(")"));
    }
    if (sent->sentinel.len) {
        buf_add(out, STR(" for the sentinel "));
        term_add_safe(out, sent->sentinel);
    }
    if (sent->at != NEVER) {
        buf_add(out, STR(", "));
        moment_add(out, sent->at);
    }
    buf_add_char(out, '\n');
}

static void add_row(struct buf *out, const struct log *l, uint32_t i)
{
    const struct history_row *row = &l->history.row[i];
    const struct target_version *v = row->version;
    AUTO(buf) size = BUF(64);
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    const char *between = "  ";

    buf_addf(out, "%6lld  ", (long long)v->number);
    moment_add(out, v->at);
    if (l->target.is_source) {
        add_commit(out, v);
        return;
    }
    size_add_short(&size, (uint64_t)v->bytes);
    buf_addf(out, "  %8.*s", STR_ARG(buf_str(&size)));
    add_mark(out, i + 1 == l->history.n, "newest", &between);
    add_mark(out, row->seen && row->seen->seen_at != NEVER, "seen", &between);
    add_mark(out, row->seen && row->seen->kept, "kept", &between);
    add_mark(out, row->seen && row->seen->dismissed, "dismissed", &between);
    add_mark(out, v->suspect, "suspect", &between);
    add_mark(out, v->quiet, "quiet", &between);
    add_mark(out, v->lost, "lost", &between);
    buf_add_char(out, '\n');
    struct held_parts parts = held_parts(&a, row->held_back);
    if (row->verdict)
        add_verdict(out, row->verdict, &parts);
    bool unread = row->verdict && row->verdict->counts.changes[CLASS_CONTENT] == 0;
    if (row->version->quiet && parts.n == 0 && unread)
        buf_add(out, STR("        nothing that people read has changed\n"));
    add_held(out, l->target.name, row, &parts);
    for (uint32_t k = 0; k < row->n_sent; k++)
        add_sent(out, &row->sent[k]);
}

static void add_json(struct buf *out, const struct log *l)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "url", l->target.is_source ? l->target.name : l->target.url);
    json_field_str(&j, "name", l->target.name);
    json_key(&j, "versions");
    json_array(&j);
    for (uint32_t i = l->history.n; i-- > 0 && l->history.n - i <= l->limit;)
        thing_version(&j, &l->history.row[i]);
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(log) l = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    int failed;

    if ((failed = session_limit(args, &option_limit, VERSIONS_ON_TERMINAL, &l.limit, e))
        || (failed = session_open(&s, args, session_mode_of(args), e))
        || (failed = target_find(&s.caller, args->operand[0], &l.target, e)))
        return failed;
    if (l.target.at.len)
        return err_set(e, E_USAGE, "log: %s: it lists all versions; 'weft show' and 'weft why' take one", args->operand[0]);
    if ((failed = history_read(&s.caller, &l.target, &l.history, e))
        || (failed = history_hold(&s.caller, &l.target, &l.history, e)))
        return failed;
    if (args_given(args, &option_json)) {
        add_json(&out, &l);
    } else {
        for (uint32_t i = l.history.n; i-- > 0 && l.history.n - i <= l.limit;)
            add_row(&out, &l, i);
        if (l.history.n > l.limit)
            buf_addf(&out, "and %llu earlier ones; --limit 0 lists all of them\n", (unsigned long long)(l.history.n - l.limit));
        if (l.history.n == 0)
            buf_addf(&out, "No version yet; 'weft check' fetches it.\n");
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_limit, &option_json, NULL };

static const struct example examples[] = {
    { "weft log https://example.org/news", "every version, the newest first" },
    { "weft log example.org/news --json", "the same as data" },
    { "weft log git:index.html", "the versions of a file under git" },
    { NULL, NULL },
};

const struct command command_log = {
    .name = "log",
    .args = "URL",
    .summary = "lists the versions of a page",
    .help =
        "Lists every version of the page, the newest first: its number, when it was fetched, its size, and whether you have seen "
        "it, want it kept, or weft took it for suspect (an error page, a login, a fraction of its usual size) or for quiet "
        "(not announced to you). Below it stands how much it matters, how many words came and went, and the change itself, as "
        "'weft check' found them, and what of it was held back.\n\n"
        "URL may also be git:FILE or rcs:FILE, a file under version control: no archive is needed then.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
