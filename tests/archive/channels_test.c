/* Channels: names and addresses, what is shown of them and what is sealed, rules, codes that confirm an address, channels that are made
 * for one page; and who has some is never left without a default by removing one. */
#include "archive/channels.h"

#include "archive/channel_secrets.h"
#include "archive/sentinels.h"
#include "base/duration.h"
#include "base/limits.h"
#include "tests/archive/world.h"

static void add(struct archive_world *w, struct caller *c, const char *name, const char *address)
{
    struct channel_made made;
    c->now++;
    must(w, channels_put(c, &(struct channel_wish){ .name = str_of(name), .address = str_of(address) }, &made, &w->e));
}

static struct str default_of(struct archive_world *w, const struct caller *c)
{
    struct channel_rows rows;
    struct str found = STR("");
    must(w, channels_list(c, &rows, &w->e));
    for (uint32_t i = 0; i < rows.n; i++)
        if (rows.item[i].channel.is_default)
            found = rows.item[i].channel.name;
    return found;
}

static void test_default(struct archive_world *w)
{
    struct caller ann = world_caller(w, "ann", ROLE_ADMIN);
    struct str name, heir;
    struct channel_made made;
    add(w, &ann, "run", "command:/bin/true");
    must(w, channels_need(&ann, STR("ntfy:own-topic"), &name, &w->e));
    add(w, &ann, "work", "https://a.example/x");
    add(w, &ann, "home", "https://b.example/x");
    eq_str(default_of(w, &ann), STR("run"), "the first channel is the default");
    must(w, channels_remove(&ann, STR("home"), &heir, &w->e));
    ok(heir.len == 0 && str_eq(default_of(w, &ann), STR("run")), "another one goes, and it stays so");
    add(w, &ann, "home", "https://b.example/x");
    must(w, channels_remove(&ann, STR("run"), &heir, &w->e));
    eq_str(heir, STR("work"), "it goes, and the oldest that has a name of its own follows");
    eq_str(default_of(w, &ann), STR("work"), "so it is");
    must(w, channels_put(&ann, &(struct channel_wish){ .name = STR("home"), .make_default = true }, &made, &w->e));
    eq_str(default_of(w, &ann), STR("home"), "one can be chosen");
    must(w, channels_remove(&ann, STR("home"), &heir, &w->e));
    must(w, channels_remove(&ann, STR("work"), &heir, &w->e));
    ok(heir.len == 0 && default_of(w, &ann).len == 0, "one that was made for a page is not taken for all");
}

/* ---- What is kept of a wish ---- */

static struct str json_of(struct archive_world *w, const struct channel_row *row)
{
    AUTO(buf) out = BUF(KIB(16));
    struct json j;
    json_open(&j, &out, 0);
    channel_json(&j, row);
    return arena_str(&w->arena, buf_str(&out));
}

/* Each is put on top of the one before; what is not named stays. */
static void test_rules(struct archive_world *w)
{
    static const struct str tags[] = { STR_INIT("boats"), STR_INIT("tides") };
    static const struct {
        struct channel_wish wish;
        const char *want;
    } rows[] = {
        { { .address = STR_INIT("ntfy:harbour") },
          "\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null" },
        { { .quiet = STR_INIT("22:30-6:00") },
          "\"quiet\":\"22:30-06:00\",\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null" },
        { { .digest = STR_INIT("week") },
          "\"quiet\":\"22:30-06:00\",\"digest\":\"week\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null" },
        { { .floor = STR_INIT("0.25") },
          "\"quiet\":\"22:30-06:00\",\"digest\":\"week\",\"floor\":0.25,\"tags\":[],\"subject\":null,\"text\":null" },
        { { .tag = tags, .n_tags = 2 },
          "\"quiet\":\"22:30-06:00\",\"digest\":\"week\",\"floor\":0.25,\"tags\":[\"boats\",\"tides\"],\"subject\":null,\"text\":null" },
        { { .subject = STR_INIT("{title}"), .text = STR_INIT("{headline}") },
          "\"quiet\":\"22:30-06:00\",\"digest\":\"week\",\"floor\":0.25,\"tags\":[\"boats\",\"tides\"],\"subject\":\"{title}\","
          "\"text\":\"{headline}\"" },
        { { .quiet = STR_INIT("off"), .digest = STR_INIT("none"), .subject = STR_INIT("default") },
          "\"quiet\":null,\"digest\":\"none\",\"floor\":0.25,\"tags\":[\"boats\",\"tides\"],\"subject\":null,\"text\":\"{headline}\"" },
        { { .tag = tags, .n_tags = 0, .text = STR_INIT("default"), .floor = STR_INIT("0") },
          "\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null" },
    };
    struct caller rita = world_caller(w, "rita", ROLE_USER);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct channel_wish wish = rows[i].wish;
        struct channel_made made;
        wish.name = STR("push");
        must(w, channels_put(&rita, &wish, &made, &w->e));
        ok(made.is_new == (i == 0), "it is new once");
        eq_str(
            json_of(w, &made.row),
            arena_printf(&w->arena,
                         "{\"name\":\"push\",\"way\":\"ntfy\",\"address\":\"ntfy:https://ntfy.sh/...\",\"default\":true,"
                         "\"added_at\":\"1970-01-01T00:01:40.000Z\",\"confirmed_at\":\"1970-01-01T00:01:40.000Z\",%s,\"dead\":0}",
                         rows[i].want),
            "what was named is changed");
    }
}

/* ---- What is refused ---- */

static void test_refusals(struct archive_world *w)
{
    static const struct {
        struct channel_wish wish;
        int code;
        const char *words;
    } rows[] = {
        { { .name = STR_INIT(""), .address = STR_INIT("ntfy:t") },
          E_USAGE,
          "\"\" is not a name for a channel; use letters, digits, '-' and '_'" },
        { { .name = STR_INIT("none"), .address = STR_INIT("ntfy:t") },
          E_USAGE,
          "\"none\" is not a name for a channel; use letters, digits, '-' and '_'" },
        { { .name = STR_INIT("my phone"), .address = STR_INIT("ntfy:t") },
          E_USAGE,
          "\"my phone\" is not a name for a channel; use letters, digits, '-' and '_'" },
        { { .name = STR_INIT("t\xc3\xa9l\xc3\xa9"), .address = STR_INIT("ntfy:t") },
          E_USAGE,
          "\"t\xc3\xa9l\xc3\xa9\" is not a name for a channel; use letters, digits, '-' and '_'" },
        { { .name = STR_INIT("a") }, E_USAGE, "a new channel needs an address: mail:ADDRESS, https://..., ntfy:TOPIC and others" },
        { { .name = STR_INIT("a"), .address = STR_INIT("mail:nobody") },
          E_USAGE,
          "\"nobody\" is not an address to send to; it is written mail:anna@example.org" },
        { { .name = STR_INIT("a"), .address = STR_INIT("command:/bin/true") },
          E_DENIED,
          "only an administrator may have a command run" },
        { { .name = STR_INIT("a"), .address = STR_INIT("ntfy:t"), .secret = STR_INIT("key") },
          E_USAGE,
          "only webhooks are signed; ntfy:https://ntfy.sh/... is not one" },
        { { .name = STR_INIT("a"), .address = STR_INIT("ntfy:t"), .quiet = STR_INIT("at night") },
          E_USAGE,
          "\"at night\" is not quiet hours; write 22:00-07:00, or off" },
        { { .name = STR_INIT("a"), .address = STR_INIT("ntfy:t"), .digest = STR_INIT("month") },
          E_USAGE,
          "\"month\" is not a digest; write none, hour, day or week" },
        { { .name = STR_INIT("a"), .address = STR_INIT("ntfy:t"), .floor = STR_INIT("1.1") },
          E_USAGE,
          "\"1.1\" is not an importance; it lies between 0 and 1" },
        { { .name = STR_INIT("a"), .address = STR_INIT("ntfy:t"), .text = STR_INIT("{all}") },
          E_USAGE,
          "{all} is not known in a template; there are {headline}, {title}, {url}, {host}, {when}, {importance}, {note}, {changes}, "
          "{difference}, {history} and {pages}" },
    };
    struct caller ruth = world_caller(w, "ruth", ROLE_USER);
    struct channel_rows list;

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct channel_made made;
        eq_int(channels_put(&ruth, &rows[i].wish, &made, &w->e), rows[i].code, rows[i].words);
        eq_str(str_of(w->e.text), str_of(rows[i].words), "in these words");
    }
    must(w, channels_list(&ruth, &list, &w->e));
    eq_int(list.n, 0, "nothing is left of what was refused");
}

static void test_limit(struct archive_world *w)
{
    struct caller lots = world_caller(w, "lots", ROLE_USER);
    struct channel_made made;
    struct str name;

    for (int i = 0; i < 100; i++) {
        name = arena_printf(&w->arena, "c%d", i);
        must(w, channels_put(&lots, &(struct channel_wish){ .name = name, .address = STR("ntfy:t") }, &made, &w->e));
    }
    eq_int(channels_put(&lots, &(struct channel_wish){ .name = STR("more"), .address = STR("ntfy:t") }, &made, &w->e), E_LIMIT,
           "one more is too many");
    eq_str(str_of(w->e.text), STR("a user has 100 channels at most"), "as is said");
    must(w, channels_put(&lots, &(struct channel_wish){ .name = STR("c7"), .digest = STR("day") }, &made, &w->e));
    ok(!made.is_new, "those that are there can be changed");
}

/* ---- What is secret ---- */

/* What the row shows of each address, whether all of it is sealed, and that it is found whole again. */
static void test_secrets(struct archive_world *w)
{
    static const struct {
        const char *address, *shown;
        bool sealed;
    } rows[] = {
        { "mail:ann@example.org", "mail:ann@example.org", false },
        { "https://hooks.example/T0/B1/secret", "https://hooks.example/...", true },
        { "https://bot:pass@hooks.example/x", "https://hooks.example/...", true },
        { "ntfy:my-topic", "ntfy:https://ntfy.sh/...", true },
        { "slack:https://hooks.slack.com/services/T/B/xyz", "slack:https://hooks.slack.com/...", true },
        { "discord:https://discord.com/api/webhooks/1/abc", "discord:https://discord.com/...", true },
        { "matrix:https://token@matrix.example/!room:matrix.example", "matrix:https://matrix.example/...", true },
        { "telegram:12:abc@-100", "telegram:-100", true },
        { "fax:+4930123", "fax:+4930123", false },
        { "command:/usr/bin/logger -t weft", "command:/usr/bin/logger -t weft", false },
    };
    struct caller admin = world_caller(w, "secretary", ROLE_ADMIN);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct channel_made made;
        struct str sealed, name = arena_printf(&w->arena, "c%zu", i);
        struct notify_address got, want;
        must(w, channels_put(&admin, &(struct channel_wish){ .name = name, .address = str_of(rows[i].address) }, &made, &w->e));
        eq_str(made.row.channel.address, str_of(rows[i].shown), rows[i].address);
        must(w, channel_secret(&w->arena, &w->store, &made.row.channel, CHANNEL_SECRET, &sealed, &w->e));
        eq_str(sealed, rows[i].sealed ? str_of(rows[i].address) : STR(""), "what of it is secret is sealed");
        must(w, channel_address(&w->arena, &w->store, &made.row.channel, &got, &w->e));
        must(w, notify_address_read(&w->arena, str_of(rows[i].address), &want, &w->e));
        ok(notify_address_same(&got, &want), "and whoever sends finds all of it");
    }
}

/* Webhooks are signed: by what was given, else by something new that is shown this once. */
static void test_keys(struct archive_world *w)
{
    struct caller kim = world_caller(w, "kim", ROLE_USER);
    struct channel_made first, second, third, fourth;
    struct str key;

    must(w, channels_put(&kim, &(struct channel_wish){ .name = STR("h"), .address = STR("https://h.example/1") }, &first, &w->e));
    ok(str_starts(first.secret, STR("whsec_")) && first.secret.len == 38, "a new one has a key by chance: %.*s",
       STR_ARG(first.secret));
    must(w, channel_secret(&w->arena, &w->store, &first.row.channel, CHANNEL_KEY, &key, &w->e));
    eq_str(key, first.secret, "which is kept");
    must(w, channels_put(&kim, &(struct channel_wish){ .name = STR("h"), .digest = STR("day") }, &second, &w->e));
    eq_str(second.secret, STR(""), "who changes something else does not see it again");
    must(w, channels_put(&kim, &(struct channel_wish){ .name = STR("h"), .secret = STR("our own key") }, &third, &w->e));
    must(w, channel_secret(&w->arena, &w->store, &third.row.channel, CHANNEL_KEY, &key, &w->e));
    eq_str(key, STR("our own key"), "one's own is taken");
    must(w, channels_put(&kim, &(struct channel_wish){ .name = STR("h"), .secret = STR("new") }, &fourth, &w->e));
    ok(str_starts(fourth.secret, STR("whsec_")) && !str_eq(fourth.secret, first.secret), "'new' makes another");
}

/* ---- Codes ---- */

static struct str code_of(struct archive_world *w, const struct store_channel *ch)
{
    struct str code;
    must(w, channel_secret(&w->arena, &w->store, ch, CHANNEL_CODE, &code, &w->e));
    return code;
}

static void test_codes(struct archive_world *w)
{
    struct caller cara = world_caller(w, "cara", ROLE_USER), admin = world_caller(w, "chief", ROLE_ADMIN);
    struct channel_wish wish = { .name = STR("post"), .address = STR("mail:cara@example.org") };
    struct channel_made made;
    struct channel_row row;
    struct str code;

    must(w, channels_put(&cara, &wish, &made, &w->e));
    ok(made.row.channel.confirmed_at == NEVER, "a mail address is not confirmed by writing it down");
    code = code_of(w, &made.row.channel);
    eq_int(code.len, 10, "a code of ten letters goes there");
    eq_int(channels_test(&cara, STR("post"), &w->e), E_DENIED, "no test goes out before");
    eq_str(str_of(w->e.text), STR("mail:cara@example.org is not confirmed yet; the code that was sent there does that"), "and why");
    eq_int(channels_confirm(&cara, STR("post"), STR(""), &w->e), E_DENIED, "nothing is not the code");
    eq_int(channels_confirm(&cara, STR("post"), STR("abcdefghij"), &w->e), E_DENIED, "another is not it either");
    eq_str(str_of(w->e.text), STR("that is not the code that was sent to mail:cara@example.org"), "as is said");
    must(w, channels_confirm(&cara, STR("post"), code, &w->e));
    must(w, channels_find(&cara, STR("post"), &row, &w->e));
    ok(row.channel.confirmed_at == cara.now, "the right one confirms it");
    eq_str(code_of(w, &row.channel), STR(""), "and is of no use again");
    must(w, channels_test(&cara, STR("post"), &w->e));

    must(w, channels_put(&admin, &wish, &made, &w->e));
    ok(made.row.channel.confirmed_at == admin.now, "an administrator's is believed");
    wish.ask = true;
    must(w, channels_put(&admin, &wish, &made, &w->e));
    ok(made.row.channel.confirmed_at == NEVER, "unless they want it asked for");
    must(w, channels_confirm(&admin, STR("post"), STR(""), &w->e));
    must(w, channels_find(&admin, STR("post"), &row, &w->e));
    ok(row.channel.confirmed_at == admin.now, "and they need no code");
}

/* Nobody is flooded with codes: three a day to one address, and twenty by one user. */
static void test_enough_codes(struct archive_world *w)
{
    struct caller dan = world_caller(w, "dan", ROLE_USER), eli = world_caller(w, "eli", ROLE_USER);
    struct channel_made made;
    int asked = 0;

    dan.now = eli.now = 100 * DURATION_DAY_MS + 5;
    for (int i = 0; i < 3; i++)
        must(w, channels_put(&dan, &(struct channel_wish){ .name = STR("m"), .address = STR("mail:x@example.org") }, &made, &w->e));
    eq_int(channels_put(&dan, &(struct channel_wish){ .name = STR("m"), .address = STR("mail:x@example.org") }, &made, &w->e),
           E_LIMIT, "a fourth code to one address");
    eq_str(str_of(w->e.text), STR("enough codes were mailed today; a new one can be asked for tomorrow"), "has to wait");
    eq_int(channels_put(&eli, &(struct channel_wish){ .name = STR("m"), .address = STR("mail:x@example.org") }, &made, &w->e),
           E_LIMIT, "whoever asks for it");
    dan.now += DURATION_DAY_MS;
    eq_int(channels_put(&dan, &(struct channel_wish){ .name = STR("m"), .address = STR("mail:x@example.org") }, &made, &w->e), 0,
           "until tomorrow");
    for (int i = 0; i < 25; i++) {
        struct str address = arena_printf(&w->arena, "mail:%d@example.org", i);
        asked += channels_put(&eli, &(struct channel_wish){ .name = STR("m"), .address = address }, &made, &w->e) == 0;
    }
    eq_int(asked, 20, "twenty addresses a day are asked in one user's name");
}

/* ---- Channels that are made for a page ---- */

static void test_needed(struct archive_world *w)
{
    static const struct {
        const char *wanted, *name;
    } rows[] = {
        { "ntfy:https://push.example/one", "ntfy:https://push.example/..." },
        { "ntfy:https://push.example/two", "ntfy:https://push.example/...-2" },
        { "ntfy:https://push.example/one", "ntfy:https://push.example/..." },
        { "ntfy:https://push.example/three", "ntfy:https://push.example/...-3" },
        { "mine", "mine" },
        { "ntfy:https://mine.example/topic", "mine" }, /* a channel of that address, however it is named */
        { "mail:fay@example.org", "mail:fay@example.org" },
        { "none", "none" },
    };
    struct caller fay = world_caller(w, "fay", ROLE_USER);
    struct channel_rows list;
    struct str name;

    add(w, &fay, "mine", "ntfy:https://mine.example/topic");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        must(w, channels_need(&fay, str_of(rows[i].wanted), &name, &w->e));
        eq_str(name, str_of(rows[i].name), rows[i].wanted);
    }
    must(w, channels_list(&fay, &list, &w->e));
    eq_int(list.n, 5, "one for each address");
    eq_str(default_of(w, &fay), STR("mine"), "none of these is for all pages");
    eq_int(channels_need(&fay, STR("yours"), &name, &w->e), E_ABSENT, "a name that nobody gave");
    eq_str(str_of(w->e.text), STR("there is no channel 'yours'; 'weft channel list' names yours"), "is not there");
    eq_int(channels_need(&fay, STR("pigeon:coo"), &name, &w->e), E_USAGE, "nor is such an address");
    must(w, channels_known(&fay, STR("ntfy:https://push.example/two"), &name, &w->e));
    eq_str(name, STR("ntfy:https://push.example/...-2"), "one that is there is known");
    must(w, channels_known(&fay, STR("ntfy:https://push.example/four"), &name, &w->e));
    eq_str(name, STR(""), "of another nothing is made");
    must(w, channels_list(&fay, &list, &w->e));
    eq_int(list.n, 5, "as before");
}

/* What still names it keeps it. */
static void test_used(struct archive_world *w)
{
    struct caller gus = world_caller(w, "gus", ROLE_USER);
    struct sentinels_applied done;
    struct str heir;

    add(w, &gus, "work", "ntfy:https://work.example/t");
    for (int i = 0; i < 6; i++)
        world_watch(w, &gus, world_page(w, arena_printf(&w->arena, "https://g%d.example/", i).ptr), "{\"notify\":[\"work\"]}");
    eq_int(channels_remove(&gus, STR("work"), &heir, &w->e), E_USAGE, "six pages name it");
    eq_str(str_of(w->e.text),
           STR("the channel is still used by https://g0.example/, https://g1.example/, https://g2.example/, https://g3.example/, "
               "https://g4.example/ and 1 more; give them another first"),
           "five of them are told");
    add(w, &gus, "other", "ntfy:https://other.example/t");
    must(w,
         sentinels_apply(&gus, STR("CREATE SENTINEL s ON \"https://g9.example/\" MONITOR links BY channel other;"), &done, &w->e));
    eq_int(channels_remove(&gus, STR("other"), &heir, &w->e), E_USAGE, "a sentinel names it");
    eq_str(str_of(w->e.text), STR("the channel is still used by the sentinel s; give them another first"), "and is told");
}

/* One that was imported without its secrets waits for its address. */
static void test_without_address(struct archive_world *w)
{
    struct caller hal = world_caller(w, "hal", ROLE_USER);
    struct store_channel ch = {
        .user = hal.who.user, .name = STR("lost"), .address = STR("https://h.example/..."), .confirmed_at = NEVER
    };
    struct notify_address address;
    struct channel_made made;

    must(w, store_channel_put(&w->store, &ch, &ch.id, &w->e));
    ok(channel_lacks_address(&ch), "a webhook that nobody confirmed has no address");
    eq_int(channel_address(&w->arena, &w->store, &ch, &address, &w->e), E_USAGE, "so nothing is sent there");
    eq_str(str_of(w->e.text), STR("its address is missing; 'weft channel add lost ADDRESS' gives it"), "but what to do is said");
    eq_int(channels_test(&hal, STR("lost"), &w->e), E_USAGE, "nor is a test");
    eq_str(str_of(w->e.text), STR("lost: its address is missing; 'weft channel add lost ADDRESS' gives it"), "likewise");
    must(w, channels_put(&hal, &(struct channel_wish){ .name = STR("lost"), .address = STR("https://h.example/1") }, &made, &w->e));
    ok(!channel_lacks_address(&made.row.channel) && !made.is_new, "given again it is the channel that it was");
    ch.address = STR("mail:hal@example.org");
    ok(!channel_lacks_address(&ch), "a mail address that is not confirmed is no secret, and is there");
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    test_default(&w);
    test_rules(&w);
    test_refusals(&w);
    test_limit(&w);
    test_secrets(&w);
    test_keys(&w);
    test_codes(&w);
    test_enough_codes(&w);
    test_needed(&w);
    test_used(&w);
    test_without_address(&w);
    archive_world_drop(&w);
    return tap_done();
}
