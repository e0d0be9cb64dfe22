// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "peers/capacity.hpp"
#include "pingpong_loop.hpp"
#include "program.hpp"
#include "stream_loop.hpp"

#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/measured_case.hpp>

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
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

enum class queue_mistake {
    none,
    drops,          ///< a message is not there
    swaps,          ///< a message waits for the next one, and comes after it
    doubles,        ///< a message is there twice
    damages,        ///< the last word of a message is another one
    loses_a_wake_up ///< a pop does not return, although a message is there
};

/// One mistake in all queues of the program together: with this push, counted from now on.
inline std::atomic<std::int64_t> pushes_until_the_mistake{std::numeric_limits<std::int64_t>::max()};

/// Queues that only try, and are right under a mutex but for one mistake.
template <queue_mistake Made>
struct wrong {
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
            const bool now = Made != queue_mistake::none &&
                             pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) == 1;
            if (now && Made == queue_mistake::swaps) {
                late_ = message;
            } else if (!now || Made != queue_mistake::drops) {
                put(message, now);
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
        void put(const Message& message, bool now) {
            all_.push_back(message);
            ++woken_;
            if (now && Made == queue_mistake::doubles) {
                put(message, false);
            } else if (now && Made == queue_mistake::damages) {
                all_.back().words.back() ^= 1;
            } else if (now && Made == queue_mistake::loses_a_wake_up) {
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
        std::size_t woken_ = 0; ///< how many pops may return
        std::optional<Message> late_;
    };
};

/// Makes a queue that waits of one that only tries, in the way of the members of this crew.
template <class Queue, class Crew>
class trying_again : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        for (const auto a_while = Crew::make_pause(); !this->try_push(message);) {
            a_while();
        }
    }
    void pop(message_type& message) {
        for (const auto a_while = Crew::make_pause(); !this->try_pop(message);) {
            a_while();
        }
    }
};

/// A queue that is right, but for one push that does not come to it.
template <class Queue, queue_mistake Made>
class used_wrongly : public Queue {
    static_assert(Made == queue_mistake::none || Made == queue_mistake::drops);

public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        if (Made == queue_mistake::none ||
            pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) != 1) {
            Queue::push(message);
        }
    }
};

/// What is run with a mistake: queues that only try, in the way of this crew.
template <class Crew>
struct trying_queues {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = trying_again<typename wrong<Made>::template queue<message<64>>, Crew>;
};

/// Or these, which would be right.
template <class Queue, class Crew>
struct queues_used_wrongly {
    using crew = Crew;
    template <queue_mistake Made>
    using queue = used_wrongly<Queue, Made>;
};

struct wrong_queue_choice {
    bool stream;
    std::size_t capacity;
    std::int64_t mistake_at; ///< this message of a batch
};

/// Before the first batch of samples comes one of its own that is long enough for the mistake; what
/// is wrong with it is said of that of samples. The mistake is not left to a batch that comes
/// anyway, because these are short, and because those of the pilots are not judged: where nothing
/// moves they last long and tell nothing.
inline measure::measured_case with_the_mistake(measure::measured_case one, std::int64_t at) {
    one.run = [run = one.run, at, made = std::make_shared<bool>(false)](
                  const measure::schedule& asked, clock::source source) {
        std::vector<std::string> failures;
        if (!*made && asked.groups() > 1) {
            *made = true;
            const auto half = static_cast<std::uint64_t>(at);
            const measure::schedule enough{half, {{1, half}}};
            pushes_until_the_mistake = at;
            failures = measure::failed_proofs(run(enough, source), enough);
        }
        measure::batch done = run(asked, source);
        done.report.failures.insert(done.report.failures.end(), failures.begin(), failures.end());
        return done;
    };
    return one;
}

template <queue_mistake Made, class Kind>
measure::measured_case case_of(const wrong_queue_choice& chosen) {
    using queue = typename Kind::template queue<Made>;
    using players = typename Kind::crew;
    // Nothing but a mistake may look as if nothing moved.
    const std::chrono::nanoseconds look_every =
        Made == queue_mistake::none ? bench::between_looks : std::chrono::milliseconds(200);
    const shape of{1, 1, chosen.capacity};
    const measure::case_key key(chosen.stream ? "queue/stream" : "queue/pingpong",
                                {{"impl", "wrong"},
                                 {"producers", 1U},
                                 {"consumers", 1U},
                                 {"capacity", chosen.capacity},
                                 {"payload", 64U},
                                 {"placement", "free"}});
    const auto made = [&](auto loop) {
        return measure::make_case(key, "one message", 1, 2,
                                  std::function<measure::loop_report(measure::turnstile&)>(loop));
    };
    measure::measured_case one =
        chosen.stream
            ? made(stream_loop{of, {}, crew_of<players>, &make_stream<queue>, true, look_every})
            : made(pingpong_loop{of, {}, crew_of<players>, &make_pingpong<queue>, look_every});
    return Made == queue_mistake::none ? one : with_the_mistake(std::move(one), chosen.mistake_at);
}

/// By the name of the mistake.
using wrong_cases = std::map<std::string, measure::measured_case (*)(const wrong_queue_choice&)>;

/// Of such queues, the right one and one that drops a message.
template <class Kind>
wrong_cases drops_of() {
    using enum queue_mistake;
    return {{"none", case_of<none, Kind>}, {"drops", case_of<drops, Kind>}};
}

/// One for each mistake.
template <class Kind>
wrong_cases mistakes_of() {
    using enum queue_mistake;
    wrong_cases all = drops_of<Kind>();
    all.insert({{"swaps", case_of<swaps, Kind>},
                {"doubles", case_of<doubles, Kind>},
                {"damages", case_of<damages, Kind>},
                {"loses_a_wake_up", case_of<loses_a_wake_up, Kind>}});
    return all;
}

/// Which queues have the mistakes, by the name of their kind.
using wrong_kinds = std::map<std::string, wrong_cases>;

/// ./testQueue with one case, whose queue is right, or makes the mistake that --mistake names,
/// once, in the --loop that is named; the queue is of the --kind that is named. For main.
inline int run_wrong_queue(int argc, char** argv, const wrong_kinds& kinds) {
    cli::program what = describe_program();
    what.name = "queue_loop";
    what.own = {{"loop", "NAME", "pingpong", "pingpong or stream", [](const auto&) {}},
                {"kind", "NAME", kinds.begin()->first, "which queues", [](const auto&) {}},
                {"capacity", "N", "64", "messages", [](const auto&) {}},
                {"mistake-at", "N", "1000", "which message", [](const auto&) {}}};
    std::vector<faults::mistaken_case> cases;
    for (const char* mistake :
         {"none", "drops", "swaps", "doubles", "damages", "loses_a_wake_up"}) {
        cases.push_back({mistake, [kinds, mistake](const cli::options& chosen) {
                             const auto& own = chosen.own;
                             return kinds.at(own.at("kind"))
                                 .at(mistake)({own.at("loop") == "stream",
                                               std::stoul(own.at("capacity")),
                                               std::stol(own.at("mistake-at"))});
                         }});
    }
    return cli::run_program(argc, argv, faults::wrong_program(what, cases));
}

} // namespace tollgate::queue_test
