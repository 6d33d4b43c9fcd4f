/* Three bytes are four letters; what is missing of the last three is told by "=". O(bytes). */
#include "base/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_add(struct buf *out, struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t n = MIN(bytes.len - i, (size_t)3);
        uint32_t group = 0;
        char four[4];

        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < n ? (unsigned char)bytes.ptr[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            four[k] = k <= n ? letters[group >> (18 - 6 * k) & 63] : '=';
        buf_add_bytes(out, four, 4);
    }
}

static int value_of(char c)
{
    const char *at = c ? strchr(letters, c) : NULL;

    return at ? (int)(at - letters) : -1;
}

bool base64_read(struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i += 4) {
        uint32_t group = 0;
        size_t n = 4;

        if (text.len - i < 4)
            return false;
        if (i + 4 == text.len)
            while (n > 2 && text.ptr[i + n - 1] == '=')
                n--;
        for (size_t k = 0; k < 4; k++) {
            int value = k < n ? value_of(text.ptr[i + k]) : 0;
            if (value < 0)
                return false;
            group = group << 6 | (uint32_t)value;
        }
        if (group & ((1u << (8 * (4 - n))) - 1)) /* bits that belong to no byte */
            return false;
        for (size_t k = 0; k + 1 < n; k++)
            buf_add_char(out, (char)(group >> (16 - 8 * k)));
    }
    return true;
}
