/* One passage of the text view: which sign opens it, what is left out of a long one, how stretches are joined, what is said of a move. */
#include "tests/show/text_lines.h"

static const struct text_case signs[] = {
    { "a plus where all of it came", "<p>Stays here.", "<p>Stays here.<p>It is new.", "  + {+It is new.+}\n" },
    { "a minus where all of it went", "<p>Stays here.<p>It was old.", "<p>Stays here.", "  - [-It was old.-]\n" },
    { "a tilde where some of it stayed", "<p>It was old.", "<p>It is old.", "  ~ It [-was-]{+is+} old.\n" },
    { "an item in the place of another is one that went and one that came", "<ul><li>one fish<li>red<li>two fish</ul>",
      "<ul><li>one fish<li>blue<li>two fish</ul>",
      "  - [-red-]\n"
      "  + {+blue+}\n" },
    { "an arrow where it moved", "<ul><li>one red fish<li>two blue birds swim<li>three old green cats sleep</ul>",
      "<ul><li>two blue birds swim<li>three old green cats sleep<li>one red fish</ul>", "  > (moved down) one red fish\n" },
};

static const struct text_case seams[] = {
    { "nothing stands between old words and the new ones in their place", "<p>a b c d", "<p>a x c d", "  ~ a [-b-]{+x+} c d\n" },
    { "words that went before a comma", "<p>Red, green and blue are here.", "<p>Red and blue are here.",
      "  ~ Red[-, green-] and blue are here.\n" },
    { "a word that came with a space where the old one had none", "<p>It costs 5€ today only.", "<p>It costs 5 euro today only.",
      "  ~ It costs 5[-€-] {+euro+} today only.\n" },
    { "what went at the start of a line", "<p>Now it rains a lot.", "<p>It rains a lot.", "  ~ [-Now it-]{+It+} rains a lot.\n" },
    { "what went at the end of one", "<p>It rains a lot today.", "<p>It rains a lot.", "  ~ It rains a lot [-today-].\n" },
    { "a block that went before another inside a card",
      "<ul><li><h3>Chair</h3><p>New</p><p>89 euro</p><li><h3>Lamp</h3><p>9 euro</p></ul>",
      "<ul><li><h3>Chair</h3><p>89 euro</p><li><h3>Lamp</h3><p>9 euro</p></ul>", "  ~ Chair · [-New-] · 89 euro\n" },
    { "a cell that changed between two that stayed", "<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>",
      "<table><tr><td>a<td>x<td>c<tr><td>d<td>e<td>f</table>", "  ~ a | [-b-]{+x+} | c\n" },
    { "a cell that is empty now", "<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>",
      "<table><tr><td>a<td><td>c<tr><td>d<td>e<td>f</table>", "  ~ a | [-b-] | c\n" },
    { "a line break that came is not read out", "<p>12 Mill Lane Oxford, England and so on</p>",
      "<p>12 Mill Lane<br>Oxford, England and so on, yes</p>", "  ~ Oxford, England and so on{+, yes+}\n" },
};

static const struct text_case moves[] = {
    { "up", "<ul><li>two blue birds swim<li>three old green cats sleep<li>one red fish</ul>",
      "<ul><li>one red fish<li>two blue birds swim<li>three old green cats sleep</ul>", "  > (moved up) one red fish\n" },
    { "down", "<ul><li>one red fish<li>two blue birds swim<li>three old green cats sleep</ul>",
      "<ul><li>two blue birds swim<li>three old green cats sleep<li>one red fish</ul>", "  > (moved down) one red fish\n" },
    { "from under another heading",
      "<h2>News</h2><p>The summer fair opens in the park in May.</p><p>Snow fell on the hills.</p><h2>Past</h2><p>The old bridge was painted red by the town.</p>",
      "<h2>News</h2><p>Snow fell on the hills.</p><h2>Past</h2><p>The old bridge was painted red by the town.</p><p>The summer fair opens in the park in May.</p>",
      "@@ Past\n"
      "  > (moved from \"News\") The summer fair opens in the park in May.\n" },
    { "a short sentence under another heading is one that went and one that came",
      "<h2>News</h2><p>The fair opens.</p><p>Snow fell on the hills last night.</p><h2>Past</h2><p>The old bridge was painted red.</p>",
      "<h2>News</h2><p>Snow fell on the hills last night.</p><h2>Past</h2><p>The old bridge was painted red.</p><p>The fair opens.</p>",
      "@@ News\n"
      "  - [-The fair opens.-]\n"
      "@@ Past\n"
      "  + {+The fair opens.+}\n" },
    { "with a word changed in it", "<ul><li>one red fish swims<li>two blue birds sing<li>three old green cats sleep</ul>",
      "<ul><li>two blue birds sing<li>three old green cats sleep<li>one pink fish swims</ul>",
      "  > (moved down) one [-red-]{+pink+} fish swims\n" },
    { "a picture with its words",
      "<ul><li><img src=a.png alt=Ash> the first tree of all<li>two blue birds sing here<li>three old green cats sleep</ul>",
      "<ul><li>two blue birds sing here<li>three old green cats sleep<li><img src=a.png alt=Ash> the first tree of all</ul>",
      "  > (moved down) [img Ash] the first tree of all\n" },
};

static const struct text_case pictures[] = {
    { "another picture that is described alike is told by its file", "<center><img src=a.gif alt=Logo></center><p>Text stays.",
      "<img src=b.gif alt=Logo><p>Text stays.", "  ~ picture \"Logo\": [-a.gif-]{+b.gif+}\n" },
    { "one with another description by that", "<p>Text stays.<p><img src=a.gif alt=Cat>",
      "<p>Text stays.<p><img src=b.gif alt=Dog>", "  ~ picture [-Cat-]{+Dog+}: [-a.gif-]{+b.gif+}\n" },
    { "one that came", "<p>Text stays.", "<p>Text stays.<p><img src=b.gif alt=Dog>", "  + {+[img Dog]+}\n" },
    { "one that went", "<p>Text stays.<p><img src=b.gif alt=Dog>", "<p>Text stays.", "  - [-[img Dog]-]\n" },
    { "a rule beside it says nothing", "<p>Text stays.", "<p>Text stays.<hr><p>It is new.<hr>", "  + {+It is new.+}\n" },
};

static const struct text_case hidden[] = {
    { "what nobody sees is called hidden", "<p>Text stays.<p hidden>Secret one here.", "<p>Text stays.<p hidden>Secret two here.",
      "  ~ Secret [-one-]{+two+} here. (hidden)\n" },
    { "a passage of which a part is seen is not", "<p>Text <b hidden>one</b> stays here.", "<p>Text <b hidden>two</b> stays there.",
      "  ~ Text [-one-]{+two+} stays [-here-]{+there+}.\n" },
    { "a hidden link that leads elsewhere", "<p>Text stays.<div hidden><a href=/a>it</a> all</div>",
      "<p>Text stays.<div hidden><a href=/b>it</a> all</div>", "  ~ link \"it\": [-/a-]{+/b+} (hidden)\n" },
};

static const struct text_case addresses[] = {
    { "two links of a changed sentence", "<p>From <a href=/a>here</a> to <a href=/c>there</a> by bus.",
      "<p>From <a href=/b>here</a> to <a href=/d>there</a> by train.",
      "  ~ From here to there by [-bus-]{+train+}. (link \"here\": [-/a-]{+/b+}) (link \"there\": [-/c-]{+/d+})\n" },
    { "a link of the next sentence is told there", "<p>Go by bus to town.<p>See <a href=/a>the map</a> of it.",
      "<p>Go by train to town.<p>See <a href=/b>the map</a> of it.",
      "  ~ Go by [-bus-]{+train+} to town.\n"
      "  ~ link \"the map\": [-/a-]{+/b+}\n" },
    { "a link that came with its words has no address told", "<p>Go by bus.", "<p>Go by bus or <a href=/b>by train</a>.",
      "  ~ Go by bus {+or by train+}.\n" },
};

/* A page with words w0 w1 ... where the words at some numbers are others. */
static struct str numbered(struct arena *a, unsigned n, const unsigned *other, unsigned n_other)
{
    AUTO(buf) out = BUF(KIB(64));
    unsigned k = 0;

    buf_add(&out, STR("<p>"));
    for (unsigned i = 0; i < n; i++) {
        bool changed = k < n_other && other[k] == i;
        k += changed;
        buf_addf(&out, "%c%u ", changed ? 'x' : 'w', i);
    }
    return arena_str(a, buf_str(&out));
}

/* Of kept words up to 30 are shown between two changes; of more, nine beside each. */
static void test_kept(void)
{
    static const struct {
        const char *name;
        unsigned n, other[2], n_other;
        const char *want;
    } cases[] = {
        { "nothing is left out of a short sentence", 12, { 3 }, 1, "  ~ w0 w1 w2 [-w3-]{+x3+} w4 w5 w6 w7 w8 w9 w10 w11\n" },
        { "thirty words between two changes are whole",
          32,
          { 0, 31 },
          2,
          "  ~ [-w0-]{+x0+} w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 [-w31-]{+x31+}\n" },
        { "of thirty-one nine stand beside each",
          33,
          { 0, 32 },
          2,
          "  ~ [-w0-]{+x0+} w1 w2 w3 w4 w5 w6 w7 w8 w9 … w23 w24 w25 w26 w27 w28 w29 w30 w31 [-w32-]{+x32+}\n" },
        { "before the first change nine", 45, { 44 }, 1, "  ~ … w35 w36 w37 w38 w39 w40 w41 w42 w43 [-w44-]{+x44+}\n" },
        { "behind the last change nine", 45, { 0 }, 1, "  ~ [-w0-]{+x0+} w1 w2 w3 w4 w5 w6 w7 w8 w9 …\n" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(text_lines(&a, numbered(&a, cases[i].n, NULL, 0), numbered(&a, cases[i].n, cases[i].other, cases[i].n_other)),
               str_of(cases[i].want), cases[i].name);
    }
}

/* Of what came, went or moved 139 words are whole; of more the first 80 and the last 40. */
static void test_long(void)
{
    AUTO(arena) a = { 0 };
    struct str stays = STR("<h2>S</h2><p>kept</p>");
    struct str whole = arena_printf(&a, "%.*s%.*s", STR_ARG(stays), STR_ARG(numbered(&a, 139, NULL, 0)));
    struct str cut = arena_printf(&a, "%.*s%.*s", STR_ARG(stays), STR_ARG(numbered(&a, 140, NULL, 0)));

    ok(str_find(text_lines(&a, stays, whole), STR("…"), 0) == SIZE_MAX, "139 words that came are whole");
    struct str got = text_lines(&a, stays, cut);
    ok(str_find(got, STR(" w79 … (20 words) … w100 "), 0) != SIZE_MAX,
       "of 140 the first 80 and the last 40, and how many are not shown");
    got = text_lines(&a, cut, stays);
    ok(str_find(got, STR("[-w0 "), 0) != SIZE_MAX && str_find(got, STR(" w79 … (20 words) … w100 "), 0) != SIZE_MAX,
       "as of what went");
}

/* A long passage is cut between blocks where one ends near. */
static void test_cut_between_blocks(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) page = BUF(KIB(64));

    buf_add(&page, STR("<h2>S</h2><p>kept</p>"));
    for (unsigned block = 0; block < 20; block++) {
        buf_add(&page, STR("<p>"));
        for (unsigned w = 0; w < 15; w++)
            buf_addf(&page, "b%u.%u ", block, w);
    }
    struct str got = text_lines(&a, STR("<h2>S</h2><p>kept</p>"), buf_str(&page));
    ok(str_find(got, STR("b4.14+}\n    {+… (195 words) …+}\n    {+b18.0"), 0) != SIZE_MAX,
       "what is left out are whole blocks, and the note has a line of its own");
}

/* The first cell of a row names it, and is shown though what changed is far to the right. */
static void test_row_name(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) old = BUF(KIB(64));
    AUTO(buf) new = BUF(KIB(64));

    buf_add(&old, STR("<table><tr><td>Green tea of the hills"));
    buf_add(&new, buf_str(&old));
    for (unsigned k = 0; k < 40; k++) {
        buf_addf(&old, "<td>%u", k);
        buf_addf(&new, "<td>%u", k == 39 ? 99 : k);
    }
    eq_str(text_lines(&a, buf_str(&old), buf_str(&new)),
           STR("  ~ Green tea of the hills … 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | [-39-]{+99+}\n"),
           "the name of the row, dots, and the cells beside the one that changed");
}

int main(void)
{
    check_text_cases(signs, ARRAY_LEN(signs));
    check_text_cases(seams, ARRAY_LEN(seams));
    check_text_cases(moves, ARRAY_LEN(moves));
    check_text_cases(pictures, ARRAY_LEN(pictures));
    check_text_cases(hidden, ARRAY_LEN(hidden));
    check_text_cases(addresses, ARRAY_LEN(addresses));
    test_kept();
    test_long();
    test_cut_between_blocks();
    test_row_name();
    return tap_done();
}
