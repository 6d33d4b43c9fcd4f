/* What the scheduler costs: freshness_cost PAGES [PAGES_A_HOST]. Prints the CPU of one visit (choosing it and learning from it), of one
 * page in the daily plan, in microseconds, and the bytes of memory a page. Pages lie on hosts of a hundred, where nothing else is said. */
#include "bench/measure.h"
#include "flow/schedule.h"

int main(int argc, char **argv)
{
    uint32_t n = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000000, host = 0, page;
    uint32_t together = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 100;
    struct schedule s;
    int64_t now = 0;
    uint64_t random = 88172645463325252u, visits = 0;
    schedule_open(&s, n);
    for (uint32_t i = 0; i < n; i++) {
        if (i % together == 0)
            host = schedule_add_host(&s, together > 100 ? 1 : 1000);
        schedule_add(&s, &(struct schedule_wish){ .host = host, .visit = { .weight = 1, .least_s = 60 } }, 0);
    }
    double start = cpu_us();
    while (visits < 2u * n) {
        while (schedule_next(&s, now, &page)) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            schedule_seen(&s, page, now,
                          &(struct schedule_visit){ .importance = random % 8 ? 0 : 0.3, .changed = random % 2, .cost = 1 });
            visits++;
        }
        now = schedule_wake(&s, now);
    }
    double visited = cpu_us();
    schedule_plan(&s);
    printf("visit_us %.3f\nplan_us %.3f\nbytes %.0f\n", (visited - start) / (double)visits, (cpu_us() - visited) / n,
           (double)s.arena.used_bytes / n);
    schedule_drop(&s);
    return 0;
}
