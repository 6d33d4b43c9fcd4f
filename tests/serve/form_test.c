/* Fields, forms and cookies, of honest and of hostile browsers. */
#include "serve/form.h"

#include "base/buf.h"
#include "tests/tap.h"

static struct arena a;
static struct err e;

static void fields(void)
{
    struct http_form f;

    ok(form_read(&a, STR("a=1&b=two+words&c=%41%zz%4&&=x&d"), &f, &e) == 0 && f.n == 4, "four fields");
    eq_str(form_value(&f, "b"), STR("two words"), "+ is a space");
    eq_str(form_value(&f, "c"), STR("A%zz%4"), "half a code stands for itself");
    ok(form_has(&f, "d") && !form_has(&f, "e") && form_value(&f, "e").len == 0, "what is there, and what is not");
    ok(form_number(&f, "a") == 1 && form_number(&f, "b") == 0, "numbers");
    ok(form_read(&a, STR("n=%00x"), &f, &e) == 0 && form_value(&f, "n").len == 2, "a NUL is a byte like others");
    AUTO(buf) many = BUF(1 << 20);
    for (int i = 0; i <= FORM_FIELDS_MAX; i++)
        buf_add(&many, STR("a=1&"));
    ok(form_read(&a, buf_str(&many), &f, &e) == E_LIMIT, "too many fields are refused");
}

static void multipart(void)
{
    static const char body[] =
        "--xx\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\ntoken\r\n--xx\r\nContent-Disposition: form-data; "
        "name=\"file\"; filename=\"a\"\r\nContent-Type: text/plain\r\n\r\nline\r\n--x\r\nmore\r\n--xx--\r\n";
    static const char *const broken[] = {
        "", "--xx", "--xx\r\n", "--xx\r\nname=\"a\"\r\n\r\n", "--xx\r\n\r\n--xx", "--yy\r\n\r\n\r\n--yy--"
    };
    struct str type = STR("multipart/form-data; boundary=xx");
    struct http_form f;

    ok(form_read_multipart(&a, type, str_of(body), &f, &e) == 0 && f.n == 2, "two parts");
    eq_str(form_value(&f, "t"), STR("token"), "a field");
    eq_str(form_value(&f, "file"), STR("line\r\n--x\r\nmore"), "a file, with something like the boundary in it");
    for (size_t i = 0; i < ARRAY_LEN(broken); i++) {
        struct http_form none = { 0 };
        int code = form_read_multipart(&a, type, str_of(broken[i]), &none, &e);
        ok(code == E_FORMAT || none.n <= 1, "broken form %zu", i);
    }
    ok(form_read_multipart(&a, STR("multipart/form-data"), str_of(body), &f, &e) == E_FORMAT, "without a boundary");
    ok(form_read_multipart(&a, STR("x"), str_of(body), &f, &e) == E_FORMAT, "a type that is too short");
}

static void cookies(void)
{
    eq_str(cookie_value(STR("a=1; weft=abc; weft-done=x"), "weft"), STR("abc"), "a cookie among others");
    eq_str(cookie_value(STR("xweft=abc; weftx=d"), "weft"), STR(""), "not a part of a name");
    eq_str(cookie_value(STR("weft=a=b"), "weft"), STR("a=b"), "a value may have a sign of equality");
    eq_str(cookie_value(STR(""), "weft"), STR(""), "no cookies");
    eq_str(cookie_value(STR(";;;=;weft"), "weft"), STR(""), "rubbish");
}

int main(void)
{
    fields();
    multipart();
    cookies();
    arena_drop(&a);
    return tap_done();
}
