/* The address guard: which network addresses weft may connect to. Pure; asked after DNS, at connect time, for every hop.
 *
 * An address is 16 bytes; IPv4 stands as ::ffff:a.b.c.d. Only what is plainly public passes; everything that names this machine, its
 * network or no single machine at all (private, loopback, link-local, CGNAT, multicast, documentation, reserved, ULA) needs a rule. An IPv6
 * address that carries an IPv4 one (mapped, compatible, 6to4, NAT64, ISATAP) is judged by the address it carries. */
#ifndef FETCH_ADDRESS_H
#define FETCH_ADDRESS_H

#include "base/buf.h"

struct address {
    uint8_t byte[16];
};

/* Addresses whose first `bits` are those of `base`. */
struct cidr {
    struct address base;
    uint8_t bits; /* of 128 */
};

enum { ADDRESS_RULES_MAX = 64 };

/* What the setting allow-address says. */
struct address_rules {
    struct cidr item[ADDRESS_RULES_MAX];
    uint32_t n;
};

/* "127.0.0.1", "::1", "[::1]"; and what browsers and resolvers also take for IPv4: "2130706433", "0x7f.1", "0177.0.0.1".
 * False where the text is a name. */
bool address_parse(struct str text, struct address *out);
/* IPv4 in network order. */
struct address address_v4(const uint8_t byte[4]);
void address_print(struct buf *b, struct address a);

/* The kind of an address that is not public, in words ("loopback", "private network", ...); NULL for a public one. */
const char *address_kind(struct address a);

/* A list such as "127.0.0.0/8, ::1, 10.1.2.3"; empty is no rule. E_FORMAT: not an address, too many bits, too many rules. */
int address_rules_read(struct str list, struct address_rules *out, struct err *e) MUST_CHECK;
/* Whether weft may connect: public, or inside a rule. A rule for IPv4 also holds for the forms that carry such an address. */
bool address_allowed(const struct address_rules *rules, struct address a);

#endif
