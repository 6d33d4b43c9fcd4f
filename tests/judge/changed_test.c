/* Which words changed, moved or stayed. */
#include "judge/changed.h"

#include "tests/segment/documents.h"
#include "tests/tap.h"

/* The fates of the new row's words (= stays, + came, > moved, ~ alike, ^ near), then the old ones that went: "-d". */
static struct str fates(struct arena *a, const char *old, const char *new)
{
    AUTO(buf) b = BUF(4096);
    struct judge_words was, is;
    struct judge_changed c;
    const struct vixml *o = document_of(a, old), *n = document_of(a, new);
    judge_words_of_document(a, o, &was);
    judge_words_of_document(a, n, &is);
    judge_changed_find(a, &was, &is, &c);
    for (uint32_t i = 0; i < is.n; i++)
        buf_add_char(&b, "=+>~^"[c.new[i]]);
    for (uint32_t i = 0; i < was.n; i++)
        if (c.old[i] == FATE_CHANGED)
            buf_add_char(&b, '-');
    return arena_str(a, buf_str(&b));
}

static void gives(const char *what, const char *old, const char *new, const char *want)
{
    AUTO(arena) a = { 0 };
    eq_str(fates(&a, old, new), str_of(want), what);
}

#define T(ref, text) "<Block Ref='" ref "'><Txts Txt='" text "'/></Block>"

int main(void)
{
    gives("nothing", T("1", "a b c"), T("1", "a b c"), "===");
    gives("one word", T("1", "a b c"), T("1", "a x c"), "=+=-");
    gives("another form of a word", T("1", "a platform c"), T("1", "a platforms c"), "=^=");
    gives("another spelling", T("1", "the colour of paint"), T("1", "the color of paint"), "=^==");
    gives("another form in the place of another word is not near", T("1", "a platform c"), T("1", "a new platforms c"), "=++=-");
    gives("what begins differently says another thing", T("1", "we increase it"), T("1", "we decrease it"), "=+=-");
    gives("nor is another number near", T("1", "version 2.4.10 of it"), T("1", "version 2.4.11 of it"), "=+==-");
    gives("a word in other capitals is alike", T("1", "the Bridge is open"), T("1", "The bridge is open"), "~~==");
    gives("so is one beside a word that came", T("1", "the Bridge is open"), T("1", "the old bridge is open"), "=+~==");
    gives("straight and curly marks are alike", T("1", "it&apos;s &quot;new&quot; - here"), T("1", "it’s “new” – here"), "~~~=");
    gives("three points and a dash of two", T("1", "so ... and -- here"), T("1", "so … and — here"), "=~=~=");
    gives("another mark is not", T("1", "is it new ?"), T("1", "is it new !"), "===+-");
    gives("two words written as one are near", T("1", "it can not be"), T("1", "it cannot be"), "=^=");
    gives("a word without its hyphen", T("1", "by e-mail only"), T("1", "by email only"), "=^=");
    gives("a word parted by a hyphen", T("1", "the website is"), T("1", "the web-site is"), "=^=");
    gives("other letters are not near", T("1", "it can not be"), T("1", "it could be"), "=+=--");
    gives("two numbers are not one", T("1", "of 2 5 a"), T("1", "of 25 a"), "=+=--");
    gives("letters that a wrong character set spoilt", T("1", "by Rath√© and"), T("1", "by Rathé and"), "=^=");
    gives("another word of as many letters is not", T("1", "by Rathé and"), T("1", "by Rafael and"), "=+=-");
    gives("a block cut in two is the same row", T("1", "a b c d"), T("1", "a b") T("2", "c d"), "====");
    gives("a word changed in a block cut in two", T("1", "a b c d"), T("1", "a x") T("2", "c d"), "=+==-");
    gives("a line elsewhere has moved", T("1", "a b c") T("2", "d e f") T("3", "g h i k"),
          T("1", "d e f") T("2", "g h i k") T("3", "a b c"), "=======>>>");
    gives("another order of words, and nothing else", T("1", "a b c d"), T("1", "b a c d"), ">===");
    gives("words that came beside words that went", T("1", "a b"), T("1", "c d"), "++--");
    gives("many short lines that are alike do not decide what stays",
          T("1", "alpha") T("2", "none yet") T("3", "amiga") T("4", "none yet")
              T("5", "the bug was found after the disks were sent"),
          T("1", "the worst bug was found after the disks were sent") T("2", "alpha") T("3", "none yet") T("4", "amiga")
              T("5", "none yet"),
          "=+========++++++------");
#define L(address) "<Block Ref='1'><Links><link Name='mail us' Adr='" address "'/></Links></Block>"
    gives("an address that is written anew at every visit is alike", L("/cdn-cgi/l/email-protection#b8cccbf8df94d2d7"),
          L("/cdn-cgi/l/email-protection#0d797e4d6a216762"), "==~");
    gives("one that leads elsewhere is not", L("/terms"), L("/privacy"), "==+-");
    gives("words of a text that has nothing to do with the new one do not stay",
          T("1", "the sun shines on the hills of the north today"), T("1", "all of it went to the new owner on"),
          "+++++++++----------");
    return tap_done();
}
