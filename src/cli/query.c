/* weft query: an XPath over deltas, in files or between the versions of the archive. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/folder.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/session.h"
#include "archive/comparison.h"
#include "archive/pages.h"
#include "archive/target.h"
#include "cli/visual.h"
#include "judge/weigh.h"
#include "parse/xpath.h"

enum { SHOWN_BYTES = 200 };

static const struct option option_limit = { "limit", 'n', "N", "Stop after N deltas that have an answer; 0: never.", NULL };
static const struct option option_since = {
    "since", 0, "WHEN", "Only deltas that lead to a version of WHEN or later: 2026-11-01, 7d, yesterday.", NULL,
};

/* One question asked of many deltas, and what it has found. */
struct question {
    struct xpath xpath;
    struct renderer renderer;
    struct cutter cutter;
    int64_t since; /* milliseconds; INT64_MIN: any */
    bool is_json;
    struct json json;
    struct buf out;
    uint32_t n_deltas, n_found, n_undated;
    uint64_t limit; /* of n_found */
};

static void question_drop(struct question *q)
{
    xpath_drop(&q->xpath);
    renderer_drop(&q->renderer);
    buf_drop(&q->out);
}

static struct str attr_of(const struct dom *d, uint32_t node, const char *name)
{
    struct str value = STR("");
    dom_attr(d, node, str_of(name), &value);
    return value;
}

static uint32_t delta_node(const struct dom *d)
{
    for (uint32_t i = 0; i < d->n && i < 8; i++)
        if (d->node[i].kind == NODE_ELEMENT && str_eq(tag_name(d->symbols, d->node[i].tag), STR("Delta")))
            return i;
    return VIXML_NONE;
}

static void add_value(struct buf *out, struct str value)
{
    buf_add(out, STR("=\""));
    term_add_safe(out, str_sub(value, 0, SHOWN_BYTES));
    buf_add(out, value.len > SHOWN_BYTES ? STR("...\"") : STR("\""));
}

/* "/XML/Delta/Block[2]/Insert/link name="..." adr="..."" */
static void add_place(struct buf *out, const struct dom *d, const struct xpath_place *place)
{
    AUTO(arena) a = { 0 };
    const struct node *node = &d->node[place->node];
    term_add_safe(out, dom_path(&a, d, place->node));
    if (place->attr != UINT32_MAX) {
        buf_add(out, STR("/@"));
        term_add_safe(out, symbols_str(d->symbols, d->attr[place->attr].name));
        add_value(out, attr_value(&d->attr[place->attr]));
        return;
    }
    if (node->kind != NODE_ELEMENT)
        return;
    for (uint32_t i = node->attr; i < node->attr + node->n_attr; i++) {
        buf_add_char(out, ' ');
        term_add_safe(out, symbols_str(d->symbols, d->attr[i].name));
        add_value(out, attr_value(&d->attr[i]));
    }
}

static void json_place(struct json *j, const struct dom *d, const struct xpath_place *place)
{
    AUTO(arena) a = { 0 };
    const struct node *node = &d->node[place->node];
    json_object(j);
    json_field_str(j, "path", dom_path(&a, d, place->node));
    uint32_t from = place->attr != UINT32_MAX ? place->attr : node->attr;
    uint32_t n = place->attr != UINT32_MAX ? 1 : node->kind == NODE_ELEMENT ? node->n_attr : 0;
    for (uint32_t i = from; i < from + n; i++)
        json_field_str(j, arena_str(&a, symbols_str(d->symbols, d->attr[i].name)).ptr, attr_value(&d->attr[i]));
    json_end(j);
}

static void json_value(struct question *q, const struct xpath_value *v, const struct dom *d)
{
    if (v->kind == XPATH_GIVES_NODES) {
        json_key(&q->json, "found");
        json_array(&q->json);
        for (uint32_t i = 0; i < v->n; i++)
            json_place(&q->json, d, &v->place[i]);
        json_end(&q->json);
        return;
    }
    json_key(&q->json, "value");
    if (v->kind == XPATH_GIVES_NUMBER)
        json_real_digits(&q->json, v->number, 12);
    else if (v->kind == XPATH_GIVES_TRUTH)
        json_bool(&q->json, v->truth);
    else
        json_str(&q->json, v->text);
}

static void tell_json(struct question *q, struct str name, const struct dom *d, uint32_t delta, const struct xpath_value *v)
{
    json_object(&q->json);
    json_field_str(&q->json, "delta", name);
    json_field_str(&q->json, "url", attr_of(d, delta, "url"));
    json_field_str(&q->json, "from", attr_of(d, delta, "from"));
    json_field_str(&q->json, "to", attr_of(d, delta, "To"));
    json_field_str(&q->json, "date", attr_of(d, delta, "toDate"));
    json_value(q, v, d);
    json_end(&q->json);
}

static void tell_text(struct question *q, struct str name, const struct dom *d, const struct xpath_value *v)
{
    for (uint32_t i = 0; v->kind == XPATH_GIVES_NODES && i < v->n; i++) {
        term_add_safe(&q->out, name);
        buf_add(&q->out, STR(": "));
        add_place(&q->out, d, &v->place[i]);
        buf_add_char(&q->out, '\n');
    }
    if (v->kind == XPATH_GIVES_NODES)
        return;
    term_add_safe(&q->out, name);
    if (v->kind == XPATH_GIVES_NUMBER)
        buf_addf(&q->out, ": %.12g\n", v->number);
    else if (v->kind == XPATH_GIVES_TRUTH)
        buf_addf(&q->out, ": %s\n", v->truth ? "true" : "false");
    else {
        buf_add(&q->out, STR(": "));
        term_add_safe(&q->out, v->text);
        buf_add_char(&q->out, '\n');
    }
}

static bool says_no(const struct xpath_value *v)
{
    return (v->kind == XPATH_GIVES_NODES && v->n == 0) || (v->kind == XPATH_GIVES_TRUTH && !v->truth)
           || (v->kind == XPATH_GIVES_TEXT && v->text.len == 0);
}

static bool is_enough(const struct question *q)
{
    return q->n_found >= q->limit;
}

/* Asks one delta. `is_delta` may be NULL: then what is none is an error. */
static int ask(struct question *q, struct str name, struct str bytes, bool *is_delta, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct symbols symbols;
    struct dom d;
    struct xpath_value value;
    struct parse_source source = { .bytes = bytes, .content_type = STR("application/xml") };
    uint64_t seconds = 0;

    symbols_open(&symbols, &a);
    if (parse_page(&a, &symbols, &source, &d, e))
        return err_in(e, "%.*s", STR_ARG(name));
    uint32_t delta = d.xml ? delta_node(&d) : VIXML_NONE;
    if (is_delta)
        *is_delta = delta != VIXML_NONE;
    if (delta == VIXML_NONE)
        return is_delta ? 0 : err_set(e, E_FORMAT, "%.*s: not Vi-Delta: 'weft vidiff' writes it", STR_ARG(name));
    bool dated = str_number(attr_of(&d, delta, "toTime"), INT64_MAX / 1000, &seconds);
    q->n_undated += q->since != INT64_MIN && !dated;
    if (q->since != INT64_MIN && (!dated || (int64_t)seconds * 1000 < q->since))
        return 0;
    q->n_deltas++;
    if (xpath_eval(&q->xpath, &a, &d, &value, e))
        return err_in(e, "%.*s", STR_ARG(name));
    if (says_no(&value))
        return 0;
    q->n_found++;
    if (q->is_json)
        tell_json(q, name, &d, delta, &value);
    else
        tell_text(q, name, &d, &value);
    return buf_check(&q->out, e);
}

static int ask_file(struct question *q, struct str path, bool *is_delta, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct str bytes;
    int failed = io_read(&a, arena_str(&a, path).ptr, LIMIT_PAGE_BYTES, &bytes, e);
    return failed ? failed : ask(q, path, bytes, is_delta, e);
}

static int ask_operand(struct question *q, const char *operand, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct stat st;
    struct str *path;
    uint32_t n, n_deltas = 0;
    int failed;

    if (strcmp(operand, "-") == 0 || stat(operand, &st) || !S_ISDIR(st.st_mode))
        return ask_file(q, str_of(operand), NULL, e);
    if ((failed = folder_pages(&a, operand, &path, &n, e)))
        return failed;
    AUTO(progress) p;
    progress_open(&p, STDERR_FILENO, n);
    for (uint32_t i = 0; i < n; i++) {
        bool is_delta;
        progress_step(&p, path[i]);
        if ((failed = ask_file(q, path[i], &is_delta, e)))
            return failed;
        n_deltas += is_delta;
    }
    return n_deltas ? 0
                    : err_set(e, E_USAGE, "%s: no file in this folder is a Vi-Delta; 'weft vidiff OLD NEW -o FILE.xml' writes them",
                              operand);
}

static struct str moment_text(struct arena *a, int64_t at)
{
    AUTO(buf) b = BUF(MOMENT_TEXT_MAX);
    moment_add_utc(&b, at);
    return arena_str(a, buf_str(&b));
}

/* A version as a document of blocks, with all its memory: as the new one it is compared with the version before it, then as the old one
 * with the next, so each is cut into blocks once. */
struct reader {
    struct arena arena;
    const struct target_version *version; /* NULL: there is none that can be read as a page */
    struct weigh_version cut;
};

struct readings {
    struct reader side[2];
};

static void reader_drop(struct reader *r)
{
    arena_drop(&r->arena);
    *r = (struct reader){ 0 };
}

static void readings_drop(struct readings *r)
{
    reader_drop(&r->side[0]);
    reader_drop(&r->side[1]);
}

/* What is no page (a picture, a body that is damaged on the disk) leaves r->version NULL. */
static int read_version(struct reader *r, const struct caller *c, const struct cutter *cutter, const struct target *t,
                        const struct target_version *v, struct err *e)
{
    reader_drop(r);
    r->arena.budget_bytes = LIMIT_JOB_MEMORY;
    struct arena *a = &r->arena;
    struct page *read = NEW(a, struct page);
    struct caller reader = *c;

    reader.arena = a;
    int failed = comparison_page(&reader, t, v->number, read, e);
    if (!failed && (failed = weigh_version_of(a, cutter, read, arena_printf(a, "%lld", (long long)v->number), &r->cut, e)) == 0)
        r->version = v;
    return failed == E_FORMAT || failed == E_LIMIT ? 0 : failed;
}

static int ask_versions(struct question *q, const struct target *t, const struct reader *old, const struct reader *new,
                        struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct videlta d;
    struct importance importance;
    const struct target_version *from = old->version, *to = new->version;

    vidiff(&a, &old->cut.document, &new->cut.document, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    struct importance_pair in = {
        .old = &old->cut.document,
        .new = &new->cut.document,
        .delta = &d,
        .old_words = &old->cut.words,
        .new_words = &new->cut.words,
        .weights = &importance_weights,
    };
    importance_of(&a, &in, &importance);
    d.weighed = true;
    d.importance = importance.value;
    d.old_at = from->at / 1000;
    d.new_at = to->at / 1000;
    d.old_date = moment_text(&a, from->at);
    d.new_date = moment_text(&a, to->at);
    videlta_write(&d, &text);
    struct str name =
        arena_printf(&a, "%.*s versions %lld to %lld", STR_ARG(t->name), (long long)from->number, (long long)to->number);
    return buf_check(&text, e) ? e->code : ask(q, name, buf_str(&text), NULL, e);
}

/* Whether the version is not needed even to compare the next one with. */
static bool is_early(const struct question *q, const struct target_versions *versions, uint32_t i)
{
    while (++i < versions->n)
        if (!versions->item[i].lost && !versions->item[i].suspect)
            return versions->item[i].at < q->since;
    return true;
}

/* Versions that were suspect are no news, and none are compared with them. */
static int ask_page(struct question *q, const struct caller *asker, const struct store_page *page, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(readings) r = { 0 };
    struct caller c = *asker;
    struct target t = target_of(&a, page);
    struct target_versions versions;
    unsigned old = 0;

    c.arena = &a;
    int failed = target_versions(&c, &t, &versions, e);
    for (uint32_t i = 0; !failed && i < versions.n && !is_enough(q); i++) {
        const struct target_version *v = &versions.item[i];
        struct reader *new = &r.side[!old];
        bool asked = v->at >= q->since;
        if (v->lost || v->suspect || (!asked && is_early(q, &versions, i)))
            continue;
        failed = read_version(new, &c, &q->cutter, &t, v, e);
        if (!failed && asked && r.side[old].version && new->version)
            failed = ask_versions(q, &t, &r.side[old], new, e);
        old = new->version ? !old : old;
    }
    return failed ? err_in(e, "%.*s", STR_ARG(t.name)) : 0;
}

/* A page after the other. */
struct archive_question {
    struct question *question;
    struct session *session;
    struct progress *progress;
};

static int ask_next(void *context, const struct store_page *page, struct err *e)
{
    struct archive_question *x = context;

    if (is_enough(x->question))
        return 0;
    progress_step(x->progress, page->url);
    return ask_page(x->question, &x->session->caller, page, e);
}

static int ask_store(struct question *q, const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    int failed = session_open(&s, args, SESSION_READ, e);
    if (failed || (failed = layout_renderer(&s.arena, args, &q->renderer, e)))
        return failed;
    q->cutter = (struct cutter){ renderer_cut, &q->renderer };
    AUTO(progress) p;
    progress_open(&p, STDERR_FILENO, 0);
    return pages_each(&s.caller, ask_next, &(struct archive_question){ q, &s, &p }, e);
}

static int ask_all(struct question *q, const struct args *args, struct err *e)
{
    int failed = 0;
    if (args->n_operands == 1)
        return ask_store(q, args, e);
    for (unsigned i = 1; i < args->n_operands && !failed && !is_enough(q); i++)
        failed = ask_operand(q, args->operand[i], e);
    return failed;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(question) q = { .since = INT64_MIN, .is_json = args_given(args, &option_json), .out = BUF(LIMIT_OUTPUT_BYTES) };
    const char *since = args_value(args, &option_since);
    int failed;

    if (since && moment_read_start(str_of(since), clock_now_ms(), &q.since, e))
        return err_in(e, "query: --since");
    if ((failed = session_limit(args, &option_limit, 0, &q.limit, e)))
        return failed;
    if ((failed = xpath_open(&q.xpath, str_of(args->operand[0]), e)))
        return failed;
    json_open(&q.json, &q.out, 2);
    if (q.is_json)
        json_array(&q.json);
    if ((failed = ask_all(&q, args, e)))
        return failed;
    if (q.is_json) {
        json_end(&q.json);
        buf_add_char(&q.out, '\n');
    } else if (q.n_found == 0) {
        buf_addf(&q.out, "Nothing found in %u %s%s.\n", q.n_deltas, q.n_deltas == 1 ? "delta" : "deltas",
                 q.n_undated ? "; those without a date were left out" : "");
    }
    if ((failed = buf_check(&q.out, e)) || (failed = output_text(args_value(args, &option_output), buf_str(&q.out), e)))
        return failed;
    return q.n_found ? STATUS_SAME : STATUS_DIFFERENT;
}

static const struct option *const options[] = { &option_since, &option_limit, &option_layout, &option_json, &option_output, NULL };

static const struct example examples[] = {
    { "weft query '//Block[@importance > 0.3]/Insert/link' --since 7d",
      "links inserted where it matters, last week, in all watched pages" },
    { "weft query 'count(//Insert/img)' deltas/", "pictures that came, for each delta in a folder" },
    { "weft query '//Structure/*[not(@partOf)]' delta.xml --json", "what happened to the blocks" },
    { NULL, NULL },
};

const struct command command_query = {
    .name = "query",
    .args = "XPATH [DELTA...]",
    .summary = "asks deltas a question in XPath",
    .help =
        "Asks each DELTA, a Vi-Delta file or a folder of them, and prints what the XPath chooses, or the value it gives. Without DELTA the "
        "archive is asked: every two versions of a page that follow each other, compared block by block.\n\n"
        "A delta is <XML><Delta url from To fromDate toDate fromTime toTime importance>, with <Block ref importance> holding <Insert>, "
        "<Delete> and <Update>, then <Move> and <Structure>; in them are <link name adr>, <img name src> and <Texts>. Times are seconds "
        "since 1970, so that XPath can compare them. docs/schema/vi-delta.rng tells all of it.\n\n"
        "The exit status is 0 where something was found, 1 where nothing was, and 2 when something failed.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
