// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "select_loop.hpp"
#include "setting.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace tollgate::queue_test {

/// Adds the cases of one thread that takes an element, by a pop or by a select over several queues
/// of a type. `Kind` has the functions `pop` and `select` of the queues. If the user chooses cases,
/// but neither the numbers of queues nor --all, only the usual cases are added.
template <class Queue, class Kind>
class select_cases {
public:
    select_cases(bench::case_table& table, std::string impl, std::size_t rank)
        : table_(table), impl_(std::move(impl)), rank_(rank) {}

    void add() {
        const cli::options& chosen = table_.chosen();
        const bool is_given = chosen.is_given("sources");
        const bool all =
            !is_given && (chosen.headline || chosen.explain || chosen.given.contains("all"));
        const auto is_chosen = [&](std::uint64_t sources) {
            return std::ranges::count(chosen.numbers.at("sources"), sources) != 0;
        };
        add_with_push<plain_taker<Queue>>("plain", 1);
        for_each_static([&]<class Taker>(std::type_identity<Taker>) {
            if (all || is_chosen(Taker::sources)) {
                add_with_push<Taker>("static", Taker::sources);
            }
        });
        for (const std::uint64_t sources : kept_sources) {
            if (all || (is_given ? is_chosen(sources) : sources == usual_kept_sources)) {
                add_with_push<keeping>("kept", sources);
            }
        }
        if (all) {
            add_alone<plain_taker<Queue>>("plain", 1);
            add_alone<selecting<2>>("static", 2);
            add_alone<keeping>("kept", 2);
        }
    }

private:
    template <std::size_t Sources>
    using selecting = select_taker<Queue, Kind, Sources>;
    using keeping = kept_taker<Queue, Kind>;

    template <class Function>
    static void for_each_static(Function function) {
        [&]<std::size_t... Index>(std::index_sequence<Index...>) {
            (function(std::type_identity<selecting<static_sources[Index]>>()), ...);
        }
        (std::make_index_sequence<static_sources.size()>());
    }

    [[nodiscard]] measure::case_key key_of(const char* path, const char* form, ready_queue ready,
                                           std::size_t sources) const {
        return {path,
                {{"impl", impl_},
                 {"form", form},
                 {"ready", ready == ready_queue::same ? "same" : "random"},
                 {"sources", sources}}};
    }

    /// Compares all cases with a plain pop. The only queue is always the same one.
    void add_compared(const char* path, const char* form, std::size_t sources, const auto& make) {
        for (const ready_queue ready : {ready_queue::same, ready_queue::random}) {
            if (sources > 1 || ready == ready_queue::same) {
                table_.add(make(key_of(path, form, ready, sources), ready),
                           key_of(path, "plain", ready_queue::same, 1), rank_);
            }
        }
    }

    template <class Taker>
    void add_with_push(const char* form, std::size_t sources) {
        add_compared("queue/select", form, sources, [&](const auto& key, ready_queue ready) {
            return measure::make_case(
                key,
                "one push into one of the queues, and the pop or select that takes the element", 1,
                1, select_loop<Taker>{.sources = sources, .ready = ready});
        });
    }

    template <class Taker>
    void add_alone(const char* form, std::size_t sources) {
        add_compared("queue/select_alone", form, sources, [&](const auto& key, ready_queue ready) {
            constexpr std::chrono::microseconds event_length{2}; // with the pushes before it
            return measure::make_event_case(
                key, "one pop or select whose element is there, without the push", 1,
                select_alone_loop<Taker>{.sources = sources, .ready = ready}, {event_length});
        });
    }

    bench::case_table& table_;
    std::string impl_;
    std::size_t rank_;
};

} // namespace tollgate::queue_test
