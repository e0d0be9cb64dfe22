// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "pingpong_loop.hpp"
#include "queue_concepts.hpp"
#include "setting.hpp"
#include "stream_loop.hpp"

#include <tollgate/bench/case_table.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

/// A type of queue for one type of message, as the table sees it.
struct queue_type {
    /// The capacity that a queue has when `asked` was asked for; null for an unbounded queue.
    /// Throws std::system_error where the system has no room.
    std::size_t (*holds)(std::size_t asked);
    bool for_one_each; ///< one producer and one consumer
    bool keeps_order;  ///< of one producer at each consumer
    crew members;
    std::unique_ptr<pingpong_players> (*make_pingpong)(pingpong&);
    std::unique_ptr<stream_members> (*make_stream)(stream&);
};

template <class Queue>
constexpr auto holds_of() -> std::size_t (*)(std::size_t) {
    if constexpr (Queue::is_bounded) {
        return [](std::size_t asked) -> std::size_t { return Queue::holds(asked); };
    } else {
        return nullptr;
    }
}

template <class Queue, class Crew>
inline constexpr queue_type type_of{holds_of<Queue>(),     Queue::single_producer_single_consumer,
                                    keeps_order<Queue>,    crew_of<Crew>,
                                    &make_pingpong<Queue>, &make_stream<Queue>};

/// With messages of that many bytes, one of `payloads`. An analyzer that reads the loops for one
/// message has seen all that it would see in those for the others.
template <template <class> class Queue, class Crew>
const queue_type& with_message_of([[maybe_unused]] std::size_t bytes) {
#if !defined(__clang_analyzer__)
    switch (bytes) {
    case 64:
        return type_of<Queue<message<64>>, Crew>;
    case 1024:
        return type_of<Queue<message<1024>>, Crew>;
    case 65536:
        return type_of<Queue<message<65536>>, Crew>;
    default:
        break;
    }
#endif
    return type_of<Queue<message<8>>, Crew>;
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
        bool keeps_nothing = false; ///< a capacity of 0, whatever is asked for
        retries retry = retries::yield;
    };

    /// Adds the cases of these settings to `to`.
    queue_table(bench::case_table& to, std::vector<setting> settings)
        : to_(&to), settings_(std::move(settings)) {}
    /// Adds nothing but the names of the queues, each once.
    explicit queue_table(std::vector<std::string>& names) : names_(&names) {}

    /// A queue that waits by itself.
    template <template <class> class Queue, class Crew = as_threads>
    void add(const row& said) {
        static_assert(!only_tries<Queue<message<8>>>);
        add_cases(said, with_message_of<Queue, Crew>);
    }

    /// One that only tries: once spinning, and once letting others run.
    template <template <class> class Queue>
    void add_trying(const row& said) {
        static_assert(only_tries<Queue<message<8>>>);
        add_both_ways(said, with_message_of<Queue, as_threads>);
    }

    /// One that this build does not have.
    void lacks(const std::string& impl, const std::string& package);

private:
    void add_cases(const row& said, const queue_type& (*of_payload)(std::size_t bytes));
    void add_both_ways(row said, const queue_type& (*of_payload)(std::size_t bytes));
    void add_case(std::size_t rank, const row& said, const queue_type& of,
                  const cpu::assignment& where);

    /// False, and the name is kept, where names are all that is asked for.
    bool wants(const row& said);
    /// Nothing, and a reason in the table, where this machine cannot do it.
    std::optional<cpu::assignment> assign(const setting& asked, const row& said);

    bench::case_table* to_ = nullptr;
    std::vector<std::string>* names_ = nullptr;
    std::vector<setting> settings_;
};

/// The queues that this build has, and how those that it does not have are to be got: in the order
/// of the table. CMake fills it.
void add_all_queues(queue_table& to);

} // namespace tollgate::queue_test
