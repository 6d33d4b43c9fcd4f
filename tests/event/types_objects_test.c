/* Links and images that came or went. */
#include "tests/event/type_pages.h"

#define A "<a href=/a>a</a> "
#define B "<a href=/b>b</a> "

int main(void)
{
    eq_found("links", A, A B, "insert: /b");
    eq_found("links", A B, B, "delete: /a");
    eq_found("links", A "<p>x</p>" B, B "<p>x</p>" A, "");
    eq_found("links", A, A A, "");
    eq_found("links", A A, A, "");
    eq_found("links", A, A B B, "insert: /b");
    eq_found("links", "<p>see <a href=/a>here</a></p>", "<p>see <a href=/b>here</a></p>", "insert: /b; delete: /a");
    eq_found("links", "<p>see <a href=/a?utm_source=x>here</a></p>", "<p>see <a href=/a?utm_source=y>here</a></p>", "");
    eq_found("links", A, A "<div hidden>" B "</div>", "");
    eq_found("links", "<p>a</p>", "<p>b</p>", "");
    eq_found("images", "<p>a <img src=a.png></p>", "<p>a <img src=a.png> <img src=b.png></p>", "insert: b.png");
    eq_found("images", "<p>a <img src=a.png></p>", "<p>a <img src=b.png></p>", "insert: b.png; delete: a.png");
    eq_found("images", "<p>a <img src=a.png></p><p>b</p>", "<p>a</p><p>b <img src=a.png></p>", "");
    eq_found("images", "<p>a <img src=a.png></p>", "<p>a <img src=a.png><img src=a.png></p>", "");
    eq_found("images", "<p>a <img src=a.png></p>", "<p>a</p>", "delete: a.png");
    return tap_done();
}
