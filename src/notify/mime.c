/* In: a notice. Out: a letter. O(bytes). */
#include "notify/mime.h"

#include <time.h>

#include "base/base64.h"
#include "base/limits.h"
#include "base/utf8.h"

enum {
    LINE_MAX_BYTES = 76,
    WORD_BYTES = 42, /* of text in one encoded word: 56 of base64 and 12 around them */
};

/* ---- Headers ---- */

static bool is_plain(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] < ' ' || (unsigned char)s.ptr[i] > '~')
            return false;
    return str_find(s, STR("=?"), 0) == SIZE_MAX;
}

/* As many whole characters as fit one encoded word. */
static size_t word_end(struct str s)
{
    size_t end = MIN(s.len, (size_t)WORD_BYTES);
    while (end > 1 && end < s.len && ((unsigned char)s.ptr[end] & 0xC0) == 0x80)
        end--;
    return end;
}

static void add_encoded(struct buf *out, struct str value)
{
    while (value.len) {
        size_t end = word_end(value);
        buf_add(out, STR("=?utf-8?B?"));
        base64_add(out, str_sub(value, 0, end));
        buf_add(out, STR("?="));
        value = str_sub(value, end, value.len);
        if (value.len)
            buf_add(out, STR("\r\n "));
    }
}

/* Long plain values are folded at a blank. */
static void add_folded(struct buf *out, struct str value, size_t column)
{
    while (value.len) {
        struct str rest = value, word = str_cut(&rest, ' ');
        if (column + word.len + 1 > LINE_MAX_BYTES && column > 1) {
            buf_add(out, STR("\r\n"));
            column = 0;
        }
        buf_add_char(out, ' ');
        buf_add(out, word);
        column += word.len + 1;
        value = word.len == value.len ? STR("") : rest;
    }
}

void mime_header(struct buf *out, const char *name, struct str value)
{
    AUTO(buf) clean = BUF(KIB(16));
    struct str cut = str_sub(value, 0, MIN(value.len, KIB(2)));
    for (size_t i = 0; i < cut.len; i++)
        buf_add_char(&clean, (unsigned char)cut.ptr[i] < ' ' || cut.ptr[i] == 0x7f ? ' ' : cut.ptr[i]);
    struct str text = str_trim(buf_str(&clean));
    buf_addf(out, "%s:", name);
    if (is_plain(text) && text.len < 500) {
        add_folded(out, text, strlen(name) + 1);
    } else {
        buf_add_char(out, ' ');
        add_encoded(out, text);
    }
    buf_add(out, STR("\r\n"));
}

void mime_date(struct buf *out, int64_t at)
{
    static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t seconds = (time_t)(at / 1000);
    struct tm tm = { 0 };
    gmtime_r(&seconds, &tm);
    buf_addf(out, "%s, %d %s %d %02d:%02d:%02d +0000", days[tm.tm_wday % 7], tm.tm_mday, months[tm.tm_mon % 12], tm.tm_year + 1900,
             tm.tm_hour, tm.tm_min, tm.tm_sec);
}

/* ---- Bodies ---- */

static bool stands_plain(struct str s, size_t i)
{
    unsigned char c = (unsigned char)s.ptr[i];
    if (c == ' ' || c == '\t') /* not at the end of a line */
        return i + 1 < s.len && s.ptr[i + 1] != '\n' && s.ptr[i + 1] != '\r';
    return c >= '!' && c <= '~' && c != '=';
}

void mime_quoted(struct buf *out, struct str s)
{
    size_t column = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == '\n' || (s.ptr[i] == '\r' && i + 1 < s.len && s.ptr[i + 1] == '\n')) {
            i += s.ptr[i] == '\r';
            buf_add(out, STR("\r\n"));
            column = 0;
            continue;
        }
        bool plain = stands_plain(s, i) && !(column == 0 && s.ptr[i] == '.');
        if (column + (plain ? 1 : 3) > LINE_MAX_BYTES - 1) {
            buf_add(out, STR("=\r\n"));
            column = 0;
            plain = stands_plain(s, i) && s.ptr[i] != '.';
        }
        if (plain)
            buf_add_char(out, s.ptr[i]);
        else
            buf_addf(out, "=%02X", (unsigned char)s.ptr[i]);
        column += plain ? 1 : 3;
    }
    buf_add(out, STR("\r\n"));
}

static void add_part(struct buf *out, struct str boundary, const char *type, struct str text)
{
    buf_addf(out, "--%.*s\r\nContent-Type: %s; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
             STR_ARG(boundary), type);
    mime_quoted(out, text);
}

static void add_head(const struct notice *n, const struct mime_head *h, struct buf *out)
{
    AUTO(buf) value = BUF(KIB(16));
    struct str domain = h->from;
    str_cut(&domain, '@');
    buf_addf(&value, "weft <%.*s>", STR_ARG(h->from));
    mime_header(out, "From", buf_str(&value));
    mime_header(out, "To", h->to);
    mime_header(out, "Subject", n->letter.subject);
    buf_add(out, STR("Date: "));
    mime_date(out, n->at);
    buf_addf(out, "\r\nMessage-ID: <%.*s@%.*s>\r\n", STR_ARG(n->key), STR_ARG(domain));
    if (h->unsubscribe.len)
        buf_addf(out, "List-Unsubscribe: <%.*s>\r\n", STR_ARG(h->unsubscribe));
    if (h->unsubscribe.len && h->one_click)
        buf_add(out, STR("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    buf_add(out, STR("Auto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All\r\nMIME-Version: 1.0\r\n"));
}

void mime_write(const struct notice *n, const struct mime_head *h, struct buf *out)
{
    AUTO(buf) text = BUF(MIB(4));
    AUTO(buf) html = BUF(MIB(4));
    mail_text(&n->letter, &text);
    mail_html(&n->letter, &html);
    add_head(n, h, out);
    /* "=_" cannot stand in quoted-printable text, so no page can write a boundary. */
    AUTO(buf) boundary = BUF(KIB(1));
    buf_addf(&boundary, "=_%.*s", STR_ARG(n->key));
    buf_addf(out, "Content-Type: multipart/alternative; boundary=\"%.*s\"\r\n\r\n", STR_ARG(buf_str(&boundary)));
    add_part(out, buf_str(&boundary), "text/plain", buf_str(&text));
    add_part(out, buf_str(&boundary), "text/html", buf_str(&html));
    buf_addf(out, "--%.*s--\r\n", STR_ARG(buf_str(&boundary)));
}
