/* Elements by CSS selectors, XPaths and paths of names. */
#include "tests/event/type_pages.h"

#define BOOK(title, price) "<book id='x'><title>" title "</title><price>" price "</price></book>"
#define XML(books) "<?xml version='1.0'?><catalog>" books "</catalog>"

int main(void)
{
    eq_found("element \"p.a\"", "<p class=a>one</p><p>x</p>", "<p class=a>two</p><p>y</p>", "update: one -> two");
    eq_found("element \"p.a\"", "<p class=a>one</p>", "<p class=a>one</p><p class=a>more</p>", "insert: more");
    eq_found("element \"//p[@class='a']\"", "<p class=a>one</p><p class=a>more</p>", "<p class=a>one</p>", "delete: more");
    eq_found("element \"p.a\"", "<p class=a>one</p><p>x</p>", "<p class=a>one</p><p>y</p>", "");
    eq_found("element \"p.a\"", "<p class=a>see <a href=/a>it</a></p>", "<p class=a>see <a href=/b>it</a></p>",
             "update: see it -> see it");
    eq_found("element \"p.a\"", "<p class=a style='color:red'>it</p>", "<p class=a>it</p>", "");
    eq_found("element \"div\"", "<div><div>one</div></div>", "<div><div>two</div></div>", "update: one -> two");
    eq_found("element \"p.none\"", "<p>one", "<p>two", "(element \"p.none\" chooses nothing on the page)");
    eq_found("path \"catalog/book/price\"", XML(BOOK("Tea", "10") BOOK("Cups", "5")), XML(BOOK("Tea", "12") BOOK("Cups", "5")),
             "update: 10 -> 12");
    eq_found("path \"/catalog/*/title\"", XML(BOOK("Tea", "10")), XML(BOOK("Tea", "12")), "");
    eq_found("path \"//price\"", XML(BOOK("Tea", "10")), XML(BOOK("Tea", "10") BOOK("Cups", "5")), "insert: 5");
    eq_found("path \"catalog/book\"", XML(BOOK("Tea", "10") BOOK("Cups", "5")), XML(BOOK("Cups", "5")), "delete: Tea 10");
    eq_found("path \"catalog/book\"", XML("<book lang='en'>x</book>"), XML("<book lang='de'>x</book>"), "update: x -> x");
    return tap_done();
}
