/* In: counts of an export or an import. Out: words, JSON. One row for each kind. */
#include "cli/transfer.h"

#include <stddef.h>

static const struct {
    const char *name, *one, *many;
    size_t offset;
} rows[] = {
    { "pages", "page", "pages", offsetof(struct store_transfer, pages) },
    { "versions", "version", "versions", offsetof(struct store_transfer, versions) },
    { "users", "user", "users", offsetof(struct store_transfer, users) },
    { "watches", "watch", "watches", offsetof(struct store_transfer, watches) },
    { "events", "announced change", "announced changes", offsetof(struct store_transfer, events) },
    { "sentinels", "sentinel", "sentinels", offsetof(struct store_transfer, sentinels) },
    { "channels", "channel", "channels", offsetof(struct store_transfer, channels) },
    { "outbox", "entry of the outbox", "entries of the outbox", offsetof(struct store_transfer, sendings) },
    { "secrets", "secret", "secrets", offsetof(struct store_transfer, secrets) },
};

static int64_t count_of(const struct store_transfer *n, unsigned row)
{
    int64_t count;

    memcpy(&count, (const char *)n + rows[row].offset, sizeof count);
    return count;
}

void transfer_add(struct buf *out, const struct store_transfer *n)
{
    const char *between = "";

    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        int64_t count = count_of(n, i);
        if (count == 0)
            continue;
        buf_addf(out, "%s%lld %s", between, (long long)count, count == 1 ? rows[i].one : rows[i].many);
        between = ", ";
    }
    if (*between == '\0')
        buf_add(out, STR("nothing"));
}

void transfer_json(struct json *j, const struct store_transfer *n)
{
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++)
        json_field_number(j, rows[i].name, count_of(n, i));
}
