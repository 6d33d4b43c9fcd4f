/* weft sentinel create, list, show, drop, enable, disable, events: sentinels of the archive. */
#include "archive/sentinels.h"

#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/output.h"
#include "cli/sentinel.h"
#include "cli/session.h"

static const struct option option_limit = { "limit", 'n', "N", "The newest N events (20).", NULL };

/* ---- create ---- */

static const char *const verbs_done[] = {
    [STATEMENT_CREATE] = "created",   [STATEMENT_CREATE_SET] = "created", [STATEMENT_ALTER] = "changed",
    [STATEMENT_DROP] = "dropped",     [STATEMENT_DROP_SET] = "dropped",   [STATEMENT_ENABLE] = "enabled",
    [STATEMENT_DISABLE] = "disabled", [STATEMENT_EXPLAIN] = "left alone",
};

static void write_done(const struct args *args, const struct sentinel_source *source, const struct sentinels_applied *done,
                       struct buf *out)
{
    struct json j;
    json_open(&j, out, 2);
    if (!args_given(args, &option_json)) {
        for (uint32_t i = 0; i < done->n; i++)
            buf_addf(out, "%.*s: %s\n", STR_ARG(done->item[i].name), verbs_done[done->item[i].kind]);
        sentinel_faults_text(source, out);
        return;
    }
    json_object(&j);
    json_key(&j, "done");
    json_array(&j);
    for (uint32_t i = 0; i < done->n; i++) {
        json_object(&j);
        json_field_str(&j, "name", done->item[i].name);
        json_field_str(&j, "what", str_of(verbs_done[done->item[i].kind]));
        json_end(&j);
    }
    json_end(&j);
    sentinel_faults_json(&j, &source->faults);
    json_end(&j);
    buf_add_char(out, '\n');
}

static void keep_done(struct sentinel_rows *rows, const struct sentinels_applied *done)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        bool is_done = false;
        for (uint32_t k = 0; k < done->n; k++)
            is_done |= str_eq(done->item[k].name, rows->item[i].sentinel.name);
        if (is_done)
            rows->item[n++] = rows->item[i];
    }
    rows->n = n;
}

/* Of those that were made or changed: what keeps one from telling anything, and pages that were never fetched. */
static int add_notes(struct session *s, const struct sentinels_applied *done, struct buf *out, struct err *e)
{
    struct sentinel_rows rows;
    bool unfetched = false;
    int failed = sentinels_list(&s->caller, &rows, e);
    if (!failed) {
        keep_done(&rows, done);
        failed = sentinels_look(&s->caller, &rows, e);
    }
    for (uint32_t i = 0; !failed && i < rows.n; i++) {
        unfetched |= rows.item[i].state.n_unfetched > 0;
        if (rows.item[i].state.note.len == 0)
            continue;
        buf_addf(out, "%.*s: note: ", STR_ARG(rows.item[i].sentinel.name));
        term_add_safe(out, rows.item[i].state.note);
        buf_add_char(out, '\n');
    }
    if (unfetched)
        buf_add(out, STR("'weft check' fetches the pages that are new; what changes before that is not seen.\n"));
    if (failed) /* its own words say that nothing was kept */
        return err_set(e, failed, "the sentinels are kept, but their pages could not be read; 'weft sentinel list' tries again");
    return 0;
}

static int run_create(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct sentinel_source source = { .path = args->operand[0] };
    struct sentinels_applied done = { 0 };
    int failed = session_open(&s, args, SESSION_CREATE, e);
    if (failed || (failed = io_read(&s.arena, source.path, SENTINEL_FILE_MAX, &source.text, e))
        || (failed = sentinels_apply(&s.caller, source.text, &done, e)))
        return failed;
    source.faults = done.faults;
    source.grammar = *done.grammar;
    if (done.n == 0 && done.faults.list.n == 0)
        return err_set(e, E_USAGE, "%s has no statements; one begins with CREATE SENTINEL, for example", source.path);
    write_done(args, &source, &done, &out);
    int unread = !args_given(args, &option_json) && done.n ? add_notes(&s, &done, &out, e) : 0;
    failed = output_text(NULL, buf_str(&out), unread ? NULL : e);
    if (unread || failed)
        return unread ? unread : failed;
    return done.faults.list.n ? STATUS_DIFFERENT : STATUS_SAME;
}

/* ---- list and show ---- */

static void add_pages(struct buf *out, const struct sentinel_state *state)
{
    buf_add(out, STR("    on "));
    term_add_safe(out, state->page);
    if (state->n_pages > 1)
        buf_addf(out, " and %u more %s", state->n_pages - 1, state->n_pages == 2 ? "page" : "pages");
    if (state->asks.len) {
        buf_add(out, STR(": "));
        term_add_safe(out, state->asks);
    }
    buf_add(out, STR(", by "));
    term_add_safe(out, state->by.len ? state->by : STR("your default channel"));
    buf_add_char(out, '\n');
}

static void add_row(struct buf *out, const struct sentinel_row *row, int64_t now)
{
    term_add_safe(out, row->sentinel.name);
    buf_add(out, row->sentinel.is_set ? STR("  a set of pages") : row->sentinel.disabled ? STR("  disabled") : STR("  enabled"));
    if (!row->sentinel.is_set) {
        buf_addf(out, ", %lld %s", (long long)row->events, row->events == 1 ? "event" : "events");
        if (row->event_at != NEVER) {
            buf_add(out, STR(", the last "));
            moment_add_ago(out, row->event_at, now);
        }
    }
    buf_add_char(out, '\n');
    if (row->state.n_pages)
        add_pages(out, &row->state);
    if (row->state.note.len) {
        buf_add(out, STR("    "));
        term_add_safe(out, row->state.note);
        buf_add_char(out, '\n');
    }
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool json = args_given(args, &option_json);
    struct sentinel_rows rows;
    struct json j;
    int failed;
    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = sentinels_list(&s.caller, &rows, e))
        || (failed = sentinels_look(&s.caller, &rows, e)))
        return failed;
    json_open(&j, &out, 2);
    if (json)
        json_array(&j);
    for (uint32_t i = 0; i < rows.n; i++) {
        if (json)
            sentinel_row_json(&j, &rows.item[i]);
        else
            add_row(&out, &rows.item[i], s.caller.now);
    }
    if (json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    } else if (rows.n == 0) {
        buf_add(&out, STR("No sentinels yet. 'weft sentinel create FILE' makes some.\n"));
    }
    return output_text(NULL, buf_str(&out), e);
}

/* What stands behind the statement can be read with it. */
static void add_row_as_comment(struct buf *out, const struct sentinel_row *row, int64_t now)
{
    AUTO(buf) lines = BUF(LIMIT_OUTPUT_BYTES);
    add_row(&lines, row, now);
    for (struct str rest = buf_str(&lines); rest.len;) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        buf_addf(out, "-- %.*s\n", STR_ARG(line));
    }
}

static int run_show(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct sentinel_row row;
    struct json j;
    int failed;
    if ((failed = session_open(&s, args, SESSION_READ, e))
        || (failed = sentinels_find(&s.caller, str_of(args->operand[0]), &row, e))
        || (failed = sentinels_look(&s.caller, &(struct sentinel_rows){ &row, 1 }, e)))
        return failed;
    json_open(&j, &out, 2);
    if (args_given(args, &option_json)) {
        sentinel_row_json(&j, &row);
        buf_add_char(&out, '\n');
    } else {
        term_add_lines(&out, row.sentinel.text);
        add_row_as_comment(&out, &row, s.caller.now);
    }
    return output_text(NULL, buf_str(&out), e);
}

/* ---- drop, enable, disable ---- */

static int change(const struct args *args, int (*call)(const struct caller *c, struct str name, struct err *e), const char *word,
                  struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    int failed;
    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = call(&s.caller, str_of(args->operand[0]), e)))
        return failed;
    term_add_safe(&out, str_of(args->operand[0]));
    buf_addf(&out, ": %s\n", word);
    return output_text(NULL, buf_str(&out), e);
}

static int enable(const struct caller *c, struct str name, struct err *e)
{
    return sentinels_enable(c, name, true, e);
}

static int disable(const struct caller *c, struct str name, struct err *e)
{
    return sentinels_enable(c, name, false, e);
}

static int run_drop(const struct args *args, struct err *e)
{
    return change(args, sentinels_drop, "dropped", e);
}

static int run_enable(const struct args *args, struct err *e)
{
    return change(args, enable, "enabled", e);
}

static int run_disable(const struct args *args, struct err *e)
{
    return change(args, disable, "disabled", e);
}

/* ---- events ---- */

static void write_events(struct buf *out, const struct sentinels_told *told)
{
    for (uint32_t i = 0; i < told->n; i++) {
        moment_add(out, told->item[i].event.end);
        buf_add(out, STR("  "));
        term_add_safe(out, told->item[i].event.name);
        buf_add(out, STR("  "));
        sentinel_told_text(out, &told->item[i]);
    }
    if (told->n == 0)
        buf_add(out, STR("No events yet.\n"));
}

static int run_events(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    const char *limit = args_value(args, &option_limit);
    uint64_t n = 20;
    struct sentinels_told told;
    struct json j;
    int failed = session_open(&s, args, SESSION_READ, e);
    if (failed == 0 && limit && !str_number(str_of(limit), 1000000, &n))
        failed = err_set(e, E_USAGE, "--limit %s: it is a number", limit);
    struct sentinels_query query = { .name = args->n_operands ? str_of(args->operand[0]) : STR(""), .limit = (uint32_t)n };
    if (failed || (failed = sentinels_events(&s.caller, &query, &told, e)))
        return failed;
    json_open(&j, &out, 2);
    if (args_given(args, &option_json)) {
        json_array(&j);
        for (uint32_t i = 0; i < told.n; i++)
            sentinel_told_json(&j, &told.item[i]);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else {
        write_events(&out, &told);
    }
    return output_page(NULL, buf_str(&out), e);
}

/* ---- The table ---- */

static const struct option *const json_options[] = { &option_json, NULL };
static const struct option *const no_options[] = { NULL };
static const struct option *const events_options[] = { &option_limit, &option_json, NULL };

const struct command sentinel_create = {
    .name = "sentinel create",
    .args = "FILE",
    .summary = "puts sentinels into the archive",
    .help =
        "Does what the statements of FILE say, '-' for standard input: CREATE, ALTER, DROP, ENABLE, DISABLE; all of them or, where one has "
        "a mistake, none. The pages they stand on are watched from then on, and FETCH EVERY makes weft look so often; 'weft check' "
        "and 'weft watch' tell. Exits with 1 where there are mistakes.",
    .options = json_options,
    .settings = true,
    .run = run_create,
};
const struct command sentinel_list = {
    .name = "sentinel list",
    .args = "",
    .summary = "lists your sentinels",
    .help = "Lists your sentinels and sets of pages, with how often each had something to say.",
    .options = json_options,
    .settings = true,
    .run = run_list,
};
const struct command sentinel_show = {
    .name = "sentinel show",
    .args = "NAME",
    .summary = "prints a sentinel",
    .help =
        "Prints a sentinel as it stands, with all that was altered, and behind it its pages and what keeps it from telling anything.",
    .options = json_options,
    .settings = true,
    .run = run_show,
};
const struct command sentinel_drop = {
    .name = "sentinel drop",
    .args = "NAME",
    .summary = "removes a sentinel",
    .help =
        "Removes a sentinel or a set of pages. What it found stays. Pages that were watched for it alone are not watched any more.",
    .options = no_options,
    .settings = true,
    .run = run_drop,
};
const struct command sentinel_enable = {
    .name = "sentinel enable",
    .args = "NAME",
    .summary = "wakes a sentinel",
    .help = "Wakes a sentinel that was disabled.",
    .options = no_options,
    .settings = true,
    .run = run_enable,
};
const struct command sentinel_disable = {
    .name = "sentinel disable",
    .args = "NAME",
    .summary = "lets a sentinel rest",
    .help = "Lets a sentinel rest until it is enabled again. Its pages are still watched.",
    .options = no_options,
    .settings = true,
    .run = run_disable,
};
const struct command sentinel_events = {
    .name = "sentinel events",
    .args = "[NAME]",
    .summary = "lists what your sentinels found",
    .help = "Lists what your sentinels, or one of them, found, the newest first: your change summary.",
    .options = events_options,
    .settings = true,
    .run = run_events,
};
