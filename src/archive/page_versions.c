/* In: rows and bodies of versions. Out: what sentinels find in one of them. Cost: each version is read once, where it is needed. */
#include "archive/page_versions.h"

#include "page/body.h"

int page_versions_open(struct page_versions *v, int64_t newest, struct err *e)
{
    struct store_versions list;
    int code = store_version_list(v->arena, v->store, v->page, &list, e);
    symbols_open(&v->symbols, v->arena);
    v->n = (uint32_t)newest;
    v->model = NEW_ARRAY(v->arena, const struct page *, v->n);
    v->at = NEW_ARRAY(v->arena, int64_t, v->n);
    v->stands = NEW_ARRAY(v->arena, uint32_t, v->n);
    v->type = NEW_ARRAY(v->arena, struct str, v->n);
    for (uint32_t i = 0; i < v->n; i++)
        v->stands[i] = NONE;
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        const struct store_version *x = &list.item[i];
        if (x->number < 1 || x->number > v->n || x->suspect || x->lost)
            continue;
        v->stands[x->number - 1] = (uint32_t)(x->number - 1);
        v->at[x->number - 1] = x->fetched_at;
        v->type[x->number - 1] = x->content_type;
    }
    for (uint32_t i = 1; i < v->n; i++)
        if (v->stands[i] == NONE) {
            v->stands[i] = v->stands[i - 1];
            v->at[i] = v->at[i - 1];
        }
    return code;
}

bool page_versions_has(const struct page_versions *v, uint32_t i)
{
    return i < v->n && v->stands[i] == i;
}

/* What is not text, or cannot be read, stays NULL. */
static int read_version(struct page_versions *v, uint32_t i, struct err *e)
{
    uint32_t stands = v->stands[i];
    struct err unread;
    bool readable = false;
    if (stands == NONE || v->model[i])
        return 0;
    if (v->model[stands]) {
        v->model[i] = v->model[stands];
        return 0;
    }
    struct page *page = NEW(v->arena, struct page);
    struct body body = { .content_type = v->type[stands], .url = v->url };
    int code = store_version_body(v->arena, v->store, v->page, (int64_t)stands + 1, &body.bytes, &unread);
    if (code && code != E_ABSENT && code != E_FORMAT)
        return err_set(e, code, "%s", unread.text);
    if (code == 0 && body_read(v->arena, &v->symbols, &body, page, &readable, &unread) == 0 && readable)
        v->model[i] = v->model[stands] = page;
    return 0;
}

int version_importance(struct store *s, int64_t page, int64_t number, double *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_verdict verdict = { .importance = -1 };
    struct store_version version = { 0 };
    int code = store_verdict_get(&a, s, page, number, &verdict, e);
    if (code == 0 && verdict.importance < 0)
        code = store_version_get(&a, s, page, number, &version, e);
    if (code && code != E_ABSENT)
        return code;
    *out = version.quiet ? 0 : MIN(verdict.importance, 1.0);
    return 0;
}

/* What was not judged is not kept back. */
static int importance_of(struct page_versions *v, uint32_t i, uint32_t *ppm, struct err *e)
{
    double importance = -1;
    int code = version_importance(v->store, v->page, (int64_t)i + 1, &importance, e);
    *ppm = importance < 0 ? IMPORTANCE_UNKNOWN : (uint32_t)(importance * 1000000 + 0.5);
    return code;
}

int page_versions_observe(struct page_versions *v, const struct version_look *look, struct observed *out, struct err *e)
{
    const struct detect_page *p = &look->graph->page[look->page];
    struct observation in = {
        .graph = look->graph,
        .page = look->page,
        .version = v->model,
        .at = v->at,
        .n = look->version + 1,
        .first_event = look->first_event,
    };
    v->at[look->version] = look->at;
    int code = importance_of(v, look->version, &in.importance_ppm, e);
    if (code == 0)
        code = read_version(v, look->version, e);
    for (uint32_t i = 0; code == 0 && i < p->n_leaves; i++) {
        uint32_t reference = observe_reference(&in, &look->graph->node[p->leaf[i]]);
        if (reference < in.n)
            code = read_version(v, reference, e);
    }
    return code ? code : observe(v->arena, &in, out, e);
}

int64_t page_versions_before(const struct page_versions *v, const struct observed_event *event)
{
    return (int64_t)v->stands[event->reference] + 1;
}
