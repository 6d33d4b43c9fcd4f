/* Keywords with their counts; phrases that appear, disappear, move or are worded anew. */
#include "tests/event/type_pages.h"

#define BEFORE "<p>The library on the hill has new hours this winter. "
#define AFTER " Please ring the bell at the door.</p>"
#define OTHER \
    "<p>Something quite different stands here and fills the page with words of its own, so that one paragraph can move.</p>"
#define OPEN "phrase \"open from nine to five\""
#define HOURS "<p>About us.</p><p>We are open from nine to five.</p><p>Contact: phone 12345</p>"

static void test_counts(void)
{
    AUTO(example) x = { 0 };
    struct type_finder f;
    struct type_found found;
    struct err e;
    example_open(&x, "<p>Sale of tea. SALE of cups.</p>", "<p>Sale of tea. SALE of cups. A sale of \xc3\x89t\xc3\xa9 pots.</p>");
    struct change_type type = type_of(&x.arena, "keywords(sale, \"\xc3\xa9t\xc3\xa9 POTS\")");
    type_finder_open(&f, &x.arena, &x.delta);
    ok(type_find(&f, &type, &found, &e) == 0 && found.n_old == 2 && found.n_new == 4 && found.n == 2,
       "keywords are counted without case");
}

int main(void)
{
    eq_found("keyword sale", "<p>tea</p>", "<p>tea sale</p>", "insert: sale");
    eq_found("keyword sale", "<p>tea Sale cups</p>", "<p>tea cups</p>", "delete: Sale");
    eq_found("keyword sale", "<p>tea sale</p>", "<p>tea sales</p>", "delete: sale");
    eq_found("keyword sale", "<p>sale</p>" OTHER, OTHER "<p>sale</p>", "");
    eq_found("keyword sale", "<p>the sale is on</p>", "<p>the great SALE is on</p>", "");
    eq_found("keywords \"sold out\"", "<p>tea is here</p>", "<p>tea is sold out</p>", "insert: sold out");
    eq_found("keywords \"sold out\"", "<p>tea is sold here</p>", "<p>tea out</p>", "");
    test_counts();
    eq_found("phrase \"open from nine to five\"", BEFORE AFTER, BEFORE "Open from nine to five." AFTER,
             "insert: Open from nine to five");
    eq_found("phrase \"open from nine to five\"", BEFORE "Open from nine to five." AFTER, BEFORE AFTER,
             "delete: Open from nine to five");
    eq_found("phrase \"open from nine to five\"", BEFORE "Open from nine to five." AFTER, BEFORE "Open from ten to six." AFTER,
             "update: Open from nine to five -> Open from ten to six");
    eq_found("phrase \"open from nine to five\"", BEFORE "Open from nine to five." AFTER OTHER,
             OTHER BEFORE "Open from nine to five." AFTER, "");
    eq_found("phrase \"open from nine to five\"", BEFORE "Open from nine to five." AFTER OTHER,
             OTHER BEFORE "Open from ten to six." AFTER, "update: Open from nine to five -> Open from ten to six");
    eq_found("phrase \"open from nine to five\"", BEFORE "Open from nine to five." AFTER OTHER, OTHER,
             "delete: Open from nine to five");
    eq_found(OPEN, HOURS, "<p>About us.</p><ul><li>New books arrived</li></ul><p>Contact: phone 12345</p>",
             "delete: open from nine to five");
    eq_found(OPEN, HOURS,
             "<p>We are open from ten to six.</p><p>About us.</p><ul><li>New books</li></ul><p>Contact: phone 12345</p>",
             "update: open from nine to five -> open from ten to six");
    eq_found(OPEN, HOURS, "<p>We are happy.</p><p>About us.</p><ul><li>New books</li></ul><p>Contact: phone 12345</p>",
             "delete: open from nine to five");
    eq_found(OPEN, "<p>Hours</p><p>Open from nine to five</p><p>Bell</p>", "<p>Hours</p><p>Open from ten to six</p><p>Bell</p>",
             "update: Open from nine to five -> Open from ten to six");
    eq_found(OPEN, "<p>Hours</p><p>Open from nine to five</p><p>Bell</p>", "<p>Hours</p><p>New books</p><p>Bell</p>",
             "delete: Open from nine to five");
    eq_found("phrase \"no such thing\"", BEFORE, AFTER, "");
    return tap_done();
}
