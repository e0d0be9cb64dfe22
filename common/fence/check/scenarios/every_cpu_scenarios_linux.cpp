// SPDX-License-Identifier: BSL-1.0
//
// The CPUs that a thread visits, on machines of any size. This file replaces the two system calls.
#include "run_on_every_cpu.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <functional>
#include <set>
#include <utility>

#include <sched.h>

namespace tollgate::fence {
namespace {

using cpus = std::set<std::size_t>;

cpus from_to(std::size_t first, std::size_t last) {
    cpus all;
    for (; first <= last; ++first) {
        all.insert(all.end(), first);
    }
    return all;
}

cpus common(const cpus& first, const cpus& second) {
    cpus both;
    for (const std::size_t each : first) {
        if (second.count(each) != 0) {
            both.insert(both.end(), each);
        }
    }
    return both;
}

/// A kernel's handling of one thread's mask.
struct machine {
    std::size_t size = 0; ///< in CPUs, whether they exist or not
    cpus online;
    cpus allowed;                           ///< by the cpuset
    cpus mask;                              ///< the mask of the thread
    cpus visited;                           ///< one at a time
    std::function<int(const cpus&)> at_set; ///< before a mask is set: an error, or 0
    bool refuses_get = false;

    explicit machine(cpus all) : online(all), allowed(all), mask(std::move(all)) {
        size = *online.rbegin() + 1;
    }

    int set(const cpus& wanted) {
        const int error = at_set ? at_set(wanted) : 0;
        const cpus granted = common(wanted, allowed);
        if (error != 0 || common(granted, online).empty()) {
            return error != 0 ? error : EINVAL;
        }
        mask = granted;
        if (wanted.size() == 1) {
            visited.insert(*wanted.begin());
        }
        return 0;
    }
    [[nodiscard]] cpus get() const { return common(mask, online); }
};

machine* here = nullptr;

int refused(int error) {
    errno = error;
    return -1;
}

} // namespace
} // namespace tollgate::fence

extern "C" int sched_setaffinity(pid_t /*self*/, std::size_t bytes,
                                 const cpu_set_t* mask) noexcept {
    using namespace tollgate::fence;
    cpus wanted;
    for (std::size_t each = 0; each < bytes * CHAR_BIT; ++each) {
        if (CPU_ISSET_S(each, bytes, mask)) {
            wanted.insert(wanted.end(), each);
        }
    }
    const int error = here->set(wanted);
    return error == 0 ? 0 : refused(error);
}

extern "C" int sched_getaffinity(pid_t /*self*/, std::size_t bytes, cpu_set_t* mask) noexcept {
    using namespace tollgate::fence;
    if (here->refuses_get || bytes * CHAR_BIT < here->size) {
        return refused(here->refuses_get ? EPERM : EINVAL);
    }
    CPU_ZERO_S(bytes, mask);
    for (const std::size_t each : here->get()) {
        CPU_SET_S(each, bytes, mask);
    }
    return 0;
}

namespace tollgate::fence {
namespace {

class every_cpu : public ::testing::Test {
protected:
    ~every_cpu() override { here = nullptr; }

    static bool is_visited(machine& on) {
        here = &on;
        return run_on_every_cpu();
    }
};

TEST_F(every_cpu, is_visited_and_the_mask_is_as_before) {
    for (const std::size_t count : {1, 2, 3, 64, 65, 1023, 1024, 1025, 3000, 8192}) {
        machine all(from_to(0, count - 1));
        EXPECT_TRUE(is_visited(all)) << count;
        EXPECT_EQ(all.visited, all.online) << count;
        EXPECT_EQ(all.mask, all.online) << count;
    }
}

TEST_F(every_cpu, is_visited_by_a_thread_that_is_confined) {
    for (const std::size_t own : {0, 1, 2000}) {
        machine all(from_to(0, 2047));
        all.mask = {own};
        EXPECT_TRUE(is_visited(all));
        EXPECT_EQ(all.visited, all.online);
        EXPECT_EQ(all.mask, cpus{own});
    }
}

TEST_F(every_cpu, is_visited_if_the_cpuset_allows_it_and_it_is_switched_on) {
    machine fake({0, 4, 5, 6, 7, 512, 8191});
    fake.allowed = {4, 5, 6, 7, 8191};
    fake.mask = {5, 6};
    fake.online.erase(6);
    EXPECT_TRUE(is_visited(fake));
    EXPECT_EQ(fake.visited, (cpus{4, 5, 7, 8191}));
    EXPECT_EQ(fake.get(), cpus{5});
}

TEST_F(every_cpu, may_be_switched_off_or_forbidden_meanwhile) {
    struct scenario {
        cpus mask;
        std::size_t when; ///< when it is about to visit this CPU
        cpus then_online;
        cpus then_allowed;
        cpus visited;
        cpus mask_afterwards;
    };
    const cpus all = from_to(0, 3);
    for (const scenario& played : {scenario{{0}, 1, {0, 1, 3}, all, {0, 1, 3}, {0}},
                                   scenario{{0, 2}, 1, all, {1, 2}, {0, 1, 2}, {2}},
                                   // Its whole mask was forbidden.
                                   scenario{{0}, 3, all, {2, 3}, all, {2, 3}}}) {
        machine fake(all);
        fake.mask = played.mask;
        fake.at_set = [&](const cpus& wanted) {
            if (wanted == cpus{played.when}) {
                fake.online = played.then_online;
                fake.allowed = played.then_allowed;
            }
            return 0;
        };
        EXPECT_TRUE(is_visited(fake));
        EXPECT_EQ(fake.visited, played.visited);
        EXPECT_EQ(fake.mask, played.mask_afterwards);
    }
}

TEST_F(every_cpu, is_tried_again_when_refused_once) {
    for (const std::size_t cpu : {0, 1, 3}) {
        machine fake(from_to(0, 3));
        fake.mask = {2};
        bool once = true;
        fake.at_set = [&](const cpus& wanted) {
            return wanted == cpus{cpu} && std::exchange(once, false) ? EBUSY : 0;
        };
        EXPECT_TRUE(is_visited(fake));
        EXPECT_EQ(fake.visited, fake.online);
        EXPECT_EQ(fake.mask, cpus{2});
    }
}

TEST_F(every_cpu, is_reported_as_failed_when_one_cpu_is_refused) {
    for (const std::size_t cpu : {0, 1, 3}) {
        machine fake(from_to(0, 3));
        fake.mask = {2};
        fake.at_set = [cpu](const cpus& wanted) { return wanted == cpus{cpu} ? EPERM : 0; };
        EXPECT_FALSE(is_visited(fake));
        EXPECT_EQ(fake.mask, cpus{2});
    }
}

TEST_F(every_cpu, is_reported_as_failed_when_the_system_refuses) {
    machine fake(from_to(0, 3));
    fake.at_set = [](const cpus& /*wanted*/) { return EPERM; };
    EXPECT_FALSE(is_visited(fake));
    EXPECT_EQ(fake.mask, from_to(0, 3));
    fake.at_set = nullptr;
    fake.refuses_get = true;
    EXPECT_FALSE(is_visited(fake));
    EXPECT_EQ(fake.mask, from_to(0, 3));
    machine larger_than_any(from_to(0, 9000));
    EXPECT_FALSE(is_visited(larger_than_any));
    EXPECT_EQ(larger_than_any.mask, from_to(0, 9000));
}

} // namespace
} // namespace tollgate::fence
