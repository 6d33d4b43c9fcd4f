/* In: what was typed for two pages. Out: their bytes.
 *
 *     URL            since I last looked (the newest version I have seen, else the first) .. newest
 *     URL@A          A .. newest
 *     URL@A URL@B    A .. B; "@B" stands for a version of the same page
 * Either side may be a file. The newest is the newest that is neither suspect nor lost, where there is such a one. */
#include "cli/sides.h"

#include <sys/stat.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"

void sides_drop(struct sides *s)
{
    for (int i = 0; i < 2; i++)
        target_drop(&s->side[i].target);
    session_drop(&s->session);
}

bool sides_is_file(const char *operand)
{
    struct stat st;

    return strcmp(operand, "-") == 0 || stat(operand, &st) == 0;
}

/* What was typed may be a file that is not there: then that is what is said. */
static int find(struct session *s, const char *typed, struct target *out, struct err *e)
{
    bool address = strstr(typed, "://") || source_named(str_of(typed));
    int failed = target_find(&s->caller, typed, out, e);

    return failed == E_USAGE && !address && *typed ? err_in(e, "%s: No such file or directory", typed) : failed;
}

static int read_version(struct session *s, struct side *x, struct err *e)
{
    AUTO(buf) at = BUF(MOMENT_TEXT_MAX);
    int failed = target_body(&s->caller, &x->target, x->version.number, &x->bytes, e);

    if (failed)
        return failed;
    moment_add(&at, x->version.at);
    x->name =
        arena_printf(&s->arena, "%.*s@%lld (%.*s)", STR_ARG(x->target.name), (long long)x->version.number, STR_ARG(buf_str(&at)));
    x->base = x->target.url;
    x->file = x->target.is_source ? x->target.name : STR("");
    x->content_type = x->version.content_type;
    return 0;
}

static int read_file(struct session *s, struct side *x, const char *path, struct err *e)
{
    x->path = path;
    bool standard = strcmp(path, "-") == 0;
    x->name = standard ? STR("standard input") : str_of(path);
    x->file = standard ? STR("") : str_of(path);
    return io_read(&s->arena, path, LIMIT_PAGE_BYTES, &x->bytes, e);
}

/* Two operands: each a file or a version; the second may be "@B" of the first's page. */
static int read_both(struct session *s, const char *old, const char *new, struct side side[2], struct err *e)
{
    const char *typed[2] = { old, new };

    for (int i = 0; i < 2; i++) {
        int failed;
        if (sides_is_file(typed[i])) {
            if ((failed = read_file(s, &side[i], typed[i], e)))
                return failed;
            continue;
        }
        if (i == 1 && typed[1][0] == '@' && side[0].path)
            return err_set(e, E_USAGE, "%s: a version of which page? %s is a file; write URL%s", typed[1], side[0].path, typed[1]);
        if (i == 1 && typed[1][0] == '@')
            typed[1] = arena_printf(&s->arena, "%.*s%s", STR_ARG(side[0].target.name), typed[1]).ptr;
        if ((failed = find(s, typed[i], &side[i].target, e)))
            return failed;
        failed = side[i].target.at.len ? target_version(&s->caller, &side[i].target, &side[i].version, e)
                                       : target_newest(&s->caller, &side[i].target, &side[i].version, e);
        if (failed || (failed = read_version(s, &side[i], e)))
            return failed;
    }
    return 0;
}

static int read_one(struct session *s, const char *typed, struct side side[2], struct err *e)
{
    struct target *t = &side[0].target;
    int failed = find(s, typed, t, e);

    if (failed)
        return failed;
    failed = t->at.len ? target_version(&s->caller, t, &side[0].version, e) : target_last_seen(&s->caller, t, &side[0].version, e);
    if (failed || (failed = target_newest(&s->caller, t, &side[1].version, e)) || (failed = read_version(s, &side[0], e)))
        return failed;
    struct side to = side[0];
    to.version = side[1].version;
    if ((failed = read_version(s, &to, e)))
        return failed;
    to.target = (struct target){ 0 }; /* it is the first side's */
    side[1] = to;
    return 0;
}

/* Files under version control need no archive, nor does "@B" behind one; files need none anyway. */
static bool needs_archive(const char *operand, const char *before)
{
    if (operand && before && operand[0] == '@' && source_named(str_of(before)))
        return false;
    return operand && !sides_is_file(operand) && !source_named(str_of(operand));
}

static int open_session(struct session *s, const struct args *args, const struct sides_asked *q, struct err *e)
{
    const char *missing = needs_archive(q->old, NULL) ? q->old : needs_archive(q->new, q->old) ? q->new : NULL;
    enum session_mode mode = q->write ? SESSION_WRITE : missing ? SESSION_READ : SESSION_SETTINGS;
    int failed = session_open(s, args, mode, e);

    if (failed == E_USAGE && missing && q->new && !strstr(missing, "://"))
        return err_set(e, E_USAGE, "%s: No such file or directory", missing);
    return failed;
}

int sides_read(const struct args *args, const struct sides_asked *q, struct sides *out, struct err *e)
{
    int failed = open_session(&out->session, args, q, e);

    if (failed)
        return failed;
    return q->new ? read_both(&out->session, q->old, q->new, out->side, e) : read_one(&out->session, q->old, out->side, e);
}
