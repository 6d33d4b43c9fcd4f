/* Lists by template. In a template stand %t title, %s sentences, %u address, %i number of a picture, %p price, %d date, %a author,
 * %c category, %n count, %v version, %m minutes, %k time of day, %r place in the list, %o odd or even, %h a name that each build
 * of the site makes anew; and [ ... ] around what a third of the records do not have. */
#include "tests/record_pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"

enum { CARDS_LEAST = 4, CARDS_MORE = 9, EDITS_MOST = 4 };

struct kind {
    const char *name, *before, *card, *after;
    const char *editable; /* fields that an edit may change */
};

/* What few kinds have. */
static const struct layout {
    const char *kind;
    uint32_t per_row; /* records in each row of a grid */
    const char *row, *row_end;
    const char *first; /* the form of the first record */
} layouts[] = {
    { "Bootstrap columns", 3, "<div class=row>", "</div>\n", NULL },
    { "featured first", 0, "", "",
      "<div class='teaser teaser-big'><a href='/ff/%u'><h2>%t</h2></a><p>%s</p><span class=date>%d</span></div>\n" },
};

static const struct kind kinds[] = {
    { "cards", "<div class=list>", "<div class=card><h3>%t</h3><p>%s</p><a href='/a/%u'>Read more</a></div>\n", "</div>", "ts" },
    { "label first", "<section>",
      "<article class='post post-%i'><span class=label>%c</span><h2><a href='/%u'>%t</a></h2><p>%s</p>"
      "<span>%m min read</span></article>\n",
      "</section>", "tsm" },
    { "shop tiles", "<div class=grid>",
      "<div class=tile><a href='/p/%u'><img src='/i/%i.jpg' alt='%t'></a><h4>%t</h4><span class=price>$ %p</span> "
      "<a class=button href='/cart?%u'>Add to cart</a>[<b class=badge>Sale</b>]</div>\n",
      "</div>", "p" },
    { "lazy tiles", "<ul class=tiles>",
      "<li class=tile><a href='/t/%u'><img src='/blank.gif' data-src='/img/%i.jpg' alt=''><div><h3>%t</h3><p>%s</p></div></a></li>\n",
      "</ul>", "ts" },
    { "forum rows", "<table class=forum><tr><th>Topic<th>Author<th>Replies<th>Last post</tr>",
      "<tr><td><a href='/topic/%u'>%t</a><td><a href='/user/%a'>%a</a><td>%n<td>%d</tr>\n", "</table>", "nd" },
    { "table", "<table><tbody>", "<tr><td>%t</td><td>%c</td><td>%p</td><td>%d</td></tr>\n", "</tbody></table>", "pd" },
    { "dt dd", "<dl>", "<dt>%t</dt><dd>%s</dd>\n", "</dl>", "s" },
    { "flat h4 p p hr", "<div>", "<h4>%t</h4><p class=meta>%a, %d</p><p>%s</p><hr>\n", "</div>", "tsd" },
    { "nested tiles", "<div class=outer><div class=inner>",
      "<div class=col><div class=wrap><div class=tile><div class=pic><a href='/n/%u'><img src='/n/%i.png' alt=''></a></div>"
      "<div class=body><div class=kicker>%c</div><h3><a href='/n/%u'>%t</a></h3><div class=text><p>%s</p></div></div></div></div></div>\n",
      "</div></div>", "ts" },
    { "jobs", "<ul class=jobs>",
      "<li><h3><a href='/job/%u'>%t</a></h3><div class=place>%c</div><div class=time>Full time</div><div class=date>%d</div>"
      "<a href='/apply/%u'>Apply now</a></li>\n",
      "</ul>", "td" },
    { "links", "<ul>", "<li><a href='/l/%u'>%t</a></li>\n", "</ul>", "t" },
    { "links by line", "<div class=links>", "<a href='/l/%u'>%t</a> - %s<br>\n", "</div>", "s" },
    { "comments", "<div class=comments>",
      "<div class=comment id=c%u><div class=head><b>%a</b> <span>%d</span></div><p>%s</p><a href='#c%u'>Reply</a> "
      "<a href='#r%u'>Report</a></div>\n",
      "</div>", "s" },
    { "calendar", "<div class=calendar>",
      "<div class=event><time>%d</time><div><a href='/e/%u'>%t</a><p>%c</p>[<p>Tickets at the door</p>]</div></div>\n", "</div>",
      "dt" },
    { "search results", "<div id=results>",
      "<div class=result><a href='https://www.example.org/%u'><h3>%t</h3></a><cite>www.example.org/%u</cite><span>%d - %s</span></div>\n",
      "</div>", "s" },
    { "product table", "<table class=products><tr><th>Product<th>Stock<th>Price<th></tr>",
      "<tr><td><img src='/s/%i.png' alt=''> <a href='/x/%u'>%t</a></td><td>%n in stock</td><td>$ %p</td>"
      "<td><form><button>Buy</button> <button>Compare</button></form></td></tr>\n",
      "</table>", "np" },
    { "releases", "<section>",
      "<div class=release><h2><a href='/r/%u'>v%v</a></h2><div class=by><a href='/u/%a'>%a</a> released this %d</div><ul><li>%s</li>"
      "<li>%s</li></ul><details><summary>Assets</summary><a href='/z/%u.zip'>Source code (zip)</a></details></div>\n",
      "</section>", "s" },
    { "paragraphs", "<div>", "<p><a href='/g/%u'><b>%t</b></a><br>%s <i>%d</i></p>\n", "</div>", "sd" },
    { "two rows", "<table class=stories>",
      "<tr class=story><td class=rank>*</td><td><a href='/item/%u'>%t</a> <span class=site>(%c.org)</span></td></tr>"
      "<tr><td colspan=2>%n points by <a href='/by/%a'>%a</a> | <a href='/item/%u#c'>comments</a></td></tr>\n",
      "</table>", "n" },
    { "linked cards", "<div class=row>",
      "<a class=card href='/y/%u'><figure><img data-src='/y/%i.jpg' src='data:image/gif;base64,R0lGOD'></figure><div><h3>%t</h3>"
      "<time>%d</time></div></a>\n",
      "</div>", "td" },
    { "section h3 ul", "<div class=team>",
      "<section class=person><h3>%a %t</h3><ul><li>%c</li><li>Room %n</li><li><a href='mailto:%u@example.org'>Mail</a></li></ul>"
      "</section>\n",
      "</div>", "n" },
    { "WordPress blocks", "<div class='wp-block-query is-layout-flow'><ul class='wp-block-post-template columns-3 is-layout-grid'>",
      "<li class='wp-block-post post-%i post type-post status-publish format-standard hentry category-%c'>"
      "<figure class=wp-block-post-featured-image><a href='/%u/' target=_self><img width=300 height=200 src='/up/%i-300x200.jpg' "
      "class='attachment-post-thumbnail size-post-thumbnail wp-post-image' alt='' loading=lazy></a></figure>"
      "<h2 class=wp-block-post-title><a href='/%u/'>%t</a></h2><div class=wp-block-post-excerpt>"
      "<p class=wp-block-post-excerpt__excerpt>%s</p></div><div class='wp-block-group is-layout-flex'><div class=wp-block-post-date>"
      "<time datetime=2021>%d</time></div><div class='taxonomy-category wp-block-post-terms'><a href='/c/%c' rel=tag>%c</a></div></div></li>\n",
      "</ul></div>", "tsd" },
    { "Bootstrap columns", "<div class=container>",
      "<div class='col-md-4 mb-3'><div class='card h-100'><img class=card-img-top src='/b/%i.jpg' alt='%t'><div class=card-body>"
      "<h5 class=card-title>%t</h5><p class=card-text>%s</p></div><div class='card-footer text-muted'>[<span class='badge bg-info'>"
      "New</span> ]Updated %m minutes ago <a class='btn btn-primary' href='/b/%u'>Go</a></div></div></div>\n",
      "</div>", "sm" },
    { "rowspan table", "<table border=1><tr><th>Item<th>Kind<th>Value",
      "<tr><td rowspan=2><b>%t</b><td>%c<td>%p\n<tr><td>%a<td>%n\n", "</table>", "pn" },
    { "divs in dl", "<dl class=facts>", "<div class=fact><dt>%t</dt><dd>%s</dd><dd class=more>%c, %d</dd></div>\n", "</dl>", "sd" },
    { "chat", "<div class=thread role=log>",
      "<div class='msg msg-%a'><span class=avatar>%a</span><div class=bubble><span class=who>%a</span><div class=text>%s</div>"
      "<span class=time>%k</span>[<span class=seen>Seen</span>]</div></div>\n",
      "</div>", "s" },
    { "event calendar", "<div class=tribe-events-list>",
      "<div class=day-row><div class=day-tag><span class=weekday>Mon</span><span class=daynum>%m</span></div><article><header>"
      "<div class=when><span class=start>%d @ %k</span> - <span class=end>%k</span></div><h3><a href='/event/%u'>%t</a></h3>"
      "<address><span>%c Hall</span> <span>Main Street %m, %c</span></address></header>[<div class=cost><span>%p</span></div>]"
      "<p>%s</p></article></div>\n",
      "</div>", "ts" },
    { "products, badges", "<ul class='products columns-4'>",
      "<li class='product type-product post-%i [product-tag-sale ]instock'><a href='/product/%u' class=loop-link>"
      "[<span class=onsale>Sale!</span>]<img src='/w/%i.jpg' srcset='/w/%i-2.jpg 2x' alt=''><h2>%t</h2><div class=star-rating>"
      "<span>Rated <strong>%m</strong> out of 5</span></div><span class=price>[<del><bdi>99.00</bdi></del> ]<ins><bdi>"
      "<span>\342\202\254</span>%p</bdi></ins></span></a><a href='?add-to-cart=%u' class='button add_to_cart_button' rel=nofollow>"
      "Add to basket</a></li>\n",
      "<li class=pager><a href='?page=1'>Previous</a> <span>2</span> <a href='?page=3'>Next</a></li></ul>", "p" },
    { "comment tree", "<ol class=commentlist>",
      "<li class='comment depth-1' id=comment-%u><article><footer><div class=vcard><img src='/avatar.png' alt=''><b class=fn>%a</b> "
      "<span class=says>says:</span></div><a href='#comment-%u'><time>%d at %k</time></a></footer><div class=content><p>%s</p></div>"
      "<div class=reply><a rel=nofollow href='?reply=%u'>Reply</a></div></article>[<ol class=children><li class='comment depth-2'>"
      "<article><footer><div class=vcard><img src='/avatar.png' alt=''><b class=fn>Editor</b> <span class=says>says:</span></div>"
      "</footer><div class=content><p>%s</p></div><div class=reply><a rel=nofollow href='?reply=9%u'>Reply</a></div></article></li>"
      "</ol>]</li>\n",
      "</ol>", "s" },
    { "hashed divs", "<div class='sc-%h1'><div class='sc-%h2'>",
      "<div class='sc-%h3 bXk'><div class='sc-%h4'><div class='css-%h5'><div class='sc-%h6 eLq'>%c</div><div class='sc-%h7'>%t</div></div>"
      "<div class='css-%h8'><span class='sc-%h9'>%s</span></div><div class='sc-%h10'><div>%d</div><div role=button tabindex=0>Share</div>"
      "<div role=button tabindex=0>Save</div></div></div></div>\n",
      "</div></div>", "tsd" },
    { "table, no tbody", "<table width='100%'><tr bgcolor='#cccccc'><td><b>File</b><td><b>Size</b><td><b>Changed</b>",
      "<tr><td><a href='/f/%u.tar.gz'>%t.tar.gz</a><td align=right>%n K<td>%d %k\n", "</table>", "nd" },
    { "bold and breaks", "<div class=entry>", "<b>%t</b> (%d)<br>%s<br><br>\n", "</div>", "sd" },
    { "title and text divs", "<div class=log>", "<div class=title>%t</div><div class=text>%s</div>\n", "</div>", "s" },
    { "accordion", "<div class=accordion>",
      "<div class=accordion-item><button type=button aria-expanded=false aria-controls=p%u>%t</button><div id=p%u class=panel><p>%s</p></div>"
      "</div>\n",
      "</div>", "s" },
    { "custom elements", "<news-list>",
      "<news-teaser><a href='/ct/%u'><news-kicker>%c</news-kicker> <news-title>%t</news-title></a><news-text>%s</news-text></news-teaser>\n",
      "</news-list>", "ts" },
    { "gallery", "<div class=gallery>",
      "<figure class=item><a href='/g/%u.jpg'><img src='/g/%i-small.jpg' alt='%t'></a><figcaption>%t <small>Photo: %a</small></figcaption></figure>\n",
      "</div>", "t" },
    { "h3 ul run", "<div class=body>", "<h3>%t</h3><ul><li>%s</li><li>%c</li><li>%p</li></ul>\n", "</div>", "sp" },
    { "featured first", "<div class=teasers>",
      "<div class=teaser><a href='/ff/%u'><h3>%t</h3></a><p>%s</p><span class=date>%d</span></div>\n", "</div>", "tsd" },
    { "ranks", "<table class=chart>", "<tr><td>%r<td><b>%t</b><td>%a<td>%n points\n", "</table>", "n" },
    { "odd and even", "<div class=rows>",
      "<div class='views-row views-row-%r %o'><span class=field>%d</span> <a href='/v/%u'>%t</a></div>\n", "</div>", "td" },
    { "text items", "<ul>", "<li>%d: %s</li>\n", "</ul>", "s" },
    { "links with bars", "<p class=tags>", "<a href='/tag/%u'>%t</a> (%n) | \n", "</p>", "n" },
    { "dt dd dd", "<dl>", "<dt>%t</dt><dd>%a</dd><dd>%s</dd>[<dd>%c</dd>]\n", "</dl>", "s" },
    { "nested tables", "<table>",
      "<tr><td><table cellpadding=2><tr><td><a href='/nt/%u'><img src='/nt/%i.gif' alt=''></a><td><b>%t</b><br>%s<br><i>%d</i></table>\n",
      "</table>", "sd" },
    { "figures of a quote", "<div class=quotes>", "<blockquote><p>%s</p><footer>- <cite>%a, %c</cite></footer></blockquote>\n",
      "</div>", "s" },
    { "changelog", "<article>", "<h2 id=v%u>Version %v</h2><p>%d</p><ul><li>%s</li>[<li>%s</li>]</ul>\n", "</article>", "s" },
    { "buttons in cards", "<div class=flex>",
      "<div><div><div><span>%t</span></div><div><span>%c</span><span>%p</span></div></div><div><button>Details</button><button>Buy</button></div></div>\n",
      "</div>", "p" },
    { "boxes by turns", "<div>", "<div><h2>%t</h2></div><div><p>%s</p><p>%a</p></div>\n", "</div>", "s" },
    { "rows of two", "<table><tr><th>What<th>When<th>Price</tr>",
      "<tr><td rowspan=2>%t<td>%d<td>%p</tr><tr><td>%a<td>%n left</tr>\n", "</table>", "pd" },
    { "spans in a row", "<div class=tab>", "<div class=row><span>%d</span><span>%t</span><span>%a</span><span>%p</span></div>\n",
      "</div>", "pd" },
    { "soup", "<div>", "<div><div>%t</div><div>%s</div><div><div>%p EUR</div><div><a href='/so/%u'>Details</a></div></div></div>\n",
      "</div>", "sp" },
    { "terms and meanings", "<div class=grid>", "<div class=term>%t</div><div class=def>%s</div>\n", "</div>", "s" },
    { "a body for each", "<table>",
      "<tbody><tr><th colspan=2>%t</th></tr><tr><td>Who</td><td>%a</td></tr><tr><td>Price</td><td>%p</td></tr></tbody>\n",
      "</table>", "p" },
    { "summaries", "<div>", "<details><summary>%t</summary><p>%s</p><p>By %a.</p></details>\n", "</div>", "s" },
    { "lines in boxes", "<div class=films>", "<div class=film>%t, %d</div>\n", "</div>", "d" },
    { "layout of two columns", "<table>",
      "<tr><td width=100><img src='/lt/%i.gif'></td><td><b>%t</b><br>%s<br><a href='/lt/%u'>%p EUR</a></td></tr>\n", "</table>",
      "sp" },
    { "thread of replies", "<div class=thread>",
      "<div class=post><p class=by><a href='/u/%a'>%a</a> wrote on %d:</p><blockquote>%c wrote earlier</blockquote><div class=body>%s</div>"
      "<p class=acts><button>Like</button> <span>%n likes</span></p><div class=replies><div class=post><p class=by>Moderator</p>"
      "<div class=body>%s</div></div></div></div>\n",
      "</div>", "s" },
    { "definition cards", "<dl class=cards>",
      "<div><dt><img src='/d/%i.png' alt=''> %t</dt><dd>%s</dd><dd><a href='/d/%u'>More</a></dd></div>\n", "</dl>", "s" },
    { "sitemap", "<nav>", "<div class=col><h3>%t</h3><a href='/s/%u'>%c %v</a><br><a href='/s/%u/b'>%a %n</a></div>\n", "</nav>",
      "n" },
    { "price matrix", "<table><thead><tr><th><th>Day<th>Week<th>Month</thead>", "<tr><th scope=row>%t<td>%p<td>%n<td>%m0</tr>\n",
      "</table>", "p" },
    { "lines of an address list", "<p>", "<strong>%t</strong><br>%a, Room %n<br>Phone %i<br><br>\n", "</p>", "n" },
    { "timeline", "<ul class=timeline>",
      "<li class='%o'><div class=badge></div><div class=panel><h4>%t</h4><small>%d</small><p>%s</p></div></li>\n", "</ul>", "sd" },
    { "infobox", "<table class=infobox><caption>Facts</caption>",
      "<tr><th>%t</th><td><a href='/w/%u'>%a</a> (%n)<br>%c</td></tr>\n", "</table>", "n" },
    { "mail archive", "<ul>",
      "<li><a href='msg%u.html'><strong>%t</strong></a> <em>%a</em> <ul><li>Re: <a href='msg%u1.html'>an answer</a> <em>%c</em></li></ul></li>\n",
      "</ul>", "t" },
    { "changes in groups", "<div>",
      "<h2>%v - %d</h2><h3>Added</h3><ul><li>%s</li></ul><h3>Fixed</h3><ul><li>%s</li>[<li>%s</li>]</ul>\n", "</div>", "s" },
    { "departures", "<table class=board>", "<tr><td>%k<td>%t<td>Platform %n<td>[Delayed]</tr>\n", "</table>", "n" },
    { "podcast", "<ol class=episodes>",
      "<li><h2>%t</h2><audio controls src='/ep/%u.mp3'></audio><p>%d · %m min</p><p>%s</p><p><a href='/ep/%u'>Show notes</a></p></li>\n",
      "</ol>", "sd" },
    { "votes", "<div class=questions>",
      "<div class=q><div class=stats><div><b>%n</b><div>votes</div></div><div><b>%m</b><div>answers</div></div></div><div><h3>"
      "<a href='/q/%u'>%t</a></h3><div>%s</div><a class=tag>%c</a> <a class=tag>%a</a></div></div>\n",
      "</div>", "ns" },
    { "recipes", "<main>",
      "<section><h2>%t</h2><table><tr><td>Serves<td>%m<tr><td>Time<td>%n min</table><ol><li>%s</li><li>%s</li></ol></section>\n",
      "</main>", "n" },
    { "marked-up rows", "<div role=table>",
      "<div role=row><div role=rowheader>%t</div><div role=cell>%p</div><div role=cell>%d</div><div role=cell>%a</div></div>\n",
      "</div>", "pd" },
    { "minutes", "<div class=minutes>", "<p><b>%k</b> %a: %s</p>\n", "</div>", "s" },
    { "font tags", "<center><font face=Arial>",
      "<font size=4 color=red>%t</font><br><font size=2>%s</font><br><font size=1>posted by %a on %d</font><hr width=80>\n",
      "</font></center>", "s" },
    { "person cells", "<div class=people>",
      "<div class=person><img src='/pp/%i.jpg' alt='Portrait'><strong>%a %t</strong><br>%c<br><a href='tel:%u'>%u</a></div>\n",
      "</div>", "c" },
};

unsigned record_kinds(void)
{
    return ARRAY_LEN(kinds);
}

const char *record_kind_name(unsigned kind)
{
    return kinds[kind].name;
}

struct card {
    uint32_t id; /* what links it: equal ids, the same record */
    struct str title, text, text2;
    unsigned price, date, author, category, count, version, minutes;
    uint32_t place;
    bool more; /* it has what stands in brackets */
};

typedef VEC(struct card) deck;

static const char *const small_words[] = { "the", "of", "a", "in", "to", "and", "for", "on", "with", "at", "is", "by" };
static const char *const syllables[] = { "ba", "ren", "tol",  "mi", "ka",  "sur", "del", "po", "vin", "har",
                                         "lo", "qui", "ster", "na", "fel", "go",  "mar", "ti", "bru", "sen" };
static const char *const names[] = { "Anna", "Bruno", "Chen", "Dora", "Emil", "Fatima", "Goran", "Hilde", "Ivan", "Jo" };
static const char *const topics[] = { "News", "Sport", "Culture", "Berlin", "London", "Science", "Local" };
static const char *const months[] = { "January", "March", "May", "July", "September", "November" };
static const char *const common[] = { "city",   "market", "school", "river", "house", "report", "council", "summer", "train",
                                      "garden", "music",  "water",  "price", "team",  "week",   "people",  "plan",   "year" };

/* A small word, a common one, or one that is hardly ever there twice. */
static void add_word(struct buf *b, struct random *r, bool first)
{
    uint32_t kind = random_below(r, 10);
    AUTO(buf) word = BUF(100);

    if (kind < 3 && !first) {
        buf_addf(&word, "%s", small_words[random_below(r, ARRAY_LEN(small_words))]);
    } else if (kind < 6) {
        buf_addf(&word, "%s", common[random_below(r, ARRAY_LEN(common))]);
    } else {
        for (uint32_t n = 2 + random_below(r, 2); n > 0; n--)
            buf_addf(&word, "%s", syllables[random_below(r, ARRAY_LEN(syllables))]);
    }
    if (first)
        word.ptr[0] = (char)(word.ptr[0] - 'a' + 'A');
    buf_add(b, buf_str(&word));
}

static struct str words(struct arena *a, struct random *r, uint32_t n, const char *end)
{
    AUTO(buf) b = BUF(10000);
    struct str out = STR("");

    for (uint32_t k = 0; k < n; k++) {
        if (k)
            buf_add_char(&b, ' ');
        add_word(&b, r, k == 0);
    }
    buf_addf(&b, "%s", end);
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static struct str sentences(struct arena *a, struct random *r)
{
    struct str one = words(a, r, 5 + random_below(r, 9), "."), two = words(a, r, 4 + random_below(r, 12), ".");

    return random_below(r, 2) ? one : arena_printf(a, "%.*s %.*s", STR_ARG(one), STR_ARG(two));
}

static struct card new_card(struct arena *a, struct random *r, uint32_t id, const deck *others)
{
    struct card card = { .id = id,
                         .title = words(a, r, 1 + random_below(r, 6), ""),
                         .text = sentences(a, r),
                         .text2 = sentences(a, r),
                         .price = 100 * (1 + random_below(r, 40)) + (random_below(r, 2) ? 0 : 99),
                         .date = random_below(r, 60),
                         .author = random_below(r, ARRAY_LEN(names)),
                         .category = random_below(r, ARRAY_LEN(topics)),
                         .count = random_below(r, 200),
                         .version = 100 + 7 * id,
                         .minutes = 2 + random_below(r, 6),
                         .more = random_below(r, 3) > 0 };

    if (others->n && random_below(r, 20) == 0)
        card.title = others->item[random_below(r, others->n)].title;
    return card;
}

/* One word of a text, never the first, becomes another; a title of one word becomes another title. */
static struct str edit_words(struct arena *a, struct random *r, struct str text)
{
    AUTO(buf) b = BUF(10000);
    struct str out = STR("");
    uint32_t n = 1, at, k = 0;

    for (size_t i = 0; i < text.len; i++)
        n += text.ptr[i] == ' ';
    at = n > 1 ? 1 + random_below(r, n - 1) : 0;
    for (size_t from = 0, to; from < text.len; from = to + 1, k++) {
        for (to = from; to < text.len && text.ptr[to] != ' ';)
            to++;
        if (k)
            buf_add_char(&b, ' ');
        if (k != at) {
            buf_add(&b, str_sub(text, from, to));
            continue;
        }
        buf_addf(&b, "%s%u%s", at ? "edited" : "Edited", random_below(r, 1000), text.ptr[to - 1] == '.' ? "." : "");
    }
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void edit_card(struct arena *a, struct random *r, struct card *card, const char *editable)
{
    switch (editable[random_below(r, (uint32_t)strlen(editable))]) {
    case 't':
        card->title = edit_words(a, r, card->title);
        break;
    case 's':
        card->text = edit_words(a, r, card->text);
        break;
    case 'p':
        card->price += 100 * (1 + random_below(r, 9)) + (random_below(r, 2) ? 50 : 0);
        break;
    case 'd':
        card->date += 1 + random_below(r, 20);
        break;
    case 'n':
        card->count += 1 + random_below(r, 30);
        break;
    case 'c':
        card->category = (card->category + 1 + random_below(r, ARRAY_LEN(topics) - 1)) % ARRAY_LEN(topics);
        break;
    default:
        card->minutes += 1 + random_below(r, 3);
    }
}

/* One field; the first %s of a card is its text, the next its second text. */
static void add_field(struct buf *b, const struct card *card, char field, unsigned *n_texts)
{
    switch (field) {
    case 't':
        buf_add(b, card->title);
        break;
    case 's':
        buf_add(b, (*n_texts)++ ? card->text2 : card->text);
        break;
    case 'u':
        buf_addf(b, "%u", 7000 + card->id * 13);
        break;
    case 'i':
        buf_addf(b, "%u", 300 + card->id);
        break;
    case 'p':
        buf_addf(b, "%u.%02u", card->price / 100, card->price % 100);
        break;
    case 'd':
        buf_addf(b, "%u %s 20%u", 1 + card->date % 28, months[card->date / 11 % ARRAY_LEN(months)], 21 + card->date / 30);
        break;
    case 'a':
        buf_addf(b, "%s", names[card->author]);
        break;
    case 'c':
        buf_addf(b, "%s", topics[card->category]);
        break;
    case 'n':
        buf_addf(b, "%u", card->count);
        break;
    case 'v':
        buf_addf(b, "%u.%u.%u", card->version / 100, card->version / 10 % 10, card->version % 10);
        break;
    case 'r':
        buf_addf(b, "%u", card->place);
        break;
    case 'o':
        buf_addf(b, "%s", card->place % 2 ? "odd" : "even");
        break;
    case 'k':
        buf_addf(b, "%02u:%02u", 8 + card->id % 12, card->minutes * 7 % 60);
        break;
    default:
        buf_addf(b, "%u", card->minutes);
    }
}

/* The name that a build of the site makes for a class: equal in all records of one page. */
static void add_hash(struct buf *b, unsigned build, const char **form)
{
    unsigned number = (unsigned)strtoul(*form + 1, (char **)form, 10);

    --*form;
    for (uint64_t hash = (number + 1) * UINT64_C(0x9e3779b97f4a7c15) * (build + 1), k = 0; k < 6; k++, hash /= 52)
        buf_add_char(b, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[hash % 52]);
}

/* The text of a template; `card` may be NULL where there are no fields. */
static void add_form(struct buf *b, const struct card *card, unsigned build, const char *form)
{
    unsigned n_texts = 0;

    for (; *form; form++) {
        if (*form == '[' && card && !card->more)
            form = strchr(form, ']');
        else if (*form == '%' && form[1] == 'h')
            form++, add_hash(b, build, &form);
        else if (*form == '%' && card)
            add_field(b, card, *++form, &n_texts);
        else if (*form != '[' && *form != ']')
            buf_add_char(b, *form);
    }
}

static const struct layout *layout_of(const struct kind *kind)
{
    static const struct layout plain = { "", 0, "", "", NULL };

    for (size_t k = 0; k < ARRAY_LEN(layouts); k++)
        if (strcmp(layouts[k].kind, kind->name) == 0)
            return &layouts[k];
    return &plain;
}

static void add_list(struct buf *b, const struct kind *kind, const deck *cards, unsigned build)
{
    const struct layout *layout = layout_of(kind);
    uint32_t per_row = layout->per_row;

    add_form(b, NULL, build, kind->before);
    for (uint32_t k = 0; k < cards->n; k++) {
        cards->item[k].place = k + 1;
        if (per_row && k % per_row == 0)
            buf_addf(b, "%s", layout->row);
        add_form(b, &cards->item[k], build, layout->first && k == 0 ? layout->first : kind->card);
        if (per_row && (k % per_row == per_row - 1 || k + 1 == cards->n))
            buf_addf(b, "%s", layout->row_end);
    }
    buf_addf(b, "%s", kind->after);
}

static struct str page_of(struct arena *a, const struct kind *kind, const deck *cards, unsigned build, struct str chrome)
{
    AUTO(buf) b = BUF(1 << 20);
    struct str out = STR("");

    buf_add(
        &b,
        STR("<!DOCTYPE html><html><head><title>A list</title></head><body><header><nav><ul><li><a href='/'>Home</a></li>"
            "<li><a href='/news'>News</a></li><li><a href='/shop'>Shop</a></li><li><a href='/about'>About us</a></li></ul></nav>"
            "</header><div class=page><main><h1>All of them</h1><p>What we have, newest first. Read more below.</p>\n"));
    add_list(&b, kind, cards, build);
    buf_addf(&b,
             "\n<div class=pages><a href='?1'>1</a> <a href='?2'>2</a> <a href='?3'>3</a> <a href='?2'>Next</a></div></main>"
             "<aside>%.*s</aside></div><footer><div class=col><h4>Help</h4><ul><li><a href='/faq'>Questions</a><li>"
             "<a href='/mail'>Contact</a></ul></div><div class=col><h4>Legal</h4><ul><li><a href='/terms'>Terms</a><li>"
             "<a href='/privacy'>Privacy</a></ul></div><p>Copyright 2021 News and more</p></footer></body></html>\n",
             STR_ARG(chrome));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

/* The side column repeats titles of the list, as real ones do. */
static struct str side_column(struct arena *a, struct random *r, const deck *cards)
{
    AUTO(buf) b = BUF(100000);
    struct str out = STR("");

    buf_add(&b, STR("<h3>Most read</h3><ol>"));
    for (uint32_t k = 0; k < 3; k++) {
        const struct card *card = &cards->item[random_below(r, cards->n)];
        buf_addf(&b, "<li><a href='/top/%u'>%.*s</a></li>", card->id, STR_ARG(card->title));
    }
    buf_add(&b, STR("</ol><p>Subscribe to our letter for news of the week.</p>"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void insert_at(struct arena *a, deck *cards, uint32_t at, struct card card)
{
    *VEC_ADD(a, cards) = card;
    memmove(&cards->item[at + 1], &cards->item[at], (cards->n - 1 - at) * sizeof card);
    cards->item[at] = card;
}

static struct card take_at(deck *cards, uint32_t at)
{
    struct card card = cards->item[at];

    memmove(&cards->item[at], &cards->item[at + 1], (cards->n - at - 1) * sizeof card);
    cards->n--;
    return card;
}

/* The fewest records that must have moved: those of both lists that are not in the longest rising run of old places. */
static unsigned count_moved(const deck *old, const deck *new)
{
    unsigned longest[64] = { 0 }, best = 0, both = 0;
    uint32_t place[64];

    for (uint32_t k = 0; k < new->n; k++) {
        for (place[k] = 0; place[k] < old->n && old->item[place[k]].id != new->item[k].id;)
            place[k]++;
        if (place[k] == old->n)
            continue;
        both++;
        longest[k] = 1;
        for (uint32_t i = 0; i < k; i++)
            if (longest[i] && place[i] < place[k] && longest[i] >= longest[k])
                longest[k] = longest[i] + 1;
        best = longest[k] > best ? longest[k] : best;
    }
    return both - best;
}

/* An edit of one record that was not touched before. */
static void edit_deck(struct arena *a, struct random *r, const struct kind *kind, deck *cards, bool *touched,
                      struct record_pair *pair)
{
    static uint32_t const fresh = 40;
    uint32_t at = random_below(r, cards->n), what = random_below(r, 9), id = cards->item[at].id;

    if (what < 2) {
        insert_at(a, cards, random_below(r, cards->n + 1), new_card(a, r, fresh + pair->inserted, cards));
        touched[fresh + pair->inserted++] = true;
        return;
    }
    if (touched[id])
        return;
    touched[id] = true;
    if (what < 4) {
        take_at(cards, at);
        pair->dropped++;
        return;
    }
    if (what == 4 || what >= 6) {
        edit_card(a, r, &cards->item[at], kind->editable);
        pair->edited++;
    }
    if (what < 7) {
        struct card card = take_at(cards, at);
        insert_at(a, cards, random_below(r, cards->n + 1), card);
    }
}

struct record_pair record_pair_make(struct arena *a, struct random *r, unsigned kind)
{
    struct record_pair pair = { 0 };
    deck old = { 0 }, new = { 0 };
    bool touched[64] = { false };

    for (uint32_t k = 0, n = CARDS_LEAST + random_below(r, CARDS_MORE); k < n; k++) {
        struct card card = new_card(a, r, k, &old);
        *VEC_ADD(a, &old) = card;
        *VEC_ADD(a, &new) = card;
    }
    struct str side = side_column(a, r, &old);
    for (uint32_t k = 0, n = 1 + random_below(r, EDITS_MOST); k<n &&new.n> 2; k++)
        edit_deck(a, r, &kinds[kind], &new, touched, &pair);
    pair.moved = count_moved(&old, &new);
    pair.old = page_of(a, &kinds[kind], &old, 0, side);
    pair.new = page_of(a, &kinds[kind], &new, 1, side);
    return pair;
}
