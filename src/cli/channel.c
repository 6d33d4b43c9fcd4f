/* weft channel: where changes are sent. */
#include "archive/channels.h"

#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/posting.h"
#include "cli/session.h"
#include "cli/watch_options.h"

static const struct option option_default = { "default", 0, NULL, "Use it for every page that names no channel. Your first one is.",
                                              NULL };
static const struct option option_quiet = {
    "quiet-hours", 0, "FROM-TO",
    "Send nothing between these times of the day, such as 22:00-07:00; what comes then goes out "
    "together afterwards. 'off' ends it.",
    NULL
};
static const struct option option_digest = {
    "digest", 0, "SPAN",
    "Collect everything into one message an hour, a day (at 8:00) or a week (on Monday); 'none' "
    "sends each change at once.",
    NULL
};
static const struct option option_floor = { "floor", 0, "IMPORTANCE", "Send only what matters at least so much, from 0 to 1.",
                                            NULL };
static const struct option option_tag = { "tag", 't', "TAG",
                                          "Use it for pages with this tag that name no channel; may be given several times.",
                                          NULL };
static const struct option option_secret = {
    "secret", 0, "SECRET",
    "What a webhook is signed with; 'new', or none for a new webhook: one is made and shown. It may be env:VARIABLE or file:PATH.",
    NULL
};
static const struct option option_subject = {
    "subject", 0, "TEMPLATE",
    "The subject of its messages, such as '{host}: {headline}'. Words in braces are replaced: headline, title, url, host, when, "
    "importance, note, changes, difference, history, pages. 'default' takes weft's own.",
    NULL
};
static const struct option option_text = {
    "text", 0, "TEMPLATE",
    "The text of its messages, likewise, written for each page: for chats, telephones, and the plain text of a mail.", NULL
};
static const struct option option_ask = {
    "confirm", 0, NULL, "Send nothing but a code to the address until 'weft channel confirm NAME CODE' brings it back.", NULL
};

static void add_rules(struct buf *out, const struct notify_rules *r)
{
    if (r->quiet_from != r->quiet_to)
        buf_addf(out, ", quiet from %02d:%02d to %02d:%02d", r->quiet_from / 60, r->quiet_from % 60, r->quiet_to / 60,
                 r->quiet_to % 60);
    if (r->digest != DIGEST_NONE)
        buf_addf(out, ", one message %s %s", r->digest == DIGEST_HOUR ? "an" : "a", notify_digest_name(r->digest));
    if (r->floor > 0)
        buf_addf(out, ", from importance %g", r->floor);
    if (r->subject.len || r->text.len)
        buf_add(out, STR(", in words of its own"));
    for (uint32_t i = 0; i < r->n_tags; i++) {
        buf_add(out, i ? STR(", ") : STR(", for the tags "));
        term_add_safe(out, r->tags[i]);
    }
}

/* "  default, quiet from 22:00 to 07:00". */
static void add_state(struct buf *out, const struct channel_row *row)
{
    AUTO(buf) words = BUF(KIB(64));
    if (row->channel.is_default)
        buf_add(&words, STR(", default"));
    add_rules(&words, &row->rules);
    if (row->channel.confirmed_at == NEVER && row->way == WAY_MAIL)
        buf_add(&words, STR(", not confirmed yet"));
    else if (channel_lacks_address(&row->channel))
        buf_add(&words, STR(", its address is missing: give it again with 'weft channel add'"));
    if (row->dead)
        buf_addf(&words, ", %lld %s could not be sent", (long long)row->dead, row->dead == 1 ? "message" : "messages");
    if (words.len)
        buf_addf(out, "  %.*s", STR_ARG(str_sub(buf_str(&words), 2, words.len)));
}

static void add_row(struct buf *out, const struct channel_row *row)
{
    term_add_safe(out, row->channel.name);
    if (!str_eq(row->channel.name, row->channel.address)) {
        buf_add(out, STR("  "));
        term_add_safe(out, row->channel.address);
    }
    add_state(out, row);
    buf_add_char(out, '\n');
}

static int write_rows(const struct args *args, const struct channel_rows *rows, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;
    json_open(&j, &out, 2);
    if (args_given(args, &option_json)) {
        json_array(&j);
        for (uint32_t i = 0; i < rows->n; i++)
            channel_json(&j, &rows->item[i]);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else {
        for (uint32_t i = 0; i < rows->n; i++)
            add_row(&out, &rows->item[i]);
        if (rows->n == 0)
            buf_add(&out, STR("No channels yet. 'weft channel add NAME mail:ADDRESS' makes one.\n"));
    }
    return output_text(NULL, buf_str(&out), e);
}

static struct str value_of(const struct args *args, const struct option *option)
{
    const char *value = args_value(args, option);
    return value ? str_of(value) : STR("");
}

/* ---- The verbs ---- */

static int tell_made(const struct args *args, const struct channel_made *made, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));
    struct json j;
    json_open(&j, &out, 2);
    if (args_given(args, &option_json)) {
        json_object(&j);
        json_key(&j, "channel");
        channel_json(&j, &made->row);
        json_field_bool(&j, "new", made->is_new);
        json_key(&j, "secret");
        if (made->secret.len)
            json_str(&j, made->secret);
        else
            json_null(&j);
        json_end(&j);
        buf_add_char(&out, '\n');
        return output_text(NULL, buf_str(&out), e);
    }
    buf_add(&out, made->is_new ? STR("added    ") : STR("changed  "));
    add_row(&out, &made->row);
    if (made->secret.len) {
        buf_add(&out, STR("Messages are signed with "));
        term_add_safe(&out, made->secret);
        buf_add(&out, STR("; keep it, it is not shown again.\n"));
    }
    if (made->row.channel.confirmed_at == NEVER)
        buf_addf(&out, "A code goes to that address; 'weft channel confirm %.*s CODE' brings it back.\n",
                 STR_ARG(made->row.channel.name));
    return output_text(NULL, buf_str(&out), e);
}

static int run_add(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct channel_made made;
    int failed = session_open(&s, args, SESSION_CREATE, e);
    if (failed)
        return failed;
    struct channel_wish wish = {
        .name = str_of(args->operand[0]),
        .quiet = value_of(args, &option_quiet),
        .digest = value_of(args, &option_digest),
        .floor = value_of(args, &option_floor),
        .subject = value_of(args, &option_subject),
        .text = value_of(args, &option_text),
        .make_default = args_given(args, &option_default),
        .ask = args_given(args, &option_ask),
    };
    if (args_given(args, &option_tag))
        wish.tag = session_tags(&s, args, &option_tag, &wish.n_tags);
    if (args->n_operands > 1 && (failed = secret_read(&s.arena, "channel", str_of(args->operand[1]), &wish.address, e)))
        return failed;
    if ((failed = secret_read(&s.arena, "--secret", value_of(args, &option_secret), &wish.secret, e))
        || (failed = channels_put(&s.caller, &wish, &made, e)) || (failed = tell_made(args, &made, e)))
        return failed;
    return made.row.channel.confirmed_at == NEVER ? posting_now(&s, false, e) : 0;
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct channel_rows rows;
    int failed;
    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = channels_list(&s.caller, &rows, e)))
        return failed;
    return write_rows(args, &rows, e);
}

static int say(const char *name, const char *what, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));
    term_add_safe(&out, str_of(name));
    buf_addf(&out, ": %s\n", what);
    return output_text(NULL, buf_str(&out), e);
}

static int run_remove(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str heir;
    int failed;
    if ((failed = session_open(&s, args, SESSION_WRITE, e))
        || (failed = channels_remove(&s.caller, str_of(args->operand[0]), &heir, e))
        || (failed = say(args->operand[0], "removed, with what waited for it", e)) || heir.len == 0)
        return failed;
    return say(arena_printf(&s.arena, "%.*s", STR_ARG(heir)).ptr, "is the default now", e);
}

static int run_test(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str name = str_of(args->operand[0]);
    int failed;
    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = channels_test(&s.caller, name, e)))
        return failed;
    return posting_test(&s, name, e);
}

static int run_confirm(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    int failed;
    if ((failed = session_open(&s, args, SESSION_WRITE, e))
        || (failed = channels_confirm(&s.caller, str_of(args->operand[0]), str_of(args->operand[1]), e)))
        return failed;
    return say(args->operand[0], "confirmed", e);
}

static const struct option *const add_options[] = {
    &option_default, &option_quiet,  &option_digest, &option_floor, &option_tag, &option_subject,
    &option_text,    &option_secret, &option_ask,    &option_json,  NULL,
};
static const struct option *const list_options[] = { &option_json, NULL };
static const struct option *const no_options[] = { NULL };

static const struct command channel_add = {
    .name = "channel add",
    .args = "NAME [ADDRESS]",
    .summary = "adds a channel, or changes one",
    .help = "ADDRESS is one of these; it may be env:VARIABLE or file:PATH, since most of them are secrets:\n\n"
            "  mail:anna@example.org\n"
            "  https://example.org/hook        JSON, signed\n"
            "  ntfy:TOPIC                      a push message; or ntfy:https://HOST/TOPIC\n"
            "  slack:https://hooks.slack.com/services/...\n"
            "  discord:https://discord.com/api/webhooks/...\n"
            "  matrix:https://TOKEN@HOST/!ROOM:HOST\n"
            "  telegram:TOKEN@CHAT\n"
            "  fax:NUMBER                      by the setting 'fax'\n"
            "  command:/PATH ARGUMENT...       JSON on its standard input\n\n"
            "Of a channel that is there only what you name is changed. Mail goes through the setting 'smtp'.",
    .options = add_options,
    .settings = true,
    .run = run_add,
};
static const struct command channel_list = {
    .name = "channel list",
    .args = "",
    .summary = "lists your channels",
    .help = "Lists your channels. What is secret in an address is not shown.",
    .options = list_options,
    .settings = true,
    .run = run_list,
};
static const struct command channel_remove = {
    .name = "channel remove",
    .args = "NAME",
    .summary = "removes a channel",
    .help = "Removes a channel, with the messages that wait for it. One that a page or a sentinel names stays, and they are named.",
    .options = no_options,
    .settings = true,
    .run = run_remove,
};
static const struct command channel_test = {
    .name = "channel test",
    .args = "NAME",
    .summary = "sends a test message",
    .help = "Sends a test message now and says whether the receiver took it. Exits with 2 where it did not.",
    .options = no_options,
    .settings = true,
    .run = run_test,
};
static const struct command channel_confirm = {
    .name = "channel confirm",
    .args = "NAME CODE",
    .summary = "confirms a mail address with the code that was sent to it",
    .help = "Confirms a mail address with the code that was sent to it. Nothing else is sent there before.",
    .options = no_options,
    .settings = true,
    .run = run_confirm,
};
static const struct command *const verbs[] = {
    &channel_add, &channel_list, &channel_remove, &channel_test, &channel_confirm, NULL
};

static const struct example examples[] = {
    { "weft channel add mail mail:anna@example.org", "changes come by mail" },
    { "weft channel add mail --quiet-hours 22:00-07:00 --floor 0.35", "but not at night, and only what matters" },
    { "weft channel add phone ntfy:annas-pages --tag urgent", "pages with a tag go to the telephone" },
    { "weft channel add log command:/usr/local/bin/keep --digest day", "a program gets JSON once a day" },
    { "weft channel add phone --subject '{title}' --text '{headline} {difference}'", "messages in your own words" },
    { "weft channel test mail", "try it" },
    { NULL, NULL },
};

const struct command command_channel = {
    .name = "channel",
    .args = "",
    .summary = "says where changes are sent: mail, webhook, telephone, chat, command",
    .help =
        "A channel is an address with rules: quiet hours, a digest, the least importance. 'weft watch' and 'weft check' send what "
        "they find to the channel that a page names with --notify, else to those for its tags, else to your default channel. "
        "Messages that cannot be sent are tried again with growing pauses; 'weft outbox' shows them.",
    .settings = true,
    .examples = examples,
    .verbs = verbs,
};
