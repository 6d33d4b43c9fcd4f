/* What a difference is to a reader, one family of attributes after the other. */
#include "compare/classes.h"

#include "tests/example.h"
#include "tests/tap.h"

/* The class that says most among the changes of two pages, or "same". */
static void eq_class(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    unsigned class = 0;

    example_open(&x, old, new);
    while (class < CHANGE_CLASSES && !x.delta.n_class[class])
        class ++;
    const char *got = class < CHANGE_CLASSES ? class_name((enum change_class) class) : "same";
    eq_str(str_of(got), str_of(want), new);
}

static void eq_changes(const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };

    example_open(&x, old, new);
    eq_str(example_changes(&x), str_of(want), want);
    if (x.delta.n_changes)
        eq_int(x.delta.change[0].class, CLASS_CONTENT, "a change of content");
}

static void test_values(void)
{
    eq_class("<p ALIGN=CENTER>a", "<p align=center>a", "same");
    eq_class("<p align=left>a", "<p align=center>a", "look");
    eq_class("<p class='a b'>a", "<p class='b  a a'>a", "same");
    eq_class("<p class='a b'>a", "<p class='a c'>a", "look");
    eq_class("<p class='css-1x2y3z big'>a", "<p class='big css-9a8b7c'>a", "machinery");
    eq_class("<p style='color: RED; margin:0'>a", "<p style='margin: 0;color:red;'>a", "same");
    eq_class("<p style='color:red'>a", "<p style='color:blue'>a", "look");
    eq_class("<p style='background:url(a.png)'>a", "<p style='background:url(b.png)'>a", "content");
    eq_class("<table width=100><td>a</table>", "<table width=100px><td>a</table>", "same");
    eq_class("<table width=100><td>a</table>", "<table width=90%><td>a</table>", "look");
    eq_class("<ul compact><li>a</ul>", "<ul compact=compact><li>a</ul>", "same");
    eq_class("<p lang=en dir=ltr>a", "<p dir=LTR lang=EN>a", "same");
    eq_class("<p id=a onclick=b>a", "<p id=c>a", "same");
    eq_class("<p data-reactid=1>a", "<p data-reactid=2>a", "machinery");
    eq_class("<p nonce=1 _ngcontent-a>a", "<p nonce=2 _ngcontent-b>a", "machinery");
    eq_class("<div aria-labelledby=a>a</div>", "<div aria-labelledby=b>a</div>", "machinery");
    eq_class("<div aria-expanded=true>a</div>", "<div aria-expanded=false>a</div>", "look");
}

static void test_texts(void)
{
    eq_class("<p title=a>x", "<p title=b>x", "content");
    eq_class("<p title=' a  b'>x", "<p title='a b'>x", "same");
    eq_class("<p>x", "<p title=''>x", "machinery");
    eq_class("<a href=h title=old>old</a> x", "<a href=h title=new>new</a> x", "content"); /* the words */
    eq_class("<p title=old>old<p>x", "<p title=new>old<p>x", "content");
}

static void test_labels(void)
{
    eq_class("<button aria-label=Open><svg></svg></button>", "<button aria-label=Close><svg></svg></button>", "content");
    eq_class("<nav aria-label=Main><a href=a>b</a></nav>", "<nav aria-label=Top><a href=a>b</a></nav>", "look");
    eq_class("<img src=a alt=one>", "<img src=a alt=two>", "content");
    eq_class("<img src=a>", "<img src=a alt=''>", "machinery");
}

static void test_forms(void)
{
    eq_class("<input value=a>", "<input value=b>", "content");
    eq_class("<input placeholder=a>", "<input placeholder=b>", "content");
    eq_class("<input>", "<input required>", "content");
    eq_class("<input>", "<input type=text>", "machinery");
    eq_class("<input name=a>", "<input name=b>", "machinery");
    eq_class("<input type=hidden value=a>", "<input type=hidden value=b>", "machinery");
    eq_class("<p>a<input type=hidden name=a>", "<p>a", "machinery");
    eq_class("<input type=checkbox value=1>", "<input type=checkbox value=2>", "machinery");
    eq_class("<input type=checkbox>", "<input type=checkbox checked>", "content");
    eq_class("<select><option value=1>a</select>", "<select><option value=2>a</select>", "machinery");
    eq_class("<select><option>a</select>", "<select><option selected>a</select>", "content");
    eq_class("<form action=a><input></form>", "<form action=b><input></form>", "machinery");
    eq_class("<button type=button>a</button>", "<button type=submit>a</button>", "machinery");
}

/* "/a" and the same address written out, where the page says where it stands. */
static void test_base(void)
{
    eq_class("<base href=http://host.example/x/><a href=../b>t</a>",
             "<base href=http://host.example/x/><a href=http://host.example/b>t</a>", "machinery");
    eq_class("<base href=http://host.example/x/><a href=a>t</a>", "<base href=http://host.example/x/><a href=b>t</a>", "content");
    eq_class("<base href=http://host.example/x/><img src=../p.png>", "<base href=http://host.example/x/><img src=/p.png>",
             "machinery");
    eq_class("<a href=../b>t</a>", "<a href=http://host.example/b>t</a>", "content");
}

/* What a list says anyway. */
static void test_repeats(void)
{
    AUTO(example) x = { 0 };

    example_open(&x, "<ol><li value=1>one<li value=2>two</ol>", "<ol><li value=1>new<li value=2>one<li value=3>two</ol>");
    eq_int(x.delta.n_class[CLASS_CONTENT], 1, "numbers that only count on are not content");
#define POST(x) "<div class=post><h3>" x "</h3><p>about " x "</div>"
#define AD "<div class=ad>Buy <a href=/ad>this</a></div>"
    eq_class("<ol><li value=1>one two<li value=2>three</ol>", "<ol><li value=1>three<li value=2>one two</ol>", "content");
    eq_class("<ol><li value=1>one<li value=2>two</ol>", "<ol><li value=1>one<li value=7>two</ol>", "content");
    eq_class("<main>" POST("a") POST("b") AD POST("c") POST("d") AD POST("e") "</main>",
             "<main>" POST("a") AD POST("b") POST("c") AD POST("d") POST("e") AD "</main>", "look");
    eq_class("<main>" POST("a") POST("b") POST("c") "</main>", "<main>" POST("a") AD POST("b") AD POST("c") "</main>", "content");
    eq_class("<div><a href=x><img src=a alt='Tall tree'></a><p>Tall tree</div>",
             "<div><a href=x><img src=a alt='Old tree'></a><p>Tall tree</div>", "content");
}

static void test_pictures(void)
{
    eq_class("<img src=a.png>", "<img src=b.png>", "content");
    eq_class("<img src='a.png?v=1'>", "<img src='a.png?v=2'>", "machinery");
    eq_class("<img src='a.png?w=100'>", "<img src='a.png?w=200'>", "look");
    eq_class("<img src=a.png>", "<img src=a.png srcset='a.png 1x, b.png 2x'>", "look");
    eq_class("<img src=a.png srcset='a.png 1x'>", "<img src=a.png srcset='b.png 1x'>", "content");
    eq_class("<img src=a.png width=10>", "<img src=a.png width=20>", "look");
    eq_class("<img src=data:image/gif;base64,R0lGOD data-src=a.png>", "<img src=a.png data-src=a.png>", "machinery");
    eq_class("<p>a", "<p>a<img src=pixel width=1 height=1>", "machinery");
    eq_class("<p>a", "<p>a<svg><path d=M0></path></svg>", "look");
    eq_class("<p>a", "<p>a<svg><text>New</text></svg>", "content");
    eq_class("<p>one two three four", "<p>one two three four<br>", "look");
    eq_class("<p>one two<br>three four five", "<p>one two three<br>four five", "look");
    eq_class("<p>one two three.<br>four five six", "<p>one two three. four five<br>six", "look");
    eq_class("<table><tr><td>one two<br>three 4<td>5</table>", "<table><tr><td>one<br>two three 4<td>5</table>", "look");
    eq_class("<p>one 2<br>three 4 euro<br>five six", "<p>one<br>2 three<br>4 euro five<br>six", "look");
}

static void test_links(void)
{
    eq_changes("<p>see our terms", "<p>see our <a href=/terms>terms</a>", "attribute: terms -> terms (link to \"/terms\" added)");
    eq_changes("<p>see <a href=/terms>terms</a>", "<p>see <b>terms</b>", "attribute: terms -> terms (link to \"/terms\" removed)");
    eq_changes("<p>see <a href=/a>terms</a>", "<p>see <a href=/b>terms</a>",
               "attribute: terms -> terms (href was \"/a\", is now \"/b\")");
    eq_class("<h2>Terms</h2>", "<h2><a href=#terms>Terms</a></h2>", "look");
    eq_class("<p>a <a href=x?utm_source=1>b</a>", "<p>a <a href=x?utm_source=2>b</a>", "machinery");
    eq_class("<p>a <a href=x rel=nofollow>b</a>", "<p>a <a href=x>b</a>", "machinery");
    eq_class("<p>a <a href=x target=_blank>b</a>", "<p>a <a href=x>b</a>", "look");
    eq_changes("<p>a", "<p>a<a href=/f class=icon></a>", "attribute: (link to \"/f\" added)");
    eq_class("<p>a", "<p>a<a name=f></a>", "machinery");
    eq_class("<p><a href=x>a</a> b", "<p><span><a href=x>a</a></span> b", "look");
}

static void test_hidden(void)
{
    eq_changes("<p>a<p>b", "<p>a<p hidden>b", "attribute: b -> b (no longer shown)");
    eq_changes("<p>a<p style='display:none'>b", "<p>a<p>b", "attribute: b -> b (now shown)");
    eq_class("<p>a<p></p>", "<p>a<p hidden></p>", "machinery");
    eq_class("<div hidden><p>b</div>", "<div hidden><p hidden>b</div>", "machinery");
    AUTO(example) x = { 0 };
    example_open(&x, "<p>a<p>b", "<p>a<p hidden>b");
    ok(x.delta.n_changes == 1 && !x.delta.change[0].hidden, "what went out of sight is told");
}

static void test_lists(void)
{
    eq_class("<ol><li>a<li>b</ol>", "<ol><li value=1>a<li value=2>b</ol>", "machinery");
    eq_class("<ol><li>a<li>b</ol>", "<ol><li>a<li value=7>b</ol>", "content");
    eq_class("<ol><li>a</ol>", "<ol start=3><li>a</ol>", "content");
    eq_class("<progress value=1 max=9></progress>", "<progress value=2 max=9></progress>", "content");
}

static void test_xml(void)
{
    eq_class("<?xml version='1.0'?><a><b c='1'>x</b></a>", "<?xml version='1.0'?><a><b c='2'>x</b></a>", "content");
    eq_class("<?xml version='1.0'?><a><b>x</b></a>", "<?xml version='1.0'?><a><c>x</c></a>", "content");
    eq_class("<?xml version='1.0'?><a><b id='1'>x</b></a>", "<?xml version='1.0'?><a><b id='2'>x</b></a>", "same");
}

static void test_spaces(void)
{
    eq_class("<pre>a\n b</pre>", "<pre>a\n  b</pre>", "content");
    eq_class("<p><b>a</b> <i>b</i>", "<p><b>a</b><i>b</i>", "look");
    eq_class("<textarea> a</textarea>", "<textarea>a</textarea>", "content");
}

static void test_wrappers(void)
{
    eq_class("<p>one two", "<p><span>one</span> two", "look");
    eq_class("<p>one two", "<p>one  <!-- x --> two", "same");
    eq_class("<p>one two", "<div>one two</div>", "look");
    eq_class("<p>one two", "<p>one three", "content");
    eq_class("<title>a</title>", "<title>b</title>", "content");
}

/* Some changes alone: they keep their order, and words their changes. */
static void test_choose(void)
{
    AUTO(example) x = { 0 };
    struct delta d;
    bool chosen[3] = { false };

    example_open(&x, "<hr><p class=a>one two three<p>four", "<p class=b>one two three<p>five");
    eq_int(x.delta.n_changes, 3, "three changes in all");
    for (uint32_t i = 0; i < 3; i++)
        chosen[i] = x.delta.change[i].class == CLASS_CONTENT;
    delta_choose(&x.arena, &x.delta, &(struct delta_choice){ chosen, NULL, NULL }, &d);
    ok(d.n_changes == 1 && d.change[0].kind == CHANGE_UPDATE, "one of them of content");
    eq_int(d.old_change[d.change[0].old_word], 0, "which its words know");
    eq_int(d.n_class[CLASS_LOOK], 0, "the others are not counted");
    ok(d.n_updates == 1 && d.n_deletes == 0 && d.n_formats == 0 && d.words_deleted == 1, "kinds and words are those of content");
    delta_choose(&x.arena, &x.delta, &(struct delta_choice){ (const bool[3]){ false }, NULL, NULL }, &d);
    ok(d.n_changes == 0 && d.words_deleted == 0 && d.new_change[x.delta.change[2].new_word] == NONE, "nothing chosen is nothing");
}

static void test_addresses_to_read(void)
{
    AUTO(example) x = { 0 };

    example_open(&x, "<p>See <a href='https://a.example/x'>a.example/x</a> or <a href=/p>this</a>",
                 "<p>See <a href='https://a.example/y'>a.example/y</a> or <a href=/q>this</a>");
    eq_int(x.delta.n_class[CLASS_CONTENT], 2, "an address that is there to be read is one change, with the other link two");
}

int main(void)
{
    test_addresses_to_read();
    test_values();
    test_texts();
    test_labels();
    test_forms();
    test_base();
    test_repeats();
    test_pictures();
    test_links();
    test_hidden();
    test_lists();
    test_xml();
    test_spaces();
    test_wrappers();
    test_choose();
    return tap_done();
}
