/* The store as its callers meet it: files of calls and of all that comes back (tests/played.h), each on a new store.
 *
 *     > page http://a/ host=a next=5           store_page_add(): "page 1"
 *     > version 1 one at=10 status=200         a version with that body; \n in it is a line end
 *     > news ann                               all rows that come out, every field that is set
 *     > sql UPDATE version SET ...             on the file itself: damage, and what other programs do
 *     > lines                                  the whole export
 *     > again                                  closes the store and opens it
 *
 * What fails says how: "E_ABSENT: this page has no version 9". Users go by their names, pages by their numbers, moments are plain numbers
 * and - is NEVER. */
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/mman.h>

#include "tests/store/call_rows.h"

/* ---- Lessons, settings, hosts, plans ---- */

static int do_lesson(struct call *c)
{
    struct store_lesson lesson = { .user = user_of(c),
                                   .page = number(c, 2),
                                   .number = number(c, 3),
                                   .kind = flag(c, "told")   ? STORE_LESSON_TOLD
                                           : flag(c, "part") ? STORE_LESSON_PART
                                                             : STORE_LESSON_DISMISSED,
                                   .announces = flag(c, "announces"),
                                   .keys = text_option(c, "keys") };
    return str_eq(c->word[0], STR("unlesson")) ? store_lesson_remove(&world.store, &lesson, &c->e)
                                               : store_lesson_put(&world.store, &lesson, &c->e);
}

static int do_lessons(struct call *c)
{
    static const char *const kinds[STORE_LESSONS] = { "none", "told", "dismissed", "part" };
    struct store_lessons list;
    bool is_all = str_eq(c->word[1], STR("all"));
    int code = store_lesson_list(c->arena, &world.store, is_all ? 0 : user_of(c), number(c, 2), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        buf_addf(c->out, "user %lld of version %lld: %s", (long long)list.item[i].user, (long long)list.item[i].number,
                 kinds[list.item[i].kind % STORE_LESSONS]);
        say_flag(c, "announces", list.item[i].announces);
        say_text(c, "keys", list.item[i].keys);
        end_line(c);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static int do_setting(struct call *c)
{
    struct store_setting setting = { user_of(c), c->word[2], c->n > 3 ? c->word[3] : STR("") };
    return store_setting_put(&world.store, &setting, &c->e);
}

static int do_settings(struct call *c)
{
    struct store_settings list;
    int code = store_setting_list(c->arena, &world.store, user_of(c), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        buf_addf(c->out, "%.*s = %.*s\n", STR_ARG(list.item[i].name), STR_ARG(list.item[i].value));
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static int do_secret(struct call *c)
{
    struct store_secret secret = { user_of(c), option(c, "page", 0), c->word[2], c->n > 3 ? c->word[3] : STR("") };
    return store_seal(&world.store, &secret, &c->e);
}

static int do_unseal(struct call *c)
{
    struct store_secret secret = { user_of(c), option(c, "page", 0), c->word[2], STR("") };
    int code = store_unseal(c->arena, &world.store, &secret, &c->e);
    if (!code)
        buf_addf(c->out, "%.*s\n", STR_ARG(secret.bytes));
    return code;
}

static int do_host(struct call *c)
{
    return store_host_put(&world.store, &(struct store_host){ c->word[1], c->n > 2 ? c->word[2] : STR("") }, &c->e);
}

static int do_hosts(struct call *c)
{
    struct store_hosts list;
    int code = store_host_list(c->arena, &world.store, &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        buf_addf(c->out, "%.*s: %.*s\n", STR_ARG(list.item[i].origin), STR_ARG(list.item[i].facts));
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static int do_facts(struct call *c)
{
    struct store_facts_list list;
    int code = 0;
    if (c->n > 2 || flag(c, "nothing"))
        return store_plan_put(&world.store, c->word[1], flag(c, "nothing") ? STR("") : c->word[2], &c->e);
    code = store_plan_list(c->arena, &world.store, c->n > 1 ? c->word[1] : STR(""), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        buf_addf(c->out, "%.*s: %.*s\n", STR_ARG(list.item[i].name), STR_ARG(list.item[i].facts));
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static int do_planned(struct call *c)
{
    struct store_planned_list list;
    int code = store_plan_pages(c->arena, &world.store, option(c, "after", 0), (uint32_t)option(c, "limit", 100), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++) {
        buf_addf(c->out, "user %lld", (long long)list.item[i].user);
        say_text(c, "settings", list.item[i].settings);
        buf_add(c->out, STR(": "));
        say_page(c, &list.item[i].page);
    }
    if (!code)
        say_nothing(c, list.n);
    return code;
}

static int do_plan(struct call *c)
{
    struct store_plan_counts n;
    struct store_pages next;
    int64_t last;
    int code = store_plan_counts(&world.store, option(c, "late", 0), &n, &c->e);
    if (!code && (code = store_plan_last(&world.store, &last, &c->e)) == 0)
        code = store_plan_next(c->arena, &world.store, (uint32_t)option(c, "limit", 100), &next, &c->e);
    if (!code)
        buf_addf(c->out, "%lld planned, %lld late, the last page is %lld\n", (long long)n.pages, (long long)n.late,
                 (long long)last);
    for (uint32_t i = 0; !code && i < next.n; i++)
        say_page(c, &next.item[i]);
    return code;
}

static int do_move(struct call *c)
{
    struct store_page page;
    int code = store_page_get(c->arena, &world.store, number(c, 1), &page, &c->e);
    if (!code && c->n_options)
        page.next_check_at = option(c, "was", 0);
    return code ? code : store_plan_move(&world.store, &page, number(c, 2), &c->e);
}

/* ---- Leases ---- */

static struct store_lease lease_of(const struct call *c)
{
    int64_t now = option(c, "now", 0);
    return (struct store_lease){ .worker = c->word[1],
                                 .now = now,
                                 .until = option(c, "until", now + 100),
                                 .limit = (uint32_t)option(c, "limit", 100),
                                 .per_host = (uint32_t)option(c, "per-host", 100),
                                 .promised = flag(c, "promised") };
}

static int do_lease(struct call *c)
{
    struct store_lease lease = lease_of(c);
    struct store_pages list;
    int64_t next = 0;
    int code = say_pages(c, store_lease(c->arena, &world.store, &lease, &list, &c->e), &list);
    if (!code && (code = store_lease_next(&world.store, &lease, &next, &c->e)) == 0) {
        buf_add(c->out, STR("next:"));
        say_number(c, "at", next);
        end_line(c);
    }
    return code;
}

/* "take WORKER HOST", "return WORKER HOST ready=", "ready WORKER HOST ready=", "renew WORKER", "end WORKER ready=". */
static int do_host_lease(struct call *c)
{
    struct store_lease lease = lease_of(c);
    struct store_lease_answer answer;
    struct store *s = &world.store;
    struct str host = c->n > 2 ? c->word[2] : STR("");
    int64_t ready = option(c, "ready", 0);
    if (str_eq(c->word[0], STR("return")))
        return store_lease_return(s, &lease, host, ready, &c->e);
    if (str_eq(c->word[0], STR("ready")))
        return store_lease_ready(s, &lease, host, ready, &c->e);
    if (str_eq(c->word[0], STR("renew")))
        return store_lease_renew(s, &lease, &c->e);
    if (str_eq(c->word[0], STR("end")))
        return store_lease_end(s, c->word[1], ready, &c->e);
    int code = store_lease_host(s, &lease, host, &answer, &c->e);
    if (!code) {
        buf_addf(c->out, "%s", answer.taken ? "taken" : "not free");
        if (!answer.taken) {
            say_number(c, "ready", answer.ready_at);
            say_number(c, "until", answer.until);
        }
        end_line(c);
    }
    return code;
}

static int do_workers(struct call *c)
{
    struct store_users list;
    int code = store_lease_workers(c->arena, &world.store, number(c, 1), &list, &c->e);
    for (uint32_t i = 0; !code && i < list.n; i++)
        buf_addf(c->out, "%.*s\n", STR_ARG(list.item[i].name));
    if (!code)
        say_nothing(c, list.n);
    return code;
}

/* ---- Care ---- */

static void hear(void *context, const char *words)
{
    struct call *c = context;
    buf_addf(c->out, "%s\n", words);
}

static int do_verify(struct call *c)
{
    struct store_report report = { .say = hear, .context = c };
    int code = store_verify(&world.store, flag(c, "repair"), &report, &c->e);
    if (!code)
        buf_addf(c->out, "%llu pages, %llu versions; %llu faults, %llu mended, %llu lost\n", (unsigned long long)report.pages,
                 (unsigned long long)report.versions, (unsigned long long)report.faults, (unsigned long long)report.mended,
                 (unsigned long long)report.lost);
    return code;
}

static int do_gc(struct call *c)
{
    struct store_policy policy = { .now = option(c, "now", 0),
                                   .keep_last = (uint32_t)option(c, "keep-last", 0),
                                   .thin_after_ms = option(c, "thin-after", 0),
                                   .thin_every_ms = option(c, "thin-every", 0),
                                   .reclaim = flag(c, "reclaim") };
    struct store_swept swept;
    int code = store_gc(&world.store, &policy, &swept, &c->e);
    if (!code)
        buf_addf(c->out, "%llu versions removed\n", (unsigned long long)swept.versions);
    return code;
}

static int do_lines(struct call *c)
{
    int fd = memfd_create("export", 0);
    struct store_transfer n;
    int code = store_export(&world.store, fd, flag(c, "secrets"), &n, &c->e);
    off_t size = lseek(fd, 0, SEEK_END);
    char *bytes = NEW_ARRAY(c->arena, char, (size_t)size + 1);
    if (pread(fd, bytes, (size_t)size, 0) != size)
        abort();
    close(fd);
    if (!code)
        buf_add_bytes(c->out, bytes, (size_t)size);
    return code;
}

/* The lines below are read into this store. */
static int do_import(struct call *c, struct str lines)
{
    int fd = memfd_create("import", 0);
    struct store_transfer n = { 0 };
    struct str whole = arena_printf(c->arena, "%.*s\n", STR_ARG(lines));
    if (write(fd, whole.ptr, whole.len) != (ssize_t)whole.len || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    int code = store_import(&world.store, fd, &n, &c->e);
    close(fd);
    if (!code)
        buf_addf(
            c->out,
            "%lld users, %lld pages, %lld versions, %lld watches, %lld events, %lld sentinels, %lld channels, %lld sendings, %lld secrets\n",
            (long long)n.users, (long long)n.pages, (long long)n.versions, (long long)n.watches, (long long)n.events,
            (long long)n.sentinels, (long long)n.channels, (long long)n.sendings, (long long)n.secrets);
    return code;
}

static int open_store(struct call *c, bool is_damaged, bool is_read_only)
{
    return store_open(&world.store, world.path,
                      &(struct store_options){ .create = !is_read_only, .damaged = is_damaged, .read_only = is_read_only }, &c->e);
}

static int do_again(struct call *c)
{
    store_close(&world.store);
    world.store = (struct store){ 0 };
    return open_store(c, flag(c, "damaged"), flag(c, "read-only"));
}

static void do_sql(struct call *c, struct str text)
{
    sqlite3 *db;
    char *why = NULL;
    store_close(&world.store);
    world.store = (struct store){ 0 };
    sqlite3_open(world.path, &db);
    if (sqlite3_exec(db, arena_str(c->arena, text).ptr, NULL, NULL, &why))
        buf_addf(c->out, "SQLite: %s\n", why);
    sqlite3_free(why);
    sqlite3_close(db);
    say_code(c, open_store(c, true, false));
}

/* ---- Transactions ---- */

/* "tx", "tx-read", "tx-part", "commit", "drop". */
static int do_tx(struct call *c)
{
    static struct store_tx inner;
    struct store *s = &world.store;
    if (str_eq(c->word[0], STR("tx-part")))
        return store_begin_part(s, &inner, &c->e);
    if (str_eq(c->word[0], STR("tx")))
        return store_begin(s, &world.tx, &c->e);
    if (str_eq(c->word[0], STR("tx-read")))
        return store_begin_read(s, &world.tx, &c->e);
    struct store_tx *tx = flag(c, "part") ? &inner : &world.tx;
    if (str_eq(c->word[0], STR("commit")))
        return store_commit(tx, &c->e);
    store_tx_drop(tx);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(struct call *c);
    unsigned words; /* at least */
} calls[] = {
    { "page", do_page, 2 },         { "get", do_get, 2 },           { "pages", do_pages, 1 },
    { "alike", do_alike, 2 },       { "schedule", do_schedule, 2 }, { "rename", do_rename, 3 },
    { "unpage", do_unpage, 2 },     { "version", do_version, 2 },   { "versions", do_versions, 2 },
    { "newest", do_one, 2 },        { "first", do_one, 2 },         { "as-of", do_one, 3 },
    { "one", do_one, 3 },           { "body", do_body, 3 },         { "mark", do_mark, 3 },
    { "verdict", do_verdict, 3 },   { "verdicts", do_verdicts, 2 }, { "event", do_event, 4 },
    { "events", do_events, 2 },     { "withdraw", do_withdraw, 3 }, { "retract", do_retract, 4 },
    { "user", do_user, 2 },         { "users", do_users, 1 },       { "call-user", do_call_user, 3 },
    { "unuser", do_unuser, 2 },     { "watch", do_watch, 3 },       { "unwatch", do_unwatch, 3 },
    { "begin", do_begin, 4 },       { "watches", do_watches, 2 },   { "watched", do_watched, 2 },
    { "counts", do_counts, 2 },     { "place", do_place, 3 },       { "seen", do_seen, 4 },
    { "keep", do_seen, 4 },         { "unkeep", do_seen, 4 },       { "dismiss", do_seen, 4 },
    { "undismiss", do_seen, 4 },    { "unsee", do_unsee, 4 },       { "marks", do_marks, 3 },
    { "news", do_news, 2 },         { "held", do_held, 2 },         { "lesson", do_lesson, 4 },
    { "unlesson", do_lesson, 4 },   { "lessons", do_lessons, 3 },   { "setting", do_setting, 3 },
    { "settings", do_settings, 2 }, { "secret", do_secret, 3 },     { "unseal", do_unseal, 3 },
    { "host", do_host, 2 },         { "hosts", do_hosts, 1 },       { "facts", do_facts, 1 },
    { "planned", do_planned, 1 },   { "plan", do_plan, 1 },         { "move", do_move, 3 },
    { "lease", do_lease, 2 },       { "take", do_host_lease, 3 },   { "return", do_host_lease, 3 },
    { "ready", do_host_lease, 3 },  { "renew", do_host_lease, 2 },  { "end", do_host_lease, 2 },
    { "workers", do_workers, 2 },   { "verify", do_verify, 1 },     { "gc", do_gc, 1 },
    { "lines", do_lines, 1 },       { "again", do_again, 1 },       { "tx", do_tx, 1 },
    { "tx-read", do_tx, 1 },        { "tx-part", do_tx, 1 },        { "commit", do_tx, 1 },
    { "drop", do_tx, 1 },
};

static void answer(struct played *p, struct str question, struct buf *out)
{
    struct call c = { .arena = &p->arena, .out = out };
    struct str rest = question, word = str_cut(&rest, ' ');
    if (str_starts(question, STR("import\n"))) {
        say_code(&c, do_import(&c, str_sub(question, 7, question.len)));
        return;
    }
    if (str_eq(word, STR("sql"))) {
        do_sql(&c, rest);
        return;
    }
    cut_words(&c, question);
    for (size_t i = 0; i < ARRAY_LEN(calls); i++)
        if (str_eq(word, str_of(calls[i].name)) && c.n >= calls[i].words) {
            say_code(&c, calls[i].run(&c));
            return;
        }
    buf_add(out, STR("not a call\n"));
}

static bool begins(struct str line)
{
    return !str_starts(line, STR("{"));
}

static void open_world(struct played *p)
{
    struct call c = { 0 };
    world.folder = folder_new();
    world.path = folder_path(&p->arena, &world.folder, "w.db");
    played_must(open_store(&c, false, false), &c.e);
}

static void close_world(struct played *p UNUSED)
{
    store_close(&world.store);
    world.store = (struct store){ 0 };
    world.tx = (struct store_tx){ 0 };
    folder_drop(&world.folder);
}

int main(int argc, char **argv)
{
    return played_main(
        &(struct played){
            .folder = "tests/store/cases", .open = open_world, .close = close_world, .answer = answer, .begins = begins },
        argc, argv);
}
