/* A block with the name and the numbers of a file, its bytes, zeros up to the end of a block; all numbers as octal digits. */
#include "base/tar.h"

#include <stdio.h>
#include <string.h>

#include "base/io.h"

/* One block before the bytes of each file; numbers are octal digits. */
struct tar_header {
    char name[TAR_NAME_MAX], mode[8], owner[8], group[8], size[12], at[12], sum[8], kind, link[100], magic[6], version[2];
    char owner_name[32], group_name[32], device[16], folder[155], rest[12];
};

_Static_assert(sizeof(struct tar_header) == TAR_BLOCK, "a header is a block");

static void set_sum(struct tar_header *h)
{
    const unsigned char *byte = (const unsigned char *)h;
    unsigned sum = 0;

    memset(h->sum, ' ', sizeof h->sum); /* as which it counts itself */
    for (unsigned i = 0; i < sizeof *h; i++)
        sum += byte[i];
    snprintf(h->sum, sizeof h->sum, "%06o", sum);
}

static int write_blocks(int fd, struct str bytes, struct err *e)
{
    static const char zero[TAR_BLOCK];
    size_t over = bytes.len % TAR_BLOCK;
    int failed = io_write_fd(fd, bytes, e);

    return failed || over == 0 ? failed : io_write_fd(fd, (struct str){ zero, TAR_BLOCK - over }, e);
}

int tar_add(int fd, const struct tar_file *file, struct err *e)
{
    struct tar_header h = { .kind = '0', .magic = "ustar", .version = { '0', '0' } };

    if (file->name.len > sizeof h.name)
        return err_set(e, E_LIMIT, "%.*s: the name is too long for a tar file", STR_ARG(file->name));
    memcpy(h.name, file->name.ptr, file->name.len);
    snprintf(h.mode, sizeof h.mode, "%07o", 0644u);
    snprintf(h.owner, sizeof h.owner, "%07o", 0u);
    snprintf(h.group, sizeof h.group, "%07o", 0u);
    snprintf(h.size, sizeof h.size, "%011llo", (unsigned long long)file->bytes.len);
    snprintf(h.at, sizeof h.at, "%011llo", (unsigned long long)file->at_s);
    set_sum(&h);
    int failed = io_write_fd(fd, (struct str){ (const char *)&h, sizeof h }, e);
    return failed ? failed : write_blocks(fd, file->bytes, e);
}

int tar_end(int fd, struct err *e)
{
    static const char zero[2 * TAR_BLOCK];

    return io_write_fd(fd, (struct str){ zero, sizeof zero }, e);
}
