// SPDX-License-Identifier: BSL-1.0
//
// A process that forks while another of its threads is in the middle of making the process's
// registry, its first one, held there until the child has ended: in the child, and in the parent's
// other threads, it can be had all the same. And one that forks in each allocation of a registry,
// as an allocator does whose lock a fork wants. Ends with 0 if all went well.
#include "fork_in_making.hpp"
#include "fork_in_allocations.hpp"

// A thread sanitizer refuses threads in children of processes that have some, unless told, and
// takes the threads of the parent for leaks.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0:report_thread_leaks=0";
}

int main() {
    using namespace tollgate::liveness;
    return may_fork_in_making() && may_fork_in_each_allocation() ? 0 : 1;
}
