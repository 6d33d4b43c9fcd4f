/* Addresses and texts of attributes in the text view: what they are called, what is told of them, what two have in common. */
#include "tests/show/text_lines.h"

/* Each kind has a name that people know. */
static const struct text_case kinds[] = {
    { "a link", "<p>See <a href=/a>the map</a> here", "<p>See <a href=/b>the map</a> here",
      "  ~ link \"the map\": [-/a-]{+/b+}\n" },
    { "an area of a map", "<map><area href=/a alt=x></map><p>x", "<map><area href=/b alt=x></map><p>x",
      "  ~ link: [-/a-]{+/b+}\n" },
    { "a picture", "<p>x <img src=a.png alt=Cat>", "<p>x <img src=b.png alt=Cat>", "  ~ picture \"Cat\": [-a.png-]{+b.png+}\n" },
    { "a picture in several sizes", "<p>x <picture><source srcset=s.webp><img src=a.png alt=Cat></picture>",
      "<p>x <picture><source srcset=s.webp><img src=b.png alt=Cat></picture>", "  ~ picture \"Cat\": [-a.png-]{+b.png+}\n" },
    { "a frame", "<p>x <iframe src=/a></iframe>", "<p>x <iframe src=/b></iframe>", "  ~ frame: [-/a-]{+/b+}\n" },
    { "a film", "<p>x <video src=a.mp4></video>", "<p>x <video src=b.mp4></video>", "  ~ film: [-a.mp4-]{+b.mp4+}\n" },
    { "a sound", "<p>x <audio src=a.ogg controls></audio>", "<p>x <audio src=b.ogg controls></audio>",
      "  ~ sound: [-a.ogg-]{+b.ogg+}\n" },
    { "a recording that a film chooses from", "<p>x <video><source src=a.mp4></video>", "<p>x <video><source src=b.mp4></video>",
      "  ~ recording: [-a.mp4-]{+b.mp4+}\n" },
    { "a description of a picture", "<p>x <img src=a.png alt='A cat'>", "<p>x <img src=a.png alt='A dog'>",
      "  ~ description of a picture: [-A cat-]{+A dog+}\n" },
    { "a tooltip", "<p title='Opens at ten'>Shop", "<p title='Opens at nine'>Shop",
      "  ~ tooltip \"Shop\": [-Opens at ten-]{+Opens at nine+}\n" },
    { "a hint in a field", "<form>Name <input name=n placeholder='Your name'></form>",
      "<form>Name <input name=n placeholder='Full name'></form>", "  ~ hint in the field: [-Your name-]{+Full name+}\n" },
    { "a label for screen readers", "<p><button aria-label='Close it'>×</button> window",
      "<p><button aria-label='Close window'>×</button> window",
      "  ~ label for screen readers \"×\": [-Close it-]{+Close window+}\n" },
    { "a picture behind a box", "<div style='background:url(a.jpg)'>Sale</div>", "<div style='background:url(b.jpg)'>Sale</div>",
      "  ~ picture \"Sale\": [-a.jpg-]{+b.jpg+}\n" },
    { "its address may stand in quotes", "<div style='background:url(\"a.jpg\")'>Sale</div>",
      "<div style='background:url(\"b.jpg\")'>Sale</div>", "  ~ picture \"Sale\": [-a.jpg-]{+b.jpg+}\n" },
};

/* What was not there before, and what is not there now. */
static const struct text_case one_sided[] = {
    { "a description that came", "<p>x <img src=a.png>", "<p>x <img src=a.png alt='A dog'>",
      "  ~ description of a picture: {+A dog+}\n" },
    { "one that went", "<p>x <img src=a.png alt='A dog'>", "<p>x <img src=a.png>", "  ~ description of a picture: [-A dog-]\n" },
    { "a tooltip that came", "<p>Shop hours", "<p title='Opens at nine'>Shop hours",
      "  ~ tooltip \"Shop hours\": {+Opens at nine+}\n" },
    { "blanks around an address do not count", "<p><a href=' /a '>it</a> is", "<p><a href='/b'>it</a> is",
      "  ~ link \"it\": [-/a-]{+/b+}\n" },
    { "a picture and its description", "<p>x <img src=a.png alt=Cat>", "<p>x <img src=b.png alt=Dog>",
      "  ~ picture [-Cat-]{+Dog+}: [-a.png-]{+b.png+}\n" },
};

/* The words of a link are its label. */
static const struct text_case labels[] = {
    { "a link without words has no label", "<p>x <a href=/a><img src=i.png></a> y", "<p>x <a href=/b><img src=i.png></a> y",
      "  ~ link: [-/a-]{+/b+}\n" },
    { "a picture in the link is its label by description", "<p>x <a href=/a><img src=i.png alt=Home></a> y",
      "<p>x <a href=/b><img src=i.png alt=Home></a> y", "  ~ link \"Home\": [-/a-]{+/b+}\n" },
    { "a label of twelve words is whole", "<p><a href=/a>a b c d e f g h i j k l</a>", "<p><a href=/b>a b c d e f g h i j k l</a>",
      "  ~ link \"a b c d e f g h i j k l\": [-/a-]{+/b+}\n" },
    { "of a longer one the start is told", "<p><a href=/a>a b c d e f g h i j k l m n o</a>",
      "<p><a href=/b>a b c d e f g h i j k l m n o</a>", "  ~ link \"a b c d e f g h i j k l…\": [-/a-]{+/b+}\n" },
    { "a link whose words are its address says nothing more when both change", "<p>Go to <a href=/a>/a</a> now",
      "<p>Go to <a href=/b>/b</a> now", "  ~ Go to /[-a-]{+b+} now\n" },
    { "in a sentence that changed the label tells which link", "<p>Take <a href=/a>this</a> or <a href=/x>that</a> today",
      "<p>Take <a href=/b>this</a> or <a href=/x>that</a> tomorrow",
      "  ~ Take this or that [-today-]{+tomorrow+} (link \"this\": [-/a-]{+/b+})\n" },
    { "a link that is the whole passage needs no label", "<p><a href=/a>Read the old story</a>",
      "<p><a href=/b>Read the new story</a>", "  ~ Read the [-old-]{+new+} story (link: [-/a-]{+/b+})\n" },
};

/* Of two long addresses what they share is told once. */
#define HOST "https://example.org/reports/"

static const struct text_case long_addresses[] = {
    { "the part that differs, between what is common", "<p><a href='" HOST "2023/spring/summary.html'>it</a> is",
      "<p><a href='" HOST "2024/spring/summary.html'>it</a> is",
      "  ~ link \"it\": https://example.org/reports/[-2023-]{+2024+}/spring/summary.html\n" },
    { "the end differs", "<p><a href='" HOST "2023/spring/a.html'>it</a> is", "<p><a href='" HOST "2023/spring/b.html'>it</a> is",
      "  ~ link \"it\": https://example.org/reports/2023/spring/[-a.html-]{+b.html+}\n" },
    { "a part that only the new one has", "<p><a href='" HOST "annual/summary.html'>it</a> is",
      "<p><a href='" HOST "2024/annual/summary.html'>it</a> is",
      "  ~ link \"it\": https://example.org/reports/[-annual-]{+2024/annual+}/summary.html\n" },
    { "two that are short stand whole", "<p><a href='https://example.org/a/b/c'>it</a> is",
      "<p><a href='https://example.org/a/b/d'>it</a> is",
      "  ~ link \"it\": [-https://example.org/a/b/c-]{+https://example.org/a/b/d+}\n" },
    { "two that share too little stand whole", "<p><a href='https://example.org/one/two/three/four/five/six'>it</a> is",
      "<p><a href='https://elsewhere.example/seven/eight/nine/ten'>it</a> is",
      "  ~ link \"it\": [-https://example.org/one/two/three/four/five/six-]{+https://elsewhere.example/seven/eight/nine/ten+}\n" },
    { "another question", "<p><a href='" HOST "list.html?page=1&order=name'>it</a> is",
      "<p><a href='" HOST "list.html?page=2&order=name'>it</a> is",
      "  ~ link \"it\": https://example.org/reports/list.html?page=[-1-]{+2+}&order=name\n" },
    { "another place in the page", "<p><a href='" HOST "2024/all-of-it.html#one'>it</a> is",
      "<p><a href='" HOST "2024/all-of-it.html#two'>it</a> is",
      "  ~ link \"it\": https://example.org/reports/2024/all-of-it.html#[-one-]{+two+}\n" },
    { "an address of 40 bytes is long", "<p><a href='https://example.org/abcdefghi/2023/x.htm'>it</a> is",
      "<p><a href='https://example.org/abcdefghi/2024/x.htm'>it</a> is",
      "  ~ link \"it\": https://example.org/abcdefghi/[-2023-]{+2024+}/x.htm\n" },
    { "one of 39 is not", "<p><a href='https://example.org/abcdefgh/2023/x.htm'>it</a> is",
      "<p><a href='https://example.org/abcdefgh/2024/x.htm'>it</a> is",
      "  ~ link \"it\": [-https://example.org/abcdefgh/2023/x.htm-]{+https://example.org/abcdefgh/2024/x.htm+}\n" },
};

/* Four links and more that went from one address to the same other one are told once. */
#define LINK(href, words) "<p><a href=" href ">" words "</a> today"

static const struct text_case repeated[] = {
    { "three links to another address are three lines", LINK("e", "One") LINK("e", "Two") LINK("e", "Three"),
      LINK("f", "One") LINK("f", "Two") LINK("f", "Three"),
      "  ~ link \"One\": [-e-]{+f+}\n"
      "  ~ link \"Two\": [-e-]{+f+}\n"
      "  ~ link \"Three\": [-e-]{+f+}\n" },
    { "four are one", LINK("e", "One") LINK("e", "Two") LINK("e", "Three") LINK("e", "Four"),
      LINK("f", "One") LINK("f", "Two") LINK("f", "Three") LINK("f", "Four"),
      "  ~ link \"One\": [-e-]{+f+} (and 3 more like this)\n" },
    { "a link that became another address is told by itself",
      LINK("e", "One") LINK("e", "Two") LINK("e", "Three") LINK("e", "Four") LINK("e", "Five"),
      LINK("f", "One") LINK("f", "Two") LINK("g", "Three") LINK("f", "Four") LINK("f", "Five"),
      "  ~ link \"One\": [-e-]{+f+} (and 3 more like this)\n"
      "  ~ link \"Three\": [-e-]{+g+}\n" },
    { "links to places of one page count as the same",
      LINK("e#1", "One") LINK("e#2", "Two") LINK("e#3", "Three") LINK("e#4", "Four"),
      LINK("f#1", "One") LINK("f#2", "Two") LINK("f#3", "Three") LINK("f#4", "Four"),
      "  ~ link \"One\": [-e#1-]{+f#1+} (and 3 more like this)\n" },
    { "where the place is another one, too, each is told",
      LINK("e#1", "One") LINK("e#2", "Two") LINK("e#3", "Three") LINK("e#4", "Four"),
      LINK("f#5", "One") LINK("f#6", "Two") LINK("f#7", "Three") LINK("f#8", "Four"),
      "  ~ link \"One\": [-e#1-]{+f#5+}\n"
      "  ~ link \"Two\": [-e#2-]{+f#6+}\n"
      "  ~ link \"Three\": [-e#3-]{+f#7+}\n"
      "  ~ link \"Four\": [-e#4-]{+f#8+}\n" },
};

/* More than one attribute of an element: all of them in one note. */
static const struct text_case several[] = {
    { "two attributes with words stand in one note", "<p><button title=A aria-label=B>Shop</button> one",
      "<p><button title=C aria-label=D>Shop</button> one",
      "  ~ tooltip was \"A\", is now \"C\"; label for screen readers was \"B\", is now \"D\": \"Shop\"\n" },
    { "a tooltip and a style are not two texts", "<p title=A style='color:red'>Shop", "<p title=B style='color:blue'>Shop",
      "  ~ tooltip \"Shop\": [-A-]{+B+}\n" },
    { "a style that has no picture is a change of look", "<p style='color:red'>Shop one", "<p style='color:blue'>Shop one", "" },
    { "an address goes before the rest", "<p><a href=/a title=A>Shop</a> one", "<p><a href=/b title=B>Shop</a> one",
      "  ~ link \"Shop\": [-/a-]{+/b+}\n" },
    { "other tags are not compared by attribute", "<p><a href=/a>Shop</a> one", "<p><b title=B>Shop</b> one",
      "  ~ link to \"/a\" removed: \"Shop\"\n" },
};

static void test_color(void)
{
    AUTO(arena) a = { 0 };
    struct show_options colors = { .color = true };
    struct str got = pair_show(&a, show_text, colors, STR("<p>See <a href=/a>it</a> here"), STR("<p>See <a href=/b>it</a> here"));

    eq_str(got,
           STR("--- \033[1mold.html\033[0m\n"
               "+++ \033[1mnew.html\033[0m\n"
               "  ~ link \"it\": \033[31m/a \033[0m\033[32m/b\033[0m\n"
               "1 change: 1 attribute.\n"),
           "with colours a space parts the old address from the new");
}

int main(void)
{
    check_text_cases(kinds, ARRAY_LEN(kinds));
    check_text_cases(one_sided, ARRAY_LEN(one_sided));
    check_text_cases(labels, ARRAY_LEN(labels));
    check_text_cases(long_addresses, ARRAY_LEN(long_addresses));
    check_text_cases(repeated, ARRAY_LEN(repeated));
    check_text_cases(several, ARRAY_LEN(several));
    test_color();
    return tap_done();
}
