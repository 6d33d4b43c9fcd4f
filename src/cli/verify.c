/* weft verify: every count, chain and digest of the archive is looked at, and what can be is set right. */
#include <stdio.h>

#include "archive/care.h"
#include "archive/things.h"
#include "base/limits.h"
#include "base/vec.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct option option_repair = {
    "repair", 0,
    NULL,     "Repair what can be repaired; versions whose bytes are damaged are marked as lost. What is whole is never touched.",
    NULL,
};

/* Words of faults past this many are only counted. */
enum { WORDS_MAX = 1000 };

struct faults {
    struct arena *arena;
    VEC(struct str) words;
};

static void take_words(void *context, const char *words)
{
    struct faults *f = context;

    if (f->words.n < WORDS_MAX)
        *VEC_ADD(f->arena, &f->words) = arena_str(f->arena, str_of(words));
}

/* Faults that are still there. */
static uint64_t left(const struct store_report *r)
{
    return r->faults - MIN(r->mended, r->faults);
}

static void add_json(struct buf *out, const struct store_report *r, const struct faults *f)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_bool(&j, "whole", left(r) == 0 && r->lost == 0);
    json_field_number(&j, "pages", (int64_t)r->pages);
    json_field_number(&j, "versions", (int64_t)r->versions);
    json_field_number(&j, "bodies", (int64_t)r->blobs);
    json_field_number(&j, "faults", (int64_t)r->faults);
    json_field_number(&j, "mended", (int64_t)r->mended);
    json_field_number(&j, "lost", (int64_t)r->lost);
    json_key(&j, "problems");
    json_array(&j);
    for (uint32_t i = 0; i < f->words.n; i++)
        thing_problem(&j, &(struct problem){ .kind = PROBLEM_DAMAGE, .message = f->words.item[i], .at = NEVER, .retry_at = NEVER });
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* "1 page, ", "2 pages, ": what stands behind the plural stands behind both. */
static void add_count(struct buf *out, uint64_t n, const char *one, const char *many)
{
    const char *mark = many + strcspn(many, ",:");

    buf_addf(out, "%llu %s%s", (unsigned long long)n, n == 1 ? one : "", n == 1 ? mark : many);
}

static void add_text(struct buf *out, const struct store_report *r, const struct faults *f, bool repair)
{
    for (uint32_t i = 0; i < f->words.n; i++) {
        term_add_safe(out, f->words.item[i]);
        buf_add_char(out, '\n');
    }
    if (f->words.n == WORDS_MAX)
        buf_add(out, STR("... and so on\n"));
    if (r->pages + r->versions + r->blobs || r->faults == 0) {
        add_count(out, r->pages, "page", "pages, ");
        add_count(out, r->versions, "version", "versions, ");
        add_count(out, r->blobs, "body", "bodies: ");
    }
    if (r->faults == 0 && r->lost == 0) {
        buf_add(out, STR("everything is whole\n"));
        return;
    }
    add_count(out, r->faults, "fault", "faults, ");
    buf_addf(out, "%llu mended, %llu %s lost\n", (unsigned long long)r->mended, (unsigned long long)r->lost,
             r->lost == 1 ? "version" : "versions");
    if (left(r) && !repair)
        buf_add(out,
                STR("'weft verify --repair' sets right what can be; a backup or an export taken before that is a good idea.\n"));
}

/* What was asked for has just failed: it must not be advised again. */
static int beyond_repair(struct err *e)
{
    struct str text = str_of(e->text);
    size_t advice = str_find(text, STR(";"), 0);
    char said[sizeof e->text];

    snprintf(said, sizeof said, "%.*s", (int)MIN(advice, text.len), text.ptr);
    return err_set(e, E_FORMAT,
                   "%s, and too much of it is damaged to rebuild it; nothing was changed, and a backup or an export brings it back",
                   said);
}

/* Words of the store that send people here. */
static void drop_own_hint(struct err *e)
{
    static const char hint[] = "'weft verify' says where, ";
    char *at = strstr(e->text, hint);

    if (at)
        memmove(at, at + sizeof hint - 1, strlen(at + sizeof hint - 1) + 1);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(progress) p = { .fd = -1 };
    struct faults faults = { .arena = &s.arena };
    struct store_report report = { .say = take_words, .context = &faults };
    bool repair = args_given(args, &option_repair);
    int failed = session_open(&s, args, repair ? SESSION_MEND : SESSION_LOOK, e);

    if (failed && repair && failed == E_FORMAT)
        return beyond_repair(e);
    if (!failed) {
        session_progress(&s, &p, "verifying");
        failed = care_verify(&s.caller, repair, &report, e);
        progress_erase(&p);
    }
    if (failed) {
        drop_own_hint(e);
        return failed;
    }
    if (args_given(args, &option_json))
        add_json(&out, &report, &faults);
    else
        add_text(&out, &report, &faults, repair);
    if ((failed = buf_check(&out, e)) || (failed = output_text(NULL, buf_str(&out), e)))
        return failed;
    if (repair && report.lost)
        return err_set(e, E_FORMAT, "%llu %s could not be brought back; look for %s in a backup or an export",
                       (unsigned long long)report.lost, report.lost == 1 ? "version" : "versions",
                       report.lost == 1 ? "it" : "them");
    return left(&report) || report.lost ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = { &option_repair, &option_json, NULL };

static const struct example examples[] = {
    { "weft verify", "reads every version and says whether it is what was stored" },
    { "weft verify --repair", "the same, and sets right what can be" },
    { NULL, NULL },
};

const struct command command_verify = {
    .name = "verify",
    .args = "",
    .summary = "checks that the archive is whole",
    .help =
        "Reads every version and compares it with its digest, and looks at the structures of the file. A damaged piece costs the "
        "versions that build on it and no others; they are marked as lost, and come back by themselves if their bytes are fetched "
        "again. Where the structures of the file are damaged, --repair rebuilds it from what can still be read, "
        "and keeps the damaged file beside it.\n\n"
        "Exits with 0 where everything is whole, 1 where something is not, 2 when something failed, and where a repair could not bring back every "
        "version.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
