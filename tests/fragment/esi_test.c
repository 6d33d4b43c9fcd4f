/* Templates and fragments: put together they are the page, whatever was to be cut. */
#include "fragment/esi.h"

#include "base/hash.h"
#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static struct esi_cut cut_of(struct str page, uint32_t from, uint32_t to)
{
    return (struct esi_cut){ from, to, hash_str(str_sub(page, from, to)), 60 };
}

static bool round_trip(struct arena *a, struct esi *x, struct str page, struct esi_cut *cut, uint32_t n, uint32_t *n_cuts)
{
    AUTO(buf) again = BUF(1 << 24);
    struct esi_template template;
    struct err e;
    (void)a;
    if (esi_page(x, page, cut, n, &template, &e))
        return false;
    *n_cuts = template.n_cuts;
    return esi_assemble(x, template.bytes, 1, &again) && str_eq(buf_str(&again), page);
}

static void test_nested(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1 << 16);
    struct random r = { 3 };
    struct str page = STR("");
    struct esi x;
    uint32_t n_cuts = 0;

    buf_add(&b, STR("<html><div>"));
    uint32_t inner = (uint32_t)b.len;
    buf_add(&b, STR("<p>"));
    add_words(&b, &r, 60);
    buf_add(&b, STR("</p>"));
    uint32_t inner_end = (uint32_t)b.len;
    add_words(&b, &r, 60);
    buf_add(&b, STR("</div>"));
    uint32_t outer_end = (uint32_t)b.len;
    buf_add(&b, STR("tail</html>"));
    if (buf_take(&b, &a, &page, NULL))
        abort();
    struct esi_cut cuts[] = { cut_of(page, 6, outer_end), cut_of(page, inner, inner_end) };
    esi_open(&x, &a, STR("/f/"));
    ok(round_trip(&a, &x, page, cuts, 2, &n_cuts) && n_cuts == 2 && x.file.n == 2, "a cut in a cut");
    ok(round_trip(&a, &x, page, cuts, 2, &n_cuts) && x.file.n == 2 && x.file.item[0].n_pages == 2,
       "the same page again needs no new file");
    struct esi_cut crossing[] = { cut_of(page, 6, inner_end - 5), cut_of(page, inner, outer_end) };
    ok(round_trip(&a, &x, page, crossing, 2, &n_cuts) && n_cuts == 1, "of two that cross the first is taken");
    struct esi_cut small[] = { cut_of(page, 6, 20), cut_of(page, 30, 30) };
    ok(round_trip(&a, &x, page, small, 2, &n_cuts) && n_cuts == 1, "what is small is cut where that is asked for, nothing is not");
    uint64_t name;
    ok(esi_read_name(STR("0123456789abcdef.html"), &name) && name == UINT64_C(0x0123456789abcdef), "a name is read back");
    ok(!esi_read_name(STR("0123456789abcdeF.html"), &name) && !esi_read_name(STR("../../6789abcdef.html"), &name),
       "what is none is not");
}

static void test_hidden(void)
{
    AUTO(arena) a = { 0 };
    struct esi x;
    uint32_t n_cuts;
    char text[2000];
    esi_open(&x, &a, STR("/f/"));
    int n = snprintf(text, sizeof text, "<html><script>\"<!--\"</script><div>%400s</div>--><p>%300s</p></html>", "a", "b");
    struct str page = { text, (size_t)n };
    uint32_t div = (uint32_t)str_find(page, STR("<div>"), 0), p = (uint32_t)str_find(page, STR("<p>"), 0);
    struct esi_cut cuts[] = { cut_of(page, div, div + 411), cut_of(page, p, p + 307) };
    ok(round_trip(&a, &x, page, cuts, 2, &n_cuts) && n_cuts == 1, "where a processor sees a comment nothing is cut");
    ok(!esi_fits(STR("text")) && !esi_fits(STR("")) && !esi_fits(STR("<p><esi:remove>")) && !esi_fits(STR("<!--ESI x-->"))
           && esi_fits(STR(" <p>")),
       "pages that cannot be templates");
}

/* Any cuts of any page. */
static void test_random(void)
{
    struct random r = { 17 };
    unsigned cut = 0;
    for (unsigned turn = 0; turn < 60; turn++) {
        AUTO(arena) a = { 0 };
        enum { CUTS = 20 };
        struct esi_cut cuts[CUTS];
        struct esi x;
        uint32_t n_cuts = 0;
        struct str page = sketch_html(&a, random_page(&a, &r, 500));
        esi_open(&x, &a, STR("/fragments/"));
        uint32_t from = 0;
        for (unsigned i = 0; i < CUTS; i++) {
            from += random_below(&r, 200);
            from = MIN(from, (uint32_t)page.len);
            cuts[i] = cut_of(page, from, MIN(from + random_below(&r, 1500), (uint32_t)page.len));
        }
        if (!ok(round_trip(&a, &x, page, cuts, CUTS, &n_cuts), "page %u is itself again", turn))
            return;
        cut += n_cuts;
    }
    ok(cut > 60, "with %u cuts", cut);
}

int main(void)
{
    test_nested();
    test_hidden();
    test_random();
    return tap_done();
}
