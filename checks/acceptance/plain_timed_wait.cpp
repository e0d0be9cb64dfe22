// SPDX-License-Identifier: BSL-1.0
// A judge for sleep/timeout_lateness/sleeper:condvar: how late pthread_cond_timedwait returns
// without a signal. It shares no code with the project.
//
//   plain_timed_wait INTERVAL_MS TIMES     prints the median and the 99th percentile in ns
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

long long now_ns() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    const long long interval_ns = std::atoll(argv[1]) * 1'000'000;
    const int times = std::atoi(argv[2]);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_t condition;
    pthread_cond_init(&condition, &attributes);
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    std::vector<long long> late;
    for (int i = 0; i < times; ++i) {
        pthread_mutex_lock(&mutex);
        const long long deadline = now_ns() + interval_ns;
        const timespec until{deadline / 1'000'000'000, deadline % 1'000'000'000};
        while (pthread_cond_timedwait(&condition, &mutex, &until) == 0) {
        }
        late.push_back(now_ns() - deadline);
        pthread_mutex_unlock(&mutex);
    }
    std::sort(late.begin(), late.end());
    std::printf("%lld %lld\n", late[late.size() / 2], late[late.size() * 99 / 100]);
    return 0;
}
