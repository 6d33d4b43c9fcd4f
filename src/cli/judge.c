/* weft judge: what weft would say of the versions of a page, without watching it. In: files in the order of time. Out: for the last of
 * them, or each, whether it would be announced, with which words and why. The same calls as a check makes (flow/check.c, flow/commit.c),
 * with nothing stored; tests/e2e/judge_test.py holds the two against each other. */
#include "base/io.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/share.h"
#include "cli/args.h"
#include "cli/commands.h"

#include <sys/stat.h>
#include "cli/folder.h"
#include "cli/output.h"
#include "cli/source.h"
#include "cli/term.h"
#include "cli/watch_options.h"
#include "flow/suspicion.h"
#include "judge/suspect.h"

static const struct option option_series = { "series", 0, NULL,
                                             "Judge each version against those before it, not the last one alone.", NULL };

/* A history on its way. Versions have the numbers that the archive would give them. */
struct judge_course {
    struct arena *kept; /* for what goes from version to version */
    struct wishes wishes;
    struct str url;
    struct body newest, base,
        real; /* the last version; the newest that was believed; the page, while the base stands in its place */
    int64_t n_versions;
    int64_t base_number;     /* 0: there is none */
    struct page_state state; /* what a check would keep, as far as it decides */
    struct str headline;     /* of the newest, while it is suspect; and how likely it is to matter */
    double chance;
};

/* What is said of one version. */
struct judge_said {
    struct verdict verdict;
    bool announced;
    bool same;           /* its bytes are those of the version before */
    struct str left_out; /* why it is not announced though it is news; empty: it is, or is not */
};

/* Without a clock: what is seen twice has lasted. */
static bool lasts(const struct judge_course *c, const struct verdict *found)
{
    static const struct subject_rules at_once = { 0 };
    struct suspicion_answer answer = suspicion_of(&c->state, found, c->n_versions - c->base_number, 0);
    return suspicion_lasts(&c->state, &at_once, &answer);
}

static void believe(struct judge_course *c, const struct body *body, int64_t number)
{
    c->base = *body;
    c->base_number = number;
}

static void remember(struct judge_course *c, const struct verdict *v, bool held)
{
    uint32_t real = c->state.real;
    struct body before = c->base;
    suspicion_learn(&c->state, &(struct suspicion_version){ v, c->base_number, 0, held });
    c->state.suspect = arena_str(c->kept, c->state.suspect); /* the page is gone soon, and its reason with it */
    c->state.blocked = arena_str(c->kept, c->state.blocked);
    if (c->state.real != real)
        c->real = before;
}

/* The same bytes again: what was suspect is now believed, as flow/commit.c has it. */
static struct judge_said same_again(struct judge_course *c)
{
    struct judge_said said = { .verdict = { .importance = -1 }, .same = true };
    if (c->state.suspect.len == 0) {
        c->state.past = past_same(c->kept, c->state.past);
        return said;
    }
    said.verdict = suspicion_told(c->kept, &(struct verdict){ .suspect = c->state.suspect }, 1);
    said.verdict.whole.headline.text = c->headline.len ? c->headline : said.verdict.whole.headline.text;
    said.verdict.whole.chance = c->chance;
    said.announced = c->base_number > 0;
    remember(c, &said.verdict, false);
    believe(c, &c->newest, c->n_versions);
    return said;
}

/* What a check makes of a new body (keep_body() of flow/commit.c), and what the next version is held against. */
static struct judge_said take_version(struct judge_course *c, struct arena *a, const struct body *body, const struct verdict *found)
{
    struct judge_said said = { .verdict = found->suspect.len ? suspicion_told(a, found, 1) : *found };
    bool held = found->suspect.len && !lasts(c, found);
    if (found->back)
        believe(c, &c->real, c->state.real);
    said.announced = !held && c->base_number && said.verdict.any;
    if (said.verdict.whole.concerns && !said.announced && !held && c->base_number)
        said.left_out = wishes_below(a, &c->wishes, said.verdict.importance);
    remember(c, &said.verdict, held);
    c->n_versions++;
    c->newest = *body;
    c->headline = arena_str(c->kept, said.verdict.whole.headline.text);
    c->chance = found->whole.chance;
    if (found->past.len)
        c->state.past = arena_str(c->kept, found->past);
    if (!held)
        believe(c, body, c->n_versions);
    return said;
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

static void add_json(const char *file, const struct judge_said *said, struct buf *out)
{
    const struct verdict *v = &said->verdict;
    struct json j;
    json_open(&j, out, 0);
    json_object(&j);
    json_field_str(&j, "file", str_of(file));
    json_field_bool(&j, "announce", said->announced);
    json_field_bool(&j, "announced", said->announced); /* as 'why' and the others call it, for one filter */
    json_field_real(&j, "probability", v->whole.chance);
    json_key(&j, "importance");
    if (v->importance < 0)
        json_null(&j);
    else
        json_real(&j, v->importance);
    json_field_str(&j, "headline", v->whole.headline.text);
    add_strings(&j, "lines", v->whole.headline.line, v->whole.headline.n_lines);
    add_strings(&j, "reasons", v->reason, v->n_reasons);
    json_field_str(&j, "left_out", said->left_out);
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

static void add_words(const char *file, const struct judge_said *said, struct buf *out)
{
    const struct verdict *v = &said->verdict;
    const struct headline *h = &v->whole.headline;
    if (said->same && !said->announced && !v->suspect.len) {
        buf_addf(out, "%s: nothing to announce; the file is the same as the version before it\n", file);
        return;
    }
    buf_addf(out, "%s: %s", file, said->announced ? "announced" : "held back");
    if (!v->suspect.len) /* whether it matters is asked of the page alone */
        buf_addf(out, ", %.0f %% likely to matter", v->whole.chance * 100);
    if (v->importance >= 0)
        buf_addf(out, ", importance %.*f", share_digits(v->importance), v->importance);
    if (said->left_out.len)
        buf_addf(out, "\n  not announced: %.*s", STR_ARG(said->left_out));
    if (v->suspect.len)
        buf_addf(out, "\n  suspect: %.*s", STR_ARG(v->suspect));
    if (v->invisible && !said->announced && !v->suspect.len)
        buf_add(out, STR("\n  nothing that a reader sees has changed"));
    struct str headline = suspect_rest(h->text, v->suspect);
    if (headline.len)
        buf_addf(out, "\n  %.*s", STR_ARG(headline));
    for (uint32_t i = 0; i < h->n_lines; i++)
        buf_addf(out, "\n  %.*s", STR_ARG(h->line[i]));
    for (uint32_t i = 0; i < v->n_reasons && !v->suspect.len; i++)
        buf_addf(out, "\n  %s: %.*s", said->announced ? "because" : "despite", STR_ARG(v->reason[i]));
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

static void add_text(const char *file, const struct judge_said *said, struct buf *out)
{
    AUTO(buf) words = BUF(LIMIT_OUTPUT_BYTES);
    add_words(file, said, &words);
    term_add_lines(out, buf_str(&words)); /* they quote the page */
}

/* Reads one version, judges it and prints what was found where that is asked for. */
static int judge_file(struct judge_course *c, const char *file, const struct args *args, bool print, struct buf *out, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct body body = { .url = c->url, .name = arena_str(c->kept, str_of(file)) };
    struct judge_said said;
    int code = io_read(c->kept, file, LIMIT_PAGE_BYTES, &body.bytes, e);
    if (code)
        return code;
    if (c->n_versions && str_eq(body.bytes, c->newest.bytes)) {
        said = same_again(c);
    } else {
        struct interest all = { .wishes = c->wishes };
        struct verdict v;
        struct verdict_facts facts = {
            .new = body,
            .old = c->base_number ? &c->base : NULL,
            .real = c->state.real && c->state.real < c->base_number ? &c->real : NULL,
            .held = c->state.suspect.len ? &c->newest : NULL,
            .interest = &all,
            .n_interests = 1,
            .past = c->state.past,
            .blocked = c->state.blocked.len > 0,
        };
        if (verdict_make(&a, &facts, &v, e))
            return err_in(e, "%s", file);
        said = take_version(c, &a, &body, &v);
    }
    if (print && args_given(args, &option_json))
        add_json(file, &said, out);
    else if (print)
        add_text(file, &said, out);
    return 0;
}

/* The files of a folder of versions. */
static int list_folder(struct arena *a, const char *folder, struct str **file, uint32_t *n, struct err *e)
{
    if (folder_versions(a, folder, file, n, e))
        return e->code;
    return *n > 1 ? 0 : err_set(e, E_USAGE, "judge: %s: this folder has one version of the page; at least two are needed", folder);
}

/* How many operands are folders. One that is not there is a file, whose reading fails. */
static uint32_t count_folders(const struct args *args)
{
    struct stat s;
    uint32_t n = 0;
    for (unsigned i = 0; i < args->n_operands; i++)
        n += stat(args->operand[i], &s) == 0 && S_ISDIR(s.st_mode);
    return n;
}

static int check_operands(const struct args *args, uint32_t folders, struct err *e)
{
    bool series = args_given(args, &option_series), one = args->n_operands == 1;
    struct stat s;
    if (folders && !series)
        return err_set(e, E_USAGE, "judge: to judge the versions in a folder, give it with --series");
    if (folders && folders < args->n_operands)
        return err_set(e, E_USAGE, "judge: --series takes folders, or the files of one page, not both");
    if (folders || !one || stat(args->operand[0], &s))
        return 0;
    if (!series)
        return err_set(e, E_USAGE,
                       "judge: give at least two versions of the page, the oldest first, or a folder of them with --series");
    return err_set(
        e, E_USAGE,
        "judge: %s is one file: with --series name the folder that holds the versions of the page, or all of its files, the "
        "oldest first",
        args->operand[0]);
}

static int read_wishes(const struct args *args, struct wishes *out, struct err *e)
{
    const char *level = args_value(args, &watch_option_sensitivity), *least = args_value(args, &watch_option_min_importance);
    struct wishes_said said = { .watch_sensitivity = str_of(level ? level : ""), .watch_importance = str_of(least ? least : "") };
    if (wishes_check_sensitivity(said.watch_sensitivity, e) || wishes_check_importance(said.watch_importance, e))
        return e->code;
    *out = wishes_of(&said);
    return 0;
}

/* One page: its versions in the order of time. */
static int judge_page(const struct args *args, const struct wishes *wishes, const struct str *file, uint32_t n, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    const char *base = args_value(args, &option_base);
    struct judge_course course = { .kept = &a, .state = page_state_none(), .wishes = *wishes, .url = str_of(base ? base : "") };
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < n; i++) {
        AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
        bool print = i + 1 == n || (i && args_given(args, &option_series));
        code = judge_file(&course, arena_str(&a, file[i]).ptr, args, print, &out, e);
        if (code == 0 && out.len)
            code = output_page(NULL, buf_str(&out), e);
    }
    return code;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct str *file = NEW_ARRAY(&a, struct str, args->n_operands);
    struct wishes wishes;
    uint32_t n = 0, folders = count_folders(args);
    int code = source_check_base(args_value(args, &option_base), e);
    if (code || (code = check_operands(args, folders, e)) || (code = read_wishes(args, &wishes, e)))
        return code;
    for (unsigned i = 0; i < args->n_operands; i++)
        file[i] = str_of(args->operand[i]);
    if (!folders)
        return judge_page(args, &wishes, file, args->n_operands, e);
    for (unsigned i = 0; code == 0 && i < args->n_operands; i++)
        if ((code = list_folder(&a, args->operand[i], &file, &n, e)) == 0)
            code = judge_page(args, &wishes, file, n, e);
    return code;
}

static const struct option *const options[] = {
    &option_json, &option_series, &option_base, &watch_option_sensitivity, &watch_option_min_importance, NULL
};

static const struct example examples[] = {
    { "weft judge monday.html tuesday.html wednesday.html", "would the last one be announced, and in which words?" },
    { "weft judge --series versions --json", "each file of a folder against those before it, a line of JSON each" },
    { "weft judge --series versions --sensitivity low", "what would be announced to somebody who asks for what is important" },
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
        "With --series FILE may be a folder: its pages, or JSON and texts where it has no pages, are taken in the order of their names, and "
        "each is judged. Each folder is judged as a page of its own.\n\n"
        "Each file stands for the answer to one visit. 'weft check' decides by the same rules; it may know more from a probe (the setting "
        "probe) and from what you taught it.\n\n"
        "In JSON, 'announce' says whether the version would be announced. 'announced' has the same value, since 'weft why', 'weft tell' and "
        "'weft report --held-back' use that name.\n\n"
        "The exit status is 0 where the versions could be judged, announced or not, and 2 when something failed.",
    .options = options,
    .settings = false,
    .examples = examples,
    .run = run,
};
