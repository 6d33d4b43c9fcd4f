/* Applying: hand-written deltas, and deltas that do not fit, which are refused with words and make nothing. */
#include "visual/videlta.h"

#include "tests/segment/documents.h"
#include "tests/tap.h"

static const char page[] =
    "<Block Ref='1'><Block Ref='1.1'><Links><link Name='a' Adr='/a'/><link Name='b' Adr='/b'/></Links>"
    "<Txts Txt='some words'/></Block><Block Ref='1.2'><Imgs><img Name='i' Src='/i'/></Imgs></Block></Block><Block Ref='2'/>";

static int apply(struct arena *a, const char *inside, struct vixml *out, struct err *e)
{
    struct videlta d;
    struct str text = arena_printf(a, "<?xml version='1.0'?><XML><Delta from='' To='' refs='place'>%s</Delta></XML>", inside);
    int failed = videlta_read(a, text, &d, e);
    return failed ? failed : videlta_apply(a, document_of(a, page), &d, out, e);
}

static void gives(const char *what, const char *delta, const char *want)
{
    AUTO(arena) a = { 0 };
    struct vixml made;
    struct err e = { 0 };
    if (!ok(apply(&a, delta, &made, &e) == 0, "%s: %s", what, e.text))
        return;
    eq_str(written(&a, &made), written(&a, document_of(&a, want)), what);
}

static void refuses(const char *what, const char *delta, const char *words)
{
    AUTO(arena) a = { 0 };
    struct vixml made = { .n = 77 };
    struct err e = { 0 };
    int code = apply(&a, delta, &made, &e);
    ok(code < 0 && strstr(e.text, words) && made.n == 77, "%s: %s", what, e.text);
}

static void test_gives(void)
{
    gives("nothing", "", page);
    gives(
        "every operation on content",
        "<Block ref='1.1'><Insert><link name='c' adr='/c'/></Insert><Delete><link name='a' adr='/a'/></Delete>"
        "<Update><link name='b' oldAdr='/b' adr='/bb'/><Texts oldText='some words' newtext='other words'/></Update></Block>"
        "<Move><img name='i' src='/i' fromBlock='1.2' toBlock='2'/></Move><Order><links ref='1.1' at='1 0'/></Order>",
        "<Block Ref='1'><Block Ref='1.1'><Links><link Name='c' Adr='/c'/><link Name='b' Adr='/bb'/></Links><Txts Txt='other words'/></Block>"
        "<Block Ref='1.2'/></Block><Block Ref='2'><Imgs><img Name='i' Src='/i'/></Imgs></Block>");
    gives(
        "blocks",
        "<Structure><InsertBlock ref='1.1' parent='1' at='1' pos='1 2 3 4' doc='5' importance='0.5'><link name='n' adr='/n'/></InsertBlock>"
        "<MoveBlock ref='2.1' parent='2' at='1' from='1.2' fromParent='1' fromAt='2'/></Structure>"
        "<Layout><Place ref='2.1' from='1.2' oldPos='0 0 0 0' newPos='9 9 9 9'/></Layout>",
        "<Block Ref='1'><Block Ref='1.1' Pos='1 2 3 4' DoC='5' Importance='0.5'><Links><link Name='n' Adr='/n'/></Links></Block><Block Ref='1.2'>"
        "<Links><link Name='a' Adr='/a'/><link Name='b' Adr='/b'/></Links><Txts Txt='some words'/></Block></Block>"
        "<Block Ref='2'><Block Ref='2.1' Pos='9 9 9 9'><Imgs><img Name='i' Src='/i'/></Imgs></Block></Block>");
}

#define DELETE(ref) "<DeleteBlock ref='" ref "' parent='' at='1' pos='0 0 0 0'/>"

static void test_refuses(void)
{
    refuses("a link that is not there", "<Block ref='1.1'><Delete><link name='z' adr='/z'/></Delete></Block>",
            "block '1.1' has no link 'z'");
    refuses("a text that is not there", "<Block ref='1.1'><Update><Texts oldText='x' newtext='y'/></Update></Block>",
            "has no text 'x'");
    refuses("two texts", "<Block ref='1.1'><Insert><Texts newtext='y'/></Insert></Block>", "two texts come into block '1.1'");
    refuses("the same thing twice", "<Block ref='1.1'><Delete><link name='a' adr='/a'/><link name='a' adr='/a'/></Delete></Block>",
            "has no link 'a'");
    refuses("no such block", "<Block ref='9'><Insert><link name='z' adr='/z'/></Insert></Block>", "would have no block '9'");
    refuses("a move from nowhere", "<Move><link name='a' adr='/a' fromBlock='9' toBlock='2'/></Move>", "has no block '9'");
    refuses("a block that is not there", "<Structure>" DELETE("9") "</Structure>", "no block to delete or move '9'");
    refuses("deleted twice", "<Structure>" DELETE("2") DELETE("2") "</Structure>", "no block to delete or move '2'");
    refuses("deleted with what stays in it", "<Structure>" DELETE("1") "</Structure>", "no place in the new document");
    refuses("into itself", "<Structure><MoveBlock ref='1.1' parent='1.1' at='1' from='1' fromParent='' fromAt='1'/></Structure>",
            "no place in the new document");
    refuses(
        "a place that is taken",
        "<Structure><InsertBlock ref='3' parent='' at='1' pos='0 0 0 0'/><InsertBlock ref='4' parent='' at='1' pos='0 0 0 0'/></Structure>",
        "no free place");
    refuses("a place too far", "<Structure><InsertBlock ref='9' parent='' at='9' pos='0 0 0 0'/></Structure>", "no free place");
    refuses("place 0", "<Structure><InsertBlock ref='9' parent='' pos='0 0 0 0'/></Structure>", "no free place");
    refuses("a parent that is not there", "<Structure><InsertBlock ref='9' parent='8' at='1' pos='0 0 0 0'/></Structure>",
            "no place in the new document");
    refuses("an order too short", "<Order><links ref='1.1' at='0'/></Order>", "another length");
    refuses("an order that names one twice", "<Order><links ref='1.1' at='0 0'/></Order>", "names one twice");
    refuses("an order out of range", "<Order><links ref='1.1' at='0 7'/></Order>", "names one twice");
}

static void test_states(void)
{
    AUTO(arena) a = { 0 };
    struct vixml *x = document_of(&a, page), made;
    struct videlta d = { .positional = true, .old.state = 1 };
    struct err e = { 0 };
    eq_int(videlta_apply(&a, x, &d, &made, &e), E_FORMAT, "the wrong document");
    ok(strstr(e.text, "for another document") != NULL, "in words: %s", e.text);
    d.old.state = vixml_state(x);
    d.new.state = 5;
    eq_int(videlta_apply(&a, x, &d, &made, &e), E_FORMAT, "a result that is not the one named");
    d.new.state = vixml_state(x);
    eq_int(videlta_apply(&a, x, &d, &made, &e), 0, "the right one");
}

int main(void)
{
    test_gives();
    test_refuses();
    test_states();
    return tap_done();
}
