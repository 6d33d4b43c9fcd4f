/* In: a sentence. Out: whether its own words say that it stands beside the content.
 *
 *  1. A few words that greet, and a sentence that begins by asking a reader for something, are a notice: no page is watched for them.
 *  2. A few words with degrees and a word of the sky are the weather of the hour, unless the page is about the weather.
 *  3. In JSON the names of the members around a value say what it is for. What a program says about its answer is so only by its last name
 *     and without words: "server": "The kitchen is closed" may be a restaurant. */
#include "judge/sides.h"

#include <ctype.h>

#include "base/auto.h"
#include "judge/members.h"
#include "judge/shapes.h"

enum {
    HELLO_WORDS = 6,
    HELLO_BYTES = 40 /* of a script without spaces */,
    INVITE_WORDS = 30,
    SKY_WORDS = 8,
    SKY_LONG = 16 /* with the wind or the humidity: "Air in the old town: 0 °C, dense fog, wind 6 m/s, humidity 80 %" */,
    SHELF_WORDS = 8,
    LINE_BYTES = 512,
    NAME_BYTES = 128
};

static const struct phrase hellos[] = {
#define SIDE_HELLO(text) PHRASE(text),
#define SIDE_LOADING(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase invites[] = {
#define SIDE_INVITE(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase wants[] = {
#define SIDE_WANTS(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase skies[] = {
#define SIDE_SKY(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase weather[] = {
#define SIDE_WEATHER(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase shelves[] = {
#define SHELF(text) PHRASE(text),
#define ADVERT(text) PHRASE(text),
#define DAILY(text) PHRASE(text),
#define POSTS(text) PHRASE(text),
#include "judge/shelves.def"
#undef SHELF
#undef ADVERT
#undef DAILY
#undef POSTS
};

static const struct phrase adverts[] = {
#define SHELF(text)
#define ADVERT(text) PHRASE(text),
#define DAILY(text)
#define POSTS(text)
#include "judge/shelves.def"
#undef SHELF
#undef ADVERT
#undef DAILY
#undef POSTS
};

static const struct phrase dailies[] = {
#define SHELF(text)
#define ADVERT(text)
#define DAILY(text) PHRASE(text),
#define POSTS(text)
#include "judge/shelves.def"
#undef SHELF
#undef ADVERT
#undef DAILY
#undef POSTS
};

static const struct phrase posts[] = {
#define SHELF(text)
#define ADVERT(text)
#define DAILY(text)
#define POSTS(text) PHRASE(text),
#include "judge/shelves.def"
#undef SHELF
#undef ADVERT
#undef DAILY
#undef POSTS
};

static const struct phrase members[] = {
#define SIDE_MEMBER(text) PHRASE(text),
#include "judge/sides.def"
};

static const struct phrase machines[] = {
#define SIDE_MACHINE(text) PHRASE(text),
#include "judge/sides.def"
};

#define HAS(line, list) phrases_found(line, list, ARRAY_LEN(list), PHRASE_BEGINS)
#define IN(text, list) phrases_in(text, list, ARRAY_LEN(list), PHRASE_BEGINS)

/* Beside degrees, what only the weather is measured in. A recipe has degrees and "clear", and none of these. */
static const struct phrase measures[] = { PHRASE("m/s"),  PHRASE("km/h"),   PHRASE("mph"),   PHRASE("hpa"), PHRASE("м/с"),
                                          PHRASE("км/ч"), PHRASE("км/год"), PHRASE("knots"), PHRASE(" %"),  PHRASE("bft") };

static const struct phrase degrees[] = {
    PHRASE("°"),      PHRASE("℃"),       PHRASE("℉"),      PHRASE("degrees"), PHRASE("grad"),    PHRASE("degrés"), PHRASE("grados"),
    PHRASE("gradi"),  PHRASE("graus"),   PHRASE("graden"), PHRASE("stopni"),  PHRASE("st. c"),   PHRASE("stupňů"), PHRASE("stupně"),
    PHRASE("grader"), PHRASE("astetta"), PHRASE("fok"),    PHRASE("βαθμοί"),  PHRASE("βαθμούς"), PHRASE("derece"), PHRASE("градус"),
    PHRASE("度です"), PHRASE("气温"),    PHRASE("氣溫"),   PHRASE("気温"),    PHRASE("기온"),    PHRASE("درجة"),
};

const struct sides_phrases *sides_open(struct arena *a, const struct symbols *symbols)
{
    struct sides_phrases *out = NEW(a, struct sides_phrases);
    out->word = NEW_ARRAY(a, uint8_t, symbols->n + 1);
    phrases_open(a, hellos, ARRAY_LEN(hellos), &out->hellos);
    phrases_open(a, adverts, ARRAY_LEN(adverts), &out->adverts);
    phrases_open(a, dailies, ARRAY_LEN(dailies), &out->dailies);
    phrases_open(a, posts, ARRAY_LEN(posts), &out->posts);
    phrases_open(a, invites, ARRAY_LEN(invites), &out->invites);
    phrases_open(a, wants, ARRAY_LEN(wants), &out->wants);
    phrases_open(a, degrees, ARRAY_LEN(degrees), &out->degrees);
    return out;
}

/* ---- A cheap look at the words ---- */

/* What is known of a word: whether a phrase may begin in it, and whether one may where it is the first. */
enum { HOLDS_LOOKED = 1, HOLDS = 2, BEGINS_LOOKED = 4, BEGINS = 8 };

static bool may_hold(const struct sides_phrases *sides, struct str word)
{
    return phrases_may_begin_in(word, &sides->wants, PHRASE_BEGINS) || phrases_may_begin_in(word, &sides->degrees, PHRASE_ANYWHERE);
}

static bool may_begin(const struct sides_phrases *sides, struct str word)
{
    return phrases_may_begin(word, &sides->hellos) || phrases_may_begin(word, &sides->invites)
           || phrases_may_begin(word, &sides->adverts) || phrases_may_begin(word, &sides->dailies)
           || phrases_may_begin(word, &sides->posts);
}

/* False: none of the phrases stands in the sentence, as in most. Many sentences are asked for, so each word is looked at once. What a
 * picture says is not looked at. */
static bool may_say(const struct sides_phrases *sides, const struct page *p, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++) {
        uint8_t *known = &sides->word[p->symbol[w]];
        if ((p->word[w].flags & WORD_ATOM) || shape_is_joined(p, w))
            return true;
        if (!(*known & HOLDS_LOOKED))
            *known |= HOLDS_LOOKED | (may_hold(sides, page_word(p, w)) ? HOLDS : 0);
        if (w == s->word && !(*known & BEGINS_LOOKED))
            *known |= BEGINS_LOOKED | (may_begin(sides, page_word(p, w)) ? BEGINS : 0);
        if (*known & (w == s->word ? HOLDS | BEGINS : HOLDS))
            return true;
    }
    return false;
}

/* ---- Lines ---- */

static bool is_named(struct str name, const struct phrase *list, size_t n)
{
    uint32_t start = name.len > 1 ? str_pair(name.ptr[0], name.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < n; i++)
        if (list[i].start == start && str_eq_nocase(name, list[i].text))
            return true;
    return false;
}

/* No further than needed to know that they are too many. */
static uint32_t count_letters(const struct page *p, const struct sentence *s)
{
    uint32_t n = 0;
    for (uint32_t w = s->word; w < s->end && n <= INVITE_WORDS; w++)
        n += shape_is_letters(page_word(p, w));
    return n;
}

static bool has_degrees(const struct phrase_text *t)
{
    return phrases_in(t, degrees, ARRAY_LEN(degrees), PHRASE_ANYWHERE);
}

void sides_shelves(struct arena *a, struct phrase_index *out)
{
    static const struct phrase_list list = { shelves, ARRAY_LEN(shelves), PHRASE_BEGINS };
    phrases_index(a, &list, 1, out);
}

bool sides_shelf(const struct phrase_index *index, struct str heading)
{
    return phrases_among(heading, index) != 0;
}

bool sides_daily(struct str heading)
{
    return phrases_found(heading, dailies, ARRAY_LEN(dailies), PHRASE_BEGINS);
}

/* Bytes of the label that the line begins with; 0: it begins with another word. */
static size_t label_bytes(struct str line, const struct phrase *label, size_t n)
{
    uint32_t start = line.len > 1 ? str_pair(line.ptr[0], line.ptr[1]) : PHRASE_PAIRS;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (label[i].start == start && label[i].text.len > most && str_starts_nocase(line, label[i].text))
            most = label[i].text.len;
    return most;
}

bool sides_advert(struct str line)
{
    return line.len && label_bytes(line, adverts, ARRAY_LEN(adverts)) == line.len;
}

bool sides_may_advertise(struct str word)
{
    bool may = word.len < 2;
    uint32_t start = may ? PHRASE_PAIRS : str_pair(word.ptr[0], word.ptr[1]);
    for (size_t i = 0; i < ARRAY_LEN(adverts) && !may; i++)
        may = adverts[i].start == start;
    return may;
}

static bool is_behind_label(struct str line, const struct phrase *label, size_t n)
{
    struct str rest = str_trim(str_sub(line, label_bytes(line, label, n), line.len));
    return rest.len < line.len && (str_starts(rest, STR(":")) || str_starts(rest, STR("：")));
}

bool sides_posts(struct str line)
{
    return is_behind_label(line, posts, ARRAY_LEN(posts));
}

/* "Advertisement: Two umbrellas for one", "Related posts: The mill, The lock". On a page of quotes the quote of the day is what it is
 * about. */
static bool is_labelled(const struct page *p, struct str line)
{
    return is_behind_label(line, adverts, ARRAY_LEN(adverts)) || sides_posts(line)
           || (is_behind_label(line, dailies, ARRAY_LEN(dailies)) && !sides_daily(p->title));
}

/* The weather of the hour, in a few words. */
static bool is_weather(const struct phrase_text *t, uint32_t n_letters)
{
    bool few = n_letters <= SKY_WORDS || t->text.len <= HELLO_BYTES;
    bool measured = n_letters <= SKY_LONG && phrases_in(t, measures, ARRAY_LEN(measures), PHRASE_ANYWHERE);
    return (few || measured) && has_degrees(t) && IN(t, skies);
}

bool sides_shows_weather(const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) text = BUF(LINE_BYTES);
    struct phrase_text t;
    page_words_line(p, word, end, &text);
    phrases_read(buf_str(&text), &t);
    return !text.over && has_degrees(&t) && !HAS(p->title, weather);
}

static enum judge_place place_of_line(const struct sides_phrases *sides, const struct page *p, const struct sentence *s)
{
    AUTO(buf) text = BUF(LINE_BYTES);
    struct phrase_text t;
    if (!may_say(sides, p, s))
        return PLACES;
    uint32_t letters = count_letters(p, s);
    if (letters == 0 || letters > INVITE_WORDS)
        return PLACES;
    page_words_line(p, s->word, s->end, &text);
    struct str line = str_trim(buf_str(&text));
    if (text.over)
        return PLACES;
    phrases_read(line, &t);
    if (phrases_begin(line, &sides->invites) || IN(&t, wants)
        || ((letters <= HELLO_WORDS || line.len <= HELLO_BYTES) && phrases_begin(line, &sides->hellos)))
        return PLACE_NOTICE;
    if (is_labelled(p, line) || (is_weather(&t, letters) && !HAS(page_short_title(p), weather)))
        return PLACE_EXTRA;
    return PLACES;
}

/* What a value of JSON says of itself. */
static enum judge_place place_of_label(const struct sides_phrases *sides, const struct page *p, const struct sentence *s)
{
    AUTO(buf) text = BUF(LINE_BYTES);
    if (!may_say(sides, p, s))
        return PLACES;
    page_words_line(p, s->word, s->end, &text);
    return !text.over && is_labelled(p, str_trim(buf_str(&text))) ? PLACE_EXTRA : PLACES;
}

/* Whether the words up to the last one in [word, end) that changed are a greeting. */
static bool begins_with_hello(const struct page *p, const uint32_t *change, struct sentence range)
{
    AUTO(buf) text = BUF(NAME_BYTES);
    uint32_t end = range.end;
    while (end > range.word && change[end - 1] == NONE)
        end--;
    if (end - range.word > NAME_BYTES)
        return false;
    page_words_line(p, range.word, end, &text);
    return end > range.word && !text.over && is_named(str_trim(buf_str(&text)), hellos, ARRAY_LEN(hellos));
}

bool sides_greets_anew(const struct delta *d, const struct judge_piece *p)
{
    return p->kind == PIECE_CHANGED && !p->old && p->old_end > p->old_word
           && begins_with_hello(d->new, d->new_change, d->new->sentence[p->sentence])
           && begins_with_hello(d->old, d->old_change, piece_was(d, p));
}

/* ---- Members of JSON ---- */

static bool is_of_machine(struct str name)
{
    bool found = false;
    while (name.len && !found)
        found = is_named(member_word(&name), machines, ARRAY_LEN(machines));
    return found;
}

/* A number that somebody set is no measure of an answer: "limits": { "requests_per_hour": 1000 }. */
static bool is_limit(struct str name)
{
    static const struct str limits[] = { STR_INIT("limit"),  STR_INIT("limits"), STR_INIT("quota"),
                                         STR_INIT("quotas"), STR_INIT("max"),    STR_INIT("maximum") };
    bool found = false;
    while (name.len && !found) {
        struct str word = member_word(&name);
        for (size_t i = 0; i < ARRAY_LEN(limits); i++)
            found |= str_eq_nocase(word, limits[i]);
    }
    return found;
}

static enum judge_place place_of_member(const struct page *p, const struct sentence *s)
{
    const struct dom *d = &p->dom;
    bool inner = true, machine = false, limit = false;
    for (uint32_t n = p->word[s->word].node; n && n != p->body; n = d->node[n].parent) {
        AUTO(buf) text = BUF(NAME_BYTES);
        if (d->node[n].kind != NODE_ELEMENT || d->node[n].tag != TAG_TR)
            continue;
        page_words_line(p, p->first_word[n + 1], p->first_word[d->node[n + 1].end], &text);
        struct str name = str_trim(buf_str(&text));
        if (!text.over && is_named(name, members, ARRAY_LEN(members)))
            return PLACE_EXTRA;
        machine |= !text.over && inner && count_letters(p, s) <= 1 && is_of_machine(name);
        limit |= is_limit(name);
        inner = false;
    }
    return machine && !limit ? PLACE_EXTRA : PLACES;
}

enum judge_place sides_place(const struct sides_phrases *sides, const struct page *p, uint32_t sentence)
{
    const struct sentence *s = &p->sentence[sentence];
    enum judge_place member = p->kind == KIND_JSON ? place_of_member(p, s) : PLACES;
    return member != PLACES ? member : p->kind == KIND_JSON ? place_of_label(sides, p, s) : place_of_line(sides, p, s);
}
