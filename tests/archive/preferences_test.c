/* Settings of a person: kept in one form, stronger than defaults and weaker than this run's, each person's own; and whether what a watch
 * selects is on the page. */
#include "archive/preferences.h"

#include "archive/selectors.h"
#include "archive/transfer.h"
#include "tests/archive/world.h"

static struct str value(struct archive_world *w, const struct caller *c, enum setting_id id)
{
    struct settings s = w->settings;
    must(w, preferences_apply(c, &s, &w->e));
    return settings_text(&s, id);
}

static void test_values(struct archive_world *w, const struct caller *ann, const struct caller *bob)
{
    eq_str(value(w, ann, SETTING_EVERY), STR("2d"), "at first the default");
    must(w, preferences_set(ann, STR("every"), STR("90min"), &w->e));
    eq_str(value(w, ann, SETTING_EVERY), STR("1h30min"), "kept in its one form");
    eq_str(value(w, bob, SETTING_EVERY), STR("2d"), "each person's own");
    struct setting_given now = { STR_INIT("5h"), SETTING_COMMAND_LINE, STR_INIT("--every") };
    struct settings run = w->settings;
    must(w, settings_set(&w->arena, &run, SETTING_EVERY, &now, &w->e));
    must(w, preferences_apply(ann, &run, &w->e));
    eq_str(settings_text(&run, SETTING_EVERY), STR("5h"), "what this run says is stronger");
    must(w, preferences_set(ann, STR("every"), STR(""), &w->e));
    eq_str(value(w, ann, SETTING_EVERY), STR("2d"), "taken back");
}

static void test_refusals(struct archive_world *w, const struct caller *ann, const struct caller *admin)
{
    struct caller reader = *ann, nobody = *ann;
    reader.who.role = ROLE_READER;
    nobody.who.user = 0;
    eq_int(preferences_set(ann, STR("evry"), STR("1h"), &w->e), E_USAGE, "no such setting");
    ok(strstr(w->e.text, "every"), "with one that is near: %s", w->e.text);
    eq_int(preferences_set(ann, STR("every"), STR("soon"), &w->e), E_USAGE, "not a time");
    eq_int(preferences_set(ann, STR("store"), STR("/x"), &w->e), E_USAGE, "one of the machine");
    eq_int(preferences_set(ann, STR("thresholds"), STR("/etc/passwd"), &w->e), E_DENIED, "a file of the machine");
    eq_int(preferences_set(&reader, STR("every"), STR("1h"), &w->e), E_DENIED, "a reader sets nothing");
    eq_int(preferences_set(&nobody, STR("every"), STR("1h"), &w->e), E_USAGE, "nor does nobody");
    ok(preferences_set(admin, STR("thresholds"), STR("/nowhere"), &w->e) == 0, "an administrator names files");
}

/* Rows that a newer weft, or nobody, wrote must not stop the rest; the rules of each are found by who watches. */
static void test_rules(struct archive_world *w, const struct caller *ann, const struct caller *admin)
{
    struct preference_rules rules = { 0 };
    must(w, store_setting_put(&w->store, &(struct store_setting){ ann->who.user, STR("every"), STR("7h") }, &w->e));
    must(w, store_setting_put(&w->store, &(struct store_setting){ ann->who.user, STR("of-the-future"), STR("1") }, &w->e));
    must(w, store_setting_put(&w->store, &(struct store_setting){ ann->who.user, STR("skip-unseen"), STR("perhaps") }, &w->e));
    eq_str(value(w, ann, SETTING_EVERY), STR("7h"), "what can be read counts, whatever stands beside it");
    eq_int(preferences_rules(ann, 0, &rules, &w->e), E_DENIED, "rules of all are not everybody's");
    must(w, preferences_rules(admin, 60000, &rules, &w->e));
    eq_int(subject_rules_of(&rules.rules, ann->who.user)->every_ms, 7 * 3600 * 1000, "ann's pages go by ann's rules");
    eq_int(subject_rules_of(&rules.rules, 9999)->every_ms, 2 * 24 * 3600 * 1000, "others' by the defaults");
    eq_int(subject_rules_of(&rules.rules, ann->who.user)->run_ms, 60000, "the time between runs is one for all");
    preference_rules_drop(&rules);
}

static void test_selectors(struct archive_world *w, const struct caller *ann, const struct caller *bob)
{
    int64_t page = world_page(w, "http://h/"), empty = world_page(w, "http://h/empty");
    struct record_list missing = { 0 };
    struct store_page row;
    world_watch(w, ann, page, "{\"select\":[\"#price\",\"h1\",\"p[\"]}");
    world_watch(w, bob, page, "{\"select\":[\"#stock\"]}");
    world_watch(w, ann, empty, "{\"select\":[\"#price\"]}");
    world_version(w, page, 10, "<h1>Shop</h1><p>words");
    must(w, selectors_check(ann, page, &missing, &w->e));
    ok(missing.n == 2 && str_eq(missing.item[0], STR("#price")) && str_eq(missing.item[1], STR("p[")),
       "what finds nothing, or is none: %u", missing.n);
    must(w, store_page_get(&w->arena, &w->store, page, &row, &w->e));
    ok(row.attention && str_find(row.state, STR("#stock"), 0) != SIZE_MAX, "it is kept with the page, of all who watch it");
    must(w, selectors_check(bob, page, &missing, &w->e));
    ok(missing.n == 1 && str_eq(missing.item[0], STR("#stock")), "each learns of their own");
    must(w, selectors_check(ann, empty, &missing, &w->e));
    eq_int(missing.n, 0, "a page that was never fetched has nothing missing");
    eq_int(selectors_check(bob, empty, &missing, &w->e), E_ABSENT, "nor does one that is another's");
}

static void test_backup(struct archive_world *w, const struct caller *admin)
{
    AUTO(store) copy = { 0 };
    const char *path = folder_path(&w->arena, &w->folder, "copy.db");
    struct store_users users = { 0 };
    struct str key = STR("?");
    must(w, backup_all(admin, path, &key, &w->e));
    eq_str(key, STR(""), "an archive without secrets has no key");
    must(w, store_open(&copy, path, &(struct store_options){ .read_only = true }, &w->e));
    must(w, store_user_list(&w->arena, &copy, &users, &w->e));
    eq_int(users.n, 3, "the copy has all users");
}

int main(void)
{
    AUTO(archive_world) w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), bob = world_caller(&w, "bob", ROLE_USER);
    struct caller admin = world_caller(&w, "root", ROLE_ADMIN);

    test_values(&w, &ann, &bob);
    test_refusals(&w, &ann, &admin);
    test_rules(&w, &ann, &admin);
    test_selectors(&w, &ann, &bob);
    test_backup(&w, &admin);
    return tap_done();
}
