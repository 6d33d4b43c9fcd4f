/* Calls about accounts, sessions, tokens and collections, as a stranger makes them: rows of principal_test.c. */
#ifndef TESTS_ARCHIVE_PRINCIPAL_ACCOUNTS_H
#define TESTS_ARCHIVE_PRINCIPAL_ACCOUNTS_H

#include <unistd.h>

#include "archive/accounts.h"
#include "archive/care.h"
#include "archive/changes.h"
#include "archive/collections.h"
#include "archive/history.h"
#include "archive/judgement.h"
#include "archive/hosts.h"
#include "archive/lessons.h"
#include "archive/levels.h"
#include "archive/page_blocks.h"
#include "archive/page_forecast.h"
#include "archive/preferences.h"
#include "archive/imports.h"
#include "archive/removal.h"
#include "archive/edge.h"
#include "archive/site.h"
#include "archive/site_pages.h"
#include "archive/transfer.h"
#include "archive/watched.h"
#include "tests/archive/principal.h"

/* Whether anybody may sign in is what every visitor of the server sees. */
CALL(accounts_begun)
{
    bool begun;
    return accounts_begun(c, &begun, &w->e);
}

CALL(accounts_sweep)
{
    return accounts_sweep(c, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_put)
{
    struct account_given given = { STR("ann"), STR("a password of mallory"), ROLE_USER, false };
    return accounts_put(c, &given, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_set_role)
{
    return accounts_set_role(c, STR("ann"), ROLE_READER, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_change_password)
{
    return accounts_change_password(c, STR("a password of mallory"), STR("a password of mallory"), &w->e)
               ? 0
               : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_list)
{
    struct store_accounts list = { 0 };
    int code = accounts_list(c, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(accounts_principal)
{
    struct principal who;
    return accounts_principal(c, w->ann, &who, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(accounts_sign_in)
{
    static struct attempts attempts;
    struct sign_in in = { STR("ann"), STR("a password of mallory"), STR("::1"), STR("") };
    struct str session;
    attempts_open(&attempts);
    return accounts_sign_in(c, &attempts, &in, &session, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(tickets_make)
{
    struct str secret;
    return tickets_make(c, &(struct store_ticket){ .kind = STORE_TICKET_TOKEN, .user = w->ann, .until = NEVER }, &secret, &w->e);
}

CALL(tickets_find)
{
    struct ticket_holder holder;
    return tickets_find(c, STORE_TICKET_SESSION, STR("guessed"), &holder, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(tickets_list)
{
    struct store_tickets list = { 0 };
    int code = tickets_list(c, STORE_TICKET_FEED, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(tickets_end)
{
    return tickets_end(c, STORE_TICKET_FEED, w->ticket, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

/* ann has one that is not public: "secret-title". */
CALL(collections_list)
{
    struct collections list = { 0 };
    int code = collections_list(c, &list, &w->e);
    return code ? code : list.n ? (keep(w, STR("secret-title")), 0) : 0;
}

CALL(collections_find)
{
    struct collection x;
    return collections_find(c, STR("secret"), &x, &w->e) ? 0 : (keep(w, STR("secret-title")), 0);
}

CALL(collections_put)
{
    struct collection x;
    bool open = true;
    struct collection_wish wish = { .name = STR("secret"), .is_public = &open };
    if (collections_put(c, &wish, &x, &w->e) == 0)
        keep(w, STR("secret-title"));
    wish = (struct collection_wish){
        .name = STR("mine"), .is_new = true, .is_public = &open, .pages = &(struct store_page_ids){ &w->target.page.id, 1 }
    };
    return collections_put(c, &wish, &x, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(collections_drop)
{
    return collections_drop(c, STR("secret"), &w->e) ? 0 : (keep(w, STR("secret-title")), 0);
}

CALL(collections_news)
{
    struct collection_news news;
    return collections_news(c, STR("secret"), 10, &news, &w->e) ? 0 : (keep(w, STR("secret-headline")), 0);
}

CALL(collections_change)
{
    struct collection_change change;
    struct collection_key key = { w->target.page.id, 2 };
    return collections_change(c, STR("secret"), &key, &change, &w->e) ? 0 : (keep(w, STR("secret-headline")), 0);
}

CALL(changes_of_page)
{
    struct changes list;
    return changes_of_page(c, w->target.page.id, 10, &list, &w->e) ? 0 : (keep(w, STR("secret-headline")), 0);
}

CALL(hosts_list)
{
    struct host_rows own = { 0 }, all = { 0 };
    uint64_t watched = 0; /* by the stranger, who knows the address */
    int code = hosts_list(c, false, &own, &w->e);
    if (code == 0 && c->who.user)
        code = store_watch_count(&w->store, c->who.user, &watched, &w->e);
    if (own.pages > watched || hosts_list(c, true, &all, &w->e) == 0)
        keep(w, STR("secret-place"));
    return code;
}

CALL(page_forecast_read)
{
    struct page_forecast f;
    return page_forecast_read(c, w->target.page.id, &f, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(levels_count)
{
    struct level_counts counts;
    return levels_count(c, w->target.page.id, &counts, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(page_blocks_read)
{
    struct page_blocks blocks;
    return page_blocks_read(c, w->target.page.id, 2, NULL, &blocks, &w->e) ? 0 : (keep(w, STR("secret-body")), 0);
}

CALL(site_read)
{
    struct site_view view;
    return site_read(c, w->target.page.host, w->target.page.id, &view, &w->e) ? 0 : (keep(w, STR("secret-body")), 0);
}

/* Her page has no tag; "secret-tag" is of a channel. */
CALL(removal_tagged)
{
    struct removed gone;
    int code = removal_tagged(c, STR("secret-tag"), &gone, &w->e);
    return code ? code : gone.ended.n ? (keep(w, STR("secret-place")), 0) : 0;
}

/* What another has ended. */
CALL(watched_pages)
{
    struct watched_numbers some = { 0 };
    int code = watched_pages(c, &some, &w->e);
    return code ? code : some.n ? (keep(w, STR("secret-place")), 0) : 0;
}

CALL(removal_undo)
{
    struct ended_watch hers = { .page = w->target.page.id, .settings = STR("{}") };
    int code = removal_undo(c, &(struct ended_watches){ c->who.user + 1, &hers, 1 }, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(import_some)
{
    struct hotlist_entry entry = { .url = STR("https://elsewhere.example/") };
    struct import_result result = { 0 };
    return import_some(c, &(struct hotlist){ .item = &entry, .n = 1 }, (struct import_part){ 0, 1 }, &(struct watch_edit){ 0 },
                       &result, &w->e);
}

static bool is_wanted(void *context UNUSED, uint64_t done UNUSED, uint64_t total UNUSED)
{
    return false;
}

CALL(export_file)
{
    int fd = -1, code = export_file(c, &(struct export_stop){ is_wanted, NULL }, &fd, &w->e);
    if (code == 0)
        keep(w, STR("secret-place"));
    if (fd >= 0)
        close(fd);
    return code;
}

CALL(lessons_do)
{
    struct lesson_done done;
    for (int act = LESSON_ACT_TELL; act <= LESSON_ACT_UNDO; act++)
        if (lessons_do(c, w->target.page.id, 2, (enum lesson_act)act, &done, &w->e) == 0)
            keep(w, STR("secret-headline"));
    return 0;
}

/* Which tags the caller's own watches have not. */
CALL(preferences_unknown_tags)
{
    struct str unknown;
    int code = preferences_unknown_tags(c, STR("sensitivity"), STR("secret-tag=high"), &unknown, &w->e);
    if (code == 0 && unknown.len == 0)
        keep(w, STR("secret-tag"));
    return code;
}

CALL(lessons_do_some)
{
    struct lesson_done done;
    struct lesson_wish wish = { .act = LESSON_ACT_TELL, .part = (const uint32_t[]){ 1 }, .n = 1 };
    if (lessons_do_some(c, w->target.page.id, 2, &wish, &done, &w->e) == 0)
        keep(w, STR("secret-headline"));
    return 0;
}

CALL(history_read)
{
    struct page_history h = { 0 };
    int code = history_read(c, &w->target, &h, &w->e);
    for (uint32_t i = 0; code == 0 && i < h.n; i++)
        keep(w, h.row[i].verdict ? h.row[i].verdict->headline : h.row[i].version->digest.len ? STR("secret-body") : STR(""));
    return code;
}

CALL(history_verdict)
{
    struct store_verdict verdict = { 0 };
    int code = history_verdict(c, &w->target, 2, &verdict, &w->e);
    return keep(w, code ? str_of(w->e.text) : verdict.headline), code;
}

CALL(judgement_read)
{
    struct judgement g = { 0 };
    int code = judgement_read(c, &w->target, 0, &g, &w->e);
    return keep(w, code ? str_of(w->e.text) : g.headline), code;
}

/* An empty file of their own. */
CALL(export_open)
{
    int fd = -1, code = export_open(c, &fd, &w->e);
    if (fd >= 0)
        close(fd);
    return code;
}

CALL(edge_tar)
{
    int fd = -1, code = edge_tar(c, w->target.page.host, &(struct export_stop){ is_wanted, NULL }, &fd, &w->e);
    if (code == 0)
        keep(w, STR("secret-body"));
    if (fd >= 0)
        close(fd);
    return code;
}

CALL(site_items_newest)
{
    struct site_items items = { 0 };
    int code = site_items_newest(c, w->target.page.host, false, &items, &w->e);
    for (uint32_t i = 0; code == 0 && i < items.n; i++)
        keep(w, items.item[i].name);
    return code;
}

CALL(site_items_versions)
{
    struct site_items items = { 0 };
    int code = site_items_versions(c, &w->target, &items, &w->e);
    return code ? code : items.n ? (keep(w, STR("secret-body")), 0) : 0;
}

CALL(site_item_bytes)
{
    struct site_item hers = { .name = w->target.page.url, .page = w->target.page.id, .number = 2 };
    struct str bytes;
    int code = site_item_bytes(c, &hers, c->arena, &bytes, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(site_item_read)
{
    AUTO(parsed_page) page = { 0 };
    struct site_item hers = { .name = w->target.page.url, .page = w->target.page.id, .number = 2 };
    int code = site_item_read(c, &hers, &page, &w->e);
    return code ? code : (keep(w, STR("secret-body")), 0);
}

CALL(care_pause)
{
    int code = care_pause(c, true, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

/* Everybody may know. */
CALL(care_paused)
{
    bool paused;
    return care_paused(c, &paused, &w->e);
}

CALL(care_room)
{
    uint64_t bytes;
    int code = care_room(c, &bytes, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(care_bytes)
{
    uint64_t bytes;
    int code = care_bytes(c, &bytes, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(watched_first)
{
    struct str url;
    int code = watched_first(c, &url, &w->e);
    return code ? code : (keep(w, url), 0);
}

CALL(changes_of_user)
{
    struct changes all;
    int code = changes_of_user(c, STR(""), 10, &all, &w->e);
    for (uint32_t i = 0; code == 0 && i < all.n; i++)
        keep(w, all.row[i].url);
    return code;
}

#endif
