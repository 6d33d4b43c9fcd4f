/* Watches as JSON, and as requests. */
#include "flow/watch.h"

#include "base/limits.h"
#include "judge/urgency.h"
#include "judge/wishes.h"

/* What may be shown, then what is sealed. */
static const struct record_field fields[] = {
    RECORD_FIELD(struct watch, RECORD_TEXT, every),          RECORD_FIELD(struct watch, RECORD_TEXT, title),
    RECORD_FIELD(struct watch, RECORD_LIST, tags),           RECORD_FIELD(struct watch, RECORD_LIST, notify),
    RECORD_FIELD(struct watch, RECORD_TEXT, silent_until),   RECORD_FIELD(struct watch, RECORD_FLAG, sentinel),
    RECORD_FIELD(struct watch, RECORD_TEXT, fetch),          RECORD_FIELD(struct watch, RECORD_LIST, select),
    RECORD_FIELD(struct watch, RECORD_LIST, ignore),         RECORD_FIELD(struct watch, RECORD_TEXT, sensitivity),
    RECORD_FIELD(struct watch, RECORD_TEXT, min_importance), RECORD_FIELD(struct watch, RECORD_FLAG, cookies),
    RECORD_FIELD(struct watch, RECORD_FLAG, paused),         RECORD_FIELD(struct watch, RECORD_FLAG, archive),
    RECORD_FIELD(struct watch, RECORD_FLAG, ignore_robots),  RECORD_FIELD(struct watch, RECORD_FLAG, browser),
    RECORD_FIELD(struct watch, RECORD_TEXT, policy),         RECORD_FIELD(struct watch, RECORD_COUNT, depth),
    RECORD_FIELD(struct watch, RECORD_FLAG, same_prefix),    RECORD_FIELD(struct watch, RECORD_FLAG, entities),
    RECORD_FIELD(struct watch, RECORD_TEXT, root),           RECORD_FIELD(struct watch, RECORD_COUNT, level),
    RECORD_FIELD(struct watch, RECORD_FLAG, known),          RECORD_FIELD(struct watch, RECORD_FLAG, entity),
    RECORD_FIELD(struct watch, RECORD_FLAG, private),        RECORD_FIELD(struct watch, RECORD_TEXT, proxy),
    RECORD_FIELD(struct watch, RECORD_PAIRS, form),          RECORD_FIELD(struct watch, RECORD_PAIRS, header),
    RECORD_FIELD(struct watch, RECORD_TEXT, user),           RECORD_FIELD(struct watch, RECORD_TEXT, password),
    RECORD_FIELD(struct watch, RECORD_TEXT, bearer),
};
enum {
    N_FIELDS = ARRAY_LEN(fields),
    N_SEALED = 5,                 /* at the end */
    N_OPEN = N_FIELDS - N_SEALED, /* the last of them is the proxy, which is sealed where it has a login */
};

int watch_read(struct arena *a, struct str settings, struct watch *out, struct err *e)
{
    struct watch w = { 0 };
    int code = record_read(a, settings, fields, ARRAY_LEN(fields), &w, e);
    if (code)
        return err_in(e, "settings of a watch");
    *out = w;
    return 0;
}

static bool has_login(struct str address)
{
    return str_find(address, STR("@"), 0) != SIZE_MAX;
}

/* The watch without what is sealed. */
static struct watch open_part(const struct watch *w)
{
    struct watch out = *w;
    out.private |= w->form.n || w->header.n || w->user.len || w->password.len || w->bearer.len || has_login(w->proxy);
    if (has_login(w->proxy))
        out.proxy = STR("");
    return out;
}

struct str watch_write(struct arena *a, const struct watch *w)
{
    AUTO(buf) b = BUF(MIB(16));
    struct watch part = open_part(w);
    record_write(fields, N_OPEN, &part, &b);
    return arena_str(a, buf_str(&b));
}

void watch_members(const struct watch *w, struct json *j)
{
    struct watch part = open_part(w);
    record_members(fields, N_OPEN, &part, j);
}

struct str watch_secrets(struct arena *a, const struct watch *w)
{
    AUTO(buf) b = BUF(MIB(16));
    struct watch part = *w;
    if (!has_login(w->proxy))
        part.proxy = STR("");
    record_write(fields + N_OPEN - 1, N_SEALED + 1, &part, &b);
    return str_eq(buf_str(&b), STR("{}")) ? STR("") : arena_str(a, buf_str(&b));
}

int watch_take_secrets(struct arena *a, struct str secrets, struct watch *w, struct err *e)
{
    return record_read(a, secrets, fields + N_OPEN - 1, N_SEALED + 1, w, e);
}

bool watch_has_field(struct str name)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (str_eq(name, str_of(fields[i].name)))
            return true;
    return false;
}

void watch_apply(const struct watch_edit *x, struct watch *w)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        for (uint32_t k = 0; k < x->name.n; k++)
            if (str_eq(x->name.item[k], str_of(fields[i].name)))
                record_copy(&fields[i], &x->to, w);
}

struct record_list watch_differences(struct arena *a, const struct watch *one, const struct watch *other)
{
    struct record_list names = { NEW_ARRAY(a, struct str, ARRAY_LEN(fields)), 0 };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (!record_same(&fields[i], one, other))
            names.item[names.n++] = str_of(fields[i].name);
    return names;
}

bool watch_has_tag(const struct watch *w, struct str tag)
{
    return record_list_has(&w->tags, tag);
}

/* ---- The name of a page ---- */

bool watch_is_own(const struct watch *w)
{
    return w->private || w->header.n || w->form.n || w->user.len || w->password.len || w->bearer.len || w->cookies || w->browser
           || w->proxy.len;
}

/* A fragment is not sent and says nothing of the page, unless scripts read it. */
static struct str without_fragment(struct str url)
{
    return str_sub(url, 0, MIN(str_find(url, STR("#"), 0), url.len));
}

/* Whether a field of this name may hold what nobody else should see, in some languages. */
static bool sounds_secret(struct str name)
{
    static const char *const parts[] = { "pass",    "pwd",    "pw",      "secret", "token", "key",   "auth",
                                         "session", "sid",    "csrf",    "code",   "pin",   "otp",   "card",
                                         "cvc",     "iban",   "account", "login",  "user",  "mail",  "kenn",
                                         "senha",   "contra", "clave",   "geheim", "haslo", "parol", "ssn" };
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        if (str_find_nocase(name, str_of(parts[i]), 0) != SIZE_MAX)
            return true;
    return false;
}

/* One character that must not break a name is a space instead. */
static void add_clean(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(out, (unsigned char)text.ptr[i] < ' ' || strchr("()", text.ptr[i]) ? ' ' : text.ptr[i]);
}

/* "form q=tea&page=2"; of a form with a field that is or may be secret the names alone. */
static void add_form(struct buf *out, const struct record_pairs *form)
{
    enum { VALUE_MAX = 40 };
    bool secret = false;
    for (uint32_t i = 0; i < form->n; i++)
        secret |= form->item[i].hidden || sounds_secret(form->item[i].name) || form->item[i].value.len > VALUE_MAX;
    buf_add(out, STR("form "));
    for (uint32_t i = 0; i < form->n; i++) {
        buf_add(out, i == 0 ? STR("") : secret ? STR(" ") : STR("&"));
        add_clean(out, form->item[i].name);
        if (secret)
            continue;
        buf_add_char(out, '=');
        add_clean(out, form->item[i].value);
    }
}

static void add_headers(struct buf *out, const struct record_pairs *header)
{
    buf_add(out, header->n == 1 ? STR("header ") : STR("headers "));
    for (uint32_t i = 0; i < header->n; i++) {
        buf_add(out, i ? STR(" ") : STR(""));
        add_clean(out, header->item[i].name);
    }
}

static void add_proxy(struct buf *out, struct str proxy)
{
    size_t at = str_find(proxy, STR("@"), 0);
    buf_add(out, STR("via "));
    add_clean(out, at == SIZE_MAX ? proxy : str_sub(proxy, at + 1, proxy.len));
}

/* What it sends, as a person would say it. */
static void add_label(struct buf *out, const struct watch *w)
{
    size_t start = out->len;
    const char *between[2] = { "", ", " };
#define PART(condition, add) \
    if (condition) { \
        buf_add(out, str_of(between[out->len > start])); \
        add; \
    }
    PART(w->form.n, add_form(out, &w->form))
    PART(w->user.len || w->password.len, (buf_add(out, STR("as ")), add_clean(out, w->user)))
    PART(w->bearer.len, buf_add(out, STR("token")))
    PART(w->header.n, add_headers(out, &w->header))
    PART(w->proxy.len, add_proxy(out, w->proxy))
    PART(w->cookies, buf_add(out, STR("cookies")))
    PART(w->browser, buf_add(out, STR("browser")))
#undef PART
}

/* An address has no space in it, so that this ends it. */
static const struct str mark = STR_INIT(" (");

struct str watch_page_name(struct arena *a, const struct watch *w, struct str url, unsigned number)
{
    AUTO(buf) label = BUF(KIB(64));
    struct str address = watch_address(url);
    if (!watch_is_own(w))
        return without_fragment(address);
    add_label(&label, w);
    if (number > 1)
        buf_addf(&label, "; %u", number);
    struct str words = buf_str(&label);
    return arena_printf(a, "%.*s%.*s%.*s)", STR_ARG(w->browser ? address : without_fragment(address)), STR_ARG(mark),
                        STR_ARG(words));
}

struct str watch_address(struct str page_name)
{
    size_t end = str_find(page_name, mark, 0);
    if (end == SIZE_MAX)
        end = str_find(page_name, STR("#weft-"), 0); /* as an earlier weft wrote it */
    return str_sub(page_name, 0, MIN(end, page_name.len));
}

static const struct fetch_pair *pairs_of(struct arena *a, const struct record_pairs *from)
{
    struct fetch_pair *out = NEW_ARRAY(a, struct fetch_pair, from->n);
    for (uint32_t i = 0; i < from->n; i++)
        out[i] = (struct fetch_pair){ from->item[i].name, from->item[i].value };
    return out;
}

struct request watch_request(struct arena *a, const struct watch *w, struct str page_url)
{
    return (struct request){
        .url = watch_address(page_url),
        .header = pairs_of(a, &w->header),
        .n_header = w->header.n,
        .form = pairs_of(a, &w->form),
        .n_form = w->form.n,
        .user = w->user,
        .password = w->password,
        .bearer = w->bearer,
        .proxy = w->proxy,
        .keep_cookies = w->cookies,
        .ignore_robots = w->ignore_robots,
    };
}

int watch_check(struct arena *a, const struct watch *w, struct err *e)
{
    struct request q = watch_request(a, w, STR(""));
    int code = wishes_check_sensitivity(w->sensitivity, e);
    if (code || (code = wishes_check_importance(w->min_importance, e)))
        return err_set(e, E_USAGE, "%s", arena_str(a, str_of(e->text)).ptr);
    enum urgency_kind kind;
    if (w->policy.len && !urgency_read(w->policy, &kind))
        return err_set(e, E_USAGE, "\"%.*s\" is not a policy; give 'harmonic', 'delay' or 'fresh'", STR_ARG(w->policy));
    return fetch_check(&q, e);
}
