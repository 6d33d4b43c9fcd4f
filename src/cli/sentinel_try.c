/* weft sentinel test without files: what sentinels would have sent for the versions that are in the archive. */
#include "archive/sentinel_trial.h"

#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/output.h"
#include "cli/sentinel.h"
#include "cli/session.h"

const struct option option_from = { "from", 0, "WHEN", "Of versions in the archive: those since then (the first one).", NULL };
const struct option option_to = { "to", 0, "WHEN", "Of versions in the archive: those until then (now).", NULL };

/* The words with those around them: "015: [SECURITY] FIX" would be noise where all is one colour, so marks are those of wdiff. */
static void add_excerpt(struct buf *out, const struct excerpt *x)
{
    bool marks = x->before.len || x->after.len;
    AUTO(buf) text = BUF(MIB(1));
    buf_addf(&text, "%.*s%s", STR_ARG(x->note), x->note.len ? ": " : "");
    buf_addf(&text, "%.*s%s", STR_ARG(x->before), x->before.len && !x->joins_before ? " " : "");
    if (x->old.len)
        buf_addf(&text, marks ? "[-%.*s-]" : "%.*s", STR_ARG(x->old));
    if (x->old.len && x->new.len)
        buf_add(&text, marks ? STR(" ") : STR(" -> "));
    if (x->new.len)
        buf_addf(&text, marks ? "{+%.*s+}" : "%.*s", STR_ARG(x->new));
    buf_addf(&text, "%s%.*s", x->after.len && !x->joins_after ? " " : "", STR_ARG(x->after));
    for (size_t i = 0; i < text.len; i++)
        text.ptr[i] = text.ptr[i] == '\n' ? ' ' : text.ptr[i];
    term_add_safe(out, buf_str(&text));
    buf_add_char(out, '\n');
}

static void add_part(struct buf *out, const struct sentinel_part *p)
{
    buf_addf(out, "  version %lld against %lld of ", (long long)p->finding.number, (long long)p->finding.before);
    term_add_safe(out, p->page.url);
    buf_add(out, STR(", "));
    term_add_safe(out, p->finding.type);
    buf_add(out, STR(":\n"));
    for (uint32_t i = 0; i < p->changes.n; i++) {
        buf_addf(out, "    %s: ", change_name(p->changes.item[i].kind));
        add_excerpt(out, &p->changes.item[i]);
    }
    if (p->finding.n > p->changes.n)
        buf_addf(out, "    and %u more\n", p->finding.n - p->changes.n);
}

void sentinel_told_text(struct buf *out, const struct sentinel_told *told)
{
    term_add_safe(out, told->event.headline);
    buf_add_char(out, '\n');
    for (uint32_t i = 0; i < told->n_parts; i++)
        add_part(out, &told->part[i]);
}

void sentinel_ways_text(struct buf *out, const struct sentinel *s)
{
    for (uint32_t i = 0; i < s->n_ways; i++) {
        buf_add(out, i ? STR(", ") : STR(" by "));
        term_add_safe(out, s->way[i].kind);
        buf_add(out, s->way[i].details.len ? STR(" ") : STR(""));
        term_add_safe(out, s->way[i].details);
    }
}

/* ---- Text ---- */

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

static void add_message(struct buf *out, const struct trial_letter *m)
{
    moment_add(out, m->at);
    buf_add_char(out, ' ');
    term_add_safe(out, m->sentinel->name);
    sentinel_ways_text(out, m->sentinel);
    if (m->sentinel->n_ways == 0)
        buf_add(out, STR(" by your default channel"));
    if (m->n_events == 1) {
        buf_add(out, STR(": "));
        sentinel_told_text(out, &m->event[0]);
        return;
    }
    buf_addf(out, ": %u events\n", m->n_events);
    for (uint32_t i = 0; i < m->n_events; i++) {
        buf_add(out, STR("  "));
        moment_add(out, m->event[i].event.end);
        buf_add(out, STR("  "));
        sentinel_told_text(out, &m->event[i]);
    }
}

static void write_text(struct buf *out, const struct sentinel_trial *t)
{
    for (uint32_t i = 0; i < t->n_messages; i++)
        add_message(out, &t->message[i]);
    for (uint32_t i = 0; i < t->n_pages; i++)
        if (t->page[i].n_versions < 2) {
            term_add_safe(out, t->page[i].url);
            buf_add(out, t->page[i].page.id == 0 ? STR(": not in the archive yet; 'weft add' and 'weft check' fetch it\n")
                         : t->page[i].n_versions ? STR(": one version in this time, so there is nothing to compare it with\n")
                                                 : STR(": no versions in this time\n"));
        }
    if (t->note.len) {
        term_add_safe(out, t->note);
        buf_addf(out, " (in %u version%s)\n", t->n_noted, plural(t->n_noted));
    }
    buf_addf(out, "%u message%s for %u version%s of %u page%s, ", t->n_messages, plural(t->n_messages), t->n_versions,
             plural(t->n_versions), t->n_pages, plural(t->n_pages));
    moment_add(out, t->from);
    buf_add(out, STR(" to "));
    moment_add(out, t->to);
    buf_add(out, STR(". Nothing was sent.\n"));
}

/* ---- The command ---- */

static int read_times(const struct args *args, int64_t now, struct trial_query *q, struct err *e)
{
    const char *from = args_value(args, &option_from), *to = args_value(args, &option_to);
    if (from && moment_read_start(str_of(from), now, &q->from, e))
        return err_in(e, "--from");
    if (to && moment_read(str_of(to), now, &q->to, e))
        return err_in(e, "--to");
    if (from && q->from > q->to)
        return err_set(e, E_USAGE, "--from %s lies after --to %s", from, to);
    return 0;
}

/* What was named: one of the user's sentinels, or else a file of them. */
static int read_what(struct session *s, const char *named, struct trial_query *q, struct err *e)
{
    struct sentinel_row row;
    struct err none;
    int code = sentinels_find(&s->caller, str_of(named), &row, &none);
    if (code == 0) {
        q->name = str_of(named);
        return row.sentinel.is_set ? err_set(e, E_USAGE, "%s is a set of pages; a sentinel can be tested", named) : 0;
    }
    if (code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    if (io_read(&s->arena, named, SENTINEL_FILE_MAX, &q->text, &none) == 0)
        return 0;
    return err_set(e, E_USAGE, "there is no sentinel '%s', and no file of that name; 'weft sentinel list' names yours", named);
}

int sentinel_try(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct trial_query query = { .from = INT64_MIN, .to = NEVER };
    struct sentinel_source source = { .path = args->operand[0] };
    struct sentinel_trial trial;
    struct json j;
    int failed = session_open(&s, args, SESSION_READ, e);
    if (failed || (failed = read_times(args, s.caller.now, &query, e)) || (failed = read_what(&s, args->operand[0], &query, e))
        || (failed = sentinels_try(&s.caller, &query, &trial, e)))
        return failed;
    source.text = query.text;
    source.faults = trial.faults;
    source.grammar = *trial.grammar;
    json_open(&j, &out, 2);
    if (args_given(args, &option_json)) {
        sentinel_trial_json(&j, &trial);
        buf_add_char(&out, '\n');
    } else if (trial.faults.list.n) {
        sentinel_faults_text(&source, &out);
    } else {
        write_text(&out, &trial);
    }
    if ((failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return trial.faults.list.n ? STATUS_DIFFERENT : STATUS_SAME;
}
