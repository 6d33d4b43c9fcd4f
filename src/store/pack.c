/* Packing ahead. In: a body that came. Out: frames that a transaction only has to write. Bodies are named by their digest, so a frame that
 * was made of another body than the one that is there is recognised and not used. Cost: that of the codec. */
#include "store/pack.h"

#include "store/dictionary.h"

int store_pack_load(struct arena *a, struct store *s, struct store_pack *pack, struct err *e)
{
    struct store_version newest;
    struct dictionary d;
    struct err none;
    int code = dictionary_of_page(s, pack->page, &d, e);
    if (code)
        return code;
    pack->dictionary = d.id;
    pack->dictionary_bytes = d.id ? arena_str(a, d.bytes) : STR("");
    code = store_version_newest(a, s, pack->page, &newest, &none);
    if (code == 0)
        code = store_version_body(a, s, pack->page, newest.number, &pack->old, &none);
    if (code == 0)
        memcpy(pack->old_digest, newest.digest, sizeof newest.digest);
    else
        pack->old = STR("");
    return code == 0 || code == E_ABSENT || code == E_FORMAT ? 0 : err_set(e, code, "%s", none.text);
}

int store_pack_make(struct arena *a, struct codec *c, struct store_pack *pack, struct str body, struct err *e)
{
    codec_digest(body, pack->digest);
    pack->whole = pack->delta = (struct codec_frame){ .coding = CODING_QUICK };
    int code = codec_pack(a, c, &pack->whole, body, pack->dictionary_bytes, e);
    if (code == 0 && pack->whole.coding != CODING_RAW)
        pack->whole.dictionary = pack->dictionary;
    if (code == 0 && pack->old.len)
        code = codec_pack(a, c, &pack->delta, pack->old, body, e);
    pack->made = code == 0;
    return code;
}
