/* A file as bytes, for the yardsticks, which have no part of weft in them. Ends the program where there is none. */
#ifndef BENCH_READ_H
#define BENCH_READ_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct bytes {
    char *ptr;
    size_t len;
};

static inline struct bytes read_file(const char *path)
{
    struct bytes b = { NULL, 0 };
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &about) == 0)
        b.ptr = malloc((size_t)about.st_size + 1);
    if (b.ptr)
        b.len = (size_t)read(fd, b.ptr, (size_t)about.st_size);
    if (!b.ptr || b.len != (size_t)about.st_size) {
        perror(path);
        exit(2);
    }
    close(fd);
    return b;
}

#endif
