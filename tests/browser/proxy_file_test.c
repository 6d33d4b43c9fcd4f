/* Kinds of files by their names; the answers themselves are in proxy_test.c, as a browser gets them. */
#include "browser/proxy_file.h"

#include "tests/tap.h"

int main(void)
{
    static const char *const cases[][2] = {
        { "style.css", "text/css" },
        { "STYLE.CSS", "text/css" },
        { "style.css?v=3", "text/css" },
        { "logo.min.svg", "image/svg+xml" },
        { "photo.jpg&w=100", "image/jpeg" },
        { "index.html", "text/html" },
        { "page.php.html", "text/html" },
        { "font.woff2", "font/woff2" },
        { "font.woff", "font/woff" },
        { "app.json", "" },
        { "notes.txt", "" },
        { "id_rsa", "" },
        { ".htaccess", "" },
        { "x.cssx", "" },
        { "x.", "" },
        { "", "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        eq_str(proxy_file_type(str_of(cases[i][0])), str_of(cases[i][1]), cases[i][0]);
    AUTO(buf) out = BUF(4096);
    proxy_file_answer(STR("/nowhere/at/all.css"), &out);
    ok(str_starts(buf_str(&out), STR("HTTP/1.1 404 ")), "a file that is not there");
    buf_clear(&out);
    proxy_file_answer(STR("/tmp"), &out);
    ok(str_starts(buf_str(&out), STR("HTTP/1.1 404 ")), "a folder is none");
    return tap_done();
}
