/* Plain lists: addresses, titles, newsboat's tags, and lines that are none. */
#include "tests/intake/hotlists.h"

int main(void)
{
    hotlist_is(
        "# mine\n\n  http://a.org/  \r\nhttps://b.org/x A title of its own\nfile:///etc/motd\nHTTP://C.org/\nhttp://a.org/\n",
        HOTLIST_PLAIN, "http://a.org/\nhttps://b.org/x title<A title of its own>\nfile:///etc/motd\nHTTP://C.org/\n", "a list");
    hotlist_is("http://a.org/feed \"news\" \"~My feed\" \"!\" \"two words\"\n", HOTLIST_PLAIN,
               "http://a.org/feed title<My feed> tag<news> tag<two words>\n", "newsboat's urls");
    hotlist_is(
        "http://a.org/ \"open\nexec:~/bin/x\nword\nftp://c.org/\n3.5 etc.\n", HOTLIST_PLAIN,
        "http://a.org/ tag<open>\nlost exec:~/bin/x: weft watches http, https and file addresses only\n"
        "lost word: not an address; write https:// in front if it is one\nlost ftp://c.org/: weft watches http, https and file addresses only\n"
        "lost 3.5 etc.: not an address; write https:// in front if it is one\n",
        "what is no address");
    hotlist_is("www.b.org\nb.org/x?q=1 A title\n10.1.2.3:8080/y\nlocalhost:81\n", HOTLIST_PLAIN,
               "https://www.b.org\nhttps://b.org/x?q=1 title<A title>\nhttps://10.1.2.3:8080/y\nhttps://localhost:81\n",
               "addresses without a scheme, as the command line takes them");
    hotlist_fails("nothing\nof the kind\n", E_FORMAT, "addresses one a line");
    AUTO(arena) a = { 0 };
    struct hotlist h = { 0 };
    struct err e = { 0 };
    ok(hotlist_read(&a,
                    STR("\x7f"
                        "ELF\0\0\0"),
                    &h, &e)
           == E_FORMAT,
       "%s", e.text);
    return tap_done();
}
