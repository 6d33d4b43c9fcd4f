/* Words of one's own for messages: each word, braces, several pages, and what a page says that looks like a template. */
#include "notify/template.h"

#include "base/limits.h"
#include "tests/tap.h"

static struct excerpt change = { .kind = CHANGE_UPDATE, .old = STR_INIT("340"), .new = STR_INIT("360") };

static const struct mail_page pages[] = {
    { .headline = STR_INIT("{title} {url}\r\nBcc: eve"),
      .title = STR_INIT("Prices"),
      .url = STR_INIT("https://a/"),
      .host = STR_INIT("a"),
      .when = STR_INIT("today 10:02"),
      .note = STR_INIT("tea"),
      .diff = STR_INIT("https://w/diff"),
      .history = STR_INIT("https://w/history"),
      .importance = 0.5,
      .changes = { &change, 1 } },
    { .headline = STR_INIT("Second"), .importance = -1 },
};

static void eq_template(const char *text, uint32_t n_pages, const char *subject, const char *body)
{
    struct mail_letter m = { .page = pages, .n_pages = n_pages };
    AUTO(buf) one = BUF(KIB(64)), all = BUF(KIB(64));
    template_subject(str_of(text), &m, &one);
    template_text(str_of(text), &m, &all);
    eq_str(buf_str(&one), str_of(subject), text);
    eq_str(buf_str(&all), str_of(body), text);
}

static void test_words(void)
{
    static const struct {
        const char *text, *becomes;
    } rows[] = {
        { "{title}", "Prices" },
        { "{url}", "https://a/" },
        { "{host}", "a" },
        { "{when}", "today 10:02" },
        { "{importance}", "0.50" },
        { "{note}", "tea" },
        { "{difference}", "https://w/diff" },
        { "{history}", "https://w/history" },
        { "{pages}", "1" },
        { "{host}{host}", "aa" },
        { "at {host}, {when}.", "at a, today 10:02." },
        { "plain", "plain" },
        { "", "" },
        { "{{", "{" },
        { "{{title}", "{title}" },
        { "{{{title}}", "{Prices}" },
        { "}", "}" },
        { "a } b", "a } b" },
        { "{{{{", "{{" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_template(rows[i].text, 1, rows[i].becomes, rows[i].becomes);
    eq_template("{changes}", 1, "340 → 360 ", "340 → 360\n");
}

static void test_pages(void)
{
    eq_template("{title}: {headline}", 2, "Prices: {title} {url}  Bcc: eve", "Prices: {title} {url}\r\nBcc: eve\n\n: Second");
    eq_template("{importance} of {pages}", 2, "0.50 of 2", "0.50 of 2\n\n of 2");
    eq_template("{changes}", 2, "340 → 360 ", "340 → 360\n\n\n");
    eq_template("plain", 2, "plain", "plain\n\nplain");
    eq_template("{title}", 0, "", "");
}

/* What was there before is left alone, line ends and all. */
static void test_behind(void)
{
    struct mail_letter m = { .page = pages, .n_pages = 1 };
    AUTO(buf) out = BUF(KIB(1));
    buf_add(&out, STR("a\nb\n"));
    template_subject(STR("{title}\n\x01x"), &m, &out);
    eq_str(buf_str(&out), STR("a\nb\nPrices  x"), "a subject is one line, and only what was added to it");
}

static void test_checked(void)
{
    static const struct {
        const char *text, *unknown; /* NULL: it is fine */
    } rows[] = {
        { "", NULL },
        { "{headline} {{ }", NULL },
        { "a {{", NULL },
        { "{title}{url}{host}{when}{importance}{note}{changes}{difference}{history}{pages}{headline}", NULL },
        { "{headlin}", "{headlin}" },
        { "{}", "{}" },
        { "{ title}", "{ title}" },
        { "{Title}", "{Title}" },
        { "{system(1)}", "{system(1)}" },
        { "{title} {b} {c}", "{b}" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err e = { 0 };
        int code = template_check(str_of(rows[i].text), &e);
        eq_int(code, rows[i].unknown ? E_USAGE : 0, rows[i].text);
        if (rows[i].unknown)
            ok(str_starts(str_of(e.text), str_of(rows[i].unknown))
                   && strstr(e.text, "is not known in a template; there are {headline}, ") && strstr(e.text, " and {pages}"),
               "%s is named, with those that are known", rows[i].unknown);
    }
}

static void test_open_brace(void)
{
    static const struct {
        const char *text, *after;
    } rows[] = { { "{headline", "headline" }, { "New: {title} at {url", "url" }, { "{{ and { more", " more" } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char want[100];
        struct err e = { 0 };
        snprintf(want, sizeof want, "the brace before \"%s\" does not end; write {title}, or {{ for a brace", rows[i].after);
        eq_int(template_check(str_of(rows[i].text), &e), E_USAGE, rows[i].text);
        eq_str(str_of(e.text), str_of(want), "which brace");
    }
}

static void test_length(void)
{
    char text[TEMPLATE_BYTES_MAX + 1];
    struct err e;
    memset(text, 'x', sizeof text);
    ok(template_check((struct str){ text, TEMPLATE_BYTES_MAX }, &e) == 0, "a template has 2,000 bytes");
    ok(template_check((struct str){ text, TEMPLATE_BYTES_MAX + 1 }, &e) == E_USAGE, "and not one more");
    eq_str(str_of(e.text), STR("a template has 2000 bytes at most"), "as is said");
}

/* One that was not checked fills what it knows; a brace stands for what it does not. */
static void test_unchecked(void)
{
    eq_template("a {what} b {host}", 1, "a { b a", "a { b a");
    eq_template("{host", 1, "{", "{");
}

int main(void)
{
    test_words();
    test_pages();
    test_behind();
    test_checked();
    test_open_brace();
    test_length();
    test_unchecked();
    return tap_done();
}
