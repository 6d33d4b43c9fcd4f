/* Filters of system calls (seccomp), as programs of the kernel's packet filter: one comparison for each row of a table. The tables are
 * short, and an analysis asks the kernel for little but memory. */
#include "base/wall.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* What computing needs. Libraries that are loaded when they are needed are opened, looked at, read and mapped. */
static const uint16_t compute[] = {
    SYS_futex,
    SYS_mmap,
    SYS_munmap,
    SYS_mprotect,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_read,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_write,
    SYS_writev,
    SYS_getrandom,
    SYS_uname,
    SYS_sysinfo,
    SYS_getrusage,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_restart_syscall,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_set_robust_list,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef __x86_64__
    SYS_access,
    SYS_stat,
    SYS_lstat,
    SYS_readlink,
    SYS_time,
#endif
};

/* What no thread needs that answers readers. */
static const uint16_t programs[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_swapon,
    SYS_swapoff,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_open_by_handle_at,
    SYS_reboot,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_personality,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
#endif
#ifdef SYS_open_tree
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
#endif
};

enum { ROWS_MAX = 160, FOREIGN_CALLS = 0x40000000 /* the other calls that an x86-64 kernel has beside its own */ };

struct filter {
    struct sock_filter row[ROWS_MAX];
    unsigned short n;
};

static void add(struct filter *f, struct sock_filter row)
{
    if (f->n < ROWS_MAX)
        f->row[f->n++] = row;
}

static void load(struct filter *f, size_t at)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)at));
}

static void answer(struct filter *f, bool allowed)
{
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, allowed ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM));
}

/* A call's answer, where the call is this one. */
static void add_call(struct filter *f, uint32_t call, bool allowed)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    answer(f, allowed);
}

/* The low half of an argument; all that is asked here lies in it. */
static size_t argument(unsigned k)
{
    return offsetof(struct seccomp_data, args) + k * sizeof(uint64_t) + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0);
}

/* Files are opened for reading alone, and a signal goes to the process itself alone, where abort() ends it. */
static void add_conditions(struct filter *f)
{
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4));
    load(f, argument(2));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 1, 0));
    answer(f, true);
    answer(f, false);
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4));
    load(f, argument(0));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1));
    answer(f, true);
    answer(f, false);
}

static void add_start(struct filter *f)
{
    load(f, offsetof(struct seccomp_data, arch));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    answer(f, false);
    load(f, offsetof(struct seccomp_data, nr));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, 0, 1));
    answer(f, false);
}

/* Kernels before 5.16 make a thread with a filter slower, against guesses of what other code in the process holds; it can read that memory
 * anyway. */
static bool install(const struct sock_fprog *program)
{
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, program) == 0
           || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program) == 0;
}

bool wall_raise(enum wall wall)
{
    struct filter f = { .n = 0 };
    const uint16_t *call = wall == WALL_COMPUTE ? compute : programs;
    size_t n = wall == WALL_COMPUTE ? ARRAY_LEN(compute) : ARRAY_LEN(programs);

    add_start(&f);
    for (size_t k = 0; k < n; k++)
        add_call(&f, call[k], wall == WALL_COMPUTE);
    if (wall == WALL_COMPUTE)
        add_conditions(&f);
    answer(&f, wall != WALL_COMPUTE);
    struct sock_fprog program = { f.n, f.row };
    return f.n < ROWS_MAX && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && install(&program);
}

#else

bool wall_raise(enum wall wall)
{
    (void)wall;
    return false;
}

#endif
