/* In: the pieces of a change. Out: of lines that were edited in a menu and beside the main content alike, both stand in the menu.
 *
 * Only one of the two copies may be named as a menu; the other looks like a list of links, or like a long line of words. */
#include "judge/piece_menus.h"

#include "base/map.h"

static bool is_edited_in(const struct judge_piece *p, enum judge_place place)
{
    return p->kind == PIECE_CHANGED && p->repeated && p->place == place;
}

void piece_menus_join(struct arena *a, const struct delta *d, struct judge_piece *item, uint32_t n)
{
    struct map menu; /* by hash of a sentence that was edited in one */
    map_open(&menu, a, 0);
    for (uint32_t i = 0; i < n; i++)
        if (is_edited_in(&item[i], PLACE_MENU))
            map_slot(&menu, d->new->sentence[item[i].sentence].hash, 0);
    for (uint32_t i = 0; i < n && menu.n; i++)
        if (is_edited_in(&item[i], PLACE_OTHER) && map_find(&menu, d->new->sentence[item[i].sentence].hash))
            item[i].place = PLACE_MENU;
}
