/* What the visits of a page have taught so far, in at most PAST_BYTES: which places change, and which texts have come and gone.
 *
 *     past_read(&past, bytes)                        what was kept; nothing: the page is new
 *     past_find(&past, key), past_was_there(...)     what is known of a place, of a text
 *     past_place(&past, key), past_gone(&past, h)    what this visit saw
 *     past_visit(&past), past_write(&past, &out)     kept for the next one
 *
 * A place is a hash of where something stands (judge/pieces.h), a text one of what stood there. Both are short: a wrong match once in
 * some million pages holds back one line. Visits that brought the same bytes count as visits. Pure. */
#ifndef JUDGE_PAST_H
#define JUDGE_PAST_H

#include "base/arena.h"
#include "base/buf.h"

enum {
    PAST_PLACES = 128, /* the places of a page that change now and then; more than that is the page itself */
    PAST_TEXTS = 300,  /* sentences that are gone */
    PAST_SPOTS = 39,   /* stretches that are followed (judge/spots.h) */
    PAST_TRACES = 56,  /* lines that are followed (judge/traces.h) */
    PAST_VISITS = 40,  /* counts are halved here, so that old visits fade */
    PAST_BYTES = 4096, /* as letters */
};

struct past_place {
    uint32_t key;
    uint8_t changed;                 /* visits that found something else there */
    uint8_t probed;                  /* times that two answers of the same moment differed there */
    uint8_t returned;                /* visits that found a text there which had gone before */
    uint16_t came_now, returned_now; /* texts on this visit, and those of them that had gone before; not kept */
    uint16_t last;                   /* for what to forget first: counted up */
};

/* Where a place lies in the last version (judge/spots.h): the place itself is in place[], by past_spot_key(). */
struct past_spot {
    uint32_t path; /* the names of the elements around it, as they are now */
    uint32_t id;   /* of three bytes */
    uint16_t at;   /* its first sentence; of an empty one, the sentence behind it */
    uint8_t more;  /* sentences behind the first, up to its last one */
    uint8_t most;  /* sentences that it ever had at once */
    bool empty;    /* nothing stands there now */
};

/* A line that was edited, where it stands in the last version (judge/traces.h). */
struct past_trace {
    uint16_t at;                  /* its sentence */
    uint8_t changed, words;       /* visits at which it was different; at which words of letters were */
    uint8_t probed, words_probed; /* the same of two answers of one moment */
    uint8_t lead, tail;           /* words at its begin and at its end that stayed each time */
};

struct past {
    uint32_t visits;
    uint32_t clock;
    uint32_t probes; /* that were made */
    struct past_place place[PAST_PLACES];
    uint32_t n_places;
    uint32_t text[PAST_TEXTS]; /* hashes, the latest last */
    uint32_t n_texts;
    struct past_spot spot[PAST_SPOTS];
    uint32_t n_spots;
    struct past_trace trace[PAST_TRACES];
    uint32_t n_traces;
    uint32_t page; /* hash of the version that spots and traces are of */
};

/* Bytes that cannot be read teach nothing. */
void past_read(struct past *p, struct str bytes);
void past_write(const struct past *p, struct buf *out);

/* What was kept, after a visit that brought the same bytes. */
struct str past_same(struct arena *a, struct str bytes);

/* NULL: nothing ever changed there. */
const struct past_place *past_find(const struct past *p, uint64_t key);
/* Whether the text was there before, and went. */
bool past_was_there(const struct past *p, uint64_t hash);
/* Whether two answers of one moment were ever different. */
bool past_differs(const struct past *p);
/* Whether no two answers of one moment differed at a place, and no more than one of `share` visits found something else there; NULL: none
 * ever did. */
bool past_is_calm(const struct past *p, const struct past_place *place, unsigned share);
/* The place of a spot. */
uint64_t past_spot_key(const struct past_spot *spot);
/* How much is lost when a place is forgotten; NULL: nothing. */
uint32_t past_worth(const struct past *p, const struct past_place *place);

/* Copies what `from` knows of a place, of a text, unless it is there already. */
void past_keep_place(struct past *p, const struct past *from, uint64_t key);
void past_keep_text(struct past *p, const struct past *from, uint64_t hash);
/* The same of a spot; `place`: its name on this page, for several versions over which it cannot be followed. */
void past_keep_spot(struct past *p, const struct past *from, uint64_t key, uint64_t place);
/* The same of a line that was followed; `place` 0: what came is beside what is known of it. */
void past_keep_trace(struct past *p, const struct past *from, const struct past_trace *trace, uint64_t place);
/* Forgets these names: for one step from a version to the next, where spots are followed. */
void past_drop_borrowed(struct past *p);
/* Adds what is known of other changes of the page, later ones. Of a place in both the later knowledge holds: what stands there came with
 * the last change. */
void past_join(struct past *p, const struct past *later);

/* One more visit; call it before what the visit saw is noted. */
void past_visit(struct past *p);
/* Something else stands there; `probe`: two answers of one moment differ there. */
void past_place(struct past *p, uint64_t key, bool probe);
/* A text came there; `returned`: it had gone before. */
void past_came(struct past *p, uint64_t key, bool returned);
/* After all that came: counts the visit where at least half of what came to a place had been there before. */
void past_count_returns(struct past *p);
/* The text is not on the page any more. */
void past_gone(struct past *p, uint64_t hash);

#endif
