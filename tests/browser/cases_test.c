/* What passes between Chromium and the network, without either: cases/NAME.txt.
 *
 *     --- requests        a table: the head of a request as the proxy gets it, with escapes; whom it is for and how it is passed on
 *     --- chained         the same on its way to another proxy
 *     --- answers         a table: the head of an answer, and how it is passed back
 *     --- list, names     a list NAME:PORT:ADDRESS, and a table of HOST -> PORT that need no DNS
 *     --- lists, proxies, files, origins, logins   tables
 *     --- url, jar, cookies   a page's address, a jar as a fetcher keeps it, and the cookies as Chromium is told of them */
#include "base/json.h"
#include "browser/pass.h"
#include "browser/proxy_file.h"
#include "browser/proxy_head.h"
#include "browser/proxy_name.h"
#include "tests/cases.h"

/* The case whose tables are read. */
static const struct text_case *current;

static void add_request(struct arena *a, struct str in, bool chained, struct buf *out)
{
    AUTO(buf) passed = BUF(KIB(16));
    struct proxy_head h;
    enum proxy_reading reading = proxy_head_read(case_unescape(a, in), &h);

    if (reading != PROXY_WHOLE) {
        buf_add(out, reading == PROXY_BAD ? STR("refused") : STR("more is to come"));
        return;
    }
    buf_addf(out, "%s%.*s port %u: ", h.connect ? "tunnel to " : "", STR_ARG(h.host), h.port);
    if (chained)
        proxy_head_write_whole(&h, STR("Basic YTpi"), &passed);
    else if (!h.connect)
        proxy_head_write(&h, &passed);
    case_show(out, buf_str(&passed));
}

static void row_request(struct arena *a, struct str in, struct buf *out)
{
    add_request(a, in, false, out);
}

static void row_chained(struct arena *a, struct str in, struct buf *out)
{
    add_request(a, in, true, out);
}

static void row_answer(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) passed = BUF(KIB(16));
    struct str bytes = case_unescape(a, in);
    size_t len = 0;
    bool interim = false;
    enum proxy_reading reading = proxy_answer_read(bytes, &len, &interim);

    if (reading != PROXY_WHOLE) {
        buf_add(out, reading == PROXY_BAD ? STR("refused") : STR("more is to come"));
        return;
    }
    proxy_answer_write(str_sub(bytes, 0, len), &passed);
    buf_addf(out, "%zu bytes%s: ", len, interim ? ", another one follows" : "");
    case_show(out, buf_str(&passed));
}

static void row_name(struct arena *a, struct str in, struct buf *out)
{
    struct str host = case_cut_pair(&in);
    struct name_addresses found = { .n = 0 };
    uint64_t port = 0;

    (void)a;
    str_number(in, 65535, &port);
    if (!name_known(case_text(current, "list"), host, (uint32_t)port, &found)) {
        buf_add(out, STR("DNS is asked"));
        return;
    }
    buf_add(out, found.n ? STR("") : STR("nowhere"));
    for (uint32_t i = 0; i < found.n; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        address_print(out, found.item[i]);
    }
}

static void row_list(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };

    if (name_list_check(case_unescape(a, in), &e))
        buf_addf(out, "error %d: %s", e.code, e.text);
    else
        buf_add(out, STR("fine"));
}

static void row_proxy(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) authorization = BUF(KIB(1));
    struct str host;
    uint32_t port;

    (void)a;
    if (!proxy_address_read(in, &host, &port, &authorization)) {
        buf_add(out, STR("not a proxy"));
        return;
    }
    buf_addf(out, "%.*s port %u", STR_ARG(host), port);
    if (authorization.len)
        buf_addf(out, ", %.*s", STR_ARG(buf_str(&authorization)));
}

static void row_file(struct arena *a, struct str in, struct buf *out)
{
    struct str type = proxy_file_type(in);

    (void)a;
    buf_add(out, type.len ? type : STR("not part of a page"));
}

static void row_origin(struct arena *a, struct str in, struct buf *out)
{
    struct str one = case_cut_pair(&in);

    (void)a;
    buf_add(out, pass_same_origin(one, in) ? STR("same") : STR("other"));
    if (pass_same_origin(one, in) != pass_same_origin(in, one))
        buf_add(out, STR(" (but not the other way round)"));
}

static void row_login(struct arena *a, struct str in, struct buf *out)
{
    struct browser_pass p = { 0 };
    struct str url = pass_take_login(a, in, &p);

    buf_addf(out, "%.*s", STR_ARG(url));
    if (p.user.len || p.password.len) {
        buf_add(out, STR(" as "));
        case_show(out, p.user);
        buf_add(out, STR(" with "));
        case_show(out, p.password);
    }
}

static struct str give_cookies(struct arena *a)
{
    AUTO(buf) out = BUF(KIB(64));
    struct fetch_pair header = { STR("Cookie"), case_text(current, "header") };
    struct browser_pass p = { .cookies = case_bytes(a, current, "jar"), .header = &header, .n_header = header.value.len ? 1 : 0 };
    struct pass_cookies all = pass_cookies(&p, case_text(current, "url"));
    struct pass_cookie cookie;

    while (pass_next_cookie(a, &all, &cookie)) {
        struct json j;
        json_open(&j, &out, 0);
        json_object(&j);
        pass_write_cookie(&j, &cookie);
        json_end(&j);
        buf_add_char(&out, '\n');
    }
    return case_take(a, &out);
}

static const struct {
    const char *label;
    void (*row)(struct arena *a, struct str in, struct buf *out);
} tables[] = {
    { "requests", row_request }, { "chained", row_chained }, { "answers", row_answer },
    { "names", row_name },       { "lists", row_list },      { "proxies", row_proxy },
    { "files", row_file },       { "origins", row_origin },  { "logins", row_login },
};

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    current = c;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_text(c, tables[i].label), tables[i].row);
    return str_eq(label, STR("cookies")) ? give_cookies(a) : (struct str){ NULL, 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/browser/cases/*.txt", give);
}
