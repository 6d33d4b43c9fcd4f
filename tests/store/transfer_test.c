/* An export as it is written down: a stream with every record and every field comes in and goes out byte for byte, is in the store as it
 * says, and is refused where any field is of another kind. */
#include <fcntl.h>
#include <sys/mman.h>

#include "base/io.h"
#include "base/limits.h"
#include "store/collection.h"
#include "store/outbox.h"
#include "store/sensor.h"
#include "store/sentinel.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

/* BLAKE2b of "one" and "two". */
#define ONE "d01c06cb09606bc4b2cedf4266a3a20e1e636b467cb77a9dbed595094e02ea46"
#define TWO "7a52b251a3428a1b64967851157047d22919cc610c6b138e98a25280b1534b21"
#define COUNTS "\"importance_millionths\":250000,\"content\":2,\"look\":3,\"machinery\":4,\"words_inserted\":5,\"words_deleted\":6,"

static const char *const lines[] = {
    "{\"weft-store\":{\"format\":5}}",
    "{\"user\":{\"name\":\"ann\",\"added_at\":7}}",
    "{\"user\":{\"name\":\"bob\",\"added_at\":-8}}",
    "{\"page\":{\"url\":\"http://a/\",\"canonical\":\"http://a\",\"host\":\"a\",\"added_at\":1,\"checked_at\":22,\"next_check_at\":33,"
    "\"etag\":\"e1\",\"last_modified\":\"Mon\",\"errors\":2,\"state\":\"{}\",\"attention\":true,\"best_effort\":true,"
    "\"learnt_base64\":\"Af8=\"}}",
    "{\"version\":{\"number\":3,\"fetched_at\":20,\"server_at\":19,\"etag\":\"e0\",\"last_modified\":\"Sun\",\"content_type\":\"text/html\","
    "\"status\":200,\"suspect\":false,\"digest\":\"" ONE "\",\"bytes\":3,\"body\":\"one\"}}",
    "{\"version\":{\"number\":5,\"fetched_at\":22,\"content_type\":\"text/html\",\"status\":404,\"suspect\":true,\"quiet\":true,\"template\":true,"
    "\"digest\":\"" TWO "\",\"bytes\":3,\"body\":\"two\"}}",
    "{\"verdict\":{\"number\":5,\"before\":3," COUNTS "\"headline\":\"two, was one\",\"reasons\":\"[]\",\"held_back\":\"[1]\","
    "\"changes\":\"[2]\",\"known\":\"k\",\"chance_millionths\":750000}}",
    "{\"page\":{\"url\":\"http://b/\",\"canonical\":\"http://b/\",\"host\":\"b\",\"added_at\":2,\"errors\":0}}",
    "{\"version\":{\"number\":1,\"fetched_at\":21,\"status\":200,\"suspect\":false,\"digest\":\"" TWO "\",\"bytes\":3}}",
    "{\"watch\":{\"user\":\"ann\",\"url\":\"http://a/\",\"added_at\":4,\"settings\":\"{\\\"title\\\":\\\"A\\\"}\",\"seen\":3}}",
    "{\"watch\":{\"user\":\"bob\",\"url\":\"http://b/\",\"added_at\":5}}",
    "{\"seen\":{\"user\":\"ann\",\"url\":\"http://a/\",\"number\":3,\"seen_at\":23,\"kept\":true,\"dismissed\":true}}",
    "{\"seen\":{\"user\":\"ann\",\"url\":\"http://a/\",\"number\":5,\"kept\":false}}",
    "{\"lesson\":{\"user\":\"ann\",\"url\":\"http://a/\",\"number\":5,\"kind\":1,\"announces\":true,\"keys\":\"p1\"}}",
    "{\"event\":{\"user\":\"ann\",\"url\":\"http://a/\",\"number\":5,\"before\":3,\"at\":22,\"kind\":1," COUNTS
    "\"headline\":\"hers\",\"changes\":\"[3]\"}}",
    "{\"event\":{\"user\":\"bob\",\"url\":\"http://b/\",\"number\":1,\"before\":0,\"at\":21,\"kind\":2}}",
    "{\"setting\":{\"user\":\"ann\",\"name\":\"sensitivity\",\"value\":\"high\"}}",
    "{\"channel\":{\"user\":\"ann\",\"name\":\"post\",\"address\":\"mail:a@x\",\"settings\":\"{}\",\"added_at\":6,\"confirmed_at\":7,"
    "\"default\":true}}",
    "{\"channel\":{\"user\":\"ann\",\"name\":\"slow\",\"address\":\"fax:123\",\"added_at\":8}}",
    "{\"sentinel\":{\"user\":\"ann\",\"name\":\"news\",\"set\":true,\"disabled\":true,\"created_at\":9,\"text\":\"CREATE ...\","
    "\"pages\":[\"http://a/\",\"http://b/\"]}}",
    "{\"sentinel\":{\"user\":\"bob\",\"name\":\"other\",\"created_at\":10,\"text\":\"CREATE b\",\"pages\":[]}}",
    "{\"look\":{\"url\":\"http://a/\",\"number\":5,\"at\":22}}",
    "{\"finding\":{\"id\":4,\"url\":\"http://a/\",\"number\":5,\"before\":3,\"at\":22,\"type\":\"links\",\"changes\":\"[4]\",\"n\":2}}",
    "{\"sentinel_event\":{\"user\":\"ann\",\"sentinel\":\"news\",\"start_at\":20,\"end_at\":22,\"url\":\"http://a/\",\"number\":5,"
    "\"importance_millionths\":500000,\"headline\":\"links\",\"findings\":\"[4]\",\"view\":\"merged\",\"history\":3}}",
    "{\"detector\":{\"state\":\"waits\",\"next_at\":44}}",
    "{\"collection\":{\"user\":\"ann\",\"name\":\"law\",\"title\":\"Law\",\"about\":\"rules\",\"tags\":\"red\",\"public\":true,\"made_at\":11,"
    "\"pages\":[\"http://b/\"]}}",
    "{\"message\":{\"user\":\"ann\",\"channel\":\"post\",\"key\":\"k1\",\"state\":2,\"made_at\":24,\"done_at\":25,\"tries\":3,"
    "\"error\":\"refused\"}}",
    "{\"waiting\":{\"user\":\"ann\",\"channel\":\"post\",\"message\":\"k1\",\"at\":22,\"due_at\":23,\"bundle\":0,\"url\":\"http://a/\","
    "\"number\":5}}",
    "{\"waiting\":{\"user\":\"ann\",\"channel\":\"slow\",\"at\":22,\"due_at\":99,\"bundle\":77,\"url\":\"http://a/\",\"number\":5,"
    "\"end_at\":22,\"sentinel\":\"news\",\"findings\":\"[4]\"}}",
    "{\"host\":{\"origin\":\"http://a:80\",\"facts\":\"{}\"}}",
    "{\"plan\":{\"name\":\"rhythm a\",\"facts\":\"[1]\"}}",
    "{\"sensor\":{\"url\":\"http://a/map\",\"host\":\"a\",\"ask_at\":55,\"facts\":\"{}\",\"seen\":\"s\"}}",
    "{\"end\":{\"pages\":2,\"versions\":3}}",
};

static struct folder folder;
static unsigned n_stores;

struct copy {
    struct arena arena;
    struct store store;
    struct store_transfer n;
    struct err e;
    int code;
};

static void copy_drop(struct copy *x)
{
    store_close(&x->store);
    arena_drop(&x->arena);
}

static void copy_open(struct copy *x)
{
    *x = (struct copy){ .code = 0 };
    struct str place = arena_printf(&x->arena, "%s/%u.db", folder.path, n_stores++);
    if (store_open(&x->store, place.ptr, &(struct store_options){ .create = true }, &x->e))
        abort();
}

static void copy_read(struct copy *x, struct str stream)
{
    int fd = memfd_create("stream", MFD_CLOEXEC);
    if (fd < 0 || write(fd, stream.ptr, stream.len) != (ssize_t)stream.len || lseek(fd, 0, SEEK_SET))
        abort();
    x->code = store_import(&x->store, fd, &x->n, &x->e);
    close(fd);
}

/* Reads the stream into a store of its own. */
static void copy_of(struct copy *x, struct str stream)
{
    copy_open(x);
    copy_read(x, stream);
}

static struct str exported(struct copy *x, bool with_secrets, struct store_transfer *n)
{
    const char *path = folder_path(&x->arena, &folder, "out");
    struct str out = STR("");
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (store_export(&x->store, fd, with_secrets, n, &x->e) || io_read(&x->arena, path, MIB(1), &out, &x->e))
        abort();
    close(fd);
    return out;
}

/* All lines, one of them replaced. */
static struct str stream_with(struct arena *a, size_t at, struct str line)
{
    AUTO(buf) out = BUF(MIB(1));
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        buf_addf(&out, "%.*s\n", STR_ARG(i == at ? line : str_of(lines[i])));
    return arena_str(a, buf_str(&out));
}

static void test_same(void)
{
    AUTO(arena) a = { 0 };
    AUTO(copy) x;
    struct str stream = stream_with(&a, SIZE_MAX, STR("")), out;
    struct store_transfer n;
    copy_of(&x, stream);
    if (!ok(x.code == 0, "a stream with every record comes in (%s)", x.code ? x.e.text : "all"))
        return;
    out = exported(&x, false, &n);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        eq_str(str_cut(&out, '\n'), str_of(lines[i]), "and goes out as it came");
    eq_int(out.len, 0, "with nothing behind it");
    const struct store_transfer *both[] = { &n, &x.n };
    for (unsigned i = 0; i < 2; i++) {
        const char *way = i ? "in" : "out";
        ok(both[i]->users == 2 && both[i]->pages == 2 && both[i]->versions == 3 && both[i]->watches == 2, "counted on the way %s",
           way);
        ok(both[i]->events == 2 && both[i]->sentinels == 2 && both[i]->channels == 2 && both[i]->sendings == 2
               && both[i]->secrets == 0,
           "with what is asked and told");
    }
}

/* ---- What the store says then ---- */

static void test_rows(void)
{
    AUTO(arena) a = { 0 };
    AUTO(copy) x;
    struct store *s = &x.store;
    struct err *e = &x.e;
    copy_of(&x, stream_with(&a, SIZE_MAX, STR("")));
    struct store_page page;
    ok(store_page_find(&a, s, STR("http://a/"), &page, e) == 0 && page.errors == 2 && page.attention && page.best_effort
           && page.next_check_at == 33 && str_eq(page.learnt, STR("\x01\xff")),
       "a page is as it was");
    struct store_version v;
    struct str body;
    ok(store_version_newest(&a, s, page.id, &v, e) == 0 && v.number == 5 && v.suspect && v.quiet && v.template && v.status == 404,
       "its versions keep their numbers");
    ok(store_version_body(&a, s, page.id, 3, &body, e) == 0 && str_eq(body, STR("one")), "and their bytes");
    struct store_verdict verdict;
    ok(store_verdict_get(&a, s, page.id, 5, &verdict, e) == 0 && verdict.before == 3 && verdict.counts.words_deleted == 6
           && verdict.counts.changes[2] == 4 && verdict.chance > 0.74 && verdict.importance > 0.24,
       "what was thought of them is there");
}

static void test_more_rows(void)
{
    enum { PAGE = 1 };
    AUTO(arena) a = { 0 };
    AUTO(copy) x;
    struct store *s = &x.store;
    struct err *e = &x.e;
    copy_of(&x, stream_with(&a, SIZE_MAX, STR("")));
    struct store_events events;
    ok(store_event_list(&a, s, &(struct store_event_query){ .user = 1 }, &events, e) == 0 && events.n == 1
           && str_eq(events.item[0].headline, STR("hers")),
       "and what was said");
    struct store_lessons lessons;
    ok(store_lesson_list(&a, s, 1, PAGE, &lessons, e) == 0 && lessons.n == 1 && lessons.item[0].announces, "and taught");
    struct store_sents sent;
    ok(store_sent_list(&a, s, 1, PAGE, &sent, e) == 0 && sent.n == 2, "and sent");
    struct store_collection c;
    struct store_page_ids ids;
    ok(store_collection_find(&a, s, STR("law"), &c, e) == 0 && c.is_public && store_collection_pages(&a, s, c.id, &ids, e) == 0
           && ids.n == 1,
       "a collection has its pages");
    struct store_sensor sensor;
    ok(store_sensor_get(&a, s, STR("http://a/map"), &sensor, e) == 0 && sensor.ask_at == 55 && str_eq(sensor.seen, STR("s")),
       "a sitemap is asked as before");
}

/* ---- What is refused ---- */

/* The end of the value that begins at `from`. */
static size_t value_end(struct str line, size_t from)
{
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = from; i < line.len; i++) {
        char c = line.ptr[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && c == '[')
            depth++;
        else if (!quoted && c == ']')
            depth--;
        else if (!quoted && depth == 0 && (c == ',' || c == '}'))
            return i;
    }
    return line.len;
}

/* The next field of a record from `*at` on: its name, and where its value stands. */
static bool next_field(struct str line, size_t *at, struct str *name, size_t *from, size_t *to)
{
    size_t open = str_find(line, STR("\""), *at), close = open == SIZE_MAX ? SIZE_MAX : str_find(line, STR("\":"), open + 1);
    if (close == SIZE_MAX)
        return false;
    *name = str_sub(line, open + 1, close);
    *from = close + 2;
    *to = value_end(line, *from);
    *at = *to;
    return true;
}

/* Marks that are there or not: whatever is not true is false. */
static bool is_mark(struct str value)
{
    return str_eq(value, STR("true")) || str_eq(value, STR("false"));
}

/* An object in the place of any field is refused, and the line and the field are named. */
static void test_other_kinds(void)
{
    AUTO(copy) x; /* one for all: what is refused leaves nothing behind */
    unsigned n = 0;
    copy_open(&x);
    for (size_t i = 1; i < ARRAY_LEN(lines); i++) {
        struct str line = str_of(lines[i]), name;
        size_t at = str_find(line, STR(":{"), 0) + 2, from, to;
        while (next_field(line, &at, &name, &from, &to)) {
            AUTO(arena) a = { 0 };
            if (is_mark(str_sub(line, from, to)))
                continue;
            struct str before = str_sub(line, 0, from), behind = str_sub(line, to, line.len);
            copy_read(&x, stream_with(&a, i, arena_printf(&a, "%.*s{}%.*s", STR_ARG(before), STR_ARG(behind))));
            n++;
            ok(x.code == E_FORMAT && strstr(x.e.text, arena_printf(&a, "line %zu", i + 1).ptr),
               "line %zu, %.*s of another kind: %s", i + 1, STR_ARG(name), x.code ? x.e.text : "taken");
        }
    }
    ok(n > 100, "%u fields were tried", n);
}

static void test_missing_records(void)
{
    static const struct {
        const char *name;
        size_t line;
        const char *instead, *says;
        int code;
    } rows[] = {
        { "a watch of nobody", 9, "{\"watch\":{\"user\":\"eve\",\"url\":\"http://a/\",\"added_at\":4}}",
          "line 10: eve: no such user", E_ABSENT },
        { "a watch of no page", 9, "{\"watch\":{\"user\":\"ann\",\"url\":\"http://c/\",\"added_at\":4}}",
          "line 10: http://c/: not in the store", E_ABSENT },
        { "a lesson of no kind", 13,
          "{\"lesson\":{\"user\":\"ann\",\"url\":\"http://a/\",\"number\":5,\"kind\":9,\"announces\":true}}",
          "a lesson of a kind that is not known", E_FORMAT },
        { "a message without a key", 26,
          "{\"message\":{\"user\":\"ann\",\"channel\":\"post\",\"state\":2,\"made_at\":24,\"tries\":3}}", "\"key\"", E_FORMAT },
        { "a message in no state", 26,
          "{\"message\":{\"user\":\"ann\",\"channel\":\"post\",\"key\":\"k1\",\"state\":9,\"made_at\":24,\"tries\":3}}",
          "\"state\"", E_FORMAT },
        { "a finding without a number", 22,
          "{\"finding\":{\"id\":0,\"url\":\"http://a/\",\"number\":5,\"before\":3,\"at\":22,\"type\":\"links\",\"n\":2}}", "\"id\"",
          E_FORMAT },
        { "a collection without a name", 25, "{\"collection\":{\"user\":\"ann\",\"made_at\":11,\"pages\":[]}}", "\"name\"",
          E_FORMAT },
        { "a sitemap without an address", 31, "{\"sensor\":{\"host\":\"a\",\"facts\":\"{}\"}}", "\"url\"", E_FORMAT },
        { "another body than its digest says", 4,
          "{\"version\":{\"number\":3,\"fetched_at\":20,\"status\":200,\"suspect\":false,\"digest\":\"" ONE
          "\",\"bytes\":3,\"body\":\"two\"}}",
          "line 5", E_FORMAT },
        { "fewer pages than there were", 32, "{\"end\":{\"pages\":3,\"versions\":3}}", "records are missing", E_FORMAT },
        { "fewer versions than there were", 32, "{\"end\":{\"pages\":2,\"versions\":4}}", "records are missing", E_FORMAT },
        { "a page twice", 7,
          "{\"page\":{\"url\":\"http://a/\",\"canonical\":\"http://a\",\"host\":\"a\",\"added_at\":1,\"errors\":0}}",
          "is in the store already", E_USAGE },
    };

    AUTO(copy) x;
    copy_open(&x);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct store_pages left;
        copy_read(&x, stream_with(&a, rows[i].line, str_of(rows[i].instead)));
        if (!ok(x.code == rows[i].code && strstr(x.e.text, rows[i].says), "%s: %s", rows[i].name, rows[i].says))
            printf("# got %d: %s\n", x.code, x.code ? x.e.text : "");
        ok(store_pages(&a, &x.store, 0, 9, &left, &x.e) == 0 && left.n == 0, "and nothing of it stays");
    }
}

/* ---- Secrets ---- */

static void test_secrets(void)
{
    AUTO(arena) a = { 0 };
    AUTO(copy) x, again;
    struct store_secret secret = { .user = 1, .name = STR("mail"), .bytes = STR("pass \xff") },
                        of_page = { .user = 1, .page = 1, .name = STR("login"), .bytes = STR("hush") };
    copy_of(&x, stream_with(&a, SIZE_MAX, STR("")));
    ok(store_seal(&x.store, &secret, &x.e) == 0 && store_seal(&x.store, &of_page, &x.e) == 0, "two secrets");
    struct store_secret of_channel = { .user = 1, .name = STR("channel:post"), .bytes = STR("mail:a@x") };
    ok(store_seal(&x.store, &of_channel, &x.e) == 0, "and an address that is not whole without one");
    ok(str_find(exported(&x, false, NULL), STR("\"added_at\":6,\"default\":true"), 0) != SIZE_MAX,
       "without it the channel is to be confirmed again");
    of_channel.bytes = STR("");
    ok(store_seal(&x.store, &of_channel, &x.e) == 0, "where it is whole it is not");
    struct str bare = exported(&x, false, NULL), all = exported(&x, true, NULL);
    ok(str_find(bare, STR("\"secret\":"), 0) == SIZE_MAX && str_find(bare, STR("hush"), 0) == SIZE_MAX, "stay behind");
    ok(str_find(all, STR("{\"secret\":{\"user\":\"ann\",\"name\":\"mail\",\"value_base64\":\"cGFzcyD/\"}}"), 0) != SIZE_MAX
           && str_find(all, STR("{\"secret\":{\"user\":\"ann\",\"url\":\"http://a/\",\"name\":\"login\",\"value\":\"hush\"}}"), 0)
                  != SIZE_MAX,
       "unless they are asked for");
    copy_of(&again, all);
    struct store_secret found = { .user = 1, .page = 1, .name = STR("login") };
    ok(again.code == 0 && again.n.secrets == 2 && store_unseal(&a, &again.store, &found, &again.e) == 0
           && str_eq(found.bytes, STR("hush")),
       "and are sealed again where they come in");
}

int main(void)
{
    folder = folder_new();
    test_same();
    test_rows();
    test_more_rows();
    test_other_kinds();
    test_missing_records();
    test_secrets();
    folder_drop(&folder);
    return tap_done();
}
