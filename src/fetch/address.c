/* In: an address, or its text, and the rules. Out: whether weft may connect to it.
 *
 * The table of special ranges is that of IANA's special-purpose registries (RFC 6890 and what followed). Outside of 2000::/3 no IPv6
 * address is public.
 *  1. An address that carries IPv4 inside is allowed only if what it carries is.
 *  2. What is not known to be public is not.
 * Cost: O(ranges + rules). */
#include "fetch/address.h"

#include <arpa/inet.h>

#define V4(a, b, c, d) \
    { \
        { \
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, a, b, c, d \
        } \
    }

struct range {
    struct cidr cidr;
    const char *kind;
};

static const struct range special[] = {
    { { V4(0, 0, 0, 0), 96 + 8 }, "this machine (unspecified)" },
    { { V4(10, 0, 0, 0), 96 + 8 }, "private network" },
    { { V4(100, 64, 0, 0), 96 + 10 }, "carrier's private network" },
    { { V4(127, 0, 0, 0), 96 + 8 }, "loopback" },
    { { V4(169, 254, 0, 0), 96 + 16 }, "link-local" },
    { { V4(172, 16, 0, 0), 96 + 12 }, "private network" },
    { { V4(192, 0, 0, 0), 96 + 24 }, "reserved" },
    { { V4(192, 0, 2, 0), 96 + 24 }, "documentation" },
    { { V4(192, 88, 99, 0), 96 + 24 }, "reserved" },
    { { V4(192, 168, 0, 0), 96 + 16 }, "private network" },
    { { V4(198, 18, 0, 0), 96 + 15 }, "benchmark network" },
    { { V4(198, 51, 100, 0), 96 + 24 }, "documentation" },
    { { V4(203, 0, 113, 0), 96 + 24 }, "documentation" },
    { { V4(224, 0, 0, 0), 96 + 4 }, "multicast" },
    { { V4(240, 0, 0, 0), 96 + 4 }, "reserved" },
    { { { { 0 } }, 128 }, "this machine (unspecified)" },
    { { { { [15] = 1 } }, 128 }, "loopback" },
    { { { { 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01 } }, 48 },
      "private network (NAT64)" }, /* RFC 8215: where IPv4 stands in it is its owner's choice */
    { { { { 0x01 } }, 64 }, "discard only" },
    { { { { 0x20, 0x01 } }, 23 }, "reserved" }, /* Teredo, benchmarks, ORCHID: none is a web server */
    { { { { 0x20, 0x01, 0x0d, 0xb8 } }, 32 }, "documentation" },
    { { { { 0x3f, 0xff } }, 20 }, "documentation" },
    { { { { 0xfc } }, 7 }, "private network (ULA)" },
    { { { { 0xfe, 0x80 } }, 10 }, "link-local" },
    { { { { 0xfe, 0xc0 } }, 10 }, "private network (site-local)" },
    { { { { 0xff } }, 8 }, "multicast" },
};

/* Forms of IPv6 with IPv4 inside, and where. */
static const struct {
    struct cidr cidr;
    uint8_t at;
} carriers[] = {
    { { { { 0 } }, 96 }, 12 },                      /* compatible, RFC 4291 */
    { { { { [8] = 0xff, 0xff } }, 96 }, 12 },       /* translated, RFC 2765 */
    { { { { 0x00, 0x64, 0xff, 0x9b } }, 96 }, 12 }, /* NAT64, RFC 6052 */
    { { { { 0x20, 0x02 } }, 16 }, 2 },              /* 6to4, RFC 3056 */
};

static bool is_inside(struct cidr c, struct address a)
{
    unsigned whole = c.bits / 8, rest = c.bits % 8;
    if (memcmp(c.base.byte, a.byte, whole) != 0)
        return false;
    return rest == 0 || ((c.base.byte[whole] ^ a.byte[whole]) >> (8 - rest)) == 0;
}

static bool is_v4(struct address a)
{
    static const struct cidr mapped = { V4(0, 0, 0, 0), 96 };
    return is_inside(mapped, a);
}

struct address address_v4(const uint8_t byte[4])
{
    struct address a = V4(byte[0], byte[1], byte[2], byte[3]);
    return a;
}

/* The IPv4 address inside of an IPv6 one. :: and ::1 are themselves. */
static bool carried(struct address a, struct address *out)
{
    static const uint8_t zero[15] = { 0 };
    if (is_v4(a) || (memcmp(a.byte, zero, 15) == 0 && a.byte[15] <= 1))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(carriers); i++)
        if (is_inside(carriers[i].cidr, a)) {
            *out = address_v4(a.byte + carriers[i].at);
            return true;
        }
    /* ISATAP, RFC 5214: the interface is 0:5efe or 200:5efe and the address. */
    if ((a.byte[8] & ~2) == 0 && a.byte[9] == 0 && a.byte[10] == 0x5e && a.byte[11] == 0xfe) {
        *out = address_v4(a.byte + 12);
        return true;
    }
    return false;
}

static const char *own_kind(struct address a)
{
    for (size_t i = 0; i < ARRAY_LEN(special); i++)
        if (is_inside(special[i].cidr, a))
            return special[i].kind;
    return is_v4(a) || (a.byte[0] & 0xe0) == 0x20 ? NULL : "reserved";
}

const char *address_kind(struct address a)
{
    struct address inner;
    bool has_inner = carried(a, &inner);
    const char *kind = has_inner ? own_kind(inner) : NULL;
    if (kind)
        return kind;
    /* NAT64 lies outside of 2000::/3 and leads to the whole of IPv4. */
    return has_inner && a.byte[0] == 0 ? NULL : own_kind(a);
}

bool address_allowed(const struct address_rules *rules, struct address a)
{
    struct address inner = a;
    if (!address_kind(a))
        return true;
    bool has_inner = carried(a, &inner);
    for (uint32_t i = 0; i < rules->n; i++)
        if (is_inside(rules->item[i], a) || (has_inner && is_inside(rules->item[i], inner)))
            return true;
    return false;
}

/* One part of an IPv4 address in the old forms: decimal, 0x hex, 0 octal. */
static bool read_part(struct str s, uint64_t *out)
{
    unsigned base = 10;
    uint64_t value = 0;
    if (s.len > 1 && s.ptr[0] == '0') {
        bool hex = byte_lower(s.ptr[1]) == 'x';
        base = hex ? 16 : 8;
        s = str_sub(s, hex ? 2 : 1, s.len);
    } else if (s.len == 0) {
        return false;
    }
    for (size_t i = 0; i < s.len; i++) {
        char c = byte_lower(s.ptr[i]);
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 99;
        if (digit >= base || value > UINT32_MAX)
            return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}

/* One to four parts; the last fills what is left (inet_aton's and the WHATWG's rule). */
static bool parse_v4(struct str text, struct address *out)
{
    uint64_t part[4] = { 0 }, value = 0;
    unsigned n = 0;
    if (str_ends(text, STR(".")))
        text = str_sub(text, 0, text.len - 1);
    for (struct str rest = text; n < 5; n++) {
        struct str piece = str_cut(&rest, '.');
        bool last = piece.ptr + piece.len == text.ptr + text.len;
        if (n == 4 || !read_part(piece, &part[n]))
            return false;
        if (last) {
            n++;
            break;
        }
    }
    for (unsigned i = 0; i + 1 < n; i++) {
        if (part[i] > 255)
            return false;
        value |= part[i] << (24 - 8 * i);
    }
    if (part[n - 1] >= (UINT64_C(1) << (8 * (5 - n))))
        return false;
    value |= part[n - 1];
    *out = address_v4((const uint8_t[4]){ (uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value });
    return true;
}

static bool parse_v6(struct str text, struct address *out)
{
    char copy[INET6_ADDRSTRLEN + 1];
    if (text.len >= 2 && text.ptr[0] == '[' && text.ptr[text.len - 1] == ']')
        text = str_sub(text, 1, text.len - 1);
    if (text.len >= sizeof copy || memchr(text.ptr, '\0', text.len))
        return false;
    memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return inet_pton(AF_INET6, copy, out->byte) == 1;
}

bool address_parse(struct str text, struct address *out)
{
    struct address a;
    if (text.len == 0 || !(memchr(text.ptr, ':', text.len) ? parse_v6(text, &a) : parse_v4(text, &a)))
        return false;
    *out = a;
    return true;
}

void address_print(struct buf *b, struct address a)
{
    char text[INET6_ADDRSTRLEN];
    if (is_v4(a))
        inet_ntop(AF_INET, a.byte + 12, text, sizeof text);
    else
        inet_ntop(AF_INET6, a.byte, text, sizeof text);
    buf_add(b, str_of(text));
}

static bool read_rule(struct str text, struct cidr *out)
{
    struct str rest = text, name = str_cut(&rest, '/');
    uint64_t bits = 0;
    if (!address_parse(name, &out->base))
        return false;
    bool v4 = is_v4(out->base);
    out->bits = 128;
    if (name.len == text.len)
        return true;
    if (!str_number(rest, v4 ? 32 : 128, &bits))
        return false;
    out->bits = (uint8_t)(bits + (v4 ? 96 : 0));
    return true;
}

int address_rules_read(struct str list, struct address_rules *out, struct err *e)
{
    struct address_rules rules = { .n = 0 };
    while (list.len) {
        struct str text = str_trim(str_cut(&list, ','));
        if (text.len == 0)
            continue;
        if (rules.n == ADDRESS_RULES_MAX)
            return err_set(e, E_FORMAT, "more than %d address ranges are allowed; join some of them", ADDRESS_RULES_MAX);
        if (!read_rule(text, &rules.item[rules.n++]))
            return err_set(e, E_FORMAT, "\"%.*s\" is not a range of addresses; write 127.0.0.0/8, ::1 or 10.1.2.3", STR_ARG(text));
    }
    *out = rules;
    return 0;
}
