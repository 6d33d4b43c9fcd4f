/* In: words of settings. Out: from when on somebody is told. */
#include "judge/wishes.h"

#include <stdlib.h>

#include "base/share.h"

/* From calibration: of changes that are 20 % likely to matter one in five does. To miss one is worse than to read one in vain. Who wants to
 * hear less means less important changes, not less certain ones: a release is a few figures, a text that was reworded is sure to be
 * content. Of changes that people call the main ones of their pages, one in a hundred matters less than 0.05; of the others, one in
 * three. */
static const struct {
    struct str name;
    double chance, importance;
    struct str reason;
} levels[SENSITIVITIES] = {
    [SENSITIVITY_NORMAL] = { STR_INIT("normal"), 0.2, 0, STR_INIT("it is too little to be announced") },
    [SENSITIVITY_LOW] = { STR_INIT("low"), 0.2, 0.05, STR_INIT("less important than sensitivity low asks for") },
    [SENSITIVITY_HIGH] = { STR_INIT("high"), 0.08, 0, STR_INIT("less sure than sensitivity high asks for") },
    [SENSITIVITY_EVERYTHING] = { STR_INIT("everything"), 0, 0, STR_INIT("nothing in it that a reader could see") },
};

double sensitivity_chance(enum sensitivity sensitivity)
{
    return levels[sensitivity].chance;
}

double sensitivity_importance(enum sensitivity sensitivity)
{
    return levels[sensitivity].importance;
}

struct str sensitivity_reason(enum sensitivity sensitivity)
{
    return levels[sensitivity].reason;
}

struct str wishes_below(struct arena *a, const struct wishes *w, double importance)
{
    if (importance < sensitivity_importance(w->sensitivity))
        return sensitivity_reason(w->sensitivity);
    int digits = share_digits_apart(importance, w->min_importance);
    return arena_printf(a, "its importance, %.*f, is below the %.*f you asked for", digits, importance, digits, w->min_importance);
}

/* ---- One value ---- */

static bool read_level(struct str value, double *out)
{
    for (unsigned i = 0; i < SENSITIVITIES; i++)
        if (str_eq(value, levels[i].name)) {
            *out = i;
            return true;
        }
    return false;
}

static bool read_share(struct str value, double *out)
{
    char text[16], *end;
    if (value.len == 0 || value.len >= sizeof text || value.ptr[0] < '0' || value.ptr[0] > '1')
        return false;
    memcpy(text, value.ptr, value.len);
    text[value.len] = 0;
    double share = strtod(text, &end);
    if (*end || !(share >= 0 && share <= 1))
        return false;
    *out = share;
    return true;
}

int wishes_check_sensitivity(struct str value, struct err *e)
{
    double level;
    if (value.len == 0 || read_level(value, &level))
        return 0;
    return err_set(e, E_FORMAT, "\"%.*s\" is not a sensitivity; give low, normal, high or everything", STR_ARG(value));
}

int wishes_check_importance(struct str value, struct err *e)
{
    double share;
    if (value.len == 0 || read_share(value, &share))
        return 0;
    return err_set(e, E_FORMAT, "\"%.*s\" is not an importance; give a number from 0 to 1, such as 0.1", STR_ARG(value));
}

/* ---- Lists ---- */

/* The next item of a list: the tag, empty where it is for all pages, and the value. */
static bool next_item(struct str *list, struct str *tag, struct str *value)
{
    while (list->len) {
        struct str item = str_trim(str_cut(list, ',')), rest = item;
        struct str name = str_cut(&rest, '=');
        bool named = name.len < item.len;
        *tag = named ? str_trim(name) : STR("");
        *value = named ? str_trim(rest) : item;
        if (item.len)
            return true;
    }
    return false;
}

bool wishes_next_tag(struct str *list, struct str *tag)
{
    struct str unused;
    while (next_item(list, tag, &unused))
        if (tag->len)
            return true;
    return false;
}

static int check_list(struct str list, int (*check)(struct str, struct err *), struct err *e)
{
    struct str tag, value;
    int code = 0;
    while (code == 0 && next_item(&list, &tag, &value))
        code = value.len ? check(value, e) : err_set(e, E_FORMAT, "it is written VALUE or TAG=VALUE");
    return code;
}

int wishes_check_sensitivities(struct str list, struct err *e)
{
    return check_list(list, wishes_check_sensitivity, e);
}

int wishes_check_importances(struct str list, struct err *e)
{
    return check_list(list, wishes_check_importance, e);
}

/* ---- Which of them counts ---- */

static bool has_tag(const struct wishes_said *said, struct str tag)
{
    for (uint32_t i = 0; i < said->n_tags; i++)
        if (str_eq(said->tag[i], tag))
            return true;
    return false;
}

/* What the list says of the page: for its tags, else for all. */
static double ask_list(const struct wishes_said *said, struct str list, bool (*read)(struct str, double *),
                       bool (*lets_more)(double, double))
{
    struct str tag, value;
    bool tagged = false;
    double found = 0, one;
    while (next_item(&list, &tag, &value)) {
        if (!read(value, &one) || (tag.len && !has_tag(said, tag)))
            continue;
        if (tag.len ? !tagged || lets_more(one, found) : !tagged)
            found = one;
        tagged |= tag.len > 0;
    }
    return found;
}

static bool is_more_sensitive(double one, double other)
{
    double more = levels[(unsigned)other].chance - levels[(unsigned)one].chance;
    return more > 0 || (more == 0 && levels[(unsigned)one].importance < levels[(unsigned)other].importance);
}

static bool is_lower(double one, double other)
{
    return one < other;
}

struct wishes wishes_of(const struct wishes_said *said)
{
    double level, share;
    if (!read_level(said->watch_sensitivity, &level))
        level = ask_list(said, said->sensitivity, read_level, is_more_sensitive);
    if (!read_share(said->watch_importance, &share))
        share = ask_list(said, said->importance, read_share, is_lower);
    return (struct wishes){ (enum sensitivity)level, MAX(share, levels[(unsigned)level].importance) };
}
