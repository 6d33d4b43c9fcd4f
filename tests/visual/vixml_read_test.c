/* Reading is writing backwards; what is no Vi-XML is refused with words. */
#include "visual/vixml.h"

#include "tests/base/random.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

static void refuses(const char *what, const char *text, const char *words)
{
    AUTO(arena) a = { 0 };
    struct vixml x;
    struct err e = { 0 };
    int code = vixml_read(&a, str_of(text), &x, &e);
    ok(code < 0 && strstr(e.text, words), "%s: %s", what, e.text);
}

#define HEAD "<?xml version='1.0'?><XML><Document>"
#define TAIL "</Document></XML>"

static void test_wrong(void)
{
    refuses("not XML", "<XML><Document>", "not well-formed");
    refuses("a page", "<html><p>x</p></html>", "no Document");
    refuses("another root", "<?xml version='1.0'?><rss/>", "no Document");
    refuses("no Ref", HEAD "<Block/>" TAIL, "a Block without a Ref at /XML/Document/Block");
    refuses("the same Ref twice", HEAD "<Block Ref='1'/><Block Ref='1'/>" TAIL, "two blocks have the same Ref");
    refuses("a strange element", HEAD "<Block Ref='1'><p/></Block>" TAIL, "none of Block, Links, Imgs and Txts");
    refuses("a strange link", HEAD "<Block Ref='1'><Links><img/></Links></Block>" TAIL, "only link");
    refuses("images before links", HEAD "<Block Ref='1'><Imgs><img/></Imgs><Links><link/></Links></Block>" TAIL, "out of order");
    refuses("two texts", HEAD "<Block Ref='1'><Txts Txt='a'/><Txts Txt='b'/></Block>" TAIL, "a second Txts");
    refuses("content after a block", HEAD "<Block Ref='1'><Block Ref='2'/><Links><link/></Links></Block>" TAIL,
            "content after a block");
    refuses("a Pos of three", HEAD "<Block Ref='1' Pos='1 2 3'/>" TAIL, "four whole numbers");
    refuses("a Pos of five", HEAD "<Block Ref='1' Pos='1 2 3 4 5'/>" TAIL, "four whole numbers");
    refuses("a DoC of words", HEAD "<Block Ref='1' DoC='x'/>" TAIL, "a DoC that");
    refuses("an Importance above 1", HEAD "<Block Ref='1' Importance='1.1'/>" TAIL, "an Importance that");
    refuses("entities of its own", "<?xml version='1.0'?><!DOCTYPE XML [<!ENTITY a 'b'>]><XML><Document url='&a;'/></XML>",
            "not well-formed");
}

static void test_depth(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1 << 20);
    struct vixml x;
    struct err e = { 0 };
    for (unsigned levels = LIMIT_BLOCK_DEPTH; levels <= LIMIT_BLOCK_DEPTH + 1; levels++) {
        buf_clear(&b);
        buf_add(&b, STR(HEAD));
        for (unsigned i = 0; i < levels; i++)
            buf_addf(&b, "<Block Ref='%u'>", i);
        for (unsigned i = 0; i < levels; i++)
            buf_add(&b, STR("</Block>"));
        buf_add(&b, STR(TAIL));
        bool fits = levels <= LIMIT_BLOCK_DEPTH;
        eq_int(vixml_read(&a, buf_str(&b), &x, &e), fits ? 0 : E_LIMIT, fits ? "as deep as may be" : "one deeper");
    }
}

static void add_random_block(struct buf *b, struct random *r, uint32_t *number, unsigned depth)
{
    buf_addf(b, "<Block Ref='%u' Pos='%u %u %u 1' DoC='%u' Importance='0.%u'>", ++*number, random_below(r, 99), random_below(r, 99),
             random_below(r, 9), random_below(r, 12), random_below(r, 999999));
    if (random_below(r, 2)) {
        buf_add(b, STR("<Links>"));
        for (unsigned i = 0; i <= random_below(r, 4); i++)
            buf_addf(b, "<link Name='n %u &amp;&lt;&gt;&quot;é' Adr='&#10;&#9;%u'/>", random_below(r, 9), i);
        buf_add(b, STR("</Links>"));
    }
    if (random_below(r, 2))
        buf_addf(b, "<Imgs><img Name='' Src='%u'/></Imgs>", random_below(r, 9));
    if (random_below(r, 2))
        buf_addf(b, "<Txts Txt='%u \"words\" of text'/>", random_below(r, 99));
    for (unsigned i = random_below(r, 3); depth < 6 && i > 0; i--)
        add_random_block(b, r, number, depth + 1);
    buf_add(b, STR("</Block>"));
}

static bool comes_back(uint64_t seed)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(1 << 20);
    struct random r = { .state = seed };
    uint32_t number = 0;
    struct vixml again;
    struct err e = { 0 };

    for (unsigned i = 0; i < 3; i++)
        add_random_block(&b, &r, &number, 0);
    buf_add_char(&b, '\0');
    struct vixml *x = document_of(&a, b.ptr);
    x->title = STR("T <&>");
    x->url = STR("http://example.test/?a=1&b=2");
    struct str text = written(&a, x);
    return vixml_check(x) == NULL && !vixml_read(&a, text, &again, &e) && vixml_state(&again) == vixml_state(x)
           && str_eq(written(&a, &again), text);
}

int main(void)
{
    unsigned n = 0;
    test_wrong();
    test_depth();
    for (uint64_t seed = 1; seed <= 300; seed++)
        n += comes_back(seed);
    eq_int(n, 300, "what was written is read as the same document");
    ok(vixml_is(STR("<?xml version=\"1.0\"?>\n<XML>\n<Document url=\"\">")), "looks like Vi-XML");
    ok(!vixml_is(STR("<!DOCTYPE html><title><XML></title>")), "looks like a page");
    return tap_done();
}
