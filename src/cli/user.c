/* weft user: who has watches in the archive. */
#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static int say(const char *name, const char *what, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));

    term_add_safe(&out, str_of(name));
    buf_addf(&out, ": %s\n", what);
    return output_text(NULL, buf_str(&out), e);
}

static int no_user(struct err *e)
{
    char words[sizeof e->text];

    memcpy(words, e->text, sizeof words);
    return err_set(e, e->code, "%s; 'weft user list' names them", words);
}

static int find_user(struct session *s, const char *name, struct store_user *out, struct err *e)
{
    int failed = store_user_find(&s->arena, &s->store, str_of(name), out, e);

    return failed == E_ABSENT ? no_user(e) : failed;
}

static int run_add(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct store_user there;
    int64_t id;
    int failed = session_open(&s, args, SESSION_FILL, e);

    if (failed)
        return failed;
    if (store_user_find(&s.arena, &s.store, str_of(args->operand[0]), &there, e) == 0)
        return err_set(e, E_USAGE, "%s: there is such a user already", args->operand[0]);
    failed = store_user_add(&s.store, str_of(args->operand[0]), s.caller.now, &id, e);
    return failed ? failed : say(args->operand[0], "added", e);
}

static int run_remove(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct store_user user;
    int failed;

    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = find_user(&s, args->operand[0], &user, e))
        || (failed = store_user_remove(&s.store, user.id, e)))
        return failed;
    return say(args->operand[0], "removed, with their watches and marks; the pages stay", e);
}

static int run_rename(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct store_user user;
    int failed;

    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = find_user(&s, args->operand[0], &user, e))
        || (failed = store_user_rename(&s.store, user.id, str_of(args->operand[1]), e)))
        return failed;
    return say(args->operand[0], "renamed", e);
}

static int count_watches(struct session *s, int64_t user, uint32_t *out, struct err *e)
{
    struct store_watch after = { .user = user };
    struct store_watches some = { 0 };

    *out = 0;
    do {
        AUTO(arena) a = { 0 };
        int failed = store_watch_list(&a, &s->store, &after, 1000, &some, e);
        if (failed)
            return failed;
        *out += some.n;
        if (some.n)
            after.page = some.item[some.n - 1].page;
    } while (some.n);
    return 0;
}

static void add_user(struct buf *out, const struct store_user *user, uint32_t n)
{
    term_add_safe(out, user->name);
    buf_addf(out, "  %u %s, added ", n, n == 1 ? "watch" : "watches");
    moment_add(out, user->added_at);
    buf_add_char(out, '\n');
}

static void json_user(struct json *j, const struct store_user *user, uint32_t n)
{
    json_object(j);
    json_field_str(j, "name", user->name);
    moment_json(j, "added_at", user->added_at);
    json_field_number(j, "watches", n);
    json_end(j);
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool json = args_given(args, &option_json);
    struct store_users users;
    struct json j;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = store_user_list(&s.arena, &s.store, &users, e)))
        return failed;
    json_open(&j, &out, 2);
    if (json)
        json_array(&j);
    for (uint32_t i = 0; i < users.n; i++) {
        uint32_t n;
        if ((failed = count_watches(&s, users.item[i].id, &n, e)))
            return failed;
        if (json)
            json_user(&j, &users.item[i], n);
        else
            add_user(&out, &users.item[i], n);
    }
    if (json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    }
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const no_options[] = { NULL };
static const struct option *const list_options[] = { &option_json, NULL };

static const struct command user_add = {
    .name = "user add",
    .args = "NAME",
    .summary = "adds a user",
    .help = "Adds a user. 'weft add --user NAME URL' does so by itself.",
    .options = no_options,
    .settings = true,
    .run = run_add,
};
static const struct command user_list = {
    .name = "user list",
    .args = "",
    .summary = "lists the users",
    .help = "Lists the users with the number of their watches.",
    .options = list_options,
    .settings = true,
    .run = run_list,
};
static const struct command user_remove = {
    .name = "user remove",
    .args = "NAME",
    .summary = "removes a user",
    .help = "Removes a user with their watches and the marks on what they have seen. Pages and versions stay.",
    .options = no_options,
    .settings = true,
    .run = run_remove,
};
static const struct command user_rename = {
    .name = "user rename",
    .args = "OLD NEW",
    .summary = "gives a user another name",
    .help = "Gives a user another name. Watches and marks stay theirs.",
    .options = no_options,
    .settings = true,
    .run = run_rename,
};
static const struct command *const verbs[] = { &user_add, &user_list, &user_remove, &user_rename, NULL };

static const struct example examples[] = {
    { "weft user list", "who uses the archive" },
    { "weft report --user anna", "what is new for anna" },
    { "weft user rename anna anne", "another name for the same user" },
    { NULL, NULL },
};

const struct command command_user = {
    .name = "user",
    .args = "",
    .summary = "adds, lists, removes and renames users",
    .help =
        "Many users may share one archive: a page that several of them watch is fetched and stored once, and for each is kept what "
        "they have seen. Who is asking is said by the setting 'user', which is your login name at first.",
    .settings = true,
    .examples = examples,
    .verbs = verbs,
};
