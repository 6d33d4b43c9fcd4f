/* What a name is made of, mixed into its hash last. Private to judge/. */
#ifndef JUDGE_NAME_KINDS_H
#define JUDGE_NAME_KINDS_H

/* Names are kept: those of places, texts and spots in the past of a page (judge/past.h), those of what a person taught in lessons
 * (judge/lessons.h). So the numbers stay. A number may stand twice where names are kept apart, or where what it is mixed into is of another
 * make: a path for one kind, words for the other. A new kind takes a number that nobody has. */
enum name_kind {
    /* Places of the past. */
    NAME_PATH = 0,       /* the elements around, and nothing beside it that stays */
    NAME_KEYED = 1,      /* the keys around a value of JSON */
    NAME_LIST = 2,       /* a list, and what stays before it */
    NAME_GAP = 3,        /* a gap of a text, and what stays before it */
    NAME_OWN = 4,        /* the words of a line that stay, wherever it stands */
    NAME_TITLE = 4,      /* of a change without words, the elements around it: 4 to 7 are PIECE_TITLE to PIECE_NOTE */
    NAME_SHELF = 5,      /* all that has the same elements around it */
    NAME_FRAME = 6,      /* a line of the frame of a text */
    NAME_NOTE = 7,       /* the last kind of change without words */
    NAME_BEHIND = 8,     /* behind the words of a line that stays: mixed into those, then into the path */
    NAME_STEM = 8,       /* the words a line begins with */
    NAME_SHORT_STEM = 9, /* few of them, behind a line that stays */
    NAME_FLEETING = 10,  /* of what a second answer did not have (judge/fleeting.h) */
    NAME_SPOT = 11,      /* the number of a spot (judge/spots.h) */
    NAME_REST = 12,      /* of a line: beside what changes in it on most visits (judge/middle.h) */
    NAME_COUNTS = 13,    /* where only counters counted on */
    NAME_REGROUPED = 16, /* the words of an entry that goes from heading to heading */
    NAME_FELL = 17,      /* the number at a place did not only rise (judge/counting.h) */

    /* Texts of the past. */
    NAME_LONG = 5,     /* all words of a long sentence, wherever it stands */
    NAME_LETTERS = 11, /* words of letters of a line */

    /* Lessons. */
    NAME_PART = 1,        /* a part of the page: the elements around it and the heading above */
    NAME_LINE = 9,        /* a line whose words are edited, by the one before it */
    NAME_LIKE = 10,       /* a line with figures that came or went, by its words of letters */
    NAME_PART_LIST = 11,  /* the items of a list */
    NAME_PART_ENTRY = 14, /* the sections below a heading */
    NAME_ITEM = 15,       /* a place in an item, by the name of the item */
};

#endif
