/* What people teach of a page: acts one after another on one version, and how it stands then: announced or held back, what is in the
 * report, what was taught. One act undoes another, and nobody else notices. */
#include "archive/lessons.h"

#include "archive/judgement.h"

#include "judge/excerpt.h"
#include "tests/archive/world.h"

static const char first[] = "<!DOCTYPE html><title>Harbour</title><header>Boats today: 14</header><main><h1>Harbour</h1>"
                            "<p>The crane is out of order.</p></main><footer>Counted by Ines.</footer>";
static const char second[] = "<!DOCTYPE html><title>Harbour</title><header>Boats today: 17</header><main><h1>Harbour</h1>"
                             "<p>The crane works again.</p></main><footer>Counted by Tomas.</footer>";

struct lesson_world {
    struct archive_world world;
    struct caller ann, ben;
    int64_t page;
};

static void lesson_world_drop(struct lesson_world *x)
{
    archive_world_drop(&x->world);
}

static void put_event(struct lesson_world *x, const struct caller *c)
{
    struct store_event event = { .user = c->who.user,
                                 .page = x->page,
                                 .number = 2,
                                 .before = 1,
                                 .at = 20,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = .4,
                                 .headline = STR("as it was judged") };
    int64_t id;
    must(&x->world, store_event_put(&x->world.store, &event, &id, &x->world.e));
}

/* A page with two versions, the second of which ann was told of, or not; ben always was. */
static void open_world(struct lesson_world *x, bool announced)
{
    struct archive_world *w = &x->world;
    struct store_verdict verdict = { .number = 2, .before = 1, .importance = .4, .headline = STR("as it was judged") };

    world_open(w);
    x->ann = world_caller(w, "ann", ROLE_USER);
    x->ben = world_caller(w, "ben", ROLE_USER);
    x->page = verdict.page = world_page(w, "https://harbour.example/");
    world_version(w, x->page, 10, first);
    world_watch(w, &x->ann, x->page, "{}");
    world_watch(w, &x->ben, x->page, "{}");
    world_version(w, x->page, 20, second);
    must(w, store_verdict_put(&w->store, &verdict, &w->e));
    put_event(x, &x->ben);
    if (announced)
        put_event(x, &x->ann);
}

/* ---- How it stands ---- */

static struct str news_of(struct lesson_world *x, const struct caller *c)
{
    struct archive_world *w = &x->world;
    struct store_events events;
    must(w, store_event_list(&w->arena, &w->store, &(struct store_event_query){ .user = c->who.user, .unseen = true }, &events,
                             &w->e));
    return events.n ? events.item[0].headline : STR("nothing");
}

static struct str lessons_of(struct lesson_world *x, const struct caller *c)
{
    static const char *const kinds[] = { "none", "tell", "dismiss", "part" };
    struct archive_world *w = &x->world;
    struct store_lessons list;
    struct store_seens seen;
    bool dismissed = false;

    must(w, store_lesson_list(&w->arena, &w->store, c->who.user, x->page, &list, &w->e));
    must(w, store_seen_list(&w->arena, &w->store, c->who.user, x->page, &seen, &w->e));
    for (uint32_t i = 0; i < seen.n; i++)
        dismissed |= seen.item[i].dismissed;
    return arena_printf(&w->arena, "%s%s", list.n ? kinds[list.item[0].kind] : "none", dismissed ? ", dismissed" : "");
}

/* One act, as a word: "tell", "tell 2", "tell 1 2", "dismiss", "part", "undo". */
static int do_act(struct lesson_world *x, struct str act, struct lesson_done *done)
{
    static const struct str names[] = { STR_INIT("tell"), STR_INIT("dismiss"), STR_INIT("part"), STR_INIT("undo") };
    struct str rest = act, verb = str_cut(&rest, ' ');
    uint32_t part[4];
    struct lesson_wish wish = { .part = part };

    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (str_eq(verb, names[i]))
            wish.act = (enum lesson_act)i;
    while (rest.len) {
        uint64_t n = 0;
        ok(str_number(str_cut(&rest, ' '), 99, &n), "a number of a part");
        part[wish.n++] = (uint32_t)n;
    }
    return lessons_do_some(&x->ann, x->page, 2, &wish, done, &x->world.e);
}

/* What the last of the acts answered, what is new for ann then, and what was taught. */
static struct str after(struct lesson_world *x, const char *acts)
{
    struct str rest = str_of(acts);
    struct lesson_done done = { 0 };

    while (rest.len) {
        int code = do_act(x, str_trim(str_cut(&rest, ';')), &done);
        if (code)
            return arena_printf(&x->world.arena, "refused: %s", x->world.e.text);
    }
    return arena_printf(&x->world.arena, "%s%s; report: %.*s; lesson: %.*s", done.announced ? "announced" : "held back",
                        done.taken_back ? ", taken back" : "", STR_ARG(news_of(x, &x->ann)), STR_ARG(lessons_of(x, &x->ann)));
}

#define CONTENT "The crane works again (was is out of order)"

static const struct {
    bool announced; /* to ann, by the check */
    const char *acts, *want;
} rows[] = {
    /* nothing was said */
    { false, "undo", "held back; report: nothing; lesson: none" },
    { true, "undo", "announced; report: as it was judged; lesson: none" },
    /* what was held back is told: of what stands in the content, or the parts that are named */
    { false, "tell", "announced; report: " CONTENT "; lesson: tell" },
    { false, "tell 2", "announced; report: Counted by Tomas (was Ines); lesson: tell" },
    { false, "tell 2 3", "announced; report: Counted by Tomas (was Ines); Boats today: 17 (was 14); lesson: tell" },
    { false, "tell 2; tell 3", "announced; report: Boats today: 17 (was 14); lesson: tell" },
    { false, "tell; tell", "announced; report: " CONTENT "; lesson: tell" },
    /* and taken back, however often it was told */
    { false, "tell; undo", "held back, taken back; report: nothing; lesson: none" },
    { false, "tell; tell; undo", "held back, taken back; report: nothing; lesson: none" },
    { false, "tell 2; tell 3; undo", "held back, taken back; report: nothing; lesson: none" },
    { false, "tell; undo; undo", "held back; report: nothing; lesson: none" },
    { false, "tell; undo; tell", "announced; report: " CONTENT "; lesson: tell" },
    /* what was announced stays as it was judged, but its places are taught */
    { true, "tell",
      "announced; report: The crane works again (was is out of order); Counted by Tomas (was Ines); Boats today: 17 (was 14); "
      "lesson: tell" },
    { true, "tell 3", "announced; report: The crane works again (was is out of order); Boats today: 17 (was 14); lesson: tell" },
    { true, "tell; undo", "announced, taken back; report: The crane works again (was is out of order); lesson: none" },
    /* dismissed, by place and by part, and taken back */
    { true, "dismiss", "held back; report: nothing; lesson: dismiss, dismissed" },
    { true, "dismiss; dismiss", "held back; report: nothing; lesson: dismiss, dismissed" },
    { true, "dismiss; undo", "announced, taken back; report: as it was judged; lesson: none" },
    { true, "part", "held back; report: nothing; lesson: part, dismissed" },
    { true, "part; undo", "announced, taken back; report: as it was judged; lesson: none" },
    { true, "dismiss; part", "held back, taken back; report: nothing; lesson: part, dismissed" },
    { true, "part; dismiss", "held back, taken back; report: nothing; lesson: dismiss, dismissed" },
    { false, "dismiss", "held back; report: nothing; lesson: dismiss, dismissed" },
    { false, "dismiss; undo", "held back, taken back; report: nothing; lesson: none" },
    /* one of its changes: the version is not new, whichever of them teaches something */
    { true, "dismiss 2", "held back; report: nothing; lesson: dismiss, dismissed" },
    { true, "dismiss; dismiss 2", "held back; report: nothing; lesson: dismiss, dismissed" },
    { true, "part 1", "held back; report: nothing; lesson: part, dismissed" },
    { true, "dismiss 2; undo", "announced, taken back; report: as it was judged; lesson: none" },
    { true, "dismiss 2; dismiss 3; undo", "announced, taken back; report: as it was judged; lesson: none" },
    { false, "tell; dismiss 2", "held back, taken back; report: nothing; lesson: dismiss, dismissed" },
    { true, "dismiss; tell 3",
      "announced, taken back; report: The crane works again (was is out of order); Boats today: 17 (was 14); lesson: tell" },
    { true, "dismiss 2; tell", "announced, taken back; report: as it was judged; lesson: none" },
    /* one undoes the other; what the verb says is true afterwards */
    { true, "dismiss; tell", "announced, taken back; report: as it was judged; lesson: none" },
    { false, "tell; dismiss", "held back, taken back; report: nothing; lesson: none" },
    { false, "dismiss; tell", "announced, taken back; report: " CONTENT "; lesson: tell" },
    { true, "tell; dismiss", "held back, taken back; report: nothing; lesson: dismiss, dismissed" },
    { false, "dismiss; tell; undo", "held back, taken back; report: nothing; lesson: none" },
    /* parts that are not there */
    { false, "tell 4", "refused: version 2 has no part 4; it has 1 to 3" },
    { true, "dismiss 4", "refused: version 2 has no part 4; it has 1 to 3" },
    { false, "tell 1 0", "refused: version 2 has no part 0; it has 1 to 3" },
};

static void test_acts(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(lesson_world) x = { 0 };
        open_world(&x, rows[i].announced);
        eq_str(after(&x, rows[i].acts), str_of(rows[i].want), rows[i].acts);
        eq_str(news_of(&x, &x.ben), STR("as it was judged"), "for ben it is as it was");
        eq_str(lessons_of(&x, &x.ben), STR("none"), "and nothing is taught in his name");
    }
}

/* ---- What can be chosen ---- */

static struct str parts_of(struct arena *a, const struct lesson_done *done)
{
    AUTO(buf) out = BUF(4096);
    for (uint32_t i = 0; i < done->n_parts; i++)
        buf_addf(&out, "%s%u %.*s%s%.*s\n", i == done->n_chosen ? "not chosen:\n" : "", done->part[i].number,
                 STR_ARG(done->part[i].what), done->part[i].why.len ? ": " : "", STR_ARG(done->part[i].why));
    return arena_str(a, buf_str(&out));
}

#define TOLD "The crane works again (was is out of order)\n"
#define CRANE "The crane works again (was is out of order): too little to announce\n"
#define TOMAS "Counted by Tomas (was Ines): it stands outside the content\n"
#define BOATS "Boats today: 17 (was 14): it stands outside the content\n"

static void test_parts(void)
{
    static const struct {
        bool announced;
        const char *act, *want;
        uint32_t places;
    } choices[] = {
        { false, "tell", "1 " CRANE "not chosen:\n2 " TOMAS "3 " BOATS, 1 },
        { false, "tell 3", "3 " BOATS "not chosen:\n1 " CRANE "2 " TOMAS, 1 },
        { true, "tell", "2 " TOMAS "3 " BOATS "not chosen:\n1 " TOLD, 2 },
        { true, "tell 3", "3 " BOATS "not chosen:\n2 " TOMAS "1 " TOLD, 1 },
        { false, "dismiss", "1 " CRANE "2 " TOMAS "3 " BOATS, 3 },
        { true, "dismiss", "1 " TOLD "2 " TOMAS "3 " BOATS, 3 },
        { true, "dismiss 3", "3 " BOATS "not chosen:\n1 " TOLD "2 " TOMAS, 1 },
        { true, "dismiss 1 3", "1 " TOLD "3 " BOATS "not chosen:\n2 " TOMAS, 2 },
        { true, "dismiss; dismiss 2", "2 " TOMAS "not chosen:\n1 " TOLD "3 " BOATS, 1 },
        { true, "part 2", "2 " TOMAS "not chosen:\n1 " TOLD "3 " BOATS, 1 },
        { true, "undo", "", 0 },
    };

    for (size_t i = 0; i < ARRAY_LEN(choices); i++) {
        AUTO(lesson_world) x = { 0 };
        struct str acts = str_of(choices[i].act);
        struct lesson_done done = { 0 };
        open_world(&x, choices[i].announced);
        while (acts.len)
            must(&x.world, do_act(&x, str_trim(str_cut(&acts, ';')), &done));
        eq_str(parts_of(&x.world.arena, &done), str_of(choices[i].want), choices[i].act);
        eq_int(done.n_places, choices[i].places, "and so many places are taught");
    }
}

/* ---- What is said of it then ---- */

/* "announced; reason; held back: part, part": how version 2 stands. */
static struct str judged(struct lesson_world *x, const struct caller *c)
{
    struct archive_world *w = &x->world;
    struct store_page row;
    struct judgement g;
    AUTO(buf) parts = BUF(4096);

    must(w, store_page_get(&w->arena, &w->store, x->page, &row, &w->e));
    struct target t = target_of(&w->arena, &row);
    t.at = STR("2");
    must(w, judgement_read(c, &t, 0, &g, &w->e));
    struct str reason = str_sub(g.reasons, 0, MIN(g.reasons.len, sizeof("[\"you asked weft to announce changes here\"") - 1));
    for (uint32_t i = 0; i < g.parts.n; i++)
        buf_addf(&parts, "%s%.*s (%.*s)", i ? ", " : "", STR_ARG(g.parts.item[i].what), STR_ARG(g.parts.item[i].why));
    return arena_printf(&w->arena, "%s %.*s%.*s; held back: %.*s", g.announced ? "announced" : "held back", STR_ARG(g.why),
                        STR_ARG(reason), STR_ARG(buf_str(&parts)));
}

#undef CRANE
#undef TOMAS
#undef BOATS
#define ASKED "announced [\"you asked weft to announce changes here\"; held back: "
#define CRANE "The crane works again (was is out of order) (too little to announce)"
#define TOMAS "Counted by Tomas (was Ines) (it stands outside the content)"
#define BOATS "Boats today: 17 (was 14) (it stands outside the content)"

static void test_judgement(void)
{
    static const struct {
        bool announced;
        const char *acts, *want;
    } cases[] = {
        { false, "tell", ASKED TOMAS ", " BOATS },
        { false, "tell 3", ASKED CRANE ", " TOMAS },
        { false, "tell 1 2 3", ASKED },
        { true, "tell 3", ASKED TOMAS },
        { true, "tell; undo", "announced ; held back: " },
        { true, "dismiss", "held back you dismissed it; held back: " },
        { true, "dismiss; tell", "announced ; held back: " },
        { false, "tell; dismiss", "held back it is too little to be announced; held back: " },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(lesson_world) x = { 0 };
        open_world(&x, cases[i].announced);
        struct str before = judged(&x, &x.ben);
        after(&x, cases[i].acts);
        eq_str(judged(&x, &x.ann), str_of(cases[i].want), cases[i].acts);
        eq_str(judged(&x, &x.ben), before, "for ben it is as it was");
    }
}

/* ---- What cannot be taught ---- */

static void test_refusals(void)
{
    AUTO(lesson_world) x = { 0 };
    struct lesson_done done = { .n_places = 77 };
    struct caller cleo, reader;

    open_world(&x, false);
    cleo = world_caller(&x.world, "cleo", ROLE_USER);
    reader = x.ann;
    reader.who.role = ROLE_READER;
    eq_int(lessons_do(&x.ann, x.page, 1, LESSON_ACT_TELL, &done, &x.world.e), E_USAGE, "nothing changed in the first version");
    eq_int(lessons_do(&x.ann, x.page, 3, LESSON_ACT_TELL, &done, &x.world.e), E_ABSENT, "there is no third");
    world_version(&x.world, x.page, 30, arena_printf(&x.world.arena, "%s<!-- again -->", second).ptr);
    must(&x.world,
         store_verdict_put(&x.world.store, &(struct store_verdict){ .page = x.page, .number = 3, .before = 2 }, &x.world.e));
    eq_int(lessons_do(&x.ann, x.page, 3, LESSON_ACT_TELL, &done, &x.world.e), E_USAGE,
           "in a third nothing changed that people read");
    ok(str_find(str_of(x.world.e.text), STR("@3 --whole"), 0) != SIZE_MAX, "and it is said what shows the rest: %s",
       x.world.e.text);
    eq_str(news_of(&x, &x.ann), STR("nothing"), "it is not announced");
    eq_int(lessons_do(&x.ann, x.page + 9, 2, LESSON_ACT_TELL, &done, &x.world.e), E_ABSENT, "nor such a page");
    eq_int(lessons_do(&cleo, x.page, 2, LESSON_ACT_TELL, &done, &x.world.e), E_ABSENT, "for who does not watch it neither");
    eq_int(lessons_do(&reader, x.page, 2, LESSON_ACT_UNDO, &done, &x.world.e), E_DENIED, "who reads teaches nothing");
    eq_int(done.n_places, 77, "and nothing is written on the way");
    eq_str(lessons_of(&x, &x.ann), STR("none"), "ann has taught nothing");
}

/* A version whose bytes are gone, or that is not a page, is marked all the same; it teaches no place. */
static void test_not_a_page(void)
{
    AUTO(lesson_world) x = { 0 };
    struct lesson_done done = { 0 };
    struct store_verdict verdict = { .number = 3, .before = 2, .importance = -1, .headline = STR("its bytes changed") };
    struct store_version v = { .fetched_at = 30, .status = 200, .content_type = STR_INIT("image/png") };
    bool is_new;

    open_world(&x, false);
    v.page = verdict.page = x.page;
    must(&x.world, store_version_add(&x.world.store, &v, (struct str){ "\x89PNG\0\0", 6 }, &is_new, &x.world.e));
    must(&x.world, store_verdict_put(&x.world.store, &verdict, &x.world.e));
    must(&x.world, lessons_do(&x.ann, x.page, 3, LESSON_ACT_TELL, &done, &x.world.e));
    ok(done.announced && done.kind == LESSON_TOLD && done.n_places == 0, "it is announced, and teaches no place");
    eq_str(done.headline, STR("its bytes changed"), "as it was judged");
    eq_str(news_of(&x, &x.ann), STR("its bytes changed"), "that is what the report says");
    must(&x.world, lessons_do(&x.ann, x.page, 3, LESSON_ACT_UNDO, &done, &x.world.e));
    ok(!done.announced && done.taken_back, "and taken back");
}

int main(void)
{
    test_acts();
    test_parts();
    test_judgement();
    test_refusals();
    test_not_a_page();
    return tap_done();
}
