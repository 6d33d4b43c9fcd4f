/* Which character set, and the bytes as UTF-8: the HTML standard's order (BOM, HTTP header, <meta> prescan of the first 1024
 * bytes), then a detector for pages that say nothing: UTF-8 where valid, else the best-scoring legacy set (Shift_JIS, EUC-JP,
 * ISO-2022-JP, EUC-KR, Big5, GB18030, windows-1250 ... 1258, KOI8-R, ISO-8859-2 ...), else windows-1252. */
#ifndef PARSE_CHARSET_H
#define PARSE_CHARSET_H

#include "base/arena.h"
#include "base/limits.h"

struct charset {
    const char *name;   /* WHATWG name: "UTF-8", "Shift_JIS" */
    const char *source; /* "bom", "header", "meta", "detected", "default" */
    bool valid;         /* the bytes are known to be valid UTF-8 */
};

/* Decides; looks at no more than the first LIMIT_SNIFF_BYTES of the bytes for detection. */
struct charset charset_of(struct str bytes, struct str content_type);

/* The standard's name for a label ("latin1": "windows-1252"), or NULL. */
const char *charset_name(struct str label);

/* The bytes as valid UTF-8 (malformed input becomes U+FFFD), without BOM. Valid UTF-8 input is returned as it is, not copied. */
int charset_decode(struct arena *a, struct str bytes, struct charset charset, struct str *out, struct err *e) MUST_CHECK;

#endif
