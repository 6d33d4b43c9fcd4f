/* Settings of a person, kept in the archive: they hold for that person's watches and reports, whoever runs weft.
 *
 * A value of the archive is stronger than the settings file of whoever runs weft, and weaker than their environment and command line,
 * which speak of this run. For the watches of others only the defaults and what these others set count. */
#ifndef ARCHIVE_PREFERENCES_H
#define ARCHIVE_PREFERENCES_H

#include "archive/caller.h"
#include "flow/subject.h"

/* The caller's own over `settings`. A row that cannot be read is passed over: it must not stop everything else. */
int preferences_apply(const struct caller *c, struct settings *settings, struct err *e) MUST_CHECK;
/* Keeps the caller's value, in its one form; an empty one takes it back. E_USAGE: there is no such setting, the value is not one, or it is
 * a setting of the machine. E_DENIED: it names a file of the machine, and the caller is not an administrator. */
int preferences_set(const struct caller *c, struct str name, struct str value, struct err *e) MUST_CHECK;

/* The tags that such a value gives something to ("normal, work=high") and that no page of the caller's watches has: "work or news". Empty:
 * each is there, or the setting has none. O(watches), where there are any. */
int preferences_unknown_tags(const struct caller *c, struct str name, struct str value, struct str *out, struct err *e) MUST_CHECK;

/* The visits that the browsers named by the setting remember. */
int preferences_history(struct arena *a, const struct settings *s, struct browser_history *out, struct err *e) MUST_CHECK;

/* When to look at whose pages: the caller's own rules, as their settings of this run say, and those of everybody else. */
struct preference_rules {
    struct thresholds thresholds;
    struct browser_history history;
    struct visit_plan plan;     /* as it stands in the archive */
    struct subject_rules rules; /* for whatever decides; the rules of others hang on it */
};

/* Into zeros. `run_ms`: time between two runs (track/decide.h). An administrator's business: it reads everybody's. O(users). */
int preferences_rules(const struct caller *c, int64_t run_ms, struct preference_rules *out, struct err *e) MUST_CHECK;
void preference_rules_drop(struct preference_rules *r);

#endif
