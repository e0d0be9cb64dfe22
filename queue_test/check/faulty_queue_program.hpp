// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "alternatives/capacity.hpp"
#include "batch_loop.hpp"
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "select_loop.hpp"
#include "selecting_queues.hpp"
#include "stream_loop.hpp"

#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/testing/faulty_program.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

enum class queue_mistake {
    none,
    drops,          ///< a message is lost
    swaps,          ///< a message comes after the next one
    doubles,        ///< a message comes twice
    damages,        ///< the last word of a message is changed
    loses_a_wake_up ///< a pop does not return although there is a message
};

/// The number of pushes, in all queues of the program, until the one mistake.
inline std::atomic<std::int64_t> pushes_until_the_mistake{std::numeric_limits<std::int64_t>::max()};

/// Queues with only try functions, correct under a mutex except for one mistake.
template <queue_mistake Mistake>
struct faulty {
    template <class Message>
    class queue : public exact_capacity {
    public:
        using message_type = Message;
        static constexpr bool single_producer_single_consumer = false;

        explicit queue(std::size_t capacity) : capacity_(capacity) {}

        bool try_push(const Message& message) {
            const std::lock_guard lock(mutex_);
            if (all_.size() + (late_ ? 1 : 0) >= capacity_) {
                return false;
            }
            const bool is_faulty =
                Mistake != queue_mistake::none &&
                pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) == 1;
            if (is_faulty && Mistake == queue_mistake::swaps) {
                late_ = message;
            } else if (!is_faulty || Mistake != queue_mistake::drops) {
                put(message, is_faulty);
            }
            return true;
        }

        bool try_pop(Message& message) {
            const std::lock_guard lock(mutex_);
            if (woken_ == 0) {
                return false;
            }
            --woken_;
            message = all_.front();
            all_.pop_front();
            return true;
        }

    private:
        void put(const Message& message, bool is_faulty) {
            all_.push_back(message);
            ++woken_;
            if (is_faulty && Mistake == queue_mistake::doubles) {
                put(message, false);
            } else if (is_faulty && Mistake == queue_mistake::damages) {
                all_.back().words.back() ^= 1;
            } else if (is_faulty && Mistake == queue_mistake::loses_a_wake_up) {
                --woken_;
            }
            if (late_) {
                all_.push_back(*late_);
                late_.reset();
                ++woken_;
            }
        }

        std::mutex mutex_;
        std::size_t capacity_;
        std::deque<Message> all_;
        std::size_t woken_ = 0; ///< pops that may return
        std::optional<Message> late_;
    };
};

/// Makes a waiting queue from a queue with only try functions, with the pause of this group.
template <class Queue, class Group>
class retrying : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        for (const auto pause = Group::make_pause(); !this->try_push(message);) {
            pause();
        }
    }
    void pop(message_type& message) {
        for (const auto pause = Group::make_pause(); !this->try_pop(message);) {
            pause();
        }
    }
};

/// A correct queue that one push does not reach.
template <class Queue, queue_mistake Mistake>
class with_lost_push : public Queue {
    static_assert(Mistake == queue_mistake::none || Mistake == queue_mistake::drops);

public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        if (Mistake == queue_mistake::none ||
            pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) != 1) {
            Queue::push(message);
        }
    }
};

/// A queue of batches: its calls push and pop the messages one by one.
template <class Queue>
class one_by_one : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;
    static constexpr std::size_t batch = 4;

    void push_all(std::span<const message_type> messages) {
        for (const message_type& message : messages) {
            way<Queue>(*this).push(message);
        }
    }
    std::size_t pop_some(std::span<message_type> places) {
        way<Queue>(*this).pop([&](const message_type& message) { places.front() = message; });
        return 1;
    }
};

/// The queues with a mistake: those with only try functions, with the pause of this group.
template <class Group>
struct trying_queues {
    using group = Group;
    template <queue_mistake Mistake>
    using queue = retrying<typename faulty<Mistake>::template queue<message<64>>, Group>;
};

/// The queues with a mistake: correct ones that one push does not reach.
template <class Queue, class Group>
struct queues_with_lost_push {
    using group = Group;
    template <queue_mistake Mistake>
    using queue = with_lost_push<Queue, Mistake>;
};

struct faulty_queue_choice {
    std::string loop;
    std::size_t capacity;
    std::int64_t mistake_at; ///< the message of a batch
};

/// Runs an extra batch before the first batch of samples, long enough for the mistake, and reports
/// its failures with those of the samples. The regular batches would not do: they are short, and
/// those of the pilots are not judged.
inline measure::measured_case with_the_mistake(measure::measured_case measured, std::int64_t at) {
    measured.run = [run = measured.run, at, is_done = std::make_shared<bool>(false)](
                       const measure::schedule& requested, clock::source source) {
        std::vector<std::string> failures;
        if (!*is_done && requested.groups() > 1) {
            *is_done = true;
            const auto half = static_cast<std::uint64_t>(at);
            const measure::schedule enough{half, {{1, half}}};
            pushes_until_the_mistake = at;
            failures = measure::failed_self_checks(run(enough, source), enough);
        }
        measure::batch batch = run(requested, source);
        batch.report.failures.insert(batch.report.failures.end(), failures.begin(), failures.end());
        return batch;
    };
    return measured;
}

/// Only a mistake may look as if nothing moved.
template <queue_mistake Mistake>
constexpr std::chrono::nanoseconds check_interval_of() {
    return Mistake == queue_mistake::none ? bench::check_interval : std::chrono::milliseconds(200);
}

template <queue_mistake Mistake, class Kind>
measure::measured_case case_of(const faulty_queue_choice& chosen) {
    using queue = typename Kind::template queue<Mistake>;
    using own_group = typename Kind::group;
    const std::chrono::nanoseconds check_interval = check_interval_of<Mistake>();
    const shape dimensions{1, 1, chosen.capacity};
    const measure::case_key key("queue/" + chosen.loop, {{"impl", "faulty"},
                                                         {"producers", 1U},
                                                         {"consumers", 1U},
                                                         {"capacity", chosen.capacity},
                                                         {"payload", 64U},
                                                         {"placement", "free"}});
    const auto make = [&](auto loop) {
        return measure::make_case(key, "one message", 1, 2,
                                  std::function<measure::loop_report(measure::loop_probe&)>(loop));
    };
    const bool in_batches = chosen.loop == "batches";
    const auto make_members = in_batches ? &make_batches<one_by_one<queue>> : &make_stream<queue>;
    measure::measured_case measured =
        chosen.loop == "pingpong"
            ? make(pingpong_loop{
                  dimensions, {}, group_of<own_group>, &make_pingpong<queue>, check_interval})
            : make(stream_loop{dimensions,
                               {},
                               group_of<own_group>,
                               make_members,
                               true,
                               in_batches,
                               check_interval});
    return Mistake == queue_mistake::none
               ? measured
               : with_the_mistake(std::move(measured), chosen.mistake_at);
}

/// Functions that make the case, by the name of the mistake.
using faulty_cases = std::map<std::string, measure::measured_case (*)(const faulty_queue_choice&)>;

/// A select over two queues, one of which a push does not reach, or an element reaches twice.
template <queue_mistake Mistake>
class faulty_taker : public select_taker<queue::blocking_queue<std::uint64_t>, thread_selects, 2> {
    using correct = select_taker<queue::blocking_queue<std::uint64_t>, thread_selects, 2>;

public:
    using correct::correct;

    void push(std::size_t place, std::uint64_t number) {
        const bool is_faulty =
            Mistake != queue_mistake::none &&
            pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) == 1;
        if (!is_faulty || Mistake != queue_mistake::drops) {
            correct::push(place, number);
        }
        if (is_faulty && Mistake == queue_mistake::doubles) {
            correct::push(1 - place, number);
        }
    }
};

template <queue_mistake Mistake>
measure::measured_case select_case_of(const faulty_queue_choice& chosen) {
    using taker = faulty_taker<Mistake>;
    const std::chrono::nanoseconds check_interval = check_interval_of<Mistake>();
    const measure::case_key key("queue/" + chosen.loop, {{"impl", "faulty"}, {"sources", 2U}});
    measure::measured_case measured =
        chosen.loop == "select_alone"
            ? measure::make_event_case(key, "one take", 1, select_alone_loop<taker>{check_interval},
                                       {std::chrono::microseconds(2)})
            : measure::make_case(key, "one take", 1, 1, select_loop<taker>{check_interval});
    return Mistake == queue_mistake::none
               ? measured
               : with_the_mistake(std::move(measured), chosen.mistake_at);
}

/// Selects over two queues.
inline faulty_cases selects_with_mistakes() {
    using enum queue_mistake;
    return {{"none", select_case_of<none>},
            {"drops", select_case_of<drops>},
            {"doubles", select_case_of<doubles>}};
}

/// The correct queue, and one that drops a message.
template <class Kind>
faulty_cases drops_of() {
    using enum queue_mistake;
    return {{"none", case_of<none, Kind>}, {"drops", case_of<drops, Kind>}};
}

/// A queue for each mistake.
template <class Kind>
faulty_cases mistakes_of() {
    using enum queue_mistake;
    faulty_cases all = drops_of<Kind>();
    all.insert({{"swaps", case_of<swaps, Kind>},
                {"doubles", case_of<doubles, Kind>},
                {"damages", case_of<damages, Kind>},
                {"loses_a_wake_up", case_of<loses_a_wake_up, Kind>}});
    return all;
}

/// The kinds of queues, by name.
using faulty_kinds = std::map<std::string, faulty_cases>;

/// Runs ./testQueue with one case, for main: --loop names the loop, --kind the kind of queue, and
/// --mistake the mistake that the queue makes once (or none).
inline int run_faulty_queue(int argc, char** argv, const faulty_kinds& kinds) {
    cli::program description = describe_program();
    description.name = "queue_loop";
    description.own = {{"loop", "NAME", "pingpong",
                        "pingpong, stream, batches, select or select_alone", [](const auto&) {}},
                       {"kind", "NAME", kinds.begin()->first, "which queues", [](const auto&) {}},
                       {"capacity", "N", "64", "messages", [](const auto&) {}},
                       {"mistake-at", "N", "1000", "which message", [](const auto&) {}}};
    std::vector<testing::mistaken_case> cases;
    for (const char* mistake :
         {"none", "drops", "swaps", "doubles", "damages", "loses_a_wake_up"}) {
        cases.push_back({mistake, [kinds, mistake](const cli::options& chosen) {
                             const auto& own = chosen.own;
                             return kinds.at(own.at("kind"))
                                 .at(mistake)({own.at("loop"), std::stoul(own.at("capacity")),
                                               std::stol(own.at("mistake-at"))});
                         }});
    }
    return cli::run_program(argc, argv, testing::faulty_program(description, cases));
}

} // namespace tollgate::queue_test
