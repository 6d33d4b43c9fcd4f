/* Calls about channels, messages and sentinels, as a stranger makes them: rows of principal_test.c. */
#ifndef TESTS_ARCHIVE_PRINCIPAL_MESSAGES_H
#define TESTS_ARCHIVE_PRINCIPAL_MESSAGES_H

#include "archive/held.h"
#include "archive/measures.h"
#include "archive/sentinel_sketch.h"
#include "archive/acts.h"
#include "archive/channel_uses.h"
#include "archive/channels.h"
#include "archive/marks.h"
#include "archive/outbox.h"
#include "archive/detecting.h"
#include "archive/posting.h"
#include "archive/pushes.h"
#include "archive/sentinel_pages.h"
#include "archive/sentinel_trial.h"
#include "archive/sentinels.h"
#include "archive/websubs.h"
#include "tests/archive/principal.h"

/* ---- Messages: ann has a channel, and something was sent to it ---- */

CALL(channels_list)
{
    struct channel_rows rows = { 0 };
    int code = channels_list(c, &rows, &w->e);
    for (uint32_t i = 0; code == 0 && i < rows.n; i++)
        keep(w, rows.item[i].channel.name);
    return code;
}

CALL(channels_find)
{
    struct channel_row row;
    int code = channels_find(c, STR("secret-tag"), &row, &w->e);
    return code ? code : (keep(w, row.channel.address), keep(w, STR("secret-place")), 0);
}

/* Of the same name as ann's: it is the stranger's own. A command is not theirs to have run. */
CALL(channels_put)
{
    struct channel_made made = { 0 };
    struct channel_wish wish = { .name = STR("secret-tag"), .digest = STR("day") },
                        run = { .name = STR("x"), .address = STR("command:/bin/true") };
    if (channels_put(c, &wish, &made, &w->e) == 0 || channels_put(c, &run, &made, &w->e) == 0)
        keep(w, STR("secret-place"));
    return 0;
}

CALL(channels_need)
{
    struct str name;
    return channels_need(c, STR("secret-tag"), &name, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(channels_known)
{
    struct str name;
    return channels_known(c, STR("secret-tag"), &name, &w->e) || name.len == 0 ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(marks_unsee)
{
    int code = marks_unsee(c, w->target.page.id, 0, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(channel_must_be_unused)
{
    return channel_must_be_unused(c, STR("secret-tag"), &w->e);
}

CALL(sentinel_channel)
{
    struct str name = STR("");
    int code = sentinel_channel(c, &(struct sentinel_way){ .kind = STR("channel"), .details = STR("secret-tag") }, &name, &w->e);
    return code ? code : (keep(w, name), 0);
}

CALL(channels_remove)
{
    struct str heir;
    return channels_remove(c, STR("secret-tag"), &heir, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(channels_test)
{
    return channels_test(c, STR("secret-tag"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(channels_confirm)
{
    return channels_confirm(c, STR("secret-tag"), STR(""), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(outbox_read)
{
    struct outbox_list list = { 0 };
    int code = outbox_read(c, &(struct outbox_query){ .state = -1 }, &list, &w->e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        keep(w, list.item[i].headline);
    if (outbox_read(c, &(struct outbox_query){ .state = -1, .everybody = true }, &list, &w->e) == 0)
        keep(w, STR("secret-headline"));
    return code;
}

CALL(outbox_of_news)
{
    struct store_sents list = { 0 };
    int code = outbox_of_news(c, &list, &w->e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        keep(w, list.item[i].channel);
    return code;
}

CALL(outbox_retry)
{
    uint32_t n = 0;
    if (outbox_retry(c, 1, &n, &w->e) == 0 || (outbox_retry(c, 0, &n, &w->e) == 0 && n))
        keep(w, STR("secret-place"));
    return 0;
}

CALL(outbox_remove)
{
    if (outbox_remove(c, 1, &w->e) == 0)
        keep(w, STR("secret-place"));
    return 0;
}

CALL(posting_open)
{
    struct posting *p = NULL;
    int code = posting_open(c, NULL, &p, &w->e);
    posting_close(p);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

/* A link that nobody signed. */
CALL(acts_read)
{
    struct act_question q;
    return acts_read(c, STR("d.1.1.2.9999999999999.00000000000000000000000000000000"), &q, &w->e)
               ? 0
               : (keep(w, STR("secret-place")), 0);
}

CALL(acts_do)
{
    struct act_question q;
    return acts_do(c, STR("d.1.1.2.9999999999999.00000000000000000000000000000000"), &q, &w->e) ? 0
                                                                                                : (keep(w, STR("secret-place")), 0);
}

/* The stranger's own key is no key to ann's pages. */
CALL(pushes_key)
{
    struct str key = STR("");
    int code = pushes_key(c, &key, &w->e);
    keep(w, key);
    return code;
}

CALL(pushes_take)
{
    struct push_request q = { STR("1"), STR("1"), STR("v1,AAAA"),
                              STR("{\"user\":\"ann\",\"urls\":[\"https://secret-place.example/\"]}") };
    struct pushed pushed;
    return pushes_take(c, &q, &pushed, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(websubs_ask)
{
    int code = websubs_ask(c, NULL, &w->e);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(websubs_wait)
{
    bool due = false;
    return websubs_wait(c, &due, &w->e);
}

CALL(websubs_verify)
{
    struct str out;
    return websubs_verify(c, STR("1.00"), &(struct websub_intent){ .mode = STR("denied") }, &out, &w->e)
               ? 0
               : (keep(w, STR("secret-place")), 0);
}

CALL(websubs_take)
{
    int64_t page;
    return websubs_take(c, STR("1.00"), STR(""), STR(""), &page, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

/* ---- Sentinels: ann has one ---- */

/* Of the same name it is the stranger's own, and stands on no page that they could not watch. */
CALL(sentinels_apply)
{
    struct sentinels_applied done = { 0 };
    int code = sentinels_apply(c, STR("ALTER SENTINEL secret-title MONITOR links;"), &done, &w->e);
    if (code == 0 && done.faults.list.n == 0)
        keep(w, STR("secret-place"));
    if (sentinels_apply(c, STR("CREATE SENTINEL x ON \"http://x/\" MONITOR links BY command \"/bin/true\";"), &done, &w->e) == 0
        && done.faults.list.n == 0)
        keep(w, STR("secret-place"));
    return code;
}

CALL(sentinels_list)
{
    struct sentinel_rows rows = { 0 };
    int code = sentinels_list(c, &rows, &w->e);
    for (uint32_t i = 0; code == 0 && i < rows.n; i++)
        keep(w, rows.item[i].sentinel.name);
    return code;
}

CALL(sentinels_look)
{
    struct sentinel_rows rows = { 0 };
    int code = sentinels_list(c, &rows, &w->e);
    if (code || (code = sentinels_look(c, &rows, &w->e)))
        return code;
    for (uint32_t i = 0; i < rows.n; i++)
        keep(w, rows.item[i].sentinel.name);
    return 0;
}

CALL(sentinels_find)
{
    struct sentinel_row row;
    int code = sentinels_find(c, STR("secret-title"), &row, &w->e);
    return code ? 0 : (keep(w, row.sentinel.name), 0);
}

CALL(sentinels_drop)
{
    return sentinels_drop(c, STR("secret-title"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(sentinels_enable)
{
    return sentinels_enable(c, STR("secret-title"), false, &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
}

CALL(sentinels_events)
{
    struct sentinels_told told = { 0 };
    int code = sentinels_events(c, &(struct sentinels_query){ 0 }, &told, &w->e);
    for (uint32_t i = 0; code == 0 && i < told.n; i++)
        keep(w, told.item[i].event.headline);
    return code;
}

/* The stranger's own sentinel on ann's page has no versions to run over. */
CALL(sentinels_try)
{
    struct sentinel_trial trial = { 0 };
    struct str text = arena_printf(c->arena, "CREATE SENTINEL x ON \"%.*s\" MONITOR words;", STR_ARG(target_url(&w->target.page)));
    int code = sentinels_try(c, &(struct trial_query){ .text = text, .from = INT64_MIN, .to = NEVER }, &trial, &w->e);
    for (uint32_t i = 0; code == 0 && i < trial.n_pages; i++) {
        keep(w, trial.page[i].title);
        keep(w, trial.page[i].n_versions ? STR("secret-place") : STR(""));
    }
    return code;
}

CALL(sentinel_pages_update)
{
    return sentinel_pages_update(c, &w->e);
}

CALL(detecting_open)
{
    struct detecting *d = NULL;
    int code = detecting_open(c, &d, &w->e);
    detecting_close(d);
    return code ? code : (keep(w, STR("secret-place")), 0);
}

CALL(measures_make)
{
    struct measures out;
    int code = measures_make(c, &w->target, (int64_t[]){ 1, 2 }, &out, &w->e);
    return code ? code : (keep(w, STR("secret-headline")), 0);
}

CALL(measures_metrics)
{
    struct metrics out;
    int code = measures_metrics(c, &w->target, (int64_t[]){ 1, 2 }, &out, &w->e);
    return code ? code : (keep(w, STR("secret-headline")), 0);
}

/* A text of one's own is read beside one's own sentinels and pages alone. */
CALL(sentinel_sketch)
{
    struct sentinel_sketch out;
    int code = sentinel_sketch(c, STR("secret-place"), STR("CREATE SENTINEL mine ON \"https://a.example/\" MONITOR any change;"),
                               &out, &w->e);
    for (uint32_t i = 0; code == 0 && i < out.faults.list.n; i++)
        keep(w, out.faults.list.item[i].text);
    return code;
}

CALL(sentinel_complete)
{
    struct sentinel_words out;
    struct str text = STR("CREATE SENTINEL mine ON ");
    int code = sentinel_complete(c, text, text.len, &out, &w->e);
    for (uint32_t i = 0; code == 0 && i < out.n; i++)
        keep(w, out.item[i].text);
    return code;
}

CALL(held_read)
{
    struct held_list list = { 0 };
    int code = held_read(c, &(struct held_query){ .page = w->target.page.id, .seen = true }, &list, &w->e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        keep(w, STR("secret-headline"));
    return code;
}

#endif
