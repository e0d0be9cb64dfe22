// SPDX-License-Identifier: BSL-1.0
//
// The locks exclude, and their memory orders suffice. If one order becomes relaxed, some
// interleaving fails: threads race, or a read returns a half-made write.
#include "interleaving.hpp"
#include "recalling_word.hpp"

#include "held.hpp"
#include "locks/mcs_lock.hpp"
#include "locks/ticket_lock.hpp"
#include "sequence_lock.hpp"
#if defined(__linux__)
#include "locks/futex_lock_linux.hpp"
#endif

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tollgate::lock_test {
namespace {

using testing::ordered_site;

/// The system call of the futex lock, by its contract. A waiting thread gives up if all are stuck.
struct scripted_futex {
    static inline std::vector<std::size_t> sleeping;

    static void wait(const recalling_word<std::uint32_t>& word, std::uint32_t expected) {
        interleaving& in = interleaving::current();
        in.step();
        if (word.newest() != expected) {
            return;
        }
        const std::size_t self = in.self();
        sleeping.push_back(self);
        while (std::ranges::count(sleeping, self) != 0 && !in.is_stuck()) {
            in.step();
        }
    }
    static void wake_one(const recalling_word<std::uint32_t>* /*word*/) {
        interleaving::current().step();
        if (!sleeping.empty()) {
            sleeping.erase(sleeping.begin());
        }
    }
};

/// Three threads lock, and write data that the lock protects. The last of them only tries to lock.
/// The others get a lock that is in order in the order of their first read-modify-writes.
template <class Lock>
struct three_lockers {
    static constexpr const char* name = Lock::name;

    static std::string failure_of(execution& run, interleaving& order) {
        const auto lock = std::make_unique<Lock>();
        std::uint64_t data = 0;
        int inside = 0;
        int most_inside = 0;
        std::vector<std::size_t> entries;
        const auto section = [&] {
            most_inside = std::max(most_inside, ++inside);
            run.write(&data);
            order.step();
            run.write(&data);
            --inside;
        };
        const auto locks = [&] {
            for (int i = 0; i < 3 && !order.is_stuck(); ++i) {
                order.expect_arrival();
                const held<Lock> guard(*lock);
                entries.push_back(order.self());
                section();
            }
        };
        const auto tries = [&] {
            for (int i = 0; i < 6; ++i) {
                try_once(*lock, section);
            }
        };
        order.run({locks, locks, tries});
        constexpr bool in_order = requires {
            Lock::hands_over_in_order;
        };
        return most_inside > 1                           ? "two threads held the lock"
               : run.raced()                             ? "the holders raced"
               : order.is_stuck()                        ? "the threads are stuck"
               : in_order && entries != order.arrivals() ? "the threads entered out of order"
                                                         : "";
    }

    template <class Section>
    static void try_once(Lock& lock, const Section& section) {
        if constexpr (needs_node<Lock>) {
            typename Lock::node own;
            if (lock.try_lock(own)) {
                section();
                lock.unlock(own);
            }
        } else if (lock.try_lock()) {
            section();
            lock.unlock();
        }
    }
};

/// One thread writes under a sequence lock, and two read.
struct writer_and_readers {
    static constexpr const char* name = "sequence_lock";

    static std::string failure_of(execution& /*run*/, interleaving& order) {
        basic_sequence_lock<recalling_word> lock;
        bool torn = false;
        const auto reads = [&] {
            for (int i = 0; i < 8; ++i) {
                const auto numbers = lock.try_read();
                torn = torn || (numbers && numbers->first != numbers->second);
            }
        };
        const auto writes = [&] {
            for (std::uint64_t i = 1; i <= 3; ++i) {
                lock.write({i, i});
            }
        };
        order.run({writes, reads, reads});
        return torn ? "a read returned a half-made write" : "";
    }
};

/// The first failure in many interleavings; empty if there is none. Adds the places that request a
/// memory order.
template <class Scenario>
std::string failure_of(const std::optional<ordered_site>& weakened, std::set<ordered_site>& sites) {
    constexpr std::uint32_t interleavings = 300;
    for (std::uint32_t seed = 0; seed < interleavings; ++seed) {
        execution run(weakened);
        interleaving order(seed);
        word_used_too_early = false;
        std::string failure = Scenario::failure_of(run, order);
        sites.insert(run.sites().begin(), run.sites().end());
        if (failure.empty() && word_used_too_early) {
            failure = "a node was used before it was visible";
        }
        if (!failure.empty()) {
            return failure;
        }
    }
    return {};
}

template <class Scenario>
class memory_orders : public ::testing::Test {};
using scenarios = ::testing::Types<
#if defined(__linux__)
    three_lockers<basic_futex_lock<recalling_word, scripted_futex>>,
#endif
    three_lockers<basic_ticket_lock<recalling_word>>, three_lockers<basic_mcs_lock<recalling_word>>,
    writer_and_readers>;
struct scenario_name {
    template <class Scenario>
    static std::string GetName(int /*index*/) {
        return Scenario::name;
    }
};
TYPED_TEST_SUITE(memory_orders, scenarios, scenario_name);

TYPED_TEST(memory_orders, suffice_and_each_is_needed) {
    std::set<ordered_site> sites;
    ASSERT_EQ(failure_of<TypeParam>(std::nullopt, sites), "");
    EXPECT_GE(sites.size(), 2U) << "at least an acquire and a release";
    for (const ordered_site& site : std::set(sites)) {
        EXPECT_NE(failure_of<TypeParam>(site, sites), "") << site.file << ":" << site.line;
    }
}

} // namespace
} // namespace tollgate::lock_test
