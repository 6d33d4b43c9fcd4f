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

static const struct label_case {
    const char *name, *old, *new, *want;
} links[] = {
    { "a link that had no address", "<p>x <a>Fees</a>", "<p>x <a href=/p>Fees</a>", "new, /p" },
    { "one that has none now", "<p>x <a href=/p>Fees</a>", "<p>x <a>Fees</a>", "was /p" },
    { "another host stands whole", "<a href=http://a.example/x>Fees</a>", "<a href=http://b.example/x>Fees</a>",
      "http://a.example/x → http://b.example/x" },
    { "a host without path stands whole", "<a href=http://a.example>Fees</a>", "<a href=http://a.example/x>Fees</a>",
      "http://a.example → http://a.example/x" },
    { "what two pictures show goes before their files", "<p>x <img src=a.png alt=Cat>", "<p>x <img src=b.png alt=Dog>",
      "Cat → Dog" },
    { "a picture that is described alike by its file", "<p>x <img src=a.png alt=Cat>", "<p>x <img src=b.png alt=Cat>",
      "a.png → b.png" },
    { "a picture that has a description now by it", "<p>x <img src=a.png>", "<p>x <img src=a.png alt=Cat>", "new, Cat" },
    { "a value of a field", "<p>x <input value=Ann>", "<p>x <input value=Bob>", "Ann → Bob" },
    { "a hint", "<p>x <input placeholder=Ann>", "<p>x <input placeholder=Bob>", "Ann → Bob" },
    { "a tooltip", "<p title=Ann>x", "<p title=Bob>x", "Ann → Bob" },
    { "a long end that both have is cut", "<a href=/2023/reports/about/the/weather/in/spring.html>it</a>",
      "<a href=/2024/reports/about/the/weather/in/spring.html>it</a>", "/2023… → /2024…" },
};

static void test_links(void)
{
    for (size_t i = 0; i < ARRAY_LEN(links); i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) out = BUF(KIB(4));
        struct label_values values;

        example_open(&x, links[i].old, links[i].new);
        if (label_values(&x.delta, &x.delta.change[0], &values))
            label_link(&values, &out);
        eq_str(buf_str(&out), str_of(links[i].want), links[i].name);
    }
}

/* The ordinal numbers of English. */
static void test_ordinals(void)
{
    static const struct {
        unsigned at;
        const char *want;
    } cases[] = { { 2, "2nd, was 1st" },   { 3, "3rd, was 1st" },   { 4, "4th, was 1st" },   { 11, "11th, was 1st" },
                  { 12, "12th, was 1st" }, { 13, "13th, was 1st" }, { 21, "21st, was 1st" }, { 22, "22nd, was 1st" },
                  { 23, "23rd, was 1st" }, { 25, "25th, was 1st" } };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(buf) old = BUF(KIB(16));
        AUTO(buf) new = BUF(KIB(16));

        buf_add(&old, STR("<ol><li>moved along here"));
        buf_add(&new, STR("<ol>"));
        for (unsigned k = 2; k <= 26; k++) {
            if (k == cases[i].at + 1)
                buf_add(&new, STR("<li>moved along here"));
            buf_addf(&old, "<li>item%u stays in its place", k);
            buf_addf(&new, "<li>item%u stays in its place", k);
        }
        buf_add_char(&old, '\0');
        buf_add_char(&new, '\0');
        eq_label(old.ptr, new.ptr, cases[i].want);
    }
}

static void test_same_turn(void)
{
    static const struct {
        const char *name, *old, *new, *other_old, *other_new;
        bool same;
    } cases[] = {
        { "the same addresses", "a", "b", "a", "b", true },
        { "the same part of two addresses", "/2023/x", "/2024/x", "/2023/y", "/2024/y", true },
        { "a start in common is cut off", "/p/1/v1", "/p/1/v2", "/p/2/v1", "/p/2/v2", true },
        { "other parts", "/2023/x", "/2024/x", "/2023/y", "/2025/y", false },
        { "one that came and one that changed", "", "b", "a", "b", false },
        { "two that came, the same", "", "b", "", "b", true },
        { "two that came, others", "", "b", "", "c", false },
        { "two that went", "a", "", "a", "", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct label_values x = { .old = str_of(cases[i].old), .new = str_of(cases[i].new) },
                            y = { .old = str_of(cases[i].other_old), .new = str_of(cases[i].other_new) };
        eq_int(label_is_same_turn(&x, &y), cases[i].same, cases[i].name);
        eq_int(label_is_same_turn(&y, &x), cases[i].same, "and the other way round");
    }
}

/* Where something was, seen from where it is, and the other way round. */
static void test_directions(void)
{
    static const char first[] =
        "<p>The first paragraph has these words in it.<p>Words of the second one stay here.<p>The third one is the last of all.";
    static const char last[] =
        "<p>Words of the second one stay here.<p>The third one is the last of all.<p>The first paragraph has these words in it.";
    const char *const pages[2] = { first, last };

    for (int i = 0; i < 2; i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) here = BUF(KIB(4));
        AUTO(buf) there = BUF(KIB(4));

        example_open(&x, pages[i], pages[1 - i]);
        eq_int(x.delta.change[0].kind, CHANGE_MOVE, "a paragraph moved");
        label_move(&x.arena, &x.delta, &x.delta.change[0], "was", &here);
        label_left(&x.delta, &x.delta.change[0], &there);
        eq_str(buf_str(&here), i ? STR("was further down") : STR("was further up"), "paragraphs are not counted");
        eq_str(buf_str(&there), i ? STR("is now further up") : STR("is now further down"), "and what its old place says");
    }
}

static void test_value_limits(void)
{
    AUTO(arena) a = { 0 };
    char *text = arena_alloc(&a, 162);

    for (size_t n = 160; n <= 161; n++) {
        AUTO(buf) out = BUF(KIB(4));
        memset(text, 'x', n);
        label_value(&out, (struct str){ text, n }, false);
        eq_int(str_ends(buf_str(&out), STR("…")), n > 160, n > 160 ? "161 bytes end in dots" : "160 bytes are whole");
    }
    AUTO(buf) out = BUF(KIB(4));
    label_value(&out, STR("short"), true);
    eq_str(buf_str(&out), STR("short…"), "one whose end was cut off has dots");
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
    test_links();
    test_ordinals();
    test_same_turn();
    test_directions();
    test_value_limits();
    return tap_done();
}
