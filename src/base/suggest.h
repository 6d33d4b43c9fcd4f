/* "Did you mean ...?": the known name nearest to one that is not known. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

struct suggest {
    const char *given;
    const char *best; /* the nearest so far; NULL while nothing is near enough */
    unsigned distance;
};

/* Takes `name` where it is nearer than all before: few edits (a third of its length; two where both begin alike), or `given` is its
 * beginning. */
void suggest_offer(struct suggest *s, const char *name);

#endif
