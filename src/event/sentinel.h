/* What a sentinel file says: its statements, each with its sentinel as far as it is given there.
 *
 *     sentinel_read(&a, &g, text, &file, &faults, &e);      the text, read
 *     sentinel_print(&file.item[i], &out);                  ... and written: it reads as the same
 *
 * All lies in the arena given. What a statement does not say is not set (struct sentinel.given); language_resolve() (resolve.h) puts
 * statements together to the sentinels that they make. */
#ifndef EVENT_SENTINEL_H
#define EVENT_SENTINEL_H

#include "event/parser.h"

/* One kind of change on a page (WebVigil, Figure 5, and element and path). */
enum type_kind {
    TYPE_ANY,
    TYPE_LINKS,
    TYPE_IMAGES,
    TYPE_WORDS,
    TYPE_KEYWORDS,
    TYPE_PHRASE,
    TYPE_TABLE,
    TYPE_LIST,
    TYPE_REGEX,
    TYPE_ELEMENT,
    TYPE_PATH,
};
enum { TYPES = TYPE_PATH + 1 };

struct change_type {
    enum type_kind kind;
    struct str
        text; /* the phrase, the pattern without its slashes, the selector, the path; of a table or list its id, caption or heading */
    uint32_t number;     /* of a table or list: its place on the page from 1; 0: it is known by `text` */
    struct str flags;    /* of a pattern: some of imsx */
    struct str *keyword; /* n_keywords */
    uint32_t n_keywords;
};

/* Targets and changes, and what they are together. */
enum expr_kind {
    EXPR_TYPE,  /* a change on whatever page the target names */
    EXPR_PAGE,  /* name: an address */
    EXPR_NAMED, /* name: a sentinel or a set */
    EXPR_AND,   /* all parts; those that are EXPR_NOT must not happen meanwhile */
    EXPR_OR,
    EXPR_SEQ,  /* one after the other; an EXPR_NOT stands between two that happen */
    EXPR_NOT,  /* only as a part of AND and SEQ */
    EXPR_ANY,  /* `count` of the parts */
    EXPR_PLUS, /* `ms` after the part */
};

struct expr {
    enum expr_kind kind;
    struct text_place at;
    struct change_type type; /* EXPR_TYPE */
    struct str name;         /* EXPR_PAGE, EXPR_NAMED */
    uint32_t count;          /* EXPR_ANY */
    int64_t ms;              /* EXPR_PLUS */
    int64_t within_ms;       /* all of it in so much time; 0: in any */
    struct expr **part;
    uint32_t n_parts;
};

enum time_kind { TIME_NOW, TIME_DATE, TIME_START, TIME_END, TIME_DURING };

/* A moment as it is written: it becomes milliseconds only where somebody knows what time it is (times.h). */
struct time_point {
    enum time_kind kind;
    struct text_place at;
    struct str name; /* of the sentinel: START, END, DURING */
    uint32_t year, month, day, hour, minute, second;
    bool has_clock, has_second, utc;
    int64_t plus_ms;
};

enum notify_kind { NOTIFY_IMMEDIATE, NOTIFY_EVERY, NOTIFY_BEST };
enum compare_kind { COMPARE_PAIRWISE, COMPARE_EVERY, COMPARE_MOVING, COMPARE_NEXT, COMPARE_FIXED };
enum presentation { PRESENT_BY_CHANGE, PRESENT_CHANGES, PRESENT_MERGED, PRESENT_SIDE };
enum event_context { CONTEXT_RECENT, CONTEXT_CHRONICLE, CONTEXT_CONTINUOUS, CONTEXT_CUMULATIVE, CONTEXT_UNRESTRICTED };

struct sentinel_way {
    struct str kind;    /* "email", "webhook" ...: small letters */
    struct str details; /* may be empty */
    struct text_place at;
};

/* Which of its parts a statement names. */
enum given {
    GIVEN_USING = 1 << 0,
    GIVEN_MONITOR = 1 << 1,
    GIVEN_FETCH = 1 << 2,
    GIVEN_FROM = 1 << 3,
    GIVEN_TO = 1 << 4,
    GIVEN_NOTIFY = 1 << 5,
    GIVEN_BY = 1 << 6,
    GIVEN_COMPARE = 1 << 7,
    GIVEN_CUMULATIVE = 1 << 8,
    GIVEN_HISTORY = 1 << 9,
    GIVEN_PRESENTATION = 1 << 10,
    GIVEN_WHEN = 1 << 11,
    GIVEN_CONTEXT = 1 << 12,
};

struct sentinel {
    struct str name;
    struct text_place at;
    unsigned given;                /* enum given */
    struct expr *target, *changes; /* NULL: not given */
    int64_t fetch_ms;              /* 0: best effort */
    struct time_point from, to;
    enum notify_kind notify;
    int64_t notify_ms; /* NOTIFY_EVERY */
    struct sentinel_way *way;
    uint32_t n_ways;
    enum compare_kind compare;
    uint32_t compare_n; /* the n of EVERY, MOVING and NEXT; the version of FIXED */
    uint32_t cumulative, history;
    enum presentation presentation;
    uint32_t importance_ppm; /* least importance, in millionths: what is written is kept exactly */
    enum event_context context;
};

enum statement_kind {
    STATEMENT_CREATE,
    STATEMENT_CREATE_SET,
    STATEMENT_ALTER,
    STATEMENT_DROP,
    STATEMENT_DROP_SET,
    STATEMENT_ENABLE,
    STATEMENT_DISABLE,
    STATEMENT_EXPLAIN,
};

struct statement {
    enum statement_kind kind;
    struct text_place at;
    struct sentinel sentinel; /* its name in every statement but those of sets */
    struct str set;           /* the name of a set */
    struct str *address;      /* STATEMENT_CREATE_SET */
    uint32_t n_addresses;
};

struct sentinel_file {
    struct statement *item;
    uint32_t n;
};

/* Statements that are right are in `out`, what is wrong with the others in `faults`. E_LIMIT: the file is too long. */
int sentinel_read(struct arena *a, const struct grammar *g, struct str text, struct sentinel_file *out, struct fault_list *faults,
                  struct err *e) MUST_CHECK;

/* Everything of `from` that the mask (enum given) names, over what `to` has. */
void sentinel_take(struct sentinel *to, const struct sentinel *from, unsigned given);

/* One statement with its semicolon and a line end, in one form for all ways to write it. */
void sentinel_print(const struct statement *s, struct buf *out);
/* Parts of it, for graphs and messages. */
void expr_print(const struct expr *x, struct buf *out);
void type_print(const struct change_type *t, struct buf *out);
void span_print(int64_t ms, struct buf *out);

/* "links", "keywords" ...: as in the language, small letters. */
const char *type_name(enum type_kind kind);
const char *context_name(enum event_context context);
const char *compare_name(enum compare_kind kind);

#endif
