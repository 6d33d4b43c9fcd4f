/* One page of a change: its sentences by word, the shapes of their words, and the names of the places where they stand (judge/past.h). */
#ifndef JUDGE_PIECE_SIDE_H
#define JUDGE_PIECE_SIDE_H

#include "base/map.h"
#include "base/vec.h"
#include "compare/delta.h"
#include "judge/dates.h"
#include "judge/name_kinds.h"
#include "judge/place_names.h"

/* A cell of a table, and whether it holds data. */
struct piece_cell {
    uint32_t node;
    bool data;
};

/* What stays before a sentence, where somebody has looked (judge/piece_side.c). */
struct piece_before {
    uint64_t context;  /* the words of the sentence before it; 0: they do not stay */
    uint64_t together; /* the same for all sentences that came together: of the last of them that has some */
    bool context_known, together_known;
};

struct piece_side {
    const struct page *page;
    const uint32_t *change, *partner; /* by word */
    VEC(uint32_t) changed;            /* sentences with a word in a change, in order */
    uint32_t *last;                   /* the sentence that piece_sentence() found last */
    struct piece_cell *cell;          /* the one that piece_is_data() was asked for last */
    struct piece_before *before;      /* by sentence */
    uint8_t *runs;                    /* by sentence: whether a time that runs stands in it, where somebody has looked */
    const struct piece_side *other;
    uint8_t *shape; /* by word, of sentences that were looked at */
    struct place_names paths;
    struct map seen; /* by hash of a sentence that is asked for: the last that has it */
    uint32_t *times; /* by such a sentence: how many up to it have its hash */
    const struct dates *dates;
};

/* Whether a change is one of content that a reader sees. */
static inline bool piece_counts(const struct delta *d, uint32_t change)
{
    return change != NONE && d->change[change].class == CLASS_CONTENT && !d->change[change].hidden;
}

void piece_side_open(struct arena *a, const struct page *p, const struct piece_side *other, struct piece_side *out);

/* A short hash of a page's sentences: which version it is. */
uint32_t piece_page(const struct page *p);
/* The sentence that a word stands in. `last`: the one that was asked for before, which is most often near; O(log n) where it is not. */
uint32_t sentence_near(const struct page *p, uint32_t word, uint32_t *last);
uint32_t piece_sentence(const struct piece_side *s, uint32_t word);

/* Whether all words of a sentence are a date. */
bool piece_is_day(const struct piece_side *s, uint32_t sentence);

/* No elements part what stands between two sentences that stay: texts, feeds. */
bool piece_is_gap(const struct page *p);

/* Whether it is the first sentence of a value of JSON with a key of its own: its path has that, and says which value it is. */
bool piece_is_keyed(const struct page *p, uint32_t sentence);

/* The cell of a table around a node; NONE. */
uint32_t piece_cell_around(const struct page *p, uint32_t node);
/* Whether a node stands in a cell with others beside it, and no further table, paragraph or box in it: tables are drawn for other reasons,
 * too. */
bool piece_is_data(const struct piece_side *s, uint32_t node);

/* The names of the elements around a node. */
uint64_t piece_path(const struct piece_side *s, uint32_t node);
/* Of what has nothing beside it that stays. */
uint64_t piece_path_alone(const struct piece_side *s, uint32_t sentence);
/* Its place. `before`: the sentence of the other page that it was; NULL: none. */
uint64_t piece_place(const struct piece_side *s, uint32_t sentence, const struct sentence *before);
/* A name by the words of letters that it begins with and that stay, up to a figure or another word: "Last seen" of "Last seen 3 hours ago".
 * What stays behind them differs on each visit, and so are names by all that stays. Few of them, *n, are a name only beside a sentence
 * that stays; 0: there are none. */
uint64_t piece_stem(const struct piece_side *s, uint32_t sentence, uint32_t *n);
/* The list or the gap it stands in; `place`: its place, where it stands in none. */
uint64_t piece_zone(const struct piece_side *s, uint32_t sentence, uint64_t place);
/* What it says there. */
uint64_t piece_text(const struct piece_side *s, uint32_t sentence);
/* What the words of letters of a line say that was edited: "fog, wind 6 m/s" says the same as "fog, wind 4 m/s". Its shapes are known. */
uint64_t piece_letters(const struct piece_side *s, uint32_t sentence);
/* Whether a time that runs by itself stands in the sentence, whose shapes are known. Its line is read once for all who ask. */
bool piece_runs(const struct piece_side *s, uint32_t sentence);
/* What a whole line says: piece_text(), or of one that runs by itself or by the clock piece_letters(), which are the same some hours later.
 * Its shapes are known. */
uint64_t piece_says(const struct piece_side *s, uint32_t sentence);

#endif
