// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "batch_loop.hpp"
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "queue_concepts.hpp"
#include "select_cases.hpp"
#include "setting.hpp"
#include "stream_loop.hpp"

#include <tollgate/bench/case_table.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::queue_test {

/// A type of queue for one type of message, as a value for the table.
struct queue_type {
    /// The capacity that a queue gets for a requested one; null for an unbounded queue. Throws
    /// std::system_error if the system has no room.
    std::size_t (*holds)(std::size_t requested);
    bool single_producer_single_consumer;
    bool keeps_order; ///< of one producer at each consumer
    group members;
    /// Null for a queue of batches.
    std::unique_ptr<pingpong_players> (*make_pingpong)(pingpong<measure::loop_probe>&);
    /// For a clock-pair run; null: the queue has none.
    std::unique_ptr<pingpong_players> (*make_observed)(pingpong<observing_probe>&);
    std::unique_ptr<stream_members> (*make_stream)(stream&);

    [[nodiscard]] bool moves_batches() const { return make_pingpong == nullptr; }
};

template <class Queue>
constexpr auto holds_of() -> std::size_t (*)(std::size_t) {
    if constexpr (Queue::is_bounded) {
        return [](std::size_t requested) -> std::size_t { return Queue::holds(requested); };
    } else {
        return nullptr;
    }
}

/// Only a queue that declares `has_clock_pair_run` has a clock-pair run: the loop is compiled once
/// more for it.
template <class Queue>
constexpr auto observed_pingpong_of()
    -> std::unique_ptr<pingpong_players> (*)(pingpong<observing_probe>&) {
    if constexpr (requires { requires Queue::has_clock_pair_run; }) {
        return &make_pingpong<Queue, observing_probe>;
    } else {
        return nullptr;
    }
}

template <class Queue, class Group>
inline constexpr queue_type type_of{holds_of<Queue>(),     Queue::single_producer_single_consumer,
                                    keeps_order<Queue>,    group_of<Group>,
                                    &make_pingpong<Queue>, observed_pingpong_of<Queue>(),
                                    &make_stream<Queue>};
template <batch_queue_of Queue, class Group>
inline constexpr queue_type type_of<Queue, Group>{holds_of<Queue>(),
                                                  Queue::single_producer_single_consumer,
                                                  keeps_order<Queue>,
                                                  group_of<Group>,
                                                  nullptr,
                                                  nullptr,
                                                  &make_batches<Queue>};

/// The type with messages of `bytes` bytes, one of `payloads`. For an analyzer the loops for one
/// size of message are enough.
template <template <class> class Queue, class Group>
const queue_type& with_message_of([[maybe_unused]] std::size_t bytes) {
#if !defined(__clang_analyzer__)
    switch (bytes) {
    case 64:
        return type_of<Queue<message<64>>, Group>;
    case 1024:
        return type_of<Queue<message<1024>>, Group>;
    case 65536:
        return type_of<Queue<message<65536>>, Group>;
    default:
        break;
    }
#endif
    return type_of<Queue<message<8>>, Group>;
}

/// The table of the queues. Each queue is one call of `add` or `add_trying`, in the file of the
/// queues that need the same library, queues_*.cpp.
class queue_table {
public:
    /// A queue and a form of it: "blocking" and pop:token.
    struct identity {
        std::string impl;
        std::vector<measure::parameter> form{};
    };

    /// The description of a queue in one form.
    struct row {
        identity queue;
        identity compared_with;
        /// The capacity that `compared_with` gets for a requested one; null: the same.
        std::size_t (*compared_holds)(std::size_t requested) = nullptr;
        bool keeps_nothing = false; ///< a capacity of 0, whatever was requested
        retries retry = retries::yield;
        bool selects = false; ///< only in a select_pingpong, where all other rows are left out
    };

    /// The description of a queue whose calls move up to `batch` messages. It is compared with
    /// calls for single messages.
    static row in_batches(const std::string& impl, std::size_t batch) {
        return {{impl, {{"batch", batch}}}, {impl, {{"batch", std::size_t{1}}}}};
    }

    /// Adds the cases of these settings to `table`.
    queue_table(bench::case_table& table, std::vector<setting> settings)
        : table_(&table), settings_(std::move(settings)) {}
    /// Adds only the names of the queues, each once.
    explicit queue_table(std::vector<std::string>& names) : names_(&names) {}

    /// Adds a queue that waits by itself.
    template <template <class> class Queue, class Group = as_threads>
    void add(const row& description) {
        static_assert(!only_tries<Queue<message<8>>>);
        add_cases(description, with_message_of<Queue, Group>);
    }

    /// Adds a queue that has only try functions: with wait:spin, and with wait:yield.
    template <template <class> class Queue>
    void add_trying(const row& description) {
        static_assert(only_tries<Queue<message<8>>>);
        add_with_both_retries(description, with_message_of<Queue, as_threads>);
    }

    /// Adds ping-pongs by the pops of `Queue`, and by the selects of `Selecting`.
    template <template <class> class Queue, template <class> class Selecting,
              class Group = as_threads>
    void add_select_pingpongs(const identity& queue) {
        const auto in_form = [&](const char* form) {
            identity formed = queue;
            formed.form.insert(formed.form.begin(), {"form", form});
            return formed;
        };
        add<Queue, Group>(
            {.queue = in_form("plain"), .compared_with = in_form("plain"), .selects = true});
        add<Selecting, Group>(
            {.queue = in_form("static"), .compared_with = in_form("plain"), .selects = true});
    }

    /// Adds the cases of one thread that pops from a queue, or selects over several.
    template <class Queue, class Kind>
    void add_selects(const std::string& impl) {
        if (wants(impl) && (!table_->chosen().sweep || table_->chosen().is_swept("sources"))) {
            select_cases<Queue, Kind>(*table_, impl, settings_.size()).add();
        }
    }

    /// Reports that this build does not have a queue, and the package to install.
    void lacks(const std::string& impl, const std::string& package);

private:
    void add_cases(const row& description, const queue_type& (*of_payload)(std::size_t bytes));
    void add_with_both_retries(row description, const queue_type& (*of_payload)(std::size_t bytes));
    void add_case(std::size_t rank, const row& description, const queue_type& type,
                  const cpu::assignment& assignment);

    /// Whether the queue is chosen. False if only names are wanted; then its name is kept.
    bool wants(const std::string& impl);
    /// Empty if this machine cannot run the setting; then the table gets the reason.
    std::optional<cpu::assignment> assign(const setting& requested, const row& description);

    bench::case_table* table_ = nullptr;
    std::vector<std::string>* names_ = nullptr;
    std::vector<setting> settings_;
};

/// Adds the queues of this build, and the packages to install for the others, in the order of the
/// table. CMake generates it.
void add_all_queues(queue_table& table);

/// Adds the cases in which coroutines of one thread wait for queues.
void add_async_cases(bench::case_table& table);

} // namespace tollgate::queue_test
