/* In: the bytes of a page and its content type. Out: the name of its character set; the bytes as UTF-8.
 *
 * The order of the HTML standard (13.2.3.2 and 13.2.3.3): byte order mark, transport layer, <meta> within the first 1024 bytes, then
 * the detector. Labels, names and decoders are lexbor's.
 * Cost: O(bytes). */
#include "parse/charset.h"

#include <lexbor/encoding/encoding.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "parse/detector.h"
#include "parse/meta.h"

/* The standard's names; lexbor has them in its own spelling. */
static struct charset named(const lxb_encoding_data_t *data, const char *source)
{
    return (struct charset){ .name = (const char *)data->name, .source = source };
}

static const lxb_encoding_data_t *by_label(struct str label)
{
    return label.len ? lxb_encoding_data_by_pre_name((const lxb_char_t *)label.ptr, label.len) : NULL;
}

const char *charset_name(struct str label)
{
    const lxb_encoding_data_t *data = by_label(label);
    return data ? (const char *)data->name : NULL;
}

static const lxb_encoding_data_t *by_bom(struct str bytes)
{
    lxb_encoding_t encoding = lxb_encoding_bom_sniff((const lxb_char_t *)bytes.ptr, bytes.len);
    return encoding == LXB_ENCODING_DEFAULT ? NULL : lxb_encoding_data(encoding);
}

struct charset charset_of(struct str bytes, struct str content_type)
{
    const lxb_encoding_data_t *data = by_bom(bytes);
    if (data)
        return named(data, "bom");
    data = by_label(meta_content_charset(content_type));
    if (data)
        return named(data, "header");
    struct str label = meta_charset(bytes);
    data = label.len ? lxb_encoding_data_prescan_validate((const lxb_char_t *)label.ptr, label.len) : NULL;
    if (data)
        return named(data, "meta");
    return detector_charset(bytes);
}

static struct str without_bom(struct str bytes, const char *name)
{
    const char *bom = strcmp(name, "UTF-8") == 0 ? "\xef\xbb\xbf" : strcmp(name, "UTF-16LE") == 0 ? "\xff\xfe" : "\xfe\xff";
    bool may_have = strncmp(name, "UTF-", 4) == 0;
    return may_have && str_starts(bytes, str_of(bom)) ? str_sub(bytes, strlen(bom), bytes.len) : bytes;
}

static void add_characters(struct buf *b, const lxb_codepoint_t *character, size_t n)
{
    char out[4 * 1024];
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        len += utf8_put(out + len, character[i]);
        if (len > sizeof out - 4 || i + 1 == n) {
            buf_add_bytes(b, out, len);
            len = 0;
        }
    }
}

/* In pieces small enough that the room for a piece's characters never runs out: lexbor's decoders lose a character where it does. Each
 * call takes its piece whole, and keeps what belongs to the next one; where it says it stopped does not count, because malformed
 * bytes at the end of a piece leave that place behind. */
static void decode(struct buf *b, struct str bytes, const lxb_encoding_data_t *data)
{
    enum { PIECE_BYTES = 1024 };
    static const lxb_codepoint_t replacement = LXB_ENCODING_REPLACEMENT_CODEPOINT;
    const lxb_char_t *from = (const lxb_char_t *)bytes.ptr;
    lxb_codepoint_t room[4 * PIECE_BYTES];
    lxb_encoding_decode_t state = { 0 };
    lxb_encoding_decode_init(&state, data, room, ARRAY_LEN(room));
    lxb_encoding_decode_replace_set(&state, &replacement, 1);
    for (size_t at = 0; at < bytes.len; at += PIECE_BYTES) {
        const lxb_char_t *in = from + at;
        data->decode(&state, &in, from + MIN(at + PIECE_BYTES, bytes.len));
        add_characters(b, room, state.buffer_used);
        lxb_encoding_decode_buf_used_set(&state, 0);
    }
    lxb_encoding_decode_finish(&state);
    add_characters(b, room, state.buffer_used);
}

int charset_decode(struct arena *a, struct str bytes, struct charset charset, struct str *out, struct err *e)
{
    const lxb_encoding_data_t *data = by_label(str_of(charset.name));
    if (!data)
        return err_set(e, E_USAGE, "there is no character set %s", charset.name);
    bytes = without_bom(bytes, charset.name);
    if (data->encoding == LXB_ENCODING_UTF_8 && (charset.valid || utf8_valid(bytes))) {
        *out = bytes;
        return 0;
    }
    if (data->encoding == LXB_ENCODING_REPLACEMENT) { /* sets that are not read at all, because they were used for attacks */
        *out = bytes.len ? STR("\ufffd") : bytes;
        return 0;
    }
    /* Three bytes a byte is the most that a legacy set, or a replacement character for each byte, can take. */
    AUTO(buf) b = BUF(3 * bytes.len + 3);
    int code = arena_room(a, 3 * bytes.len, e);
    if (code)
        return code;
    decode(&b, bytes, data);
    return buf_take(&b, a, out, e);
}
