// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/usage.hpp>

#include <sys/resource.h>

#include <cerrno>
#include <ctime>
#include <system_error>

namespace tollgate::measure {
namespace {

#if defined(RUSAGE_THREAD)
constexpr auto scope = RUSAGE_THREAD;
#else
constexpr auto scope = RUSAGE_SELF;
#endif

std::chrono::nanoseconds to_duration(const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

std::chrono::nanoseconds thread_cpu_time() {
    timespec time{};
    if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) {
        throw std::system_error(errno, std::generic_category(),
                                "clock_gettime(CLOCK_THREAD_CPUTIME_ID)");
    }
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

usage& usage::operator+=(const usage& other) {
    cpu += other.cpu;
    user += other.user;
    system += other.system;
    voluntary_switches += other.voluntary_switches;
    involuntary_switches += other.involuntary_switches;
    page_faults += other.page_faults;
    return *this;
}

usage operator-(usage after, const usage& before) {
    after.cpu -= before.cpu;
    after.user -= before.user;
    after.system -= before.system;
    after.voluntary_switches -= before.voluntary_switches;
    after.involuntary_switches -= before.involuntary_switches;
    after.page_faults -= before.page_faults;
    return after;
}

usage usage_of_this_thread() {
    rusage usage_reading{};
    if (::getrusage(scope, &usage_reading) != 0) {
        throw std::system_error(errno, std::generic_category(), "getrusage(RUSAGE_THREAD)");
    }
    return {thread_cpu_time(),
            to_duration(usage_reading.ru_utime),
            to_duration(usage_reading.ru_stime),
            usage_reading.ru_nvcsw,
            usage_reading.ru_nivcsw,
            usage_reading.ru_minflt + usage_reading.ru_majflt};
}

} // namespace tollgate::measure
