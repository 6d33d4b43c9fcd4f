/* Versions of the archive compared: with each other, with a file, or what is new since the user last looked (cli/sides.h).
 *
 * Two versions of one page are compared as its watch sees them (archive/comparison.h); with a file, or another page, all of both is. */
#include "archive/comparison.h"
#include "archive/marks.h"
#include "cli/diff.h"
#include "cli/output.h"
#include "cli/sides.h"

/* The user has now seen the newer side. */
static int mark_seen(struct session *s, const struct side side[2], struct err *e)
{
    const struct target *t = side[1].target.page.id ? &side[1].target : &side[0].target;
    int failed = session_user(s, e);

    if (side[1].path || t->is_source)
        return err_set(e, E_USAGE, "diff: --seen is for pages of the archive");
    return failed ? failed : marks_set(&s->caller, t->page.id, side[1].version.number, MARK_SEEN, e);
}

/* Whether both sides are versions of one page of the archive; `base` would change what their links are. */
static bool are_of_one_page(const struct diff_job *job, const struct side side[2])
{
    int64_t old = side[0].target.page.id, new = side[1].target.page.id;

    return !job->base && !side[0].path && !side[1].path && old && (new == 0 || new == old);
}

static void tell_left_out(struct arena *a, const struct comparison *x)
{
    struct str words = comparison_left_out(a, x), held = comparison_held(x);
    struct err e = { 0 };

    if (x->note.len && err_set(&e, E_USAGE, "%.*s; everything is shown", STR_ARG(x->note)))
        output_trouble(&e);
    if (held.len && err_set(&e, E_LIMIT, "%.*s; 'weft why' says why", STR_ARG(held)))
        output_trouble(&e);
    if (words.len && err_set(&e, E_LIMIT, "%.*s; --whole shows all", STR_ARG(words)))
        output_trouble(&e);
}

static int compare_versions(struct sides *both, const struct diff_job *job, struct err *e)
{
    struct arena *a = &both->session.arena;
    const struct side *side = both->side;
    struct comparison_query query = {
        .target = &side[0].target,
        .old = side[0].version.number,
        .new = side[1].version.number,
        .whole = job->whole || job->show.format == SHOW_PATCH, /* half a patch makes another page */
    };
    struct comparison x;
    int status = comparison_make(&both->session.caller, &query, &x, e);

    if (status == 0)
        status = diff_delta(a, job, &x.delta, e);
    if (status >= 0)
        tell_left_out(a, &x);
    return status;
}

/* A version and a file, or two pages. */
static int compare_bytes(struct sides *both, const struct diff_job *job, struct err *e)
{
    const struct side *old = &both->side[0], *new = &both->side[1];
    struct str base = str_of(job->base);
    struct page_pair pair = {
        .old = old->bytes,
        .new = new->bytes,
        .old_base = job->base ? base : old->base,
        .new_base = job->base ? base : new->base,
        .old_type = old->content_type,
        .new_type = new->content_type,
        .old_file = old->file,
        .new_file = new->file,
    };

    return diff_pair(&both->session.arena, job, &pair, e);
}

int diff_archive(const struct args *args, const struct diff_job *given, bool seen, struct err *e)
{
    AUTO(sides) both = { 0 };
    struct diff_job job = *given;
    int failed = sides_read(args, &(struct sides_asked){ job.old, job.new, seen }, &both, e);

    if (failed)
        return failed;
    job.show.old_name = both.side[0].name;
    job.show.new_name = both.side[1].name;
    int status = are_of_one_page(&job, both.side) ? compare_versions(&both, &job, e) : compare_bytes(&both, &job, e);
    if (status >= 0 && seen && (failed = mark_seen(&both.session, both.side, e)))
        return failed;
    return status;
}
