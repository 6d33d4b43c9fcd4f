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

/* What was written is written again, byte by byte, with every element there is. */
static const char whole[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<XML>\n"
    "<Delta from=\"1\" To=\"2\" url=\"http://example.test/\" fromDate=\"2031-05-01T08:00:00Z\" toDate=\"2031-05-02T08:00:00Z\" "
    "fromTime=\"1935388800\" toTime=\"1935475200\" importance=\"0.25\" sameLink=\"either\" refs=\"name\" fromID=\"00000000000000ab\" "
    "toID=\"00000000000000cd\">\n"
    "<Block ref=\"1.1\" importance=\"0.5\">\n<Insert>\n<link name=\"a\" adr=\"/a\"/>\n<img name=\"b\" src=\"/b\"/>\n"
    "<Texts newtext=\"new words\"/>\n</Insert>\n<Delete>\n<link name=\"c\" adr=\"/c\"/>\n</Delete>\n"
    "<Update>\n<link name=\"d\" oldAdr=\"/old\" adr=\"/new\"/>\n<img oldName=\"was\" name=\"e\" src=\"/e\"/>\n</Update>\n</Block>\n"
    "<Move>\n<link name=\"f\" adr=\"/f\" fromBlock=\"1.1\" toBlock=\"2\"/>\n</Move>\n"
    "<Structure>\n"
    "<InsertBlock ref=\"2.1\" parent=\"2\" at=\"1\" pos=\"1 2 3 4\" doc=\"7\" importance=\"0.125\">\n<link name=\"g\" adr=\"/g\"/>\n</InsertBlock>\n"
    "<DeleteBlock ref=\"1.2\" parent=\"1\" at=\"2\" pos=\"0 0 10 10\">\n<Texts oldText=\"gone\"/>\n</DeleteBlock>\n"
    "<MoveBlock ref=\"2.2\" from=\"1.3\" fromParent=\"1\" fromAt=\"3\" parent=\"2\" at=\"2\">\n</MoveBlock>\n"
    "</Structure>\n"
    "<Layout>\n<Document oldPos=\"0 0 100 200\" newPos=\"0 0 100 300\" oldTitle=\"Old\" newTitle=\"New\"/>\n"
    "<Place ref=\"1\" oldPos=\"0 0 100 200\" newPos=\"0 0 100 300\" oldDoc=\"5\" newDoc=\"6\" oldImportance=\"0.5\" newImportance=\"0.25\"/>\n"
    "</Layout>\n<Order>\n<links ref=\"1\" at=\"2 0-1\"/>\n<imgs from=\"1\" at=\"1 0\"/>\n</Order>\n</Delta>\n</XML>\n";

static void test_whole_parts(const struct videlta *d)
{
    const struct vi_structure *s = d->structure;
    const struct vi_order *o = d->order;

    ok(d->n_structure == 3 && s[0].face.x == 1 && s[0].face.doc == 7 && s[0].face.ppm == 125000, "blocks");
    ok(s[0].to_at == 1 && s[1].from_at == 2 && s[2].from_at == 3, "where they stand");
    ok(d->n_orders == 2 && o[0].n == 3 && o[0].at[0] == 2 && o[0].at[2] == 1 && o[1].back && o[1].kind == VI_IMAGE,
       "orders, one of them for the way back");
    ok(d->n_faces == 1 && d->face[0].pos && d->face[0].doc && d->face[0].share && d->face[0].new.h == 300, "places");
}

static void test_whole(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 20);
    struct videlta d;
    struct err e = { 0 };

    eq_int(videlta_read(&a, str_of(whole), &d, &e), 0, "every element and attribute");
    ok(videlta_is(str_of(whole)), "it looks like what it is");
    videlta_write(&d, &out);
    eq_str(buf_str(&out), str_of(whole), "written again as it was");
    test_whole_parts(&d);
    ok(d.weighed && d.importance == 0.25 && d.same == VI_SAME_EITHER && d.old_at == 1935388800 && d.new_at == 1935475200
           && d.old.state == 0xab && d.new.state == 0xcd,
       "its head");
}

/* Spellings that are taken, and what is left out. */
static void test_tolerance(void)
{
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "to with a small letter", "<?xml version='1.0'?><XML><Delta from='a' to='b'>" TAIL, "b" },
        { "both: the paper's counts", "<?xml version='1.0'?><XML><Delta from='a' to='b' To='c'>" TAIL, "c" },
        { "a delta without the root around it", "<?xml version='1.0'?><Delta to='b'></Delta>", "b" },
        { "neither", "<?xml version='1.0'?><XML><Delta>" TAIL, "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct videlta d;
        struct err e = { 0 };
        eq_int(videlta_read(&a, str_of(cases[i].text), &d, &e), 0, cases[i].name);
        eq_str(d.new.version, str_of(cases[i].want), "the version");
    }
    AUTO(arena) a = { 0 };
    struct videlta d;
    struct err e = { 0 };
    struct str text =
        STR(HEAD "<!-- a comment --><Block ref='1' from='2'>\n <Update> <Texts oldText='a' newText='b'/> </Update></Block>" TAIL);
    eq_int(videlta_read(&a, text, &d, &e), 0, "comments and white space");
    eq_str(d.change[0].new.name, STR("b"), "newText as one would write it");
    eq_str(d.change[0].from, STR("2"), "a block that had another name");
    ok(!videlta_is(STR("<!DOCTYPE html><p>a page")) && !videlta_is(STR("<XML><Document>")) && !videlta_is(STR("<Delta>")),
       "what does not look like a delta");
}

static void test_more_wrong(void)
{
    refuses("nothing at all", "", "not well-formed");
    refuses("an empty document", "<?xml version='1.0'?><XML></XML>", "no Delta");
    refuses("an importance above one", HEAD "<Block ref='1' importance='1.5'/>" TAIL,
            "an importance that is not a number from 0 to 1");
    refuses("an importance below nothing", HEAD "<Block ref='1' importance='-0.5'/>" TAIL,
            "an importance that is not a number from 0 to 1");
    refuses("a text of a part without a number",
            HEAD "<Block ref='1'><Update><Texts oldText='a' newtext='b' parts='x'/></Update></Block>" TAIL,
            "parts of an operation that has no number");
    refuses("of part nought", HEAD "<Block ref='1'><Update><Texts oldText='a' newtext='b' parts='0'/></Update></Block>" TAIL,
            "parts of an operation that has no number");
    refuses("a move from nowhere", HEAD "<Move><link name='a' adr='b' toBlock='1'/></Move>" TAIL,
            "names no block at /XML/Delta/Move/link");
    refuses("a block operation without a name", HEAD "<Structure><InsertBlock at='1'/></Structure>" TAIL,
            "an operation without a ref");
    refuses("a place below nothing", HEAD "<Structure><InsertBlock ref='1' at='-1'/></Structure>" TAIL,
            "a place that is not a number");
    refuses("an old place of words", HEAD "<Structure><MoveBlock ref='1' at='1' fromAt='x'/></Structure>" TAIL,
            "a place that is not a number");
    refuses("part of itself", HEAD "<Structure><InsertBlock ref='1' at='1' partOf='1'/></Structure>" TAIL,
            "a place that is not a number");
    refuses("a coherence above eleven", HEAD "<Structure><InsertBlock ref='1' at='1' doc='12'/></Structure>" TAIL,
            "a degree of coherence that is not a number from 0 to 11");
    refuses("a share of words", HEAD "<Structure><InsertBlock ref='1' at='1' importance='half'/></Structure>" TAIL,
            "an importance that is not a number from 0 to 1");
    refuses("a strange thing in a new block", HEAD "<Structure><InsertBlock ref='1' at='1'><p/></InsertBlock></Structure>" TAIL,
            "none of link, img and Texts");
    refuses("a place without a name", HEAD "<Layout><Place newPos='0 0 1 1'/></Layout>" TAIL, "a Place with a ref");
    refuses("a new position of words", HEAD "<Layout><Place ref='1' newPos='up'/></Layout>" TAIL,
            "a position that is not four whole numbers");
    refuses("an old coherence of words", HEAD "<Layout><Place ref='1' oldDoc='high'/></Layout>" TAIL, "a degree of coherence");
    refuses("a page of two numbers", HEAD "<Layout><Document newPos='1 2'/></Layout>" TAIL,
            "a position that is not four whole numbers");
    refuses("an order with a comma", HEAD "<Order><imgs ref='1' at='1,2'/></Order>" TAIL, "numbers and runs");
}

int main(void)
{
    test_whole();
    test_tolerance();
    test_more_wrong();
    test_figure();
    test_wrong();
    return tap_done();
}
