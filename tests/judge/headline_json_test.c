/* Data in one line: a member is said with its object, an entry with its list, and what comes first. */
#include "page/body.h"
#include "tests/judge/headlines.h"

static struct str json_headline(struct arena *a, const char *old, const char *new)
{
    struct judged *j = NEW(a, struct judged);
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *pair = NEW_ARRAY(a, struct page, 2);
    struct err e = { 0 };
    struct body body[2] = { { .bytes = str_of(old), .name = STR("a.json") }, { .bytes = str_of(new), .name = STR("a.json") } };
    symbols_open(symbols, a);
    if (body_read_pair(a, symbols, body, pair, &e) || compare_pages(a, &pair[0], &pair[1], &j->delta, &e)
        || pieces_find(a, &j->delta, &j->pieces, &e))
        ok(false, "%s", e.text);
    return headline_of(a, j).text;
}

static void json_says(struct arena *a, const char *old, const char *new, const char *want)
{
    eq_str(json_headline(a, old, new), str_of(want), want);
}

#define BOOKS(emma, more) "{\"items\":[{\"id\":1,\"name\":\"Walden\"},{\"id\":2,\"name\":\"Emma\",\"price\":" emma "}" more "]}"

/* A member is said with its object, an entry with its list. */
static void test_json(struct arena *a)
{
    json_says(a, BOOKS("9", ""), BOOKS("11", ""), "Emma: price 11 (was 9)");
    json_says(a, BOOKS("9", ""), BOOKS("9", ",{\"id\":3,\"name\":\"Ulysses\"}"), "New in “items”: Ulysses, id 3");
    json_says(a, "{\"maintainers\":[\"anna\",\"bob\"],\"name\":\"acme\"}",
              "{\"maintainers\":[\"anna\",\"bob\",\"chloe\"],\"name\":\"acme\"}", "New in “maintainers”: chloe");
    json_says(a, "{\"name\":\"acme\",\"version\":\"1.4.2\"}", "{\"name\":\"acme\",\"version\":\"1.4.3\"}",
              "version 1.4.3 (was 1.4.2)");
}

/* What people watch an answer for comes before when it was written and where it lies. */
static void test_first(struct arena *a)
{
    json_says(a, "{\"date\":\"2026-01-03\",\"url\":\"https://a.example/1\",\"version\":\"1.4.2\"}",
              "{\"date\":\"2026-03-09\",\"url\":\"https://a.example/2\",\"version\":\"1.5.0\"}",
              "version 1.5.0 (was 1.4.2); date 2026-03-09 (was 2026-01-03); url https://a.example/2 (was https://a.example/1)");
}

#define DELAYED(id, brief, text, more) \
    "{\"brief\":\"" brief "\",\"id\":\"" id "\",\"kind\":\"RAIL\",\"notice\":\"" text \
    "\",\"places\":[\"OLD BRIDGE UPON ELM\",\"ELM\"],\"text\":\"" text "\"}" more

/* A new object without a member that is named "title" is called by what reads like one, and its keys are not. */
static void test_untitled(struct arena *a)
{
    static const char
        mill[] = "Since the flood of last week the road between the mill and the upper quay has been closed for all carts, and "
                 "whoever has to go there takes the ferry.",
        rails[] = "A tree fell on the rails between the mill and the bridge in the storm of last night, and until it is sawn "
                  "to pieces horses and carts go instead.";
    const char *one =
        arena_printf(a, "{\"items\":[" DELAYED("a1", "The road to the quay is closed", "%s", "") "]}", mill, mill).ptr;
    const char *two = arena_printf(a,
                                   "{\"items\":[" DELAYED("a1", "The road to the quay is closed", "%s", ",")
                                       DELAYED("b2", "Carts for trains to the bridge", "%s", "") "]}",
                                   mill, mill, rails, rails)
                          .ptr;
    struct str headline = json_headline(a, one, two);
    ok(str_starts(headline, STR("New: Carts for trains to the bridge; ")), "its title: %.*s", STR_ARG(headline));
}

/* A member of JSON is named by the object around it, and markup in its value is not said. */
static void test_members(struct arena *a)
{
    json_says(a, "{\"station\":{\"name\":\"Elm\",\"water\":{\"value\":12}}}",
              "{\"station\":{\"name\":\"Elm\",\"water\":{\"value\":15}}}", "Elm: water: value 15 (was 12)");
    json_says(a, "{\"lines\":{\"U1\":{\"status\":\"ok\"},\"U2\":{\"status\":\"ok\"}}}",
              "{\"lines\":{\"U1\":{\"status\":\"ok\"},\"U2\":{\"status\":\"late\"}}}", "U2: status late (was ok)");
    json_says(a, "[{\"id\":\"U1\",\"status\":{\"text\":\"ok\"}},{\"id\":\"U2\",\"status\":{\"text\":\"ok\"}}]",
              "[{\"id\":\"U1\",\"status\":{\"text\":\"ok\"}},{\"id\":\"U2\",\"status\":{\"text\":\"late\"}}]",
              "U2: status: text late (was ok)");
#define SHOW(name, text) \
    "{\"affiche\":\"https://img.stage.example/26.jpg?sig=64533e0f3cb14c7b4cf0&exp=17913\"," \
    "\"texte\":\"" text "\",\"titre\":\"" name "\"}"
#define LUTE SHOW("Nuit du luth", "Trois maîtres du luth réunis pour un seul soir de concert.")
#define SAW SHOW("Orgue et scie", "Chansons de foire et une scie, dès huit ans.")
    json_says(a, "{\"saison\":[" LUTE "]}", "{\"saison\":[" LUTE "," SAW "]}",
              "New in “saison”: Orgue et scie; New: Chansons de foire et une scie, dès huit ans; and more");
    json_says(a, "{\"saison\":[" LUTE "," SAW "]}", "{\"saison\":[" LUTE "]}",
              "Removed from “saison”: Orgue et scie; Removed: Chansons de foire et une scie, dès huit ans; and more");
    json_says(a, "[{\"name\":\"Oak table\",\"price\":340},{\"name\":\"Elm bench\",\"price\":49}]",
              "[{\"name\":\"Oak table\",\"price\":null},{\"name\":\"Elm bench\",\"price\":49}]",
              "Oak table: no price now (was 340)");
    json_says(a, "[{\"name\":\"Oak table\",\"seller\":\"\"},{\"name\":\"Elm\",\"seller\":\"\"}]",
              "[{\"name\":\"Oak table\",\"seller\":\"Anna Berg\"},{\"name\":\"Elm\",\"seller\":\"\"}]",
              "Oak table: seller Anna Berg");
    json_says(a, "{\"notice\":\"<p>We are <b>closed</b></p>\"}", "{\"notice\":\"<p>We are <b>open again</b></p>\"}",
              "notice We are open again (was closed)");
    json_says(a, "{\"notice\":\"Dear all\\nWe are <b>closed</b>\"}", "{\"notice\":\"Dear all\\nWe are <b>open again</b>\"}",
              "notice We are open again (was closed)");
#define BREAD(minutes) \
    "[{\"name\":\"Flat bread\",\"text\":\"<p>The dough is left alone for a night in the cold, and folded once before that, by hand. " \
    "Bake it " minutes " minutes long.</p><p>It keeps for a day.</p>\"},{\"name\":\"Rye\",\"text\":\"<p>As above.</p>\"}]"
    json_says(a, BREAD("12"), BREAD("20"), "Flat bread: text Bake it 20 minutes long (was 12 minutes)");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_json(&a);
    test_first(&a);
    test_untitled(&a);
    test_members(&a);
    return tap_done();
}
