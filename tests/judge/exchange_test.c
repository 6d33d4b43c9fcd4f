/* The price that stays is what the shop asks for; those beside it in other currencies follow the rate of exchange. */
#include "judge/exchange.h"
#include "tests/judge/course.h"

#define STORY \
    "<h1>The harbour</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring " \
    "of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people.</p>"

#define OFFER(shop, price) "<main>" STORY "<h2>Oak table</h2><p>" shop "</p><p>" price "</p><p>Made by hand.</p></main>"
#define CARDS(oak, elm) \
    "<main>" STORY "<ul><li><b>Oak table</b><div>" oak "</div></li><li><b>Elm table</b><div>" elm "</div></li></ul></main>"

#define SHUFFLED(a, x, b, y) \
    "<main>" STORY "<div class=card><h3>" a "</h3><p>" x "</p></div><div class=card><h3>" b "</h3><p>" y "</p></div></main>"

int main(void)
{
    static const struct {
        const char *old, *new, *what;
        bool told;
    } row[] = {
        { OFFER("Price:", "340 € · 371.20 $ · 292 £"), OFFER("Price:", "340 € · 373.90 $ · 291 £"), "two that follow it", false },
        { OFFER("Price:", "340 € (about $371.20)"), OFFER("Price:", "340 € (about $368.05)"), "one in brackets", false },
        { OFFER("Price:", "340 € · 371.20 $ · 292 £"), OFFER("Price:", "330 € · 360.20 $ · 283 £"), "a real change", true },
        { OFFER("Price:", "340 € · 371.20 $ · 292 £"), OFFER("Price:", "340 € · 299.00 $ · 292 £"),
          "a leap of one that somebody set", true },
        { OFFER("Price:", "371.20 $"), OFFER("Price:", "373.90 $"), "one by itself", true },
        { OFFER("Was 340 €, now:", "300 €"), OFFER("Was 340 €, now:", "295 €"), "one in the same currency", true },
        { CARDS("340 €</div><div>371.20 $", "90 €</div><div>98.26 $"), CARDS("340 €</div><div>373.90 $", "90 €</div><div>98.97 $"),
          "those of cards", false },
        { CARDS("340 €</div><div>371.20 $", "90 €</div><div>98.26 $"), CARDS("340 €</div><div>371.20 $", "85 €</div><div>92.80 $"),
          "a real one among cards", true },
        { SHUFFLED("Oak table", "340 € · 371.20 $", "Elm table", "90 € · 98.26 $"),
          SHUFFLED("Elm table", "90 € · 98.97 $", "Oak table", "340 € · 373.90 $"), "those of cards that changed places", false },
        { SHUFFLED("Oak table", "340 € · 371.20 $", "Elm table", "90 € · 98.26 $"),
          SHUFFLED("Elm table", "85 € · 93.40 $", "Oak table", "340 € · 373.90 $"), "a real one among them", true },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct course c = { 0 };
        visit(&c, row[i].old, NULL);
        eq_int(visit(&c, row[i].new, NULL), row[i].told, row[i].what);
        arena_drop(&c.kept);
    }
    return tap_done();
}
