/* OPML: feeds, links, folders, categories, and files that are no XML. */
#include "tests/intake/hotlists.h"

int main(void)
{
    hotlist_is(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\"><head><title>x</title></head><body>\n"
        "<outline text=\"A\" title=\"A feed\" type=\"rss\" xmlUrl=\"http://a.org/feed?x=1&amp;y=2\" htmlUrl=\"http://a.org/\" description=\"about\""
        " category=\"one,two/three\" created=\"Mon, 31 Oct 2005 18:21:33 GMT\"/>\n"
        "<outline text=\"News\"><outline title=\"Local\"><outline text=\"B\" type=\"link\" url=\"http://b.org/\"/></outline>"
        "<outline text=\"C\" htmlUrl=\"http://c.org/\" filtercmd=\"~/bin/f\" _private=\"1\"/></outline>\n"
        "<outline text=\"a note without an address\"/><outline xmlUrl=\"|~/fetch.py\" title=\"piped\"/>\n</body></opml>",
        HOTLIST_OPML,
        "http://a.org/feed?x=1&y=2 title<A feed> note<about> tag<one> tag<two/three> added<1130782893000>\n"
        "http://b.org/ title<B> folder<News/Local>\n"
        "http://c.org/ title<C> folder<News>\n"
        "lost http://c.org/: \"filtercmd\" of the feed reader is left out\n"
        "lost |~/fetch.py: weft watches http, https and file addresses only\n",
        "an export");
    hotlist_is(
        "<opml><body><outline text='F & G'><outline text=A xmlUrl=\"http://a.org/?x=1&y=2\"/><outline text=B xmlUrl=\"http://b.org/\"/></outline>",
        HOTLIST_OPML, "http://a.org/?x=1&y=2 title<A> folder<F & G>\nhttp://b.org/ title<B> folder<F & G>\n", "not well-formed");
    hotlist_is(
        "<opml><body><outline text=A description=\"by <a href=\"http://x.org\">X</a>\" xmlUrl=\"http://a.org/?x=1&amp;y=2&amp;z\"/></body></opml>",
        HOTLIST_OPML,
        "http://a.org/?x=1&y=2&z\nlost http://a.org/?x=1&y=2&z: the file is not well-formed here; title and folder are left out\n",
        "quotes inside of quotes");
    hotlist_is("<opml version=\"1.0\"><head/></opml>", HOTLIST_OPML, "", "no body");
    return tap_done();
}
