/* In: argv. Out: a copy of it, and argv without secrets. What is secret is known by the name of its option alone, so that it is gone before
 * anything else is read. Invariant: a word keeps its place and never grows. */
#include "cli/hide.h"

#include "base/limits.h"

static const char *const options[] = { "--login", "--bearer", "--header", "--form", "--via", "--proxy", "--secret", "--key" };
/* Addresses of channels: what stands behind is a secret, or has one in it. */
static const char *const addresses[] = { "slack:", "discord:", "matrix:", "telegram:", "ntfy:" };

/* Stars in the place of the bytes, as many whatever there was. */
static void overwrite(char *from, size_t n)
{
    enum { STARS = 3 };

    memset(from, 0, n);
    memset(from, '*', MIN(n, (size_t)STARS));
}

/* "https://name:password@host/": the login goes, the rest stays readable. */
static void hide_login(char *word)
{
    char *start = strstr(word, "://"), *at = NULL;

    for (char *c = start ? start + 3 : ""; *c && !strchr("/?#", *c); c++)
        at = *c == '@' ? c : at;
    if (at)
        memset(start + 3, '*', (size_t)(at - start - 3));
}

/* Whether the next word is the option's value; one in the same word is hidden at once. */
static bool hide_word(char *word)
{
    for (size_t i = 0; i < ARRAY_LEN(options); i++) {
        size_t n = strlen(options[i]);
        if (strncmp(word, options[i], n) != 0)
            continue;
        if (word[n] == '=')
            overwrite(word + n + 1, strlen(word + n + 1));
        return word[n] == '\0';
    }
    for (size_t i = 0; i < ARRAY_LEN(addresses); i++) {
        char *from = strstr(word, addresses[i]);
        if (from == word || (from && from[-1] == '='))
            overwrite(from + strlen(addresses[i]), strlen(from + strlen(addresses[i])));
    }
    hide_login(word);
    return false;
}

char **hide_secrets(struct arena *a, int n, char **word)
{
    char **copy = NEW_ARRAY(a, char *, (size_t)n + 1);
    bool is_value = false;

    for (int i = 0; i < n; i++) {
        copy[i] = (char *)arena_str(a, str_of(word[i])).ptr;
        if (is_value)
            overwrite(word[i], strlen(word[i]));
        is_value = !is_value && hide_word(word[i]);
    }
    return copy;
}
