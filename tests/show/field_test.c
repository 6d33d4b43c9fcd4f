/* Fields of forms are called as a reader calls them. */
#include "show/field.h"

#include "base/limits.h"
#include "tests/example.h"
#include "tests/tap.h"

/* What the first element of a tag is called. */
static struct str name_of(struct arena *a, const char *html, uint32_t tag)
{
    AUTO(example) x = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    uint32_t node = 1;

    example_open(&x, html, html);
    while (node < x.new.dom.n && x.new.dom.node[node].tag != tag)
        node++;
    field_add(&x.new, node < x.new.dom.n ? node : NONE, &out);
    return arena_str(a, buf_str(&out));
}

int main(void)
{
    AUTO(arena) a = { 0 };

    eq_str(name_of(&a, "<label>Name <input value=Ann></label>", TAG_INPUT), STR("field \"Name\""), "by the label around it");
    eq_str(name_of(&a, "<label for=x>Town</label><p><input id=x>", TAG_INPUT), STR("field \"Town\""), "by the label that names it");
    eq_str(name_of(&a, "<input placeholder=Search name=q>", TAG_INPUT), STR("field \"Search\""), "by what it says of itself");
    eq_str(name_of(&a, "<input type=checkbox checked> I agree", TAG_INPUT), STR("field \"I agree\""), "by the text behind it");
    eq_str(name_of(&a, "<label>Colour <select><option>Red<option>Blue</select></label>", TAG_SELECT), STR("field \"Colour\""),
           "a list of choices, without them");
    eq_str(name_of(&a, "<label>Colour <select><option>Red<option>Blue</select></label>", TAG_OPTION),
           STR("choice \"Red\" of \"Colour\""), "a choice");
    eq_str(name_of(&a, "<select name=c><option>Red</select>", TAG_OPTION), STR("choice \"Red\" of \"c\""), "by its name at last");
    eq_str(name_of(&a, "<p>text", TAG_P), STR(""), "nothing else");
    return tap_done();
}
