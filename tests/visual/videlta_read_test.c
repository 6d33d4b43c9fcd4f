/* Reading deltas: Figure 5 as printed, and what is no Vi-Delta. */
#include "visual/videlta.h"

#include "tests/tap.h"

#define HEAD "<?xml version='1.0'?><XML><Delta from='V(n-1)' To='V(n)'>"
#define TAIL "</Delta></XML>"

static void test_figure(void)
{
    AUTO(arena) a = { 0 };
    struct videlta d;
    struct err e = { 0 };
    struct str text = STR(
        HEAD "<Block ref='B1'><Insert><link name='Link2' adr='...'/></Insert><Delete><img name='Img1' src='...'/></Delete></Block>"
             "<Block ref='B3'><Update><Texts oldText='TextA' newtext='TextB'/></Update></Block>"
             "<Move><link name='Link21' adr='..' fromBlock='B2' toBlock='B3'/></Move>" TAIL);
    eq_int(videlta_read(&a, text, &d, &e), 0, "Figure 5 as printed");
    eq_int(d.n_changes, 4, "four operations");
    eq_str(d.old.version, STR("V(n-1)"), "from");
    eq_str(d.new.version, STR("V(n)"), "To");
    ok(d.change[0].op == VI_INSERT && d.change[0].kind == VI_LINK && str_eq(d.change[0].new.name, STR("Link2")), "insert");
    ok(d.change[1].op == VI_DELETE && d.change[1].kind == VI_IMAGE && str_eq(d.change[1].from, STR("B1")), "delete");
    ok(d.change[2].op == VI_UPDATE && d.change[2].kind == VI_TEXT && str_eq(d.change[2].old.name, STR("TextA")), "update");
    ok(d.change[3].op == VI_MOVE && str_eq(d.change[3].from, STR("B2")) && str_eq(d.change[3].to, STR("B3")), "move");
    eq_int(d.change[3].old_block, VIXML_NONE, "no numbers of blocks");
    ok(!d.weighed && !d.positional && d.old.state == 0, "what is not told is not known");
}

static void refuses(const char *what, const char *text, const char *words)
{
    AUTO(arena) a = { 0 };
    struct videlta d;
    struct err e = { 0 };
    int code = videlta_read(&a, str_of(text), &d, &e);
    ok(code < 0 && strstr(e.text, words), "%s: %s", what, e.text);
}

static void test_wrong(void)
{
    refuses("not XML", "<XML><Delta>", "not well-formed");
    refuses("Vi-XML", "<?xml version='1.0'?><XML><Document/></XML>", "no Delta");
    refuses("another element", HEAD "<Foo/>" TAIL, "none of Block, Move, Structure, Layout and Order at /XML/Delta/Foo");
    refuses("a block without a name", HEAD "<Block/>" TAIL, "a Block without a ref");
    refuses("another operation", HEAD "<Block ref='1'><Swap/></Block>" TAIL, "none of Insert, Delete and Update");
    refuses("another thing", HEAD "<Block ref='1'><Insert><p/></Insert></Block>" TAIL, "none of link, img and Texts");
    refuses("a move to nowhere", HEAD "<Move><link name='a' adr='b' fromBlock='1'/></Move>" TAIL, "names no block");
    refuses("an importance of words", HEAD "<Block ref='1' importance='much'/>" TAIL, "an importance that");
    refuses("a strange block operation", HEAD "<Structure><TurnBlock ref='1'/></Structure>" TAIL, "not an operation on blocks");
    refuses("a place of words", HEAD "<Structure><InsertBlock ref='1' at='x'/></Structure>" TAIL, "not a number");
    refuses("part of what is not there", HEAD "<Structure><InsertBlock ref='1' at='1' partOf='5'/></Structure>" TAIL,
            "not a number");
    refuses("a position of words", HEAD "<Structure><InsertBlock ref='1' at='1' pos='here'/></Structure>" TAIL,
            "four whole numbers");
    refuses("a strange part", HEAD "<Structure><SplitBlock ref='1'><p/></SplitBlock></Structure>" TAIL,
            "none of Into, From, Block and Move");
    refuses("a strange layout", HEAD "<Layout><p/></Layout>" TAIL, "neither a Document nor a Place");
    refuses("an order of words", HEAD "<Order><links ref='1' at='a-b'/></Order>" TAIL, "numbers and runs");
    refuses("an order backwards", HEAD "<Order><links ref='1' at='5-2'/></Order>" TAIL, "numbers and runs");
    refuses("an order without end", HEAD "<Order><links ref='1' at='0-15999999 0-15999999'/></Order>" TAIL, "numbers and runs");
    refuses("an order of what", HEAD "<Order><texts ref='1' at='0'/></Order>" TAIL, "neither links nor imgs");
}

int main(void)
{
    test_figure();
    test_wrong();
    return tap_done();
}
