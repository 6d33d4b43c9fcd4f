/* Pages that call themselves terms, a policy or an imprint. */
#include "judge/legal.h"

#include "page/body.h"
#include "tests/tap.h"

static void calls_itself(const char *html, bool text, bool notice)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };
    bool readable;
    symbols_open(&symbols, &a);
    if (body_read(&a, &symbols, &(struct body){ .bytes = str_of(html), .name = STR("page.html") }, &page, &readable, &e))
        ok(false, "%s", e.text);
    ok(legal_is_text(&page) == text && legal_is_notice(&page) == notice, "%s", html);
}

int main(void)
{
    calls_itself("<title>Terms of use</title><p>Two coins.", true, true);
    calls_itself("<title>The mill</title><h2>Datenschutz</h2><p>Two coins.", true, true);
    calls_itself("<title>The mill</title><h2>News</h2><h1>Privacy policy</h1><p>Two coins.", true, true);
    calls_itself("<title>The mill</title><h2>News</h2><h2>Privacy policy</h2><p>Two coins.", false, false);
    calls_itself("<title>Impressum</title><p>Two coins.", false, true);
    calls_itself("<title>The mill</title><p>Imprint", false, false);
    calls_itself("<title>Chính sách của bến tàu</title><p>Two coins.", true, true);
    calls_itself("<title>Γενικοί όροι του λιμανιού</title><p>Two coins.", true, true);
    calls_itself("<title>סקירה</title><h1>מדיניות הנמל</h1><p>Two coins.", true, true);
    ok(legal_named(STR("Our terms, in short")) && !legal_named(STR("Our mill")), "a line that names such a text");
    return tap_done();
}
