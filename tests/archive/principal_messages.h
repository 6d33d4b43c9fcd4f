/* Calls about channels, messages and sentinels, as a stranger makes them: rows of principal_test.c. */
#ifndef TESTS_ARCHIVE_PRINCIPAL_MESSAGES_H
#define TESTS_ARCHIVE_PRINCIPAL_MESSAGES_H

#include "archive/acts.h"
#include "archive/channels.h"
#include "archive/outbox.h"
#include "archive/posting.h"
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

CALL(channels_remove)
{
    return channels_remove(c, STR("secret-tag"), &w->e) ? 0 : (keep(w, STR("secret-place")), 0);
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

CALL(outbox_retry)
{
    uint32_t n = 0;
    if (outbox_retry(c, 1, &n, &w->e) == 0 || (outbox_retry(c, 0, &n, &w->e) == 0 && n))
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

#endif
