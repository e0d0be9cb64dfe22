// SPDX-License-Identifier: BSL-1.0
//
// What is said after each look, for a watchdog of the system.
#include "by_hand.hpp"
#include "forked.hpp"

#include <tollgate/liveness/migrating_scope.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <semaphore>
#include <system_error>

#include <sys/resource.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

TEST(a_pulse, says_who_is_watched_and_who_is_frozen) {
    std::vector<pulse> all;
    by_hand watch([&] {
        settings how;
        how.on_pulse = [&](const pulse& now) { all.push_back(now); };
        return how;
    }());
    EXPECT_TRUE(all.back().all_alive());
    EXPECT_EQ(all.back().watched, 0u);
    EXPECT_EQ(all.back().now, watch.now);
    const migrating_scope one(watch.in, "one", 1, {.timeout = 1s});
    std::optional<migrating_scope> other(std::in_place, watch.in, "other", 1,
                                         limits{.timeout = 3s, .grace = 0s});
    watch.pass_time(2s);
    EXPECT_EQ(all.back().watched, 2u);
    EXPECT_EQ(all.back().frozen, 1u);
    EXPECT_FALSE(all.back().all_alive());
    watch.pass_time(2s);
    EXPECT_EQ(all.back().frozen, 2u);
    other.reset();
    watch.look();
    EXPECT_EQ(all.back().watched, 1u);
    EXPECT_EQ(all.back().frozen, 1u);
    watch.in.start();
    EXPECT_EQ(all.size(), watch.in.so_far().looks) << "by hand alone";
}

/// A registry with threads of its own, whose pulses are waited for.
struct beating {
    std::counting_semaphore<> pulses{0};
    std::atomic<std::size_t> watched{0};
    registry in{[&] {
        settings how;
        how.on_pulse = [this](const pulse& now) {
            watched = now.watched;
            pulses.release();
        };
        return how;
    }()};
};

TEST(a_pulse, comes_though_no_scope_has_begun_and_in_a_child_when_it_has_been_started_there) {
    beating heart;
    heart.pulses.acquire();
    heart.pulses.acquire();
    EXPECT_EQ(heart.watched, 0u);
    EXPECT_EQ(in_a_child([&] {
                  while (heart.pulses.try_acquire()) {
                  }
                  if (heart.in.so_far().looks != 0) {
                      return 1;
                  }
                  heart.in.start();
                  heart.in.start();
                  heart.pulses.acquire();
                  heart.pulses.acquire();
                  return 0;
              }),
              0);
    heart.pulses.acquire();
}

#if defined(__linux__)
/// Of the calling process, which is to end soon. Those of the superuser are not counted.
bool limit_threads(rlim_t to) {
    rlimit now{};
    if (::getrlimit(RLIMIT_NPROC, &now) != 0) {
        return false;
    }
    now.rlim_cur = std::min(to, now.rlim_max);
    return ::setrlimit(RLIMIT_NPROC, &now) == 0 && (::getuid() != 0 || ::setuid(65534) == 0);
}

TEST(a_pulse, that_has_no_thread_to_come_from_is_refused_with_its_registry) {
    EXPECT_EQ(in_a_child([] {
                  if (!limit_threads(0)) {
                      return 1;
                  }
                  try {
                      const beating heart;
                      return 2;
                  } catch (const std::system_error&) {
                      limit_threads(RLIM_INFINITY);
                  }
                  // Nothing is left that a fork would find.
                  return in_a_child([] {
                      beating heart;
                      heart.pulses.acquire();
                      return 0;
                  });
              }),
              0);
}
#endif

} // namespace
} // namespace tollgate::liveness
