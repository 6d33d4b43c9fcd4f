/* Any bytes as robots.txt: reading ends, what is kept reads as the same rules again, verdicts are steady. The first line is the path that
 * is asked for, the rest the file; addresses, dates and heads get the same bytes. */
#include <stdlib.h>

#include "fetch/address.h"
#include "fetch/header.h"
#include "fetch/robots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* Rules are lines that begin with a, d or w; sitemaps with s. */
static void check_rules(struct str rules)
{
    must(rules.len == 0 || rules.ptr[rules.len - 1] == '\n');
    while (rules.len) {
        struct str line = str_cut(&rules, '\n');
        must(line.len > 2 && line.ptr[1] == ' ' && strchr("adws", line.ptr[0]));
        must(strchr("ws", line.ptr[0]) || line.ptr[2] == '/' || line.ptr[2] == '*');
    }
}

static void check_values(struct str text)
{
    struct address a;
    struct address_rules rules;
    struct err e;
    int64_t ms;
    if (address_parse(text, &a))
        must(address_kind(a) == NULL || !address_allowed(&(struct address_rules){ .n = 0 }, a));
    if (address_rules_read(text, &rules, &e) == 0)
        must(rules.n <= ADDRESS_RULES_MAX);
    if (header_retry_after(text, 0, &ms))
        must(ms >= 0);
    header_date(text, &ms);
    must(header_age_ms(text) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    struct str file = { (const char *)data, size }, path = str_cut(&file, '\n'), rule = { "", 0 };
    robots_read(file, STR("weft"), &rules);
    must(!rules.over);
    check_rules(buf_str(&rules));
    bool allowed = robots_allows(buf_str(&rules), path, &rule);
    must(allowed || rule.len > 2);
    must(robots_allows(buf_str(&rules), STR("/robots.txt"), NULL));
    int64_t delay = robots_delay_ms(buf_str(&rules));
    must(delay >= 0 && delay <= ROBOTS_DELAY_MAX_MS);
    check_values(path);
    return 0;
}
