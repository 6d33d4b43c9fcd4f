/* Channels: who has some is never left without a default by removing one. */
#include "archive/channels.h"

#include "tests/archive/world.h"

static void add(struct archive_world *w, struct caller *c, const char *name, const char *address)
{
    struct channel_made made;
    c->now++;
    must(w, channels_put(c, &(struct channel_wish){ .name = str_of(name), .address = str_of(address) }, &made, &w->e));
}

static struct str default_of(struct archive_world *w, const struct caller *c)
{
    struct channel_rows rows;
    struct str found = STR("");
    must(w, channels_list(c, &rows, &w->e));
    for (uint32_t i = 0; i < rows.n; i++)
        if (rows.item[i].channel.is_default)
            found = rows.item[i].channel.name;
    return found;
}

static void test_default(struct archive_world *w)
{
    struct caller ann = world_caller(w, "ann", ROLE_ADMIN);
    struct str name, heir;
    struct channel_made made;
    add(w, &ann, "run", "command:/bin/true");
    must(w, channels_need(&ann, STR("ntfy:own-topic"), &name, &w->e));
    add(w, &ann, "work", "https://a.example/x");
    add(w, &ann, "home", "https://b.example/x");
    eq_str(default_of(w, &ann), STR("run"), "the first channel is the default");
    must(w, channels_remove(&ann, STR("home"), &heir, &w->e));
    ok(heir.len == 0 && str_eq(default_of(w, &ann), STR("run")), "another one goes, and it stays so");
    add(w, &ann, "home", "https://b.example/x");
    must(w, channels_remove(&ann, STR("run"), &heir, &w->e));
    eq_str(heir, STR("work"), "it goes, and the oldest that has a name of its own follows");
    eq_str(default_of(w, &ann), STR("work"), "so it is");
    must(w, channels_put(&ann, &(struct channel_wish){ .name = STR("home"), .make_default = true }, &made, &w->e));
    eq_str(default_of(w, &ann), STR("home"), "one can be chosen");
    must(w, channels_remove(&ann, STR("home"), &heir, &w->e));
    must(w, channels_remove(&ann, STR("work"), &heir, &w->e));
    ok(heir.len == 0 && default_of(w, &ann).len == 0, "one that was made for a page is not taken for all");
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    test_default(&w);
    archive_world_drop(&w);
    return tap_done();
}
