/* The delta as a whole: counts, order, reversal, pages that have nothing or nothing in common. */
#include "tests/compare/changes.h"
#include "tests/generate.h"
#include "tests/tap.h"

static void test_reverse(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha beta gamma delta", "<p>alpha gamma delta epsilon");
    struct delta r;

    delta_reverse(&x.arena, &x.delta, &r);
    eq_int(r.n_inserts, x.delta.n_deletes, "an insert is a delete");
    eq_int(r.words_deleted, x.delta.words_inserted, "words too");
    ok(r.old == x.delta.new &&r.change[0].old_word == x.delta.change[0].new_word, "old is new");
}

static void test_counts(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha beta gamma delta<script>a()</script>", "<p>alpha gamma delta epsilon zeta<script>b()</script>");
    const struct delta *d = &x.delta;

    eq_int(d->n_class[CLASS_CONTENT], d->n_inserts + d->n_deletes + d->n_updates + d->n_moves + d->n_formats + d->n_attributes,
           "kinds of content add up");
    eq_int(d->n_changes, d->n_class[CLASS_CONTENT] + d->n_class[CLASS_LOOK] + d->n_class[CLASS_MACHINERY], "classes add up");
    ok(d->words_old == 4 && d->words_new == 5 && d->words_deleted == 1 && d->words_inserted == 2, "words are counted");
    eq_int(d->n_hidden_elements, 2, "a script went and one came");
    ok(d->exact && !d->mostly_different, "exact, and not mostly different");
}

/* A delta turned round twice is the delta; once, it tells the way back. */
static void test_reverse_twice(void)
{
    struct random r = { 21 };
    unsigned unlike = 0, broken = 0;

    for (unsigned i = 0; i < ROUNDS(60); i++) {
        AUTO(example) x = { 0 };
        struct sketch *page = random_page(&x.arena, &r, 50);
        struct str old = sketch_html(&x.arena, page), new = sketch_html(&x.arena, mutate_page(&x.arena, &r, page, 6, EDIT_ANY));
        struct delta back, again;

        example_open(&x, old.ptr, new.ptr);
        delta_reverse(&x.arena, &x.delta, &back);
        delta_reverse(&x.arena, &back, &again);
        broken += back.words_old != x.delta.words_new || back.words_deleted != x.delta.words_inserted
                  || back.n_deletes != x.delta.n_inserts || back.n_changes != x.delta.n_changes;
        for (uint32_t k = 0; k < x.delta.n_changes; k++) {
            const struct change *was = &x.delta.change[k], *turned = &back.change[k], *is = &again.change[k];
            broken += turned->old_word != was->new_word || turned->new_end != was->old_end || turned->old_node != was->new_node;
            unlike += is->kind != was->kind || is->old_word != was->old_word || is->new_end != was->new_end
                      || is->new_node != was->new_node || !str_eq(is->note, was->note);
        }
        unlike += again.old != x.delta.old || again.n_inserts != x.delta.n_inserts;
    }
    eq_int(broken, 0, "old and new, come and gone are exchanged");
    eq_int(unlike, 0, "turned round twice it is the same");
}

/* The changes of a choice, told as those of the whole delta. */
static struct str chosen(struct example *x, const bool *change, const bool *old_node, const bool *new_node)
{
    struct delta all = x->delta;

    delta_choose(&x->arena, &all, &(struct delta_choice){ .change = change, .old_node = old_node, .new_node = new_node },
                 &x->delta);
    struct str got = example_changes(x);
    eq_int(x->delta.n_class[CLASS_CONTENT] + x->delta.n_class[CLASS_LOOK] + x->delta.n_class[CLASS_MACHINERY], x->delta.n_changes,
           "the counts are those of the choice");
    x->delta = all;
    return got;
}

static void test_choose(void)
{
    AUTO(example) x = { 0 };
    static const bool all[3] = { true, true, true }, first[3] = { true }, last[3] = { false, false, true };

    example_open(&x, "<p>one two three<p>red green blue<p>last of all", "<p>one new three<p>red black blue<p>last of these");
    eq_int(x.delta.n_changes, 3, "three changes");
    eq_str(chosen(&x, all, NULL, NULL), STR("update: two -> new\nupdate: green -> black\nupdate: all -> these"), "all of them");
    eq_str(chosen(&x, first, NULL, NULL), STR("update: two -> new"), "the first");
    eq_str(chosen(&x, last, NULL, NULL), STR("update: all -> these"), "the last");
    eq_str(chosen(&x, (const bool[3]){ 0 }, NULL, NULL), STR(""), "none");
}

/* A change that reaches beyond the chosen nodes is cut to them. */
static void test_choose_nodes(void)
{
    AUTO(example) x = { 0 };

    example_open(&x, "<p>stays here", "<p>stays here<p>first new one<p>second new one");
    bool *old_node = NEW_ARRAY(&x.arena, bool, x.old.dom.n), *new_node = NEW_ARRAY(&x.arena, bool, x.new.dom.n),
         *change = NEW_ARRAY(&x.arena, bool, x.delta.n_changes);
    uint32_t second = x.new.word[x.new.n_words - 1].node;
    change[0] = new_node[second] = true;
    eq_str(chosen(&x, change, old_node, new_node), STR("insert: -> second new one"),
           "of two paragraphs that came the one that is looked at");
    memset(new_node, 1, x.new.dom.n);
    eq_str(chosen(&x, change, old_node, new_node), STR("insert: -> first new one\nsecond new one"), "or both");
}

/* Of an update of which one side is looked at, that side came or went. */
static void test_choose_side(void)
{
    AUTO(example) x = { 0 };

    example_open(&x, "<p>one two three", "<p>one new three");
    bool *none_old = NEW_ARRAY(&x.arena, bool, x.old.dom.n), *all_old = NEW_ARRAY(&x.arena, bool, x.old.dom.n);
    bool *none_new = NEW_ARRAY(&x.arena, bool, x.new.dom.n), *all_new = NEW_ARRAY(&x.arena, bool, x.new.dom.n);
    static const bool change[] = { true };

    memset(all_old, 1, x.old.dom.n);
    memset(all_new, 1, x.new.dom.n);
    eq_str(chosen(&x, change, all_old, all_new), STR("update: two -> new"), "both sides");
    eq_str(chosen(&x, change, none_old, all_new), STR("insert: -> new"), "the new one alone");
    eq_str(chosen(&x, change, all_old, none_new), STR("delete: two"), "the old one alone");
    eq_str(chosen(&x, change, none_old, none_new), STR("update: two -> new"),
           "one that is looked at for its element stays as it is");
}

/* Changes that the bytes of the pages do not tell are put in their place. */
static void test_add(void)
{
    AUTO(example) x = { 0 };

    example_open(&x, "<p>one two <img src=a> three four", "<p>one new <img src=a> three five");
    uint32_t n = x.delta.n_changes, at = x.delta.change[0].new_word + 1;
    struct change picture = { .kind = CHANGE_ATTRIBUTE,
                              .class = CLASS_CONTENT,
                              .old_word = at,
                              .old_end = at + 1,
                              .new_word = at,
                              .new_end = at + 1,
                              .old_node = x.old.word[at].node,
                              .new_node = x.new.word[at].node,
                              .note = STR("another picture") };

    delta_add(&x.arena, &x.delta, &picture, 1);
    eq_int(x.delta.n_changes, n + 1, "one more change");
    eq_str(example_changes(&x), STR("update: two -> new\nattribute: [img] -> [img] (another picture)\nupdate: four -> five"),
           "in the order of the page");
    eq_int(x.delta.n_attributes, 1, "and counted");
    eq_int(x.delta.n_updates, 2, "with the others");
    eq_int(x.delta.words_inserted, 2, "as are the words");
}

/* Each way in which a delta can be wrong is found. */
static void test_check(void)
{
    static const char *const wants[] = {
        "an old word is kept or in one change",
        "kept words increase on both sides and point at each other",
        "kept words are equal",
        "a new word is kept or in one change",
        "an old word lies in the range of its change",
        "a new word lies in the range of its change",
        "changes stand in the order of the merged page",
        "paired elements point at each other",
        "paired elements have the same tag",
        "the partner of an ancestor is an ancestor of the partner",
    };

    for (size_t i = 0; i < ARRAY_LEN(wants); i++) {
        AUTO(example) x = { 0 };
        struct delta *d = &x.delta;
        example_open(&x, "<div><p>one two three</p><h2>red</h2></div><div>end of it</div>",
                     "<div><p>one new three</p><h2>blue</h2></div><div>end of it</div>");
        uint32_t p = x.new.word[0].node, paragraph = x.new.dom.node[p].parent, division = x.new.dom.node[paragraph].parent,
                 other = x.new.dom.node[division].end;
        switch (i) {
        case 0:
            d->old_change[0] = 0;
            break;
        case 1:
            d->new_to_old[0] = 2;
            break;
        case 2:
            x.new.symbol[0]++;
            break;
        case 3:
            d->new_change[1] = NONE;
            break;
        case 4:
            d->change[0].old_end = d->change[0].old_word;
            break;
        case 5:
            d->change[0].new_end = d->change[0].new_word;
            break;
        case 6: {
            struct change first = d->change[0];
            d->change[0] = d->change[1], d->change[1] = first;
            d->old_change[1] = d->new_change[1] = 1;
            d->old_change[3] = d->new_change[3] = 0;
        } break;
        case 7:
            d->old_node[d->new_node[paragraph]] = division;
            break;
        case 8:
            x.old.dom.node[d->new_node[paragraph]].tag = TAG_H1;
            break;
        default: {
            uint32_t was = d->new_node[division], there = d->new_node[other];
            d->new_node[division] = there, d->new_node[other] = was;
            d->old_node[there] = division, d->old_node[was] = other;
        } break;
        }
        const char *got = delta_check(d);
        eq_str(str_of(got ? got : "(nothing)"), str_of(wants[i]), wants[i]);
    }
}

static void test_names(void)
{
    static const char *const kinds[] = { "insert", "delete", "update", "move", "format", "attribute" }, *const classes[] = {
        "content", "look", "machinery"
    };

    for (unsigned k = 0; k < CHANGE_KINDS; k++)
        eq_str(str_of(change_name((enum change_kind)k)), str_of(kinds[k]), "the name of a kind");
    for (unsigned k = 0; k < CHANGE_CLASSES; k++)
        eq_str(str_of(class_name((enum change_class)k)), str_of(classes[k]), "the name of a class");
}

/* From which share on two pages have little in common. */
static void test_mostly_different(void)
{
    static const struct {
        const char *name, *old, *new;
        bool different;
    } cases[] = {
        { "half of the words", "<p>a b c d e f g h", "<p>a b c d w x y z", false },
        { "six of ten", "<p>a b c d e f g h i j", "<p>a b c d u v w x y z", false },
        { "seven of ten", "<p>a b c d e f g h i j", "<p>a b c t u v w x y z", true },
        { "all", "<p>a b c", "<p>x y z", true },
        { "an empty page and a full one", "", "<p>a b c", true },
        { "two empty pages", "", "", false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        example_open(&x, cases[i].old, cases[i].new);
        eq_int(x.delta.mostly_different, cases[i].different, cases[i].name);
    }
}

/* Against a look at each word. */
static void test_next(void)
{
    struct random r = { .state = 7 };
    uint32_t change[23], wrong = 0;

    for (int round = 0; round < 500; round++) {
        for (uint32_t w = 0; w < ARRAY_LEN(change); w++)
            change[w] = random_below(&r, 6) ? NONE : random_below(&r, 3);
        for (uint32_t w = 0; w <= ARRAY_LEN(change); w++) {
            uint32_t next = w;
            while (next < ARRAY_LEN(change) && change[next] == NONE)
                next++;
            wrong += delta_next(change, w, ARRAY_LEN(change)) != next;
        }
    }
    eq_int(wrong, 0, "the next word in a change");
}

int main(void)
{
    test_next();
    EQ_CHANGES("two empty pages", "", "", "");
    EQ_CHANGES("all new", "", "<p>hello", "insert: -> hello");
    EQ_CHANGES("all gone", "<p>hello", "", "delete: hello");
    EQ_CHANGES("nothing in common", "<p>hello there", "<h1>good bye", "update: hello there -> good bye");
    test_reverse();
    test_counts();
    test_reverse_twice();
    test_choose();
    test_choose_nodes();
    test_choose_side();
    test_add();
    test_check();
    test_names();
    test_mostly_different();
    return tap_done();
}
