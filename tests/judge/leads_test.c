/* Where links lead. */
#include "judge/leads.h"

#include "tests/tap.h"

static void matters(const char *was, const char *now, bool want)
{
    ok(link_matters(&(struct link_change){ str_of(was), str_of(now) }) == want, "%s to %s: %s", was, now,
       want ? "told" : "not told");
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
    eq_str(link_end(STR("/r/2026-11.pdf")), STR("2026-11.pdf"), "a file");
    eq_str(link_end(STR("mailto:a@h.org")), STR("a@h.org"), "a person");
    eq_str(link_end(STR("/en/")), STR("/en/"), "anything else as it is");
    eq_str(link_end(STR("")), STR(""), "nothing");
    return tap_done();
}
