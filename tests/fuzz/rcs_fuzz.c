/* Any bytes as an RCS archive: reading ends, and every revision of what is read either has a text or says what is broken. */
#include <stdlib.h>

#include "intake/source_impl.h"
#include "intake/source_rcs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { 0 };
    struct str bytes = { (const char *)data, size }, text, *blobs;
    struct source_versions list;
    struct rcs r;
    if (rcs_read(&a, bytes, &r, NULL) == 0)
        for (uint32_t i = 0; i < r.n && i < 50; i++) {
            if (rcs_text(&a, &r, i, &text, NULL) == 0 && text.len > size)
                abort();
            if (rcs_plain(&a, r.item[i].log).len > size)
                abort();
        }
    if (source_git_parse(&a, bytes, &list, &blobs, NULL) == 0)
        for (uint32_t i = 0; i < list.n; i++)
            if (!list.item[i].gone && blobs[i].len < 40)
                abort();
    return 0;
}
