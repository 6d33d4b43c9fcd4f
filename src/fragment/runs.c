/* In: the bytes of pages of one site. Out: the runs of bytes that at least two of them share, each once.
 *
 * Pages are cut into pieces where markup, lines and statements begin; a piece is known by its hash. Neighbouring pieces that several pages
 * have make a run; a run goes out without the pieces that went out before. Rare pieces stand first and frequent ones last, because zstd
 * finds what is nearest at the least cost.
 * Cost: O(bytes), a few times. */
#include "fragment/runs.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/map.h"

enum { PIECE_MIN = 12, PIECE_MAX = 512 };

/* The end of the piece that begins at `at`: short ones are joined, long ones cut. */
static size_t piece_end(struct str s, size_t at)
{
    for (size_t i = at + 1; i < s.len; i++) {
        char before = s.ptr[i - 1];
        bool edge = s.ptr[i] == '<' || before == '\n' || before == ';' || before == '}';
        if ((edge && i - at >= PIECE_MIN) || i - at >= PIECE_MAX)
            return i;
    }
    return s.len;
}

static uint64_t piece_hash(struct str s, size_t from, size_t to)
{
    return hash_bytes(s.ptr + from, to - from);
}

/* How many pages have a piece: the count in the upper bits, the page that had it last in the lower. */
enum { PAGE_BITS = 20 };

static void count_page(struct map *m, struct str page, uint32_t number)
{
    for (size_t at = 0, end; at < page.len; at = end) {
        end = piece_end(page, at);
        uint32_t *slot = map_slot(m, piece_hash(page, at, end), UINT32_MAX >> (32 - PAGE_BITS));
        if ((*slot & ((1u << PAGE_BITS) - 1)) != number)
            *slot = ((*slot >> PAGE_BITS) + 1) << PAGE_BITS | number;
    }
}

static uint32_t pages_of(const struct map *m, uint64_t piece)
{
    const uint32_t *slot = map_find(m, piece);
    return slot ? *slot >> PAGE_BITS : 0;
}

/* Adds the pieces of a page that `low` to `high` pages have and that did not go out yet. */
static void add_pieces(const struct map *count, struct map *out, struct str page, const uint32_t range[2], struct buf *text)
{
    for (size_t at = 0, end; at < page.len && !text->over; at = end) {
        end = piece_end(page, at);
        uint64_t hash = piece_hash(page, at, end);
        uint32_t n = pages_of(count, hash), *done = map_slot(out, hash, 0);
        if (n < range[0] || n > range[1] || *done || text->len + (end - at) > text->limit_bytes)
            continue;
        *done = 1;
        buf_add_bytes(text, page.ptr + at, end - at);
    }
}

static void add_level(const struct map *count, struct map *out, const struct str *page, uint32_t n, struct buf *text)
{
    /* What is on most pages, on some, on two: each level is kept together, so that runs stay runs. */
    uint32_t levels[3][2] = { { MAX(2, n / 2), UINT32_MAX }, { MAX(2, n / 8), MAX(2, n / 2) }, { 2, MAX(2, n / 8) } };
    for (unsigned level = 0; level < 3; level++)
        for (uint32_t i = 0; i < n; i++)
            add_pieces(count, out, page[i], levels[level], text);
}

/* The text so far stands at the end: what comes later goes in front of it. */
static struct str put_in_front(struct arena *a, struct str front, struct str back)
{
    char *all = arena_array_raw(a, front.len + back.len + 1, 1);
    memcpy(all, front.ptr, front.len);
    memcpy(all + front.len, back.ptr, back.len);
    all[front.len + back.len] = '\0';
    return (struct str){ all, front.len + back.len };
}

struct str runs_shared(struct arena *a, const struct str *page, uint32_t n, size_t limit_bytes, bool fill)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) shared = BUF(limit_bytes);
    struct map count, out;

    n = MIN(n, (1u << PAGE_BITS) - 1);
    map_open(&count, &scratch, 0);
    map_open(&out, &scratch, 0);
    for (uint32_t i = 0; i < n; i++)
        count_page(&count, page[i], i);
    add_level(&count, &out, page, n, &shared);
    AUTO(buf) rest = BUF(limit_bytes - MIN(limit_bytes, shared.len));
    for (uint32_t i = 0; i < n && fill; i++)
        add_pieces(&count, &out, page[i], (const uint32_t[]){ 1, 1 }, &rest);
    return put_in_front(a, buf_str(&rest), buf_str(&shared));
}
