/* Lists of phrases that are looked for in a line: states, events, counters. Pure. */
#ifndef JUDGE_PHRASES_H
#define JUDGE_PHRASES_H

#include <limits.h>

#include "base/arena.h"

/* One of a list, in small letters. Most phrases are ruled out by the pair of bytes that they begin with, so the compiler numbers it. */
struct phrase {
    struct str text;
    uint16_t start; /* str_pair() of its first two bytes */
};

/* For the rows of a .def file; of at least two bytes. */
#define PHRASE(text) \
    { \
        STR_INIT(text), \
            __extension__(uint16_t)((((unsigned char)(text)[0] | 0x20u) * 37u + ((unsigned char)(text)[1] | 0x20u)) & 1023) \
    }

enum phrase_border {
    PHRASE_ANYWHERE,
    PHRASE_BEGINS = 1, /* where a word begins: "event" is not in "prevented" */
    PHRASE_ENDS = 2,   /* where one ends */
};

/* A text in which several lists are looked for. */
enum { PHRASE_PAIRS = 1024 }; /* numbers that str_pair() gives */
struct phrase_text {
    struct str text;
    bool pairs[PHRASE_PAIRS]; /* of neighbours that it has */
};
void phrases_read(struct str text, struct phrase_text *out);
/* Whether one of the n phrases stands in it, in any case of letters. O(n). */
bool phrases_in(const struct phrase_text *t, const struct phrase *phrase, size_t n, unsigned border);

/* The same in one list. O(bytes + n). */
bool phrases_found(struct str text, const struct phrase *phrase, size_t n, unsigned border);

/* Lists that are looked for together in many texts: their phrases by the first three letters. At most 32. */
enum { PHRASE_TRIPLES = 4096 };
struct phrase_list {
    const struct phrase *item;
    size_t n;
    unsigned border;
};
struct phrase_entry {
    struct str text;
    uint16_t next; /* 1 + the next that begins so; 0: none */
    uint8_t list;
    uint8_t lead; /* bytes before its letters */
};
struct phrase_index {
    const struct phrase_list *list;
    struct phrase_entry *entry;
    uint16_t first[PHRASE_TRIPLES]; /* 1 + the first entry; 0: none */
    uint16_t brief;                 /* likewise, of those with fewer bytes */
};
/* `out` is zero, as it lies in an arena; `list` must outlive it. */
void phrases_index(struct arena *a, const struct phrase_list *list, uint32_t n, struct phrase_index *out);
/* Which of the lists have a phrase in the text, in any case of letters: a bit each. O(bytes), and the phrases that may. */
uint32_t phrases_among(struct str text, const struct phrase_index *index);

/* A list that texts are often asked to begin with: its phrases by their first two bytes. */
struct phrase_starts {
    const struct phrase *item;
    size_t n;
    uint16_t *next;               /* by phrase: 1 + the next that begins so; 0: none */
    uint16_t first[PHRASE_PAIRS]; /* likewise */
    bool byte[UCHAR_MAX + 1];     /* which bytes begin one */
};
/* `out` is zero, as it lies in an arena. */
void phrases_open(struct arena *a, const struct phrase *phrase, size_t n, struct phrase_starts *out);
/* Whether the text begins with one of them. O(phrases that have its first two bytes). */
bool phrases_begin(struct str text, const struct phrase_starts *list);
/* False: no phrase begins with the word, unless its letters go on in the next one. */
bool phrases_may_begin(struct str word, const struct phrase_starts *list);
/* Likewise inside the word: none stands in a text of such words. The first two bytes of each phrase are of one word. */
bool phrases_may_begin_in(struct str word, const struct phrase_starts *list, unsigned border);
/* Whether the letters of a word go on in the next one, where no space parts them. */
bool phrases_go_on(struct str word, struct str next);

#endif
