/* Changes of markup in words. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static void eq_note(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    example_open(&x, old, new);

    struct change c = { .old_node = x.old.body + 1, .new_node = x.new.body + 1 };
    note_attributes(&x.arena, &x.delta, &c);
    eq_str(c.note, str_of(want), want);
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
    struct change c = { .old_node = x.old.body + 1, .new_node = x.new.body + 1 };
    note_attributes(&x.arena, &x.delta, &c);

    ok(c.note.len < 300 && str_find(c.note, STR("…"), 0) != SIZE_MAX, "a long value is cut, and that is seen");
}

/* What is said of markup that changed. */
static const struct change_case notes[] = {
    { "a tag that came", "<p>one two", "<p>one <em>two</em>", "format: two -> two (em added)" },
    { "a tag that went", "<p>one <em>two</em>", "<p>one two", "format: two -> two (em removed)" },
    { "a tag in the place of another", "<p>one <em>two</em>", "<p>one <strong>two</strong>",
      "format: two -> two (em became strong)" },
    { "several tags at once", "<p>one two", "<p>one <em><b><u>two</u></b></em>", "format: two -> two (em, b, u added)" },
    { "a link to another address", "<p>one <a href=/a>two</a>", "<p>one <a href=/b>two</a>",
      "attribute: two -> two (href was \"/a\", is now \"/b\")" },
    { "a link that came", "<p>one two", "<p>one <a href=/a>two</a>", "attribute: two -> two (link to \"/a\" added)" },
    { "two links around one text became one", "<p><a href=/a>one</a> <a href=/b>two</a>", "<p><a href=/c>one two</a>",
      "attribute: one -> one two (href was \"/a\", is now \"/c\")\n"
      "format: one -> one (white space changed)\n"
      "attribute: two -> two (link to \"/b\" removed)" },
    { "a class that came", "<p>one two", "<p class=x>one two", "format: one two -> one two (class added: \"x\")" },
    { "a class that went", "<p class=x>one two", "<p>one two", "format: one two -> one two (class removed, was \"x\")" },
    { "an attribute without value", "<ol><li>one<li>two</ol>", "<ol reversed><li>one<li>two</ol>",
      "attribute: one\n"
      "two -> one\n"
      "two (reversed added)" },
    { "a field that can be changed no more", "<p>x <input name=q>", "<p>x <input name=q readonly>",
      "attribute: [input] -> [input] (can no longer be changed)" },
    { "a field that may be left empty", "<p>x <input name=q required>", "<p>x <input name=q>",
      "attribute: [input] -> [input] (may now be left empty)" },
    { "a choice that is chosen", "<p>x <select><option>a<option>b</select>", "<p>x <select><option>a<option selected>b</select>",
      "attribute: [option b] -> [option b] (is now chosen)" },
    { "a hint in a field", "<p>x <input placeholder=A>", "<p>x <input placeholder=B>",
      "attribute: [input] -> [input] (hint in the field was \"A\", is now \"B\")" },
    { "struck out", "<p>one two three", "<p>one <s>two</s> three", "format: two -> two (struck out)" },
    { "a heading of another level", "<h2>one two</h2><p>x", "<h3>one two</h3><p>x", "format: one two -> one two (h2 became h3)" },
    { "a list that is numbered now", "<ul><li>one<li>two</ul>", "<ol><li>one<li>two</ol>",
      "format: one\n"
      "two -> one\n"
      "two (ul became ol)" },
    { "a quotation", "<p>one two three", "<blockquote><p>one two three</blockquote>",
      "format: one two three -> one two three (blockquote added)" },
};

static void test_notes(void)
{
    CHECK_CHANGES(notes);
}

/* Of a long value the first 120 bytes are quoted. */
static void test_long_value(void)
{
    for (unsigned n = 120; n <= 121; n++) {
        AUTO(example) x = { 0 };
        AUTO(buf) new = BUF(KIB(4));

        buf_add(&new, STR("<p title='"));
        for (unsigned i = 0; i < n; i++)
            buf_add_char(&new, 'x');
        buf_add(&new, STR("'>one two"));
        buf_add_char(&new, '\0');
        example_open(&x, "<p>one two", new.ptr);
        eq_int(str_ends(x.delta.change[0].note, STR("x…\"")), n > 120, n > 120 ? "121 bytes are cut" : "120 bytes are whole");
    }
}

/* What a note tells is data: it depends neither on the order of attributes nor on the page's own words. */
static void test_tells(void)
{
    static const struct {
        const char *old, *new;
        unsigned tells;
        const char *gone, *came;
    } rows[] = {
        { "<title>A</title><p>x", "<title>B</title><p>x", TELLS_TITLE, "", "" },
        { "<meta name=description content=A><p>x", "<meta name=description content=B><p>x", TELLS_DESCRIPTION, "", "" },
        { "<p><a href=/a title=A>x</a>", "<p><a href=/b title=B>x</a>", TELLS_ADDRESS | TELLS_SEVERAL, "", "" },
        { "<p><a title=A href=/a>x</a>", "<p><a title=B href=/b>x</a>", TELLS_ADDRESS | TELLS_SEVERAL, "", "" },
        { "<p>x <img alt=A src=a.png>", "<p>x <img alt=B src=b.png>", TELLS_ALT | TELLS_PICTURE | TELLS_SEVERAL, "", "" },
        { "<p title=A>x", "<p title='struck out'>x", 0, "", "" },
        { "<p title=A>x", "<p title='A\"; B'>x", 0, "", "" },
        { "<p>x y", "<p>x <s>y</s>", TELLS_STRUCK, "", "" },
        { "<p>x <s>y</s>", "<p>x y", TELLS_UNSTRUCK, "", "" },
        { "<p>x <button>y</button>", "<p>x <button disabled>y</button>", TELLS_PUT_OUT, "", "" },
        { "<p>x <button disabled>y</button>", "<p>x <button>y</button>", TELLS_PUT_IN, "", "" },
        { "<p>x <span>y</span>", "<p>x <span hidden>y</span>", TELLS_SHOWN, "", "" },
        { "<p>x y", "<p>x <a href='/?q=\" added'>y</a>", TELLS_LINKS, "", "/?q=\" added" },
        { "<p>x <a href=/a>y</a>", "<p>x y", TELLS_LINKS, "/a", "" },
        { "<p><a href=/a>x</a> y", "<p><a href=/b>x y</a>", TELLS_ADDRESS, "", "" },
        { "<p>x", "<p>x<a href=/a></a>", TELLS_LINKS, "", "/a" },
        { "<p>x", "<p>x<a href=/a aria-label=Home></a>", TELLS_LINKS, "", "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(example) x = { 0 };
        example_open(&x, rows[i].old, rows[i].new);
        const struct change *c = x.delta.n_changes ? &x.delta.change[0] : &(struct change){ .note = STR("no change") };
        eq_int(c->tells, rows[i].tells, rows[i].new);
        eq_str(c->link_gone, str_of(rows[i].gone), "the link that went");
        eq_str(c->link_came, str_of(rows[i].came), "the one that came");
    }
}

int main(void)
{
    eq_note("<p class=a>", "<p class=b>", "class was \"a\", is now \"b\"");
    eq_note("<p>", "<p lang=en>", "lang added: \"en\"");
    eq_note("<p lang=en>", "<p>", "lang removed, was \"en\"");
    eq_note("<p>", "<p hidden>", "hidden added");
    eq_note("<p hidden>", "<p>", "hidden removed");
    eq_note("<input>", "<input checked>", "is now ticked");
    eq_note("<input disabled required>", "<input>", "can be used again; may now be left empty");
    eq_note("<p lang=en>", "<p lang>", "lang was \"en\", is now \"\"");
    eq_note("<p class=a lang=en>", "<p class=b>", "class was \"a\", is now \"b\"; lang removed, was \"en\"");
    eq_note("<p id=a>", "<p id=b onclick=c>", "");
    test_tags();
    test_long();
    test_notes();
    test_long_value();
    test_tells();
    return tap_done();
}
