/* Days in lines, and their order. */
#include "judge/calendar.h"

#include "base/auto.h"

#include "tests/tap.h"

static const struct {
    const char *text;
    uint32_t year, month, day; /* 0: no year; no day: none can be told */
} row[] = {
    { "2031-05-03", 2031, 5, 3 },
    { "on 2031/05/03 at noon", 2031, 5, 3 },
    { "3.5.2031", 2031, 5, 3 },
    { "Sa., 03.05., 20 Uhr", 0, 5, 3 },
    { "03.05.31", 2031, 5, 3 },
    { "Saturday 3 May 2031, 20:00", 2031, 5, 3 },
    { "May 3rd, 2031: the choir", 2031, 5, 3 },
    { "Sat, May 3", 0, 5, 3 },
    { "3. Mai 2031", 2031, 5, 3 },
    { "le 3 mai 2031", 2031, 5, 3 },
    { "3 de mayo de 2031", 2031, 5, 3 },
    { "3 мая 2031 г.", 2031, 5, 3 },
    { "5月3日（土）", 0, 5, 3 },
    { "2031年5月3日", 2031, 5, 3 },
    { "25/12/2031", 2031, 12, 25 },
    { "12/25/2031", 2031, 12, 25 },
    { "Choir and 12 boys, 3 May", 0, 5, 3 },
    { "05/03/2031", 0, 0, 0 },
    { "Room 12, 40 seats", 0, 0, 0 },
    { "May be 3 times", 0, 0, 0 },
    { "2.4.0 released", 0, 0, 0 },
    { "12 euro", 0, 0, 0 },
};

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        uint32_t day = 0;
        bool year = false, found = calendar_day(str_of(row[i].text), &day, &year);
        uint32_t want = row[i].year * CALENDAR_YEAR + (row[i].month - 1) * 31 + row[i].day - 1;
        if (!row[i].day)
            ok(!found, "no day: %s", row[i].text);
        else
            ok(found && day == want && year == (row[i].year > 0), "%s", row[i].text);
    }
    return tap_done();
}
