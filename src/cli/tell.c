/* weft tell: "this should have been announced". In: versions that were held back. Out: they are news, and changes like them will be. */
#include "cli/tell.h"

#include "base/json.h"
#include "archive/things.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

const struct option tell_option_undo = { "undo", 0, NULL, "Take back what you said of the version, and what it taught.", NULL };

const struct option tell_option_part = {
    "part", 0, "N", "Only this change of the version, by its number; may be given several times.", NULL,
};

enum { PARTS_SHOWN = 32 };

const struct option tell_option_limit = {
    "limit", 'n', "N", "List the first N changes of each version (32); 0: all.", NULL,
};

struct tell_job {
    struct session *session;
    enum lesson_act act;
    struct buf *out;
    struct json *json; /* NULL: words */
    const uint32_t *part;
    uint32_t n_parts;
    uint64_t limit; /* of changes that are printed */
};

/* What follows from it for the next checks. */
static void add_places(struct buf *out, const struct lesson_done *done)
{
    const char *there = done->n_places == 1 ? "this place" : "these places";

    if (done->kind == LESSON_TOLD)
        buf_addf(out, "; from now on changes at %s are announced to you", there);
    else if (done->kind == LESSON_DISMISSED)
        buf_addf(out, "; from now on changes at %s are held back, but whole new sentences there are announced", there);
    else
        buf_addf(out, "; from now on nothing in %s of the page is announced to you",
                 done->n_places == 1 ? "this part" : "these parts");
}

static void add_part(struct buf *out, const struct lesson_part *part)
{
    term_add_safe(out, part->what);
    if (part->times > 1)
        buf_addf(out, ", %u times", part->times);
}

static const char *rest_words(enum lesson_kind kind, const struct lesson_part *first)
{
    return kind == LESSON_TOLD && first->announced ? "announced before; --part N teaches that changes there matter to you"
           : kind == LESSON_TOLD                   ? "still held back; --part N announces one of them instead"
                                 : "not taken, changes there are judged as before; --part N takes one of them instead";
}

/* Who dismisses a version and names no part may mean one of them. */
static bool takes_all(const struct lesson_done *done)
{
    return done->kind && done->kind != LESSON_TOLD && done->n_chosen >= done->n_parts;
}

/* What the act took, and what of the version it did not; numbers as --part takes them. */
static void add_parts(struct buf *out, const struct lesson_done *done, uint64_t limit)
{
    uint32_t n = (uint32_t)MIN(takes_all(done) ? limit : MAX(limit, done->n_chosen), done->n_parts);

    for (uint32_t i = 0; i < n; i++) {
        const struct lesson_part *part = &done->part[i];
        bool rest = i >= done->n_chosen;
        if (rest && (i == done->n_chosen || (done->kind == LESSON_TOLD && part->announced && !part[-1].announced)))
            buf_addf(out, "  %s:\n", rest_words(done->kind, part));
        if (done->n_parts > 1)
            buf_addf(out, "  %4u  ", part->number);
        else
            buf_add(out, STR("  "));
        add_part(out, part);
        if (rest && part->why.len) {
            buf_add(out, STR(" ("));
            term_add_safe(out, part->why);
            buf_add_char(out, ')');
        }
        buf_add_char(out, '\n');
    }
    if (n < done->n_parts)
        buf_addf(out, "        and %u more; --limit 0 lists them\n", done->n_parts - n + done->n_more);
    else if (done->n_more)
        buf_addf(out, "        and %u more\n", done->n_more);
}

/* What else could be asked for. */
static void add_hint(struct buf *out, const struct lesson_done *done)
{
    if (takes_all(done) && done->n_parts > 1)
        buf_add(out, STR("  --part N takes one of them alone\n"));
    if (done->kind == LESSON_DISMISSED && !done->empty)
        buf_add(out, STR("  --this-part holds back everything in that part of the page, new sentences too\n"));
}

/* Who names no part of a version that was announced as a whole. */
static bool is_told_again(const struct tell_job *t, const struct lesson_done *done)
{
    return t->n_parts == 0 && done->n_chosen && done->part[0].announced;
}

/* Why the report does not have what is announced. */
static void add_unlisted(struct buf *out, const struct lesson_done *done)
{
    if (done->kind == LESSON_TOLD && done->seen)
        buf_add(out, STR(", but 'weft report' does not list it, since you have seen it"));
    if (done->kind == LESSON_TOLD && done->gone)
        buf_addf(out, ", but 'weft report' does not list it: nothing is left on the page of what was new since version %lld",
                 (long long)done->last_seen);
}

/* What is news now that an earlier act does not hold any more. */
static void add_later(struct buf *out, const struct lesson_done *done)
{
    bool one = done->n_later == 1;

    if (done->n_later == 0)
        return;
    buf_add(out, one ? STR("; version ") : STR("; versions "));
    for (uint32_t i = 0; i < done->n_later; i++)
        buf_addf(out, "%s%lld", i == 0 ? "" : i + 1 < done->n_later ? ", " : " and ", (long long)done->later[i]);
    buf_add(out, one ? STR(", which was held back because of it, is announced to you now")
                     : STR(", which were held back because of it, are announced to you now"));
}

/* What became of the version by the act. */
static void add_outcome(const struct tell_job *t, int64_t number, const struct lesson_done *done)
{
    const char *state = done->announced ? "announced to you" : "held back";
    long long n = (long long)number;

    if (done->kind == LESSON_TOLD && is_told_again(t, done))
        buf_addf(t->out, "version %lld was announced to you before, and nothing of it was held back", n);
    else if (done->kind == LESSON_TOLD)
        buf_addf(t->out, "version %lld is announced to you", n);
    else if (done->kind)
        buf_addf(t->out, "version %lld is dismissed%s", n,
                 done->empty ? "; nothing that people read has changed in it, so it teaches nothing" : "");
    else if (done->taken_back)
        buf_addf(t->out, "what you said of version %lld is taken back; it is %s again", n, state);
    else if (t->act == LESSON_ACT_UNDO)
        buf_addf(t->out, "you have said nothing of version %lld; it is %s", n, state);
    else
        buf_addf(t->out, "version %lld is %s", n, state);
    add_unlisted(t->out, done);
    add_later(t->out, done);
}

static void add_words(const struct tell_job *t, struct str url, int64_t number, const struct lesson_done *done)
{
    struct buf *out = t->out;

    term_add_safe(out, url);
    buf_add(out, STR(": "));
    add_outcome(t, number, done);
    if (done->kind && done->n_places)
        add_places(out, done);
    if (done->headline.len && done->n_chosen == 0) {
        buf_add(out, STR("\n  "));
        term_add_safe(out, done->headline);
    }
    buf_add_char(out, '\n');
    add_parts(out, done, t->limit);
    add_hint(out, done);
}

static void add_json_parts(struct json *j, const struct lesson_done *done)
{
    json_key(j, "parts");
    json_array(j);
    for (uint32_t i = 0; i < done->n_parts; i++) {
        json_object(j);
        json_field_number(j, "number", done->part[i].number);
        json_field_str(j, "what", done->part[i].what);
        json_field_str(j, "why", done->part[i].why);
        json_field_number(j, "times", done->part[i].times);
        json_field_bool(j, "chosen", i < done->n_chosen);
        json_field_bool(j, "announced", done->announced && (i < done->n_chosen || done->part[i].announced));
        json_end(j);
    }
    json_end(j);
    json_field_number(j, "parts_more", done->n_more);
}

static void add_json(struct json *j, const struct store_page *page, int64_t number, const struct lesson_done *done)
{
    static const char *const kinds[] = { "none", "tell", "dismiss", "part" };

    json_object(j);
    json_field_str(j, "url", target_url(page));
    json_field_str(j, "name", page->url);
    json_field_number(j, "version", number);
    json_field_bool(j, "announced", done->announced);
    json_field_bool(j, "seen", done->seen);
    json_field_bool(j, "gone", done->gone);
    json_field_bool(j, "taken_back", done->taken_back);
    json_key(j, "later");
    json_array(j);
    for (uint32_t i = 0; i < done->n_later; i++)
        json_number(j, done->later[i]);
    json_end(j);
    json_field_str(j, "taught", str_of(kinds[done->kind]));
    json_field_number(j, "places", done->n_places);
    thing_text(j, "headline", done->headline);
    add_json_parts(j, done);
    json_end(j);
}

static int tell_one(struct tell_job *t, const char *typed, struct err *e)
{
    AUTO(target) target = { 0 };
    struct target_version v;
    struct lesson_done done;
    struct lesson_wish wish = { t->act, t->part, t->n_parts };
    const struct caller *c = &t->session->caller;
    int failed;

    if ((failed = target_find(c, typed, &target, e)) || (failed = session_must_watch(&target, typed, e))
        || (failed = target_version(c, &target, &v, e)))
        return failed;
    if ((failed = lessons_do_some(c, target.page.id, v.number, &wish, &done, e)))
        return err_in(e, "%s", typed);
    if (t->json)
        add_json(t->json, &target.page, v.number, &done);
    else
        add_words(t, target.name, v.number, &done);
    return 0;
}

static int tell_all(struct tell_job *t, const struct args *args, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed = store_begin(&t->session->store, &tx, e);

    for (unsigned i = 0; i < args->n_operands && !failed; i++)
        failed = tell_one(t, args->operand[i], e);
    return failed ? failed : store_commit(&tx, e);
}

static int read_part_numbers(struct tell_job *t, const struct args *args, struct err *e)
{
    uint32_t *part = NEW_ARRAY(&t->session->arena, uint32_t, args->n_given + 1);
    unsigned at = 0;

    t->part = part;
    for (const char *typed; (typed = args_each(args, &tell_option_part, &at));) {
        uint64_t n;
        if (!str_number(str_of(typed), UINT32_MAX, &n) || n == 0)
            return err_set(e, E_USAGE, "--part %s: it is a number from 1 on; 'weft tell' and 'weft dismiss' print them", typed);
        part[t->n_parts++] = (uint32_t)n;
    }
    if (t->n_parts && t->act == LESSON_ACT_UNDO)
        return err_set(e, E_USAGE, "--undo takes back all that you said of the version; leave --part out");
    return 0;
}

/* A list is cut for people, and for what reads the text: the changes of a page may be a thousand. */
static int tell_limit(const struct args *args, uint64_t *out, struct err *e)
{
    *out = PARTS_SHOWN;
    return args_given(args, &tell_option_limit) ? session_limit(args, &tell_option_limit, PARTS_SHOWN, out, e) : 0;
}

int tell_run(const struct args *args, enum lesson_act act, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;
    struct tell_job t = {
        .session = &s,
        .act = args_given(args, &tell_option_undo) ? LESSON_ACT_UNDO : act,
        .out = &out,
        .json = args_given(args, &option_json) ? &j : NULL,
    };
    int failed;

    json_open(&j, &out, 2);
    if (t.json)
        json_array(&j);
    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = read_part_numbers(&t, args, e))
        || (failed = tell_limit(args, &t.limit, e)) || (failed = tell_all(&t, args, e)))
        return failed;
    if (t.json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static int run(const struct args *args, struct err *e)
{
    return tell_run(args, LESSON_ACT_TELL, e);
}

static const struct option *const options[] = { &tell_option_part, &tell_option_limit, &tell_option_undo, &option_json, NULL };

static const struct example examples[] = {
    { "weft tell https://example.org/news@7", "version 7 is news, and changes like it will be" },
    { "weft tell https://example.org/news@7 --part 3", "of all that changed in it, the third" },
    { "weft tell https://example.org/news@7 --undo", "that is taken back" },
    { NULL, NULL },
};

const struct command command_tell = {
    .name = "tell",
    .args = "URL[@VERSION]...",
    .summary = "announces a version that was held back",
    .help =
        "Announces what was held back of the version, or of the newest one, to you, and teaches weft that changes at the same places of this page "
        "matter to you, whatever they look like and however often they change. What is announced is printed, and that alone is announced and "
        "taught: what comes nearest to news, such as words of the content. Counters, codes, adverts and parts that are different on most visits are left "
        "out, unless nothing else was held back. All is listed with numbers for --part. 'weft report --held-back' lists what was held back. What you dismissed is "
        "announced again. For other users nothing changes.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
