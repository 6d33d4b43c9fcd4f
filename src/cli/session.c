/* The store of one command. A reader opens it read-only, so that looking never changes anything and works on media that cannot be
 * written. */
#include "cli/session.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/opening.h"
#include "archive/preferences.h"
#include "archive/watched.h"
#include "base/clock.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/suggest.h"
#include "cli/output.h"
#include "cli/term.h"
#include "intake/source.h"

int session_settings(struct arena *a, const struct args *args, struct settings *out, struct err *e)
{
    int failed = settings_load(a, out, e);

    for (unsigned id = 0; id < SETTINGS && !failed; id++) {
        if (!args->setting[id])
            continue;
        struct setting_given given = {
            .text = str_of(args->setting[id]),
            .source = SETTING_COMMAND_LINE,
            .where = arena_printf(a, "--%s", setting_table[id].name),
        };
        failed = settings_set(a, out, (enum setting_id)id, &given, e);
    }
    return failed;
}

static int need_store(const char *path, struct err *e)
{
    struct stat st;

    if (stat(path, &st) == 0)
        return 0;
    if (errno == ENOENT || errno == ENOTDIR)
        return err_set(e, E_USAGE, "no archive yet at %s; begin with 'weft add URL', or name another with --store", path);
    return err_system(e, "%s", path);
}

static int make_folder(struct arena *a, struct str path, struct err *e)
{
    size_t slash = path.len;

    while (slash && path.ptr[slash - 1] != '/')
        slash--;
    return slash > 1 ? output_folder(a, str_sub(path, 0, slash - 1), e) : 0;
}

struct str session_name(struct session *s)
{
    struct str collection = settings_text(&s->settings, SETTING_COLLECTION);

    return collection.len ? arena_printf(&s->arena, "collection:%.*s", STR_ARG(collection))
                          : settings_text(&s->settings, SETTING_USER);
}

int session_user(struct session *s, struct err *e)
{
    return archive_add_caller(&s->caller, e);
}

static void draw_step(void *context, uint64_t done, uint64_t total)
{
    struct session *s = context;

    s->progress->n = done ? (size_t)done - 1 : 0;
    s->progress->total = (size_t)total;
    progress_step(s->progress, str_of(s->work));
}

void session_progress(struct session *s, struct progress *p, const char *what)
{
    progress_open(p, STDERR_FILENO, 0);
    s->progress = p;
    s->work = what;
    s->store.step = draw_step;
    s->store.step_context = s;
}

/* A name that was typed must be there; whoever begins with weft is not known yet. */
static int need_user(struct session *s, struct err *e)
{
    struct str collection = settings_text(&s->settings, SETTING_COLLECTION);

    if (collection.len)
        return err_set(e, E_USAGE, "there is no collection %.*s; 'weft add --collection %.*s URL' begins one", STR_ARG(collection),
                       STR_ARG(collection));
    if (s->settings.value[SETTING_USER].source != SETTING_COMMAND_LINE)
        return 0;
    return err_set(e, E_USAGE, "no user is called %.*s; 'weft user list' names them", STR_ARG(s->caller.who.name));
}

static int find_user(struct session *s, enum session_mode mode, struct err *e)
{
    if (mode == SESSION_CREATE)
        return session_user(s, e);
    int failed = archive_find_caller(&s->caller, e);
    return failed || s->caller.who.user ? failed : need_user(s, e);
}

int session_open(struct session *s, const struct args *args, enum session_mode mode, struct err *e)
{
    bool create = mode == SESSION_CREATE || mode == SESSION_FILL;
    struct store_options options = { .create = create,
                                     .read_only = mode == SESSION_READ || mode == SESSION_LOOK,
                                     .damaged = mode == SESSION_LOOK || mode == SESSION_MEND };
    int failed;

    *s = (struct session){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY },
                           .keeper = args->keeper,
                           .caller = { .who = { .role = ROLE_ADMIN },
                                       .store = &s->store,
                                       .settings = &s->settings,
                                       .arena = &s->arena,
                                       .now = clock_now_ms() } };
    if ((failed = session_settings(&s->arena, args, &s->settings, e)) || mode == SESSION_SETTINGS)
        return failed;
    s->caller.who.name = session_name(s);
    struct str path = settings_text(&s->settings, SETTING_STORE);
    if ((failed = create ? make_folder(&s->arena, path, e) : need_store(path.ptr, e)))
        return failed;
    s->made = create && access(path.ptr, F_OK) != 0;
    failed = archive_open(&s->store, path.ptr, &options, e);
    if (failed || options.damaged)
        return failed;
    failed = find_user(s, mode, e);
    return failed ? failed : preferences_apply(&s->caller, &s->settings, e);
}

enum session_mode session_mode_of(const struct args *args)
{
    for (unsigned i = 0; i < args->n_operands; i++)
        if (!source_named(str_of(args->operand[i])))
            return SESSION_READ;
    return SESSION_SETTINGS;
}

bool session_wants(const struct args *args, const struct option *option, const struct watch *w)
{
    unsigned at = 0;
    bool asked = false;

    for (const char *tag; (tag = args_each(args, option, &at)); asked = true)
        if (watch_has_tag(w, str_of(tag)))
            return true;
    return !asked;
}

const struct str *session_tags(struct session *s, const struct args *args, const struct option *option, uint32_t *n)
{
    struct str *tag = NEW_ARRAY(&s->arena, struct str, args->n_given + 1);
    unsigned at = 0;

    *n = 0;
    for (const char *word; (word = args_each(args, option, &at));)
        tag[(*n)++] = str_of(word);
    return tag;
}

/* Tags that were asked for, and those that pages have. */
struct tag_search {
    const struct str *asked;
    uint32_t n;
    bool *found;
    struct suggest *near;
    struct arena *arena;
};

static int search_tags(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct tag_search *t = context;

    for (uint32_t i = 0; i < t->n; i++) {
        t->found[i] |= watch_has_tag(&w->watch, t->asked[i]);
        for (uint32_t k = 0; k < w->watch.tags.n && !t->found[i]; k++)
            suggest_offer(&t->near[i], arena_str(t->arena, w->watch.tags.item[k]).ptr);
    }
    return 0;
}

int session_has_tags(struct session *s, const struct args *args, const struct option *option, struct err *e)
{
    struct tag_search t = { .arena = &s->arena };

    t.asked = session_tags(s, args, option, &t.n);
    t.found = NEW_ARRAY(&s->arena, bool, t.n + 1);
    t.near = NEW_ARRAY(&s->arena, struct suggest, t.n + 1);
    for (uint32_t i = 0; i < t.n; i++)
        t.near[i].given = t.asked[i].ptr;
    if (t.n && watched_each(&s->caller, search_tags, &t, e))
        return e->code;
    for (uint32_t i = 0; i < t.n; i++) {
        const char *near = t.near[i].best;
        if (!t.found[i])
            return err_set(e, E_USAGE, "%s: no page that %.*s watches has the tag %.*s; %s%s%s", args->command->name,
                           STR_ARG(s->caller.who.name), STR_ARG(t.asked[i]), near ? "did you mean " : "'weft list' shows the tags",
                           near ? near : "", near ? "?" : "");
    }
    return 0;
}

int session_limit(const struct args *args, const struct option *option, uint64_t for_people, uint64_t *out, struct err *e)
{
    const char *typed = args_value(args, option);
    uint64_t n = term_is(STDOUT_FILENO) ? for_people : 0;

    if (typed && !str_number(str_of(typed), UINT32_MAX - 1, &n))
        return err_set(e, E_USAGE, "--%s %s: it is a number; 0 is all of them", option->name, typed);
    *out = n ? n : UINT64_MAX;
    return 0;
}

int session_must_watch(const struct target *t, const char *typed, struct err *e)
{
    return t->is_source ? err_set(e, E_USAGE, "%s is under version control; weft does not watch it", typed) : 0;
}

int session_spares(const struct session *s, const char *path, struct err *e)
{
    struct stat archive, target;

    if (stat(settings_text(&s->settings, SETTING_STORE).ptr, &archive) || stat(path, &target) || archive.st_dev != target.st_dev
        || archive.st_ino != target.st_ino)
        return 0;
    return err_set(e, E_USAGE, "%s is the archive itself; name another file", path);
}

void session_unmake(struct session *s)
{
    if (!s->made)
        return;
    store_close(&s->store);
    unlink(settings_text(&s->settings, SETTING_STORE).ptr);
    s->made = false;
}

void session_drop(struct session *s)
{
    store_close(&s->store);
    arena_drop(&s->arena);
}
