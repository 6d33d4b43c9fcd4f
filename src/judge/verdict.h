/* What a new body of a page means: whether it is the page at all, what changed in it, and whom that concerns.
 *
 * Pages and text are compared by their words (page/body.h), anything else by its bytes alone. Made once for a version and kept with it
 * (store_verdict, store_event): whatever speaks of the version later reads it, and does not judge again. Pure. */
#ifndef JUDGE_VERDICT_H
#define JUDGE_VERDICT_H

#include "judge/evidence.h"
#include "judge/excerpt.h"
#include "judge/headline.h"
#include "judge/held.h"
#include "judge/interest.h"
#include "judge/suspect.h"
#include "page/body.h"
#include "segment/cutter.h"

struct verdict_facts {
    struct str final_url;    /* after redirects; empty: the page's own address */
    struct str final_before; /* likewise, at the visit before */
    struct body new;
    const struct body *second; /* another answer of the same moment; NULL: there is none */
    const struct body *old;    /* the newest that was not suspect; NULL: there is none */
    const struct body *real;   /* the newest before `old`, which was suspect and lasted (verdict.back); NULL: `old` is the page */
    const struct body *held;   /* the answer before, which was suspect and is not believed yet; NULL: it was not */
    const struct interest *interest; /* of each watch of the page; `noise` is not read */
    uint32_t n_interests;
    struct str past;             /* what earlier visits taught, as the last verdict left it; empty: nothing */
    bool blocked;                /* nobody has seen the page yet: verdict.wall is asked for */
    const struct cutter *cutter; /* what draws and cuts the pages to weigh the change; NULL: it is weighed by places */
};

/* What the change is to one who watches. */
struct verdict_concern {
    bool concerns; /* something they ask about has changed */
    uint32_t n_changes;
    uint32_t changes[CHANGE_CLASSES]; /* that lie where the watch looks, by class; those of content count */
    uint32_t words_inserted, words_deleted;
    double chance;            /* that a person wants to be told */
    bool wanted;              /* it has something that they taught weft to tell */
    bool weighed;             /* `importance` is their own: they look at a part of the page, or taught something */
    double importance;        /* of what changed there (verdict_importance()) */
    struct headline headline; /* what matters most, in the page's own words; may be empty */
    struct excerpts excerpts; /* the first changes that are told */
    struct str note;          /* what they should know: an expression that cannot be read; may be empty */
};

enum {
    VERDICT_HELD_MAX = 8, /* lines, enough to see what is held back; the rest is more of the same, and counted */
    VERDICT_REASONS_MAX = 4,
};

struct verdict {
    struct str suspect; /* the reason in words; empty: it is the page */
    enum suspect suspect_kind;
    bool again;                      /* it is suspect, and says what the answer before (facts.held) said */
    struct str wall;                 /* why it would be suspect as the first answer; empty: it would not, or nobody asks */
    bool back;                       /* the page is back: all that follows is against the last real version */
    bool still;                      /* it is not back: what was announced in its place, or more of the kind. Nobody is told */
    struct verdict_concern *concern; /* of each watch */
    struct verdict_concern whole;    /* of somebody who watches all of the page */
    bool any;                        /* one of the watches is concerned */
    struct str left_out;             /* why none is, though `whole` is: the same for all; empty: they ask about something else */
    bool invisible;                  /* nothing that a reader sees has changed */
    bool readable;                   /* as a page: `page` is there */
    struct page page;                /* the new one */
    double importance;               /* of all that changed on the page: 0 to 1; -1: not known */
    struct str reason[VERDICT_REASONS_MAX]; /* in words, the strongest first */
    uint32_t n_reasons;
    float amount[EVIDENCES];  /* of all evidence, for somebody who watches all of the page */
    struct str past;          /* what this visit and those before it taught: for the next one */
    struct str known;         /* what was known before of what changed now: for a look at the change later (verdict_look()) */
    struct held_changes held; /* that nobody is told of; `piece` unset */
    uint64_t change; /* what the change is, for comparing it with those of other pages (judge/template.h); 0: nothing to compare */
    struct str note; /* of the first watch that has one, or why the page could not be read; may be empty */
};

/* `old` NULL: only looks whether the page is suspect. A body that is past a limit is judged by its bytes. */
int verdict_make(struct arena *a, const struct verdict_facts *facts, struct verdict *out, struct err *e) MUST_CHECK;
/* What facts->second teaches of facts->new: whatever differs between the two is noise. *past is facts->past with that in it; the same where
 * one of them cannot be read, or `second` may not be the page. Only for answers that weft itself asked for one after the other: two visits
 * that happen to be close may have news between them. */
int verdict_probe(struct arena *a, const struct verdict_facts *facts, struct str *past, struct err *e) MUST_CHECK;
/* The concern of the first watch that is concerned; else that of the whole page. */
const struct verdict_concern *verdict_first(const struct verdict *v, uint32_t n_interests);

/* How much the change matters to one who watches: of what they look at; -1: not known. */
double verdict_importance(const struct verdict *v, const struct verdict_concern *c);

/* A difference that is looked at again. */
struct verdict_again {
    const struct delta *delta;
    const struct interest *interest; /* of who looks; `noise` is not read */
    struct past past;                /* what was known then of what changed; zeros: nothing */
    bool weigh;                      /* importance and reasons are wanted too */
    uint32_t hold_back;              /* what is not told is wanted too: so many lines at most */
    bool hold_all;                   /* and with it what is: somebody chose parts of it themselves */
    const struct cutter *cutter;     /* for that; NULL: by places */
};

struct weigh_history;
struct weigh_part;

struct verdict_view {
    struct delta_choice shown;      /* what counts and is not noise, unless all is; of other classes what lies where they look */
    struct verdict_concern concern; /* as it was when the change was judged */
    uint32_t n_noise;               /* changes that would count, were they not noise */
    uint32_t n_outside;             /* that lie where they do not look */
    const struct weigh_history *weights; /* what each word weighs in the importance, as it did then: noise weighs little */
    const struct weigh_part *part;       /* and the part of the pages that is weighed; NULL: all of them */
    double importance;                   /* negative: not asked for, or not known */
    struct str reason[VERDICT_REASONS_MAX];
    uint32_t n_reasons;
    struct held_changes held;         /* where they look, and nobody is told of; none, unless it is asked for */
    struct held_changes held_outside; /* likewise where they do not look: the first line, unless more than the usual are wanted */
};

/* With what verdict_make() left in `known`, and the same pages and interest, its counts, headline and excerpts are the same again. */
int verdict_look(struct arena *a, const struct verdict_again *again, struct verdict_view *out, struct err *e) MUST_CHECK;

/* Reasons as a row keeps them: JSON; empty: none. */
struct str verdict_reasons(struct arena *a, const struct str *reason, uint32_t n);

/* All but the page, in another arena: a page takes a hundred times the room of what is thought of it. */
struct verdict verdict_copy(struct arena *a, const struct verdict *v, uint32_t n_interests);

#endif
