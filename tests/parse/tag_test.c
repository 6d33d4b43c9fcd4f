/* The table of elements: sorted, complete, and its classes consistent. */
#include "parse/tag.h"
#include "tests/tap.h"

static const struct {
    const char *name;
    unsigned classes;
} row[] = {
#define TAG(NAME, name, classes) { name, classes },
#include "parse/tag.def"
#undef TAG
};

static bool all(const char *names, unsigned classes)
{
    struct str rest = str_of(names);
    while (rest.len) {
        struct str name = str_cut(&rest, ' ');
        uint32_t tag = tag_number(NULL, name); /* an unknown name would need a table */
        if (!tag_is(tag, classes)) {
            printf("# %.*s has not the class %#x\n", STR_ARG(name), classes);
            return false;
        }
    }
    return true;
}

static void test_rows(void)
{
    unsigned unsorted = 0, not_found = 0;
    eq_int(ARRAY_LEN(row), TAG_KNOWN - 1, "one number for each row, and none for text");
    for (uint32_t i = 0; i < ARRAY_LEN(row); i++) {
        unsorted += i && strcmp(row[i - 1].name, row[i].name) >= 0;
        not_found += tag_number(NULL, str_of(row[i].name)) != i + 1 || tag_classes(i + 1) != row[i].classes
                     || !str_eq(tag_name(NULL, i + 1), str_of(row[i].name));
    }
    eq_int(unsorted, 0, "the rows are sorted by name");
    eq_int(not_found, 0, "every row is found by its name, with its classes");
}

static void test_unknown(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    symbols_open(&symbols, &a);
    uint32_t tag = tag_number(&symbols, STR("x-card"));
    ok(tag >= TAG_KNOWN && tag == tag_number(&symbols, STR("x-card")) && tag != tag_number(&symbols, STR("x-cards")),
       "unknown names are told apart");
    eq_str(tag_name(&symbols, tag), STR("x-card"), "and keep their name");
    eq_int(tag_classes(tag), 0, "and have no class");
    ok(tag_number(&symbols, STR("DIV")) >= TAG_KNOWN, "names are lower case");
    eq_int(tag_classes(TAG_NONE), 0, "text has no class");
}

static void test_classes(void)
{
    ok(all("address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 "
           "h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul",
           TAG_BLOCK),
       "blocks");
    ok(all("br hr td th option optgroup select", TAG_BREAK), "what breaks a sentence beside them");
    ok(all("area base basefont br col embed frame hr img input keygen link meta param source track wbr", TAG_VOID),
       "void elements");
    ok(all("script style textarea title xmp iframe noembed noframes noscript plaintext", TAG_RAW), "raw text");
    ok(all("ul ol dl menu table thead tbody tfoot tr colgroup select optgroup datalist hgroup picture html head frameset",
           TAG_NO_TEXT),
       "no text inside");
    ok(all("script style template noscript head title", TAG_HIDDEN), "hidden");
    ok(all("img a input video audio iframe object embed svg math", TAG_CONTENT), "content-defining");
    ok(all("script iframe object embed frame applet", TAG_ACTIVE), "active");
    ok(all("img input br hr textarea svg math option video audio iframe object embed picture canvas", TAG_ATOM), "atoms");
}

static void test_laws(void)
{
    unsigned no_break = 0, both = 0, void_text = 0;
    for (uint32_t tag = 1; tag < TAG_KNOWN; tag++) {
        no_break += tag_is(tag, TAG_BLOCK) && !tag_is(tag, TAG_BREAK);
        both += tag_is(tag, TAG_BLOCK) && tag_is(tag, TAG_FORMAT);
        void_text += tag_is(tag, TAG_VOID) && tag_is(tag, TAG_RAW | TAG_NO_TEXT | TAG_P_ONLY);
    }
    eq_int(no_break, 0, "every block breaks a sentence");
    eq_int(both, 0, "no formatting element is a block");
    eq_int(void_text, 0, "void elements have no content to say anything about");
}

int main(void)
{
    test_rows();
    test_unknown();
    test_classes();
    test_laws();
    return tap_done();
}
