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
/// of a type. `Kind` has the functions `pop` and `select` of the queues.
template <class Queue, class Kind>
class select_cases {
public:
    select_cases(bench::case_table& table, std::string impl, std::size_t rank)
        : table_(table), impl_(std::move(impl)), rank_(rank) {}

    void add() {
        add_with_push<plain_taker<Queue>>("plain", "plain");
        for_each<static_sources>([this]<std::size_t Sources>(size<Sources>) {
            if (is_chosen(Sources)) {
                add_with_push<selecting<Sources>>("static", "plain");
            }
        });
        const bool all_sizes = !table_.chosen().is_given("sources");
        for_each<kept_sources>([&]<std::size_t Sources>(size<Sources>) {
            if (all_sizes || is_chosen(Sources)) {
                add_with_push<keeping<Sources>>("kept", Sources == 1 ? "plain" : "kept");
            }
        });
        if (all_sizes) {
            add_alone<plain_taker<Queue>>("plain");
            add_alone<selecting<2>>("static");
            add_alone<keeping<2>>("kept");
        }
    }

private:
    template <std::size_t Sources>
    using size = std::integral_constant<std::size_t, Sources>;
    template <std::size_t Sources>
    using selecting = select_taker<Queue, Kind, Sources>;
    template <std::size_t Sources>
    using keeping = kept_taker<Queue, Kind, Sources>;

    template <auto& Numbers, class Function>
    static void for_each(Function function) {
        [&]<std::size_t... Index>(std::index_sequence<Index...>) {
            (function(size<Numbers[Index]>()), ...);
        }
        (std::make_index_sequence<Numbers.size()>());
    }

    [[nodiscard]] bool is_chosen(std::uint64_t sources) const {
        return std::ranges::count(table_.chosen().numbers.at("sources"), sources) != 0;
    }

    [[nodiscard]] measure::case_key key_of(const char* path, const char* form,
                                           std::size_t sources) const {
        return {path, {{"impl", impl_}, {"form", form}, {"sources", sources}}};
    }

    /// `compared_with` is a form with one source.
    template <class Taker>
    void add_with_push(const char* form, const char* compared_with) {
        constexpr const char* path = "queue/select";
        table_.add(measure::make_case(key_of(path, form, Taker::sources),
                                      "one push into one of the queues at random, and the pop or "
                                      "select that takes the element",
                                      1, 1, select_loop<Taker>{}),
                   key_of(path, compared_with, 1), rank_);
    }

    template <class Taker>
    void add_alone(const char* form) {
        constexpr const char* path = "queue/select_alone";
        constexpr std::chrono::microseconds event_length{2}; // with the pushes before it
        table_.add(
            measure::make_event_case(key_of(path, form, Taker::sources),
                                     "one pop or select whose element is there, without the push",
                                     1, select_alone_loop<Taker>{}, {event_length}),
            key_of(path, "plain", 1), rank_);
    }

    bench::case_table& table_;
    std::string impl_;
    std::size_t rank_;
};

} // namespace tollgate::queue_test
