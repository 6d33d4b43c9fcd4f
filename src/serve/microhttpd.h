/* libmicrohttpd as a table of calls, loaded when a server is opened: it brings GnuTLS along, which no other command needs. */
#ifndef SERVE_MICROHTTPD_H
#define SERVE_MICROHTTPD_H

#include <microhttpd.h>

#include "base/err.h"

#define MICROHTTPD_CALLS(CALL) \
    CALL(MHD_start_daemon) \
    CALL(MHD_stop_daemon) \
    CALL(MHD_quiesce_daemon) \
    CALL(MHD_get_daemon_info) \
    CALL(MHD_get_connection_info) \
    CALL(MHD_lookup_connection_value) \
    CALL(MHD_get_connection_values) \
    CALL(MHD_create_response_from_buffer) \
    CALL(MHD_create_response_from_callback) \
    CALL(MHD_create_response_from_fd64) \
    CALL(MHD_add_response_header) \
    CALL(MHD_queue_response) \
    CALL(MHD_destroy_response) \
    CALL(MHD_suspend_connection) \
    CALL(MHD_resume_connection)

struct microhttpd {
    void *library;
#define CALL(name) __typeof__(&name) name##_p;
    MICROHTTPD_CALLS(CALL)
#undef CALL
};

/* The library stays loaded. E_SYSTEM: it is not there, or too old. */
int microhttpd_load(struct microhttpd *m, struct err *e) MUST_CHECK;

#endif
