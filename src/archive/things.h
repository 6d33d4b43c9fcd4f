/* One JSON for a thing: a page, a watch, a version, an event, a problem, a check is written the same way by every command and every door.
 *
 * docs/json.md says what the fields mean, as a JSON Schema that the tests hold every command against. The rules: a thing has all its
 * fields, always; what is not known is null; moments are RFC 3339 in UTC; nothing secret is written. The changes of a difference, which
 * know more of themselves, are written by show/json.h. Each call writes one value, unless its name ends in _members: these go into an
 * object that is open, which may have more. Pure. */
#ifndef ARCHIVE_THINGS_H
#define ARCHIVE_THINGS_H

#include "archive/held.h"
#include "archive/history.h"
#include "archive/problem.h"
#include "archive/watched.h"
#include "archive/watches.h"
#include "flow/check.h"
#include "judge/excerpt.h"

/* ---- Small parts ---- */

void thing_text(struct json *j, const char *name, struct str text); /* null where it is empty */
/* "importance": a number, or null where it is not known. */
void thing_importance(struct json *j, double importance);
void thing_number(struct json *j, const char *name, int64_t number); /* null where it is 0: versions are numbered from 1 */
void thing_list(struct json *j, const char *name, const struct record_list *list);

/* What was thought of a change: how much it matters, why, and what is in it. Of nothing (`counts` NULL) each is null, or an empty list. */
struct thing_weight {
    double importance; /* negative: not known */
    struct str headline, reasons;
    const struct store_counts *counts;
};
void thing_weight_members(struct json *j, const struct thing_weight *weight);

/* The reasons of a verdict, as sentences; and as the member "reasons". None where they cannot be read. */
struct record_list thing_reasons(struct arena *a, struct str reasons);
void thing_reasons_member(struct json *j, struct str reasons);
/* "held_back": what nobody was told of, each with why. */
void thing_held_back(struct json *j, const struct held_parts *parts);

/* ---- Things ---- */

/* The page's address, what a command takes for it, its title and its tags: how every thing that belongs to a page names it. */
void thing_name_members(struct json *j, const struct store_page *page, const struct page_state *state, const struct watch *watch);

void thing_problem(struct json *j, const struct problem *p);
void thing_problems(struct json *j, const char *name, const struct problems *list);
void thing_watch(struct json *j, const struct watch *watch);
/* The page as the user sees it who watches it. */
void thing_page_members(struct json *j, const struct watched *w);
/* The same without the last, "watch". */
void thing_page_facts(struct json *j, const struct watched *w);
void thing_version(struct json *j, const struct history_row *row);
/* "sent", "waiting" for its next try, "dead", or "gathered" until its time comes. */
const char *sent_state_name(const struct store_sent *sent);
/* A change in its own words. */
void thing_change(struct json *j, const struct excerpt *x);
void thing_event(struct json *j, const struct watched *w, const struct store_event *event);
/* What was done to a watch. */
void thing_watch_change(struct json *j, const struct watch_change *change);
/* How a look at a page ended, for the user, as it was told at `now`. */
void thing_check(struct json *j, const struct check *check, int64_t user, int64_t now);

#endif
