/* Blocks as JSON: a whole small page. */
#include "base/json_read.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

int main(void)
{
    AUTO(arena) a = { 0 };
    struct cut *c = cut_html(&a, STR("<div id=header>Top</div><p>Text \"here\" <a href=x>link</a></p>"), 3);
    AUTO(buf) out = BUF(1 << 20);
    struct json_value root;
    struct str text;

    blocks_json(&a, &c->blocks, &out);
    if (!ok(!json_read(&a, buf_str(&out), &root, NULL), "it is JSON"))
        return tap_done();
    ok(json_text(json_get(&root, STR("layout")), &text) && str_eq(text, STR("estimate")), "the layout is named");
    const struct json_value *blocks = json_get(&root, STR("blocks"));
    eq_int(blocks->n, c->blocks.n, "every block");
    ok(json_get(&blocks->item[0], STR("parent"))->kind == JSON_NULL, "the first has no parent");
    ok(json_text(json_get(&blocks->item[1], STR("parent")), &text) && str_eq(text, STR("1")), "the second has");
    ok(json_text(json_get(&blocks->item[1], STR("ref")), &text) && str_eq(text, STR("1.1")), "and is called 1.1");
    eq_int(json_get(&blocks->item[1], STR("box"))->n, 4, "a box has four numbers");
    ok(json_text(&json_get(&blocks->item[1], STR("nodes"))->item[0], &text) && str_starts(text, STR("/html/body/div")),
       "nodes are paths");
    return tap_done();
}
