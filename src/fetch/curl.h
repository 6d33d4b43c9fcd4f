/* libcurl as a table of calls, loaded when the first fetcher is opened: it brings some thirty libraries along. */
#ifndef FETCH_CURL_H
#define FETCH_CURL_H

#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

#include "base/err.h"

#define CURL_CALLS(CALL) \
    CALL(curl_global_init) \
    CALL(curl_easy_init) \
    CALL(curl_easy_setopt) \
    CALL(curl_easy_getinfo) \
    CALL(curl_easy_reset) \
    CALL(curl_easy_cleanup) \
    CALL(curl_easy_strerror) \
    CALL(curl_free) \
    CALL(curl_slist_append) \
    CALL(curl_slist_free_all) \
    CALL(curl_multi_init) \
    CALL(curl_multi_setopt) \
    CALL(curl_multi_add_handle) \
    CALL(curl_multi_remove_handle) \
    CALL(curl_multi_assign) \
    CALL(curl_multi_socket_action) \
    CALL(curl_multi_info_read) \
    CALL(curl_multi_cleanup) \
    CALL(curl_share_init) \
    CALL(curl_share_setopt) \
    CALL(curl_share_cleanup) \
    CALL(curl_url) \
    CALL(curl_url_cleanup) \
    CALL(curl_url_get) \
    CALL(curl_url_set)

struct curl {
    void *library;
#define CALL(name) __typeof__(&name) name##_p;
    CURL_CALLS(CALL)
#undef CALL
};

/* The library stays loaded for good: it may have threads. E_SYSTEM: it is not there, or too old. */
int curl_load(struct curl *c, struct err *e) MUST_CHECK;

#endif
