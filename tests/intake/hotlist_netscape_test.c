/* Bookmark files: folders, tags, notes, dates in three units, and HTML as loose as programs write it. */
#include "tests/intake/hotlists.h"

static const char nested[] =
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n"
    "<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n"
    "  <DT><A HREF=\"http://a.org/?a=1&amp;b=2\" ADD_DATE=\"1456433741\" TAGS=\"one, two words,,three\">A &lt;one&gt;</A>\n  <DD>A note\n of two lines\n"
    "  <DT><H3 ADD_DATE=\"1\">News</H3>\n  <DD>about the folder\n  <DL><p>\n"
    "    <DT><A HREF=\"http://b.org/\" LAST_VISIT=\"1456433742000\">B</A>\n"
    "    <DT><H3>Local / near</H3>\n    <DL><p>\n      <DT><A HREF=\"http://c.org/\" ADD_DATE=\"1456433742000000\">Ü</A>\n    </DL><p>\n"
    "    <DT><A HREF=\"http://d.org/\" ADD_DATE=\"0\">D</A>\n  </DL><p>\n"
    "  <DT><H3>Empty</H3>\n  <DL><p>\n  </DL><p>\n"
    "  <DT><A HREF=\"javascript:alert(1)\">Script</A>\n  <DD>of a bookmarklet\n  <DT><A HREF=\"place:sort=8\">Recent</A>\n"
    "  <DT><A HREF=\"http://e.org/\" ADD_DATE=\"x\">E</A>\n</DL><p>\n";

int main(void)
{
    hotlist_is(
        nested, HOTLIST_NETSCAPE,
        "http://a.org/?a=1&b=2 title<A <one>> note<A note\n of two lines> tag<one> tag<two words> tag<three> added<1456433741000>\n"
        "http://b.org/ title<B> folder<News> visited<1456433742000>\n"
        "http://c.org/ title<Ü> folder<News/Local / near> added<1456433742000>\n"
        "http://d.org/ title<D> folder<News>\n"
        "http://e.org/ title<E>\n"
        "lost javascript:alert(1): weft watches http, https and file addresses only\n",
        "nested folders");
    hotlist_is("<dl><dt><a href=http://a.org/ description='from scuttle' tags=x>A<dt><a href='http://b.org/'>B", HOTLIST_NETSCAPE,
               "http://a.org/ title<A> note<from scuttle> tag<x>\nhttp://b.org/ title<B>\n", "loose HTML");
    hotlist_is("<!DOCTYPE NETSCAPE-Bookmark-file-1>", HOTLIST_NETSCAPE, "", "an empty file");
    AUTO(arena) a = { 0 };
    AUTO(buf) deep = BUF(1 << 20);
    struct hotlist h = { 0 };
    struct err e = { 0 };
    for (int i = 0; i < 300; i++) {
        buf_addf(&deep, "<DT><H3>F%d</H3><DL>", i);
        if (i == 100)
            buf_add(&deep, STR("<DT><A HREF=http://a.org/>A</A>"));
    }
    buf_add(&deep, STR("<DT><A HREF=http://b.org/>B</A>"));
    ok(hotlist_read(&a, buf_str(&deep), &h, &e) == 0 && h.n >= 1 && h.item[0].folder.len < 2100, "a hundred folders deep");
    ok(h.lost.n == 1 && str_starts(h.lost.item[0], STR("the file: ")), "three hundred: %.*s", STR_ARG(h.lost.item[0]));
    return tap_done();
}
