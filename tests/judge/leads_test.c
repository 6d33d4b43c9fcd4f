/* Where links lead. */
#include "judge/leads.h"

#include "tests/tap.h"

static void matters(const char *was, const char *now, bool want)
{
    ok(link_matters(&(struct link_change){ str_of(was), str_of(now) }) == want, "%s to %s: %s", was, now,
       want ? "told" : "not told");
}

static void asked(bool (*ask)(const struct page *p, uint32_t sentence), const char *base, const char *html, bool want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, str_of(base), &p, &e))
        ok(false, "%s", e.text);
    else
        ok(ask(&p, 0) == want, "%s from %s", html, base);
}

static void away(const char *base, const char *html, bool want)
{
    asked(leads_away, base, html, want);
}

int main(void)
{
    matters("/r/2026-10.pdf", "/r/2026-11.pdf", true);
    matters("/a/r.pdf?v=1", "/b/r.pdf?v=2", false);
    matters("/app", "https://h.org/app-1.1.ZIP#top", true);
    matters("/x?sid=1", "/x?sid=2", false);
    matters("mailto:a@h.org", "mailto:b@h.org", true);
    matters("mailto:a@h.org", "mailto:a@h.org", false);
    matters("/contact", "tel:+49301", true);
    matters("mailto:a@h.org ", "mailto:a@h.org", false);
    matters("/e/event-1622563318058.ics", "/e/event-1622568311370.ics", false);
    matters("/64da1a42966d7561710ddbac_Plan.pdf", "/64dafa270d0e402b8fe044e6_Plan.pdf", false);
    matters("/fees-3f9ac21b.pdf", "/fees-77acd21b.pdf", false);
    matters("/550e8400-e29b-41d4-a716-446655440000.pdf", "/661e8400-e29b-41d4-a716-446655441111.pdf", false);
    matters("/3f9ac21bde/fees.pdf", "/77aacd21bd/fees.pdf", false);
    matters("/fees-b.pdf", "/fees-c.pdf", true);
    matters("/plan-20261101.pdf", "/plan-20261118.pdf", true);
    matters("/report-202604301200.pdf", "/report-202605311200.pdf", true);
    matters("https://h.org/get?f=/2.4/oak-2.4.zip", "https://old.h.org/all/2.4/oak-2.4.zip", false);
    matters("https://h.org/get?f=/2.4/oak-2.4.zip", "https://h.org/2.5/oak-2.5.zip", true);
    matters("/report-1622563318.pdf", "/report-1622568311.pdf", false);
    away("https://h.org/x", "<a href=/y>go", false);
    away("https://h.org/x", "<a href=https://H.org/y>go", false);
    away("https://h.org/x", "<a href=//ads.example/y>go", true);
    away("", "<a href=https://ads.example>go", true);
    away("https://h.org/x", "<a href=https://www.h.org/y>go", false);
    away("https://h.org/x", "<a href=https://h.org?y>go", false);
    away("https://h.org/x", "<a href='/go?to=https://ads.example/y'>go", false);
    away("https://h.org/x", "<p>no link", false);
    away("https://h.org/x", "<a href=news//y>go", false);
    eq_str(link_end(STR("/r/2026-11.pdf")), STR("2026-11.pdf"), "a file");
    eq_str(link_end(STR("mailto:a@h.org")), STR("a@h.org"), "a person");
    eq_str(link_end(STR("/en/")), STR("/en/"), "anything else as it is");
    eq_str(link_end(STR("")), STR(""), "nothing");
    asked(leads_further_down, "https://h.org/a", "<a href='#fees'>Fees</a>", true);
    asked(leads_further_down, "https://h.org/a#top", "<a href='https://h.org/a#fees'>Fees</a>", true);
    asked(leads_further_down, "https://h.org/a", "<a href='/b#fees'>Fees</a>", false);
    asked(leads_further_down, "https://h.org/a", "<a href='#'>Fees</a>", false);
    return tap_done();
}
