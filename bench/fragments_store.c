/* Sites in the store with and without dictionaries, for bench/fragments: fragments_store STORE HOST|- FOLDER
 *
 * Adds every second page of the folder, collects rubbish (which makes the dictionary, unless the host is "-"), adds the others one by one
 * as pages that are new, collects again, and reads everything back. Prints the number of new pages, the bytes of their frames as stored at
 * once and after packing, and the bytes of the dictionary. Ends badly where a byte differs. */
#include <dirent.h>

#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "store/query.h"
#include "store/store.h"

static int is_page(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".html"));
}

static struct str body_of(struct arena *a, const char *folder, const char *name)
{
    struct err e;
    struct str body;
    must(io_read(a, arena_printf(a, "%s/%s", folder, name).ptr, LIMIT_PAGE_BYTES, &body, &e), &e);
    return body;
}

static int64_t add(struct store *s, const char *host, const char *folder, const char *name)
{
    AUTO(arena) a = { 0 };
    struct err e;
    int64_t page;
    bool is_new;
    struct store_page row = { .url = str_of(name), .host = strcmp(host, "-") ? str_of(host) : STR(""), .next_check_at = NEVER };
    must(store_page_add(s, &row, &page, &e), &e);
    struct store_version v = { .page = page, .fetched_at = page, .server_at = NEVER, .status = 200 };
    must(store_version_add(s, &v, body_of(&a, folder, name), &is_new, &e), &e);
    return page;
}

static int64_t frames(struct store *s, int64_t first)
{
    struct err e;
    int64_t bytes = 0;
    must(query_count(s, "SELECT sum(length(b.frame)) FROM version v JOIN blob b ON b.id = v.blob WHERE v.page >= $1",
                     VALUES(num(first)), &bytes, &e),
         &e);
    return bytes;
}

int main(int argc, char **argv)
{
    AUTO(store) s = { 0 };
    struct err e;
    struct store_swept swept;
    struct dirent **name;
    must(argc != 4, &(struct err){ .text = "usage: fragments_store STORE HOST|- FOLDER" });
    int n = scandir(argv[3], &name, is_page, alphasort);
    must(store_open(&s, argv[1], &(struct store_options){ .create = true }, &e), &e);
    /* every second page is known, so that both halves have all kinds of pages */
    int64_t first = 0, dictionary = 0;
    for (int i = 0; i < n; i += 2)
        add(&s, argv[2], argv[3], name[i]->d_name);
    must(store_gc(&s, &(struct store_policy){ 0 }, &swept, &e), &e);
    for (int i = 1; i < n; i += 2) {
        int64_t page = add(&s, argv[2], argv[3], name[i]->d_name);
        first = first ? first : page;
    }
    int64_t at_once = frames(&s, first);
    must(store_gc(&s, &(struct store_policy){ .reclaim = true }, &swept, &e), &e);
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        struct store_page page;
        struct str got;
        must(store_page_find(&a, &s, str_of(name[i]->d_name), &page, &e), &e);
        must(store_version_body(&a, &s, page.id, 1, &got, &e), &e);
        if (!str_eq(got, body_of(&a, argv[3], name[i]->d_name)))
            must(1, &(struct err){ .text = "a page differs" });
    }
    must(query_count(&s, "SELECT sum(length(frame)) FROM dictionary", NO_VALUES, &dictionary, &e), &e);
    printf("%d %lld %lld %lld %llu\n", n / 2, (long long)at_once, (long long)frames(&s, first), (long long)dictionary,
           (unsigned long long)swept.bytes_after);
    return 0;
}
