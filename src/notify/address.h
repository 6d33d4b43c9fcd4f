/* Where a message can go, as people write it:
 *
 *     mail:anna@example.org                       a letter
 *     https://example.org/hook                    JSON, signed (docs/design/notify.md)
 *     ntfy:TOPIC, ntfy:https://HOST/TOPIC         a push message to a telephone
 *     slack:https://hooks.slack.com/services/...  an incoming webhook
 *     discord:https://discord.com/api/webhooks/...
 *     matrix:https://TOKEN@HOST/!ROOM:HOST        a message into a room
 *     telegram:TOKEN@CHAT                         a message of a bot
 *     fax:+4930123456                             by the gateway or program that the setting 'fax' names
 *     command:/usr/bin/program ARGUMENT ...       JSON on its standard input; no shell
 *     interactive                                 the web pages alone
 *
 * Pure. Nothing that could end a line or a header is in an address that was read. */
#ifndef NOTIFY_ADDRESS_H
#define NOTIFY_ADDRESS_H

#include "base/arena.h"
#include "base/buf.h"

enum notify_way {
    WAY_MAIL,
    WAY_WEBHOOK,
    WAY_NTFY,
    WAY_SLACK,
    WAY_DISCORD,
    WAY_MATRIX,
    WAY_TELEGRAM,
    WAY_FAX,
    WAY_COMMAND,
    WAY_INTERACTIVE,
};
enum { NOTIFY_WAYS = WAY_INTERACTIVE + 1 };

/* Of a whole address: longer than any token and path that services give out. */
#define NOTIFY_ADDRESS_MAX ((size_t)2048)
/* RFC 5321, 4.5.3.1.3: a path has 256 octets with its brackets. */
#define NOTIFY_MAIL_MAX ((size_t)254)
enum { NOTIFY_ARGV_MAX = 32 };

struct notify_address {
    enum notify_way way;
    struct str to;          /* mail address, number, topic, room or chat */
    struct str url;         /* where a request goes, without the token; empty: no request is sent */
    struct str user, token; /* of a login, or the token alone */
    struct str argv[NOTIFY_ARGV_MAX];
    uint32_t n_argv;
};

/* E_USAGE with words that show how it is written. Texts lie in the arena, a NUL behind each. */
int notify_address_read(struct arena *a, struct str text, struct notify_address *out, struct err *e) MUST_CHECK;
/* What may be shown of it: no path of a webhook, no token. */
void notify_address_show(const struct notify_address *address, struct buf *out);
/* A number of 1 to 65535 by which addresses that are shown alike are told apart where their secrets are gone: too little to find
 * them by. */
uint32_t notify_address_mark(const struct notify_address *address);
/* Whether both lead to the same receiver with the same login, however they were written. */
bool notify_address_same(const struct notify_address *a, const struct notify_address *b);
/* Whether something in it must be kept secret. */
bool notify_address_is_secret(const struct notify_address *address);

/* "mail", "webhook" ...; and as the sentinel language and settings call them: email, pda, push. False: there is no such way. */
const char *notify_way_name(enum notify_way way);
bool notify_way_find(struct str name, enum notify_way *out);
/* The address of `BY kind details` of a sentinel: "mail:anna@example.org". Empty: the way has none of that form. */
struct str notify_address_of(struct arena *a, struct str kind, struct str details);

#endif
