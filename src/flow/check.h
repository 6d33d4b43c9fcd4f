/* One check of one page, from the answer to what is stored and told, in three parts:
 *
 *     check_load      reads what is known of the page, in a transaction for reading
 *     check_analyse   compares, judges, packs: pure, on any thread, within a budget of memory
 *     check_commit    writes what was found, in a short transaction for writing
 *
 * Everything a check decides is written together: the version, its verdict, an event for each user whom it concerns, pages found by
 * following links, and when to look again. Several checks may share one transaction, each as a part of its own (store_begin_part());
 * what is told of them is true once it is committed. */
#ifndef FLOW_CHECK_H
#define FLOW_CHECK_H

#include "base/workers.h"
#include "flow/announce.h"
#include "flow/links.h"
#include "judge/template.h"
#include "judge/verdict.h"
#include "notify/websub.h"
#include "store/pack.h"

enum check_outcome {
    CHECK_FIRST,   /* the first version */
    CHECK_SAME,    /* what we have */
    CHECK_CHANGED, /* something that somebody asked about */
    CHECK_QUIET,   /* other bytes, but nothing to announce: kept */
    CHECK_SUSPECT, /* kept, not announced unless it lasts */
    CHECK_FAILED,  /* no page came; `words` says what to do */
    CHECK_PUT_OFF, /* not looked at: its host, or the network, is to blame */
    CHECK_OUTCOMES
};

/* "first", "same", ... */
const char *check_outcome_name(enum check_outcome outcome);

struct check {
    struct subject subject; /* as it is now */
    enum check_outcome outcome;
    enum fetch_state answer;
    unsigned status;
    struct str words;           /* a sentence for a person; empty where there is nothing to say */
    int64_t number, before;     /* the newest version, and the one it was compared with; 0: none */
    struct store_counts counts; /* of the change, as the first who is concerned sees it */
    double importance;          /* 0 to 1; -1: not known */
    struct str headline;        /* the change in a few words */
    struct str reasons;         /* as store_verdict has them */
    bool again;                 /* it was told before the work began again (flow/keeper.h): it counts, and is not said twice */
    bool warns;                 /* something in `words` must be told even where nothing changed */
    bool back; /* the page is there again, after failures or what was announced in its place: told even where it is as it was */
    struct str moved_to;                   /* the watch should have this address; else empty */
    uint32_t n_followed;                   /* pages and files that are watched from now on because this one points to them */
    const struct verdict_concern *concern; /* what the change is to each of subject.watch; NULL: nothing was compared */
};

/* Whether somebody is told: something they ask about changed, or a page is new in a tree that they follow. */
bool check_is_news(const struct check *c);
/* Whether this user is. */
bool check_is_news_for(const struct check *c, int64_t user);
/* What this user is told, in a line and the lines below it; NULL: nothing was compared for them. */
const struct headline *check_headline_for(const struct check *c, int64_t user);
/* The check as this user's own watch has it, as their report will tell it: what is news for others alone is quiet. Unchanged where they do
 * not watch the page. In the arena. */
struct check check_seen_by(struct arena *a, const struct check *c, int64_t user);

/* Of one concern: as the store keeps it, and as a sentence: "3 words added, 1 removed: HEADLINE". */
struct store_counts check_counts(const struct verdict_concern *c);
struct str check_words(struct arena *a, const struct verdict_concern *v);

/* What a new version is to somebody who has not seen the one before it (flow/since.h). */
struct check_since {
    struct store_since row; /* `user` and `seen` when it is loaded; the rest but for `number` when it is `made` */
    struct body body;       /* of the version that was seen */
    const struct past *known;
    bool has_body, made;
};

/* A check on its way. The arena, `page` and `response` are the caller's, who may also give the subject where it has read it before; the
 * rest is filled part by part. */
struct check_work {
    struct work_item item;
    struct arena *arena; /* for all that it holds; nobody else uses it meanwhile */
    void *owner;         /* the caller's */
    int64_t page;
    bool asked; /* somebody named it: if it is put off, it is owed */
    struct response response;

    struct subject subject;
    bool has_subject; /* the caller's, or filled: as the store had it at `stamp` */
    int64_t stamp;
    struct store_version newest, base; /* the newest version, and the newest that is not suspect; number 0: none */
    struct body old;                   /* of `base` */
    struct store_version real;         /* the page, where `base` is what was believed in its place; number 0: it is not */
    struct body real_body;
    struct body held;                  /* of `newest`, where that is suspect; no bytes: it is not, or cannot be read */
    const struct subject_rules *rules; /* the caller's: what each user wants to hear of; NULL: as usual */
    struct lessons *lessons;           /* what each of the watches' users taught of the page */
    struct check_since *since;         /* of each user who has something unseen */
    uint32_t n_since;
    struct links links;
    struct store_pack pack;
    bool compares; /* there is something to analyse */
    bool late;     /* there is not, and what is known of the page is read by the transaction that writes */

    bool probe;         /* the caller's: a second answer of one moment, from which only its past learns (flow/probe.c) */
    struct str past;    /* of a probe: what it taught; empty: nothing */
    struct body second; /* the caller's: another answer of the moment of `response`; no bytes: there is none */
    struct verdict verdict;
    struct str title;                /* of the new page */
    struct record_list missing;      /* what watches select and the page does not have */
    struct websub_offer hub;         /* that the page names; empty: none */
    struct record_list feeds;        /* likewise */
    struct announcements *announced; /* pages that a sitemap or a feed says have changed; NULL: none */
    struct str changes;              /* the first of them in their own words, as the verdict keeps them */
    struct check check;
};

/* Whether a page came, or what stands for one. */
bool check_is_page(const struct response *r);

/* E_ABSENT: nobody has the page any more. */
int check_load(struct check_work *w, struct store *s, struct err *e) MUST_CHECK;
/* What check_load() left for the transaction that writes. 1: there is no version, so the answer is needed whole: load it again. */
int check_load_late(struct check_work *w, struct store *s, struct err *e) MUST_CHECK;
/* What a thread has for itself. */
struct check_tools {
    struct codec *codec;
    const struct cutter *cutter; /* what draws pages and cuts them into blocks; NULL: places are enough */
    size_t memory_max;           /* for one analysis; 0: LIMIT_CHECK_MEMORY */
    bool by_bytes;               /* the page is not to be taken apart: it ended the process that did (flow/keeper.h) */
};

/* What each of the watches asks about, with what its user taught. In the arena. */
struct interest *check_interests(struct arena *a, const struct check_work *w);

/* Never fails: what is past a limit is judged by its bytes, and says so. */
void check_analyse(struct check_work *w, const struct check_tools *tools);

struct check_context {
    struct store *store;
    const struct subject_rules *rules;
    struct templates *templates; /* changes of other pages in this run; NULL: none are compared */
};

/* Fills w->check. 1: the page has changed in the store since it was loaded, and nothing was written: load and analyse it again. */
int check_commit(struct check_work *w, const struct check_context *c, struct err *e) MUST_CHECK;

/* An answer, and what it is the answer to. */
struct check_job {
    struct store *store;
    const struct subject_rules *rules;
    int64_t page;
    const struct response *response;
    struct templates *templates;
    const struct cutter *cutter; /* what draws pages and cuts them into blocks; NULL: places are enough */
};

/* All three parts, one after the other. */
int check_answer(struct arena *a, const struct check_job *job, struct check *out, struct err *e) MUST_CHECK;

#endif
