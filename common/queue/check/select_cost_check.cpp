// SPDX-License-Identifier: BSL-1.0
//
// A select that finds a ready source changes the memory of the ring as a plain call does, and reads
// the other sources only in front of it.
#include "driven_select.hpp"
#include "stepped.hpp"

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>
#include <tollgate/queue/select.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace tollgate::queue::orders {
namespace {

template <class T>
using counted_tickets = detail::basic_ticket_ring<T, stepped>;
template <class T>
using counted_spsc = detail::basic_spsc_ring<T, stepped>;

/// Counts the accesses to the rings.
class counting_director final : director {
public:
    counting_director() { at_work = this; }
    ~counting_director() { at_work = nullptr; }
    counting_director(const counting_director&) = delete;
    counting_director& operator=(const counting_director&) = delete;

    int accesses = 0;
    int changes = 0;

private:
    void before_access() noexcept override {}
    void after_access(std::size_t /*place*/, std::uint64_t /*value*/,
                      bool changed_it) noexcept override {
        ++accesses;
        changes += changed_it ? 1 : 0;
    }
    std::size_t enroll(std::uint64_t /*value*/) noexcept override { return 0; }
    void replace(std::size_t, std::uint64_t, std::uint64_t) noexcept override {}
    std::uint64_t number_of(const void* /*address*/) noexcept override { return 0; }
    void forget(const void* /*address*/) noexcept override {}
};

template <template <class> class Ring>
void expect_cost_of_a_plain_call() {
    counting_director counts;
    basic_queue<int, Ring> first(2);
    basic_queue<int, Ring> second(2);
    const auto expect_alike = [&](auto plain_call, auto select_call) {
        counts.accesses = counts.changes = 0;
        EXPECT_EQ(plain_call(), status::done);
        const int accesses = counts.accesses;
        const int changes = counts.changes;
        counts.accesses = counts.changes = 0;
        EXPECT_EQ(select_call(), status::done);
        EXPECT_LE(counts.accesses, accesses);
        EXPECT_EQ(counts.changes, changes);
    };
    EXPECT_EQ(second.push(0), status::done);
    expect_alike([&] { return first.try_push(1); },
                 [&] { return select(by_priority, push(first, 2), pop(second, ignore)).status; });
    expect_alike([&] { return first.pop().status(); },
                 [&] { return select(by_priority, pop(first, ignore), push(second, 3)).status; });
}

TEST(cost_of_a_select, is_that_of_a_plain_call_if_its_source_is_ready) {
    expect_cost_of_a_plain_call<counted_tickets>();
    expect_cost_of_a_plain_call<counted_spsc>();
}

} // namespace
} // namespace tollgate::queue::orders
