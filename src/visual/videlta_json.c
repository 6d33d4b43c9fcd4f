/* In: a delta. Out: its operations as JSON, for programs. Places, weights and orders are left to the XML: this is not applied. */
#include "base/json.h"
#include "visual/videlta.h"

static void add_thing(struct json *j, const char *key, const struct vi_thing *t, unsigned kind)
{
    json_key(j, key);
    json_object(j);
    json_field_str(j, kind == VI_TEXT ? "text" : "name", t->name);
    if (kind != VI_TEXT)
        json_field_str(j, kind == VI_IMAGE ? "src" : "address", t->address);
    json_end(j);
}

static void add_share(struct json *j, uint32_t ppm)
{
    json_field_real(j, "importance", (double)ppm / VIXML_PPM);
}

static void add_change(struct json *j, const struct vi_change *c)
{
    json_object(j);
    json_field_str(j, "op", str_of(vi_op_name[c->op]));
    json_field_str(j, "kind", str_of(vi_kind_name[c->kind]));
    if (c->op != VI_INSERT)
        json_field_str(j, "from", c->from);
    if (c->op != VI_DELETE)
        json_field_str(j, "to", c->to);
    if (c->op != VI_INSERT)
        add_thing(j, "old", &c->old, c->kind);
    if (c->op != VI_DELETE)
        add_thing(j, "new", &c->new, c->kind);
    add_share(j, c->ppm);
    if (c->cause != VIXML_NONE)
        json_field_number(j, "part_of", c->cause);
    if (c->joined != VIXML_NONE)
        json_field_number(j, "text_of", c->joined);
    json_end(j);
}

static void add_structure(struct json *j, const struct vi_structure *s)
{
    json_object(j);
    json_field_str(j, "op", str_of(vi_structure_name[s->op]));
    if (s->from.len)
        json_field_str(j, "from", s->from);
    if (s->to.len)
        json_field_str(j, "to", s->to);
    if (s->n_parts) {
        json_key(j, "parts");
        json_array(j);
        for (uint32_t i = 0; i < s->n_parts; i++)
            json_str(j, s->part[i]);
        json_end(j);
    }
    if (s->cause != VIXML_NONE)
        json_field_number(j, "part_of", s->cause);
    json_end(j);
}

void videlta_json_fields(const struct videlta *d, struct json *j)
{
    if (d->new.url.len)
        json_field_str(j, "url", d->new.url);
    json_field_str(j, "from", d->old.version);
    json_field_str(j, "to", d->new.version);
    json_field_str(j, "same_link", str_of(vi_same_name[d->same]));
    json_field_number(j, "operations", videlta_count(d));
    json_key(j, "changes");
    json_array(j);
    for (uint32_t i = 0; i < d->n_changes; i++)
        add_change(j, &d->change[i]);
    json_end(j);
    json_key(j, "structure");
    json_array(j);
    for (uint32_t i = 0; i < d->n_structure; i++)
        add_structure(j, &d->structure[i]);
    json_end(j);
}
