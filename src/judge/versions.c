/* In: a word. Out: whether it is a version, by its shape. O(length). */
#include "judge/versions.h"

#include "base/auto.h"

enum { PARTS_MAX = 4 };

bool versions_named(struct str line)
{
    static const struct str names[] = {
        STR_INIT("version"), STR_INIT("versión"), STR_INIT("versão"),     STR_INIT("verze"),    STR_INIT("wersj"),
        STR_INIT("wydani"),  STR_INIT("верси"),   STR_INIT("выпуск"),     STR_INIT("release"),  STR_INIT("sürüm"),
        STR_INIT("版"),      STR_INIT("发布"),    STR_INIT("バージョン"), STR_INIT("リリース"), STR_INIT("버전"),
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (str_find_nocase(line, names[i], 0) != SIZE_MAX)
            return true;
    return false;
}

bool versions_is(struct str word, bool named)
{
    unsigned parts = 0, thousands = 0, bytes = 0;
    while (word.len) {
        struct str part = str_cut(&word, '.');
        unsigned value = 0;
        for (size_t i = 0; i < part.len; i++) {
            if (part.ptr[i] < '0' || part.ptr[i] > '9')
                return false;
            value = MIN(value * 10 + (unsigned)(part.ptr[i] - '0'), 1000000u);
        }
        if (part.len == 0)
            return false;
        thousands += parts > 0 && part.len == 3;
        bytes += value < 256;
        parts++;
    }
    if (parts == 2)
        return named;
    return parts > 2 && parts <= PARTS_MAX && thousands < parts - 1 && (parts < PARTS_MAX || bytes < parts);
}
