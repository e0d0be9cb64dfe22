// SPDX-License-Identifier: BSL-1.0
//
// What the rings' acquiring loads and releasing stores are for: elements go from one thread to
// another and back without a race, and would not if any one of them asked for less. Their
// sequentially consistent operations are there for the wait line and for exact answers: see the
// models and interleavings_check.cpp.
#include "clocked_word.hpp"
#include "coroutine_linux.hpp"

#include <tollgate/faults/execution.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace tollgate::queue {
namespace {

using faults::ordered_site;

/// Writes to the place where it lies, once it has been moved into one.
class element {
public:
    element() = default;
    element(element&& /*from*/) noexcept : lies_in_a_ring_(true) { touch(); }
    element& operator=(element&&) = delete;
    ~element() { touch(); }

    void touch() const noexcept {
        if (lies_in_a_ring_) {
            execution::current().write(this);
        }
    }

private:
    bool lies_in_a_ring_ = false;
};

/// A ring, and the calls of made-up threads. A ring ends with the execution, and by its consumer.
template <template <class, template <class> class> class Ring>
struct ring_of_threads {
    static constexpr std::size_t producer = 0;
    static constexpr std::size_t consumer = 1;
    static constexpr std::size_t closer = 2;

    execution& in;
    Ring<element, clocked_word> ring;

    explicit ring_of_threads(execution& all, std::size_t capacity) : in(all), ring(capacity) {}
    ~ring_of_threads() { in.act_as(consumer); }
    ring_of_threads(const ring_of_threads&) = delete;
    ring_of_threads& operator=(const ring_of_threads&) = delete;

    status push() {
        in.act_as(producer);
        return ring.try_push(element());
    }
    status pop() {
        in.act_as(consumer);
        return ring.try_pop([](element&& taken) { taken.touch(); });
    }
    void close() {
        in.act_as(closer);
        ring.close();
    }
};

/// A call that others may stop in the middle of, to act themselves before it goes on.
class stoppable_call {
public:
    explicit stoppable_call(std::function<void()> what) : what_(std::move(what)) {
        inside_.prepare(run);
    }

    /// Until it stops, or is over. Does nothing if it is over.
    void go_on() {
        if (!over_) {
            going_on = this;
            outside_.hand_over_to(inside_);
        }
    }
    void stop() { inside_.hand_over_to(outside_); }

private:
    static void run() {
        stoppable_call& self = *going_on;
        self.what_();
        self.over_ = true;
        self.stop();
    }

    static inline stoppable_call* going_on = nullptr;

    std::function<void()> what_;
    orders::coroutine outside_;
    orders::coroutine inside_;
    bool over_ = false;
};

template <class Threads>
void hand_over_one_by_one(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(threads.push(), status::done);
        EXPECT_EQ(threads.pop(), status::done);
    }
}

template <class Threads>
void fill_and_empty(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 3; ++i) {
        while (threads.push() == status::done) {
        }
        while (threads.pop() == status::done) {
        }
    }
}

template <class Threads>
void look_before_pushing(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 10; ++i) {
        in.act_as(Threads::producer);
        EXPECT_TRUE(threads.ring.may_push());
        EXPECT_EQ(threads.push(), status::done);
        EXPECT_EQ(threads.pop(), status::done);
    }
}

/// A pop that has begun with nothing there, and finds the last element of a queue that is closed,
/// or is being closed and told so by a push.
template <class Threads>
void close_in_a_pop(execution& in, std::size_t capacity, int steps_of_pop, int steps_of_close) {
    Threads threads(in, capacity);
    stoppable_call pop([&] { threads.pop(); });
    in.interrupt_after(steps_of_pop, [&] { pop.stop(); });
    pop.go_on();
    in.let_nobody_interrupt();
    EXPECT_EQ(threads.push(), status::done);
    in.interrupt_after(steps_of_close, [&] {
        threads.push();
        pop.go_on();
    });
    threads.close();
    in.let_nobody_interrupt();
    pop.go_on();
}

constexpr int most_steps = 8; ///< of a pop that finds nothing, and of a close

/// Whether threads race with each other in one of the stories; notes sites at which an order is
/// asked for.
template <class Threads>
bool races(const std::optional<ordered_site>& weakened, std::set<ordered_site>& sites) {
    bool raced = false;
    const auto in_story = [&](const std::function<void(execution&)>& story) {
        execution in(weakened);
        story(in);
        raced = raced || in.raced();
        sites.insert(in.sites().begin(), in.sites().end());
    };
    for (const std::size_t capacity : {1U, 3U, 4U}) {
        in_story([&](execution& in) { hand_over_one_by_one<Threads>(in, capacity); });
        in_story([&](execution& in) { fill_and_empty<Threads>(in, capacity); });
        in_story([&](execution& in) { look_before_pushing<Threads>(in, capacity); });
        for (int steps = 0; steps < most_steps * most_steps; ++steps) {
            in_story([&](execution& in) {
                close_in_a_pop<Threads>(in, capacity, steps / most_steps, steps % most_steps);
            });
        }
    }
    return raced;
}

template <class Threads>
class memory_orders : public testing::Test {};
using rings = testing::Types<ring_of_threads<detail::basic_ticket_ring>,
                             ring_of_threads<detail::basic_spsc_ring>>;
TYPED_TEST_SUITE(memory_orders, rings, );

TYPED_TEST(memory_orders, suffice_and_none_is_too_much) {
    std::set<ordered_site> sites;
    ASSERT_FALSE(races<TypeParam>(std::nullopt, sites));
    int weakened = 0;
    for (const ordered_site& site : std::set(sites)) {
        if (site.order == std::memory_order_acquire || site.order == std::memory_order_release) {
            EXPECT_TRUE(races<TypeParam>(site, sites)) << site.file << ":" << site.line;
            ++weakened;
        }
    }
    EXPECT_GE(weakened, 4);
}

} // namespace
} // namespace tollgate::queue
