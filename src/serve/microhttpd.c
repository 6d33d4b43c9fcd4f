/* In: nothing. Out: libmicrohttpd's calls, by name (docs/decisions/0013-libmicrohttpd-is-loaded-when-needed.md). */
#include "serve/microhttpd.h"

#include <dlfcn.h>

int microhttpd_load(struct microhttpd *m, struct err *e)
{
    m->library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!m->library)
        return err_set(e, E_SYSTEM, "libmicrohttpd cannot be loaded (%s); install libmicrohttpd12", dlerror());
#define CALL(name) \
    *(void **)&m->name##_p = dlsym(m->library, #name); \
    if (!m->name##_p) \
        return err_set(e, E_SYSTEM, "libmicrohttpd has no " #name "; install a newer libmicrohttpd12");
    MICROHTTPD_CALLS(CALL)
#undef CALL
    return 0;
}
