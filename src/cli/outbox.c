/* weft outbox: what was sent, what waits, and what was given up. */
#include "archive/outbox.h"

#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/posting.h"
#include "cli/session.h"

enum { STATE_OPEN, STATE_DEAD, STATE_SENT, STATE_ALL };

static const struct choice state_choices[] = {
    [STATE_OPEN] = { "open", "what waits, and what was given up" },
    [STATE_DEAD] = { "dead", "what was given up" },
    [STATE_SENT] = { "sent", "what was sent" },
    [STATE_ALL] = { "all", "everything" },
    { NULL, NULL },
};
static const int states[] = {
    [STATE_OPEN] = DELIVERY_OPEN, [STATE_DEAD] = DELIVERY_DEAD, [STATE_SENT] = DELIVERY_SENT, [STATE_ALL] = DELIVERY_ANY
};
static const struct option option_state = { "state", 0, "STATE", "Which messages.", state_choices };
static const struct option option_limit = { "limit", 'n', "N", "The newest N messages (100 on a terminal); 0: all.", NULL };
static const struct option option_everybody = { "everybody", 0, NULL, "Messages of all users.", NULL };

static void add_row(struct buf *out, const struct outbox_row *row, int64_t now)
{
    const struct store_delivery *d = &row->delivery;
    buf_addf(out, "%lld  %s  ", (long long)d->id,
             d->state == DELIVERY_SENT   ? "sent    "
             : d->state == DELIVERY_DEAD ? "given up"
                                         : "waiting ");
    term_add_safe(out, row->channel);
    buf_add(out, STR("  "));
    moment_add_ago(out, d->state == DELIVERY_WAITING ? d->made_at : d->done_at, now);
    buf_add(out, STR("  "));
    if (row->headline.len)
        term_add_safe(out, row->headline);
    else
        buf_add(out, STR("(the page is not watched any more)"));
    if (row->n > 1)
        buf_addf(out, " and %u more", row->n - 1);
    buf_add_char(out, '\n');
    if (d->error.len) {
        buf_addf(out, "    %u %s: ", d->tries, d->tries == 1 ? "try" : "tries");
        term_add_safe(out, d->error);
        if (d->state == DELIVERY_WAITING) {
            buf_add(out, d->next_at > now ? STR("; next try ") : STR("; next try in the next run"));
            if (d->next_at > now)
                moment_add_ago(out, d->next_at, now);
        }
        buf_add_char(out, '\n');
    }
}

static void add_wait(struct buf *out, const struct outbox_wait *wait, int64_t now)
{
    const struct store_channel *ch = &wait->channel;
    const char *them = wait->n == 1 ? "it" : "them";
    buf_addf(out, "%lld %s for the channel ", (long long)wait->n, wait->n == 1 ? "event waits" : "events wait");
    term_add_safe(out, ch->name);
    if (channel_lacks_address(ch)) {
        buf_add(out, STR(", which has no address: 'weft channel add "));
        term_add_safe(out, ch->name);
        buf_addf(out, " ADDRESS' sends %s.\n", them);
    } else if (ch->confirmed_at == NEVER) {
        buf_add(out, STR(", which is not confirmed yet: the code that was mailed there does that.\n"));
    } else {
        bool is_due = wait->due_at <= now;
        buf_add(out, is_due ? STR(", due ") : STR(", to be sent "));
        moment_add_ago(out, wait->due_at, now);
        if (is_due)
            buf_addf(out, "; 'weft check', 'weft watch' or 'weft serve' sends %s", them);
        buf_add(out, STR(".\n"));
    }
}

static void write_text(struct buf *out, const struct outbox_list *list, uint64_t limit, int64_t now)
{
    for (uint32_t i = 0; i < list->n && i < limit; i++)
        add_row(out, &list->item[i], now);
    if (list->n > limit)
        buf_add(out, STR("There are more; --limit 0 lists all of them.\n"));
    if (list->n == 0 && list->n_waits == 0)
        buf_add(out, STR("No messages.\n"));
    for (uint32_t i = 0; i < list->n_waits; i++)
        add_wait(out, &list->wait[i], now);
}

static void write_json(struct buf *out, const struct outbox_list *list, uint64_t limit)
{
    struct json j;
    json_open(&j, out, 2);
    json_object(&j);
    json_field_number(&j, "waiting", list->waiting);
    json_key(&j, "waits");
    json_array(&j);
    for (uint32_t i = 0; i < list->n_waits; i++)
        outbox_wait_json(&j, &list->wait[i]);
    json_end(&j);
    json_key(&j, "messages");
    json_array(&j);
    for (uint32_t i = 0; i < list->n && i < limit; i++)
        outbox_row_json(&j, &list->item[i]);
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    uint64_t n;
    struct outbox_list list;
    int failed = session_open(&s, args, SESSION_READ, e);
    if (failed || (failed = session_limit(args, &option_limit, 100, &n, e)))
        return failed;
    struct outbox_query query = {
        .state = states[args_choice(args, &option_state)],
        .everybody = args_given(args, &option_everybody),
        .limit = n < UINT32_MAX ? (uint32_t)n + 1 : 0, /* one more, to know that there are more */
    };
    if ((failed = outbox_read(&s.caller, &query, &list, e)))
        return failed;
    if (args_given(args, &option_json))
        write_json(&out, &list, n);
    else
        write_text(&out, &list, n, s.caller.now);
    return output_text(NULL, buf_str(&out), e);
}

static int run_retry(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(4));
    uint64_t id = 0;
    uint32_t n;
    int failed;
    if (args->n_operands && (!str_number(str_of(args->operand[0]), INT64_MAX, &id) || id == 0))
        return err_set(e, E_USAGE, "outbox retry: %s is not the number of a message; 'weft outbox list' has them",
                       args->operand[0]);
    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = outbox_retry(&s.caller, (int64_t)id, &n, e)))
        return failed;
    if (id && n == 0)
        return err_set(e, E_USAGE, "outbox retry: message %s was sent already, or is under way", args->operand[0]);
    buf_addf(&out, "%u %s tried again\n", n, n == 1 ? "message is" : "messages are");
    failed = output_text(NULL, buf_str(&out), e);
    return failed ? failed : posting_now(&s, true, e);
}

static const struct option *const list_options[] = { &option_state, &option_limit, &option_everybody, &option_json, NULL };
static const struct option *const no_options[] = { NULL };

static const struct command outbox_list = {
    .name = "outbox list",
    .args = "",
    .summary = "lists messages that wait, were sent, or were given up",
    .help =
        "Lists your messages, the newest first. A message that could not be sent is tried again after one minute, 5, 30, 2 hours, 6, "
        "12 and 24; then it is given up and stays here as dead.",
    .options = list_options,
    .settings = true,
    .run = run_list,
};
static const struct command outbox_retry_command = {
    .name = "outbox retry",
    .args = "[NUMBER]",
    .summary = "sends messages again that could not be sent",
    .help =
        "Sends the message of that number again, or all of yours that wait or were given up. A receiver that has seen it already knows "
        "it by its key.",
    .options = no_options,
    .settings = true,
    .run = run_retry,
};
static const struct command *const verbs[] = { &outbox_list, &outbox_retry_command, NULL };

static const struct example examples[] = {
    { "weft outbox list", "what waits, and what could not be sent" },
    { "weft outbox list --state sent", "what was sent" },
    { "weft outbox retry", "try everything again now" },
    { NULL, NULL },
};

const struct command command_outbox = {
    .name = "outbox",
    .args = "",
    .summary = "shows what was sent and what could not be sent",
    .help =
        "Every message goes through the outbox: it is written together with what it tells of, and sent until the receiver has taken it.",
    .settings = true,
    .examples = examples,
    .verbs = verbs,
};
