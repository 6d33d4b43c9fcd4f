/* weft judge: what weft would say of the versions of a page, without watching it. In: files in the order of time. Out: for the last of
 * them, or each, whether it would be announced, with which words and why. The same calls as a check makes (flow/check.c), with nothing
 * stored. */
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/share.h"
#include "cli/args.h"
#include "cli/commands.h"

#include <unistd.h>
#include "cli/folder.h"
#include "cli/output.h"
#include "cli/term.h"
#include "judge/verdict.h"

static const struct option option_series = { "series", 0, NULL,
                                             "Judge each version against those before it, not the last one alone.", NULL };

/* A history on its way. */
struct judge_course {
    struct arena *kept; /* for what goes from version to version */
    struct str url;
    struct body base; /* the newest version that was not suspect, or was so twice */
    struct body real; /* the newest before it, while the base is one that was suspect twice */
    struct str past;
    bool suspect; /* the version before was */
    bool behind;  /* `real` is there */
    bool begun;
};

static bool is_announced(const struct judge_course *c, const struct verdict *v)
{
    return c->begun && v->any && (v->suspect.len == 0 || c->suspect);
}

/* What the next version is held against. */
static void step(struct judge_course *c, const struct body *body, const struct verdict *v)
{
    bool held = v->suspect.len && !c->suspect;
    c->suspect = held;
    if (held)
        return;
    if (v->suspect.len && c->begun && !c->behind)
        c->real = c->base;
    c->behind = c->begun && !v->back && (c->behind || v->suspect.len);
    c->base = *body;
    c->past = arena_str(c->kept, v->past);
    c->begun = true;
}

static void add_strings(struct json *j, const char *name, const struct str *text, uint32_t n)
{
    json_key(j, name);
    json_array(j);
    for (uint32_t i = 0; i < n; i++)
        json_str(j, text[i]);
    json_end(j);
}

static void add_evidence(struct json *j, const struct verdict *v)
{
    json_key(j, "evidence");
    json_object(j);
    for (unsigned i = 0; i < EVIDENCE_NONE; i++)
        if (v->amount[i] > 0)
            json_field_real(j, evidence_name((enum evidence_kind)i), (double)v->amount[i]);
    json_end(j);
}

static void add_json(const struct judge_course *c, const char *file, const struct verdict *v, struct buf *out)
{
    struct json j;
    json_open(&j, out, 0);
    json_object(&j);
    json_field_str(&j, "file", str_of(file));
    json_field_bool(&j, "announce", is_announced(c, v));
    json_field_real(&j, "probability", v->whole.chance);
    json_key(&j, "importance");
    if (v->importance < 0)
        json_null(&j);
    else
        json_real(&j, v->importance);
    json_field_str(&j, "headline", v->whole.headline.text);
    add_strings(&j, "lines", v->whole.headline.line, v->whole.headline.n_lines);
    add_strings(&j, "reasons", v->reason, v->n_reasons);
    json_field_str(&j, "suspect", v->suspect);
    json_key(&j, "held_back");
    json_array(&j);
    for (uint32_t i = 0; i < v->held.n; i++) {
        json_object(&j);
        json_field_str(&j, "what", v->held.item[i].what);
        json_field_str(&j, "why", v->held.item[i].why);
        json_field_number(&j, "times", v->held.item[i].times);
        json_end(&j);
    }
    json_end(&j);
    json_field_number(&j, "held_back_more", v->held.n_more);
    add_evidence(&j, v);
    json_end(&j);
    buf_add_char(out, '\n');
}

static void add_words(const struct judge_course *c, const char *file, const struct verdict *v, struct buf *out)
{
    const struct headline *h = &v->whole.headline;
    buf_addf(out, "%s: %s, %.0f %% likely to matter", file, is_announced(c, v) ? "announced" : "held back", v->whole.chance * 100);
    if (v->importance >= 0)
        buf_addf(out, ", importance %.*f", share_digits(v->importance), v->importance);
    if (v->suspect.len)
        buf_addf(out, "\n  suspect: %.*s", STR_ARG(v->suspect));
    if (h->text.len)
        buf_addf(out, "\n  %.*s", STR_ARG(h->text));
    for (uint32_t i = 0; i < h->n_lines; i++)
        buf_addf(out, "\n  %.*s", STR_ARG(h->line[i]));
    for (uint32_t i = 0; i < v->n_reasons; i++)
        buf_addf(out, "\n  because: %.*s", STR_ARG(v->reason[i]));
    for (uint32_t i = 0; i < v->held.n; i++) {
        buf_addf(out, "\n  held back: %.*s", STR_ARG(v->held.item[i].what));
        if (v->held.item[i].times > 1)
            buf_addf(out, ", %u times", v->held.item[i].times);
        buf_addf(out, " (%.*s)", STR_ARG(v->held.item[i].why));
    }
    if (v->held.n_more)
        buf_addf(out, "\n  held back: and %u more", v->held.n_more);
    buf_add_char(out, '\n');
}

static void add_text(const struct judge_course *c, const char *file, const struct verdict *v, struct buf *out)
{
    AUTO(buf) words = BUF(LIMIT_OUTPUT_BYTES);
    add_words(c, file, v, &words);
    term_add_lines(out, buf_str(&words)); /* they quote the page */
}

/* Reads one version, judges it and prints what was found where that is asked for. */
static int judge_file(struct judge_course *c, const char *file, const struct args *args, bool print, struct buf *out, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct body body = { .url = c->url, .name = arena_str(c->kept, str_of(file)) };
    struct verdict v;
    int code = io_read(c->kept, file, LIMIT_PAGE_BYTES, &body.bytes, e);
    if (code)
        return code;
    if (c->begun && str_eq(body.bytes, c->base.bytes)) {
        c->past = past_same(c->kept, c->past);
        v = (struct verdict){ .importance = -1 };
    } else {
        struct interest all = { 0 };
        struct verdict_facts facts = {
            .new = body,
            .old = c->begun ? &c->base : NULL,
            .real = c->behind ? &c->real : NULL,
            .interest = &all,
            .n_interests = 1,
            .past = c->past,
        };
        if (verdict_make(&a, &facts, &v, e))
            return err_in(e, "%s", file);
    }
    if (print && args_given(args, &option_json))
        add_json(c, file, &v, out);
    else if (print)
        add_text(c, file, &v, out);
    if (v.concern)
        step(c, &body, &v);
    return 0;
}

static int list_files(struct arena *a, const struct args *args, struct str **file, uint32_t *n, struct err *e)
{
    if (args_given(args, &option_series) && args->n_operands == 1)
        return folder_pages(a, args->operand[0], file, n, e);
    *file = NEW_ARRAY(a, struct str, args->n_operands);
    *n = args->n_operands;
    if (*n == 1 && access(args->operand[0], F_OK) == 0)
        return err_set(e, E_USAGE,
                       "judge: give at least two versions of the page, the oldest first, or a folder of them with --series");
    for (uint32_t i = 0; i < *n; i++)
        (*file)[i] = str_of(args->operand[i]);
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct judge_course course = { .kept = &a };
    const char *base = args_value(args, &option_base);
    struct str *file;
    uint32_t n;
    int code = list_files(&a, args, &file, &n, e);
    course.url = str_of(base ? base : "");
    for (uint32_t i = 0; code == 0 && i < n; i++) {
        AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
        bool print = i + 1 == n || (i && args_given(args, &option_series));
        code = judge_file(&course, arena_str(&a, file[i]).ptr, args, print, &out, e);
        if (code == 0 && out.len)
            code = output_page(NULL, buf_str(&out), e);
    }
    return code;
}

static const struct option *const options[] = { &option_json, &option_series, &option_base, NULL };

static const struct example examples[] = {
    { "weft judge monday.html tuesday.html wednesday.html", "would the last one be announced, and in which words?" },
    { "weft judge --series versions --json", "each file of a folder against those before it, a line of JSON each" },
    { NULL, NULL },
};

const struct command command_judge = {
    .name = "judge",
    .args = "FILE...",
    .summary = "tells whether a change of a page would be announced, and why",
    .help =
        "Reads the versions of one page in the order of time and says of the last one what 'weft check' would: whether it is announced, "
        "how likely people want to know of it, how much the change matters, its headline, the reasons, and what is held back as noise. "
        "The versions before show which parts of the page change on most visits, and which texts come and go.\n\n"
        "With --series FILE may be a folder: its pages are taken in the order of their names, and each is judged.",
    .options = options,
    .settings = false,
    .examples = examples,
    .run = run,
};
