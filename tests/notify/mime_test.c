/* Letters: headers that nothing can be put into, lines that fit, and bodies that can be read back. */
#include "notify/mime.h"

#include "base/base64.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "tests/base/random.h"
#include "tests/notify/letters.h"
#include "tests/tap.h"

static bool has(const struct buf *b, const char *text)
{
    return str_find(buf_str(b), str_of(text), 0) != SIZE_MAX;
}

/* Lines that are longer than `max`, or do not end in CRLF. */
static unsigned bad_lines(struct str text, size_t max)
{
    unsigned n = 0;
    while (text.len) {
        struct str line = str_cut(&text, '\n');
        n += line.len == 0 || line.ptr[line.len - 1] != '\r' || line.len - 1 > max;
    }
    return n;
}

/* ---- Headers ---- */

static void test_plain_headers(void)
{
    static const struct {
        const char *name, *value, *header;
    } rows[] = {
        { "plain words stand as they are", "Oak table", "Subject: Oak table\r\n" },
        { "nothing is an empty header", "", "Subject:\r\n" },
        { "blanks at both ends go", "  Oak  ", "Subject: Oak\r\n" },
        { "blanks between words stay", "a  b", "Subject: a  b\r\n" },
        { "line ends become blanks", "a\r\nBcc: b", "Subject: a  Bcc: b\r\n" },
        { "so do other control characters", "a\x01\x1f\x7f\tb", "Subject: a    b\r\n" },
        { "the last plain character is the tilde", "~", "Subject: ~\r\n" },
        { "what looks encoded is encoded", "=?x", "Subject: =?utf-8?B?PT94?=\r\n" },
        { "a question mark alone does not", "a? =b", "Subject: a? =b\r\n" },
        { "other letters are encoded", "\xc3\xa4", "Subject: =?utf-8?B?w6Q=?=\r\n" },
        /* "Subject:" and 68 bytes are 76 with the blank */
        { "76 bytes stand on one line", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "Subject: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n" },
        { "a byte more is folded at a blank", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "Subject: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(KIB(4));
        mime_header(&out, "Subject", str_of(rows[i].value));
        eq_str(buf_str(&out), str_of(rows[i].header), rows[i].name);
    }
}

static void test_long_headers(void)
{
    char text[5000];
    AUTO(buf) plain = BUF(KIB(16)), coded = BUF(KIB(16)), cut = BUF(KIB(16));
    memset(text, 'a', sizeof text);
    mime_header(&plain, "X", (struct str){ text, 499 });
    eq_int(plain.len, 499 + 3 + 4, "a word of 499 bytes is plain, on a line of its own");
    mime_header(&coded, "X", (struct str){ text, 500 });
    ok(str_starts(buf_str(&coded), STR("X: =?utf-8?B?")), "one of 500 is encoded");
    eq_int(bad_lines(buf_str(&coded), 76), 0, "in lines that fit");
    mime_header(&cut, "X", (struct str){ text, sizeof text });
    ok(cut.len < 2 * KIB(2) && cut.len > KIB(2), "and one of 5,000 is cut to 2,048");
}

/* The text of "=?utf-8?B?...?=" words, and whether each of them is whole. */
static bool decode(struct str header, struct buf *out)
{
    bool whole = true;
    str_cut(&header, ' ');
    while (header.len) {
        AUTO(buf) one = BUF(KIB(4));
        struct str word = str_trim(str_cut(&header, '\n'));
        if (!str_starts(word, STR("=?utf-8?B?")) || !str_ends(word, STR("?="))
            || !base64_read(str_sub(word, 10, word.len - 2), &one))
            return false;
        whole = whole && utf8_valid(buf_str(&one));
        buf_add(out, buf_str(&one));
    }
    return whole;
}

static void test_encoded_headers(void)
{
    static const char *const letters[] = { "a", " b", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80" };
    struct random r = { 3 };
    unsigned other = 0, long_lines = 0;
    for (unsigned i = 0; i < 300; i++) {
        AUTO(buf) text = BUF(KIB(4)), header = BUF(KIB(8)), back = BUF(KIB(4));
        buf_add(&text, STR("\xc3\xb6"));
        for (uint32_t n = random_below(&r, 150); n; n--)
            buf_add(&text, str_of(letters[random_below(&r, ARRAY_LEN(letters))]));
        mime_header(&header, "S", buf_str(&text));
        other += !decode(buf_str(&header), &back) || !str_eq(buf_str(&back), buf_str(&text));
        long_lines += bad_lines(buf_str(&header), 76);
    }
    eq_int(other, 0, "encoded words hold whole characters and say what was said");
    eq_int(long_lines, 0, "in lines of 76 bytes at most");
}

static void test_dates(void)
{
    static const struct {
        int64_t at;
        const char *date;
    } rows[] = {
        { 0, "Thu, 1 Jan 1970 00:00:00 +0000" },
        { 999, "Thu, 1 Jan 1970 00:00:00 +0000" },
        { INT64_C(946684799) * 1000, "Fri, 31 Dec 1999 23:59:59 +0000" },
        { INT64_C(1709164800) * 1000, "Thu, 29 Feb 2024 00:00:00 +0000" },
        { INT64_C(1794798600) * 1000, "Mon, 16 Nov 2026 03:10:00 +0000" },
        { INT64_C(1783253045) * 1000, "Sun, 5 Jul 2026 12:04:05 +0000" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(100);
        mime_date(&out, rows[i].at);
        eq_str(buf_str(&out), str_of(rows[i].date), "a date as RFC 5322 has it");
    }
}

/* ---- Quoted-printable ---- */

static void test_quoted(void)
{
    static const struct {
        const char *name, *text, *quoted;
    } rows[] = {
        { "nothing is one line", "", "\r\n" },
        { "letters stand as they are", "a", "a\r\n" },
        { "the sign of equality is quoted", "a=b", "a=3Db\r\n" },
        { "from ! to ~", "!~", "!~\r\n" },
        { "but not what lies around them", "\x7f\x1f", "=7F=1F\r\n" },
        { "a blank in a line is a blank", "a b\tc", "a b\tc\r\n" },
        { "at its end it is quoted", "a \nb\t\r\nc ", "a=20\r\nb=09\r\nc=20\r\n" },
        { "line ends become CRLF", "a\nb\r\nc", "a\r\nb\r\nc\r\n" },
        { "a lone CR does not", "a\rb\r", "a=0Db=0D\r\n" },
        { "a blank before a lone CR is quoted with it", "a \rb", "a=20=0Db\r\n" },
        { "a dot at the start of a line would end the letter", ".\n..\na.", "=2E\r\n=2E.\r\na.\r\n" },
        { "bytes above ASCII", "\xc3\xa4", "=C3=A4\r\n" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(KIB(4));
        mime_quoted(&out, str_of(rows[i].text));
        eq_str(buf_str(&out), str_of(rows[i].quoted), rows[i].name);
    }
}

static void test_folds(void)
{
    char text[100];
    AUTO(buf) fits = BUF(KIB(1)), folded = BUF(KIB(1)), dotted = BUF(KIB(1));
    memset(text, 'a', sizeof text);
    mime_quoted(&fits, (struct str){ text, 75 });
    eq_int(fits.len, 77, "75 letters stand on one line");
    mime_quoted(&folded, (struct str){ text, 76 });
    ok(str_ends(buf_str(&folded), STR("=\r\na\r\n")) && folded.len == 75 + 3 + 3, "the 76th on the next");
    text[75] = '.';
    mime_quoted(&dotted, (struct str){ text, 76 });
    ok(str_ends(buf_str(&dotted), STR("=\r\n=2E\r\n")), "where a dot is quoted, as at the start of any line");
}

static int digit_of(char c)
{
    return c >= 'A' ? c - 'A' + 10 : c - '0';
}

static void unquote(struct str s, struct buf *out)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] != '=') {
            buf_add_char(out, s.ptr[i]);
            continue;
        }
        if (s.ptr[i + 1] != '\r')
            buf_add_char(out, (char)(digit_of(s.ptr[i + 1]) * 16 + digit_of(s.ptr[i + 2])));
        i += 2;
    }
}

static void test_quoted_law(void)
{
    struct random r = { 9 };
    unsigned other = 0, long_lines = 0, dots = 0;
    for (unsigned i = 0; i < 500; i++) {
        AUTO(buf) text = BUF(KIB(4)), quoted = BUF(KIB(16)), back = BUF(KIB(8));
        for (uint32_t n = random_below(&r, 300); n; n--)
            buf_add_char(&text, "ab. =\t\xc3~!"[random_below(&r, 9)]);
        mime_quoted(&quoted, buf_str(&text));
        unquote(buf_str(&quoted), &back);
        buf_add(&text, STR("\r\n"));
        other += !str_eq(buf_str(&back), buf_str(&text));
        long_lines += bad_lines(buf_str(&quoted), 76);
        dots += has(&quoted, "\n.") || str_starts(buf_str(&quoted), STR("."));
    }
    eq_int(other, 0, "what is quoted can be read back");
    eq_int(long_lines, 0, "in lines of 76 bytes at most");
    eq_int(dots, 0, "of which none begins with a dot");
}

/* ---- Whole letters ---- */

static void test_letter(void)
{
    struct letter_parts x;
    const struct notice *n = letter_about(&x, "Oak table 360");
    AUTO(buf) out = BUF(MIB(1));
    mime_write(n, &(struct mime_head){ STR("weft@example.org"), STR("anna@example.org"), STR("https://weft.example/k/x"), true },
               &out);
    ok(str_starts(buf_str(&out),
                  STR("From: weft <weft@example.org>\r\nTo: anna@example.org\r\nSubject: Oak table 360\r\n"
                      "Date: Thu, 1 Jan 1970 00:00:01 +0000\r\nMessage-ID: <weft-0123@example.org>\r\n"
                      "List-Unsubscribe: <https://weft.example/k/x>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
                      "Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\nMIME-Version: 1.0\r\n"
                      "Content-Type: multipart/alternative; boundary=\"=_weft-0123\"\r\n\r\n--=_weft-0123\r\n"
                      "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")),
       "a letter begins with its headers and its text");
    ok(has(&out,
           "\r\n--=_weft-0123\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"),
       "then comes the same as HTML");
    ok(str_ends(buf_str(&out), STR("\r\n--=_weft-0123--\r\n")), "then its end");
    eq_int(bad_lines(buf_str(&out), 78), 0, "in lines that mail servers take");
}

static void test_unsubscribe(void)
{
    static const struct {
        const char *name, *address;
        bool one_click, has_line, has_click;
    } rows[] = {
        { "without an address there is no way off", "", true, false, false },
        { "an address to write to", "mailto:weft@example.org", false, true, false },
        { "an address that takes one click", "https://weft.example/k/x", true, true, true },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct letter_parts x;
        AUTO(buf) out = BUF(MIB(1));
        mime_write(letter_about(&x, "Oak"),
                   &(struct mime_head){ STR("w@e"), STR("a@e"), str_of(rows[i].address), rows[i].one_click }, &out);
        ok(has(&out, "List-Unsubscribe: <") == rows[i].has_line && has(&out, "List-Unsubscribe-Post:") == rows[i].has_click, "%s",
           rows[i].name);
    }
}

static void test_hostile(void)
{
    struct letter_parts x;
    const struct notice *n = letter_about(&x, "Oak\r\nBcc: all@example.org\r\n\r\n<script>");
    AUTO(buf) out = BUF(MIB(1));
    mime_write(n, &(struct mime_head){ STR("weft@example.org"), STR("anna@example.org"), STR(""), false }, &out);
    ok(has(&out, "Subject: Oak  Bcc: all@example.org    <script>\r\n"), "a subject is one line, whatever the page says");
    ok(str_find(buf_str(&out), STR("\nBcc:"), 0) > str_find(buf_str(&out), STR("\r\n\r\n"), 0), "no header can be put in");
    ok(!has(&out, "javascript:alert(1)\""), "what is not an address of the web is no link");
    ok(has(&out, "&lt;script&gt;") && !has(&out, "<script>\r\n</"), "what a page says is text");
}

/* A digest of many pages stays below what mail programs cut off. */
static void test_size(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(8));
    struct mail_page *pages = NEW_ARRAY(&a, struct mail_page, 500);
    struct letter_parts x;
    for (int i = 0; i < 500; i++)
        pages[i] = letter_about(&x, "A headline")->letter.page[0];
    mail_html(&(struct mail_letter){ .subject = STR("many"), .page = pages, .n_pages = 500 }, &out);
    ok(out.len < 100000 && out.len > 20000, "500 pages are a letter of %zu bytes", out.len);
    ok(has(&out, "more pages"), "which says how many it leaves out");
}

int main(void)
{
    test_plain_headers();
    test_long_headers();
    test_encoded_headers();
    test_dates();
    test_quoted();
    test_folds();
    test_quoted_law();
    test_letter();
    test_unsubscribe();
    test_hostile();
    test_size();
    return tap_done();
}
