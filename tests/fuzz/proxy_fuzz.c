/* Any bytes as the head of a request and of an answer: what is passed on names the host that was read, on one line each, and is read again
 * as the same. */
#include <stdlib.h>

#include "browser/proxy_file.h"
#include "browser/proxy_head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = { (const char *)data, size };
    struct proxy_head h, again;
    size_t len = 0;
    bool interim = false;
    AUTO(buf) out = BUF((size_t)4 << 20);
    AUTO(buf) answer = BUF((size_t)4 << 20);
    if (proxy_head_read(bytes, &h) == PROXY_WHOLE) {
        must(h.len <= size && h.host.len > 0 && h.port > 0 && h.port < 65536);
        proxy_head_write_whole(&h, (struct str){ "", 0 }, &out);
        must(out.over || (proxy_head_read(buf_str(&out), &again) == PROXY_WHOLE && again.len == out.len));
        must(out.over || (str_eq(h.host, again.host) && h.port == again.port && h.connect == again.connect));
        buf_clear(&out);
        proxy_head_write(&h, &out);
    }
    if (proxy_answer_read(bytes, &len, &interim) == PROXY_WHOLE) {
        must(len <= size);
        proxy_answer_write(str_sub(bytes, 0, len), &answer);
        must(answer.over || (proxy_answer_read(buf_str(&answer), &len, &interim) == PROXY_WHOLE && len == answer.len));
    }
    must(proxy_file_type(bytes).len < 64);
    return 0;
}
