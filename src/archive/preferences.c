/* In: rows of the table `setting`. Out: settings of one person, rules of everybody. */
#include "archive/preferences.h"

#include "archive/watched.h"

static bool is_personal(const struct setting *row)
{
    return row->scope != SETTING_OF_MACHINE;
}

static bool names_file(const struct setting *row)
{
    enum setting_id id = setting_id(row);

    return id == SETTING_THRESHOLDS || id == SETTING_PRIORITIES || id == SETTING_HISTORY;
}

static int apply_rows(struct arena *a, const struct store_settings *rows, struct settings *s)
{
    for (uint32_t i = 0; i < rows->n; i++) {
        struct err unread;
        const struct setting *row = setting_find(rows->item[i].name, &unread);
        struct setting_given given = { rows->item[i].value, SETTING_ARCHIVE, STR("the archive") };
        if (!row || !is_personal(row) || s->value[setting_id(row)].source > SETTING_ARCHIVE)
            continue;
        if (settings_set(a, s, setting_id(row), &given, &unread))
            continue;
    }
    return 0;
}

int preferences_apply(const struct caller *c, struct settings *settings, struct err *e)
{
    struct store_settings rows = { 0 };
    int failed = c->who.user ? store_setting_list(c->arena, c->store, c->who.user, &rows, e) : 0;

    return failed ? failed : apply_rows(c->arena, &rows, settings);
}

int preferences_set(const struct caller *c, struct str name, struct str value, struct err *e)
{
    struct settings checked = { 0 };
    const struct setting *row = setting_find(name, e);
    struct setting_given given = { value, SETTING_ARCHIVE, STR_INIT("") };
    int failed = row ? caller_must_write(c, e) : E_USAGE;

    if (failed)
        return failed;
    if (!is_personal(row))
        return err_set(e, E_USAGE, "%s is a setting of the machine, not of a user; write it into %s", row->name,
                       settings_path(c->arena).ptr);
    if (c->who.user == 0)
        return err_set(e, E_USAGE, "no user is called %.*s; 'weft user add' adds one", STR_ARG(c->who.name));
    if (value.len && names_file(row) && (failed = caller_must_administer(c, "name a file of this machine", e)))
        return failed;
    if (value.len && settings_set(c->arena, &checked, setting_id(row), &given, e))
        return err_set(e, E_USAGE, "%s", err_in(e, "%s", row->name) ? e->text : "");
    struct store_setting kept = { c->who.user, str_of(row->name), value.len ? checked.value[setting_id(row)].text : STR("") };
    return store_setting_put(c->store, &kept, e);
}

/* ---- Tags ---- */

struct tags_named {
    struct str *tag;
    bool *found;
    uint32_t n;
};

static int find_tags(void *context, const struct watched *w, struct err *e)
{
    struct tags_named *t = context;

    (void)e;
    for (uint32_t i = 0; i < t->n; i++)
        t->found[i] |= watch_has_tag(&w->watch, t->tag[i]);
    return 0;
}

int preferences_unknown_tags(const struct caller *c, struct str name, struct str value, struct str *out, struct err *e)
{
    bool names = str_eq(name, str_of(setting_table[SETTING_SENSITIVITY].name))
                 || str_eq(name, str_of(setting_table[SETTING_MIN_IMPORTANCE].name));
    struct tags_named t = { .tag = NEW_ARRAY(c->arena, struct str, value.len + 1),
                            .found = NEW_ARRAY(c->arena, bool, value.len + 1) };
    struct str all = STR("");

    for (struct str tag; names && wishes_next_tag(&value, &tag);)
        t.tag[t.n++] = tag;
    int failed = t.n ? watched_each(c, find_tags, &t, e) : 0;
    for (uint32_t i = 0; i < t.n && !failed; i++)
        if (!t.found[i])
            all = arena_printf(c->arena, "%.*s%s%.*s", STR_ARG(all), all.len ? " or " : "", STR_ARG(t.tag[i]));
    if (!failed)
        *out = all;
    return failed;
}

/* ---- Rules ---- */

int preferences_history(struct arena *a, const struct settings *s, struct browser_history *out, struct err *e)
{
    struct str rest = settings_text(s, SETTING_HISTORY);
    int failed = 0;

    while (rest.len && !failed) {
        struct str path = arena_str(a, str_trim(str_cut(&rest, ',')));
        failed = path.len ? history_load(a, path.ptr, out, e) : 0;
    }
    return failed;
}

static int load_rules(struct arena *a, const struct settings *s, struct preference_rules *out, struct err *e)
{
    struct str text;
    int failed;

    if ((failed = settings_file(a, s, SETTING_THRESHOLDS, &text, e))
        || (failed = thresholds_read(a, settings_text(s, SETTING_THRESHOLDS), text, &out->thresholds, e))
        || (failed = preferences_history(a, s, &out->history, e)))
        return failed;
    int64_t least = 0, most = NEVER, every = settings_number(s, SETTING_EVERY);
    if ((failed = threshold_range_read(settings_text(s, SETTING_BEST_EFFORT), &least, &most, e)))
        return failed;
    if (s->value[SETTING_BEST_EFFORT].source == SETTING_DEFAULT && every > 0 && every != NEVER) { /* what was asked for holds */
        least = MIN(least, every);
        most = MAX(most, every);
    }
    out->rules = (struct subject_rules){
        .least_ms = least,
        .most_ms = most == NEVER ? 0 : most,
        .budget = settings_budget(s),
        .policy = settings_text(s, SETTING_POLICY),
        .thresholds = &out->thresholds,
        .every_ms = every,
        .history = out->history.n ? &out->history : NULL,
        .suspect_ms = settings_number(s, SETTING_SUSPECT_AFTER),
        .error_is_check = settings_flag(s, SETTING_ERROR_COUNTS),
        .skip_unseen = settings_flag(s, SETTING_SKIP_UNSEEN),
        .sensitivity = settings_text(s, SETTING_SENSITIVITY),
        .min_importance = settings_text(s, SETTING_MIN_IMPORTANCE),
    };
    return 0;
}

/* Of somebody who does not run weft: their rows over the defaults. The usual places of files are those of whoever runs it, so they do not
 * count, and a file that cannot be read is passed over: it must not stop the run for all. */
static int load_other(const struct caller *c, int64_t user, struct preference_rules *out, struct err *e)
{
    struct settings s;
    struct store_settings rows = { 0 };
    struct err unread;
    int failed;

    if ((failed = settings_defaults(c->arena, &s, e)))
        return failed;
    s.value[SETTING_THRESHOLDS].text = STR("");
    if (user && (failed = store_setting_list(c->arena, c->store, user, &rows, e)))
        return failed;
    if ((failed = apply_rows(c->arena, &rows, &s)))
        return failed;
    if (load_rules(c->arena, &s, out, &unread)) {
        s.value[SETTING_THRESHOLDS].source = SETTING_DEFAULT;
        s.value[SETTING_THRESHOLDS].text = s.value[SETTING_HISTORY].text = STR("");
        failed = load_rules(c->arena, &s, out, e);
    }
    return failed;
}

static int add_other(const struct caller *c, int64_t user, struct subject_rules *first, struct err *e)
{
    struct preference_rules *other = NEW(c->arena, struct preference_rules);
    int failed = load_other(c, user, other, e);

    if (failed)
        return failed;
    other->rules.run_ms = first->run_ms;
    other->rules.user = user;
    other->rules.next = first->next;
    first->next = &other->rules;
    return 0;
}

int preferences_rules(const struct caller *c, int64_t run_ms, struct preference_rules *out, struct err *e)
{
    struct store_users users = { 0 };
    int failed;

    if ((failed = caller_must_administer(c, "decide when to look", e)) || (failed = load_rules(c->arena, c->settings, out, e))
        || (failed = store_setting_users(c->arena, c->store, &users, e)) || (failed = visit_plan_load(c->store, &out->plan, e)))
        return failed;
    out->rules.plan = &out->plan;
    out->rules.run_ms = run_ms;
    out->rules.user = c->who.user;
    for (uint32_t i = 0; i < users.n && !failed; i++)
        if (users.item[i].id != c->who.user)
            failed = add_other(c, users.item[i].id, &out->rules, e);
    return failed ? failed : add_other(c, 0, &out->rules, e);
}

void preference_rules_drop(struct preference_rules *r)
{
    struct subject_rules *next = r->rules.next;

    for (; next; next = next->next)
        thresholds_drop((struct thresholds *)next->thresholds);
    thresholds_drop(&r->thresholds);
    visit_plan_drop(&r->plan);
}
