/* One call for both languages. */
#include "parse/select.h"

#include "tests/parse/chosen.h"
#include "tests/tap.h"

static void gives(const char *expression, const char *want)
{
    static const struct str page = STR_INIT("<!DOCTYPE html><body><div id=a><p id=b>x<p id=c class=k>y</div><p id=d>z");
    AUTO(arena) a = { 0 };
    eq_str(chosen_by(&a, page, str_of(expression)), str_of(want), expression);
}

int main(void)
{
    gives("p", "b c d");
    gives("  p.k ", "c");
    gives("//p", "b c d");
    gives("/html/body/p", "d");
    gives("(//p)[2]", "c");
    gives("xpath:descendant::div", "a");
    gives("//p/@class", "c");
    gives("//p/text()", "x y z");
    gives("//p[@class or @id='d']", "c d");
    gives("//p[", "error: the XPath '//p[' cannot be used: something is missing in it, or it is not XPath 1.0");
    gives("xpath:count(//p)", "error: the XPath 'count(//p)' gives no nodes but a value");
    gives("xpath:", "error: the XPath '' cannot be used: something is missing in it, or it is not XPath 1.0");
    return tap_done();
}
