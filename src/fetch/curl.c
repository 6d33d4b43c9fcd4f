/* In: nothing. Out: libcurl's calls, by name.
 *
 * Linked, libcurl would cost every start of the program nine milliseconds (docs/decisions). The oldest version
 * that has what is used here is 7.85 (CURLOPT_PROTOCOLS_STR). */
#include "fetch/curl.h"

#include <dlfcn.h>

int curl_load(struct curl *c, struct err *e)
{
    c->library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!c->library)
        return err_set(e, E_SYSTEM, "libcurl cannot be loaded (%s); install libcurl4", dlerror());
#define CALL(name) \
    *(void **)&c->name##_p = dlsym(c->library, #name); \
    if (!c->name##_p) \
        return err_set(e, E_SYSTEM, "libcurl has no " #name "; install a newer libcurl4");
    CURL_CALLS(CALL)
#undef CALL
    if (c->curl_global_init_p(CURL_GLOBAL_DEFAULT))
        return err_set(e, E_SYSTEM, "libcurl cannot start");
    return 0;
}
