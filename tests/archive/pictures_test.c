/* Pictures that changed under the same address: by the moments of two versions, for who watches them. */
#include "archive/pictures.h"

#include <stdlib.h>

#include "tests/example.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct caller ann;
    struct err e;
};

static void must(struct world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

static void add_picture(struct world *w, const char *url, bool watched, const char *const body[2])
{
    struct store_page page = { .url = str_of(url), .canonical = str_of(url) };
    int64_t id;
    must(w, store_page_add(&w->store, &page, &id, &w->e));
    if (watched)
        must(w, store_watch_put(&w->store, &(struct store_watch){ .user = w->ann.who.user, .page = id, .settings = STR("{}") },
                                &w->e));
    for (int i = 0; i < 2 && body[i]; i++) {
        struct store_version v = { .page = id, .fetched_at = 20 + 20 * i, .status = 200 };
        bool is_new;
        must(w, store_version_add(&w->store, &v, str_of(body[i]), &is_new, &w->e));
    }
}

static void build(struct world *w, const struct folder *folder)
{
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    w->ann = (struct caller){ .who = { .name = STR("ann"), .role = ROLE_USER }, .store = &w->store, .arena = &w->arena, .now = 99 };
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->ann.who.user, &w->e));
    add_picture(w, "http://h/a.png", true, (const char *const[2]){ "old a", "new a" });
    add_picture(w, "http://h/b.png", true, (const char *const[2]){ "b", NULL });
    add_picture(w, "http://h/c.png", false, (const char *const[2]){ "old c", "new c" });
    add_picture(w, "http://h/d.png", true, (const char *const[2]){ NULL, NULL });
}

static struct pictures changed(struct world *w, const struct delta *d, int64_t from, int64_t to)
{
    struct pictures found = { 0 };
    must(w, pictures_changed(&w->ann, &(struct pictures_query){ .delta = d, .from = from, .to = to }, &found, &w->e));
    return found;
}

static void test_pictures(struct world *w)
{
    AUTO(example) x = { 0 };
    static const char page[] = "<p>one</p><img src='http://h/a.png'><img src='http://h/b.png'><img src='http://h/c.png'>"
                               "<img src='http://h/d.png'><img src='http://h/e.png'>";
    example_open(&x, page, arena_printf(&w->arena, "<p>two</p>%s", page + 10).ptr);
    struct pictures found = changed(w, &x.delta, 25, 45);
    ok(found.n == 1, "one of those she watches has changed: %u", found.n);
    if (found.n != 1)
        return;
    struct str src = STR("");
    dom_attr(&x.new.dom, found.item[0].new_node, STR("src"), &src);
    eq_str(src, STR("http://h/a.png"), "this one");
    ok(found.item[0].kind == CHANGE_ATTRIBUTE && found.item[0].new_end == found.item[0].new_word + 1, "its place is one word");
    eq_int(changed(w, &x.delta, 10, 45).n, 1, "before its first version it was like that");
    eq_int(changed(w, &x.delta, 25, 30).n, 0, "between its versions it was the same");
    uint32_t before = x.delta.n_changes;
    delta_add(&w->arena, &x.delta, found.item, found.n);
    ok(x.delta.n_changes == before + 1 && x.delta.n_attributes == 1 && !delta_check(&x.delta), "and the delta takes it");
}

static void test_other_place(struct world *w)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>one <img src='http://h/b.png'></p>", "<p>one <img src='http://h/a.png'></p>");
    eq_int(changed(w, &x.delta, 25, 45).n, 0, "another address is a change of the page, not of a picture");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    build(&w, &folder);
    test_pictures(&w);
    test_other_place(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
