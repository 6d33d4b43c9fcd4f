/* Letters: what stands in them in which order, as HTML (tags and addresses; styles are left out here) and as plain text. */
#include "show/mail.h"

#include "base/limits.h"
#include "tests/tap.h"

#define S(text) STR_INIT(text)

/* The body of a letter with nothing of its tags but their names and addresses; boxes that only hold the layout are left out. */
static void add_tag(struct buf *out, struct str tag)
{
    static const struct str layout[] = { S("table"), S("/table"), S("tr"), S("/tr"), S("div"), S("/div"), S("body"), S("/body") };
    size_t end = 0, href = str_find(tag, STR("href=\""), 0);

    while (end < tag.len && tag.ptr[end] != ' ')
        end++;
    for (size_t k = 0; k < ARRAY_LEN(layout); k++)
        if (str_eq(str_sub(tag, 0, end), layout[k]))
            return;
    buf_addf(out, "<%.*s", STR_ARG(str_sub(tag, 0, end)));
    if (href != SIZE_MAX)
        buf_addf(out, " %.*s", STR_ARG(str_sub(tag, href + 6, str_find(tag, STR("\""), href + 6))));
    buf_add_char(out, '>');
}

static struct str bare(struct arena *a, struct str html)
{
    AUTO(buf) out = BUF(MIB(1));
    size_t at = str_find(html, STR("<body"), 0), end = MIN(html.len, str_find(html, STR("</body>"), 0));
    struct str made = STR("");

    while (at < end) {
        size_t next = html.ptr[at] == '<' ? str_find(html, STR(">"), at) + 1 : at + 1;
        if (html.ptr[at] == '<')
            add_tag(&out, str_sub(html, at + 1, next - 1));
        else if (html.ptr[at] != '\n')
            buf_add_char(&out, html.ptr[at]);
        at = next;
    }
    return buf_take(&out, a, &made, NULL) ? STR("") : made;
}

static struct str as_html(struct arena *a, const struct mail_letter *m)
{
    AUTO(buf) out = BUF(MIB(1));

    mail_html(m, &out);
    return arena_str(a, buf_str(&out));
}

static struct str as_text(struct arena *a, const struct mail_letter *m)
{
    AUTO(buf) out = BUF(MIB(1));

    mail_text(m, &out);
    return arena_str(a, buf_str(&out));
}

/* ---- One change ---- */

static const struct change_case {
    const char *name;
    struct excerpt excerpt;
    const char *html, *text;
} changes[] = {
    { "words in the place of others",
      { .kind = CHANGE_UPDATE, .before = S("Costs"), .old = S("4.20"), .new = S("4.62"), .after = S("euro") },
      "<td><p>Costs <del>4.20</del> <ins>4.62</ins> euro</p></td>",
      "Costs 4.20 → 4.62 euro\n" },
    { "words that came",
      { .kind = CHANGE_INSERT, .before = S("In the"), .new = S("big"), .after = S("sale") },
      "<td><p>In the <ins>big</ins> sale</p></td>",
      "In the [new: big] sale\n" },
    { "words that went",
      { .kind = CHANGE_DELETE, .before = S("In the"), .old = S("big"), .after = S("sale") },
      "<td><p>In the <del>big</del> sale</p></td>",
      "In the [gone: big] sale\n" },
    { "a whole line that came",
      { .kind = CHANGE_INSERT, .new = S("Closed on Monday.") },
      "<td><p><ins>Closed on Monday.</ins></p></td>",
      "New: Closed on Monday.\n" },
    { "a whole line that went",
      { .kind = CHANGE_DELETE, .old = S("Open on Monday.") },
      "<td><p><del>Open on Monday.</del></p></td>",
      "Gone: Open on Monday.\n" },
    { "a line in the place of another is neither new nor gone",
      { .kind = CHANGE_UPDATE, .old = S("Open"), .new = S("Closed") },
      "<td><p><del>Open</del> <ins>Closed</ins></p></td>",
      "Open → Closed\n" },
    { "words that join what stands before and behind",
      { .kind = CHANGE_UPDATE,
        .before = S("("),
        .old = S("a"),
        .new = S("b"),
        .after = S(")"),
        .joins_before = true,
        .joins_after = true },
      "<td><p>(<del>a</del> <ins>b</ins>)</p></td>",
      "(a → b)\n" },
    { "a line that moved says so",
      { .kind = CHANGE_MOVE, .new = S("Read this first.") },
      "<td><p>moved here</p><p><span>Read this first.</span></p></td>",
      "moved here: Read this first.\n" },
    { "and where from, if that is known",
      { .kind = CHANGE_MOVE, .new = S("Read this first."), .note = S("moved from \"News\"") },
      "<td><p>moved from &quot;News&quot;</p><p><span>Read this first.</span></p></td>",
      "moved from \"News\": Read this first.\n" },
    { "a link that leads elsewhere has its words once, and what changed behind them",
      { .kind = CHANGE_ATTRIBUTE, .new = S("the map"), .note = S("link was /a, is now /b") },
      "<td><p>the map (link was /a, is now /b)</p></td>",
      "the map (link was /a, is now /b)\n" },
    { "what changed without words is said by its note alone",
      { .kind = CHANGE_FORMAT, .note = S("table removed") },
      "<td><p>table removed</p><p></p></td>",
      "table removed\n" },
    { "the heading above",
      { .kind = CHANGE_INSERT, .where = S("Tables › Oak"), .new = S("sold out") },
      "<td><p>Tables › Oak</p><p><ins>sold out</ins></p></td>",
      "New: Tables › Oak: sold out\n" },
    { "a colon at its end is not written twice",
      { .kind = CHANGE_INSERT, .where = S("Opening hours:"), .new = S("10 to 4") },
      "<td><p>Opening hours</p><p><ins>10 to 4</ins></p></td>",
      "New: Opening hours: 10 to 4\n" },
    { "the heading and what is said of the change",
      { .kind = CHANGE_UPDATE, .where = S("Oak table"), .note = S("price"), .before = S("now"), .old = S("9"), .new = S("8") },
      "<td><p>Oak table › price</p><p>now <del>9</del> <ins>8</ins></p></td>",
      "Oak table › price: now 9 → 8\n" },
    { "what pages write is escaped",
      { .kind = CHANGE_UPDATE,
        .where = S("a<b>"),
        .before = S("<i>"),
        .old = S("<script>"),
        .new = S("\"&\""),
        .after = S("</p>") },
      "<td><p>a&lt;b&gt;</p><p>&lt;i&gt; <del>&lt;script&gt;</del> <ins>&quot;&amp;&quot;</ins> &lt;/p&gt;</p></td>",
      "a<b>: <i> <script> → \"&\" </p>\n" },
};

static void test_changes(void)
{
    for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) lines = BUF(KIB(64));
        struct excerpt one = changes[i].excerpt;
        struct mail_page page = { .headline = STR("H"), .changes = { .item = &one, .n = 1 } };
        struct str html = bare(&a, as_html(&a, &(struct mail_letter){ .page = &page, .n_pages = 1 }));
        size_t from = str_find(html, STR("</h1>"), 0) + 5, to = str_find(html, STR("<td></td>"), from);

        mail_changes_text(&page, 9, &lines);
        eq_str(str_sub(html, from, MIN(to, html.len)), str_of(changes[i].html), changes[i].name);
        eq_str(buf_str(&lines), str_of(changes[i].text), changes[i].name);
    }
}

/* Marks of another receiver: signs on both sides, no arrow and no lines. */
static void add_shouted(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(out, text.ptr[i] >= 'a' && text.ptr[i] <= 'z' ? (char)(text.ptr[i] - 32) : text.ptr[i]);
}

static void test_marks(void)
{
    static const struct mail_marks starred = { .old = { "-", "-" }, .new = { "*", "*" }, .end = "|", .add = add_shouted };
    struct excerpt item[] = {
        { .kind = CHANGE_UPDATE, .before = S("costs"), .old = S("four"), .new = S("five") },
        { .kind = CHANGE_DELETE, .old = S("all of it") },
        { .kind = CHANGE_MOVE, .new = S("over there") },
    };
    struct mail_page page = { .changes = { .item = item, .n = 3 } };
    static const struct {
        uint32_t max, n_more;
        const char *name, *want;
    } cases[] = {
        { 3, 0, "each change in the marks of the receiver, whose writer writes all words",
          "COSTS -FOUR- *FIVE*|-ALL OF IT-|MOVED HERE: OVER THERE|" },
        { 2, 0, "no more than asked for, and how many are left", "COSTS -FOUR- *FIVE*|-ALL OF IT-|and 1 more|" },
        { 3, 4, "with those that were never among them", "COSTS -FOUR- *FIVE*|-ALL OF IT-|MOVED HERE: OVER THERE|and 4 more|" },
        { 1, 4, "both are counted together", "COSTS -FOUR- *FIVE*|and 6 more|" },
        { 0, 0, "none at all", "and 3 more|" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(buf) out = BUF(KIB(64));
        page.n_more = cases[i].n_more;
        mail_changes(&page, &starred, cases[i].max, &out);
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
    }
}

/* ---- One page ---- */

static struct excerpt price = { .kind = CHANGE_UPDATE, .before = S("Black tea"), .old = S("4.20"), .new = S("4.62") };

#define TEA \
    .headline = S("Black tea costs more"), .title = S("Price list"), .host = S("shop.example"), .when = S("today 10:02"), \
    .url = S("https://shop.example/tea"), .changes = { .item = &price, .n = 1 }

static const struct page_case {
    const char *name;
    struct mail_page page;
    const char *html, *text;
} pages[] = {
    { "without web pages of weft the button opens the page",
      { TEA },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://shop.example/tea>Black tea costs more</a></h1><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td></td><td><a https://shop.example/tea>Open the page</a></td><p></p></td><td>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "with them it shows the difference, and there are things to do",
      { TEA, .diff = S("https://weft.example/d"), .history = S("https://weft.example/h"), .dismiss = S("https://weft.example/x"),
        .pause = S("https://weft.example/p") },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://weft.example/d>Black tea costs more</a></h1><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td></td><td><a https://weft.example/d>See it on the page</a></td><p><a https://weft.example/x>Dismiss, this does not matter</a> &nbsp; <a https://weft.example/p>Pause this page for a week</a> &nbsp; <a https://weft.example/h>History</a></p></td><td>The links above ask you once more before anything changes.<br>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "Difference:  https://weft.example/d\n"
      "Dismiss:     https://weft.example/x\n"
      "Pause:       https://weft.example/p\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "a sentinel's letter can be switched off",
      { TEA, .note = S("Tell me when tea changes"), .rest = S("https://weft.example/r") },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://shop.example/tea>Black tea costs more</a></h1><p>Tell me when tea changes</p><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td></td><td><a https://shop.example/tea>Open the page</a></td><p><a https://weft.example/r>Switch this sentinel off</a></p></td><td>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Tell me when tea changes\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "Switch off:  https://weft.example/r\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "why it is told stands at the foot",
      { TEA, .why = S("Importance 0.4, compared with yesterday.") },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://shop.example/tea>Black tea costs more</a></h1><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td></td><td><a https://shop.example/tea>Open the page</a></td><p></p></td><td>Importance 0.4, compared with yesterday.<br>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "Importance 0.4, compared with yesterday.\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "one more change",
      { TEA, .n_more = 1 },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://shop.example/tea>Black tea costs more</a></h1><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td>and 1 more change; 'weft diff ADDRESS' shows everything</td><td><a https://shop.example/tea>Open the page</a></td><p></p></td><td>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "and 1 more change; 'weft diff ADDRESS' shows everything\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "several more, and where to see them",
      { TEA, .n_more = 7, .diff = S("https://weft.example/d") },
      "4.62 <td><td><p>Price list · shop.example · today 10:02</p><h1><a https://weft.example/d>Black tea costs more</a></h1><td><p>Black tea <del>4.20</del> <ins>4.62</ins></p></td><td>and 7 more changes</td><td><a https://weft.example/d>See it on the page</a></td><p></p></td><td>weft at home</td></td>",
      "Black tea costs more\n"
      "Price list, today 10:02\n"
      "\n"
      "Black tea 4.20 → 4.62\n"
      "\n"
      "and 7 more changes\n"
      "\n"
      "The page:    https://shop.example/tea\n"
      "Difference:  https://weft.example/d\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "an address that is not of the web cannot be clicked",
      { .headline = S("New"), .url = S("javascript:alert(1)"), .dismiss = S("ftp://x/") },
      "<td><td><p></p><h1>New</h1><td></td><p></p></td><td>The links above ask you once more before anything changes.<br>weft at home</td></td>",
      "New\n"
      "\n"
      "\n"
      "The page:    javascript:alert(1)\n"
      "Dismiss:     ftp://x/\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "a page without title is called by its host",
      { .headline = S("New"), .host = S("shop.example"), .url = S("http://shop.example/") },
      "<td><td><p>shop.example</p><h1><a http://shop.example/>New</a></h1><td></td><td><a http://shop.example/>Open the page</a></td><p></p></td><td>weft at home</td></td>",
      "New\n"
      "shop.example\n"
      "\n"
      "The page:    http://shop.example/\n"
      "\n"
      "-- \n"
      "weft at home\n" },
    { "without either by the time alone",
      { .headline = S("New"), .when = S("today") },
      "<td><td><p>today</p><h1>New</h1><td></td><p></p></td><td>weft at home</td></td>",
      "New\n"
      "today\n"
      "\n"
      "\n"
      "-- \n"
      "weft at home\n" },
};

static void test_pages(void)
{
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        AUTO(arena) a = { 0 };
        struct mail_letter letter = { .subject = STR("S"), .page = &pages[i].page, .n_pages = 1, .foot = STR("weft at home") };

        eq_str(bare(&a, as_html(&a, &letter)), str_of(pages[i].html), pages[i].name);
        eq_str(as_text(&a, &letter), str_of(pages[i].text), pages[i].name);
    }
}

/* ---- The letter ---- */

static const struct mail_page two[] = { { .headline = S("One is new"), .title = S("A"), .why = S("because") },
                                        { .headline = S("Two is new"), .title = S("B") } };
static const struct mail_page told = { .headline = S("One is new"), .rest = S("https://weft.example/r") };
static const struct str paragraphs[] = { S("A test"), S("This is a test of <mail>."), S("It worked.") };
static const struct str earlier[] = { S("Monday: one"), S("Sunday: <two>") };

static const struct letter_case {
    const char *name;
    struct mail_letter letter;
    const char *html, *text;
} letters[] = {
    { "a message about no page: the first paragraph is its title",
      { .plain = paragraphs, .n_plain = 3, .foot = S("weft") },
      "<td><td><h1>A test</h1><p>This is a test of &lt;mail&gt;.</p><p>It worked.</p></td><td>weft</td></td>",
      "A test\n"
      "\n"
      "This is a test of <mail>.\n"
      "\n"
      "It worked.\n"
      "\n"
      "\n"
      "-- \n"
      "weft\n" },
    { "two pages, and the reason of neither",
      { .page = two, .n_pages = 2, .foot = S("weft") },
      "Two is new. <td><td><p>A</p><h1>One is new</h1><td></td><p></p></td>&nbsp;<td><p>B</p><h1>Two is new</h1><td></td><p></p></td><td>weft</td></td>",
      "One is new\n"
      "A\n"
      "\n"
      "because\n"
      "\n"
      "----------------------------------------\n"
      "\n"
      "Two is new\n"
      "B\n"
      "\n"
      "\n"
      "-- \n"
      "weft\n" },
    { "earlier news stands at the foot",
      { .page = two, .n_pages = 1, .before = earlier, .n_before = 2, .foot = S("weft") },
      "<td><td><p>A</p><h1>One is new</h1><td></td><p></p></td><td>Before this:<br>Monday: one<br>Sunday: &lt;two&gt;<br>because<br>weft</td></td>",
      "One is new\n"
      "A\n"
      "\n"
      "because\n"
      "\n"
      "Before this:\n"
      "  Monday: one\n"
      "  Sunday: <two>\n"
      "\n"
      "-- \n"
      "weft\n" },
    { "mails about a page can be ended",
      { .page = two, .n_pages = 1, .foot = S("weft"), .off = S("https://weft.example/off") },
      "<td><td><p>A</p><h1>One is new</h1><td></td><p></p></td><td>because<br>weft · <a https://weft.example/off>No more mails about this page</a></td></td>",
      "One is new\n"
      "A\n"
      "\n"
      "because\n"
      "\n"
      "-- \n"
      "weft\n"
      "No more mails about this page: https://weft.example/off\n" },
    { "those of a sentinel by switching it off",
      { .page = &told, .n_pages = 1, .foot = S("weft"), .off = S("https://weft.example/off") },
      "<td><td><p></p><h1>One is new</h1><td></td><p><a https://weft.example/r>Switch this sentinel off</a></p></td><td>weft · <a https://weft.example/off>Switch this sentinel off</a></td></td>",
      "One is new\n"
      "\n"
      "\n"
      "Switch off:  https://weft.example/r\n"
      "\n"
      "-- \n"
      "weft\n"
      "Switch this sentinel off: https://weft.example/off\n" },
    { "who wants another text gets it in place of the pages",
      { .page = two, .n_pages = 2, .text = S("Just this."), .foot = S("weft") },
      "Two is new. <td><td><p>A</p><h1>One is new</h1><td></td><p></p></td>&nbsp;<td><p>B</p><h1>Two is new</h1><td></td><p></p></td><td>weft</td></td>",
      "Just this.\n"
      "\n"
      "-- \n"
      "weft\n" },
    { "an address to end them that is not of the web is not a link",
      { .page = two, .n_pages = 1, .foot = S("weft"), .off = S("mailto:x") },
      "<td><td><p>A</p><h1>One is new</h1><td></td><p></p></td><td>because<br>weft</td></td>",
      "One is new\n"
      "A\n"
      "\n"
      "because\n"
      "\n"
      "-- \n"
      "weft\n"
      "No more mails about this page: mailto:x\n" },
};

static void test_letters(void)
{
    for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
        AUTO(arena) a = { 0 };

        eq_str(bare(&a, as_html(&a, &letters[i].letter)), str_of(letters[i].html), letters[i].name);
        eq_str(as_text(&a, &letters[i].letter), str_of(letters[i].text), letters[i].name);
    }
}

/* What a list of mails shows: the headlines of the next three pages, or what is new on the only one. */
static struct str preview(struct arena *a, const struct mail_page *page, uint32_t n)
{
    struct str html = as_html(a, &(struct mail_letter){ .page = page, .n_pages = n });
    size_t from = str_find(html, STR("overflow:hidden\">"), 0) + 17;

    return str_sub(html, from, str_find(html, STR("</div>"), from));
}

static void test_preview(void)
{
    AUTO(arena) a = { 0 };
    struct mail_page many[] = {
        { .headline = S("A") }, { .headline = S("B") }, { .headline = S("C") }, { .headline = S("<D>") }, { .headline = S("E") }
    };
    struct excerpt came[] = { { .kind = CHANGE_INSERT, .new = S("tea & milk") },
                              { .kind = CHANGE_DELETE, .old = S("gone") },
                              { .kind = CHANGE_INSERT, .new = S("sugar") } };

    many[0].changes = (struct excerpts){ .item = came, .n = 3 };
    eq_str(preview(&a, many, 5), STR("B. C. &lt;D&gt;. "), "of several pages the three behind the first, which is the subject");
    eq_str(preview(&a, many, 2), STR("B. "), "of two the second");
    eq_str(preview(&a, many, 1), STR("tea &amp; milk  sugar "), "of one page what came");
    eq_str(preview(&a, many, 0), STR(""), "of none nothing");
}

/* A letter ends before mail programs would cut it, and says what it left out. */
static void test_length(void)
{
    AUTO(arena) a = { 0 };
    enum { PAGES = 60, LONG = 3000 };
    struct mail_page *many = NEW_ARRAY(&a, struct mail_page, PAGES);
    char *text = arena_alloc(&a, LONG);
    struct excerpt item = { .kind = CHANGE_INSERT, .new = { text, LONG } };

    memset(text, 'x', LONG);
    for (uint32_t i = 0; i < PAGES; i++)
        many[i] = (struct mail_page){ .headline = STR("H"), .changes = { .item = &item, .n = 1 } };
    struct str html = as_html(&a, &(struct mail_letter){ .page = many, .n_pages = PAGES });
    ok(html.len < MAIL_HTML_MAX, "60 long pages make a letter of less than 90 KiB (%zu bytes)", html.len);
    ok(str_find(html, STR(" more pages; 'weft report' has them all</p>"), 0) != SIZE_MAX, "which says that there are more");
    ok(str_ends(html, STR("</body></html>\n")), "and is whole");
    html = as_html(&a, &(struct mail_letter){ .page = many, .n_pages = 2 });
    ok(str_find(html, STR("weft report"), 0) == SIZE_MAX, "a short letter leaves nothing out");
}

static void test_head(void)
{
    AUTO(arena) a = { 0 };
    struct str html = as_html(&a, &(struct mail_letter){ .subject = STR("Tea & <more>"), .page = two, .n_pages = 1 });

    ok(str_starts(html, STR("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")), "a whole document in UTF-8");
    ok(str_find(html, STR("<title>Tea &amp; &lt;more&gt;</title>"), 0) != SIZE_MAX, "the subject is its title, escaped");
    ok(str_find(html, STR("@media(prefers-color-scheme:dark)"), 0) != SIZE_MAX, "it has colours for dark mode");
    ok(str_find(html, STR("<script"), 0) == SIZE_MAX && str_find(html, STR(" src="), 0) == SIZE_MAX, "it runs and loads nothing");
}

int main(void)
{
    test_changes();
    test_marks();
    test_pages();
    test_letters();
    test_preview();
    test_length();
    test_head();
    return tap_done();
}
