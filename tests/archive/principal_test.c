/* A stranger gets nothing of another's watches, events, settings or secrets through any call of archive/, and changes nothing of them.
 *
 * One row for each call that takes a caller. The rows are held against the headers: a call that is not in the table fails the test. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive/care.h"
#include "archive/comparison.h"
#include "archive/address.h"
#include "archive/frequencies.h"
#include "archive/history.h"
#include "archive/judgement.h"
#include "archive/lessons.h"
#include "archive/listing.h"
#include "archive/marks.h"
#include "archive/news.h"
#include "archive/outlook.h"
#include "archive/pages.h"
#include "archive/pictures.h"
#include "archive/preferences.h"
#include "archive/removal.h"
#include "archive/selectors.h"
#include "archive/transfer.h"
#include "archive/users.h"
#include "archive/visits.h"
#include "archive/watches.h"
#include "base/io.h"
#include "base/limits.h"
#include "flow/sealed.h"
#include "tests/archive/principal_accounts.h"
#include "tests/archive/principal_messages.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

/* Words that are ann's alone. */
static const char *const hers[] = { "secret-place",    "secret-title", "secret-headline", "secret-body",
                                    "secret-password", "secret-tag",   "7h 13m" };

static void must(struct principal_world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

/* ---- The calls: each as the stranger makes it, on what is ann's. 0: it answered, with what is kept; else it refused. ---- */

CALL(caller_watches)
{
    bool yes;
    int code = caller_watches(c, w->target.page.id, &yes, &w->e);
    return code ? code : yes ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(caller_sees)
{
    bool yes;
    int code = caller_sees(c, w->target.page.id, &yes, &w->e);
    return code ? code : yes ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(caller_must_see)
{
    int code = caller_must_see(c, w->target.page.id, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(caller_must_write)
{
    return caller_must_write(c, &w->e);
}

CALL(caller_must_administer)
{
    int code = caller_must_administer(c, "do that", &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(care_sweep)
{
    struct care_swept done;
    int code = care_sweep(c, true, &done, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(care_verify)
{
    struct store_report report = { 0 };
    int code = care_verify(c, false, &report, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

/* With a difference of their own: what was known of hers must not show in it. */
CALL(comparison_narrow)
{
    struct delta none = { 0 };
    int code = comparison_narrow(c, &(struct comparison_query){ .target = &w->target, .old = 1, .new = 2 }, &none, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(comparison_make)
{
    struct comparison x = { 0 };
    int code = comparison_make(c, &(struct comparison_query){ .target = &w->target, .old = 1, .new = 2 }, &x, &w->e);
    keep(w, code ? str_of(w->e.text) : STR("secret-body"));
    return code;
}

CALL(comparison_page)
{
    struct page page;
    int code = comparison_page(c, &w->target, 2, &page, &w->e);
    keep(w, code ? str_of(w->e.text) : STR("secret-body"));
    return code;
}

CALL(frequencies_read)
{
    AUTO(frequencies) f = { 0 };
    int code = frequencies_read(&f, c, &w->e);
    if (code == 0 && f.corpus.n_pages)
        keep(w, STR("secret-body"));
    return code;
}

static int see_watched(void *context, const struct watched *row, struct err *e UNUSED)
{
    keep(context, row->url);
    keep(context, row->watch.title);
    return 0;
}

static int see_listing(void *context, const struct listing_row *row, struct err *e)
{
    return see_watched(context, row->watched, e);
}

static int see_page(void *context, const struct store_page *page, struct err *e UNUSED)
{
    keep(context, page->url);
    return 0;
}

CALL(history_hold)
{
    struct history_row row = { .version = &(struct target_version){ .number = 2 }, .held_back = STR("") };
    int code = history_hold(c, &w->target, &(struct page_history){ .row = &row, .n = 1, .partial = true }, &w->e);
    keep(w, row.held_back);
    return code;
}

CALL(listing_each)
{
    return listing_each(c, &(struct listing_query){ 0 }, see_listing, w, &w->e);
}

CALL(listing_some)
{
    return listing_some(c, &(struct listing_query){ 0 }, &(struct listing_part){ 0, 50, 0 }, see_listing, w, &w->e);
}

CALL(watched_each)
{
    return watched_each(c, see_watched, w, &w->e);
}

CALL(pages_each)
{
    return pages_each(c, see_page, w, &w->e);
}

CALL(marks_set)
{
    for (int mark = MARK_SEEN; mark <= MARK_DISMISSED; mark++)
        if (marks_set(c, w->target.page.id, 2, (enum mark)mark, &w->e) == 0)
            keep(w, STR("secret-place"));
    return 0;
}

CALL(marks_new)
{
    struct marked_list list = { 0 };
    int code = marks_new(c, NULL, 0, &list, &w->e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        keep(w, list.item[i].page.url);
    return code;
}

static void keep_report(struct principal_world *w, const struct report *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        keep(w, r->row[i].url);
        keep(w, r->row[i].headline);
    }
}

CALL(news_read)
{
    struct report full = { 0 }, brief = { 0 };
    int code = news_read(c, &(struct news_query){ 0 }, &full, &w->e);
    if (code || (code = news_read(c, &(struct news_query){ .brief = true }, &brief, &w->e)))
        return code;
    keep_report(w, &full);
    keep_report(w, &brief);
    return brief.n_part[REPORT_SAME] ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(news_json)
{
    AUTO(buf) out = BUF(MIB(1));
    struct json j;
    struct report report = { 0 };
    json_open(&j, &out, 0);
    int code = news_json(c, &(struct news_query){ 0 }, &j, &report, &w->e);
    keep_report(w, &report);
    keep(w, buf_str(&out));
    return code;
}

CALL(outlook_make)
{
    struct outlook plan = { 0 };
    struct subject_rules rules = { 0 };
    int code = outlook_make(c, &rules, 9, &plan, &w->e);
    for (uint32_t i = 0; code == 0 && i < plan.next.n; i++)
        keep(w, plan.next.item[i].url);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

/* With a page of their own that shows ann's. */
CALL(pictures_changed)
{
    struct symbols symbols;
    struct page page;
    struct delta same;
    struct pictures found = { 0 };
    struct parse_source source = { .bytes = STR_INIT("<img src='https://secret-place.example/'>") };
    symbols_open(&symbols, &w->arena);
    must(w, page_read(&w->arena, &symbols, &source, STR(""), &page, &w->e));
    must(w, compare_pages(&w->arena, &page, &page, &same, &w->e));
    int code = pictures_changed(c, &(struct pictures_query){ &same, 1, 1000, NULL }, &found, &w->e);
    return code ? code : found.n ? (keep(w, STR("secret-body")), 0) : 0;
}

#define try_news_gather try_news_json /* which makes it */

CALL(preferences_apply)
{
    struct settings s;
    int code = settings_defaults(&w->arena, &s, &w->e);
    if (code || (code = preferences_apply(c, &s, &w->e)))
        return code;
    keep(w, settings_text(&s, SETTING_EVERY));
    return 0;
}

CALL(preferences_set)
{
    int code = preferences_set(c, STR("every"), STR("9h"), &w->e);
    if (preferences_set(c, STR("thresholds"), STR("/etc/passwd"), &w->e) == 0)
        keep(w, STR("secret-place"));
    return code;
}

CALL(preferences_rules)
{
    struct preference_rules rules = { 0 };
    int code = preferences_rules(c, 0, &rules, &w->e);
    return code ? code : (preference_rules_drop(&rules), keep(w, STR("7h 13m")), 0);
}

CALL(selectors_check)
{
    struct record_list missing = { 0 };
    int code = selectors_check(c, w->target.page.id, &missing, &w->e);
    for (uint32_t i = 0; code == 0 && i < missing.n; i++)
        keep(w, missing.item[i]);
    return code;
}

CALL(removal_do)
{
    struct removed gone;
    for (int purge = 0; purge < 2; purge++)
        if (removal_do(c, &w->target, &(struct removal){ .purge = purge, .followed = true }, &gone, &w->e) == 0)
            keep(w, STR("secret-place"));
    keep(w, str_of(w->e.text));
    return 0;
}

CALL(target_find)
{
    static const char *const typed[] = { "https://secret-place.example/",   "secret-place.example", "place",
                                         "https://secret-place.example/@1", "git:/etc/passwd",      "/etc/passwd" };
    for (size_t i = 0; i < ARRAY_LEN(typed); i++) {
        AUTO(target) t = { 0 };
        if (target_find(c, typed[i], &t, &w->e) == 0)
            keep(w, STR("secret-place"));
        else if (i == 2) /* what was typed may come back, what was not may not */
            keep(w, str_of(w->e.text));
    }
    return 0;
}

CALL(target_page)
{
    struct target t = { 0 };
    int code = target_page(c, w->target.page.id, &t, &w->e);
    keep(w, t.name);
    return code;
}

CALL(target_version)
{
    struct target_version v = { 0 };
    int code = target_version(c, &w->target, &v, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(target_versions)
{
    struct target_versions list = { 0 };
    int code = target_versions(c, &w->target, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-body")), 0) : 0;
}

CALL(target_newest)
{
    struct target_version v = { 0 };
    int code = target_newest(c, &w->target, &v, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(target_last_seen)
{
    struct target_version v = { 0 };
    int code = target_last_seen(c, &w->target, &v, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(target_body)
{
    struct str body = STR("");
    int code = target_body(c, &w->target, 2, &body, &w->e);
    keep(w, body);
    return code;
}

CALL(target_source_open)
{
    AUTO(target) t = { .name = STR("git:/etc/passwd") };
    int code = target_source_open(c, &t, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

/* Of a source that was opened: that is the step which needs the right. */
static int only_after_opening(struct principal_world *w, const struct caller *c)
{
    return try_target_source_open(w, c);
}
#define try_target_source_versions only_after_opening
#define try_target_source_version only_after_opening

CALL(export_all)
{
    struct str lines = STR("");
    int fd = open(w->spare, O_RDWR | O_CREAT | O_TRUNC, 0600), code = export_all(c, fd, true, NULL, &w->e);
    close(fd);
    if (code == 0)
        code = io_read(&w->arena, w->spare, MIB(16), &lines, &w->e);
    keep(w, lines);
    return code;
}

CALL(import_all)
{
    static const char lines[] =
        "{\"weft-store\":{\"format\":2}}\n{\"user\":{\"name\":\"mallory\",\"added_at\":1}}\n{\"end\":{\"pages\":0,\"versions\":0}}\n";
    int fd = open(w->spare, O_RDWR | O_CREAT | O_TRUNC, 0600), code;
    if (io_write_fd(fd, str_of(lines), &w->e) || lseek(fd, 0, SEEK_SET))
        return E_SYSTEM;
    code = import_all(c, fd, NULL, &w->e);
    close(fd);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(backup_all)
{
    struct str key;
    int code = backup_all(c, w->spare, &key, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(users_list)
{
    struct user_rows rows = { 0 };
    int code = users_list(c, &rows, &w->e);
    for (uint32_t i = 0; code == 0 && i < rows.n; i++)
        if (rows.item[i].user.id == w->ann)
            keep(w, STR("secret-place"));
    return code;
}

CALL(users_add)
{
    return users_add(c, STR("mallory"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(users_rename)
{
    return users_rename(c, STR("ann"), STR("mallory"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(users_remove)
{
    return users_remove(c, STR("ann"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(visits_mark)
{
    struct browser_history history = { 0 };
    uint32_t n = 0;
    int code = visits_mark(c, &history, &n, &w->e);
    return code ? code : n ? (keep(w, STR("secret-place")), 0) : 0;
}

/* The same request as ann's is the stranger's own to make; with a password that is not hers they must not land on her page. */
CALL(watches_add)
{
    struct str names[2] = { STR("user"), STR("password") };
    struct watch_edit guess = { { .user = STR("ann"), .password = STR("guess") }, { names, 2 } };
    struct watch_change change = { 0 };
    int code = watches_add(c, STR("https://secret-place.example/"), &guess, &change, &w->e);
    if (code == 0 && change.page == w->target.page.id)
        keep(w, STR("secret-body"));
    keep(w, change.before.title);
    return code;
}

CALL(watches_edit)
{
    struct str name = STR("title");
    struct watch_edit edit = { { .title = STR("Mine") }, { &name, 1 } };
    struct watch_change change = { 0 };
    int code = watches_edit(c, &w->target, &edit, &change, &w->e);
    keep(w, change.before.title);
    keep(w, change.before.password);
    return code;
}

CALL(watched_page)
{
    struct watched row = { 0 };
    int code = watched_page(c, w->target.page.id, &row, &w->e);
    return code ? code : (keep(w, row.url), 0);
}

CALL(news_count)
{
    struct news_counts n = { 0 };
    int code = news_count(c, NULL, &n, &w->e);
    return code ? code : n.new || n.watched ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(address_read)
{
    struct str url;
    return address_read(c, STR("file:///etc/passwd"), &url, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

#define ROW(name) \
    { \
#name, try_##name \
    }
static const struct {
    const char *name;
    int (*call)(struct principal_world *w, const struct caller *c);
} calls[] = {
    ROW(caller_watches),
    ROW(caller_sees),
    ROW(caller_must_see),
    ROW(caller_must_write),
    ROW(caller_must_administer),
    ROW(care_sweep),
    ROW(care_verify),
    ROW(care_bytes),
    ROW(care_room),
    ROW(comparison_make),
    ROW(measures_make),
    ROW(measures_metrics),
    ROW(sentinel_sketch),
    ROW(sentinel_complete),
    ROW(comparison_narrow),
    ROW(comparison_page),
    ROW(frequencies_read),
    ROW(held_read),
    ROW(history_hold),
    ROW(history_read),
    ROW(history_verdict),
    ROW(judgement_read),
    ROW(lessons_do),
    ROW(lessons_do_some),
    ROW(listing_each),
    ROW(listing_some),
    ROW(watched_each),
    ROW(watched_first),
    ROW(watched_pages),
    ROW(pages_each),
    ROW(marks_set),
    ROW(marks_new),
    ROW(news_read),
    ROW(news_json),
    ROW(news_gather),
    ROW(outlook_make),
    ROW(pictures_changed),
    ROW(news_count),
    ROW(preferences_apply),
    ROW(preferences_set),
    ROW(preferences_unknown_tags),
    ROW(preferences_rules),
    ROW(removal_do),
    ROW(selectors_check),
    ROW(target_find),
    ROW(target_page),
    ROW(target_version),
    ROW(target_versions),
    ROW(target_newest),
    ROW(target_last_seen),
    ROW(target_body),
    ROW(target_source_open),
    ROW(target_source_versions),
    ROW(target_source_version),
    ROW(export_all),
    ROW(export_file),
    ROW(export_open),
    ROW(edge_tar),
    ROW(care_pause),
    ROW(care_paused),
    ROW(site_items_newest),
    ROW(site_items_versions),
    ROW(site_item_bytes),
    ROW(site_item_read),
    ROW(import_all),
    ROW(backup_all),
    ROW(users_list),
    ROW(users_add),
    ROW(visits_mark),
    ROW(users_rename),
    ROW(users_remove),
    ROW(watches_add),
    ROW(watches_edit),
    ROW(channels_list),
    ROW(channels_find),
    ROW(channels_put),
    ROW(channels_need),
    ROW(channels_known),
    ROW(channel_must_be_unused),
    ROW(sentinel_channel),
    ROW(channels_remove),
    ROW(channels_test),
    ROW(channels_confirm),
    ROW(outbox_read),
    ROW(outbox_of_news),
    ROW(outbox_retry),
    ROW(outbox_remove),
    ROW(posting_open),
    ROW(acts_read),
    ROW(acts_do),
    ROW(watched_page),
    ROW(marks_unsee),
    ROW(address_read),
    ROW(accounts_begun),
    ROW(accounts_sweep),
    ROW(accounts_put),
    ROW(accounts_set_role),
    ROW(accounts_change_password),
    ROW(accounts_list),
    ROW(accounts_principal),
    ROW(accounts_sign_in),
    ROW(tickets_make),
    ROW(tickets_find),
    ROW(tickets_list),
    ROW(tickets_end),
    ROW(collections_list),
    ROW(collections_find),
    ROW(collections_put),
    ROW(collections_drop),
    ROW(collections_news),
    ROW(collections_change),
    ROW(changes_of_page),
    ROW(changes_of_user),
    ROW(hosts_list),
    ROW(page_forecast_read),
    ROW(levels_count),
    ROW(page_blocks_read),
    ROW(site_read),
    ROW(removal_tagged),
    ROW(removal_undo),
    ROW(import_some),
    ROW(sentinels_apply),
    ROW(sentinels_list),
    ROW(sentinels_look),
    ROW(sentinels_find),
    ROW(sentinels_drop),
    ROW(sentinels_enable),
    ROW(sentinels_events),
    ROW(sentinels_try),
    ROW(sentinel_pages_update),
    ROW(detecting_open),
    ROW(pushes_key),
    ROW(pushes_take),
    ROW(websubs_ask),
    ROW(websubs_wait),
    ROW(websubs_verify),
    ROW(websubs_take),
};

/* ---- The archive ---- */

static void build_page(struct principal_world *w)
{
    struct watch watch = { .title = STR("secret-title"), .user = STR("ann"), .password = STR("secret-password") };
    struct store_page page = { .url = STR("https://secret-place.example/ (as ann)"),
                               .canonical = STR("https://secret-place.example/") };
    struct store_watch row = { .user = w->ann, .added_at = 1 };
    int64_t id;
    must(w, store_page_add(&w->store, &page, &row.page, &w->e));
    must(w, sealed_write(&w->arena, &w->store, &row, &watch, &w->e));
    for (int i = 0; i < 2; i++) {
        struct store_version v = { .page = row.page, .fetched_at = 10 + i, .status = 200, .content_type = STR("text/html") };
        bool is_new;
        must(w, store_version_add(&w->store, &v, i ? STR("<p>secret-body two") : STR("<p>secret-body"), &is_new, &w->e));
    }
    struct store_verdict verdict = {
        .page = row.page, .number = 2, .before = 1, .importance = 0.5, .headline = STR("secret-headline")
    };
    struct store_event event = {
        .user = w->ann, .page = row.page, .number = 2, .before = 1, .at = 11, .kind = STORE_EVENT_CHANGED
    };
    event.headline = STR("secret-headline");
    must(w, store_verdict_put(&w->store, &verdict, &w->e));
    must(w, store_event_put(&w->store, &event, &id, &w->e));
    must(w, store_watch_begin(&w->store, w->ann, row.page, 1, &w->e));
    must(w, store_page_get(&w->arena, &w->store, row.page, &w->target.page, &w->e));
    w->target.name = STR("x");
    struct store_channel channel = {
        .user = w->ann, .name = STR("secret-tag"), .address = STR("mail:secret-place@example.org"), .confirmed_at = 1
    };
    struct store_outbox told = { .user = w->ann, .source = OUTBOX_EVENT, .subject = id };
    must(w, store_channel_put(&w->store, &channel, &told.channel, &w->e));
    must(w, store_outbox_add(&w->store, &told, &w->e));
    must(w, store_outbox_gather(&w->store, 1, 10, &w->e));
    struct store_sentinel sentinel = { .user = w->ann,
                                       .name = STR("secret-title"),
                                       .text = STR(
                                           "CREATE SENTINEL secret-title ON \"https://secret-place.example/\" MONITOR links;") };
    struct store_collection collection = { .user = w->ann, .name = STR("secret"), .title = STR("secret-title") };
    must(w, store_collection_put(&w->store, &collection, &id, &w->e));
    must(w, store_collection_choose(&w->store, id, &(struct store_page_ids){ &row.page, 1 }, &w->e));
    struct store_sentinel_event found = { .user = w->ann, .name = STR("secret-title"), .headline = STR("secret-headline") };
    must(w, store_sentinel_put(&w->store, &sentinel, &found.sentinel, &w->e));
    must(w, store_sentinel_event_add(&w->store, &found, &id, &w->e));
}

static void build(struct principal_world *w, const struct folder *folder)
{
    int64_t user;
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e));
    must(w, store_user_add(&w->store, STR("eve"), 1, &user, &w->e));
    must(w, settings_defaults(&w->arena, &w->settings, &w->e));
    must(w, store_setting_put(&w->store, &(struct store_setting){ w->ann, STR("every"), STR("7h 13m") }, &w->e));
    w->stranger = (struct caller){
        .who = { user, STR("eve"), ROLE_USER }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
    struct store_account account = { .user = { .id = w->ann }, .password = STR("secret-password"), .role = ROLE_USER };
    must(w, store_account_put(&w->store, &account, &w->e));
    struct store_ticket ticket = { .kind = STORE_TICKET_FEED, .user = w->ann, .until = NEVER };
    must(w, store_ticket_add(&w->store, &ticket, &w->ticket, &w->e));
    w->spare = folder_path(&w->arena, folder, "spare");
    build_page(w);
}

/* All that is ann's, to see that nothing has changed. */
static struct str rows_of_ann(struct principal_world *w)
{
    struct store_watched row = { 0 };
    struct store_settings settings = { 0 };
    struct store_events events = { 0 };
    struct store_seens seen = { 0 };
    struct store_secrets secrets = { 0 };
    struct store_channels channels = { 0 };
    struct store_deliveries sent = { 0 };
    struct store_sentinels sentinels = { 0 };
    must(w, store_sentinel_list(&w->arena, &w->store, w->ann, &sentinels, &w->e));
    int64_t page = w->target.page.id;
    must(w, store_channel_list(&w->arena, &w->store, w->ann, &channels, &w->e));
    must(w, store_delivery_list(&w->arena, &w->store, &(struct delivery_query){ .user = w->ann, .state = -1 }, &sent, &w->e));
    must(w, store_watched_page(&w->arena, &w->store, w->ann, page, &row, &w->e));
    must(w, store_setting_list(&w->arena, &w->store, w->ann, &settings, &w->e));
    must(w, store_event_list(&w->arena, &w->store, &(struct store_event_query){ .user = w->ann, .unseen = true }, &events, &w->e));
    must(w, store_seen_list(&w->arena, &w->store, w->ann, page, &seen, &w->e));
    must(w, store_secret_list(&w->arena, &w->store, w->ann, page, &secrets, &w->e));
    return arena_printf(&w->arena, "%.*s %.*s %lld %.*s=%.*s %u %u %u %lld %u %lld %u %lld %u %.*s %d", STR_ARG(row.page.url),
                        STR_ARG(row.watch.settings), (long long)row.watch.seen, STR_ARG(settings.item[0].name),
                        STR_ARG(settings.item[0].value), events.n, seen.n, secrets.n, (long long)row.newest, channels.n,
                        (long long)channels.item[0].confirmed_at, sent.n, (long long)sent.item[0].next_at, sentinels.n,
                        STR_ARG(sentinels.item[0].text), sentinels.item[0].disabled);
}

static bool has_hers(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(hers); i++)
        if (str_find(text, str_of(hers[i]), 0) != SIZE_MAX)
            return true;
    return false;
}

/* ---- The headers ---- */

static bool in_table(struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(calls); i++)
        if (str_eq(name, str_of(calls[i].name)))
            return true;
    return false;
}

/* Every declaration "int NAME(... const struct caller *c ...)" of the header. */
static void check_header(struct principal_world *w, const char *path)
{
    struct str text, mark = STR("const struct caller *c");
    if (!ok(io_read(&w->arena, path, MIB(1), &text, &w->e) == 0, "%s: %s", path, w->e.text))
        return;
    for (size_t at = 0; (at = str_find(text, mark, at)) != SIZE_MAX; at++) {
        size_t end = at, start;
        if (str_starts(str_sub(text, at + mark.len, text.len), STR("aller"))) /* a member of a struct */
            continue;
        while (end > 0 && text.ptr[end] != '(')
            end--;
        for (start = end; start > 0 && text.ptr[start - 1] != ' ' && text.ptr[start - 1] != '\n';)
            start--;
        struct str name = str_sub(text, start, end);
        ok(in_table(name), "%.*s of %s is in the table", STR_ARG(name), path);
    }
}

static void check_headers(struct principal_world *w)
{
    const char *source = getenv("WEFT_SOURCE");
    const char *path = source ? arena_printf(&w->arena, "%s/src/archive", source).ptr : "";
    DIR *folder = opendir(path);
    unsigned n = 0;
    if (!ok(folder != NULL, "WEFT_SOURCE names the tree"))
        return;
    for (struct dirent *one; (one = readdir(folder));)
        if (str_ends(str_of(one->d_name), STR(".h"))) {
            check_header(w, arena_printf(&w->arena, "%s/%s", path, one->d_name).ptr);
            n++;
        }
    closedir(folder);
    ok(n > 10, "%u headers", n);
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct principal_world w = { .got = BUF(MIB(16)) };

    build(&w, &folder);
    check_headers(&w);
    struct str before = rows_of_ann(&w);
    for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
        struct caller nobody = w.stranger, reader = w.stranger;
        nobody.who.user = 0;
        reader.who.role = ROLE_READER;
        const struct caller *who[] = { &w.stranger, &nobody, &reader };
        for (size_t k = 0; k < ARRAY_LEN(who); k++) {
            buf_clear(&w.got);
            calls[i].call(&w, who[k]);
            struct str got = buf_str(&w.got);
            ok(!has_hers(got), "%s gives caller %zu nothing of another's: %.*s", calls[i].name, k, STR_ARG(got));
            ok(str_eq(rows_of_ann(&w), before), "%s changes nothing of another's", calls[i].name);
        }
    }
    struct caller admin = w.stranger;
    admin.who.role = ROLE_ADMIN;
    buf_clear(&w.got);
    ok(try_target_body(&w, &admin) == 0 && has_hers(buf_str(&w.got)), "who may see it does: the table can tell");
    buf_drop(&w.got);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
