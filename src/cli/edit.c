/* weft edit, pause, resume: what is wanted of pages that are watched already. */
#include "archive/watched.h"
#include "archive/watches.h"
#include "base/limits.h"
#include "cli/add.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/watch_options.h"

static const struct option option_clear = {
    "clear", 0, "OPTION", "Take back what --OPTION has set: every, tag, select, login ...; may be given several times.", NULL,
};
static const struct option option_tagged = {
    "tagged", 0, "TAG", "All your pages with this tag; may be given several times. (--tag gives a page a tag.)", NULL,
};
static const struct option option_tag = { "tag", 't', "TAG", "All your pages with this tag; may be given several times.", NULL };
static const struct option option_all = { "all", 0, NULL, "All your pages.", NULL };

/* Pages to change, and how. */
struct edit_job {
    struct add_context add;
    const struct args *args;
    const struct watch_edit *edit;
    const struct option *by_tag; /* how this command chooses pages by their tags */
};

static int edit_one(struct edit_job *job, const struct target *t, struct err *e)
{
    struct watch_change change;
    int failed = watches_edit(&job->add.session->caller, t, job->edit, &change, e);

    if (!failed)
        add_tell(&job->add, &change);
    return failed;
}

static int edit_watched(void *context, const struct watched *w, struct err *e)
{
    struct edit_job *job = context;
    struct target t = target_of(&job->add.session->arena, &w->page);

    if (!args_given(job->args, &option_all) && !session_wants(job->args, job->by_tag, &w->watch))
        return 0;
    return edit_one(job, &t, e);
}

static int edit_pages(struct edit_job *job, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct session *s = job->add.session;
    int failed = store_begin(&s->store, &tx, e);

    for (unsigned i = 0; i < job->args->n_operands && !failed; i++) {
        AUTO(target) t = { 0 };
        failed = target_find(&s->caller, job->args->operand[i], &t, e);
        if (!failed && (t.at.len || t.is_source))
            failed = err_set(e, E_USAGE, "%s: name a page that you watch, without a version", job->args->operand[i]);
        if (!failed)
            failed = edit_one(job, &t, e);
    }
    if (!failed && (args_given(job->args, &option_all) || args_given(job->args, job->by_tag)))
        failed = watched_each(&s->caller, edit_watched, job, e);
    return failed ? failed : store_commit(&tx, e);
}

/* `done`: what a change is called; NULL: "changed". */
static int run_edit(struct session *s, const struct args *args, const struct option *by_tag, const struct watch_edit *edit,
                    const char *done, struct err *e)
{
    struct edit_job job = {
        .add = { .session = s,
                 .out = BUF(LIMIT_OUTPUT_BYTES),
                 .as_json = args_given(args, &option_json),
                 .done = done,
                 .only_changes = args_given(args, &option_all) },
        .args = args,
        .edit = edit,
        .by_tag = by_tag,
    };
    struct add_context *x = &job.add;

    json_open(&x->json, &x->out, 2);
    if (x->as_json)
        json_array(&x->json);
    int failed = session_has_tags(s, args, by_tag, e);
    if (!failed)
        failed = edit_pages(&job, e);
    if (!failed && x->as_json) {
        json_end(&x->json);
        buf_add_char(&x->out, '\n');
    }
    if (!failed && !x->as_json && x->only_changes && x->n_changed == 0)
        buf_add(&x->out, STR("every page is like that already\n"));
    if (!failed && !(failed = buf_check(&x->out, e)))
        failed = output_text(NULL, buf_str(&x->out), e);
    buf_drop(&x->out);
    return failed;
}

static int names_pages(const struct args *args, const struct option *by_tag, struct err *e)
{
    if (args->n_operands || args_given(args, &option_all) || args_given(args, by_tag))
        return 0;
    return err_set(e, E_USAGE, "%s: name a page, or give --%s TAG or --all", args->command->name, by_tag->name);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct watch_edit edit;
    const char *name;
    int failed;

    if ((failed = names_pages(args, &option_tagged, e)) || (failed = session_open(&s, args, SESSION_WRITE, e)))
        return failed;
    if (watch_options_read(&s.arena, args, &edit, e))
        return err_in(e, "edit");
    for (unsigned at = 0; (name = args_each(args, &option_clear, &at));)
        if (watch_options_clear(&edit, name, e))
            return err_in(e, "edit");
    if (edit.name.n == 0)
        return err_set(e, E_USAGE, "edit: say what to change, such as --every 6h, or what to take back, such as --clear select");
    return run_edit(&s, args, &option_tagged, &edit, NULL, e);
}

static int set_paused(const struct args *args, bool paused, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str field = STR("paused");
    struct watch_edit edit = { .to = { .paused = paused }, .name = { &field, 1 } };
    int failed = names_pages(args, &option_tag, e);

    if (failed || (failed = session_open(&s, args, SESSION_WRITE, e)))
        return failed;
    return run_edit(&s, args, &option_tag, &edit, paused ? "paused" : "resumed", e);
}

static int run_pause(const struct args *args, struct err *e)
{
    return set_paused(args, true, e);
}

static int run_resume(const struct args *args, struct err *e)
{
    return set_paused(args, false, e);
}

static const struct option *const options[] = { WATCH_OPTIONS, &option_clear, &option_tagged, &option_all, &option_json, NULL };
static const struct option *const page_options[] = { &option_tag, &option_all, &option_json, NULL };

static const struct example examples[] = {
    { "weft edit https://example.org/news --every 1h", "look more often" },
    { "weft edit example.org/shop --select '#price' --clear tag", "count one part only, and drop the tags" },
    { "weft edit --tagged work --every 12h", "all pages with a tag" },
    { NULL, NULL },
};

static const struct example pause_examples[] = {
    { "weft pause https://example.org/news", "do not fetch it until you say so" },
    { "weft pause --tag holiday", "all pages with a tag" },
    { NULL, NULL },
};

static const struct example resume_examples[] = {
    { "weft resume --all", "check everything again" },
    { NULL, NULL },
};

const struct command command_edit = {
    .name = "edit",
    .args = "[URL...]",
    .summary = "changes what you want of pages you watch",
    .help =
        "Changes only what you name and says what has changed; everything else stays, and so do the versions. --clear takes a setting back. "
        "All of the pages are changed, or none.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};

const struct command command_pause = {
    .name = "pause",
    .args = "[URL...]",
    .summary = "stops fetching pages until 'weft resume'",
    .help =
        "The pages are not fetched for you until 'weft resume'. Settings and versions stay. Others who watch them notice nothing.",
    .options = page_options,
    .settings = true,
    .examples = pause_examples,
    .run = run_pause,
};

const struct command command_resume = {
    .name = "resume",
    .args = "[URL...]",
    .summary = "fetches paused pages again",
    .help = "The pages are due at once, and are then checked as before.",
    .options = page_options,
    .settings = true,
    .examples = resume_examples,
    .run = run_resume,
};
