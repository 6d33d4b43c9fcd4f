/* weft seen: "I have seen this", the paper's Remember. */
#include "base/json.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "archive/marks.h"
#include "archive/target.h"
#include "cli/session.h"

static const struct option option_all = { "all", 0, NULL, "Everything that is new for you.", NULL };
static const struct option option_keep = {
    "keep", 0, NULL, "Also keep the version for ever: 'weft gc' never removes it.", NULL,
};
static const struct option option_no_keep = { "no-keep", 0, NULL, "Take that back: the version is no longer kept.", NULL };

static const struct option option_tag = { "tag", 't', "TAG",
                                          "Everything new on your pages with this tag; may be given several times.", NULL };

/* What is to be said of each version that is marked. */
struct seen_context {
    struct session *session;
    const struct args *args;
    struct buf *out;
    struct json *json; /* NULL: words */
    uint64_t n;
};

static int mark(struct seen_context *m, const struct store_page *page, int64_t number, struct err *e)
{
    const struct caller *c = &m->session->caller;
    bool kept = args_given(m->args, &option_keep);
    int failed = marks_set(c, page->id, number, MARK_SEEN, e);

    if (!failed && (kept || args_given(m->args, &option_no_keep)))
        failed = marks_set(c, page->id, number, kept ? MARK_KEPT : MARK_NOT_KEPT, e);
    if (failed)
        return err_in(e, "%.*s", STR_ARG(page->url));
    m->n++;
    if (m->json) {
        json_object(m->json);
        json_field_str(m->json, "url", target_url(page));
        json_field_str(m->json, "name", page->url);
        json_field_number(m->json, "version", number);
        json_field_bool(m->json, "kept", kept);
        json_end(m->json);
        return 0;
    }
    term_add_safe(m->out, page->url);
    buf_addf(m->out, ": version %lld is seen%s\n", (long long)number, kept ? " and kept" : "");
    return 0;
}

static int mark_typed(struct seen_context *m, const char *typed, struct err *e)
{
    AUTO(target) t = { 0 };
    struct target_version v;
    int failed;

    if ((failed = target_find(&m->session->caller, typed, &t, e)) || (failed = session_must_watch(&t, typed, e))
        || (failed = target_version(&m->session->caller, &t, &v, e)))
        return failed;
    return mark(m, &t.page, v.number, e);
}

static int mark_all(struct seen_context *m, struct err *e)
{
    struct marked_list news;
    uint32_t n_tags;
    const struct str *tag = session_tags(m->session, m->args, &option_tag, &n_tags);
    int failed = marks_new(&m->session->caller, tag, n_tags, &news, e);

    for (uint32_t i = 0; !failed && i < news.n; i++)
        failed = mark(m, &news.item[i].page, news.item[i].number, e);
    return failed;
}

static int mark_asked(struct seen_context *m, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct session *s = m->session;
    int failed = store_begin(&s->store, &tx, e);

    if (!failed)
        failed = session_user(s, e);
    if (!failed && (args_given(m->args, &option_all) || args_given(m->args, &option_tag)))
        failed = mark_all(m, e);
    for (unsigned i = 0; i < m->args->n_operands && !failed; i++)
        failed = mark_typed(m, m->args->operand[i], e);
    return failed ? failed : store_commit(&tx, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;
    struct seen_context m = { .session = &s, .args = args, .out = &out, .json = args_given(args, &option_json) ? &j : NULL };
    int failed;

    if (!args_given(args, &option_all) && !args_given(args, &option_tag) && args->n_operands == 0)
        return err_set(e, E_USAGE, "seen: which page? 'weft seen URL', or 'weft seen --all' for everything that is new");
    if (args_given(args, &option_keep) && args_given(args, &option_no_keep))
        return err_set(e, E_USAGE, "seen: --keep and --no-keep contradict each other; give one of them");
    json_open(&j, &out, 2);
    if (m.json)
        json_array(&j);
    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = session_has_tags(&s, args, &option_tag, e))
        || (failed = mark_asked(&m, e)))
        return failed;
    if (m.json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    } else if (m.n == 0) {
        buf_add(&out, STR("Nothing is new.\n"));
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { &option_all, &option_tag, &option_keep, &option_no_keep, &option_json, NULL };

static const struct example examples[] = {
    { "weft seen https://example.org/news", "its newest version is not new for you any more" },
    { "weft seen --all", "nothing is new any more" },
    { "weft seen --tag work", "nothing with this tag is" },
    { "weft seen example.org/terms@4 --keep", "the fourth version stays, whatever is thrown away" },
    { NULL, NULL },
};

const struct command command_seen = {
    .name = "seen",
    .args = "[URL[@VERSION]...]",
    .summary = "marks versions of pages as seen by you",
    .help =
        "Marks the newest version of each page, or the one behind the @, as seen by you. The report then leaves the page out until "
        "it changes again, and 'weft diff URL' shows what changed since this version. For other users nothing changes.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
