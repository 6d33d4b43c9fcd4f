/* Secrets at rest: what is sealed opens with the same key and label, and with no other; the key's file is nobody else's. */
#include "store/seal.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

static const struct seal_label ann = { 7, 42, { "password", 8 } };

static void test_round_trip(const struct seal_key *key)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    static const char bytes[] = "p\0\xff secret";
    struct str secret = { bytes, sizeof bytes }, out, empty;
    struct str sealed = seal(&a, key, &ann, secret), again = seal(&a, key, &ann, secret);

    ok(unseal(&a, key, &ann, sealed, &out, &e) == 0 && str_eq(out, secret), "a secret comes back, whatever its bytes");
    ok(!str_eq(sealed, again), "sealed twice, it looks different");
    ok(!memmem(sealed.ptr, sealed.len, "secret", 6), "the sealed bytes do not show it");
    ok(unseal(&a, key, &ann, seal(&a, key, &ann, STR("")), &empty, &e) == 0 && empty.len == 0, "an empty one too");
}

static void test_refused(const struct seal_key *key)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str sealed = seal(&a, key, &ann, STR("secret")), out = STR("untouched");
    struct seal_label other[] = { { 8, 42, ann.name }, { 7, 43, ann.name }, { 7, 42, STR("bearer") } };
    struct seal_key wrong = *key;
    char *changed = arena_alloc(&a, sealed.len);
    unsigned opened = 0;

    for (size_t i = 0; i < ARRAY_LEN(other); i++)
        opened += unseal(&a, key, &other[i], sealed, &out, &e) == 0;
    eq_int(opened, 0, "another's user, page or name does not open it");
    wrong.bytes[31] ^= 1;
    eq_int(unseal(&a, &wrong, &ann, sealed, &out, &e), E_FORMAT, "nor does another key");
    for (size_t i = 0; i < sealed.len; i++) {
        memcpy(changed, sealed.ptr, sealed.len);
        changed[i] ^= 1;
        opened += unseal(&a, key, &ann, (struct str){ changed, sealed.len }, &out, &e) == 0;
        opened += unseal(&a, key, &ann, (struct str){ sealed.ptr, i }, &out, &e) == 0;
    }
    eq_int(opened, 0, "nor what was changed or cut anywhere");
    eq_str(out, STR("untouched"), "the out is left alone");
}

static void test_key_file(const char *store, const struct seal_key *key)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct seal_key again;
    struct stat about;
    const char *path = arena_printf(&a, "%s.key", store).ptr;

    ok(stat(path, &about) == 0 && (about.st_mode & 07777) == 0600, "only its owner can read the key");
    ok(seal_key_open(store, true, &again, &e) == 0 && memcmp(&again, key, sizeof again) == 0, "a key that is there stays");
    chmod(path, 0640);
    eq_int(seal_key_open(store, false, &again, &e), E_FORMAT, "one that others can read is refused");
    ok(strstr(e.text, "chmod 600"), "with the cure");
    chmod(path, 0600);
    ok(io_write(path, STR("short"), &e) == 0, "a damaged key");
    eq_int(seal_key_open(store, true, &again, &e), E_FORMAT, "is refused, not replaced");
    unlink(path);
    eq_int(seal_key_open(store, false, &again, &e), E_ABSENT, "one that is gone is not made up");
}

/* Twenty processes make the key of one store at once. */
static void test_race(const struct folder *folder)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    const char *store = folder_path(&a, folder, "race.db");
    struct seal_key key, got;
    unsigned different = 0;
    int pipes[2];

    if (!ok(pipe(pipes) == 0, "a pipe"))
        return;
    for (unsigned i = 0; i < 20; i++)
        if (fork() == 0) {
            struct seal_key mine = { 0 };
            bool good = seal_key_open(store, true, &mine, &e) == 0 && write(pipes[1], &mine, sizeof mine) == sizeof mine;
            _exit(good ? 0 : 1);
        }
    ok(seal_key_open(store, true, &key, &e) == 0, "the parent has a key");
    for (unsigned i = 0; i < 20; i++)
        different += read(pipes[0], &got, sizeof got) != sizeof got || memcmp(&got, &key, sizeof got) != 0;
    while (wait(NULL) > 0)
        continue;
    eq_int(different, 0, "all have the same");
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* No temporary stays behind. */
static void test_files(const struct folder *folder)
{
    struct dirent **found;
    int n = scandir(folder->path, &found, is_shown, alphasort);
    ok(n == 1 && strcmp(found[0]->d_name, "race.db.key") == 0, "no other file is left");
    for (int i = 0; i < n; i++)
        heap_free(found[i]);
    heap_free(found);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct seal_key key;

    AUTO(folder) folder = folder_new();
    const char *store = folder_path(&a, &folder, "weft.db");
    if (ok(seal_key_open(store, true, &key, &e) == 0, "a key is made: %s", e.text)) {
        test_round_trip(&key);
        test_refused(&key);
        test_key_file(store, &key);
        test_race(&folder);
        test_files(&folder);
        seal_key_drop(&key);
    }
    return tap_done();
}
