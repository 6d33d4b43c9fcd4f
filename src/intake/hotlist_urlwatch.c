/* In: urlwatch's urls.yaml, one job in each YAML document. Out: entries.
 *
 * libyaml builds the nodes of a document, aliases as the same node. It looks through all open brackets for each token and through all
 * anchors for each other one, so a first reading counts both; and what stands behind an alias is read again for each, so all that is read
 * is counted, and in proportion to the bytes. Keys of a job and names of filters stand in two tables with what becomes of them. Jobs that
 * run a command are lost: weft runs nothing that a file names. O(bytes). */
#include <yaml.h>

#include "base/buf.h"
#include "intake/hotlist_impl.h"

/* A list of jobs has a depth of 5, and people write some anchors by hand. */
enum { YAML_BYTES_MAX = 16 << 20, YAML_DEPTH_MAX = 64, YAML_ANCHORS_MAX = 256 };
/* A pair has two bytes or more and is looked at for some keys; a little for those who do use aliases. */
enum { YAML_STEPS_BYTE = 4, YAML_STEPS_MIN = 10000 };

struct job {
    struct hotlist_reader *to;
    yaml_document_t *document;
    struct hotlist_entry entry;
    struct str where; /* the address, else the name: for messages */
    bool command;     /* a shell job */
    bool narrows;     /* the last selector is CSS, and a further filter looks inside of what it found */
    size_t *steps;    /* pairs and items that may still be read */
};

struct yaml_parts {
    yaml_parser_t parser;
    yaml_document_t document;
    bool has_document;
};

static void yaml_parts_drop(struct yaml_parts *y)
{
    if (y->has_document)
        yaml_document_delete(&y->document);
    yaml_parser_delete(&y->parser);
}

static yaml_node_t *node_at(const struct job *j, int index)
{
    return yaml_document_get_node(j->document, index);
}

/* A scalar's text as long as the document is there. Empty for anything else. */
static struct str scalar_at(const struct job *j, int index)
{
    yaml_node_t *n = node_at(j, index);
    if (!n || n->type != YAML_SCALAR_NODE)
        return STR("");
    return (struct str){ (const char *)n->data.scalar.value, n->data.scalar.length };
}

/* The same, to be kept. */
static struct str text_at(const struct job *j, int index)
{
    return arena_str(j->to->arena, scalar_at(j, index));
}

/* Whether one more pair or item may be read. */
static bool may_step(const struct job *j)
{
    return *j->steps > 0 && (*j->steps)--;
}

/* The value of a key in a mapping; 0: none. */
static int value_of(const struct job *j, int mapping, const char *key)
{
    yaml_node_t *n = node_at(j, mapping);
    if (!n || n->type != YAML_MAPPING_NODE)
        return 0;
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top; p++)
        if (may_step(j) && str_eq(scalar_at(j, p->key), str_of(key)))
            return p->value;
    return 0;
}

static void add_pairs(struct job *j, int mapping, struct hotlist_pairs *to)
{
    yaml_node_t *n = node_at(j, mapping);
    if (!n || n->type != YAML_MAPPING_NODE)
        return;
    for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top && may_step(j); p++)
        hotlist_add_pair(j->to->arena, to, text_at(j, p->key), text_at(j, p->value));
}

/* ---- Filters ---- */

/* Filters follow one another: what the next one finds stands inside of what the one before found. */
static void narrow(struct job *j, struct str selector)
{
    struct hotlist_strs *select = &j->entry.select;
    bool simple = !memchr(selector.ptr, ',', selector.len);
    if (j->narrows && simple && selector.len) {
        struct str *last = &select->item[select->n - 1];
        *last = arena_printf(j->to->arena, "%.*s %.*s", STR_ARG(*last), STR_ARG(selector));
        return;
    }
    uint32_t before = select->n;
    hotlist_add_selector(j->to->arena, select, selector, false);
    j->narrows = select->n > before && simple;
}

static void by_css(struct job *j, int value)
{
    struct hotlist_reader *r = j->to;
    struct str selector = text_at(j, value);
    narrow(j, str_trim(selector.len ? selector : text_at(j, value_of(j, value, "selector"))));
    hotlist_add_selector(r->arena, &j->entry.ignore, text_at(j, value_of(j, value, "exclude")), false);
}

static void by_xpath(struct job *j, int value)
{
    struct hotlist_reader *r = j->to;
    struct str path = text_at(j, value);
    hotlist_add_selector(r->arena, &j->entry.select, path.len ? path : text_at(j, value_of(j, value, "path")), true);
    j->narrows = false;
    hotlist_add_selector(r->arena, &j->entry.ignore, text_at(j, value_of(j, value, "exclude")), true);
}

static void by_attribute(struct job *j, struct str value, const char *name)
{
    if (!value.len || memchr(value.ptr, '"', value.len) || memchr(value.ptr, '\\', value.len))
        hotlist_lose(j->to, j->where, "the filter element-by-%s is left out", name);
    else
        narrow(j, arena_printf(j->to->arena, "[%s=\"%.*s\"]", name, STR_ARG(value)));
}

static void by_id(struct job *j, int value)
{
    by_attribute(j, text_at(j, value), "id");
}

static void by_class(struct job *j, int value)
{
    by_attribute(j, text_at(j, value), "class");
}

static void by_style(struct job *j, int value)
{
    by_attribute(j, text_at(j, value), "style");
}

static void by_tag(struct job *j, int value)
{
    narrow(j, str_trim(text_at(j, value)));
}

/* weft compares the text of pages anyway, without regard to white space. */
static void needless(struct job *j, int value)
{
    (void)j;
    (void)value;
}

static const struct {
    struct str name;
    void (*take)(struct job *j, int value);
} filters[] = {
    { STR_INIT("css"), by_css },
    { STR_INIT("xpath"), by_xpath },
    { STR_INIT("element-by-id"), by_id },
    { STR_INIT("element-by-class"), by_class },
    { STR_INIT("element-by-style"), by_style },
    { STR_INIT("element-by-tag"), by_tag },
    { STR_INIT("html2text"), needless },
    { STR_INIT("beautify"), needless },
    { STR_INIT("pretty-xml"), needless },
    { STR_INIT("strip"), needless },
    { STR_INIT("striplines"), needless },
};

static void take_filter(struct job *j, struct str name, int value)
{
    static const struct str inner[] = { STR_INIT("skip"), STR_INIT("maxitems"), STR_INIT("sort"), STR_INIT("namespaces") };
    for (size_t i = 0; i < ARRAY_LEN(filters); i++) {
        if (!str_eq(name, filters[i].name))
            continue;
        filters[i].take(j, value);
        for (size_t k = 0; k < ARRAY_LEN(inner); k++)
            if (value_of(j, value, inner[k].ptr))
                hotlist_lose(j->to, j->where, "\"%s\" of the filter %.*s is left out", inner[k].ptr, STR_ARG(name));
        return;
    }
    hotlist_lose(j->to, j->where, "the filter %.*s is left out", STR_ARG(str_sub(name, 0, 60)));
}

/* One of a list: "html2text", or a mapping of its name to its value. */
static void take_filter_item(struct job *j, int item)
{
    yaml_node_t *n = node_at(j, item);
    if (n && n->type == YAML_MAPPING_NODE) {
        for (yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top && may_step(j); p++)
            take_filter(j, text_at(j, p->key), p->value);
    } else if (n && n->type == YAML_SCALAR_NODE) {
        take_filter(j, text_at(j, item), 0);
    }
}

/* The old form: "css:#main,html2text". Values cannot be nodes there, so a value becomes a node of the document. */
static void take_filter_line(struct job *j, struct str line)
{
    while (line.len) {
        struct str value = str_trim(str_cut(&line, ',')), name = str_cut(&value, ':');
        int node = value.len ? yaml_document_add_scalar(j->document, NULL, (const yaml_char_t *)value.ptr, (int)value.len,
                                                        YAML_ANY_SCALAR_STYLE)
                             : 0;
        if (name.len)
            take_filter(j, name, node);
    }
}

static void take_filters(struct job *j, int value)
{
    yaml_node_t *n = node_at(j, value);
    if (n && n->type == YAML_SEQUENCE_NODE)
        for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top && may_step(j); i++)
            take_filter_item(j, *i);
    else if (n && n->type == YAML_SCALAR_NODE)
        take_filter_line(j, text_at(j, value));
    else if (n)
        take_filter_item(j, value);
}

/* ---- Keys of a job ---- */

static void take_name(struct job *j, int value)
{
    j->entry.title = str_trim(text_at(j, value));
}

static void take_navigate(struct job *j, int value)
{
    j->entry.url = str_trim(text_at(j, value));
    j->entry.browser = true;
}

static void take_url(struct job *j, int value)
{
    j->entry.url = str_trim(text_at(j, value));
}

static void take_command(struct job *j, int value)
{
    (void)value;
    j->command = true;
}

static void take_data(struct job *j, int value)
{
    hotlist_add_form(j->to->arena, &j->entry.form, text_at(j, value));
    add_pairs(j, value, &j->entry.form);
}

static void take_headers(struct job *j, int value)
{
    add_pairs(j, value, &j->entry.headers);
}

static void take_cookies(struct job *j, int value)
{
    AUTO(buf) line = BUF(1 << 16);
    struct hotlist_pairs pairs = { 0 };
    struct str text;
    add_pairs(j, value, &pairs);
    for (uint32_t i = 0; i < pairs.n; i++)
        buf_addf(&line, "%s%.*s=%.*s", i ? "; " : "", STR_ARG(pairs.item[i].name), STR_ARG(pairs.item[i].value));
    if (line.len && buf_take(&line, j->to->arena, &text, NULL) == 0)
        hotlist_add_pair(j->to->arena, &j->entry.headers, STR("Cookie"), text);
}

static void take_proxy(struct job *j, int value)
{
    j->entry.proxy = str_trim(text_at(j, value));
}

/* "enabled: false": it stays on the list, and is not looked at. */
static void take_enabled(struct job *j, int value)
{
    static const struct str no[] = { STR_INIT("false"), STR_INIT("no"), STR_INIT("off"), STR_INIT("0") };
    for (size_t i = 0; i < ARRAY_LEN(no); i++)
        j->entry.paused |= str_eq_nocase(scalar_at(j, value), no[i]);
}

/* A list, or one line of them. */
static void take_tags(struct job *j, int value)
{
    yaml_node_t *n = node_at(j, value);
    if (n && n->type == YAML_SEQUENCE_NODE)
        for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top && may_step(j); i++)
            hotlist_add_tags(j->to->arena, &j->entry.tags, text_at(j, *i), ',');
    else
        hotlist_add_tags(j->to->arena, &j->entry.tags, text_at(j, value), ',');
}

static void take_method(struct job *j, int value)
{
    struct str method = text_at(j, value);
    if (!str_eq(method, STR("GET")) && !str_eq(method, STR("POST")))
        hotlist_lose(j->to, j->where, "the request (%.*s) cannot be made by weft", STR_ARG(str_sub(method, 0, 20)));
}

static const struct {
    struct str name;
    void (*take)(struct job *j, int value);
} keys[] = {
    { STR_INIT("name"), take_name },       { STR_INIT("url"), take_url },          { STR_INIT("navigate"), take_navigate },
    { STR_INIT("command"), take_command }, { STR_INIT("data"), take_data },        { STR_INIT("headers"), take_headers },
    { STR_INIT("cookies"), take_cookies }, { STR_INIT("http_proxy"), take_proxy }, { STR_INIT("https_proxy"), take_proxy },
    { STR_INIT("method"), take_method },   { STR_INIT("filter"), take_filters },   { STR_INIT("enabled"), take_enabled },
    { STR_INIT("tags"), take_tags },       { STR_INIT("kind"), needless },
};

/* What urlwatch keeps in a file of its own, urlwatch.yaml. */
static bool is_configuration(const struct job *j, int index)
{
    return value_of(j, index, "report") || value_of(j, index, "display") || value_of(j, index, "job_defaults");
}

static void take_key(struct job *j, struct str key, int value)
{
    for (size_t i = 0; i < ARRAY_LEN(keys); i++)
        if (str_eq(key, keys[i].name)) {
            keys[i].take(j, value);
            return;
        }
    hotlist_lose(j->to, j->where, "\"%.*s\" is left out", STR_ARG(str_sub(key, 0, 60)));
}

static int take_job(struct hotlist_reader *r, yaml_document_t *document, int index, size_t *steps, struct err *e)
{
    struct job j = { .to = r, .document = document, .entry = hotlist_entry_new(STR("")), .steps = steps };
    yaml_node_t *n = node_at(&j, index);
    if (!n || n->type != YAML_MAPPING_NODE)
        return 0;
    struct str url = text_at(&j, value_of(&j, index, "url")), name = text_at(&j, value_of(&j, index, "name"));
    if (!url.len)
        url = text_at(&j, value_of(&j, index, "navigate"));
    j.where = url.len ? url : name.len ? name : STR("a job without a name");
    if (!url.len && is_configuration(&j, index)) {
        hotlist_lose(r, STR("urlwatch.yaml"),
                     "its settings for all jobs are left out; the jobs stand in urls.yaml, and 'weft settings' sets weft's own");
        return 0;
    }
    size_t n_pairs = (size_t)(n->data.mapping.pairs.top - n->data.mapping.pairs.start);
    for (size_t i = 0; i < n_pairs; i++) {
        /* Old filters add nodes, which may move them all: look again. */
        yaml_node_pair_t pair = node_at(&j, index)->data.mapping.pairs.start[i];
        if (!may_step(&j))
            return err_set(e, E_LIMIT, "its aliases stand for more than it holds");
        take_key(&j, scalar_at(&j, pair.key), pair.value);
    }
    if (j.command && !j.entry.url.len) {
        hotlist_refuse(r, j.where, "it runs a command; weft runs none");
        return 0;
    }
    return hotlist_add(r, &j.entry, e);
}

/* A document is a job, or a list of them. */
static int take_document(struct hotlist_reader *r, yaml_document_t *document, size_t *steps, struct err *e)
{
    yaml_node_t *root = yaml_document_get_root_node(document);
    int code = 0;
    if (!root)
        return 0;
    if (root->type != YAML_SEQUENCE_NODE)
        return take_job(r, document, 1, steps, e);
    for (size_t i = 0; !code
                       && i < (size_t)(yaml_document_get_node(document, 1)->data.sequence.items.top
                                       - yaml_document_get_node(document, 1)->data.sequence.items.start);
         i++)
        code = take_job(r, document, yaml_document_get_node(document, 1)->data.sequence.items.start[i], steps, e);
    return code;
}

/* The first reading: depth and anchors. What cannot be read is said by the second. */
static int check_bounds(struct str bytes, struct err *e)
{
    AUTO(yaml_parts) y = { .has_document = false };
    unsigned depth = 0, anchors = 0;
    bool more = true;

    if (!yaml_parser_initialize(&y.parser))
        return err_set(e, E_SYSTEM, "no memory for reading YAML");
    yaml_parser_set_input_string(&y.parser, (const unsigned char *)bytes.ptr, bytes.len);
    while (more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&y.parser, &event))
            return 0;
        bool starts = event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
        bool ends = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        anchors += (event.type == YAML_SCALAR_EVENT && event.data.scalar.anchor)
                   || (event.type == YAML_SEQUENCE_START_EVENT && event.data.sequence_start.anchor)
                   || (event.type == YAML_MAPPING_START_EVENT && event.data.mapping_start.anchor);
        depth += starts;
        depth -= ends;
        more = event.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (depth > YAML_DEPTH_MAX || anchors > YAML_ANCHORS_MAX)
            return err_set(e, E_LIMIT, "deeper than %d levels, or with more than %d anchors, which is not a urls.yaml",
                           YAML_DEPTH_MAX, YAML_ANCHORS_MAX);
    }
    return 0;
}

int hotlist_read_urlwatch(struct hotlist_reader *r, struct str bytes, struct err *e)
{
    AUTO(yaml_parts) y = { .has_document = false };
    if (bytes.len > YAML_BYTES_MAX)
        return err_set(e, E_LIMIT, "larger than %d MB, which is not a urls.yaml", YAML_BYTES_MAX >> 20);
    int bad = check_bounds(bytes, e);
    if (bad)
        return bad;
    size_t steps = YAML_STEPS_MIN + YAML_STEPS_BYTE * bytes.len;
    if (!yaml_parser_initialize(&y.parser))
        return err_set(e, E_SYSTEM, "no memory for reading YAML");
    yaml_parser_set_input_string(&y.parser, (const unsigned char *)bytes.ptr, bytes.len);
    for (;;) {
        if (!yaml_parser_load(&y.parser, &y.document))
            return err_set(e, E_FORMAT, "line %zu is not YAML: %s", y.parser.problem_mark.line + 1,
                           y.parser.problem ? y.parser.problem : "out of memory");
        y.has_document = true;
        if (!yaml_document_get_root_node(&y.document))
            return 0;
        int code = take_document(r, &y.document, &steps, e);
        yaml_document_delete(&y.document);
        y.has_document = false;
        if (code)
            return code;
    }
}
