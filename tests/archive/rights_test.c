/* Who may do what: every call of archive/ that somebody can be refused, made by the owner of a thing, by another user, by one who only
 * reads, by an administrator and by nobody, with the words that each is answered.
 *
 * Each call is made inside a transaction that is taken back, so all of them meet the same archive: ann watches two pages, of which one has
 * a change, and has a channel, a message, a sentinel and a collection; ben watches one page of his own. */
#include <fcntl.h>
#include <unistd.h>

#include "archive/accounts.h"
#include "archive/address.h"
#include "archive/care.h"
#include "archive/changes.h"
#include "archive/channels.h"
#include "archive/collections.h"
#include "archive/comparison.h"
#include "archive/detecting.h"
#include "archive/history.h"
#include "archive/hosts.h"
#include "archive/imports.h"
#include "archive/lessons.h"
#include "archive/levels.h"
#include "archive/marks.h"
#include "archive/outbox.h"
#include "archive/outlook.h"
#include "archive/page_forecast.h"
#include "archive/posting.h"
#include "archive/preferences.h"
#include "archive/pushes.h"
#include "archive/removal.h"
#include "archive/selectors.h"
#include "archive/sentinels.h"
#include "archive/transfer.h"
#include "archive/users.h"
#include "archive/watches.h"
#include "archive/websubs.h"
#include "tests/archive/world.h"

struct rights {
    struct archive_world world;
    struct caller ann, ben, reader, admin, nobody;
    int64_t page, quiet, bens;
    int64_t message;
    struct target target;
};

/* ---- The archive ---- */

static void build_change(struct rights *r)
{
    struct archive_world *w = &r->world;
    struct store_verdict verdict = { .page = r->page, .number = 2, .before = 1, .importance = .5, .headline = STR("Bread 3.10") };
    struct store_event event = { .user = r->ann.who.user,
                                 .page = r->page,
                                 .number = 2,
                                 .before = 1,
                                 .at = 20,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = .5,
                                 .headline = STR("Bread 3.10") };
    struct store_outbox told = { .user = r->ann.who.user, .source = OUTBOX_EVENT };
    struct store_channel channel = {
        .user = r->ann.who.user, .name = STR("phone"), .address = STR("ntfy:http://push.example/..."), .confirmed_at = 1
    };
    struct store_deliveries sent;

    world_version(w, r->page, 10, "<h1>Bakery</h1><p>Bread 2.90</p>");
    world_version(w, r->page, 20, "<h1>Bakery</h1><p>Bread 3.10</p>");
    must(w, store_verdict_put(&w->store, &verdict, &w->e));
    must(w, store_event_put(&w->store, &event, &told.subject, &w->e));
    must(w, store_channel_put(&w->store, &channel, &told.channel, &w->e));
    must(w, store_outbox_add(&w->store, &told, &w->e));
    must(w, store_outbox_gather(&w->store, 1, 10, &w->e));
    must(w,
         store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .user = r->ann.who.user, .state = -1 }, &sent, &w->e));
    r->message = sent.item[0].id;
}

static void build(struct rights *r)
{
    struct archive_world *w = &r->world;
    struct sentinels_applied done;
    struct collection made;

    world_open(w);
    r->ann = world_caller(w, "ann", ROLE_USER);
    r->ben = world_caller(w, "ben", ROLE_USER);
    r->admin = world_caller(w, "root", ROLE_ADMIN);
    r->reader = r->ann;
    r->reader.who.role = ROLE_READER;
    r->nobody = r->ann;
    r->nobody.who = (struct principal){ 0, STR("nobody"), ROLE_READER };
    r->page = world_page(w, "https://bakery.example/");
    r->quiet = world_page(w, "https://mill.example/");
    r->bens = world_page(w, "https://boats.example/");
    world_watch(w, &r->ann, r->page, "{\"tags\":[\"food\"]}");
    world_watch(w, &r->ann, r->quiet, "{}");
    world_watch(w, &r->ben, r->bens, "{}");
    build_change(r);
    must(w, sentinels_apply(&r->ann, STR("CREATE SENTINEL loaf ON \"https://bakery.example/\" MONITOR links;"), &done, &w->e));
    must(w, collections_put(&r->ann, &(struct collection_wish){ .name = STR("bread"), .is_new = true }, &made, &w->e));
    must(w, target_page(&r->ann, r->page, &r->target, &w->e));
}

/* ---- The calls ---- */

#define CALL(name) static int name(struct rights *r UNUSED, const struct caller *c, struct err *e)

CALL(finds_by_address)
{
    AUTO(target) t = { 0 };
    return target_find(c, "bakery.example", &t, e);
}

CALL(finds_by_number)
{
    struct target t;
    return target_page(c, r->page, &t, e);
}

CALL(reads_a_version)
{
    struct target_version v;
    return target_version(c, &r->target, &v, e);
}

CALL(reads_the_bytes)
{
    struct str body;
    return target_body(c, &r->target, 1, &body, e);
}

CALL(reads_the_history)
{
    struct page_history h;
    return history_read(c, &r->target, &h, e);
}

CALL(reads_a_verdict)
{
    struct store_verdict v;
    return history_verdict(c, &r->target, 2, &v, e);
}

CALL(compares)
{
    struct comparison x;
    return comparison_make(c, &(struct comparison_query){ .target = &r->target, .old = 1, .new = 2 }, &x, e);
}

CALL(reads_its_changes)
{
    struct changes list;
    return changes_of_page(c, r->page, 10, &list, e);
}

CALL(counts_by_sensitivity)
{
    struct level_counts counts;
    return levels_count(c, r->page, &counts, e);
}

CALL(reads_the_forecast)
{
    struct page_forecast f;
    return page_forecast_read(c, r->page, &f, e);
}

CALL(watches_an_address)
{
    struct watch_change change;
    return watches_add(c, STR("https://farm.example/"), &(struct watch_edit){ 0 }, &change, e);
}

CALL(edits_the_watch)
{
    struct str name = STR("title");
    struct watch_change change;
    return watches_edit(c, &r->target, &(struct watch_edit){ { .title = STR("Our baker") }, { &name, 1 } }, &change, e);
}

CALL(wants_a_browser)
{
    struct str name = STR("browser");
    struct watch_change change;
    return watches_edit(c, &r->target, &(struct watch_edit){ { .browser = true }, { &name, 1 } }, &change, e);
}

CALL(wants_a_proxy)
{
    struct str name = STR("proxy");
    struct watch_change change;
    return watches_edit(c, &r->target, &(struct watch_edit){ { .proxy = STR("http://127.0.0.1:3128") }, { &name, 1 } }, &change, e);
}

CALL(imports_a_list)
{
    struct hotlist_entry entry = { .url = STR("https://farm.example/") };
    struct import_result result = { 0 };
    return import_some(c, &(struct hotlist){ .item = &entry, .n = 1 }, (struct import_part){ 0, 1 }, &(struct watch_edit){ 0 },
                       &result, e);
}

CALL(marks_it_seen)
{
    return marks_set(c, r->page, 2, MARK_SEEN, e);
}

CALL(marks_what_is_not_there)
{
    return marks_set(c, r->page, 9, MARK_KEPT, e);
}

CALL(unsees_it)
{
    return marks_unsee(c, r->page, 0, e);
}

CALL(dismisses_it)
{
    struct lesson_done done;
    return lessons_do(c, r->page, 2, LESSON_ACT_DISMISS, &done, e);
}

CALL(tells_the_first)
{
    struct lesson_done done;
    return lessons_do(c, r->page, 1, LESSON_ACT_TELL, &done, e);
}

CALL(tells_a_part)
{
    struct lesson_done done;
    return lessons_do_some(c, r->page, 2, &(struct lesson_wish){ LESSON_ACT_TELL, (const uint32_t[]){ 7 }, 1 }, &done, e);
}

CALL(checks_selectors)
{
    struct record_list missing;
    return selectors_check(c, r->page, &missing, e);
}

CALL(ends_the_watch)
{
    struct removed gone;
    return removal_do(c, &r->target, &(struct removal){ 0 }, &gone, e);
}

CALL(purges_the_page)
{
    struct removed gone;
    return removal_do(c, &r->target, &(struct removal){ .purge = true }, &gone, e);
}

CALL(ends_a_tag)
{
    struct removed gone;
    return removal_tagged(c, STR("food"), &gone, e);
}

CALL(brings_anns_watch_back)
{
    struct ended_watch ended = { .page = r->page, .settings = STR("{}") };
    return removal_undo(c, &(struct ended_watches){ r->ann.who.user, &ended, 1 }, e);
}

CALL(sets_a_setting)
{
    return preferences_set(c, STR("every"), STR("6h"), e);
}

CALL(names_a_file)
{
    return preferences_set(c, STR("history"), STR("/home/ann/places.sqlite"), e);
}

CALL(watches_a_file)
{
    struct str url;
    return address_read(c, STR("file:///etc/motd"), &url, e);
}

CALL(reads_a_file_under_git)
{
    AUTO(target) t = { .name = STR("git:/nowhere/index.html") };
    return target_source_open(c, &t, e);
}

CALL(adds_a_channel)
{
    struct channel_made made;
    return channels_put(c, &(struct channel_wish){ .name = STR("push"), .address = STR("ntfy:topic") }, &made, e);
}

CALL(adds_a_command)
{
    struct channel_made made;
    return channels_put(c, &(struct channel_wish){ .name = STR("run"), .address = STR("command:/bin/true") }, &made, e);
}

CALL(changes_the_channel)
{
    struct channel_made made;
    return channels_put(c, &(struct channel_wish){ .name = STR("phone"), .digest = STR("day") }, &made, e);
}

CALL(tests_the_channel)
{
    return channels_test(c, STR("phone"), e);
}

CALL(confirms_the_channel)
{
    return channels_confirm(c, STR("phone"), STR("abc"), e);
}

CALL(removes_the_channel)
{
    struct str heir;
    return channels_remove(c, STR("phone"), &heir, e);
}

CALL(reads_everybodys_messages)
{
    struct outbox_list list;
    return outbox_read(c, &(struct outbox_query){ .state = -1, .everybody = true }, &list, e);
}

CALL(sends_it_again)
{
    uint32_t n;
    return outbox_retry(c, r->message, &n, e);
}

CALL(forgets_the_message)
{
    return outbox_remove(c, r->message, e);
}

CALL(sends_messages)
{
    struct posting *p = NULL;
    struct loop *loop = NULL;
    int code = loop_open(&loop, e);
    if (code == 0)
        code = posting_open(c, loop, &p, e);
    posting_close(p);
    loop_close(loop);
    return code;
}

CALL(asks_the_hubs)
{
    return websubs_ask(c, NULL, e);
}

CALL(makes_a_key_for_notices)
{
    struct str key;
    return pushes_key(c, &key, e);
}

CALL(creates_a_sentinel)
{
    struct sentinels_applied done;
    return sentinels_apply(c, STR("CREATE SENTINEL flour ON \"https://mill.example/\" MONITOR words;"), &done, e);
}

CALL(enables_the_sentinel)
{
    return sentinels_enable(c, STR("loaf"), true, e);
}

CALL(drops_the_sentinel)
{
    return sentinels_drop(c, STR("loaf"), e);
}

CALL(runs_all_sentinels)
{
    struct detecting *d = NULL;
    int code = detecting_open(c, &d, e);
    detecting_close(d);
    return code;
}

CALL(makes_a_collection)
{
    struct collection made;
    return collections_put(c, &(struct collection_wish){ .name = STR("shops"), .is_new = true }, &made, e);
}

CALL(reads_the_collection)
{
    struct collection_news news;
    return collections_news(c, STR("bread"), 10, &news, e);
}

CALL(drops_the_collection)
{
    return collections_drop(c, STR("bread"), e);
}

CALL(adds_a_user)
{
    return users_add(c, STR("cleo"), e);
}

CALL(adds_ben_again)
{
    return users_add(c, STR("ben"), e);
}

CALL(renames_a_user)
{
    return users_rename(c, STR("ann"), STR("anne"), e);
}

CALL(renames_to_a_taken_name)
{
    return users_rename(c, STR("ann"), STR("ben"), e);
}

CALL(removes_a_user)
{
    return users_remove(c, STR("cleo"), e);
}

CALL(gives_a_short_password)
{
    return accounts_put(c, &(struct account_given){ STR("ben"), STR("short"), ROLE_USER, false }, e);
}

CALL(gives_a_role)
{
    return accounts_set_role(c, STR("ben"), ROLE_READER, e);
}

CALL(changes_a_password)
{
    return accounts_change_password(c, STR("the old password"), STR("the new password"), e);
}

CALL(sweeps_sessions)
{
    return accounts_sweep(c, e);
}

CALL(makes_a_token)
{
    struct str secret;
    return tickets_make(c, &(struct store_ticket){ .kind = STORE_TICKET_TOKEN, .until = NEVER }, &secret, e);
}

CALL(ends_a_token)
{
    return tickets_end(c, STORE_TICKET_TOKEN, 0, e);
}

CALL(reads_all_hosts)
{
    struct host_rows rows;
    return hosts_list(c, true, &rows, e);
}

CALL(reads_the_plan)
{
    struct outlook plan;
    struct subject_rules rules = { .every_ms = 1000 };
    return outlook_make(c, &rules, 3, &plan, e);
}

CALL(decides_when_to_look)
{
    struct preference_rules rules = { 0 };
    int code = preferences_rules(c, 0, &rules, e);
    preference_rules_drop(&rules);
    return code;
}

CALL(pauses_visits)
{
    return care_pause(c, true, e);
}

CALL(removes_old_versions)
{
    struct care_swept swept;
    return c->who.role == ROLE_ADMIN ? 0 : care_sweep(c, false, &swept, e); /* not inside a transaction */
}

CALL(verifies)
{
    struct store_report report = { 0 };
    return care_verify(c, false, &report, e);
}

CALL(measures_the_archive)
{
    uint64_t bytes;
    return care_bytes(c, &bytes, e);
}

CALL(measures_the_disk)
{
    uint64_t bytes;
    return care_room(c, &bytes, e);
}

CALL(exports)
{
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC), code = export_all(c, fd, false, NULL, e);
    close(fd);
    return code;
}

CALL(opens_an_export)
{
    int fd = -1, code = export_open(c, &fd, e);
    if (fd >= 0)
        close(fd);
    return code;
}

CALL(imports)
{
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC), code = import_all(c, fd, NULL, e);
    close(fd);
    return code;
}

CALL(copies)
{
    struct str key;
    return c->who.role == ROLE_ADMIN ? 0 : backup_all(c, "/nowhere/copy.db", &key, e); /* not inside a transaction */
}

/* ---- What each is answered ---- */

#define DONE ""
#define NO_PAGE "there is no such page"
#define NOT_WATCHED "you do not watch this page"
#define NOT_EDITED "https://bakery.example/: you do not watch it; 'weft add https://bakery.example/' begins to"
#define NOT_TAUGHT "you do not watch it; 'weft add' begins to"
#define NO_CHANNEL "there is no channel 'phone'; 'weft channel list' names yours"
#define NO_MESSAGE "there is no message 1; 'weft outbox list' has yours"
#define NO_SENTINEL "there is no sentinel 'loaf'; 'weft sentinel list' names yours"
#define NO_COLLECTION "there is no collection bread"
#define ONLY_LOOKS "ann may look, but not change anything"
#define NOBODY_LOOKS "nobody may look, but not change anything"
#define ADMIN(what) "only an administrator may " what
/* Something of one's own that everybody has who may write; and what is an administrator's business, with what they are answered. */
#define WRITERS DONE, DONE, ONLY_LOOKS, DONE, NOBODY_LOOKS
#define ADMINISTRATORS(what, answer) ADMIN(what), ADMIN(what), ADMIN(what), answer, ADMIN(what)
#define ROW(name, ...) \
    { \
#name, name, __VA_ARGS__ \
    }

static const struct {
    const char *name;
    int (*call)(struct rights *r, const struct caller *c, struct err *e);
    const char *owner, *other, *reader, *admin, *nobody;
} rows[] = {
    ROW(finds_by_address, DONE,
        "bakery.example is not in the archive; 'weft list' tells what is, 'weft add bakery.example' begins to watch it", DONE, DONE,
        "bakery.example is not in the archive; 'weft list' tells what is, 'weft add bakery.example' begins to watch it"),
    ROW(finds_by_number, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(reads_a_version, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(reads_the_bytes, DONE, "https://bakery.example/@1: there is no such page", DONE, DONE,
        "https://bakery.example/@1: there is no such page"),
    ROW(reads_the_history, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(reads_a_verdict, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(compares, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(reads_its_changes, DONE, NOT_WATCHED, DONE, NOT_WATCHED, NOT_WATCHED),
    ROW(counts_by_sensitivity, DONE, NOT_WATCHED, DONE, NOT_WATCHED, NOT_WATCHED),
    ROW(reads_the_forecast, DONE, NOT_WATCHED, DONE, NOT_WATCHED, NOT_WATCHED),
    ROW(watches_an_address, WRITERS),
    ROW(edits_the_watch, DONE, NOT_EDITED, ONLY_LOOKS, NOT_EDITED, NOBODY_LOOKS),
    ROW(wants_a_browser, ADMIN("have pages drawn by a browser"), ADMIN("have pages drawn by a browser"), ONLY_LOOKS, NOT_EDITED,
        NOBODY_LOOKS),
    ROW(wants_a_proxy, ADMIN("choose a proxy"), ADMIN("choose a proxy"), ONLY_LOOKS, NOT_EDITED, NOBODY_LOOKS),
    ROW(imports_a_list, WRITERS),
    ROW(marks_it_seen, DONE, NO_PAGE, ONLY_LOOKS, DONE, NOBODY_LOOKS),
    ROW(marks_what_is_not_there, "there is no version 9 of this page", NO_PAGE, ONLY_LOOKS, "there is no version 9 of this page",
        NOBODY_LOOKS),
    ROW(unsees_it, DONE, NO_PAGE, ONLY_LOOKS, DONE, NOBODY_LOOKS),
    ROW(dismisses_it, DONE, NO_PAGE, ONLY_LOOKS, NOT_TAUGHT, NOBODY_LOOKS),
    ROW(tells_the_first, "version 1 was not compared with an earlier one, so there is no change to speak of", NO_PAGE, ONLY_LOOKS,
        NOT_TAUGHT, NOBODY_LOOKS),
    ROW(tells_a_part, "version 2 has no part 7; it has 1 to 1", NO_PAGE, ONLY_LOOKS, NOT_TAUGHT, NOBODY_LOOKS),
    ROW(checks_selectors, DONE, NO_PAGE, DONE, DONE, NO_PAGE),
    ROW(ends_the_watch, DONE, NO_PAGE, ONLY_LOOKS,
        "https://bakery.example/: you do not watch it; --purge removes what is left of it", NOBODY_LOOKS),
    ROW(purges_the_page, DONE, NO_PAGE, ONLY_LOOKS,
        "https://bakery.example/: others watch it too; remove it without --purge, and it stays for them", NOBODY_LOOKS),
    ROW(ends_a_tag, WRITERS),
    ROW(brings_anns_watch_back, DONE, "only who ended these watches can take that back", ONLY_LOOKS,
        "only who ended these watches can take that back", "only who ended these watches can take that back"),
    ROW(sets_a_setting, WRITERS),
    ROW(names_a_file, ADMIN("name a file of this machine"), ADMIN("name a file of this machine"), ONLY_LOOKS, DONE, NOBODY_LOOKS),
    ROW(watches_a_file, ADMINISTRATORS("watch files of the machine", DONE)),
    ROW(reads_a_file_under_git,
        ADMINISTRATORS("read files of this machine", "git:/nowhere/index.html: no such file; name one inside a git work tree")),
    ROW(adds_a_channel, WRITERS),
    ROW(adds_a_command, ADMIN("have a command run"), ADMIN("have a command run"), ONLY_LOOKS, DONE, NOBODY_LOOKS),
    ROW(changes_the_channel, DONE, "a new channel needs an address: mail:ADDRESS, https://..., ntfy:TOPIC and others", ONLY_LOOKS,
        "a new channel needs an address: mail:ADDRESS, https://..., ntfy:TOPIC and others", NOBODY_LOOKS),
    ROW(tests_the_channel, DONE, NO_CHANNEL, ONLY_LOOKS, NO_CHANNEL, NOBODY_LOOKS),
    ROW(confirms_the_channel, "that is not the code that was sent to ntfy:http://push.example/...", NO_CHANNEL, ONLY_LOOKS,
        NO_CHANNEL, NOBODY_LOOKS),
    ROW(removes_the_channel, DONE, NO_CHANNEL, ONLY_LOOKS, NO_CHANNEL, NOBODY_LOOKS),
    ROW(reads_everybodys_messages, ADMINISTRATORS("see what is sent to others", DONE)),
    ROW(sends_it_again, DONE, NO_MESSAGE, ONLY_LOOKS, DONE, NOBODY_LOOKS),
    ROW(forgets_the_message, DONE, NO_MESSAGE, ONLY_LOOKS, NO_MESSAGE, NOBODY_LOOKS),
    ROW(sends_messages, ADMINISTRATORS("send messages", DONE)),
    ROW(asks_the_hubs, ADMINISTRATORS("subscribe to hubs", DONE)),
    ROW(makes_a_key_for_notices, WRITERS),
    ROW(creates_a_sentinel, WRITERS),
    ROW(enables_the_sentinel, DONE, NO_SENTINEL, ONLY_LOOKS, NO_SENTINEL, NO_SENTINEL),
    ROW(drops_the_sentinel, DONE, NO_SENTINEL, ONLY_LOOKS, NO_SENTINEL, NO_SENTINEL),
    ROW(runs_all_sentinels, ADMINISTRATORS("run everybody's sentinels", DONE)),
    ROW(makes_a_collection, WRITERS),
    ROW(reads_the_collection, DONE, NO_COLLECTION, DONE, NO_COLLECTION, NO_COLLECTION),
    ROW(drops_the_collection, DONE, NO_COLLECTION, ONLY_LOOKS, NO_COLLECTION, NOBODY_LOOKS),
    ROW(adds_a_user, ADMINISTRATORS("add a user", DONE)),
    ROW(adds_ben_again, ADMINISTRATORS("add a user", "ben: there is such a user already")),
    ROW(renames_a_user, ADMINISTRATORS("rename a user", DONE)),
    ROW(renames_to_a_taken_name, ADMINISTRATORS("rename a user", "another user is called ben already")),
    ROW(removes_a_user, ADMINISTRATORS("remove a user", "cleo: no such user; 'weft user list' names them")),
    ROW(gives_a_short_password,
        ADMINISTRATORS("set a password", "The password is too short: use at least 12 characters. Four random words are good.")),
    ROW(gives_a_role, ADMINISTRATORS("set a role", "there is no such account")),
    ROW(changes_a_password, "there is no such account", "there is no such account", "there is no such account",
        "there is no such account", "there is no such account"),
    ROW(sweeps_sessions, ADMINISTRATORS("remove sessions", DONE)),
    ROW(makes_a_token, DONE, DONE, DONE, DONE, "only somebody who signed in may do that"),
    ROW(ends_a_token, "it does not exist", "it does not exist", "it does not exist", "it does not exist", "it does not exist"),
    ROW(reads_all_hosts, ADMINISTRATORS("see the hosts of all pages", DONE)),
    ROW(reads_the_plan, ADMINISTRATORS("see the plan for all pages", DONE)),
    ROW(decides_when_to_look, ADMINISTRATORS("decide when to look", DONE)),
    ROW(pauses_visits, ADMINISTRATORS("pause all visits", DONE)),
    ROW(removes_old_versions, ADMINISTRATORS("remove old versions", DONE)),
    ROW(verifies, ADMINISTRATORS("look through the whole archive", DONE)),
    ROW(measures_the_archive, ADMINISTRATORS("measure the archive", DONE)),
    ROW(measures_the_disk, ADMINISTRATORS("measure the disk", DONE)),
    ROW(exports, ADMINISTRATORS("export the archive", DONE)),
    ROW(opens_an_export, DONE, DONE, DONE, DONE, DONE),
    ROW(imports, ADMINISTRATORS("import into the archive", "the export ends too early")),
    ROW(copies, ADMINISTRATORS("copy the archive", DONE)),
};

static void expect(struct rights *r, const char *name, int (*call)(struct rights *, const struct caller *, struct err *),
                   const struct caller *c, const char *want)
{
    AUTO(store_tx) tx = { 0 };
    struct err e = { 0 };

    must(&r->world, store_begin(&r->world.store, &tx, &r->world.e));
    int code = call(r, c, &e);
    eq_str(code ? str_of(e.text) : STR(""), str_of(want), name);
}

int main(void)
{
    struct rights r = { 0 };

    build(&r);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        expect(&r, rows[i].name, rows[i].call, &r.ann, rows[i].owner);
        expect(&r, rows[i].name, rows[i].call, &r.ben, rows[i].other);
        expect(&r, rows[i].name, rows[i].call, &r.reader, rows[i].reader);
        expect(&r, rows[i].name, rows[i].call, &r.admin, rows[i].admin);
        expect(&r, rows[i].name, rows[i].call, &r.nobody, rows[i].nobody);
    }
    archive_world_drop(&r.world);
    return tap_done();
}
