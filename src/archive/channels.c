/* In: wishes. Out: rows of `channel`, and secrets of their user. O(channels of the user). */
#include "archive/channels.h"

#include <sodium.h>

#include "archive/channel_secrets.h"
#include "archive/channel_uses.h"
#include "base/base64.h"
#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "notify/outbox.h"
#include "notify/template.h"

enum { CHANNELS_MAX = 100, NAME_MAX_BYTES = 254, CODE_BYTES = 5, KEY_BYTES = 24 };
/* Codes a day to one address, and by one user: enough for letters that went astray, too few to annoy somebody. */
enum { CODES_TO_ONE = 3, CODES_OF_ONE = 20 };

/* ---- Secrets of a channel ---- */

static struct store_secret secret_of(struct arena *a, const struct store_channel *ch, const char *what)
{
    return (struct store_secret){ .user = ch->user, .name = arena_printf(a, "%s:%.*s", what, STR_ARG(ch->name)) };
}

static int seal(const struct caller *c, const struct store_channel *ch, const char *what, struct str bytes, struct err *e)
{
    struct store_secret secret = secret_of(c->arena, ch, what);
    secret.bytes = bytes;
    return store_seal(c->store, &secret, e);
}

int channel_secret(struct arena *a, struct store *s, const struct store_channel *ch, const char *what, struct str *out,
                   struct err *e)
{
    struct store_secret secret = secret_of(a, ch, what);
    struct err none;
    int code = store_unseal(a, s, &secret, &none);
    *out = code ? STR("") : secret.bytes;
    return code == 0 || code == E_ABSENT ? 0 : err_set(e, code, "%s", none.text);
}

static enum notify_way way_of(struct str shown)
{
    struct str rest = shown, scheme = str_cut(&rest, ':');
    enum notify_way way;
    return notify_way_find(scheme, &way) ? way : WAY_WEBHOOK;
}

bool channel_lacks_address(const struct store_channel *ch)
{
    return ch->confirmed_at == NEVER && way_of(ch->address) != WAY_MAIL;
}

int channel_address(struct arena *a, struct store *s, const struct store_channel *ch, struct notify_address *out, struct err *e)
{
    struct str sealed;
    if (channel_lacks_address(ch)) /* what stands there is a mask: nobody is to be asked there */
        return err_set(e, E_USAGE, "its address is missing; 'weft channel add %.*s ADDRESS' gives it", STR_ARG(ch->name));
    int code = channel_secret(a, s, ch, CHANNEL_SECRET, &sealed, e);
    return code ? code : notify_address_read(a, sealed.len ? sealed : ch->address, out, e);
}

static void drop_secrets(const struct caller *c, const struct store_channel *ch)
{
    static const char *const all[] = { CHANNEL_SECRET, CHANNEL_KEY, CHANNEL_CODE };
    struct err lost; /* one that stays opens nothing */
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (seal(c, ch, all[i], STR(""), &lost))
            return;
}

/* ---- Reading ---- */

static int fill(const struct caller *c, const struct store_channel *ch, struct channel_row *out, struct err *e)
{
    struct store_deliveries dead;
    struct err unread;
    *out = (struct channel_row){ .channel = *ch, .way = way_of(ch->address) };
    if (notify_rules_read(c->arena, ch->settings, &out->rules, &unread))
        out->rules = (struct notify_rules){ 0 };
    int code =
        store_delivery_list(c->arena, c->store, &(struct delivery_query){ .user = ch->user, .state = DELIVERY_DEAD }, &dead, e);
    for (uint32_t i = 0; code == 0 && i < dead.n; i++)
        out->dead += dead.item[i].channel == ch->id;
    return code;
}

int channels_list(const struct caller *c, struct channel_rows *out, struct err *e)
{
    struct store_channels list = { 0 };
    int code = c->who.user ? store_channel_list(c->arena, c->store, c->who.user, &list, e) : 0;
    struct channel_rows rows = { NEW_ARRAY(c->arena, struct channel_row, list.n + 1), list.n };
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        code = fill(c, &list.item[i], &rows.item[i], e);
    if (code == 0)
        *out = rows;
    return code;
}

static int find(const struct caller *c, struct str name, struct store_channel *out, struct err *e)
{
    int code = c->who.user ? store_channel_find(c->arena, c->store, c->who.user, name, out, e) : E_ABSENT;
    return code == E_ABSENT ? err_set(e, E_ABSENT, "there is no channel '%.*s'; 'weft channel list' names yours", STR_ARG(name))
                            : code;
}

int channels_find(const struct caller *c, struct str name, struct channel_row *out, struct err *e)
{
    struct store_channel ch;
    int code = find(c, name, &ch, e);
    return code ? code : fill(c, &ch, out, e);
}

/* ---- Putting ---- */

static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char l = byte_lower(s.ptr[i]);
        if (!(l >= 'a' && l <= 'z') && !(l >= '0' && l <= '9') && !strchr("-_.@+:/", l))
            return false;
    }
    return s.len && s.len <= NAME_MAX_BYTES && !str_eq(s, STR(NOTIFY_NONE));
}

static int read_template(struct str wish, struct str *out, struct err *e)
{
    if (wish.len == 0)
        return 0;
    *out = str_eq(wish, STR("default")) ? STR("") : wish;
    return template_check(*out, e);
}

static int read_rules(const struct channel_wish *w, struct notify_rules *rules, struct err *e)
{
    if ((w->quiet.len && notify_quiet_read(w->quiet, rules, e)) || (w->digest.len && notify_digest_read(w->digest, rules, e))
        || (w->floor.len && notify_floor_read(w->floor, rules, e)) || read_template(w->subject, &rules->subject, e)
        || read_template(w->text, &rules->text, e))
        return e->code;
    if (w->tag) {
        rules->tags = (struct str *)w->tag;
        rules->n_tags = w->n_tags;
    }
    return 0;
}

static struct str random_text(struct arena *a, size_t n)
{
    AUTO(buf) out = BUF(KIB(1));
    unsigned char bytes[64];
    randombytes_buf(bytes, sizeof bytes);
    base64_add(&out, (struct str){ (const char *)bytes, MIN(n, sizeof bytes) });
    return arena_str(a, buf_str(&out));
}

/* Letters that are not taken for one another, in small numbers: it is typed by hand. */
static struct str random_code(struct arena *a)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    char code[2 * CODE_BYTES + 1] = "";
    for (int i = 0; i < 2 * CODE_BYTES; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    return arena_str(a, str_of(code));
}

/* The shown form in the row, all of it sealed where something is secret. */
static int keep_address(const struct caller *c, struct store_channel *ch, const struct channel_wish *w, struct notify_rules *rules,
                        struct err *e)
{
    AUTO(buf) shown = BUF(KIB(8));
    struct notify_address address;
    int code = notify_address_read(c->arena, w->address, &address, e);
    if (code)
        return code;
    if (address.way == WAY_COMMAND && (code = caller_must_administer(c, "have a command run", e)))
        return code;
    notify_address_show(&address, &shown);
    ch->address = arena_str(c->arena, address.way == WAY_COMMAND ? str_trim(w->address) : buf_str(&shown));
    bool must_confirm = address.way == WAY_MAIL && (w->ask || c->who.role != ROLE_ADMIN);
    ch->confirmed_at = must_confirm ? NEVER : c->now;
    rules->mark = notify_address_is_secret(&address) ? notify_address_mark(&address) : 0;
    return rules->mark ? seal(c, ch, CHANNEL_SECRET, w->address, e) : 0;
}

/* What webhooks are signed with: the caller's own, or a new one. */
static int keep_key(const struct caller *c, const struct store_channel *ch, struct str wanted, struct channel_made *out,
                    struct err *e)
{
    bool is_given = wanted.len && !str_eq(wanted, STR("new"));
    if (way_of(ch->address) != WAY_WEBHOOK)
        return wanted.len ? err_set(e, E_USAGE, "only webhooks are signed; %.*s is not one", STR_ARG(ch->address)) : 0;
    out->secret = is_given ? wanted : arena_printf(c->arena, "whsec_%.*s", STR_ARG(random_text(c->arena, KEY_BYTES)));
    return seal(c, ch, CHANNEL_KEY, out->secret, e);
}

static int tell_channel(const struct caller *c, const struct store_channel *ch, enum outbox_source source, struct err *e)
{
    int64_t subject = (int64_t)(randombytes_uniform(UINT32_MAX) + (c->now << 20)) & INT64_MAX;
    struct store_outbox row = {
        .user = ch->user, .channel = ch->id, .source = source, .subject = subject, .at = c->now, .due_at = c->now
    };
    return store_outbox_add(c->store, &row, e);
}

/* One of `most` places a day: nobody is flooded with codes, whoever asks for them. E_LIMIT: all are taken. */
static int take_place(const struct caller *c, struct str what, int most, struct err *e)
{
    int64_t day = c->now / DURATION_DAY_MS, kept = c->now + DURATION_DAY_MS;
    for (int i = 0; i < most; i++) {
        struct str place = arena_printf(c->arena, "code %.*s %lld %d", STR_ARG(what), (long long)day, i);
        int code = store_once(c->store, place, kept, c->now - DURATION_HOUR_MS, e);
        if (code != E_USAGE)
            return code;
    }
    return err_set(e, E_LIMIT, "enough codes were mailed today; a new one can be asked for tomorrow");
}

static int ask(const struct caller *c, const struct store_channel *ch, struct err *e)
{
    struct str user = arena_printf(c->arena, "%lld", (long long)ch->user);
    int code = take_place(c, ch->address, CODES_TO_ONE, e);
    if (code || (code = take_place(c, user, CODES_OF_ONE, e)))
        return code;
    code = seal(c, ch, CHANNEL_CODE, random_code(c->arena), e);
    return code ? code : tell_channel(c, ch, OUTBOX_CONFIRM, e);
}

static int begin(const struct caller *c, const struct channel_wish *w, struct store_channel *ch, bool *is_new, struct err *e)
{
    struct store_channels list;
    struct err none;
    int code = caller_must_write(c, e);
    if (code == 0 && c->who.user == 0)
        code = err_set(e, E_DENIED, "nobody is called %.*s", STR_ARG(c->who.name));
    if (code == 0 && !is_name(w->name))
        code = err_set(e, E_USAGE, "\"%.*s\" is not a name for a channel; use letters, digits, '-' and '_'", STR_ARG(w->name));
    if (code || (code = store_channel_list(c->arena, c->store, c->who.user, &list, e)))
        return code;
    *is_new = store_channel_find(c->arena, c->store, c->who.user, w->name, ch, &none) != 0;
    if (!*is_new)
        return 0;
    if (list.n >= CHANNELS_MAX)
        return err_set(e, E_LIMIT, "a user has %d channels at most", CHANNELS_MAX);
    if (w->address.len == 0)
        return err_set(e, E_USAGE, "a new channel needs an address: mail:ADDRESS, https://..., ntfy:TOPIC and others");
    *ch = (struct store_channel){ .user = c->who.user, .name = w->name, .added_at = c->now, .is_default = !w->never_default };
    for (uint32_t i = 0; i < list.n; i++)
        ch->is_default &= !list.item[i].is_default;
    return 0;
}

static int put(const struct caller *c, const struct channel_wish *w, struct channel_made *out, struct err *e)
{
    struct store_channel ch = { 0 };
    struct notify_rules rules;
    int code = begin(c, w, &ch, &out->is_new, e);
    if (code || (code = notify_rules_read(c->arena, ch.settings, &rules, e)) || (code = read_rules(w, &rules, e)))
        return code;
    if (w->address.len && (code = keep_address(c, &ch, w, &rules, e)))
        return code;
    if (w->address.len + w->secret.len && (code = keep_key(c, &ch, w->secret, out, e)))
        return code;
    ch.settings = notify_rules_write(c->arena, &rules);
    ch.is_default |= w->make_default;
    if ((code = store_channel_put(c->store, &ch, &ch.id, e))
        || (code = store_outbox_postpone(c->store, ch.id, notify_due(&rules, c->now), e)))
        return code;
    if (w->address.len && ch.confirmed_at == NEVER && (code = ask(c, &ch, e)))
        return code;
    return fill(c, &ch, &out->row, e);
}

int channels_put(const struct caller *c, const struct channel_wish *w, struct channel_made *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct channel_made made = { 0 };
    int code = sodium_init() < 0 ? err_set(e, E_SYSTEM, "libsodium cannot start") : store_begin(c->store, &tx, e);
    if (code == 0)
        code = put(c, w, &made, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *out = made;
    return code;
}

/* ---- Channels without a name of their own ---- */

/* What may be shown of the address, which many addresses of one host share; a number behind it tells them apart. */
static struct str numbered(struct arena *a, struct str shown, uint32_t number)
{
    return number == 1 ? shown : arena_printf(a, "%.*s-%u", STR_ARG(shown), number);
}

static int is_at(const struct caller *c, const struct store_channel *ch, const struct notify_address *wanted, bool *out,
                 struct err *e)
{
    struct notify_address address;
    struct notify_rules rules;
    struct err unread;
    if (channel_lacks_address(ch)) { /* this may be it: what it is told waits there */
        bool is_marked = notify_rules_read(c->arena, ch->settings, &rules, &unread) == 0 && rules.mark;
        *out = !is_marked || rules.mark == notify_address_mark(wanted);
        return 0;
    }
    int code = channel_address(c->arena, c->store, ch, &address, &unread);
    *out = code == 0 && notify_address_same(&address, wanted);
    return code == 0 || code == E_USAGE ? 0 : err_set(e, code, "%s", unread.text);
}

/* A channel that the user has for this whole address, the default before others: its quiet hours and digests hold, however it is named. */
static int channel_at(const struct caller *c, const struct notify_address *wanted, struct str *name, bool *there, struct err *e)
{
    struct store_channels list;
    int code = store_channel_list(c->arena, c->store, c->who.user, &list, e);
    bool is_default = false;
    *there = false;
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        bool same = false;
        if (!channel_lacks_address(&list.item[i]))
            code = is_at(c, &list.item[i], wanted, &same, e);
        if (!same || (*there && (is_default || !list.item[i].is_default)))
            continue;
        *name = list.item[i].name;
        *there = true;
        is_default = list.item[i].is_default;
    }
    return code;
}

/* The channel that was made for this whole address, or a name that is free for it. */
static int name_for(const struct caller *c, const struct notify_address *wanted, struct str *name, bool *there, struct err *e)
{
    AUTO(buf) shown = BUF(KIB(8));
    struct store_channel ch;
    struct err none;
    int found = channel_at(c, wanted, name, there, e);
    if (found || *there)
        return found;
    notify_address_show(wanted, &shown);
    for (uint32_t number = 1;; number++) {
        *name = numbered(c->arena, arena_str(c->arena, buf_str(&shown)), number);
        int code = store_channel_find(c->arena, c->store, c->who.user, *name, &ch, &none);
        *there = false;
        if (code == E_ABSENT)
            return 0;
        if (code)
            return err_set(e, code, "%s", none.text);
        if ((code = is_at(c, &ch, wanted, there, e)) || *there)
            return code;
    }
}

static int need_address(const struct caller *c, struct str wanted, struct str *name, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct notify_address address;
    struct channel_made made;
    struct store_channel ch = { 0 };
    bool there;
    int code = notify_address_read(c->arena, wanted, &address, e);
    if (code || (code = store_begin(c->store, &tx, e)) || (code = name_for(c, &address, name, &there, e)))
        return code;
    if (there)
        code = store_channel_find(c->arena, c->store, c->who.user, *name, &ch, e);
    if (code == 0 && (!there || channel_lacks_address(&ch)))
        code = channels_put(c, &(struct channel_wish){ .name = *name, .address = wanted, .never_default = true }, &made, e);
    return code ? code : store_commit(&tx, e);
}

int channels_known(const struct caller *c, struct str wanted, struct str *name, struct err *e)
{
    struct store_channel ch;
    struct notify_address address;
    struct str found = wanted;
    struct err none;
    bool there = false;
    int code = store_channel_find(c->arena, c->store, c->who.user, wanted, &ch, &none);
    if (code == 0)
        there = true;
    else if (code != E_ABSENT)
        return err_set(e, code, "%s", none.text);
    else if (notify_address_read(c->arena, wanted, &address, &none) == 0 && (code = name_for(c, &address, &found, &there, e)))
        return code;
    *name = there ? found : STR("");
    return 0;
}

int channels_need(const struct caller *c, struct str wanted, struct str *name, struct err *e)
{
    struct store_channel ch;
    struct err none;
    *name = wanted;
    if (str_eq(wanted, STR(NOTIFY_NONE)))
        return caller_must_write(c, e);
    if (c->who.user && store_channel_find(c->arena, c->store, c->who.user, wanted, &ch, &none) == 0)
        return 0;
    return str_find(wanted, STR(":"), 0) == SIZE_MAX ? find(c, wanted, &ch, e) : need_address(c, wanted, name, e);
}

/* ---- The rest ---- */

/* A channel that its user named, and that can be sent to: one that has its address for a name was made for one page or sentinel. */
static bool can_be_default(const struct store_channel *ch)
{
    return ch->confirmed_at != NEVER && !str_starts(ch->name, ch->address);
}

/* The oldest other one becomes the default, so that news do not stop without a word. */
static int pass_default(const struct caller *c, struct str *heir, struct err *e)
{
    struct store_channels list;
    struct store_channel *oldest = NULL;
    int code = store_channel_list(c->arena, c->store, c->who.user, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        if (can_be_default(&list.item[i]) && (!oldest || list.item[i].added_at < oldest->added_at))
            oldest = &list.item[i];
    if (code || !oldest)
        return code;
    oldest->is_default = true;
    *heir = oldest->name;
    return store_channel_put(c->store, oldest, &oldest->id, e);
}

int channels_remove(const struct caller *c, struct str name, struct str *heir, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_channel ch;
    int code = caller_must_write(c, e);
    *heir = STR("");
    if (code || (code = store_begin(c->store, &tx, e)) || (code = find(c, name, &ch, e))
        || (code = channel_must_be_unused(c, name, e)) || (code = store_channel_remove(c->store, ch.id, e))
        || (ch.is_default && (code = pass_default(c, heir, e))) || (code = store_commit(&tx, e)))
        return code;
    drop_secrets(c, &ch);
    return 0;
}

int channels_test(const struct caller *c, struct str name, struct err *e)
{
    struct store_channel ch;
    int code = caller_must_write(c, e);
    if (code == 0 && sodium_init() < 0)
        code = err_set(e, E_SYSTEM, "libsodium cannot start");
    if (code || (code = find(c, name, &ch, e)))
        return code;
    if (channel_lacks_address(&ch))
        return err_set(e, E_USAGE, "%.*s: its address is missing; 'weft channel add %.*s ADDRESS' gives it", STR_ARG(ch.name),
                       STR_ARG(ch.name));
    if (ch.confirmed_at == NEVER) /* nobody has mail sent to others by testing */
        return err_set(e, E_DENIED, "%.*s is not confirmed yet; the code that was sent there does that", STR_ARG(ch.address));
    return tell_channel(c, &ch, OUTBOX_TEST, e);
}

int channels_confirm(const struct caller *c, struct str name, struct str code, struct err *e)
{
    struct store_channel ch;
    struct str right;
    int failed = caller_must_write(c, e);
    if (failed || (failed = find(c, name, &ch, e)) || (failed = channel_secret(c->arena, c->store, &ch, CHANNEL_CODE, &right, e)))
        return failed;
    bool same = right.len && right.len == code.len && sodium_memcmp(right.ptr, code.ptr, code.len) == 0;
    if (!same && (c->who.role != ROLE_ADMIN || code.len))
        return err_set(e, E_DENIED, "that is not the code that was sent to %.*s", STR_ARG(ch.address));
    ch.confirmed_at = c->now;
    failed = store_channel_put(c->store, &ch, &ch.id, e);
    return failed ? failed : seal(c, &ch, CHANNEL_CODE, STR(""), e);
}

void channel_json(struct json *j, const struct channel_row *row)
{
    json_object(j);
    json_field_str(j, "name", row->channel.name);
    json_field_str(j, "way", str_of(notify_way_name(row->way)));
    json_field_str(j, "address", row->channel.address);
    json_field_bool(j, "default", row->channel.is_default);
    moment_json(j, "added_at", row->channel.added_at);
    moment_json(j, "confirmed_at", row->channel.confirmed_at);
    notify_rules_members(j, &row->rules);
    json_field_number(j, "dead", row->dead);
    json_end(j);
}
