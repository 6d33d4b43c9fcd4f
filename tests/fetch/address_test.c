/* The address guard against a plain twin: every /16 of IPv4, bare and carried inside IPv6, and the borders of IPv6. */
#include "fetch/address.h"

#include "tests/base/random.h"
#include "tests/tap.h"

/* The same rules, written from the registries as plain conditions. */
static bool v4_public(unsigned a, unsigned b, unsigned c)
{
    switch (a) {
    case 0:
    case 10:
    case 127:
        return false;
    case 100:
        return b < 64 || b > 127;
    case 169:
        return b != 254;
    case 172:
        return b < 16 || b > 31;
    case 192:
        return b != 168 && (b << 8 | c) != 0x0000 && (b << 8 | c) != 0x0002 && (b << 8 | c) != (88 << 8 | 99);
    case 198:
        return b != 18 && b != 19 && (b << 8 | c) != (51 << 8 | 100);
    case 203:
        return (b << 8 | c) != 113;
    default:
        return a < 224;
    }
}

static const uint8_t forms[][16] = {
    { 0 },                      /* compatible */
    { [8] = 0xff, 0xff },       /* translated */
    { 0x00, 0x64, 0xff, 0x9b }, /* NAT64 */
};

static void test_v4(void)
{
    static const uint8_t third[] = { 0, 1, 2, 3, 51, 98, 99, 100, 101, 112, 113, 114, 254, 255 };
    unsigned wrong = 0, wrong_carried = 0;
    for (unsigned net = 0; net < 65536; net++)
        for (size_t i = 0; i < ARRAY_LEN(third); i++) {
            uint8_t byte[4] = { (uint8_t)(net >> 8), (uint8_t)net, third[i], (uint8_t)(net * 7 + 2) };
            bool want = v4_public(byte[0], byte[1], byte[2]);
            struct address a = address_v4(byte);
            wrong += (address_kind(a) == NULL) != want;
            memcpy(a.byte, forms[(net + i) % ARRAY_LEN(forms)], 16);
            memcpy(a.byte + 12, byte, 4);
            wrong_carried += (address_kind(a) == NULL) != want;
            a = (struct address){ { 0x20, 0x02, byte[0], byte[1], byte[2], byte[3], 9 } };
            wrong_carried += (address_kind(a) == NULL) != want;
            a = (struct address){ { 0x2a, 0, [10] = 0x5e, 0xfe, byte[0], byte[1], byte[2], byte[3] } };
            wrong_carried += (address_kind(a) == NULL) != want;
        }
    eq_int(wrong, 0, "IPv4: as the plain twin has it");
    eq_int(wrong_carried, 0, "IPv4 inside of IPv6: the same verdict");
}

static const struct {
    const char *text;
    bool allowed;
} cases[] = {
    { "8.8.8.8", true },
    { "1.1.1.1", true },
    { "9.255.255.255", true },
    { "11.0.0.0", true },
    { "100.63.255.255", true },
    { "100.64.0.0", false },
    { "100.127.255.255", false },
    { "100.128.0.0", true },
    { "126.255.255.255", true },
    { "127.255.255.255", false },
    { "128.0.0.0", true },
    { "169.253.0.1", true },
    { "169.254.169.254", false },
    { "172.15.255.255", true },
    { "172.16.0.0", false },
    { "172.31.255.255", false },
    { "172.32.0.0", true },
    { "192.167.255.255", true },
    { "192.168.0.1", false },
    { "198.17.255.255", true },
    { "198.20.0.0", true },
    { "223.255.255.255", true },
    { "224.0.0.1", false },
    { "255.255.255.255", false },
    { "0.0.0.0", false },
    { "::", false },
    { "::1", false },
    { "::2", false },
    { "::ffff:127.0.0.1", false },
    { "::ffff:8.8.8.8", true },
    { "::127.0.0.1", false },
    { "64:ff9b::10.0.0.1", false },
    { "64:ff9b::8.8.8.8", true },
    { "64:ff9b:1::10.0.0.1", false },
    { "64:ff9b:1::8.8.8.8", false },
    { "64:ff9b:1:a00:0:100:808:808", false },
    { "64:ff9b:2::8.8.8.8", false },
    { "2002:7f00:1::", false },
    { "2002:808:808::1", true },
    { "2001::1", false },
    { "2001:db8::1", false },
    { "2001:4860:4860::8888", true },
    { "2606:4700::1111", true },
    { "2a00:1450::5efe:7f00:1", false },
    { "3fff::1", false },
    { "3fff:1000::1", true },
    { "4000::1", false },
    { "fbff::1", false },
    { "fc00::1", false },
    { "fdff:ffff::1", false },
    { "fe00::1", false },
    { "fe80::1", false },
    { "febf::1", false },
    { "fec0::1", false },
    { "ff02::1", false },
    { "100::1", false },
    { "2001:1ff::1", false },
    { "2001:200::1", true },
    { "::ffff:0:127.0.0.1", false },
};

static void test_cases(void)
{
    struct address_rules none = { .n = 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct address a;
        ok(address_parse(str_of(cases[i].text), &a) && address_allowed(&none, a) == cases[i].allowed, "%s is %s", cases[i].text,
           cases[i].allowed ? "public" : "not public");
    }
}

static void test_text(void)
{
    static const char *const same[] = { "127.0.0.1",    "2130706433", "0x7f000001", "0x7F.1",    "0177.0.0.1",
                                        "017700000001", "127.1",      "127.0.1",    "127.0.0.1." };
    static const char *const names[] = {
        "",         "localhost", "127.0.0.1.example", "1.2.3.4.5", "256.0.0.1", "4294967296", "1..2", "08.1.1.1", "127.0.0.256",

        "::g",      "1:2",       "0x100000000",       ".",         "..",        "a.b",        "-1",   "+1",       " 1",
        "1.2.65536"
    };
    struct address a, want = address_v4((const uint8_t[4]){ 127, 0, 0, 1 });
    for (size_t i = 0; i < ARRAY_LEN(same); i++)
        ok(address_parse(str_of(same[i]), &a) && memcmp(&a, &want, sizeof a) == 0, "%s is 127.0.0.1", same[i]);
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        ok(!address_parse(str_of(names[i]), &a), "\"%s\" is a name", names[i]);
    struct address_rules none = { .n = 0 };
    ok(address_parse(STR("0x"), &a) && !address_allowed(&none, a), "\"0x\" is 0.0.0.0, as the URL standard has it, and not public");
    ok(address_parse(STR("[::1]"), &a) && a.byte[15] == 1, "brackets");
    ok(!address_parse((struct str){ "::1\0x", 5 }, &a), "a NUL ends nothing");
}

static void test_print(void)
{
    struct random r = { 77 };
    unsigned wrong = 0;
    for (int i = 0; i < 20000; i++) {
        AUTO(buf) b = BUF(100);
        struct address a, back;
        for (size_t k = 0; k < 16; k++)
            a.byte[k] = random_below(&r, 3) ? (uint8_t)random_next(&r) : 0;
        if (i % 2)
            a = address_v4(a.byte);
        address_print(&b, a);
        wrong += !address_parse(buf_str(&b), &back) || memcmp(&a, &back, sizeof a) != 0;
    }
    eq_int(wrong, 0, "what is printed reads as the same address");
}

static void test_rules(void)
{
    static const struct {
        const char *rules, *address;
        bool allowed;
    } rule_cases[] = {
        { "", "127.0.0.1", false },
        { "127.0.0.0/8", "127.9.9.9", true },
        { "127.0.0.0/8", "::ffff:127.0.0.1", true },
        { "127.0.0.0/8", "64:ff9b::127.0.0.1", true },
        { "64:ff9b:1::/48", "64:ff9b:1::8.8.8.8", true },
        { "127.0.0.0/8", "::1", false },
        { "127.0.0.1", "127.0.0.2", false },
        { " ::1 , 10.1.0.0/16", "10.1.255.255", true },
        { "::1,10.1.0.0/16", "10.2.0.0", false },
        { "::1", "::1", true },
        { "10.0.0.0/9", "10.127.0.1", true },
        { "10.0.0.0/9", "10.128.0.1", false },
        { "0.0.0.0/0", "192.168.1.1", true },
        { "0.0.0.0/0", "fe80::1", false },
        { "::/0", "fe80::1", true },
        { "fd00::/8", "fd12::1", true },
        { "fd00::/8", "fc12::1", false },
    };
    static const char *const bad[] = {
        "localhost", "127.0.0.0/33", "::/129", "127.0.0.0/", "127.0.0.0/x", "1/2/3", "127.0.0.0/-1"
    };
    for (size_t i = 0; i < ARRAY_LEN(rule_cases); i++) {
        struct address_rules rules;
        struct address a;
        struct err e;
        bool read =
            address_rules_read(str_of(rule_cases[i].rules), &rules, &e) == 0 && address_parse(str_of(rule_cases[i].address), &a);
        ok(read && address_allowed(&rules, a) == rule_cases[i].allowed, "\"%s\": %s", rule_cases[i].rules, rule_cases[i].address);
    }
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct address_rules rules;
        struct err e = { 0 };
        ok(address_rules_read(str_of(bad[i]), &rules, &e) == E_FORMAT && e.text[0], "\"%s\" is no rule", bad[i]);
    }
    AUTO(buf) many = BUF(10000);
    struct address_rules rules;
    for (int i = 0; i <= ADDRESS_RULES_MAX; i++)
        buf_add(&many, STR("10.0.0.1,"));
    eq_int(address_rules_read(buf_str(&many), &rules, NULL), E_FORMAT, "too many rules");
}

int main(void)
{
    test_v4();
    test_cases();
    test_text();
    test_print();
    test_rules();
    return tap_done();
}
