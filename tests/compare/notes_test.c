/* Changes of markup in words. */
#include "tests/example.h"
#include "tests/tap.h"

static void eq_note(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    example_open(&x, old, new);

    eq_str(note_attributes(&x.arena, &x.delta, x.old.body + 1, x.new.body + 1), str_of(want), want);
}

static void test_tags(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "", "");
    const uint32_t p[] = { TAG_P }, list[] = { TAG_UL, TAG_LI, TAG_LI };

    eq_str(note_tags(&x.arena, &x.symbols, p, 1, list, 3), STR("p became ul, li"), "each tag once");
    eq_str(note_tags(&x.arena, &x.symbols, NULL, 0, list, 3), STR("ul, li added"), "only new");
    eq_str(note_tags(&x.arena, &x.symbols, p, 1, NULL, 0), STR("p removed"), "only old");
    eq_str(note_tags(&x.arena, &x.symbols, p, 1, p, 1), STR("p moved into another element"), "the same on both sides");
}

static void test_long(void)
{
    AUTO(example) x = { 0 };
    char old[1200] = "<p title=";
    memset(old + 9, 'a', 1000);
    old[1009] = '>';
    example_open(&x, old, "<p title=b>");
    struct str note = note_attributes(&x.arena, &x.delta, x.old.body + 1, x.new.body + 1);

    ok(note.len < 300 && str_find(note, STR("…"), 0) != SIZE_MAX, "a long value is cut, and that is seen");
}

int main(void)
{
    eq_note("<p class=a>", "<p class=b>", "class was \"a\", is now \"b\"");
    eq_note("<p>", "<p lang=en>", "lang added: \"en\"");
    eq_note("<p lang=en>", "<p>", "lang removed, was \"en\"");
    eq_note("<p>", "<p hidden>", "hidden added");
    eq_note("<p hidden>", "<p>", "hidden removed");
    eq_note("<input>", "<input checked>", "is now ticked");
    eq_note("<input disabled required>", "<input>", "can be used again; may be left empty now");
    eq_note("<p lang=en>", "<p lang>", "lang was \"en\", is now \"\"");
    eq_note("<p class=a lang=en>", "<p class=b>", "class was \"a\", is now \"b\"; lang removed, was \"en\"");
    eq_note("<p id=a>", "<p id=b onclick=c>", "");
    test_tags();
    test_long();
    return tap_done();
}
