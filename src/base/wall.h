/* What a thread may ask of the kernel from now on. A thread that takes apart bytes of strangers has no use for programs, sockets or new
 * files; where a fault hands it to them, it cannot reach any.
 *
 * A wall holds for the thread that raises it and for those it starts, and cannot be taken down. What it forbids fails with EPERM, so that a
 * library that asks for something innocent goes on. Other threads of the process keep their rights: they start browsers and programs. So
 * it is a hurdle for code that was taken over, not the end of its way: the memory is one (decision 12). */
#ifndef BASE_WALL_H
#define BASE_WALL_H

#include <stdbool.h>

enum wall {
    WALL_COMPUTE,     /* memory, locks, reading of files, writing to what is open; nothing else */
    WALL_NO_PROGRAMS, /* all but starting programs, looking into other processes, and what the system's administrator does */
};

/* False: this kernel has none, or this processor is not one of those that it is written for. */
bool wall_raise(enum wall wall);

#endif
