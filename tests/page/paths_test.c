/* Paths of all nodes at once are the paths that dom_path() gives. */
#include "page/paths.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1 << 16);
    const struct page *p =
        page_from(&a,
                  STR("<!-- c --><p>one<b>x</b>two<!-- d --><!-- e --><i></i><b></b><p>y<x-y><x-z></x-z><x-y></x-y>"
                      "<table><tr><td>1<td>2<tr><td>3</table><svg><g/><g/></svg>"),
                  STR(""));
    struct paths paths;

    paths_open(&paths, &a, &p->dom);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        buf_clear(&b);
        paths_add(&paths, i, &b);
        eq_str(buf_str(&b), dom_path(&a, &p->dom, i), "the path of a node");
    }
    buf_clear(&b);
    paths_add(&paths, node_of(p, TAG_TD), &b);
    eq_str(buf_str(&b), STR("/html/body/p[2]/x-y/table/tbody/tr[1]/td[1]"), "... as XPath writes it");
    return tap_done();
}
