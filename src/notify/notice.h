/* One message, as every way sends it: the letter, the same as JSON, and the key by which a receiver knows it again. */
#ifndef NOTIFY_NOTICE_H
#define NOTIFY_NOTICE_H

#include "show/mail.h"

struct notice {
    struct str key;
    int64_t at;   /* when it was made: the same at every try */
    int64_t now;  /* when it is sent */
    bool is_test; /* somebody waits to hear how it goes: it is tried once */
    struct mail_letter letter;
    struct str json; /* the body of a webhook, and what a command reads */
};

#endif
