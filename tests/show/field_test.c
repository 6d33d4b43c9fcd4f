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

/* What a field is called by, the first of these that there is. */
static const struct field_case {
    const char *name, *html;
    uint32_t tag;
    const char *want;
} fields[] = {
    { "the label around it goes before the label that names it", "<label for=x>Far</label><label>Near <input id=x></label>",
      TAG_INPUT, "field \"Near\"" },
    { "a label goes before what the field says of itself", "<label>Name <input aria-label=Other></label>", TAG_INPUT,
      "field \"Name\"" },
    { "the label for screen readers goes before the hint", "<input placeholder=Hint aria-label=Name>", TAG_INPUT,
      "field \"Name\"" },
    { "the hint before the tooltip", "<input title=Tip placeholder=Hint>", TAG_INPUT, "field \"Hint\"" },
    { "the tooltip before the text beside it", "<input title=Tip> beside", TAG_INPUT, "field \"Tip\"" },
    { "the text behind before the text in front", "<p>before <input> behind</p>", TAG_INPUT, "field \"behind\"" },
    { "the text in front where nothing stands behind", "<p>before <input></p>", TAG_INPUT, "field \"before\"" },
    { "that before the name it is sent with", "<p>before <input name=q></p>", TAG_INPUT, "field \"before\"" },
    { "an element behind it is not its text", "<p><input name=q><b>bold</b></p>", TAG_INPUT, "field \"q\"" },
    { "nor is the text of the next paragraph", "<p><input name=q></p>later", TAG_INPUT, "field \"q\"" },
    { "an empty hint does not count", "<input placeholder='' name=q>", TAG_INPUT, "field \"q\"" },
    { "blanks around a name are taken off", "<input placeholder='  Your name ' name=q>", TAG_INPUT, "field \"Your name\"" },
    { "an empty id is named by nobody", "<label for=''>X</label><p><input id='' name=q></p>", TAG_INPUT, "field \"q\"" },
    { "a label for another id is not its own", "<label for=y>X</label><p><input id=x name=q></p>", TAG_INPUT, "field \"q\"" },
    { "a field without any of these has no name", "<p><input></p>", TAG_INPUT, "" },
    { "a text of several lines", "<label>Message <textarea></textarea></label>", TAG_TEXTAREA, "field \"Message\"" },
    { "a label in several parts is read as one line", "<label><b>First</b> and <i>last</i> name <input></label>", TAG_INPUT,
      "field \"First and last name\"" },
    { "a button is not a field", "<button>Go</button>", TAG_BUTTON, "" },
    { "a choice by its words and its list", "<select aria-label=Size><option>Small<option>Big</select>", TAG_OPTION,
      "choice \"Small\" of \"Size\"" },
    { "a choice in a group of choices", "<select aria-label=Size><optgroup label=g><option>Small</optgroup></select>", TAG_OPTION,
      "choice \"Small\" of \"Size\"" },
    { "a choice of a list without name", "<p><select><option>Small</select></p>", TAG_OPTION, "choice \"Small\"" },
    { "a choice without words is not told", "<select aria-label=Size><option></select>", TAG_OPTION, "" },
};

static void test_names(void)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        AUTO(arena) a = { 0 };
        eq_str(name_of(&a, fields[i].html, fields[i].tag), str_of(fields[i].want), fields[i].name);
    }
    AUTO(arena) a = { 0 };
    eq_str(name_of(&a, "<p>x", TAG_INPUT), STR(""), "what is not on the page has no name");
}

/* A name that is longer than a name ends after the text in which it reaches 80 bytes. */
static void test_long_name(void)
{
    AUTO(arena) a = { 0 };

    eq_str(
        name_of(
            &a,
            "<label><b>1234567890123456789012345678901234567890</b><b>123456789012345678901234567890123456789</b><b>more</b><input></label>",
            TAG_INPUT),
        STR("field \"1234567890123456789012345678901234567890 123456789012345678901234567890123456789\""),
        "80 bytes are enough for a name");
}

/* Elements of XML without words are called by what they say of themselves. */
static void test_elements(void)
{
    static const struct {
        const char *name, *xml, *want;
    } cases[] = {
        { "its name", "<line><stop name='Westhaven' id='s9'/></line>", "stop \"Westhaven\"" },
        { "else its title", "<line><stop id='s9' title='The west'/></line>", "stop \"The west\"" },
        { "else its label", "<line><stop id='s9' label='West'/></line>", "stop \"West\"" },
        { "else its key", "<line><stop id='s9' key='w'/></line>", "stop \"w\"" },
        { "at last its id", "<line><stop id='s9'/></line>", "stop \"s9\"" },
        { "an empty name does not count", "<line><stop name=' ' id='s9'/></line>", "stop \"s9\"" },
        { "what says nothing of itself has no name", "<line><stop at='9:00'/></line>", "" },
        { "what holds words is told by them", "<line><stop name='Westhaven'>nine</stop></line>", "" },
        { "a long name is cut",
          "<line><stop name='1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 123 more'/></line>",
          "stop \"1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 123\"" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) out = BUF(KIB(4));
        struct parse_source source = { .bytes = arena_printf(&a, "<?xml version='1.0'?>%s", cases[i].xml) };
        struct symbols symbols;
        struct page page;
        uint32_t node = 1;

        symbols_open(&symbols, &a);
        if (page_read(&a, &symbols, &source, STR(""), &page, NULL))
            abort();
        while (node < page.dom.n && !str_eq(tag_name(page.dom.symbols, page.dom.node[node].tag), STR("stop")))
            node++;
        field_add(&page, node, &out);
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
    }
}

/* The note of a change begins with the field it is about. */
static void test_note(void)
{
    static const struct {
        const char *name, *old, *new, *want;
    } cases[] = {
        { "a field", "<label>Name <input value=Ann></label>", "<label>Name <input value=Bob></label>",
          "field &quot;Name&quot;: value was &quot;Ann&quot;, is now &quot;Bob&quot;" },
        { "a choice", "<p><select aria-label=Size><option>S<option>M</select>",
          "<p><select aria-label=Size><option>S<option selected>M</select>",
          "choice &quot;M&quot; of &quot;Size&quot;: is now chosen" },
        { "anything else has its note alone", "<p>See <a href=/a>it</a>", "<p>See <a href=/b>it</a>",
          "href was &quot;/a&quot;, is now &quot;/b&quot;" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) out = BUF(KIB(4));

        example_open(&x, cases[i].old, cases[i].new);
        field_note(&x.delta, &x.delta.change[0], &out);
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
    }
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
    test_names();
    test_long_name();
    test_elements();
    test_note();
    return tap_done();
}
