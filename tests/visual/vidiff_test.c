/* Vi-DIFF on the paper's own example and on each kind of change. */
#include "visual/vidiff.h"

#include "visual/vidiff_steps.h"
#include "tests/visual/vidocs.h"
#include "tests/segment/documents.h"
#include "tests/tap.h"

#define LINKS(...) "<Links>" __VA_ARGS__ "</Links>"
#define LINK(name, adr) "<link Name='" name "' Adr='" adr "'/>"
#define IMGS(...) "<Imgs>" __VA_ARGS__ "</Imgs>"
#define IMG(name, src) "<img Name='" name "' Src='" src "'/>"
#define TEXT(words) "<Txts Txt='" words "'/>"
#define BLOCK(ref, ...) "<Block Ref='" ref "'>" __VA_ARGS__ "</Block>"

/* The operations in short: "insert link Link2 > B1; ..." */
static struct str short_delta(struct arena *a, const char *old, const char *new, enum vi_same same)
{
    AUTO(buf) b = BUF(1 << 20);
    struct videlta d;
    vidiff(a, document_of(a, old), document_of(a, new), &(struct vidiff_options){ same }, &d);
    for (uint32_t i = 0; i < d.n_changes; i++) {
        const struct vi_change *c = &d.change[i];
        const struct vi_thing *t = c->op == VI_DELETE ? &c->old : &c->new;
        buf_addf(&b, "%s%s %s %.*s", b.len ? "; " : "", vi_op_name[c->op], vi_kind_name[c->kind], STR_ARG(t->name));
        if (c->op != VI_INSERT)
            buf_addf(&b, " %.*s", STR_ARG(c->from));
        if (c->op != VI_DELETE)
            buf_addf(&b, " > %.*s", STR_ARG(c->to));
        if (c->cause != VIXML_NONE)
            buf_add(&b, STR(" (along)"));
    }
    for (uint32_t i = 0; i < d.n_structure; i++) {
        const struct vi_structure *s = &d.structure[i];
        buf_addf(&b, "%s%s block %.*s > %.*s", b.len ? "; " : "", vi_structure_name[s->op], STR_ARG(s->from), STR_ARG(s->to));
        for (uint32_t k = 0; k < s->n_parts; k++)
            buf_addf(&b, " [%.*s]", STR_ARG(s->part[k]));
        if (s->cause != VIXML_NONE)
            buf_add(&b, STR(" (along)"));
    }
    return arena_str(a, buf_str(&b));
}

static void gives(const char *what, const char *old, const char *new, const char *want)
{
    AUTO(arena) a = { 0 };
    eq_str(short_delta(&a, old, new, VI_SAME_NAME), str_of(want), what);
}

/* Figure 4: the two trees; Figure 5: their delta. */
static const char figure_old[] = BLOCK("B1", LINKS(LINK("Link1", "l1")) IMGS(IMG("Img1", "i1")))
    BLOCK("B2", LINKS(LINK("Link21", "l21"))) BLOCK("B3", TEXT("this is the text called A"));
static const char figure_new[] = BLOCK("B1", LINKS(LINK("Link1", "l1") LINK("Link2", "l2"))) BLOCK("B2", )
    BLOCK("B3", LINKS(LINK("Link21", "l21")) TEXT("this is the text called B"));

static void test_figure(void)
{
    AUTO(arena) a = { 0 };
    struct videlta d;
    struct vixml *old = document_of(&a, figure_old), *new = document_of(&a, figure_new);
    static const char want[] =
        "<Block ref=\"B1\">\n<Insert>\n<link name=\"Link2\" adr=\"l2\"/>\n</Insert>\n"
        "<Delete>\n<img name=\"Img1\" src=\"i1\"/>\n</Delete>\n</Block>\n"
        "<Block ref=\"B3\">\n<Update>\n<Texts oldText=\"this is the text called A\" newtext=\"this is the text called B\"/>\n"
        "</Update>\n</Block>\n"
        "<Move>\n<link name=\"Link21\" adr=\"l21\" fromBlock=\"B2\" toBlock=\"B3\"/>\n</Move>\n";
    gives("the sequence of Figure 4", figure_old, figure_new,
          "insert link Link2 > B1; delete image Img1 B1; update text this is the text called B B3 > B3; move link Link21 B2 > B3");
    old->version = STR("V(n-1)");
    new->version = STR("V(n)");
    vidiff(&a, old, new, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    struct str text = delta_text(&a, &d);
    ok(str_find(text, STR("<XML>\n<Delta from=\"V(n-1)\" To=\"V(n)\""), 0) != SIZE_MAX, "the head of Figure 5");
    size_t at = str_find(text, STR("<Block"), 0), end = str_find(text, STR("</Delta>"), 0);
    eq_str(str_sub(text, at, end), str_of(want), "the shape of Figure 5");
    eq_int(videlta_count(&d), 4, "and nothing else");
}

static void test_items(void)
{
    gives("nothing", BLOCK("1", TEXT("a b")), BLOCK("1", TEXT("a b")), "");
    gives("an address", BLOCK("1", LINKS(LINK("a", "1") LINK("b", "2"))), BLOCK("1", LINKS(LINK("a", "1") LINK("b", "3"))),
          "update link b 1 > 1");
    gives("two of one name", BLOCK("1", LINKS(LINK("more", "1") LINK("more", "2") LINK("c", "3"))),
          BLOCK("1", LINKS(LINK("more", "2") LINK("more", "9") LINK("c", "3"))), "update link more 1 > 1");
    gives("another order is no change", BLOCK("1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3"))),
          BLOCK("1", LINKS(LINK("c", "3") LINK("a", "1") LINK("b", "2"))), "");
    gives("a picture without a name, in its block", BLOCK("1", IMGS(IMG("", "1")) TEXT("a b c")),
          BLOCK("1", IMGS(IMG("", "2")) TEXT("a b c")), "update image  1 > 1");
    gives("a link is no picture", BLOCK("1", LINKS(LINK("a", "1")) TEXT("t u")), BLOCK("1", IMGS(IMG("a", "1")) TEXT("t u")),
          "insert image a > 1; delete link a 1");
    gives("one of two equal ones", BLOCK("1", LINKS(LINK("a", "1") LINK("a", "1") LINK("b", "1"))),
          BLOCK("1", LINKS(LINK("a", "1") LINK("b", "1"))), "delete link a 1");
    gives("updated in another block (Figure 6, line 9)",
          BLOCK("1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3"))) BLOCK("2", TEXT("some words of its own")),
          BLOCK("1", LINKS(LINK("a", "1") LINK("b", "2"))) BLOCK("2", LINKS(LINK("c", "9")) TEXT("some words of its own")),
          "update link c 1 > 2");
}

static void test_texts(void)
{
    gives("half of the words differ", BLOCK("1", TEXT("a b c d")), BLOCK("1", TEXT("a b x y")), "update text a b x y 1 > 1");
    gives("more than half do", BLOCK("1", LINKS(LINK("k", "1")) TEXT("a b c d")), BLOCK("1", LINKS(LINK("k", "1")) TEXT("a x y z")),
          "insert text a x y z > 1; delete text a b c d 1");
    gives("a text that is new", BLOCK("1", LINKS(LINK("k", "1"))), BLOCK("1", LINKS(LINK("k", "1")) TEXT("a")),
          "insert text a > 1");
    gives("a text elsewhere", BLOCK("1", LINKS(LINK("k", "1")) TEXT("a b")) BLOCK("2", LINKS(LINK("l", "1"))),
          BLOCK("1", LINKS(LINK("k", "1"))) BLOCK("2", LINKS(LINK("l", "1")) TEXT("a b")), "move text a b 1 > 2");
}

static void test_same_link(void)
{
    AUTO(arena) a = { 0 };
    const char *old = BLOCK("1", LINKS(LINK("a", "1") LINK("b", "2") LINK("k", "7") LINK("l", "8")));
    const char *new = BLOCK("1", LINKS(LINK("a", "9") LINK("z", "2") LINK("k", "7") LINK("l", "8")));
    eq_str(short_delta(&a, old, new, VI_SAME_NAME), STR("insert link z > 1; delete link b 1; update link a 1 > 1"), "by name");
    eq_str(short_delta(&a, old, new, VI_SAME_ADDRESS), STR("insert link a > 1; delete link a 1; update link z 1 > 1"),
           "by address");
    eq_str(short_delta(&a, old, new, VI_SAME_EITHER), STR("update link a 1 > 1; update link z 1 > 1"), "by either");
}

#define AT(ref) BLOCK(ref, LINKS(LINK("a", "1") LINK("aa", "2")) TEXT("first block of words here"))
#define A AT("1.1")
#define B(ref) BLOCK(ref, LINKS(LINK("b", "3") LINK("bb", "4")) TEXT("second block has other words"))
#define C(ref) BLOCK(ref, LINKS(LINK("c", "5") LINK("cc", "6")) TEXT("third and last of all"))

static void test_blocks(void)
{
    gives("inserted", BLOCK("1", A B("1.2")), BLOCK("1", A C("1.2") B("1.3")),
          "insert link c > 1.2 (along); insert link cc > 1.2 (along); insert text third and last of all > 1.2 (along); "
          "insert block  > 1.2");
    gives("deleted", BLOCK("1", A B("1.2") C("1.3")), BLOCK("1", A C("1.2")),
          "delete link b 1.2 (along); delete link bb 1.2 (along); delete text second block has other words 1.2 (along); "
          "delete block 1.2 > ");
    gives("moved among its own", BLOCK("1", A B("1.2") C("1.3") BLOCK("1.4", TEXT("x y z"))),
          BLOCK("1", A C("1.2") BLOCK("1.3", TEXT("x y z")) B("1.4")), "move block 1.2 > 1.4");
    gives("moved to another", BLOCK("1", A B("1.2")) BLOCK("2", C("2.1")), BLOCK("1", A) BLOCK("2", B("2.1") C("2.2")),
          "move block 1.2 > 2.1");
    gives("moved and changed", BLOCK("1", A B("1.2")) BLOCK("2", C("2.1")),
          BLOCK("1", A)
              BLOCK("2", BLOCK("2.1", LINKS(LINK("b", "3") LINK("bb", "99")) TEXT("second block has other words")) C("2.2")),
          "update link bb 1.2 > 2.1; move block 1.2 > 2.1");
    gives(
        "split",
        BLOCK("1", BLOCK("1.1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3") LINK("d", "4") LINK("e", "5"))) C("1.2")),
        BLOCK("1", BLOCK("1.1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3")))
                       BLOCK("1.2", LINKS(LINK("d", "4") LINK("e", "5"))) C("1.3")),
        "move link d 1.1 > 1.2 (along); move link e 1.1 > 1.2 (along); split block 1.1 >  [1.1] [1.2]; insert block  > 1.2 (along)");
    gives("merged", BLOCK("1", A B("1.2") C("1.3")),
          BLOCK("1", BLOCK("1.1", LINKS(LINK("a", "1") LINK("aa", "2") LINK("b", "3") LINK("bb", "4"))
                                      TEXT("first block of words here second block has other words")) C("1.2")),
          "update text first block of words here second block has other words 1.1 > 1.1 (along); move link b 1.2 > 1.1 (along); "
          "move link bb 1.2 > 1.1 (along); delete text second block has other words 1.2 (along); "
          "merge block  > 1.1 [1.1] [1.2]; delete block 1.2 >  (along)");
    gives("all new at the same place", BLOCK("1", A B("1.2") C("1.3")), BLOCK("1", A BLOCK("1.2", LINKS(LINK("n", "8"))) C("1.3")),
          "insert link n > 1.2; delete link b 1.2; delete link bb 1.2; delete text second block has other words 1.2");
}

#define MAP(ref, y) "<Block Ref='" ref "' Pos='0 " y " 300 50'>" TEXT("a map of the town") "</Block>"

/* What a person who looks at both pages would say. */
static void test_person(void)
{
    gives(
        "a block beside others leaves the root and all others alone", BLOCK("1", BLOCK("1.1", AT("1.1.1") B("1.1.2")) C("1.2")),
        BLOCK("1", BLOCK("1.1", BLOCK("1.1.1", TEXT("four words of news")) BLOCK("1.1.2", AT("1.1.2.1") B("1.1.2.2"))) C("1.2")),
        "insert text four words of news > 1.1.1 (along); insert block  > 1.1.1; insert block  > 1.1.2; move block 1.1.1 > 1.1.2.1 (along); move block 1.1.2 > 1.1.2.2 (along)");
    gives("a wrapper more moves nothing", BLOCK("1", A B("1.2")), BLOCK("1", BLOCK("1.1", AT("1.1.1") B("1.1.2"))),
          "insert block  > 1.1; move block 1.1 > 1.1.1 (along); move block 1.2 > 1.1.2 (along)");
    gives("a wrapper less moves nothing", BLOCK("1", BLOCK("1.1", AT("1.1.1") B("1.1.2")) C("1.2")),
          BLOCK("1", A B("1.2") C("1.3")), "delete block 1.1 > ; move block 1.1.1 > 1.1 (along); move block 1.1.2 > 1.2 (along)");
    gives("a block that was replaced has not moved",
          BLOCK("1", MAP("1.1", "0") BLOCK("1.2", TEXT("the old news of the day")) BLOCK("1.3", TEXT("prices of bread and milk"))),
          BLOCK("1", MAP("1.1", "0") BLOCK("1.2", TEXT("prices of bread and milk")) BLOCK("1.3", TEXT("who wants to sing along"))),
          "insert text who wants to sing along > 1.3 (along); delete text the old news of the day 1.2 (along); "
          "insert block  > 1.3; delete block 1.2 > ");
}

#define LONG "one two three four five six seven eight nine ten eleven twelve"

static void test_parts(void)
{
    gives("a word that changed in a block that was split", BLOCK("1", BLOCK("1.1", TEXT(LONG)) C("1.2")),
          BLOCK("1",
                BLOCK("1.1", TEXT("one two three four NEW six seven")) BLOCK("1.2", TEXT("eight nine ten eleven twelve")) C("1.3")),
          "update text one two three four NEW six seven eight nine ten eleven twelve 1.1 > 1.1; "
          "update text one two three four NEW six seven 1.1 > 1.1 (along); insert text eight nine ten eleven twelve > 1.2 (along); "
          "split block 1.1 >  [1.1] [1.2]; insert block  > 1.2 (along)");
    gives(
        "a link that is new in a part, and one that leads elsewhere",
        BLOCK("1", BLOCK("1.1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3") LINK("d", "4") LINK("e", "5") LINK("f", "8")))
                       C("1.2")),
        BLOCK("1", BLOCK("1.1", LINKS(LINK("a", "1") LINK("b", "2") LINK("c", "3")))
                       BLOCK("1.2", LINKS(LINK("d", "4") LINK("e", "6") LINK("f", "8") LINK("new", "7"))) C("1.3")),
        "insert link new > 1.2; update link e 1.1 > 1.2; move link d 1.1 > 1.2 (along); move link f 1.1 > 1.2 (along); split block 1.1 >  [1.1] [1.2]; "
        "insert block  > 1.2 (along)");
}

#define ROW(ref, number, name, adr) BLOCK(ref, LINKS(LINK(name, adr)) TEXT(number))
#define MENU LINK("sport", "s1") LINK("money", "m1") LINK("music", "u1")

/* Pages repeat themselves: rows of one table, a menu for large and one for small screens. */
static void test_repeats(void)
{
    gives("the first row of a list is gone, and links of others lead elsewhere",
          BLOCK("1", ROW("1.1", "1.", "ant", "1") ROW("1.2", "2.", "bee", "2") ROW("1.3", "3.", "cat", "3")) C("2"),
          BLOCK("1", ROW("1.1", "2.", "bee", "9") ROW("1.2", "3.", "cat", "8")) C("2"),
          "update link bee 1.2 > 1.1; update link cat 1.3 > 1.2; delete link ant 1.1 (along); delete text 1. 1.1 (along); "
          "delete block 1.1 > ");
    gives("a small copy of a menu that stays is not a part of the large one",
          BLOCK("1", BLOCK("1.1", LINKS(MENU LINK("more", "o1") LINK("help", "h1"))) BLOCK("1.2", LINKS(MENU))) C("2"),
          BLOCK("1", BLOCK("1.1", LINKS(MENU LINK("more", "o1") LINK("help", "h2")))) C("2")
              BLOCK("3", BLOCK("3.1", LINKS(MENU LINK("new", "n1")))),
          "update link help 1.1 > 1.1; insert link new > 3.1; insert block  > 3; move block 1.2 > 3.1");
}

#define NEWS(ref, words) BLOCK(ref, LINKS(LINK("more", "/m")) TEXT(words))
#define FOOT(ref) BLOCK(ref, LINKS(LINK("imprint", "/i") LINK("privacy", "/p")) TEXT("made by hand since 1998"))
#define CARD(ref, name, adr, price) BLOCK(ref, LINKS(LINK(name, adr)) IMGS(IMG(name, adr ".jpg")) TEXT(price))

/* Pages as they change from day to day. */
static const struct {
    const char *name, *old, *new, *want;
} days[] = {
    { "a headline is put before the others",
      BLOCK("1", NEWS("1.1", "the ferry sails again on Monday") NEWS("1.2", "school gets a new roof this year")) FOOT("2"),
      BLOCK("1", NEWS("1.1", "storm closes the northern pier") NEWS("1.2", "the ferry sails again on Monday")
                     NEWS("1.3", "school gets a new roof this year")) FOOT("2"),
      "insert link more > 1.1 (along); insert text storm closes the northern pier > 1.1 (along); insert block  > 1.1" },
    { "one word of a headline",
      BLOCK("1", NEWS("1.1", "the ferry sails again on Monday") NEWS("1.2", "school gets a new roof this year")) FOOT("2"),
      BLOCK("1", NEWS("1.1", "the ferry sails again on Friday") NEWS("1.2", "school gets a new roof this year")) FOOT("2"),
      "update text the ferry sails again on Friday 1.1 > 1.1" },
    { "a price",
      BLOCK("1", CARD("1.1", "oak", "/oak", "340 euro in stock today") CARD("1.2", "elm", "/elm", "200 euro in stock today"))
          FOOT("2"),
      BLOCK("1", CARD("1.1", "oak", "/oak", "360 euro in stock today") CARD("1.2", "elm", "/elm", "200 euro in stock today"))
          FOOT("2"),
      "update text 360 euro in stock today 1.1 > 1.1" },
    { "cards in another order",
      BLOCK("1",
            CARD("1.1", "oak", "/oak", "340 euro") CARD("1.2", "elm", "/elm", "200 euro") CARD("1.3", "ash", "/ash", "180 euro")),
      BLOCK("1",
            CARD("1.1", "ash", "/ash", "180 euro") CARD("1.2", "oak", "/oak", "340 euro") CARD("1.3", "elm", "/elm", "200 euro")),
      "move block 1.3 > 1.1" },
    { "a card that is sold out and goes",
      BLOCK("1", CARD("1.1", "oak", "/oak", "340 euro") CARD("1.2", "elm", "/elm", "200 euro")) FOOT("2"),
      BLOCK("1", CARD("1.1", "oak", "/oak", "340 euro")) FOOT("2"),
      "delete link elm 1.2 (along); delete image elm 1.2 (along); delete text 200 euro 1.2 (along); delete block 1.2 > " },
    { "another picture of the same thing", BLOCK("1", IMGS(IMG("oak", "a.jpg")) TEXT("a table of oak")),
      BLOCK("1", IMGS(IMG("oak", "b.jpg")) TEXT("a table of oak")), "update image oak 1 > 1" },
    { "another description of the same picture", BLOCK("1", IMGS(IMG("oak", "a.jpg")) TEXT("a table of oak")),
      BLOCK("1", IMGS(IMG("oak table", "a.jpg")) TEXT("a table of oak")), "insert image oak table > 1; delete image oak 1" },
    { "a menu grows", BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n"))) FOOT("2"),
      BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n") LINK("shop", "/s"))) FOOT("2"), "insert link shop > 1" },
    { "a menu is renamed", BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n"))) FOOT("2"),
      BLOCK("1", LINKS(LINK("home", "/") LINK("latest", "/n"))) FOOT("2"), "insert link latest > 1; delete link news 1" },
    { "a link goes from the foot into the menu",
      BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n"))) BLOCK("2", LINKS(LINK("jobs", "/j") LINK("imprint", "/i"))),
      BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n") LINK("jobs", "/j"))) BLOCK("2", LINKS(LINK("imprint", "/i"))),
      "move link jobs 2 > 1" },
    { "menu and foot change places",
      BLOCK("1", LINKS(LINK("home", "/") LINK("news", "/n"))) NEWS("2", "the ferry sails again on Monday") FOOT("3"),
      FOOT("1") NEWS("2", "the ferry sails again on Monday") BLOCK("3", LINKS(LINK("home", "/") LINK("news", "/n"))),
      "move block 3 > 1; move block 2 > 2" },
    { "a page that is empty now", NEWS("1", "the ferry sails again on Monday") FOOT("2"), "",
      "delete link more 1 (along); delete text the ferry sails again on Monday 1 (along); delete link imprint 2 (along); delete link privacy 2 (along); delete text made by hand since 1998 2 (along); delete block 1 > ; delete block 2 > " },
    { "and one that was", "", NEWS("1", "the ferry sails again on Monday"),
      "insert link more > 1 (along); insert text the ferry sails again on Monday > 1 (along); insert block  > 1" },
    { "nothing of the page is left", NEWS("1", "the ferry sails again on Monday") FOOT("2"),
      BLOCK("1", LINKS(LINK("log in", "/l")) TEXT("please give your name and word")),
      "insert link log in > 1; insert text please give your name and word > 1; delete link more 1; delete text the ferry sails again on Monday 1; delete link imprint 2 (along); delete link privacy 2 (along); delete text made by hand since 1998 2 (along); delete block 2 > " },
    { "a text becomes a link", BLOCK("1", LINKS(LINK("k", "1")) TEXT("see the plan")),
      BLOCK("1", LINKS(LINK("k", "1") LINK("the plan", "/plan")) TEXT("see")), "insert link the plan > 1; update text see 1 > 1" },
    { "words without spaces", BLOCK("1", TEXT("图书馆星期一休息")), BLOCK("1", TEXT("图书馆星期二休息")),
      "update text 图书馆星期二休息 1 > 1" },
    { "of them more than half", BLOCK("1", LINKS(LINK("k", "1")) TEXT("图书馆星期一休息")),
      BLOCK("1", LINKS(LINK("k", "1")) TEXT("泳池全年开放星期")),
      "insert text 泳池全年开放星期 > 1; delete text 图书馆星期一休息 1" },
    { "a text in Thai", BLOCK("1", TEXT("ร้านเปิดทุกวันตั้งแต่เช้า")), BLOCK("1", TEXT("ร้านเปิดทุกวันตั้งแต่บ่าย")),
      "update text ร้านเปิดทุกวันตั้งแต่บ่าย 1 > 1" },
    { "letters that XML escapes", BLOCK("1", LINKS(LINK("a &amp; b", "/?x=1&amp;y=2"))),
      BLOCK("1", LINKS(LINK("a &amp; b", "/?x=1&amp;y=3"))), "update link a & b 1 > 1" },
};

static void test_days(void)
{
    for (size_t i = 0; i < ARRAY_LEN(days); i++)
        gives(days[i].name, days[i].old, days[i].new, days[i].want);
}

/* What vidiff says can be applied, there and back. */
static void test_days_apply(void)
{
    for (size_t i = 0; i < ARRAY_LEN(days); i++) {
        AUTO(arena) a = { 0 };
        struct vixml *old = document_of(&a, days[i].old), *new = document_of(&a, days[i].new), there, back;
        struct videlta d, inverse;
        struct err e = { 0 };

        vidiff(&a, old, new, &(struct vidiff_options){ 0 }, &d);
        videlta_invert(&a, &d, &inverse);
        ok(!videlta_apply(&a, old, &d, &there, &e) && vixml_state(&there) == vixml_state(new)
               && !videlta_apply(&a, new, &inverse, &back, &e) && vixml_state(&back) == vixml_state(old),
           "%s: there and back", days[i].name);
    }
}

static void test_growth(void)
{
    AUTO(arena) a = { 0 };
    static const char small[] = BLOCK("1", LINKS(LINK("k", "1") LINK("l", "2")) TEXT("six words stand here at first"));
    static const char large[] = BLOCK("1", LINKS(LINK("k", "1") LINK("l", "2"))
                                               TEXT("six words stand here at first " LONG " " LONG " " LONG " " LONG " " LONG));
    struct videlta there, back;
    vidiff(&a, document_of(&a, small), document_of(&a, large), &(struct vidiff_options){ 0 }, &there);
    vidiff(&a, document_of(&a, large), document_of(&a, small), &(struct vidiff_options){ 0 }, &back);
    eq_int(there.n_changes, back.n_changes, "to grow by eleven times and to shrink by as much are the same operations");
    eq_int(there.n_structure + back.n_structure, 0, "in the same block");
}

static void test_words(void)
{
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "between blanks", "one two  three", "one|two|three" },
        { "signs stay with their word", "Well, (yes) it's 4.50!", "Well,|(yes)|it's|4.50!" },
        { "a Chinese character each", "开放时间", "开|放|时|间" },
        { "beside letters", "WiFi密码abc", "WiFi|密|码|abc" },
        { "a Thai character with its marks", "น้ำดี", "น้|ำ|ดี" },
        { "Korean sets blanks", "도서관 휴관일", "도서관|휴관일" },
        { "blanks alone are no word", "   ", "" },
        { "nothing", "", "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct str text = str_of(cases[i].text), all = STR("");
        for (struct str word; (word = vi_next_word(&text)).len;)
            all = arena_printf(&a, "%.*s%s%.*s", STR_ARG(all), all.len ? "|" : "", STR_ARG(word));
        eq_str(all, str_of(cases[i].want), cases[i].name);
    }
}

static void test_distance(void)
{
    AUTO(arena) a = { 0 };
    ok(vi_text_distance(&a, STR("a b c d"), STR("a b c d")) == 0, "the same words");
    ok(vi_text_distance(&a, STR("a b c d"), STR("d c b a")) == 0, "order does not count");
    ok(vi_text_distance(&a, STR("a b c d"), STR("a b c d e f g h")) == 4.0 / 12, "words more count too");
    ok(vi_text_distance(&a, STR("a b c d e f g h"), STR("a b c d")) == 4.0 / 12, "as much as words less");
    ok(vi_text_distance(&a, STR("a b c d"), STR("a c d")) == 1.0 / 7, "one of seven");
    ok(vi_text_distance(&a, STR("a a a b"), STR("a b")) == 2.0 / 6, "words are counted as often as they stand there");
    ok(vi_text_distance(&a, STR("ab"), STR("abc")) == 1, "a longer word is another word");
    ok(vi_text_distance(&a, STR("x ab"), STR("x")) == 1.0 / 3, "a word at the end");
    ok(vi_text_distance(&a, STR("ab x"), STR("b x")) == 0.5, "a word at the start");
}

int main(void)
{
    test_figure();
    test_items();
    test_texts();
    test_same_link();
    test_blocks();
    test_person();
    test_parts();
    test_repeats();
    test_growth();
    test_days();
    test_days_apply();
    test_words();
    test_distance();
    return tap_done();
}
