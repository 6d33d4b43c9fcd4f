/* Packing ahead. In: a body that came. Out: frames that a transaction only has to write. Bodies are named by their digest, so a frame that
 * was made of another body than the one that is there is recognised and not used. Cost: that of the codec. */
#include "store/pack.h"

#include "store/blob.h"
#include "store/dictionary.h"

/* Every so many versions the newest stays whole when another comes, and what is packed then is the key frame before it. */
static int load_key(struct arena *a, struct store *s, struct store_pack *pack, struct err *e)
{
    struct blob old, earlier;
    struct err none;
    int found = blob_find(s, pack->old_digest, &old, e);
    int key = found > 0 ? blob_foresee(s, pack->page, &old, &earlier, e) : found;
    pack->old_stays = key > 0;
    if (key <= 0 || earlier.id == 0 || blob_read(a, s, earlier.id, NULL, &pack->key, &none))
        return MIN(key, 0);
    memcpy(pack->key_digest, earlier.digest, sizeof earlier.digest);
    return 0;
}

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
    if (code && code != E_ABSENT && code != E_FORMAT)
        return err_set(e, code, "%s", none.text);
    return pack->old.len ? load_key(a, s, pack, e) : 0;
}

int store_pack_make(struct arena *a, struct codec *c, struct store_pack *pack, struct str body, struct err *e)
{
    codec_digest(body, pack->digest);
    pack->whole = pack->delta = pack->earlier = (struct codec_frame){ .coding = CODING_QUICK };
    int code = codec_pack(a, c, &pack->whole, body, pack->dictionary_bytes, e);
    if (code == 0 && pack->whole.coding != CODING_RAW)
        pack->whole.dictionary = pack->dictionary;
    if (code == 0 && pack->old.len && !pack->old_stays)
        code = codec_pack(a, c, &pack->delta, pack->old, body, e);
    if (code == 0 && pack->key.len)
        code = codec_pack(a, c, &pack->earlier, pack->key, pack->old, e);
    pack->made = code == 0;
    return code;
}
