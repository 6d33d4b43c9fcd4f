/* Two addresses as a reader takes them: do they lead to the same page, show the same picture? */
#ifndef COMPARE_ADDRESSES_H
#define COMPARE_ADDRESSES_H

#include "compare/delta.h"

/* HTML reads both alike. */
enum { CLASS_SAME = CHANGE_CLASSES };

enum address_use {
    ADDRESS_LINK,    /* somewhere to go: a reader may follow it */
    ADDRESS_PICTURE, /* something that is loaded and shown: pictures, films, frames */
};

/* CLASS_CONTENT: another page, another picture. CLASS_LOOK: the same picture at another size. CLASS_MACHINERY: the same, with another
 * token, session, version, tracking parameter, place on the server. CLASS_SAME: the same address. */
unsigned class_of_address(enum address_use use, struct str was, struct str now);
/* The same for a srcset, whose sizes do not matter. */
unsigned class_of_addresses(struct str was, struct str now);

/* The hidden mail address of "/cdn-cgi/l/email-protection#3f5b...", or of data-cfemail: a key and bytes, written anew at every visit. False
 * where the digits are none. */
bool emails_alike(struct str was, struct str now);

#endif
