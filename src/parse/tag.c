/* In: a tag number or a name. Out: its classes, its name, its number.
 *
 * Known names are sorted and found by halving; html.c does not come here for them, it goes from the
 * parser's own number by a table. Cost: O(log n) for a name, O(1) for a number. */
#include "parse/tag.h"

const uint16_t tag_class_row[TAG_KNOWN] = {
#define TAG(NAME, name, classes) [TAG_##NAME] = classes,
#include "parse/tag.def"
#undef TAG
};

static const struct str row[TAG_KNOWN] = {
#define TAG(NAME, name, classes) [TAG_##NAME] = STR_INIT(name),
    TAG(NONE, "", 0)
#include "parse/tag.def"
#undef TAG
};

struct str tag_name(const struct symbols *symbols, uint32_t tag)
{
    return tag < TAG_KNOWN ? row[tag] : symbols_str(symbols, tag - TAG_KNOWN);
}

uint32_t tag_number(struct symbols *symbols, struct str name)
{
    uint32_t low = TAG_NONE + 1, high = TAG_KNOWN;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = str_cmp(name, row[middle]);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return TAG_KNOWN + symbols_add(symbols, name);
}
