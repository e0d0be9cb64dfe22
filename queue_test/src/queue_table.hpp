// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "pingpong_loop.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "stream_loop.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

/// Compiled for no clock: all queues share one.
using any_loop = std::function<measure::loop_report(measure::turnstile&)>;

/// Calls `make` with the type of a message of that many bytes, one of `payloads`. An analyzer that
/// reads the loops for one message has seen all that it would see in those for the others.
template <class Make>
auto with_message_of([[maybe_unused]] std::size_t bytes, Make make) {
#if !defined(__clang_analyzer__)
    switch (bytes) {
    case 64:
        return make(std::type_identity<message<64>>{});
    case 1024:
        return make(std::type_identity<message<1024>>{});
    case 65536:
        return make(std::type_identity<message<65536>>{});
    default:
        break;
    }
#endif
    return make(std::type_identity<message<8>>{});
}

/// The table of the queues: a queue is one call of `add` or `add_trying`, in the file of those that
/// need the same library, queues_*.cpp.
class queue_table {
public:
    /// Which form of which queue, "blocking" and pop:token.
    struct identity {
        std::string impl;
        std::vector<measure::parameter> form{};
    };

    /// The description of a queue.
    struct row {
        identity is;
        identity compared_with;
        /// The number that that one holds when it is asked for `asked`; null: as many.
        std::size_t (*compared_holds)(std::size_t asked) = nullptr;
        bool on_request = false; ///< left out unless --queues names it
    };

    /// Adds the cases of these settings to `to`.
    queue_table(bench::case_table& to, std::vector<setting> settings)
        : to_(&to), settings_(std::move(settings)) {}
    /// Adds nothing but the names of the queues, each once.
    explicit queue_table(std::vector<std::string>& names) : names_(&names) {}

    /// A queue that waits by itself.
    template <template <class> class Queue, class Crew = as_threads>
    void add(const row& said) {
        add_loops<Queue, Crew>(said, false);
    }

    /// One that only tries: once spinning, and once letting others run, if there is time for both.
    template <template <class> class Queue>
    void add_trying(const row& said) {
        add_loops<spinning_queue<Queue>::template with, as_threads>(
            {{said.is.impl, {{"wait", "spin"}}}, said.compared_with}, true);
        if (names_ == nullptr && (!to_->chosen().quick || to_->chosen().placements_given)) {
            add_loops<yielding_queue<Queue>::template with, as_threads>(
                {{said.is.impl, {{"wait", "yield"}}}, said.compared_with}, false);
        }
    }

    /// One that this build does not have.
    void lacks(const std::string& impl, const std::string& package);

private:
    template <template <class> class Queue>
    struct spinning_queue {
        template <class Message>
        using with = spinning<Queue<Message>>;
    };
    template <template <class> class Queue>
    struct yielding_queue {
        template <class Message>
        using with = yielding<Queue<Message>>;
    };

    /// What is known of a queue for a setting before it is made.
    struct facts {
        measure::parameter_value holds;     ///< messages, or "unbounded"
        std::optional<std::string> refusal; ///< why it is not measured
        any_loop loop;
    };

    template <template <class> class Queue, class Crew>
    void add_loops(const row& said, bool spins) {
        if (!wants(said)) {
            return;
        }
        for (std::size_t i = 0; i < settings_.size(); ++i) {
            const setting& asked = settings_[i];
            if (const auto found = assign(asked, said, spins)) {
                add_case(i, said,
                         with_message_of(asked.payload, [&]<class M>(std::type_identity<M>) {
                             return facts_of<Queue<M>, Crew>(asked, *found);
                         }));
            }
        }
    }

    template <class Queue, class Crew>
    static facts facts_of(const setting& asked, const cpu::assignment& where) {
        facts known{"unbounded", std::nullopt, {}};
        if constexpr (Queue::is_bounded) {
            try {
                known.holds = Queue::holds(asked.of.capacity);
            } catch (const std::system_error& error) { // one that asks the system for room
                known.holds = asked.of.capacity;
                known.refusal = error.what();
                return known;
            }
        }
        if (Queue::single_producer_single_consumer && asked.of.members() > 2) {
            known.refusal = "it is for one producer and one consumer";
        } else if (asked.what == kind::pingpong) {
            known.loop = pingpong_loop<Queue, Crew>{asked.of, where};
        } else {
            known.loop = stream_loop<Queue, Crew>{asked.of, where, shares_of<Queue>(asked.of)};
        }
        return known;
    }

    /// Of those that promise that no consumer starves.
    template <class Queue>
    static std::shared_ptr<fairness> shares_of(const shape& of) {
        if constexpr (requires { requires Queue::is_fair; }) {
            return of.consumers > 1 ? std::make_shared<fairness>(of.consumers) : nullptr;
        } else {
            return nullptr;
        }
    }

    /// False, and the name is kept, where names are all that is asked for.
    bool wants(const row& said);
    /// Nothing, and a reason in the table, where this machine cannot do it.
    std::optional<cpu::assignment> assign(const setting& asked, const row& said, bool spins);
    void add_case(std::size_t rank, const row& said, facts known);

    bench::case_table* to_ = nullptr;
    std::vector<std::string>* names_ = nullptr;
    std::vector<setting> settings_;
};

/// The queues that this build has, and how those that it does not have are to be got: in the order
/// of the table. CMake fills it.
void add_all_queues(queue_table& to);

} // namespace tollgate::queue_test
