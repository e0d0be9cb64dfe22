// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "select_loop.hpp"
#include "setting.hpp"

#include <tollgate/bench/case_table.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tollgate::queue_test {

/// Adds the cases of one thread that takes an element, by a pop or by a select over several queues
/// of a type.
class select_cases {
public:
    select_cases(bench::case_table& table, std::string impl, std::size_t rank)
        : table_(table), impl_(std::move(impl)), rank_(rank) {}

    template <class Queue>
    void add() {
        const std::vector<std::uint64_t>& chosen = table_.chosen().numbers.at("sources");
        add_taker<plain_taker<Queue>>(with_push, "plain");
        for (const std::uint64_t sources : chosen) {
            add_static<Queue>(with_push, sources);
        }
        if (!table_.chosen().sweep) {
            add_taker<plain_taker<Queue>>(alone, "plain");
            add_static<Queue>(alone, 2);
        }
    }

private:
    static constexpr const char* with_push = "queue/select";
    static constexpr const char* alone = "queue/select_alone";

    template <class Queue>
    void add_static(const char* path, std::uint64_t sources) {
        const auto add_if = [&]<std::size_t Sources>(std::index_sequence<Sources>) {
            if (sources == Sources) {
                add_taker<select_taker<Queue, Sources>>(path, "static");
            }
        };
        [&]<std::size_t... Index>(std::index_sequence<Index...>) {
            (add_if(std::index_sequence<static_sources[Index]>()), ...);
        }
        (std::make_index_sequence<static_sources.size()>());
    }

    template <class Taker>
    void add_taker(const char* path, const char* form) {
        const measure::case_key key = key_of(path, form, Taker::sources);
        table_.add(path == alone
                       ? measure::make_event_case(key,
                                                  "one pop or select whose element is there, "
                                                  "without the push",
                                                  1, select_alone_loop<Taker>{}, {event_length})
                       : measure::make_case(key,
                                            "one push into one of the queues at random, and "
                                            "the pop or select that takes the element",
                                            1, 1, select_loop<Taker>{}),
                   key_of(path, "plain", 1), rank_);
    }

    [[nodiscard]] measure::case_key key_of(const char* path, const char* form,
                                           std::size_t sources) const {
        return {path, {{"impl", impl_}, {"form", form}, {"sources", sources}}};
    }

    /// With the pushes before it.
    static constexpr std::chrono::microseconds event_length{2};

    bench::case_table& table_;
    std::string impl_;
    std::size_t rank_;
};

} // namespace tollgate::queue_test
