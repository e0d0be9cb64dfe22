// SPDX-License-Identifier: BSL-1.0
//
// The acquiring loads and releasing stores of the rings hand elements from thread to thread without
// a race, and each of them is needed. The sequentially consistent operations serve the wait queue
// and exact answers: see the models and interleavings_check.cpp.
#include "clocked_word.hpp"
#include "coroutine_linux.hpp"

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/segment_ring.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>
#include <tollgate/testing/execution.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace tollgate::queue {
namespace {

using testing::ordered_site;

/// Writes to its place after it has been moved into a ring.
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

/// A ring, and calls as if by several threads. The consumer destroys the ring at the end.
template <template <class, template <class> class> class Ring>
struct ring_of_threads {
    static constexpr std::size_t producer = 0;
    static constexpr std::size_t consumer = 1;
    static constexpr std::size_t closer = 2;
    static constexpr bool has_several_consumers = !detail::has_front<Ring<element, clocked_word>>;

    execution& run;
    Ring<element, clocked_word> ring;
    std::size_t moved = 0; ///< by the last batch

    explicit ring_of_threads(execution& of_all, std::size_t capacity)
        : run(of_all), ring(make(capacity)) {
        clocked_words::begin();
    }
    ~ring_of_threads() { run.act_as(consumer); }
    ring_of_threads(const ring_of_threads&) = delete;
    ring_of_threads& operator=(const ring_of_threads&) = delete;

    status push() {
        run.act_as(producer);
        return ring.try_push(element());
    }
    status pop(std::size_t thread = consumer) {
        run.act_as(thread);
        return ring.try_pop([](element&& popped) { popped.touch(); });
    }
    status push_some(std::size_t most) {
        run.act_as(producer);
        return ring.try_push_some(
            most, [](std::size_t) { return element(); }, moved);
    }
    status pop_some(std::size_t most) {
        run.act_as(consumer);
        return ring.try_pop_some(
            most, [](element&& popped, std::size_t) { popped.touch(); }, moved);
    }
    void close() {
        run.act_as(closer);
        ring.close();
    }

private:
    using ring_type = Ring<element, clocked_word>;
    static ring_type make(std::size_t capacity) {
        if constexpr (detail::bounded<ring_type>) {
            return ring_type(capacity);
        } else {
            return ring_type();
        }
    }
};

/// A segment has two places.
template <class T, template <class> class Atomic>
using ring_of_small_segments = detail::basic_segment_ring<T, Atomic, 2>;

/// A call that can be stopped in its middle, so that other threads act before it goes on.
class stoppable_call {
public:
    explicit stoppable_call(std::function<void()> body) : body_(std::move(body)) {
        inside_.prepare(run);
    }

    /// Runs until it stops or is over; does nothing if it is over.
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
        self.body_();
        self.over_ = true;
        self.stop();
    }

    static inline stoppable_call* going_on = nullptr;

    std::function<void()> body_;
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
        for (int pushes = 0; pushes < 5 && threads.push() == status::done; ++pushes) {
        }
        while (threads.pop() == status::done) {
        }
    }
}

template <class Threads>
void fill_and_empty_by_batches(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 5; ++i) {
        for (int pushes = 0; pushes < 4 && threads.push_some(2) == status::done; ++pushes) {
        }
        EXPECT_EQ(threads.pop(), status::done);
        while (threads.pop_some(2) == status::done) {
        }
    }
}

template <class Threads>
void check_before_pushing(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 10; ++i) {
        if constexpr (requires { threads.ring.may_push(); }) {
            in.act_as(Threads::producer);
            EXPECT_TRUE(threads.ring.may_push());
        }
        EXPECT_EQ(threads.push(), status::done);
        EXPECT_EQ(threads.pop(), status::done);
    }
}

/// Two threads pop, each two elements in succession.
template <class Threads>
void share_the_pops(execution& in, std::size_t capacity) {
    Threads threads(in, capacity);
    for (int i = 0; i < 5; ++i) {
        int pushes = 0;
        while (pushes < 4 && threads.push() == status::done) {
            ++pushes;
        }
        for (int pops = 0; pops < pushes; ++pops) {
            EXPECT_EQ(threads.pop(pops < 2 ? Threads::consumer : Threads::closer), status::done);
        }
    }
}

/// A pop that starts on an empty queue, and then finds the last element of a closed queue, or of a
/// queue that a push has reported closed.
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

/// Whether threads race in one of the scenarios. Adds the sites that request a memory order.
template <class Threads>
bool races(const std::optional<ordered_site>& weakened, std::set<ordered_site>& sites) {
    bool raced = false;
    const auto in_scenario = [&](const std::function<void(execution&)>& scenario) {
        execution in(weakened);
        scenario(in);
        raced = raced || in.raced() || clocked_words::used_unseen;
        sites.insert(in.sites().begin(), in.sites().end());
    };
    for (const std::size_t capacity : {1U, 3U, 4U}) {
        in_scenario([&](execution& in) { hand_over_one_by_one<Threads>(in, capacity); });
        in_scenario([&](execution& in) { fill_and_empty<Threads>(in, capacity); });
        in_scenario([&](execution& in) { fill_and_empty_by_batches<Threads>(in, capacity); });
        in_scenario([&](execution& in) { check_before_pushing<Threads>(in, capacity); });
        if constexpr (Threads::has_several_consumers) {
            in_scenario([&](execution& in) { share_the_pops<Threads>(in, capacity); });
        }
        for (int steps = 0; steps < most_steps * most_steps; ++steps) {
            in_scenario([&](execution& in) {
                close_in_a_pop<Threads>(in, capacity, steps / most_steps, steps % most_steps);
            });
        }
    }
    return raced;
}

template <class Threads>
class memory_orders : public ::testing::Test {};
using rings = ::testing::Types<ring_of_threads<detail::basic_ticket_ring>,
                               ring_of_threads<detail::basic_spsc_ring>,
                               ring_of_threads<ring_of_small_segments>>;
TYPED_TEST_SUITE(memory_orders, rings, );

TYPED_TEST(memory_orders, suffice_and_each_is_needed) {
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
