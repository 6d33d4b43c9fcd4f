/* Versions of the archive compared: with each other, with a file, or what is new since the user last looked (cli/sides.h). */
#include "archive/marks.h"
#include "cli/diff.h"
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

int diff_archive(const struct args *args, const struct diff_job *given, bool seen, struct err *e)
{
    AUTO(sides) both = { 0 };
    struct diff_job job = *given;
    int failed = sides_read(args, &(struct sides_asked){ job.old, job.new, seen }, &both, e);

    if (failed)
        return failed;
    const struct side *old = &both.side[0], *new = &both.side[1];
    struct str base = str_of(job.base);
    struct page_pair pair = {
        .old = old->bytes,
        .new = new->bytes,
        .old_base = job.base ? base : old->base,
        .new_base = job.base ? base : new->base,
        .old_type = old->content_type,
        .new_type = new->content_type,
        .old_file = old->file,
        .new_file = new->file,
    };
    job.show.old_name = old->name;
    job.show.new_name = new->name;
    int status = diff_pair(&both.session.arena, &job, &pair, e);
    if (status >= 0 && seen && (failed = mark_seen(&both.session, both.side, e)))
        return failed;
    return status;
}
