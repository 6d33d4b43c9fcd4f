/* weft sentinel test: what sentinels would have sent, had the files been the versions of a page. */
#include "cli/sentinel.h"

#include "base/clock.h"
#include "base/duration.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/output.h"
#include "cli/term.h"
#include "event/observe.h"
#include "event/trial.h"
#include "judge/weigh.h"
#include "page/body.h"

/* Changes of one event that are printed. */
enum { SHOWN_MAX = 20 };

static const struct option option_url = {
    "url", 0, "URL", "The page that the files are versions of, where the sentinels name several.", NULL,
};
static const struct option option_start = { "start", 0, "WHEN", "When the first version was seen (so that the last one is now).",
                                            NULL };
static const struct option option_every = { "every", 0, "TIME", "The time from one version to the next (1d).", NULL };

struct file_trial {
    struct arena *arena;
    struct sentinel_source source;
    struct symbols symbols;
    const struct page **version;
    int64_t *at;
    char **file;
    uint32_t n, page;
    bool weighs;
    struct trial run;
    VEC(struct observed_event) seen; /* by number of the event */
    uint32_t n_leaves, n_compared;
    struct str trouble;
};

static void file_trial_drop(struct file_trial *t)
{
    trial_drop(&t->run);
}

static int read_moments(const struct args *args, struct file_trial *t, struct err *e)
{
    const char *start = args_value(args, &option_start), *every = args_value(args, &option_every);
    int64_t step = DURATION_DAY_MS, now = clock_now_ms(), first;
    int failed = every ? duration_read(str_of(every), &duration_seconds, &step, e) : 0;
    if (failed)
        return err_in(e, "--every");
    first = now - (int64_t)(t->n - 1) * step;
    if (start && moment_read_start(str_of(start), now, &first, e))
        return err_in(e, "--start");
    t->at = NEW_ARRAY(t->arena, int64_t, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        t->at[i] = first + (int64_t)i * step;
    return 0;
}

static int find_page(const struct args *args, struct file_trial *t, struct err *e)
{
    const struct detection *g = &t->source.graph;
    const char *url = args_value(args, &option_url);
    if (!url && g->n_pages != 1)
        return err_set(e, E_USAGE, "%s: the sentinels name %u pages; say with --url which of them the files are", t->source.path,
                       g->n_pages);
    for (uint32_t i = 0; i < g->n_pages; i++)
        if (!url || str_eq(g->page[i].address, str_of(url))) {
            t->page = i;
            return 0;
        }
    return err_set(e, E_ABSENT, "%s: no sentinel asks for %s", t->source.path, url);
}

static int read_version(struct file_trial *t, uint32_t i, struct err *e)
{
    struct page *page = NEW(t->arena, struct page);
    struct body body = { .name = str_of(t->file[i]), .url = t->source.graph.page[t->page].address };
    bool readable;
    int failed = io_read(t->arena, t->file[i], LIMIT_PAGE_BYTES, &body.bytes, e);
    if (failed)
        return failed;
    if ((failed = body_read(t->arena, &t->symbols, &body, page, &readable, e)))
        return err_in(e, "%s", t->file[i]);
    if (!readable)
        return body_refuse(&body, e) ? err_in(e, "%s", t->file[i]) : E_FORMAT;
    t->version[i] = page;
    return 0;
}

static int weigh(struct file_trial *t, uint32_t i, uint32_t *importance_ppm, struct err *e)
{
    struct weighed weighed;
    struct weigh_input in = { .old = i ? t->version[i - 1] : NULL, .new = t->version[i] };
    *importance_ppm = IMPORTANCE_UNKNOWN;
    if (i == 0 || !t->weighs)
        return 0;
    int failed = weigh_pages(t->arena, &in, &weighed, e);
    if (failed == 0)
        *importance_ppm = (uint32_t)(weighed.importance * 1000000 + 0.5);
    return failed;
}

static int step(struct file_trial *t, uint32_t i, struct err *e)
{
    struct observation in = {
        .graph = &t->source.graph, .page = t->page, .version = t->version, .at = t->at, .n = i + 1, .first_event = t->seen.n
    };
    struct observed observed;
    int failed = weigh(t, i, &in.importance_ppm, e);
    if (failed || (failed = observe(t->arena, &in, &observed, e)))
        return failed;
    t->n_leaves += observed.n_leaves;
    t->n_compared += observed.n_compared;
    t->trouble = t->trouble.len ? t->trouble : observed.trouble;
    for (uint32_t k = 0; k < observed.n; k++)
        *VEC_ADD(t->arena, &t->seen) = observed.item[k];
    return trial_step(&t->run, t->at[i], observed.primitive, observed.n, e);
}

static int try_all(struct file_trial *t, struct err *e)
{
    int failed;
    for (uint32_t i = 0; i < t->source.world.n; i++)
        t->weighs |= t->source.world.item[i].s.importance_ppm > 0;
    trial_open(&t->run, t->arena, &t->source.graph);
    for (uint32_t i = 0; i < t->n; i++)
        if ((failed = read_version(t, i, e)) || (failed = step(t, i, e)))
            return failed;
    return trial_end(&t->run, NEVER, e);
}

static uint32_t version_of(const struct file_trial *t, const struct observed_event *event)
{
    uint32_t i = 0;
    while (i + 1 < t->n && t->at[i] < event->primitive.end)
        i++;
    return i;
}

static void add_event(const struct file_trial *t, const struct observed_event *event, struct buf *out)
{
    uint32_t version = version_of(t, event);
    buf_addf(out, "  version %u (%s) against %u, ", version + 1, t->file[version], event->reference + 1);
    detect_node_print(&t->source.graph, event->primitive.node, out);
    buf_add(out, STR(":\n"));
    for (uint32_t i = 0; i < event->found.n && i < SHOWN_MAX; i++) {
        buf_add(out, STR("    "));
        type_change_print(event->delta, &event->found.item[i], out);
        buf_add_char(out, '\n');
    }
    if (event->found.n > SHOWN_MAX)
        buf_addf(out, "    and %u more\n", event->found.n - SHOWN_MAX);
}

/* What is in the message, each thing once: a link that makes a pair with two pictures is one link. */
static void add_events(const struct file_trial *t, const struct trial_message *m, struct buf *out)
{
    AUTO(arena) a = { 0 };
    bool *said = NEW_ARRAY(&a, bool, t->seen.n + 1);
    for (uint32_t k = 0; k < m->event.n; k++) {
        const struct occurrence *o = &t->run.events.item[m->event.item[k]].what;
        for (uint32_t n = 0; n < o->n; n++) {
            if (!said[o->event[n]])
                add_event(t, &t->seen.item[o->event[n]], out);
            said[o->event[n]] = true;
        }
    }
}

static void write_text(const struct file_trial *t, struct buf *out)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    for (uint32_t i = 0; i < t->run.messages.n; i++) {
        const struct trial_message *m = &t->run.messages.item[i];
        const struct sentinel *s = &t->source.world.item[t->source.graph.root[m->root].sentinel].s;
        moment_add(&text, m->at);
        buf_addf(&text, " %.*s", STR_ARG(s->name));
        sentinel_ways_text(&text, s);
        buf_add_char(&text, '\n');
        add_events(t, m, &text);
    }
    if (t->trouble.len)
        buf_addf(&text, "Not looked at: %.*s\n", STR_ARG(t->trouble));
    buf_addf(&text, "%u message%s for %u version%s; %u comparison%s, %u change%s looked for.\n", t->run.messages.n,
             t->run.messages.n == 1 ? "" : "s", t->n, t->n == 1 ? "" : "s", t->n_compared, t->n_compared == 1 ? "" : "s",
             t->n_leaves, t->n_leaves == 1 ? "" : "s");
    term_add_lines(out, buf_str(&text));
}

/* Text, or null where there is none. */
static void json_text_or_null(struct json *j, const char *name, struct str text)
{
    json_key(j, name);
    if (text.len)
        json_str(j, text);
    else
        json_null(j);
}

static void json_side(struct json *j, const char *name, const struct page *p, uint32_t word, uint32_t end, struct str text)
{
    AUTO(buf) words = BUF(MIB(64));
    if (!text.len)
        page_words_line(p, word, end, &words);
    json_key(j, name);
    json_object(j);
    json_field_number(j, "word", word);
    json_field_number(j, "end", end);
    json_text_or_null(j, "text", text.len ? text : buf_str(&words));
    json_end(j);
}

static void json_event(const struct file_trial *t, const struct observed_event *event, struct json *j)
{
    AUTO(buf) type = BUF(MIB(1));
    uint32_t version = version_of(t, event);
    detect_node_print(&t->source.graph, event->primitive.node, &type);
    json_object(j);
    json_field_str(j, "file", str_of(t->file[version]));
    json_field_number(j, "version", version + 1);
    json_field_number(j, "reference", event->reference + 1);
    json_field_str(j, "type", buf_str(&type));
    json_field_number(j, "before", event->found.n_old);
    json_field_number(j, "after", event->found.n_new);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < event->found.n; i++) {
        const struct type_change *c = &event->found.item[i];
        json_object(j);
        json_field_str(j, "kind", str_of(change_name(c->kind)));
        json_text_or_null(j, "where", c->where);
        json_side(j, "old", event->delta->old, c->old_word, c->old_end, c->old_text);
        json_side(j, "new", event->delta->new, c->new_word, c->new_end, c->new_text);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void json_message(const struct file_trial *t, const struct trial_message *m, struct json *j)
{
    const struct sentinel *s = &t->source.world.item[t->source.graph.root[m->root].sentinel].s;
    json_object(j);
    moment_json(j, "at", m->at);
    json_field_str(j, "sentinel", s->name);
    json_key(j, "by");
    json_array(j);
    for (uint32_t i = 0; i < s->n_ways; i++) {
        json_object(j);
        json_field_str(j, "way", s->way[i].kind);
        json_text_or_null(j, "details", s->way[i].details);
        json_end(j);
    }
    json_end(j);
    json_key(j, "events");
    json_array(j);
    for (uint32_t k = 0; k < m->event.n; k++) {
        const struct occurrence *o = &t->run.events.item[m->event.item[k]].what;
        json_object(j);
        moment_json(j, "start_at", o->start);
        moment_json(j, "end_at", o->end);
        json_key(j, "found");
        json_array(j);
        for (uint32_t n = 0; n < o->n; n++)
            json_event(t, &t->seen.item[o->event[n]], j);
        json_end(j);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void write_json(const struct file_trial *t, struct buf *out)
{
    struct json j;
    json_open(&j, out, 2);
    json_object(&j);
    json_field_number(&j, "versions", t->n);
    json_field_number(&j, "comparisons", t->n_compared);
    json_field_number(&j, "changes_looked_for", t->n_leaves);
    json_key(&j, "messages");
    json_array(&j);
    for (uint32_t i = 0; i < t->run.messages.n; i++)
        json_message(t, &t->run.messages.item[i], &j);
    json_end(&j);
    sentinel_faults_json(&j, &t->source.faults);
    json_end(&j);
    buf_add_char(out, '\n');
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    if (args->n_operands == 1)
        return sentinel_try(args, e);
    AUTO(file_trial) t = { .arena = &a, .file = args->operand + 1, .n = args->n_operands - 1 };
    int failed = sentinel_source_read(&a, args->operand[0], &t.source, e);
    t.version = NEW_ARRAY(&a, const struct page *, t.n);
    symbols_open(&t.symbols, &a);
    if (failed || (failed = read_moments(args, &t, e)) || (failed = sentinel_source_build(&a, &t.source, t.at[0], e)))
        return failed;
    bool is_right = t.source.faults.list.n == 0;
    if (is_right && ((failed = find_page(args, &t, e)) || (failed = try_all(&t, e))))
        return failed;
    if (args_given(args, &option_json))
        write_json(&t, &out);
    else if (is_right)
        write_text(&t, &out);
    else
        sentinel_faults_text(&t.source, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return is_right ? STATUS_SAME : STATUS_DIFFERENT;
}

static const struct option *const options[] = {
    &option_from, &option_to, &option_url, &option_start, &option_every, &option_json, &option_output, NULL,
};

static const struct example examples[] = {
    { "weft sentinel test prices --from 2026-11-01", "one of your sentinels, over the versions since then" },
    { "weft sentinel test news.sentinel", "what is not created yet, over all versions of its pages" },
    { "weft sentinel test news.sentinel monday.html tuesday.html wednesday.html", "files as three versions, a day apart" },
    { "weft sentinel test news.sentinel v1.html v2.html --start 2026-11-02 --every 1h --json",
      "from a moment on, each hour, as data" },
    { NULL, NULL },
};

const struct command sentinel_test = {
    .name = "sentinel test",
    .args = "NAME|FILE [VERSION...]",
    .summary = "prints what sentinels would have sent",
    .help =
        "Runs one of your sentinels, or those in FILE, over the versions of their pages that are in the archive, and prints each message "
        "that they would have sent: when, to whom, and the changes in it. FROM and TO of the sentinels do not count; --from and --to say "
        "which versions do.\n\n"
        "With files behind FILE, these are the versions of one page, in the order of time. No archive is needed then; --url names the page "
        "where FILE has several, --start and --every say when each file was seen. Nothing is sent, fetched or kept.",
    .options = options,
    .examples = examples,
    .settings = true,
    .run = run,
};
