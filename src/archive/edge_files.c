/* In: parts with their names. Out: templates, fragments and esi.json, one file after the other. */
#include "archive/edge.h"
#include "base/json.h"
#include "base/limits.h"

static int make_template(struct edge *x, uint32_t number, const struct edge_sink *to, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct edge_page *page = &x->page[number];
    struct esi_cut *cut = NEW_ARRAY(&scratch, struct esi_cut, page->n);
    struct esi_template made;
    struct str bytes;
    int failed = site_item_bytes(x->of.caller, &x->of.item[number], &scratch, &bytes, e);

    for (uint32_t i = 0; i < page->n; i++)
        cut[i] = page->part[i].cut;
    if (failed || (failed = esi_page(&x->esi, bytes, cut, page->n, &made, e)))
        return failed;
    page->bytes = (uint32_t)bytes.len;
    page->template_bytes = (uint32_t)made.bytes.len;
    page->n_cuts = made.n_cuts;
    if (made.n_cuts == 0)
        page->max_age_s = page->whole_age_s;
    return to->put(to->context, "pages/", page->file, made.bytes, e);
}

int edge_templates(struct edge *x, const struct edge_sink *to, struct err *e)
{
    int failed = 0;

    for (uint32_t i = 0; i < x->of.pool->page.n && !failed; i++) {
        if (!x->of.step(x->of.context, x->page[i].file))
            return err_set(e, E_USAGE, "it was stopped");
        failed = make_template(x, i, to, e);
    }
    return failed;
}

int edge_fragments(const struct edge *x, const struct edge_sink *to, struct err *e)
{
    int failed = 0;

    for (uint32_t i = 0; i < x->esi.file.n && !failed; i++) {
        AUTO(buf) name = BUF(64);
        esi_add_name(&name, x->esi.file.item[i].name);
        failed = to->put(to->context, "fragments/", buf_str(&name), x->esi.file.item[i].bytes, e);
    }
    return failed;
}

/* ---- The list ---- */

static void add_parts(struct json *j, const struct edge_page *p)
{
    json_key(j, "parts");
    json_array(j);
    for (uint32_t i = 0; p->n_cuts && i < p->n; i++) {
        AUTO(buf) name = BUF(64);
        AUTO(buf) content = BUF(64);
        esi_add_name(&name, p->part[i].cut.name);
        buf_addf(&content, "%016llx", (unsigned long long)p->part[i].content);
        json_object(j);
        json_field_str(j, "file", buf_str(&name));
        json_field_str(j, "path", p->part[i].path);
        json_field_str(j, "content", buf_str(&content));
        json_end(j);
    }
    json_end(j);
}

static void add_page(struct json *j, const struct edge_page *p, struct str address)
{
    json_object(j);
    json_field_str(j, "page", address);
    json_field_str(j, "template", p->file);
    json_field_number(j, "bytes", p->bytes);
    json_field_number(j, "template_bytes", p->template_bytes);
    json_field_number(j, "includes", p->n_cuts);
    json_field_number(j, "max_age", p->max_age_s);
    json_field_bool(j, "esi", p->n_cuts > 0);
    add_parts(j, p);
    json_end(j);
}

static void add_file(struct json *j, const struct esi_file *f)
{
    AUTO(buf) name = BUF(64);

    esi_add_name(&name, f->name);
    json_object(j);
    json_field_str(j, "file", buf_str(&name));
    json_field_number(j, "bytes", (int64_t)f->bytes.len);
    json_field_number(j, "pages", f->n_pages);
    json_field_number(j, "max_age", f->max_age_s);
    json_field_bool(j, "esi", str_find(f->bytes, STR("<esi:include "), 0) != SIZE_MAX);
    json_end(j);
}

int edge_list(const struct edge *x, const struct edge_sink *to, struct err *e)
{
    AUTO(buf) list = BUF(LIMIT_OUTPUT_BYTES);
    struct json j;

    json_open(&j, &list, 1);
    json_object(&j);
    json_field_str(&j, "prefix", x->esi.prefix);
    json_key(&j, "pages");
    json_array(&j);
    for (uint32_t i = 0; i < x->of.pool->page.n; i++)
        add_page(&j, &x->page[i], x->of.item[i].name);
    json_end(&j);
    json_key(&j, "fragments");
    json_array(&j);
    for (uint32_t i = 0; i < x->esi.file.n; i++)
        add_file(&j, &x->esi.file.item[i]);
    json_end(&j);
    json_end(&j);
    buf_add_char(&list, '\n');
    int failed = buf_check(&list, e);
    return failed ? failed : to->put(to->context, "", STR("esi.json"), buf_str(&list), e);
}
