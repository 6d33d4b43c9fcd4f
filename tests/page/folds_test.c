/* What a click unfolds is read as if it were open; windows, messages, menus and scripts are not. */
#include "page/page.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

#define LONG \
    "<p>Members pay forty euro a year, families sixty, and whoever is still at school nothing at all.</p><p class=x>The fee is due in March.</p>"
#define OTHER \
    "<p>The boathouse is open from May to October, on every day but Monday, from nine in the morning until the sun sets.</p>"
#define PART(head, text) "<li><h3>" head "</h3><div style='display: none;'>" text "</div></li>"

static const struct {
    const char *html;
    bool hidden;
    const char *what;
} row[] = {
    { "<main><ul>" PART("Fees", LONG) PART("Hours", OTHER) "</ul></main>", false, "parts of a list below their heads" },
    { "<main><h3>Fees</h3><div hidden>" LONG "</div><h3>Hours</h3><div hidden>" OTHER "</div></main>", false,
      "parts side by side" },
    { "<div role=main><ul>" PART("Fees", LONG) PART("Hours", OTHER) "</ul></div>", false,
      "in what is the main content by its role" },
    { "<ul>" PART("Fees", LONG) PART("Hours", OTHER) "</ul>", true, "not outside the main content" },
    { "<main><nav><ul>" PART("Fees", LONG) PART("Hours", OTHER) "</ul></nav></main>", true, "nor in a menu" },
    { "<main><ul>" PART("Fees", LONG) "</ul></main>", true, "one alone may be a window" },
    { "<main><ul>" PART("Fees", "<p class=x>Sold out") PART("Hours", "<p>Sold out") "</ul></main>", true,
      "a word that may be shown" },
    { "<main><div hidden>" LONG "</div><div hidden>" OTHER "</div></main>", true, "with no line before them that is seen" },
    { "<main><h3>Fees</h3><div hidden role=dialog>" LONG "</div><h3>Hours</h3><div hidden>" OTHER "</div></main>", true,
      "a window" },
    { "<main><ul>" PART("Fees", "<div hidden>" LONG "</div>" OTHER) PART("Hours", OTHER) "</ul></main>", true,
      "what is hidden inside of such a part" },
};

int main(void)
{
    AUTO(arena) a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(hides(&a, row[i].html) == row[i].hidden, "%s: %s", row[i].what, row[i].hidden ? "hidden" : "read");
    const struct page *p =
        page_from(&a,
                  STR("<main><h3>Fees</h3><script>const fees = { year: 40, family: 60, school: 0, guest: 5, boat: 120, "
                      "locker: 12, key: 3 };</script><h3>Hours</h3><script>const hours = { from: 9, to: 'sunset', "
                      "closed: 'Monday', months: [5, 6, 7, 8, 9, 10] };</script></main>"),
                  STR(""));
    eq_int(p->n_words, 2, "scripts have no words");
    return tap_done();
}
