/* In: Chromium's Bookmarks file, or what changedetection.io stores: url-watches.json with all its watches, watch.json with one. Out:
 * entries.
 *
 * Which of them it is, its keys tell: "roots", "watching" or "url". Fields of changedetection.io that weft has a place for stand in a table
 * with what they become; those that change what is reported and have none are told as lost; the rest is its own bookkeeping. */
#include "base/duration.h"
#include "base/json_read.h"
#include "intake/hotlist_impl.h"

static struct str text_of(const struct json_value *object, const char *key)
{
    struct str text = STR("");
    json_text(json_get(object, str_of(key)), &text);
    return text;
}

static bool is_true(const struct json_value *v)
{
    return v && v->kind == JSON_BOOL && v->truth;
}

/* ---- Chromium ---- */

static int64_t webkit_moment(const struct json_value *node, const char *key)
{
    uint64_t us;
    return str_number(text_of(node, key), INT64_MAX, &us) ? hotlist_webkit_ms(us) : HOTLIST_UNKNOWN;
}

static int take_bookmark(struct hotlist_reader *r, const struct json_value *node, struct str folder, struct err *e)
{
    struct hotlist_entry entry = hotlist_entry_new(text_of(node, "url"));
    entry.title = str_trim(text_of(node, "name"));
    entry.folder = folder;
    entry.added_at = webkit_moment(node, "date_added");
    entry.visited_at = webkit_moment(node, "date_last_used");
    return hotlist_add(r, &entry, e);
}

/* Nesting is bounded by JSON_READ_DEPTH; a stack of our own instead of recursion. */
static int take_tree(struct hotlist_reader *r, const struct json_value *root, struct err *e)
{
    struct {
        const struct json_value *list;
        uint32_t next;
        struct str folder;
    } open[JSON_READ_DEPTH] = { { json_get(root, STR("children")), 0, STR("") } };
    for (uint32_t depth = 1; depth;) {
        const struct json_value *list = open[depth - 1].list, *children;
        if (!list || list->kind != JSON_ARRAY || open[depth - 1].next == list->n) {
            depth--;
            continue;
        }
        const struct json_value *node = &list->item[open[depth - 1].next++];
        children = json_get(node, STR("children"));
        int code = json_get(node, STR("url")) ? take_bookmark(r, node, open[depth - 1].folder, e) : 0;
        if (code)
            return code;
        if (children && depth < JSON_READ_DEPTH) {
            open[depth].list = children;
            open[depth].next = 0;
            open[depth].folder = hotlist_folder(r->arena, open[depth - 1].folder, text_of(node, "name"));
            depth++;
        }
    }
    return 0;
}

/* The roots ("Bookmarks bar", "Other bookmarks") are places of the browser, no folders of the user. */
static int take_chromium(struct hotlist_reader *r, const struct json_value *roots, struct err *e)
{
    for (uint32_t i = 0; roots->kind == JSON_OBJECT && i < roots->n; i++) {
        int code = take_tree(r, &roots->item[i], e);
        if (code)
            return code;
    }
    return 0;
}

/* ---- changedetection.io ---- */

struct watch {
    struct hotlist_reader *to;
    const struct json_value *fields;
    const struct json_value *tags; /* of the application: from its number to a title; may be NULL */
    struct hotlist_entry entry;
};

static void take_strings(struct hotlist_reader *r, const struct json_value *list, struct hotlist_strs *to, struct str url)
{
    for (uint32_t i = 0; list && list->kind == JSON_ARRAY && i < list->n; i++) {
        struct str s;
        if (!json_text(&list->item[i], &s))
            continue;
        if (str_starts(s, STR("json:")) || str_starts(s, STR("jq:")) || str_starts(s, STR("jqraw:")))
            hotlist_lose(r, url, "the filter \"%.*s\" is for JSON, which weft does not take apart", STR_ARG(str_sub(s, 0, 100)));
        else if (str_starts(s, STR("xpath:")) || str_starts(s, STR("xpath1:")))
            hotlist_add_selector(r->arena, to, str_sub(s, str_find(s, STR(":"), 0) + 1, s.len), true);
        else
            hotlist_add_selector(r->arena, to, s, str_starts(str_trim(s), STR("/")));
    }
}

static void take_headers(struct watch *w)
{
    const struct json_value *headers = json_get(w->fields, STR("headers"));
    struct str value;
    for (uint32_t i = 0; headers && headers->kind == JSON_OBJECT && i < headers->n; i++)
        if (json_text(&headers->item[i], &value))
            hotlist_add_pair(w->to->arena, &w->entry.headers, headers->item[i].key, value);
}

/* {"weeks": null, "days": 1, "hours": "6", ...}; 0: none. */
static int64_t span_of(const struct json_value *every)
{
    static const struct {
        struct str key;
        int64_t ms;
    } parts[] = { { STR_INIT("weeks"), DURATION_WEEK_MS },
                  { STR_INIT("days"), DURATION_DAY_MS },
                  { STR_INIT("hours"), DURATION_HOUR_MS },
                  { STR_INIT("minutes"), DURATION_MINUTE_MS },
                  { STR_INIT("seconds"), DURATION_SECOND_MS } };
    int64_t ms = 0;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        const struct json_value *part = json_get(every, parts[i].key);
        uint64_t n = 0;
        if (part && (part->kind == JSON_NUMBER || part->kind == JSON_STR) && str_number(part->str, 100000, &n))
            ms += (int64_t)n * parts[i].ms;
    }
    return ms;
}

static void take_every(struct watch *w)
{
    if (is_true(json_get(w->fields, STR("time_between_check_use_default"))))
        return;
    w->entry.every_ms = span_of(json_get(w->fields, STR("time_between_check")));
    w->entry.has_every = w->entry.every_ms > 0;
}

static void take_tags(struct watch *w)
{
    const struct json_value *list = json_get(w->fields, STR("tags"));
    hotlist_add_tags(w->to->arena, &w->entry.tags, text_of(w->fields, "tag"), ',');
    for (uint32_t i = 0; list && list->kind == JSON_ARRAY && i < list->n; i++) {
        struct str id = STR(""), title = STR("");
        json_text(&list->item[i], &id);
        title = text_of(json_get(w->tags, id), "title");
        if (title.len)
            hotlist_add_str(w->to->arena, &w->entry.tags, title);
        else
            hotlist_lose(w->to, w->entry.url, "the name of tag %.*s stands in another file", STR_ARG(str_sub(id, 0, 60)));
    }
}

static void take_body(struct watch *w)
{
    struct str method = text_of(w->fields, "method"), body = text_of(w->fields, "body");
    if (str_eq(method, STR("POST")) && body.len && str_trim(body).ptr[0] != '{' && str_trim(body).ptr[0] != '<')
        hotlist_add_form(w->to->arena, &w->entry.form, body);
    else if (method.len && !str_eq(method, STR("GET")))
        hotlist_lose(w->to, w->entry.url, "the request (%.*s) cannot be made by weft", STR_ARG(str_sub(method, 0, 20)));
}

static bool is_set(const struct json_value *v)
{
    if (!v || v->kind == JSON_NULL)
        return false;
    if (v->kind == JSON_ARRAY || v->kind == JSON_OBJECT)
        return v->n > 0;
    return v->kind == JSON_BOOL ? v->truth : v->str.len > 0;
}

struct field {
    struct str key;
    const char *words;
};

/* Says which of these have a value, of `where`. */
static void tell_set(struct hotlist_reader *r, struct str where, const struct json_value *fields, const struct field *field,
                     size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_set(json_get(fields, field[i].key)))
            hotlist_lose(r, where, "%s (\"%.*s\"): left out", field[i].words, STR_ARG(field[i].key));
}

/* What would change the result and has no place in weft. */
static void tell_lost(struct watch *w)
{
    static const struct field fields[] = {
        { STR_INIT("ignore_text"), "lines to ignore by their text" },
        { STR_INIT("trigger_text"), "text that triggers" },
        { STR_INIT("text_should_not_be_present"), "text that blocks" },
        { STR_INIT("extract_text"), "text taken out by patterns" },
        { STR_INIT("browser_steps"), "steps in the browser" },
        { STR_INIT("webdriver_js_execute_code"), "a script to run" },
        { STR_INIT("notification_urls"), "where to notify" },
        { STR_INIT("conditions"), "conditions" },
        { STR_INIT("check_unique_lines"), "unique lines in all history" },
        { STR_INIT("sort_text_alphabetically"), "sorting of lines" },
        { STR_INIT("remove_duplicate_lines"), "removal of equal lines" },
        { STR_INIT("price_change_threshold_percent"), "a threshold for prices" },
        { STR_INIT("proxy"), "a proxy, which is named by a key of another file" },
        { STR_INIT("ignore_status_codes"), "errors of the server that count as pages" },
        { STR_INIT("webdriver_delay"), "how long the browser waits" },
        { STR_INIT("in_stock_only"), "only what is in stock" },
        { STR_INIT("notification_title"), "the title of messages" },
        { STR_INIT("notification_body"), "the text of messages" },
    };
    static const struct field usual[] = {
        /* true, unless somebody changed it */
        { STR_INIT("filter_text_added"), "lines that came do not count" },
        { STR_INIT("filter_text_removed"), "lines that went do not count" },
        { STR_INIT("filter_text_replaced"), "lines that changed do not count" },
    };
    struct str processor = text_of(w->fields, "processor");
    tell_set(w->to, w->entry.url, w->fields, fields, ARRAY_LEN(fields));
    for (size_t i = 0; i < ARRAY_LEN(usual); i++) {
        const struct json_value *v = json_get(w->fields, usual[i].key);
        if (v && v->kind == JSON_BOOL && !v->truth)
            hotlist_lose(w->to, w->entry.url, "%s (\"%.*s\"): left out", usual[i].words, STR_ARG(usual[i].key));
    }
    if (processor.len && !str_eq(processor, STR("text_json_diff")))
        hotlist_lose(w->to, w->entry.url, "how it compares (\"processor\": %.*s): left out", STR_ARG(str_sub(processor, 0, 60)));
    if (is_true(json_get(json_get(w->fields, STR("time_schedule_limit")), STR("enabled"))))
        hotlist_lose(w->to, w->entry.url, "its hours of the week (\"time_schedule_limit\"): left out");
}

/* ---- Settings of changedetection.io for all its watches ---- */

/* A tag may say how all its pages are watched. */
static void tell_tags(struct hotlist_reader *r, const struct json_value *tags)
{
    static const struct str keys[] = { STR_INIT("include_filters"), STR_INIT("subtractive_selectors"), STR_INIT("ignore_text"),
                                       STR_INIT("notification_urls") };
    for (uint32_t i = 0; tags && tags->kind == JSON_OBJECT && i < tags->n; i++) {
        bool some = false;
        for (size_t k = 0; k < ARRAY_LEN(keys); k++)
            some |= is_set(json_get(&tags->item[i], keys[k]));
        if (some)
            hotlist_lose(r, text_of(&tags->item[i], "title"), "filters and messages of all pages with this tag: left out");
    }
}

static void tell_every(struct hotlist_reader *r, struct str where, const struct json_value *requests)
{
    AUTO(buf) span = BUF(256);
    int64_t ms = span_of(json_get(requests, STR("time_between_check")));
    if (ms == 0)
        return;
    duration_add(&span, ms);
    hotlist_lose(r, where, "how often all pages are looked at: left out; 'weft settings every %.*s' sets that",
                 STR_ARG(buf_str(&span)));
}

static void tell_settings(struct hotlist_reader *r, const struct json_value *settings)
{
    static const struct field application[] = {
        { STR_INIT("global_ignore_text"), "lines to ignore on all pages" },
        { STR_INIT("global_subtractive_selectors"), "parts to ignore on all pages" },
        { STR_INIT("notification_urls"), "where to notify" },
        { STR_INIT("ignore_whitespace"), "white space, which weft never counts" },
        { STR_INIT("password"), "the password" },
        { STR_INIT("base_url"), "its own address" },
    };
    static const struct field requests[] = {
        { STR_INIT("proxy"), "the proxy; 'weft settings' tells where to write it" },
        { STR_INIT("extra_proxies"), "further proxies" },
        { STR_INIT("extra_browsers"), "further browsers" },
        { STR_INIT("default_ua"), "the name it gives to servers" },
    };
    static const struct field headers[] = { { STR_INIT("headers"), "headers for all pages" } };
    const struct str where = STR("its settings");
    const struct json_value *app = json_get(settings, STR("application"));
    tell_set(r, where, app, application, ARRAY_LEN(application));
    tell_every(r, where, json_get(settings, STR("requests")));
    tell_set(r, where, json_get(settings, STR("requests")), requests, ARRAY_LEN(requests));
    tell_set(r, where, settings, headers, ARRAY_LEN(headers));
    tell_tags(r, json_get(app, STR("tags")));
}

static int64_t moment(const struct json_value *fields, const char *key)
{
    uint64_t n;
    return json_whole(json_get(fields, str_of(key)), INT64_MAX / 1000, &n) && n ? (int64_t)n * 1000 : HOTLIST_UNKNOWN;
}

static int take_watch(struct hotlist_reader *r, const struct json_value *fields, const struct json_value *tags, struct err *e)
{
    struct watch w = { r, fields, tags, hotlist_entry_new(text_of(fields, "url")) };
    struct str title = text_of(fields, "title"), backend = text_of(fields, "fetch_backend");
    uint32_t before = r->entries.n;
    w.entry.title = str_trim(title.len ? title : text_of(fields, "page_title"));
    w.entry.paused = is_true(json_get(fields, STR("paused")));
    w.entry.muted = is_true(json_get(fields, STR("notification_muted")));
    w.entry.browser = str_starts(backend, STR("html_webdriver")) || str_starts(backend, STR("extra_browser"));
    w.entry.added_at = moment(fields, "date_created");
    w.entry.visited_at = moment(fields, "last_viewed");
    take_strings(r, json_get(fields, STR("include_filters")), &w.entry.select, w.entry.url);
    take_strings(r, json_get(fields, STR("subtractive_selectors")), &w.entry.ignore, w.entry.url);
    take_headers(&w);
    take_every(&w);
    take_body(&w);
    take_tags(&w);
    int code = hotlist_add(r, &w.entry, e);
    if (r->entries.n > before)
        tell_lost(&w);
    return code;
}

static int take_watches(struct hotlist_reader *r, const struct json_value *list, const struct json_value *tags, struct err *e)
{
    for (uint32_t i = 0; (list->kind == JSON_OBJECT || list->kind == JSON_ARRAY) && i < list->n; i++) {
        int code = list->item[i].kind == JSON_OBJECT ? take_watch(r, &list->item[i], tags, e) : 0;
        if (code)
            return code;
    }
    return 0;
}

int hotlist_read_json(struct hotlist_reader *r, struct str bytes, enum hotlist_format *format, struct err *e)
{
    struct json_value root;
    const struct json_value *part;
    int code = json_read(r->arena, bytes, &root, e);
    if (code)
        return code;
    *format = HOTLIST_CHROMIUM;
    if ((part = json_get(&root, STR("roots"))))
        return take_chromium(r, part, e);
    *format = HOTLIST_CHANGEDETECTION;
    const struct json_value *settings = json_get(&root, STR("settings"));
    const struct json_value *tags = json_get(json_get(settings, STR("application")), STR("tags"));
    if ((part = json_get(&root, STR("watching")))) {
        tell_settings(r, settings);
        return take_watches(r, part, tags, e);
    }
    if (json_get(&root, STR("url")))
        return take_watch(r, &root, NULL, e);
    /* Several watches side by side, as its API gives them: in a list, or by their numbers. */
    if (root.n && (root.kind == JSON_ARRAY || root.kind == JSON_OBJECT) && json_get(&root.item[0], STR("url")))
        return take_watches(r, &root, NULL, e);
    return err_set(e, E_FORMAT,
                   "JSON, but neither Chromium's bookmarks (\"roots\") nor changedetection.io's watches (\"watching\", \"url\")");
}
