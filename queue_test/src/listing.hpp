// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "choice.hpp"
#include "crew.hpp"
#include "fairness.hpp"
#include "message.hpp"
#include "pingpong_loop.hpp"
#include "queue_concepts.hpp"
#include "stream_loop.hpp"
#include "waiting.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <fmt/format.h>

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

/// Calls `make` with the type of a message of so many bytes, one of `payloads`. An analyzer that
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

/// The cases of a run while they are listed.
class listing {
public:
    listing(const cli::options& chosen, const cpu::topology& machine)
        : chosen_(chosen), machine_(machine), settings_(chosen_settings(chosen, machine)) {}

    /// What a queue is called, and what is said of it.
    struct words {
        std::string impl;            ///< "mutex_condvar"
        std::string form{};          ///< "/pop:token": a parameter that tells it from its siblings
        std::string compared_with{}; ///< another one's impl and form
        /// What that one holds when it is asked for so many; null: as many.
        std::size_t (*compared_holds)(std::size_t asked) = nullptr;
        bool on_request = false; ///< left out unless --queues names it
    };

    /// A queue that waits by itself.
    template <template <class> class Queue, class Crew = as_threads>
    void add(const words& said) {
        add_loops<Queue, Crew>(said, false);
    }

    /// One that only tries: once spinning, and once letting others run, if there is time for both.
    template <template <class> class Queue>
    void add_trying(const words& said) {
        add_loops<spinning_queue<Queue>::template with, as_threads>(
            {said.impl, "/wait:spin", said.compared_with}, true);
        if (!chosen_.quick || chosen_.placements_given) {
            add_loops<yielding_queue<Queue>::template with, as_threads>(
                {said.impl, "/wait:yield", said.compared_with}, false);
        }
    }

    /// One that this build does not have.
    void lacks(const std::string& impl, const std::string& package);

    /// In the order of the settings.
    [[nodiscard]] cli::case_list take() &&;

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
        std::string holds;                  ///< messages, or "unbounded"
        std::optional<std::string> refusal; ///< why it is not measured
        any_loop loop;
    };

    template <template <class> class Queue, class Crew>
    void add_loops(const words& said, bool spins) {
        if (said.on_request ? !is_named(chosen_, said.impl) : !is_chosen(chosen_, said.impl)) {
            return;
        }
        for (std::size_t i = 0; i < settings_.size(); ++i) {
            const setting& asked = settings_[i];
            const auto found = assign(asked, said, spins);
            if (found) {
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
                known.holds = std::to_string(Queue::holds(asked.of.capacity));
            } catch (const std::system_error& error) { // one that asks the system for room
                known.holds = std::to_string(asked.of.capacity);
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

    /// Of those that promise that nobody starves.
    template <class Queue>
    static std::shared_ptr<fairness> shares_of(const shape& of) {
        if constexpr (requires { requires Queue::is_fair; }) {
            return of.consumers > 1 ? std::make_shared<fairness>(of.consumers) : nullptr;
        } else {
            return nullptr;
        }
    }

    /// Nothing, and a reason in the list, where this machine cannot do it.
    std::optional<cpu::assignment> assign(const setting& asked, const words& said, bool spins);
    void add_case(std::size_t place, const words& said, facts known);
    void refuse(const std::string& name, std::string reason);

    const cli::options& chosen_;
    const cpu::topology& machine_;
    std::vector<setting> settings_;
    cli::case_list list_;
    std::vector<std::size_t> places_; ///< of the cases: which setting
};

} // namespace tollgate::queue_test
