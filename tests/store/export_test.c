/* Everything out and in again: byte for byte, whatever it is; and streams that are cut, changed or not ours. */
#include <fcntl.h>

#include "base/io.h"
#include "base/limits.h"
#include "store/blob.h"
#include "store/outbox.h"
#include "store/sensor.h"
#include "tests/base/random.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

static void fill(struct store *s)
{
    int64_t page[3], user;
    static const struct str bodies[] = { STR_INIT("plain"), STR_INIT("\xff\xfe\0nul"), STR_INIT(""),
                                         STR_INIT("\"quo\\ted\"\n\t\x01\x7f"), STR_INIT("\xe2\x82\xac") };
    bool is_new;
    struct err e;
    int failed = store_user_add(s, STR("ann"), -5, &user, &e);
    for (unsigned p = 0; p < ARRAY_LEN(page); p++) {
        char url[32];
        snprintf(url, sizeof url, "http://x/%u?\xc3\xa4", p);
        struct store_page about = { .url = str_of(url),
                                    .canonical = p ? STR("http://x/c") : STR(""),
                                    .host = p ? STR("x") : STR(""),
                                    .added_at = p,
                                    .next_check_at = p ? 77 : NEVER };
        failed |= store_page_add(s, &about, &page[p], &e);
        for (unsigned i = 0; i < 12; i++) {
            AUTO(arena) a = { 0 };
            struct store_version v = { .page = page[p],
                                       .fetched_at = i * 10,
                                       .server_at = i % 2 ? i : NEVER,
                                       .status = 200 + (int)i,
                                       .suspect = i == 3,
                                       .quiet = i == 4,
                                       .template = i == 4,
                                       .etag = i % 3 ? STR("\"e\xff\"") : STR(""),
                                       .content_type = i % 4 ? STR("text/html") : STR("") };
            failed |= store_version_add(s, &v, i < ARRAY_LEN(bodies) ? bodies[i] : page_body(&a, 1, i + p % 2), &is_new, &e);
        }
        failed |= store_watch_put(
            s, &(struct store_watch){ .user = user, .page = page[p], .added_at = 3, .settings = p ? STR("{\"a\":1}") : STR("") },
            &e);
    }
    failed |= store_page_schedule(s,
                                  &(struct store_page){ .id = page[0],
                                                        .checked_at = 5,
                                                        .next_check_at = 6,
                                                        .errors = 2,
                                                        .state = STR("{}"),
                                                        .best_effort = true,
                                                        .learnt = STR("\x01\xff\0x") },
                                  &e);
    failed |= store_plan_put(s, STR("rhythm x"), STR("{\"hours\":[1,2]}"), &e);
    failed |= store_sensor_offer(
        s, &(struct store_sensor){ .url = STR("http://x/map"), .host = STR("x"), .ask_at = 8, .facts = STR("{}") }, 9, &e);
    failed |= store_host_put(s, &(struct store_host){ STR("http://x:80"), STR("{\"a\":2}") }, &e);
    failed |= store_seen_add(s, &(struct store_seen){ .user = user, .page = page[0], .number = 2, .seen_at = 9 }, &e);
    failed |= store_keep(s, &(struct store_seen){ .user = user, .page = page[1], .number = 4, .kept = true }, &e);
    failed |= store_gc(s, &(struct store_policy){ .keep_last = 10 }, &(struct store_swept){ 0 }, &e);
    ok(!failed, "a store with all kinds of things");
}

/* One message that was sent, one that was given up, and something that waits for its time. */
static void fill_outbox(struct store *s)
{
    AUTO(arena) a = { 0 };
    struct store_deliveries taken;
    struct err e;
    int64_t channel, event, user = 1;
    int failed = store_channel_put(
        s, &(struct store_channel){ .user = user, .name = STR("post"), .address = STR("mail:a@x"), .confirmed_at = 1 }, &channel,
        &e);
    for (int64_t number = 10; number <= 12; number++) {
        struct store_event about = { .user = user, .page = 1, .number = number, .at = number, .kind = STORE_EVENT_CHANGED };
        failed |= store_event_put(s, &about, &event, &e);
        struct store_outbox row = { .user = user, .channel = channel, .source = OUTBOX_EVENT, .subject = event };
        row.due_at = number < 12 ? number : 999;
        failed |= store_outbox_add(s, &row, &e);
    }
    for (enum delivery_state end = DELIVERY_SENT; end <= DELIVERY_DEAD; end++) {
        struct delivery_claim claim = { STR("w"), 20, 30, 1 };
        failed |= store_outbox_gather(s, 20, 9, &e) || store_delivery_claim(&a, s, &claim, &taken, &e);
        struct store_delivery d = { .id = taken.item[0].id, .state = end, .next_at = NEVER, .done_at = 25, .tries = 3 };
        d.error = end == DELIVERY_DEAD ? STR("refused") : STR("");
        failed |= store_delivery_end(s, &d, &e);
    }
    ok(!failed, "with an outbox");
}

static void test_outbox(struct store *s)
{
    AUTO(arena) a = { 0 };
    struct store_sents sent;
    struct store_waits waits;
    struct err e;
    ok(store_sent_list(&a, s, 1, 1, &sent, &e) == 0 && sent.n == 3 && sent.item[0].state == DELIVERY_SENT
           && sent.item[1].state == DELIVERY_DEAD && sent.item[2].state < 0,
       "what was sent, given up and waits is so in the copy");
    ok(store_outbox_waiting(&a, s, 1, &waits, &e) == 0 && waits.n == 1 && waits.item[0].n == 1 && waits.item[0].due_at == 999,
       "and is sent when its time comes");
    struct store_page page;
    ok(store_page_get(&a, s, 1, &page, &e) == 0 && page.best_effort && page.learnt.len == 4, "what was learnt of a page is there");
}

static struct str exported(struct arena *a, struct store *s, const char *path)
{
    struct err e;
    struct str out = STR("");
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (store_export(s, fd, false, NULL, &e) || io_read(a, path, MIB(64), &out, &e))
        printf("# %s\n", e.text);
    close(fd);
    return out;
}

static int import_text(const struct folder *f, const char *name, struct str text, struct store *s, struct err *e)
{
    AUTO(arena) a = { 0 };
    const char *path = folder_path(&a, f, "import");
    if (io_write(path, text, e) || store_open(s, folder_path(&a, f, name), &(struct store_options){ .create = true }, e))
        return E_SYSTEM;
    int fd = open(path, O_RDONLY);
    int code = store_import(s, fd, NULL, e);
    close(fd);
    return code;
}

static void test_bad(const struct folder *f, struct str good)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        { "", "too early" },
        { "hello\n", "line 1" },
        { "{\"page\":{}}\n", "not an export" },
        { "{\"weft-store\":{\"format\":9}}\n", "newer weft" },
        { "{\"weft-store\":{\"format\":1}}\n{\"version\":{}}\n", "without its page" },
        { "{\"weft-store\":{\"format\":1}}\n{\"weft-store\":{\"format\":1}}\n", "not an export" },
        { "{\"weft-store\":{\"format\":1}}\n{\"end\":{\"pages\":1,\"versions\":0}}\n", "missing" },
        { "{\"weft-store\":{\"format\":3}}\n{\"finding\":{\"id\":\"x\"}}\n", "\"id\"" },
        { "{\"weft-store\":{\"format\":1}}\n{\"cake\":{}}\n", "cake" },
        { "{\"weft-store\":{\"format\":1}}\n{\"user\":{\"name\":7}}\n", "name" },
    };
    struct err e = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(store) s = { 0 };
        int code = import_text(f, "bad", str_of(cases[i].text), &s, &e);
        ok(code == E_FORMAT && strstr(e.text, cases[i].words), "%zu: %s", i, e.text);
    }
    AUTO(arena) a = { 0 };
    struct random random = { 5 };
    unsigned wrong = 0;
    for (unsigned i = 0; i < 60; i++) {
        AUTO(store) s = { 0 };
        wrong += import_text(f, "bad", str_sub(good, 0, random_below(&random, (uint32_t)good.len - 1)), &s, &e) == 0;
    }
    eq_int(wrong, 0, "a stream that is cut anywhere is refused");
    AUTO(store) s = { 0 };
    struct store_pages pages;
    ok(store_open(&s, folder_path(&a, f, "bad"), &(struct store_options){ .create = true }, &e) == 0
           && store_pages(&a, &s, 0, 9, &pages, &e) == 0 && pages.n == 0,
       "and leaves nothing behind");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    AUTO(store) copy = { 0 };
    struct err e = { 0 };
    struct store_report report = { 0 };
    ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store");
    fill(&s);
    fill_outbox(&s);
    struct str first = exported(&a, &s, folder_path(&a, &f, "1"));
    ok(first.len > 1000, "goes out");
    ok(import_text(&f, "copy", first, &copy, &e) == 0, "comes in %s", e.text);
    eq_str(exported(&a, &copy, folder_path(&a, &f, "2")), first, "and goes out the same");
    test_outbox(&copy);
    ok(store_verify(&copy, false, &report, &e) == 0 && report.faults == 0, "the copy is whole");
    store_close(&copy);
    ok(import_text(&f, "copy", first, &copy, &e) == E_USAGE && strstr(e.text, "already"), "not twice: %s", e.text);
    if (query_run(&s, "UPDATE blob SET frame = x'00' WHERE id = (SELECT blob FROM version WHERE page = 1 AND number = 7)",
                  NO_VALUES, &e))
        printf("# %s\n", e.text);
    struct str damaged = exported(&a, &s, folder_path(&a, &f, "3"));
    AUTO(store) third = { 0 };
    ok(str_find(damaged, STR("\"lost\":true"), 0) != SIZE_MAX && import_text(&f, "third", damaged, &third, &e) == 0,
       "what is damaged goes out as lost");
    eq_str(exported(&a, &third, folder_path(&a, &f, "4")), damaged, "and stays so");
    test_bad(&f, first);
    return tap_done();
}
