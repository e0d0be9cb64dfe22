// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/append_to.hpp>
#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/status.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {

using std::chrono::microseconds;
using random_numbers = std::minstd_rand;

/// How the workers of a storm run and wait: each in a thread of its own.
struct in_threads {
    /// Returns when all have returned.
    static void run(std::vector<std::function<void()>> workers) {
        std::vector<std::thread> all;
        for (auto& each : workers) {
            all.emplace_back(std::move(each));
        }
        for (std::thread& thread : all) {
            thread.join();
        }
    }
    template <class... Sources>
    static selected select_one(Sources&&... sources) {
        return select(sources...);
    }
    /// Calls with a timeout.
    template <class Call>
    static auto call_for(microseconds time, unsigned /*chance*/, Call call) {
        return call(time);
    }
};

/// It is moved from when popped, so a second pop of the same element is noticed.
struct storm_element {
    unsigned producer = 0;
    std::unique_ptr<unsigned> number;
};

/// Pushes into two queues, or pops from them, by all forms at random. Only selects name the second
/// queue. So there is always a thread that goes on, whatever the others wait for.
template <class Mode, class First, class Second>
class storm_worker {
public:
    /// Waits with a timeout end after less than `longest`.
    storm_worker(First& first, Second& second, unsigned seed, std::size_t producers,
                 microseconds longest)
        : first_(first),
          second_(second),
          random_(seed),
          longest_(longest),
          last_of_(2 * producers, 0) {}

    cancel::standalone_token by;
    unsigned pushed = 0;                                 ///< elements, with the numbers from 1
    std::vector<std::pair<unsigned, unsigned>> received; ///< producer, number
    unsigned surprises = 0; ///< endings that cannot be, and elements out of order

    /// Pushes elements until their number is `last`, or a queue is closed.
    void push_up_to(unsigned last, unsigned producer) {
        status result = status::done;
        while (pushed < last && result != status::closed) {
            result = random_() % 4 == 0
                         ? push_some(last, producer)
                         : push_one({producer, std::make_unique<unsigned>(pushed + 1)});
        }
    }
    /// Pops this number of elements, or until a queue is closed.
    void pop_up_to(std::size_t most) {
        status result = status::done;
        while (received.size() < most && result != status::closed) {
            result = random_() % 4 == 0 ? pop_some() : pop_one();
        }
    }
    void receive(const storm_element& element, std::size_t queue) {
        unsigned& last = last_of_.at(2 * element.producer + queue);
        surprises += *element.number > last ? 0 : 1;
        last = *element.number;
        received.emplace_back(element.producer, *element.number);
    }

private:
    // NOLINTBEGIN(bugprone-use-after-move): only a push that is done moves from its element
    status push_one(storm_element&& element) {
        const status result = noted(push_once(std::move(element)));
        surprises += (element.number == nullptr) == (result == status::done) ? 0 : 1;
        pushed += result == status::done ? 1 : 0;
        return result;
    }
    /// Up to eight elements.
    status push_some(unsigned last, unsigned producer) {
        std::vector<storm_element> elements;
        const unsigned end = std::min<unsigned>(last, pushed + 1 + random_() % 8);
        for (unsigned number = pushed; number < end;) {
            elements.push_back({producer, std::make_unique<unsigned>(++number)});
        }
        const batch result = push_all_once(std::move(elements));
        for (std::size_t i = 0; i < elements.size(); ++i) {
            surprises += (elements[i].number == nullptr) == (i < result.count) ? 0 : 1;
        }
        surprises += bool(result) == (result.count == elements.size()) ? 0 : 1;
        pushed += static_cast<unsigned>(result.count);
        return noted(result.status);
    }

    status push_once(storm_element&& element) {
        switch (random_() % 6) {
        case 0:
            return first_.push(std::move(element));
        case 1:
            return first_.push(std::move(element), by);
        case 2:
            if constexpr (has_timeout) {
                return within_a_time(
                    [&](auto time) { return first_.push_for(time, std::move(element), by); });
            }
            return first_.push(std::move(element));
        case 3: {
            const status result = first_.try_push(std::move(element));
            return result == status::full ? status::timeout : result;
        }
        default:
            return select_push(std::move(element));
        }
    }
    batch push_all_once(std::vector<storm_element>&& elements) {
        if constexpr (has_timeout) {
            if (random_() % 2 == 0) {
                return within_a_time(
                    [&](auto time) { return first_.push_all_for(time, std::move(elements), by); });
            }
        }
        return random_() % 2 == 0 ? first_.push_all(std::move(elements))
                                  : first_.push_all(std::move(elements), by);
    }
    status select_push(storm_element&& element) {
        if constexpr (has_timeout) {
            const auto to = [&](auto& into, std::size_t index) {
                return push(into, std::move(element), [this, index] { handled_ = index; });
            };
            switch (random_() % 3) {
            case 0:
                return ended(Mode::select_one(to(first_, 0), to(second_, 1), cancelled_by(by)));
            case 1:
                return ended(Mode::select_one(by_priority, to(second_, 0), within(some_time()),
                                              to(first_, 2)));
            default:
                return ended(Mode::select_one(to(second_, 0), to(first_, 1)));
            }
        }
        return second_.push(std::move(element));
    }
    // NOLINTEND(bugprone-use-after-move)

    status pop_one() {
        const unsigned form = random_() % 6;
        if (form > 3) {
            return noted(select_pop());
        }
        popped<storm_element> element =
            form == 0   ? first_.pop()
            : form == 1 ? first_.pop(by)
            : form == 2 ? first_.try_pop()
                        : within_a_time([&](auto time) { return first_.pop_for(time, by); });
        if (element) {
            receive(*element, 0);
        }
        return form == 2 && element.status() == status::empty ? status::timeout
                                                              : noted(element.status());
    }
    status pop_some() {
        std::vector<storm_element> elements;
        const append_to places(elements, 1 + random_() % 8);
        const unsigned form = random_() % 3;
        const batch result =
            form == 0 ? first_.pop_some(places)
            : form == 1
                ? first_.pop_some(places, by)
                : within_a_time([&](auto time) { return first_.pop_some_for(time, places, by); });
        surprises += bool(result) == (result.count != 0) && result.count == elements.size() ? 0 : 1;
        for (const storm_element& element : elements) {
            receive(element, 0);
        }
        return noted(result.status);
    }
    status select_pop() {
        const auto from = [this](auto& queue, std::size_t index) {
            const std::size_t number = static_cast<void*>(&queue) == &first_ ? 0 : 1;
            return pop(queue, [this, index, number](storm_element&& element) {
                handled_ = index;
                receive(element, number);
            });
        };
        switch (random_() % 3) {
        case 0:
            return ended(Mode::select_one(from(first_, 0), from(second_, 1), cancelled_by(by)));
        case 1:
            return ended(Mode::select_one(by_priority, from(second_, 0), within(some_time()),
                                          from(first_, 2)));
        default:
            return ended(Mode::select_one(from(second_, 0), from(second_, 1), from(first_, 2)));
        }
    }

    [[nodiscard]] microseconds some_time() {
        return random_() % longest_.count() * microseconds(1);
    }
    template <class Call>
    auto within_a_time(Call call) {
        const microseconds time = some_time();
        return Mode::call_for(time, static_cast<unsigned>(random_()), call);
    }
    /// The handler of the source that is named has run, and no other.
    status ended(const selected& by_source) {
        const std::size_t expected = by_source.status == status::done ? by_source.index : nothing;
        surprises += std::exchange(handled_, nothing) == expected ? 0 : 1;
        return by_source.status;
    }
    status noted(status result) {
        if (result == status::cancelled) {
            surprises += by.is_cancelled() ? 0 : 1;
            by.reset();
        }
        surprises += result == status::full || result == status::empty ? 1 : 0;
        return result;
    }

    static constexpr bool has_timeout = requires(First & queue) {
        queue.push_for(microseconds(1), storm_element());
    };
    static constexpr std::size_t nothing = ~std::size_t{0};

    First& first_;
    Second& second_;
    random_numbers random_;
    microseconds longest_;
    std::vector<unsigned> last_of_; ///< the number that came last, by producer and queue
    std::size_t handled_ = nothing; ///< the source whose handler has run
};

} // namespace tollgate::queue
