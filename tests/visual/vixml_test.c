/* IDs, states, refs and clean text. */
#include "visual/vixml.h"

#include "tests/segment/documents.h"
#include "tests/tap.h"

#define LINK(name, adr) "<link Name='" name "' Adr='" adr "'/>"
#define IMG(name, src) "<img Name='" name "' Src='" src "'/>"

static void test_ids(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *one = document_of(&a, "<Block Ref='1'><Links>" LINK("a", "b") LINK("c", "d") "</Links><Txts Txt='t'/></Block>");
    struct vixml *turned =
        document_of(&a, "<Block Ref='1'><Links>" LINK("c", "d") LINK("a", "b") "</Links><Txts Txt='t'/></Block>");
    struct vixml *image = document_of(&a, "<Block Ref='1'><Imgs>" IMG("a", "b") IMG("c", "d") "</Imgs><Txts Txt='t'/></Block>");
    struct vixml *shifted =
        document_of(&a, "<Block Ref='1'><Links>" LINK("ab", "") LINK("c", "d") "</Links><Txts Txt='t'/></Block>");
    struct vixml *text = document_of(&a, "<Block Ref='1'><Links>" LINK("a", "b") LINK("c", "d") "</Links><Txts Txt='u'/></Block>");

    ok(one->block[1].id == turned->block[1].id, "the order of links does not count in an ID");
    ok(one->block[0].id == turned->block[0].id, "nor in those above");
    ok(vixml_state(one) != vixml_state(turned), "but in the state");
    ok(one->block[1].id != image->block[1].id, "a link is no image");
    ok(one->item[0].id != shifted->item[0].id, "a name is no address");
    ok(one->block[1].id != text->block[1].id && one->block[0].id != text->block[0].id, "the text counts");
    ok(one->block[1].links_id == text->block[1].links_id, "each kind has its own ID");
}

static void test_states(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *one = document_of(&a, "<Block Ref='1' Pos='1 2 3 4' DoC='5' Importance='0.5'/>");
    static const char *const other[] = {
        "<Block Ref='1' Pos='1 2 3 5' DoC='5' Importance='0.5'/>",
        "<Block Ref='1' Pos='1 2 3 4' DoC='6' Importance='0.5'/>",
        "<Block Ref='1' Pos='1 2 3 4' DoC='5' Importance='0.6'/>",
        "<Block Ref='2' Pos='1 2 3 4' DoC='5' Importance='0.5'/>",
        "<Block Ref='1' Pos='1 2 3 4' DoC='5' Importance='0.5'><Block Ref='1.1'/></Block>",
    };
    for (size_t i = 0; i < ARRAY_LEN(other); i++) {
        struct vixml *x = document_of(&a, other[i]);
        ok(vixml_state(one) != vixml_state(x), "the state counts %s", other[i]);
    }
    ok(one->block[1].id == document_of(&a, other[0])->block[1].id, "the ID does not count the place");
}

static void test_refs(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *x = document_of(&a, "<Block Ref='1'><Block Ref='1.1'/><Block Ref='1.2'/></Block><Block Ref='2'/>");
    struct map refs;

    ok(x->positional, "refs by position");
    ok(!document_of(&a, "<Block Ref='1'/><Block Ref='3'/>")->positional, "a gap");
    ok(!document_of(&a, "<Block Ref='B1'/>")->positional, "a name");
    ok(!document_of(&a, "<Block Ref='01'/>")->positional, "a zero in front");
    eq_str(vixml_ref(&a, STR("1.2"), 3), STR("1.2.3"), "a ref below another");
    eq_str(vixml_ref(&a, STR(""), 3), STR("3"), "a ref below the document");
    vixml_refs(x, &a, &refs);
    eq_int(vixml_find(x, &refs, STR("1.2")), 3, "found");
    eq_int(vixml_find(x, &refs, STR("1.3")), UINT32_MAX, "not found");
}

static void test_check(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *x = document_of(&a, "<Block Ref='1'><Block Ref='1.1'/></Block>");
    ok(vixml_check(x) == NULL, "a document that holds");
    x->block[2].ref = STR("1");
    ok(vixml_check(x) != NULL, "two of one name");
    x->block[2].ref = STR("");
    ok(vixml_check(x) != NULL, "no name");
    x->block[2].ref = STR("2");
    x->block[2].end = 9;
    ok(vixml_check(x) != NULL, "a block that ends outside");
}

static void test_clean(void)
{
    AUTO(arena) a = { 0 };
    eq_str(vixml_clean(&a, STR("as it is é")), STR("as it is é"), "nothing to do");
    eq_str(vixml_clean(&a, STR(" a \n\t b ")), STR("a b"), "white space");
    eq_str(vixml_clean(&a, STR("a\x01z")), STR("a\xef\xbf\xbdz"), "a control");
    eq_str(vixml_clean(&a, STR("\xef\xbf\xbe")), STR("\xef\xbf\xbd"), "no character");
    eq_str(vixml_clean(&a, STR("")), STR(""), "nothing");
    char *long_text = NEW_ARRAY(&a, char, LIMIT_BLOCK_TEXT + 8);
    memset(long_text, 'x', LIMIT_BLOCK_TEXT - 1);
    memcpy(long_text + LIMIT_BLOCK_TEXT - 1, "é", 2);
    eq_int(vixml_clean(&a, (struct str){ long_text, LIMIT_BLOCK_TEXT + 1 }).len, LIMIT_BLOCK_TEXT - 1, "cut before a character");
}

int main(void)
{
    test_ids();
    test_states();
    test_refs();
    test_check();
    test_clean();
    return tap_done();
}
