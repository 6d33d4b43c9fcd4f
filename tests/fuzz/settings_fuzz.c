/* A settings file of any bytes: every value that comes out of it stands in its range, and is written in a form that reads the same. */
#include <stdlib.h>

#include "flow/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    struct settings s, again;
    struct err e = { 0 };

    if (settings_defaults(&a, &s, &e) || settings_defaults(&a, &again, &e))
        abort();
    if (settings_read(&a, &s, STR("f"), (struct str){ (const char *)data, size }, &e))
        return e.text[0] ? 0 : (abort(), 0);
    for (unsigned id = 0; id < SETTINGS; id++) {
        struct setting_given given = { .text = s.value[id].text, .source = SETTING_COMMAND_LINE, .where = STR("x") };
        if (settings_set(&a, &again, (enum setting_id)id, &given, &e))
            abort();
        if (again.value[id].number != s.value[id].number || !str_eq(again.value[id].text, s.value[id].text))
            abort();
    }
    return 0;
}
