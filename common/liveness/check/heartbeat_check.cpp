// SPDX-License-Identifier: BSL-1.0
//
// The heartbeat after each scan, for a watchdog of the system.
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

TEST(a_heartbeat, counts_watched_and_frozen_scopes) {
    std::vector<heartbeat> all;
    by_hand watch([&] {
        settings options;
        options.on_heartbeat = [&](const heartbeat& now) { all.push_back(now); };
        return options;
    }());
    EXPECT_TRUE(all.back().all_alive());
    EXPECT_EQ(all.back().watched, 0u);
    EXPECT_EQ(all.back().now, watch.now);
    const migrating_scope first(watch.watcher, "one", 1, {.timeout = 1s});
    std::optional<migrating_scope> other(std::in_place, watch.watcher, "other", 1,
                                         timeouts{.timeout = 3s, .grace = 0s});
    watch.pass_time(2s);
    EXPECT_EQ(all.back().watched, 2u);
    EXPECT_EQ(all.back().frozen, 1u);
    EXPECT_FALSE(all.back().all_alive());
    watch.pass_time(2s);
    EXPECT_EQ(all.back().frozen, 2u);
    other.reset();
    watch.scan();
    EXPECT_EQ(all.back().watched, 1u);
    EXPECT_EQ(all.back().frozen, 1u);
    watch.watcher.start();
    EXPECT_EQ(all.size(), watch.watcher.so_far().scans) << "by hand alone";
}

/// A registry with its own threads; a check waits for its heartbeats.
struct beating {
    std::counting_semaphore<> heartbeats{0};
    std::atomic<std::size_t> watched{0};
    registry watcher{[&] {
        settings options;
        options.on_heartbeat = [this](const heartbeat& now) {
            watched = now.watched;
            heartbeats.release();
        };
        return options;
    }()};
};

TEST(a_heartbeat, comes_without_any_scope_and_in_a_child_after_start) {
    beating heart;
    heart.heartbeats.acquire();
    heart.heartbeats.acquire();
    EXPECT_EQ(heart.watched, 0u);
    EXPECT_EQ(in_a_child([&] {
                  while (heart.heartbeats.try_acquire()) {
                  }
                  if (heart.watcher.so_far().scans != 0) {
                      return 1;
                  }
                  heart.watcher.start();
                  heart.watcher.start();
                  heart.heartbeats.acquire();
                  heart.heartbeats.acquire();
                  return 0;
              }),
              0);
    heart.heartbeats.acquire();
}

#if defined(__linux__)
/// Limits the threads of the calling process, which ends soon. The limit does not hold for root.
bool limit_threads(rlim_t to) {
    rlimit now{};
    if (::getrlimit(RLIMIT_NPROC, &now) != 0) {
        return false;
    }
    now.rlim_cur = std::min(to, now.rlim_max);
    return ::setrlimit(RLIMIT_NPROC, &now) == 0 && (::getuid() != 0 || ::setuid(65534) == 0);
}

TEST(a_heartbeat, without_a_thread_is_refused_with_its_registry) {
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
                  // The failed registry must not be left in the list that a fork uses.
                  return in_a_child([] {
                      beating heart;
                      heart.heartbeats.acquire();
                      return 0;
                  });
              }),
              0);
}
#endif

} // namespace
} // namespace tollgate::liveness
