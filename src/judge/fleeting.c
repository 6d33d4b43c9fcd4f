/* In: the pieces of a change, and how the new page differs from another answer of the same moment. Out: which of them are fleeting.
 *
 *  1. What came is, where hardly a word of it stands in the other answer. What else stands in the sentence with a counter is not, nor
 *     is a price of a list that is shuffled.
 *  2. What went is, where the other answer has it still.
 *  3. What went from a spot is, where nothing but fleeting texts came there, and as many: a clause that is gone from beside an advert is
 *     one more.
 * Cost: O(words + pieces). */
#include "judge/fleeting.h"

#include "base/auto.h"
#include "base/hash.h"
#include "base/map.h"
#include "judge/piece_side.h"

enum { STAY_SHARE = 4 }; /* one word of so many that came stays by chance */

struct fleeting_finder {
    const struct delta *delta, *second;
    struct map sentences; /* of the other answer, by hash */
    struct map letters;   /* of the other answer, by the words of letters in them */
    struct map words;     /* likewise, by symbol */
    struct map touched;   /* elements of the new page that are different there */
    uint32_t last;        /* sentence of the old page that was found last */
};

static void find_second(struct arena *a, struct fleeting_finder *f)
{
    const struct page *other = f->second->new;
    map_open(&f->sentences, a, other->n_sentences);
    for (uint32_t i = 0; i < other->n_sentences; i++)
        *map_slot(&f->sentences, other->sentence[i].hash, 0) = 1;
    map_open(&f->letters, a, other->n_sentences);
    for (uint32_t i = 0; i < other->n_sentences; i++)
        *map_slot(&f->letters, shapes_letters(other, &other->sentence[i]), 0) = 1;
    map_open(&f->words, a, other->n_words);
    for (uint32_t w = 0; w < other->n_words; w++)
        *map_slot(&f->words, other->symbol[w], 0) = 1;
    map_open(&f->touched, a, 64);
    for (uint32_t i = 0; i < f->second->n_changes; i++)
        if (f->second->change[i].old_node != NONE)
            *map_slot(&f->touched, f->second->change[i].old_node, 0) = 1;
}

static bool has_sentence(const struct fleeting_finder *f, uint64_t hash)
{
    return map_find(&f->sentences, hash) != NULL;
}

static bool is_read(struct str word)
{
    return shape_is_letters(word) || (word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9');
}

/* Whether a word of the new page stands in the other answer as it does there, or with all that moved. */
static bool stays(const struct fleeting_finder *f, uint32_t word)
{
    uint32_t change = f->second->old_change[word];
    return f->second->old_to_new[word] != NONE || (change != NONE && f->second->change[change].kind == CHANGE_MOVE);
}

/* Whether hardly one of the words that came to a sentence stays in the other answer; false where none came. In a list that is shuffled
 * nothing stays where it was: a few words, such as a price, stay where all of them are anywhere. */
static bool came_in_vain(const struct fleeting_finder *f, const struct judge_piece *piece)
{
    enum { FEW = 4 };
    const struct page *p = f->delta->new;
    struct sentence s = piece_range(p, piece);
    uint32_t came = 0, stay = 0, there = 0;
    for (uint32_t w = s.word; w < s.end; w++)
        if (f->delta->new_change[w] != NONE && is_read(page_word(p, w))) {
            came++;
            stay += stays(f, w);
            there += map_find(&f->words, p->symbol[w]) != NULL;
        }
    return stay * STAY_SHARE < came && !(came <= FEW && there == came);
}

static bool is_wordless_fleeting(const struct fleeting_finder *f, const struct judge_piece *p)
{
    uint32_t node = f->delta->change[p->change].new_node;
    if (p->kind == PIECE_TITLE)
        return !str_eq(f->second->old->title, f->second->new->title);
    return node != NONE && map_find(&f->touched, node);
}

/* Whether a sentence with other words says the same in the other answer with other figures: an item of a list that is shuffled, "checked
 * 9 seconds ago". */
static bool says_again(const struct fleeting_finder *f, const struct judge_piece *p)
{
    const struct page *page = f->delta->new;
    uint64_t letters = p->came[SHAPE_LETTERS] ? shapes_letters(page, &page->sentence[p->sentence]) : 0;
    return letters && map_find(&f->letters, letters);
}

static bool is_fleeting(struct fleeting_finder *f, const struct judge_piece *p)
{
    const struct page *old = f->delta->old;
    if (p->sentence == NONE)
        return is_wordless_fleeting(f, p);
    if (p->old)
        return has_sentence(f, old->sentence[p->sentence].hash);
    if (has_sentence(f, f->delta->new->sentence[p->sentence].hash) || says_again(f, p))
        return false;
    return came_in_vain(f, p) || (p->old_end && has_sentence(f, old->sentence[sentence_near(old, p->old_word, &f->last)].hash));
}

/* What came and went at one spot. */
struct spot_traffic {
    uint32_t came_fleeting, came, went;
};

static uint64_t spot_of(const struct judge_piece *p)
{
    return p->spot_key ? p->spot_key : p->place_key;
}

/* In `traffic`, a row for each spot that `number` has. */
static struct spot_traffic *count_traffic(struct arena *a, const struct judge_pieces *pieces, struct map *number)
{
    struct spot_traffic *traffic = NEW_ARRAY(a, struct spot_traffic, pieces->n + 1);
    map_open(number, a, 64);
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->sentence == NONE || p->kind == PIECE_MOVED)
            continue;
        struct spot_traffic *t = &traffic[*map_slot(number, spot_of(p), number->n)];
        t->went += p->old && !p->fleeting;
        t->came += !p->old && !p->fleeting;
        t->came_fleeting += !p->old && p->fleeting;
    }
    return traffic;
}

void fleeting_find(const struct delta *d, const struct delta *second, struct judge_pieces *pieces)
{
    AUTO(arena) a = { 0 }; /* the other answer takes no memory from the first */
    struct fleeting_finder f = { .delta = d, .second = second };
    struct map number;
    find_second(&a, &f);
    for (uint32_t i = 0; i < pieces->n; i++)
        pieces->item[i].fleeting = is_fleeting(&f, &pieces->item[i]);
    const struct spot_traffic *traffic = count_traffic(&a, pieces, &number);
    for (uint32_t i = 0; i < pieces->n; i++) {
        struct judge_piece *p = &pieces->item[i];
        const uint32_t *at = p->old && !p->beside && p->kind == PIECE_REMOVED ? map_find(&number, spot_of(p)) : NULL;
        if (at && traffic[*at].came == 0 && traffic[*at].went <= traffic[*at].came_fleeting)
            p->fleeting = true;
    }
}

/* Whether words of the first answer that the piece speaks of came with the last change; `since`: that change. */
static bool is_changed_since(const struct delta *second, const struct delta *since, const struct judge_piece *p, uint32_t *last)
{
    const struct page *page = second->old;
    if (p->sentence == NONE || (!p->old && !p->old_end))
        return false;
    const struct sentence *s = &page->sentence[p->old ? p->sentence : sentence_near(page, p->old_word, last)];
    for (uint32_t w = s->word; w < s->end; w++)
        if (since->new_change[w] != NONE)
            return true;
    return false;
}

void fleeting_drop_unsettled(const struct delta *second, const struct delta *since, struct judge_pieces *pieces)
{
    uint32_t n = 0, last = 0;
    for (uint32_t i = 0; i < pieces->n; i++)
        if (is_changed_since(second, since, &pieces->item[i], &last))
            pieces->item[n++] = pieces->item[i];
    pieces->n = n;
}

/* ---- Kept ---- */

static uint64_t key_of(const struct judge_piece *p)
{
    return hash_mix(hash_mix(p->place_key, p->text_key), NAME_FLEETING);
}

void fleeting_keep(const struct judge_pieces *pieces, struct past *known)
{
    for (uint32_t i = 0; i < pieces->n; i++)
        if (pieces->item[i].fleeting)
            past_place(known, key_of(&pieces->item[i]), true);
}

void fleeting_recall(const struct past *known, struct judge_pieces *pieces)
{
    for (uint32_t i = 0; i < pieces->n && known->n_places; i++)
        pieces->item[i].fleeting = past_find(known, key_of(&pieces->item[i])) != NULL;
}
