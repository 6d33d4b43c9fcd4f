/* In: a notice. Out: JSON and headers, by way. O(bytes). */
#include "notify/payload.h"

#include "base/base64.h"
#include "base/json.h"
#include "base/limits.h"
#include "notify/sign.h"

enum {
    LINES_MAX = 8,         /* changes that a short message shows */
    SHORT_PAGES_MAX = 10,  /* pages, likewise; Discord takes ten embeds */
    SHORT_BYTES_MAX = 3500 /* Telegram takes 4,096 characters, ntfy 4,096 bytes */
};

static void add_header(struct arena *a, struct payload *p, const char *name, struct str value)
{
    if (p->n_headers < PAYLOAD_HEADERS_MAX)
        p->header[p->n_headers++] = arena_printf(a, "%s: %.*s", name, STR_ARG(value));
}

static struct str link_of(const struct mail_page *p)
{
    return p->diff.len ? p->diff : p->url;
}

/* ---- Texts ---- */

/* At most `max` bytes, at the end of a character. */
static struct str cut(struct str s, size_t max)
{
    size_t end = MIN(s.len, max);
    while (end > 0 && end < s.len && ((unsigned char)s.ptr[end] & 0xC0) == 0x80)
        end--;
    return str_sub(s, 0, end);
}

/* The sentinel that tells it: "prices: ". */
static void add_name(const struct mail_page *p, void (*add)(struct buf *, struct str), struct buf *out)
{
    add(out, p->name);
    buf_add(out, p->name.len ? STR(": ") : STR(""));
}

static void add_plain_text(const struct notice *n, struct buf *out)
{
    if (n->letter.text.len) {
        buf_addf(out, "%.*s\n", STR_ARG(n->letter.text));
        return;
    }
    for (uint32_t i = 0; i < n->letter.n_plain; i++)
        if (i || !str_eq(n->letter.plain[i], n->letter.subject)) /* which stands above it */
            buf_addf(out, "%.*s\n", STR_ARG(n->letter.plain[i]));
    for (uint32_t i = 0; i < n->letter.n_pages && i < SHORT_PAGES_MAX; i++) {
        const struct mail_page *p = &n->letter.page[i];
        if (n->letter.n_pages > 1)
            buf_addf(out, "%s%.*s\n", i ? "\n" : "", STR_ARG(p->headline));
        buf_addf(out, "%.*s\n", STR_ARG(p->title.len ? p->title : p->url));
        mail_changes_text(p, LINES_MAX, out);
    }
}

/* HTML in a chat; Telegram breaks lines as the text does, and Matrix where an element says so. */
static const struct mail_marks telegram_marks = {
    .old = { "<s>", "</s>" }, .new = { "<u>", "</u>" }, .end = "\n", .add = buf_add_escaped
};
static const struct mail_marks matrix_marks = {
    .old = { "<del>", "</del>" }, .new = { "<u>", "</u>" }, .end = "<br>\n", .add = buf_add_escaped
};

static void add_html(const struct notice *n, const struct mail_marks *marks, struct buf *out)
{
    if (n->letter.text.len) {
        buf_add_escaped(out, cut(n->letter.text, SHORT_BYTES_MAX / 5)); /* escaped it may be five times as long */
        return;
    }
    for (uint32_t i = 0; i < n->letter.n_plain; i++) {
        buf_add_escaped(out, n->letter.plain[i]);
        buf_add(out, str_of(marks->end));
    }
    /* A page is written whole or not at all: half of an element is refused. */
    for (uint32_t i = 0; i < n->letter.n_pages && i < SHORT_PAGES_MAX; i++) {
        AUTO(buf) one = BUF(MIB(1));
        const struct mail_page *p = &n->letter.page[i];
        add_name(p, buf_add_escaped, &one);
        buf_add(&one, STR("<b><a href=\""));
        buf_add_escaped(&one, link_of(p));
        buf_add(&one, STR("\">"));
        buf_add_escaped(&one, p->headline);
        buf_addf(&one, "</a></b>%s", marks->end);
        buf_add_escaped(&one, p->title);
        buf_add(&one, str_of(p->title.len ? marks->end : ""));
        size_t short_end = one.len;
        mail_changes(p, marks, LINES_MAX, &one);
        buf_add(out, out->len + one.len < SHORT_BYTES_MAX ? buf_str(&one) : str_sub(buf_str(&one), 0, short_end));
        if (out->len > SHORT_BYTES_MAX)
            break;
    }
}

/* Slack's own marks: <, > and & are escaped, a link is <URL|TEXT>. */
static void add_slack_text(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == '&')
            buf_add(out, STR("&amp;"));
        else if (s.ptr[i] == '<')
            buf_add(out, STR("&lt;"));
        else if (s.ptr[i] == '>')
            buf_add(out, STR("&gt;"));
        else
            buf_add_char(out, s.ptr[i]);
    }
}

static const struct mail_marks slack_marks = { .old = { "~", "~" }, .new = { "*", "*" }, .end = "\n", .add = add_slack_text };

/* Discord's marks are those of Markdown: what a page says marks nothing and links to nothing. */
static void add_discord_text(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (strchr("\\*_~`|<>[]()#-", s.ptr[i]) && s.ptr[i])
            buf_add_char(out, '\\');
        buf_add_char(out, s.ptr[i]);
    }
}

static const struct mail_marks discord_marks = {
    .old = { "~~", "~~" }, .new = { "**", "**" }, .end = "\n", .add = add_discord_text
};

/* ---- Ways ---- */

static void slack(const struct notice *n, struct json *j)
{
    AUTO(buf) text = BUF(MIB(4));
    for (uint32_t i = 0; i < n->letter.n_plain; i++) {
        add_slack_text(&text, n->letter.plain[i]);
        buf_add_char(&text, '\n');
    }
    if (n->letter.text.len)
        add_slack_text(&text, n->letter.text);
    for (uint32_t i = 0; i < n->letter.n_pages && i < SHORT_PAGES_MAX && n->letter.text.len == 0; i++) {
        const struct mail_page *p = &n->letter.page[i];
        add_name(p, add_slack_text, &text);
        buf_addf(&text, "<%.*s|", STR_ARG(link_of(p)));
        add_slack_text(&text, p->headline);
        buf_add(&text, STR(">\n"));
        add_slack_text(&text, p->title);
        buf_add(&text, p->title.len ? STR("\n") : STR(""));
        mail_changes(p, &slack_marks, LINES_MAX, &text);
    }
    json_object(j);
    json_field_str(j, "text", cut(buf_str(&text), 30000));
    json_field_bool(j, "unfurl_links", false);
    json_end(j);
}

static void discord(const struct notice *n, struct json *j)
{
    AUTO(buf) plain = BUF(MIB(1));
    for (uint32_t i = 0; i < n->letter.n_plain; i++)
        buf_addf(&plain, "%.*s\n", STR_ARG(n->letter.plain[i]));
    buf_add(&plain, n->letter.text);
    json_object(j);
    json_field_str(j, "content", cut(plain.len ? buf_str(&plain) : n->letter.subject, 1900));
    json_key(j, "allowed_mentions"); /* nobody is called by what a page says */
    json_object(j);
    json_key(j, "parse");
    json_array(j);
    json_end(j);
    json_end(j);
    json_key(j, "embeds");
    json_array(j);
    for (uint32_t i = 0; i < n->letter.n_pages && i < SHORT_PAGES_MAX && n->letter.text.len == 0; i++) {
        AUTO(buf) changes = BUF(MIB(1));
        const struct mail_page *p = &n->letter.page[i];
        mail_changes(p, &discord_marks, LINES_MAX, &changes);
        json_object(j);
        /* The headline of a single page is what the message begins with. */
        json_field_str(j, "title", cut(n->letter.n_pages > 1 || p->title.len == 0 ? p->headline : p->title, 250));
        json_field_str(j, "url", link_of(p));
        json_field_str(j, "description", cut(buf_str(&changes), 500)); /* all embeds together have 6,000 */
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void matrix(const struct notice *n, struct json *j)
{
    AUTO(buf) text = BUF(MIB(4));
    AUTO(buf) html = BUF(MIB(4));
    buf_addf(&text, "%.*s\n", STR_ARG(n->letter.subject));
    add_plain_text(n, &text);
    add_html(n, &matrix_marks, &html);
    json_object(j);
    json_field_str(j, "msgtype", STR("m.notice"));
    json_field_str(j, "body", cut(buf_str(&text), 30000));
    json_field_str(j, "format", STR("org.matrix.custom.html"));
    json_field_str(j, "formatted_body", buf_str(&html));
    json_end(j);
}

static void telegram(const struct notify_address *to, const struct notice *n, struct json *j)
{
    AUTO(buf) html = BUF(MIB(4));
    add_html(n, &telegram_marks, &html);
    json_object(j);
    json_field_str(j, "chat_id", to->to);
    json_field_str(j, "text", buf_str(&html));
    json_field_str(j, "parse_mode", STR("HTML"));
    json_field_bool(j, "disable_web_page_preview", true);
    json_end(j);
}

/* From "what matters" up a telephone makes itself heard. */
static int priority_of(const struct notice *n)
{
    double most = -1;
    for (uint32_t i = 0; i < n->letter.n_pages; i++)
        most = MAX(most, n->letter.page[i].importance);
    return most >= 0.8 ? 5 : most >= 0.6 ? 4 : most >= 0.35 || most < 0 ? 3 : 2;
}

static void ntfy(const struct notify_address *to, const struct notice *n, struct json *j)
{
    AUTO(buf) text = BUF(MIB(4));
    add_plain_text(n, &text);
    json_object(j);
    json_field_str(j, "topic", to->to);
    json_field_str(j, "title", cut(n->letter.subject, 250));
    json_field_str(j, "message", cut(buf_str(&text), SHORT_BYTES_MAX));
    json_field_number(j, "priority", priority_of(n));
    json_field_str(j, "sequence_id", n->key); /* from 2.16 on a message that comes again takes the place of the first */
    if (n->letter.n_pages)
        json_field_str(j, "click", link_of(&n->letter.page[0]));
    json_end(j);
}

/* ---- Requests ---- */

static void sign(struct arena *a, struct str secret, const struct notice *n, struct payload *out)
{
    AUTO(buf) signature = BUF(KIB(1));
    add_header(a, out, "webhook-id", n->key);
    add_header(a, out, "webhook-timestamp", arena_printf(a, "%lld", (long long)(n->now / 1000)));
    if (secret.len == 0)
        return;
    sign_add(&signature, secret, &(struct signed_message){ n->key, out->body, n->now });
    add_header(a, out, "webhook-signature", buf_str(&signature));
}

static void authorize(struct arena *a, const struct notify_address *to, struct payload *out)
{
    AUTO(buf) login = BUF(KIB(8)), coded = BUF(KIB(16));
    if (to->token.len == 0 || to->way == WAY_TELEGRAM)
        return;
    if (to->user.len == 0) {
        add_header(a, out, "Authorization", arena_printf(a, "Bearer %.*s", STR_ARG(to->token)));
        return;
    }
    buf_addf(&login, "%.*s:%.*s", STR_ARG(to->user), STR_ARG(to->token));
    buf_add(&coded, STR("Basic "));
    base64_add(&coded, buf_str(&login));
    add_header(a, out, "Authorization", buf_str(&coded));
}

static void add_percent(struct buf *out, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i], l = byte_lower(c);
        if ((l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || strchr("-._~", c))
            buf_add_char(out, c);
        else
            buf_addf(out, "%%%02X", (unsigned char)c);
    }
}

static void set_url(struct arena *a, const struct notify_address *to, const struct notice *n, struct payload *out)
{
    AUTO(buf) url = BUF(KIB(16));
    if (to->way == WAY_TELEGRAM) {
        buf_addf(&url, "%.*s/bot%.*s/sendMessage", STR_ARG(to->url), STR_ARG(to->token));
    } else if (to->way == WAY_MATRIX) { /* the server takes a transaction's number once */
        buf_addf(&url, "%.*s/_matrix/client/v3/rooms/", STR_ARG(to->url));
        add_percent(&url, to->to);
        buf_addf(&url, "/send/m.room.message/%.*s", STR_ARG(n->key));
        out->method = "PUT";
    } else if (to->way == WAY_NTFY) {
        buf_add(&url, str_sub(to->url, 0, to->url.len - to->to.len));
    } else {
        buf_add(&url, to->url);
    }
    out->url = arena_str(a, buf_str(&url));
}

void payload_make(struct arena *a, const struct notify_address *to, struct str secret, const struct notice *n, struct payload *out)
{
    AUTO(buf) body = BUF(MIB(16));
    struct json j;
    *out = (struct payload){ .method = "POST" };
    json_open(&j, &body, 0);
    if (to->way == WAY_SLACK)
        slack(n, &j);
    else if (to->way == WAY_DISCORD)
        discord(n, &j);
    else if (to->way == WAY_MATRIX)
        matrix(n, &j);
    else if (to->way == WAY_TELEGRAM)
        telegram(to, n, &j);
    else if (to->way == WAY_NTFY)
        ntfy(to, n, &j);
    out->body = to->way == WAY_WEBHOOK ? n->json : arena_str(a, buf_str(&body));
    set_url(a, to, n, out);
    add_header(a, out, "Content-Type", STR("application/json"));
    add_header(a, out, "Idempotency-Key", n->key);
    authorize(a, to, out);
    if (to->way == WAY_WEBHOOK)
        sign(a, secret, n, out);
}
