/* In: the bytes of pages and ranges in them. Out: templates and files to include.
 *
 * Invariants: 1. what esi_assemble() makes of a template is the page, byte for byte: each is tried before it is given out; 2. equal bytes are
 * one file; 3. includes are at most ESI_DEPTH_MAX deep.
 * Cost: O(bytes x depth of cuts). */
#include "fragment/esi.h"

#include "base/hash.h"
#include "base/limits.h"

void esi_open(struct esi *x, struct arena *a, struct str prefix)
{
    *x = (struct esi){ .arena = a, .prefix = prefix };
    map_open(&x->by_content, a, 0);
}

void esi_add_name(struct buf *out, uint64_t content)
{
    buf_addf(out, "%016llx.html", (unsigned long long)content);
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

static const struct esi_file *file_of(const struct esi *x, struct str src)
{
    uint64_t content = 0;

    if (!str_starts(src, x->prefix) || src.len != x->prefix.len + 21)
        return NULL;
    for (size_t i = 0; i < 16; i++) {
        char c = src.ptr[x->prefix.len + i];
        content = content << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    const uint32_t *slot = map_find(&x->by_content, content);
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

static void add_include(const struct esi *x, uint64_t content, struct buf *out)
{
    buf_add(out, STR("<esi:include src=\""));
    buf_add(out, x->prefix);
    esi_add_name(out, content);
    buf_add(out, STR("\"/>"));
}

/* Cuts that do not lie in what a processor skips: neither end does, seen from the beginning of the page and of the cut around it. */
static void find_usable(struct cutter *c)
{
    size_t at = 0;
    uint32_t next = 0, end[ESI_DEPTH_MAX], depth = 0;

    while (next < c->n) {
        size_t angle = str_find(c->page, STR("<"), at), behind = angle == SIZE_MAX ? c->page.len : skip_hidden(c->page, angle);
        for (; next < c->n && c->cut[next].from < MAX(behind, angle); next++) {
            const struct esi_cut *cut = &c->cut[next];
            while (depth && end[depth - 1] <= cut->from)
                depth--;
            bool hidden = angle != SIZE_MAX && behind > angle && cut->from > angle;
            bool fits = depth < ESI_DEPTH_MAX && (depth == 0 || cut->to <= end[depth - 1]) && cut->to <= c->page.len;
            bool whole = depth && cut->to == end[depth - 1] && next && c->cut[next - 1].from == cut->from;
            c->usable[next] = !hidden && fits && !whole && cut->to - cut->from >= ESI_BYTES_MIN;
            if (c->usable[next])
                end[depth++] = cut->to;
        }
        if (angle == SIZE_MAX)
            break;
        at = behind > angle ? behind : angle + 1;
    }
}

static int write_range(struct cutter *c, uint32_t from, uint32_t to, uint32_t *next, struct buf *out, struct err *e);

/* The file of cut `i`, made where its content is new; `*next` passes over the cuts inside it. */
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
    slot = map_slot(&x->by_content, cut->content, fresh);
    if (*slot == fresh) {
        if ((code = buf_take(&text, x->arena, &bytes, e)))
            return code;
        *VEC_ADD(x->arena, &x->file) =
            (struct esi_file){ .content = cut->content, .bytes = bytes, .max_age_s = cut->max_age_s, .last_page = UINT32_MAX };
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
        add_include(c->esi, c->cut[i].content, out);
        at = c->cut[i].to;
    }
    buf_add(out, str_sub(c->page, at, to));
    return 0;
}

int esi_page(struct esi *x, struct str page, const struct esi_cut *cut, uint32_t n, struct str *out, uint32_t *n_cuts,
             struct err *e)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) template = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) again = BUF(LIMIT_OUTPUT_BYTES);
    struct cutter c = { .esi = x, .page = page, .cut = cut, .n = n, .usable = NEW_ARRAY(&scratch, bool, n) };
    uint32_t next = 0, used = 0;
    int code = 0;

    if (esi_fits(page))
        find_usable(&c);
    code = write_range(&c, 0, (uint32_t)page.len, &next, &template, e);
    x->n_pages++;
    if (code || (code = buf_check(&template, e)))
        return code;
    for (uint32_t i = 0; i < n; i++)
        used += c.usable[i];
    bool good = used && esi_assemble(x, buf_str(&template), 1, &again) && !again.over && str_eq(buf_str(&again), page);
    *n_cuts = good ? used : 0;
    if (!good) {
        *out = page;
        return 0;
    }
    return buf_take(&template, x->arena, out, e);
}
