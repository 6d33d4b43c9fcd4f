/* In: a word. Out: whether it is a version, by its shape. O(length). */
#include "judge/versions.h"

#include "base/auto.h"
#include "judge/phrases.h"

enum { PARTS_MAX = 4 };

bool versions_named(struct str line)
{
    static const struct phrase names[] = {
        PHRASE("version"), PHRASE("versión"), PHRASE("versão"),     PHRASE("verze"),    PHRASE("wersj"),
        PHRASE("wydani"),  PHRASE("верси"),   PHRASE("выпуск"),     PHRASE("release"),  PHRASE("sürüm"),
        PHRASE("版"),      PHRASE("发布"),    PHRASE("バージョン"), PHRASE("リリース"), PHRASE("버전"),
    };
    return phrases_found(line, names, ARRAY_LEN(names), PHRASE_ANYWHERE);
}

bool versions_is(struct str word, bool named)
{
    unsigned parts = 0, thousands = 0, bytes = 0;
    if (!word.len || word.ptr[0] < '0' || word.ptr[0] > '9') /* as most words */
        return false;
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
