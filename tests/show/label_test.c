/* Words about a change that its text does not tell: where it was, where a link leads. */
#include "show/label.h"

#include "tests/example.h"
#include "tests/tap.h"

/* The label of the first change of two pages. */
static void eq_label(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    AUTO(buf) out = BUF(KIB(4));
    struct label_values values;

    example_open(&x, old, new);
    if (x.delta.change[0].kind == CHANGE_MOVE)
        label_move(&x.arena, &x.delta, &x.delta.change[0], "was", &out);
    else if (label_values(&x.delta, &x.delta.change[0], &values))
        label_link(&values, &out);
    eq_str(buf_str(&out), str_of(want), want);
}

static void eq_value(const char *value, const char *want)
{
    AUTO(buf) out = BUF(KIB(4));

    label_value(&out, str_of(value), false);
    eq_str(buf_str(&out), str_of(want), want);
}

static void test_values(void)
{
    struct label_values x = { .old = STR("a.html#x"), .new = STR("b.html#x") },
                        y = { .old = STR("a.html#yy"), .new = STR("b.html#yy") };
    struct label_values z = { .old = STR("a.html"), .new = STR("c.html") };

    eq_value("/member/%e7%ac%ac3%E5%9b%9e", "/member/第3回");
    eq_value("/a%20b%2Fc%3c<", "/a%20b%2Fc%3c&lt;");
    eq_value("/%E2%80%AEgpj.exe", "/%E2%80%AEgpj.exe");
    eq_value("/%ff%e7%", "/%ff%e7%");
    ok(label_is_same_turn(&x, &y) && !label_is_same_turn(&x, &z), "addresses that became others in the same way");
}

int main(void)
{
    test_values();
    eq_label("<a href=/%E7%AC%AC>Fees</a>", "<a href=/%E5%9B%9E>Fees</a>", "/第 → /回");
    eq_label("<a href=/fees>Fees</a>", "<a href=/prices>Fees</a>", "/fees → /prices");
    eq_label("<a href=http://host.example/fees>Fees</a>", "<a href=http://host.example/prices>Fees</a>", "/fees → /prices");
    eq_label("<a href=/site-policy/terms-of-use/copilot-license-terms>Terms</a>",
             "<a href=/site-policy/terms-of-use/release-license-terms>Terms</a>",
             "…/copilot-license-terms → …/release-license-terms");
    eq_label("<ul><li>one fine day<li>two old cats<li>three of them</ul>",
             "<ul><li>three of them<li>one fine day<li>two old cats</ul>", "1st, was 3rd");
    eq_label("<table><tr><th>Club<th>Points<tr><td>North<td>3<tr><td>South of it<td>2</table>",
             "<table><tr><th>Club<th>Points<tr><td>South of it<td>2<tr><td>North<td>3</table>", "2nd, was 1st");
    eq_label(
        "<div><div class=t>Films</div><div class=f>Alien ship</div><div class=f>Blade runner</div><div class=f>Casablanca</div></div>",
        "<div><div class=t>Films</div><div class=f>Casablanca</div><div class=f>Alien ship</div><div class=f>Blade runner</div></div>",
        "1st, was 3rd");
    eq_label(
        "<h2>New</h2><ul><li>Walden by Henry Thoreau<li>Emma by Jane Austen</ul><h2>Old</h2><ul><li>Faust by Goethe<li>Candide</ul>",
        "<h2>New</h2><ul><li>Emma by Jane Austen</ul><h2>Old</h2><ul><li>Faust by Goethe<li>Walden by Henry Thoreau<li>Candide</ul>",
        "was under “New”");
    return tap_done();
}
