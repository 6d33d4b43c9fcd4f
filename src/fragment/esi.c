/* In: the bytes of pages and ranges in them. Out: templates and files to include.
 *
 * Invariants: 1. what esi_assemble() makes of a template is the page, byte for byte: each is tried before it is given out; 2. a name
 * stands for one file; 3. includes are at most ESI_DEPTH_MAX deep.
 * Cost: O(bytes x depth of cuts). */
#include "fragment/esi.h"

#include "base/hash.h"
#include "base/limits.h"

void esi_open(struct esi *x, struct arena *a, struct str prefix)
{
    *x = (struct esi){ .arena = a, .prefix = prefix };
    map_open(&x->by_name, a, 0);
}

void esi_add_name(struct buf *out, uint64_t name)
{
    buf_addf(out, "%016llx.html", (unsigned long long)name);
}

bool esi_fits(struct str page)
{
    struct str trimmed = str_trim(page);

    return trimmed.len && trimmed.ptr[0] == '<' && str_find_nocase(page, STR("<esi:"), 0) == SIZE_MAX
           && str_find_nocase(page, STR("</esi:"), 0) == SIZE_MAX && str_find_nocase(page, STR("<!--esi"), 0) == SIZE_MAX;
}

/* The end of what a processor skips at `at`, or `at`: comments and CDATA, also where they stand in a script. */
static size_t skip_hidden(struct str s, size_t at)
{
    static const struct {
        struct str from, to;
    } hidden[] = { { STR_INIT("<!--"), STR_INIT("-->") }, { STR_INIT("<![CDATA["), STR_INIT("]]>") } };

    for (unsigned i = 0; i < ARRAY_LEN(hidden); i++) {
        if (str_starts(str_sub(s, at, s.len), hidden[i].from)) {
            size_t end = str_find(s, hidden[i].to, at + hidden[i].from.len);
            return end == SIZE_MAX ? s.len : end + hidden[i].to.len;
        }
    }
    return at;
}

/* ---- Putting together ---- */

bool esi_read_name(struct str text, uint64_t *name)
{
    uint64_t number = 0;

    if (text.len != 21 || !str_ends(text, STR(".html")))
        return false;
    for (size_t i = 0; i < 16; i++) {
        char c = text.ptr[i];
        bool digit = c >= '0' && c <= '9';
        if (!digit && !(c >= 'a' && c <= 'f'))
            return false;
        number = number << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
    }
    *name = number;
    return true;
}

static const struct esi_file *file_of(const struct esi *x, struct str src)
{
    uint64_t name;

    if (!str_starts(src, x->prefix) || !esi_read_name(str_sub(src, x->prefix.len, src.len), &name))
        return NULL;
    const uint32_t *slot = map_find(&x->by_name, name);
    return slot ? &x->file.item[*slot] : NULL;
}

bool esi_assemble(const struct esi *x, struct str template, unsigned depth, struct buf *out)
{
    struct str open = STR("<esi:include src=\""), close = STR("\"/>");
    size_t done = 0, at = 0;

    if (depth > ESI_DEPTH_MAX + 1)
        return false;
    while ((at = str_find(template, STR("<"), at)) != SIZE_MAX) {
        size_t behind = skip_hidden(template, at);
        if (behind > at || !str_starts(str_sub(template, at, template.len), open)) {
            at = MAX(behind, at + 1);
            continue;
        }
        size_t end = str_find(template, close, at + open.len);
        const struct esi_file *file = end == SIZE_MAX ? NULL : file_of(x, str_sub(template, at + open.len, end));
        buf_add(out, str_sub(template, done, at));
        if (!file || !esi_assemble(x, file->bytes, depth + 1, out))
            return false;
        done = at = end + close.len;
    }
    buf_add(out, str_sub(template, done, template.len));
    return true;
}

/* ---- Cutting ---- */

struct cutter {
    struct esi *esi;
    struct str page;
    const struct esi_cut *cut;
    uint32_t n;
    bool *usable;
};

static void add_include(const struct esi *x, uint64_t name, struct buf *out)
{
    buf_add(out, STR("<esi:include src=\""));
    buf_add(out, x->prefix);
    esi_add_name(out, name);
    buf_add(out, STR("\"/>"));
}

/* Cuts that are open where the next one begins. */
struct nest {
    uint32_t end[ESI_DEPTH_MAX], depth;
};

/* Whether cut `i` may be made inside those that are open; then it is open too. */
static bool fits_in(const struct cutter *c, struct nest *nest, uint32_t i)
{
    const struct esi_cut *cut = &c->cut[i];

    while (nest->depth && nest->end[nest->depth - 1] <= cut->from)
        nest->depth--;
    uint32_t around = nest->depth ? nest->end[nest->depth - 1] : (uint32_t)c->page.len;
    bool same = nest->depth && cut->to == around && c->cut[i - 1].from == cut->from;
    if (nest->depth == ESI_DEPTH_MAX || cut->to > around || same || cut->to <= cut->from)
        return false;
    nest->end[nest->depth++] = cut->to;
    return true;
}

/* Cuts that nest and do not begin in what a processor skips, as seen from the beginning of the page. */
static void find_usable(struct cutter *c)
{
    struct nest nest = { .depth = 0 };
    size_t at = 0;

    for (uint32_t next = 0; next < c->n;) {
        size_t angle = str_find(c->page, STR("<"), at);
        size_t behind = angle == SIZE_MAX ? SIZE_MAX : skip_hidden(c->page, angle);
        for (; next < c->n && c->cut[next].from < behind; next++)
            c->usable[next] = (angle == SIZE_MAX || c->cut[next].from <= angle) && fits_in(c, &nest, next);
        at = behind > angle ? behind : angle + 1;
        if (angle == SIZE_MAX)
            break;
    }
}

static int write_range(struct cutter *c, uint32_t from, uint32_t to, uint32_t *next, struct buf *out, struct err *e);

/* The file of cut `i`, made where its name is new; `*next` passes over the cuts inside it. */
static int write_file(struct cutter *c, uint32_t i, uint32_t *next, struct err *e)
{
    struct esi *x = c->esi;
    const struct esi_cut *cut = &c->cut[i];
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct str bytes;
    int code = write_range(c, cut->from, cut->to, next, &text, e);
    uint32_t fresh = x->file.n, *slot;

    if (code == 0)
        code = buf_check(&text, e);
    if (code)
        return code;
    slot = map_slot(&x->by_name, cut->name, fresh);
    if (*slot == fresh) {
        if ((code = buf_take(&text, x->arena, &bytes, e)))
            return code;
        *VEC_ADD(x->arena, &x->file) =
            (struct esi_file){ .name = cut->name, .bytes = bytes, .max_age_s = cut->max_age_s, .last_page = UINT32_MAX };
    }
    struct esi_file *file = &x->file.item[*slot];
    file->max_age_s = MIN(file->max_age_s, cut->max_age_s);
    file->n_pages += file->last_page != x->n_pages;
    file->last_page = x->n_pages;
    return 0;
}

static int write_range(struct cutter *c, uint32_t from, uint32_t to, uint32_t *next, struct buf *out, struct err *e)
{
    uint32_t at = from;

    while (*next < c->n && c->cut[*next].from < to) {
        uint32_t i = (*next)++;
        if (!c->usable[i])
            continue;
        buf_add(out, str_sub(c->page, at, c->cut[i].from));
        int code = write_file(c, i, next, e);
        if (code)
            return code;
        add_include(c->esi, c->cut[i].name, out);
        at = c->cut[i].to;
    }
    buf_add(out, str_sub(c->page, at, to));
    return 0;
}

void esi_usable(struct str page, const struct esi_cut *cut, uint32_t n, bool *usable)
{
    struct cutter c = { .page = page, .cut = cut, .n = n, .usable = usable };

    memset(usable, 0, n * sizeof *usable);
    if (esi_fits(page))
        find_usable(&c);
}

int esi_page(struct esi *x, struct str page, const struct esi_cut *cut, uint32_t n, struct esi_template *out, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) template = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) again = BUF(LIMIT_OUTPUT_BYTES);
    struct cutter c = { .esi = x, .page = page, .cut = cut, .n = n, .usable = NEW_ARRAY(&scratch, bool, n) };
    uint32_t next = 0, used = 0;
    int code = 0;

    esi_usable(page, cut, n, c.usable);
    code = write_range(&c, 0, (uint32_t)page.len, &next, &template, e);
    x->n_pages++;
    if (code || (code = buf_check(&template, e)))
        return code;
    for (uint32_t i = 0; i < n; i++)
        used += c.usable[i];
    bool good = used && esi_assemble(x, buf_str(&template), 1, &again) && !again.over && str_eq(buf_str(&again), page);
    *out = (struct esi_template){ page, good ? used : 0 };
    return good ? buf_take(&template, x->arena, &out->bytes, e) : 0;
}
