/* The names of the sources of a layout. */
#include "segment/layout.h"

const char *layout_source_name(enum layout_source source)
{
    static const char *const names[] = { "estimate", "browser", "cached" };

    return names[source];
}
