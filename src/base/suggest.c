/* The distance is that of Damerau (insert, delete, replace, swap of neighbours, each 1), in its "optimal string alignment" form.
 * Names longer than NAME_MAX_LEN are never near. Cost: O(length of one x length of the other), both bounded. */
#include "base/suggest.h"

#include <stdbool.h>
#include <string.h>

#include "base/auto.h"

enum { NAME_MAX_LEN = 32 };

static unsigned edits(const char *a, size_t n, const char *b, size_t m)
{
    unsigned row[NAME_MAX_LEN + 1][NAME_MAX_LEN + 1];

    for (size_t i = 0; i <= n; i++)
        row[i][0] = (unsigned)i;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            unsigned best = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            best = MIN(best, row[i - 1][j] + 1);
            best = MIN(best, row[i][j - 1] + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = MIN(best, row[i - 2][j - 2] + 1);
            row[i][j] = best;
        }
    }
    return row[n][m];
}

void suggest_offer(struct suggest *s, const char *name)
{
    size_t n = strlen(s->given), m = strlen(name);

    if (n == 0 || n > NAME_MAX_LEN || m > NAME_MAX_LEN)
        return;
    unsigned distance = edits(s->given, n, name, m);
    bool is_beginning = n < m && memcmp(s->given, name, n) == 0;
    bool begins_alike = n > 3 && m > 3 && memcmp(s->given, name, 3) == 0;
    bool near = distance <= MAX(m / 3, begins_alike ? 2u : 1u) || is_beginning;
    if (near && (!s->best || distance < s->distance)) {
        s->best = name;
        s->distance = distance;
    }
}
