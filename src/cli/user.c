/* weft user: who has watches in the archive. */
#include "archive/accounts.h"
#include "archive/users.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static const struct option option_administrator = {
    "administrator", 0, NULL, "The user may do everything: see all pages, add users, read files of the machine.", NULL,
};

static int say(const char *name, const char *what, struct err *e)
{
    AUTO(buf) out = BUF(KIB(64));

    term_add_safe(&out, str_of(name));
    buf_addf(&out, ": %s\n", what);
    return output_text(NULL, buf_str(&out), e);
}

static int run_add(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    int failed;

    if ((failed = session_open(&s, args, SESSION_FILL, e)) || (failed = users_add(&s.caller, str_of(args->operand[0]), e)))
        return failed;
    return say(args->operand[0], "added", e);
}

static const struct option option_yes = { "yes", 0, NULL, "Remove the user although they watch pages.", NULL };

/* How many pages the user watches; 0 where there is no such user. */
static int count_watches(struct session *s, struct str name, uint64_t *out, struct err *e)
{
    struct user_rows users;
    int failed = users_list(&s->caller, &users, e);

    *out = 0;
    for (uint32_t i = 0; !failed && i < users.n; i++)
        if (str_eq(users.item[i].user.name, name))
            *out = users.item[i].watches;
    return failed;
}

static int run_remove(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    struct str name = str_of(args->operand[0]);
    uint64_t watches;
    int failed;

    if ((failed = session_open(&s, args, SESSION_WRITE, e)) || (failed = count_watches(&s, name, &watches, e)))
        return failed;
    if (watches && !args_given(args, &option_yes))
        return err_set(e, E_USAGE,
                       "%s watches %llu %s; --yes removes them with these watches and all marks ('weft backup' first keeps a copy)",
                       args->operand[0], (unsigned long long)watches, watches == 1 ? "page" : "pages");
    if ((failed = users_remove(&s.caller, name, e)))
        return failed;
    struct str words = arena_printf(&s.arena, "removed, with %llu %s and their marks; the pages stay", (unsigned long long)watches,
                                    watches == 1 ? "watch" : "watches");
    return say(args->operand[0], words.ptr, e);
}

static int run_rename(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    int failed;

    if ((failed = session_open(&s, args, SESSION_WRITE, e))
        || (failed = users_rename(&s.caller, str_of(args->operand[0]), str_of(args->operand[1]), e)))
        return failed;
    return say(args->operand[0], arena_printf(&s.arena, "is called %s now", args->operand[1]).ptr, e);
}

/* The first line of standard input: what is typed as an argument everybody on the machine can read. */
static int run_password(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    bool administrator = args_given(args, &option_administrator);
    struct account_given given = { .name = str_of(args->operand[0]),
                                   .role = administrator ? ROLE_ADMIN : ROLE_USER,
                                   .keeps_role = !administrator };
    struct str typed;
    int failed;

    if ((failed = session_open(&s, args, SESSION_FILL, e)) || (failed = io_read(&s.arena, "-", KIB(64), &typed, e)))
        return failed;
    given.password = str_cut(&typed, '\n');
    if ((failed = accounts_put(&s.caller, &given, e)))
        return failed;
    return say(args->operand[0], "has a new password, and is signed out everywhere", e);
}

static void add_user(struct buf *out, const struct user_row *row)
{
    term_add_safe(out, row->user.name);
    buf_addf(out, "  %llu %s, added ", (unsigned long long)row->watches, row->watches == 1 ? "watch" : "watches");
    moment_add(out, row->user.added_at);
    buf_add_char(out, '\n');
}

static void json_user(struct json *j, const struct user_row *row)
{
    json_object(j);
    json_field_str(j, "name", row->user.name);
    moment_json(j, "added_at", row->user.added_at);
    json_field_number(j, "watches", (int64_t)row->watches);
    json_end(j);
}

static int run_list(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool json = args_given(args, &option_json);
    struct user_rows users;
    struct json j;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = users_list(&s.caller, &users, e)))
        return failed;
    json_open(&j, &out, 2);
    if (json)
        json_array(&j);
    for (uint32_t i = 0; i < users.n; i++) {
        if (json)
            json_user(&j, &users.item[i]);
        else
            add_user(&out, &users.item[i]);
    }
    if (json) {
        json_end(&j);
        buf_add_char(&out, '\n');
    }
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const password_options[] = { &option_administrator, NULL };
static const struct option *const remove_options[] = { &option_yes, NULL };
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
static const struct command user_password = {
    .name = "user password",
    .args = "NAME",
    .summary = "sets the password of a user",
    .help =
        "Sets the password with which a user signs in to 'weft serve'; it is the first line of standard input. A user who is not there "
        "yet is added. Whoever was signed in as that user is signed out.",
    .options = password_options,
    .settings = true,
    .run = run_password,
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
    .help =
        "Removes a user with their watches and the marks on what they have seen. Pages and versions stay. A user who watches pages is "
        "only removed with --yes.",
    .options = remove_options,
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
static const struct command *const verbs[] = { &user_add, &user_list, &user_password, &user_remove, &user_rename, NULL };

static const struct example examples[] = {
    { "weft user list", "who uses the archive" },
    { "weft report --user anna", "what is new for anna" },
    { "weft user rename anna anne", "another name for the same user" },
    { NULL, NULL },
};

const struct command command_user = {
    .name = "user",
    .args = "",
    .summary = "adds, lists, removes and renames users, and sets their passwords",
    .help =
        "Many users may share one archive: a page that several of them watch is fetched and stored once, and for each is kept what "
        "they have seen. Who is asking is said by the setting 'user', which is your login name at first.",
    .settings = true,
    .examples = examples,
    .verbs = verbs,
};
