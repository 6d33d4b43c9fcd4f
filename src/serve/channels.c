/* Where one wants to be told, and what was sent; and the links in messages, which act for whoever got them. */
#include "archive/acts.h"
#include "archive/channels.h"
#include "archive/outbox.h"
#include "base/moment.h"
#include "serve/routes.h"
#include "serve/server.h"
#include "serve/shell.h"

enum { MESSAGES_SHOWN = 50, TEST_WAIT_MS = 30000 };

/* ---- Channels ---- */

static void add_rules(struct buf *out, const struct notify_rules *rules)
{
    if (rules->digest != DIGEST_NONE)
        HTML(out, " · one message every {}", WORD(notify_digest_name(rules->digest)));
    if (rules->floor > 0)
        buf_addf(out, " · from importance %.2f", rules->floor);
    if (rules->quiet_from != rules->quiet_to)
        buf_addf(out, " · quiet from %02d:%02d to %02d:%02d", rules->quiet_from / 60, rules->quiet_from % 60, rules->quiet_to / 60,
                 rules->quiet_to % 60);
}

static void add_digests(struct buf *out, struct str chosen)
{
    static const char *const digests[][2] = {
        { "none", "each at once" }, { "hour", "hourly" }, { "day", "daily" }, { "week", "weekly" }
    };

    for (size_t i = 0; i < ARRAY_LEN(digests); i++)
        HTML(out, "<option value=\"{}\"{}>{}</option>", WORD(digests[i][0]),
             MARKUP(str_eq(chosen, str_of(digests[i][0])) ? STR(" selected") : STR("")), WORD(digests[i][1]));
}

static void add_when(struct buf *out, struct str id, struct str digest, struct str floor, struct str quiet)
{
    HTML(out, "<label for=\"cd{}\">Collect</label><select class=\"in\" id=\"cd{}\" name=\"digest\">", TEXT(id), TEXT(id));
    add_digests(out, digest);
    HTML(
        out,
        "</select><label for=\"cf{}\">from importance</label><input class=\"in\" id=\"cf{}\" name=\"floor\" size=\"5\" value=\"{}\" "
        "placeholder=\"0.35\"><label for=\"cq{}\">quiet hours</label><input class=\"in\" id=\"cq{}\" name=\"quiet\" size=\"12\" value=\"{}\" "
        "placeholder=\"22:00-07:00\">",
        TEXT(id), TEXT(id), TEXT(floor), TEXT(id), TEXT(id), TEXT(quiet));
}

/* When it sends, and of what; the address is given anew with the name. */
static void add_change(struct http_request *r, const struct channel_row *row)
{
    struct buf *out = &r->answer.body;
    const struct notify_rules *n = &row->rules;

    html_raw(out, "<details class=\"sure\"><summary class=\"btn sm ghost\">Change</summary><form class=\"bar\" method=\"post\" "
                  "action=\"/channels/act\">");
    shell_token(r);
    HTML(out, "<input type=\"hidden\" name=\"name\" value=\"{}\">", TEXT(row->channel.name));
    add_when(out, arena_printf(r->arena, "-%lld", (long long)row->channel.id), str_of(notify_digest_name(n->digest)),
             arena_printf(r->arena, "%.2f", n->floor),
             n->quiet_from == n->quiet_to ? STR("off")
                                          : arena_printf(r->arena, "%02d:%02d-%02d:%02d", n->quiet_from / 60, n->quiet_from % 60,
                                                         n->quiet_to / 60, n->quiet_to % 60));
    html_raw(out, "<button class=\"btn sm\" name=\"do\" value=\"change\">Save</button></form></details>");
}

static void add_channel(struct http_request *r, const struct channel_row *row)
{
    struct buf *out = &r->answer.body;

    HTML(out, "<li class=\"item\"><div><p class=\"t\">{}{}</p><p>{}", TEXT(row->channel.name),
         WORD(row->channel.is_default ? " (default)" : ""), TEXT(row->channel.address));
    add_rules(out, &row->rules);
    html_raw(out, "</p>");
    if (row->dead)
        HTML(out, "<p class=\"why\">{} could not be delivered; see below.</p>", NUM(row->dead));
    add_change(r, row);
    html_raw(out, "</div><form class=\"acts\" method=\"post\" action=\"/channels/act\">");
    shell_token(r);
    HTML(out, "<input type=\"hidden\" name=\"name\" value=\"{}\">", TEXT(row->channel.name));
    if (row->channel.confirmed_at == NEVER)
        html_raw(
            out,
            "<label class=\"sr\" for=\"code\">Code from the mail</label><input class=\"in\" id=\"code\" name=\"code\" size=\"10\" placeholder=\"Code\">"
            "<button class=\"btn sm pri\" name=\"do\" value=\"confirm\">Confirm</button>");
    if (!row->channel.is_default)
        html_raw(out, "<button class=\"btn sm\" name=\"do\" value=\"default\">Make it the default</button>");
    html_raw(out, "<button class=\"btn sm\" name=\"do\" value=\"test\">Send a test</button><details class=\"sure\"><summary "
                  "class=\"btn sm ghost\">Remove</summary><p>What waits for it, and the list of what was sent, go too.</p><button "
                  "class=\"btn sm\" name=\"do\" value=\"remove\">Remove it</button></details></form></li>\n");
}

static void add_form(struct http_request *r)
{
    struct buf *out = &r->answer.body;
    const struct http_form *f = &r->form;

    html_raw(out, "<form class=\"stack\" method=\"post\" action=\"/channels\">");
    shell_token(r);
    HTML(
        out,
        "<div class=\"two\"><div class=\"f\"><label for=\"cn\">Name</label><input class=\"in full\" id=\"cn\" name=\"name\" value=\"{}\" "
        "placeholder=\"mail\" required></div><div class=\"f\"><label for=\"ca\">Address</label><input class=\"in full\" id=\"ca\" name=\"address\" "
        "value=\"{}\" placeholder=\"anna@example.org\" required><p class=\"hint\">A mail address, https://… for a webhook, or ntfy:, slack:, discord:, matrix:, "
        "telegram:</p></div></div><div class=\"bar\">",
        TEXT(form_value(f, "name")), TEXT(form_value(f, "address")));
    add_when(out, STR(""), form_value(f, "digest"), form_value(f, "floor"), form_value(f, "quiet"));
    html_raw(out, "<button class=\"btn pri\">Add the channel</button></div></form>\n");
}

/* ---- The outbox ---- */

static void add_message(struct http_request *r, const struct outbox_row *row)
{
    static const char *const class[] = { "", " good", " bad" };
    struct buf *out = &r->answer.body;
    const struct store_delivery *d = &row->delivery;

    HTML(out, "<li class=\"item\"><div><p class=\"t\">{}",
         TEXT(row->headline.len ? row->headline : STR("A message of weft’s own")));
    if (row->n > 1)
        HTML(out, " <span class=\"dim\">and {} more</span>", NUM(row->n - 1));
    HTML(out, "</p><p>{} · <span class=\"{}\">", TEXT(row->channel), WORD(class[d->state % 3]));
    if (d->state == DELIVERY_SENT)
        html_raw(out, "sent ");
    else if (d->state == DELIVERY_DEAD)
        HTML(out, "given up after {} {}: {}. ", NUM(d->tries), WORD(d->tries == 1 ? "try" : "tries"), TEXT(d->error));
    else {
        html_raw(out, "waits, next try ");
        moment_add_ago(out, MAX(d->next_at, r->caller.now), r->caller.now);
        if (d->error.len)
            HTML(out, ": {}", TEXT(d->error));
    }
    html_add_moment(out, d->done_at, r->caller.now);
    html_raw(out, "</span></p></div>");
    if (d->state != DELIVERY_SENT) {
        html_raw(out, "<form class=\"acts\" method=\"post\" action=\"/outbox/retry\">");
        shell_token(r);
        HTML(out, "<button class=\"btn sm\" name=\"id\" value=\"{}\">Send again</button></form>", NUM(d->id));
    }
    html_raw(out, "</li>\n");
}

/* How the test ended that was just asked for; the page asks again by itself until it was tried. */
static void add_tested(struct http_request *r, const struct outbox_list *list)
{
    struct buf *out = &r->answer.body;
    int64_t asked_at = form_number(&r->query, "tested");
    const struct store_delivery *d = list->n ? &list->item[0].delivery : NULL; /* the newest */

    if (!asked_at)
        return;
    if (!d || d->made_at < asked_at || (d->state == DELIVERY_WAITING && d->tries == 0)) {
        if (r->caller.now < asked_at + TEST_WAIT_MS)
            answer_header(r, "Refresh", STR("1"));
        shell_note(out, "", STR("The test message is on its way."));
    } else if (d->state == DELIVERY_SENT)
        shell_note(out, "good", STR("The test message was sent."));
    else
        shell_note(out, "bad", arena_printf(r->arena, "The test message could not be sent: %.*s", STR_ARG(d->error)));
}

static bool has_default(const struct channel_rows *rows)
{
    bool found = rows->n == 0; /* who has none misses none */

    for (uint32_t i = 0; i < rows->n; i++)
        found |= rows->item[i].channel.is_default;
    return found;
}

/* `wrong`: what was not right with the form, which keeps what was typed. */
static int show(struct http_request *r, struct str wrong, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct channel_rows rows;
    struct outbox_list list;
    int failed;

    if ((failed = channels_list(&r->caller, &rows, e))
        || (failed = outbox_read(&r->caller, &(struct outbox_query){ .state = -1, .limit = MESSAGES_SHOWN }, &list, e))
        || (failed = shell_open(r, &(struct shell){ .title = STR("Channels"), .place = PLACE_SETTINGS }, e)))
        return failed;
    html_raw(
        out,
        "<p class=\"crumb\"><a href=\"/settings\">Settings</a></p><div class=\"head\"><div class=\"grow\"><h1>Channels</h1><p class=\"lede\">Where "
        "changes are sent. The default is for all pages and sentinels that name no other.</p></div></div>\n");
    add_tested(r, &list);
    if (!has_default(&rows))
        shell_note(out, "warn", STR("None of them is the default: of pages and sentinels that name no channel nothing is sent."));
    if (wrong.len) {
        r->answer.status = 400;
        shell_note(out, "bad", wrong);
    }
    if (rows.n)
        html_raw(out, "<ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < rows.n; i++)
        add_channel(r, &rows.item[i]);
    html_raw(out, rows.n ? "</ul>\n" : "");
    html_raw(out, "<section class=\"grp\"><header><h2>A new channel</h2></header><div class=\"mt\">\n");
    add_form(r);
    HTML(
        out,
        "</div></section><section class=\"grp\"><header><h2>Messages</h2><span class=\"dim\">{}</span></header><ul class=\"items flat\">\n",
        NUM(list.n));
    for (uint32_t i = 0; i < list.n; i++)
        add_message(r, &list.item[i]);
    html_raw(out,
             list.n ? "</ul></section>\n" : "<li class=\"item\"><p class=\"why\">Nothing was sent yet.</p></li></ul></section>\n");
    shell_close(r);
    return 0;
}

int route_channels(struct http_request *r, struct err *e)
{
    return show(r, STR(""), e);
}

/* What everybody types first is a mail address. */
static struct str whole_address(struct arena *a, struct str typed)
{
    bool mail = str_find(typed, STR(":"), 0) == SIZE_MAX && str_find(typed, STR("@"), 0) != SIZE_MAX;

    return mail ? arena_printf(a, "mail:%.*s", STR_ARG(typed)) : typed;
}

int route_channels_post(struct http_request *r, struct err *e)
{
    struct channel_wish wish = { .name = str_trim(form_value(&r->form, "name")),
                                 .address = whole_address(r->arena, str_trim(form_value(&r->form, "address"))),
                                 .quiet = str_trim(form_value(&r->form, "quiet")),
                                 .digest = form_value(&r->form, "digest"),
                                 .floor = str_trim(form_value(&r->form, "floor")) };
    struct channel_made made;
    int failed = channels_put(&r->caller, &wish, &made, e);

    if (failed == E_USAGE || failed == E_FORMAT)
        return show(r, arena_str(r->arena, str_of(e->text)), e);
    if (failed)
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    if (made.secret.len)
        return shell_secret(r,
                            &(struct shell_secret){ "A new channel",
                                                    "Its messages are signed with this secret. It is shown this once.", made.secret,
                                                    STR("/channels"), "Back to Channels" },
                            e);
    bool confirmed = made.row.channel.confirmed_at != NEVER;
    answer_done(r, confirmed ? STR("Added") : STR("Added. A code was mailed to the address: confirm it with that"), 0,
                STR("/channels"));
    return 0;
}

int route_channels_act(struct http_request *r, struct err *e)
{
    struct str name = form_value(&r->form, "name"), act = form_value(&r->form, "do"), words, back = STR("/channels");
    int failed;

    if (str_eq(act, STR("remove"))) {
        struct str heir;
        failed = channels_remove(&r->caller, name, &heir, e);
        words = heir.len ? arena_printf(r->arena, "Removed. %.*s is the default now", STR_ARG(heir)) : STR("Removed");
    } else if (str_eq(act, STR("default"))) {
        struct channel_made made;
        failed = channels_put(&r->caller, &(struct channel_wish){ .name = name, .make_default = true }, &made, e);
        words = arena_printf(r->arena, "%.*s is the default now", STR_ARG(name));
    } else if (str_eq(act, STR("change"))) {
        struct channel_wish wish = { .name = name,
                                     .digest = form_value(&r->form, "digest"),
                                     .floor = str_trim(form_value(&r->form, "floor")),
                                     .quiet = str_trim(form_value(&r->form, "quiet")) };
        struct channel_made made;
        failed = channels_put(&r->caller, &wish, &made, e);
        words = STR("Saved");
    } else if (str_eq(act, STR("confirm"))) {
        failed = channels_confirm(&r->caller, name, str_trim(form_value(&r->form, "code")), e);
        words = STR("Confirmed");
    } else {
        failed = channels_test(&r->caller, name, e);
        words = STR("A test message is on its way");
        back = arena_printf(r->arena, "/channels?tested=%lld", (long long)r->caller.now);
    }
    if (failed)
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r, words, 0, back);
    return 0;
}

int route_outbox_retry(struct http_request *r, struct err *e)
{
    uint32_t n;
    int failed = outbox_retry(&r->caller, form_number(&r->form, "id"), &n, e);

    if (failed)
        return failed;
    scheduler_ask(&r->server->scheduler, 0);
    answer_done(r,
                n == 0   ? STR("There was nothing to send again")
                : n == 1 ? STR("It is sent again")
                         : arena_printf(r->arena, "%u messages are sent again", n),
                0, STR("/channels"));
    return 0;
}

/* ---- Links in messages ---- */

static void act_page(struct http_request *r, const struct act_question *q, bool is_done)
{
    struct buf *out = &r->answer.body;

    shell_open_card(r, STR("weft"), false);
    HTML(out, "<h1>{}{}</h1><p class=\"lede\">{}</p>", TEXT(q->words), WORD(is_done ? ": done" : "?"),
         TEXT(q->title.len ? q->title : q->url));
    if (!is_done)
        HTML(out, "<form class=\"mt\" method=\"post\" action=\"/k/{}\"><button class=\"btn pri wide\">Yes</button></form>",
             PART(r->match.word[0]));
    html_raw(out, "<p class=\"mt\"><a class=\"btn ghost\" href=\"/\">To What’s new</a></p>");
    shell_close_card(r);
}

int route_act_link(struct http_request *r, struct err *e)
{
    struct act_question q;
    int failed = acts_read(&r->caller, r->match.word[0], &q, e);

    if (!failed)
        act_page(r, &q, false);
    return failed;
}

int route_act_link_post(struct http_request *r, struct err *e)
{
    struct act_question q;
    int failed = acts_do(&r->caller, r->match.word[0], &q, e);

    if (!failed)
        act_page(r, &q, true);
    return failed;
}
