// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"

#include "queue_names.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/word_list.hpp>
#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <variant>

namespace tollgate::queue_test {
namespace {

using cpu::placement;

constexpr cli::whole_range capacity_range{1, 65'536};
constexpr cli::whole_range payload_range{payloads.front(), payloads.back()};
constexpr cli::whole_range member_range{1, 256};

/// Two queues of it are made for a ping-pong.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

std::vector<std::uint64_t> parse_payloads(const std::string& option, const std::string& text) {
    std::vector<std::uint64_t> sizes = cli::parse_whole_list(option, text, payload_range);
    for (const std::uint64_t size : sizes) {
        if (std::find(payloads.begin(), payloads.end(), size) == payloads.end()) {
            throw cli::usage_error(fmt::format("{}: '{}' is not one of {} bytes", option, size,
                                               fmt::join(payloads, ", ")));
        }
    }
    return sizes;
}

std::optional<std::string_view> parse_queue(std::string_view name) {
    const auto found = std::find(queue_names.begin(), queue_names.end(), name);
    return found == queue_names.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string_view> parse_queues(const std::string& text) {
    return cli::parse_word_list("--queues", text, parse_queue,
                                fmt::format("{}", fmt::join(queue_names, ", ")));
}

cli::own_option list_of_numbers(const char* name, const char* help, cli::whole_range range) {
    return {name, "LIST", "", help,
            [option = std::string("--") + name, range](const std::string& text) {
                std::ignore = cli::parse_whole_list(option, text, range);
            }};
}

/// One number, or as many as the axis that is swept over has.
std::vector<std::uint64_t> values(const cli::options& chosen, const std::string& name,
                                  cli::whole_range range, std::uint64_t fallback) {
    if (chosen.sweep_axis == name) {
        return chosen.sweep;
    }
    const std::string& text = chosen.own.at(name);
    return text.empty() ? std::vector{fallback} : cli::parse_whole_list("--" + name, text, range);
}

bool exists(placement where, const cpu::topology& machine) {
    return std::holds_alternative<cpu::assignment>(cpu::assign(where, machine, 2));
}

/// Unless they were named: on one CPU, if there is time for it, and the nearest way between two.
std::vector<placement> placements_of(kind what, const cli::options& chosen,
                                     const cpu::topology& machine) {
    if (chosen.placements_given) {
        return chosen.placements;
    }
    std::vector<placement> some;
    if (what == kind::pingpong && !chosen.quick) {
        some.push_back(placement::same);
    }
    for (const placement apart : {placement::core, placement::smt, placement::far}) {
        if (exists(apart, machine)) {
            some.push_back(apart);
            return some;
        }
    }
    return {placement::same};
}

void expect_memory_for(const setting& one) {
    if (one.of.capacity * one.payload > most_bytes) {
        throw cli::usage_error(fmt::format(
            "--capacity: '{}' messages of {} bytes are {} MiB; at most {} MiB", one.of.capacity,
            one.payload, (one.of.capacity * one.payload) >> 20, most_bytes >> 20));
    }
}

} // namespace

std::vector<cli::own_option> own_options() {
    return {
        {"queues", "LIST", "",
         "which queues, as --list names them behind impl:, in every form (all, without the rarer "
         "forms)",
         [](const std::string& text) { parse_queues(text); }},
        list_of_numbers("capacity", "1 to 65536 messages (64 for pingpong, 1024 for stream)",
                        capacity_range),
        {"payload", "LIST", "8", "bytes of a message: 8, 64, 1024 or 65536 (8)",
         [](const std::string& text) { parse_payloads("--payload", text); }},
        list_of_numbers("producers", "1 to 256 threads (1)", member_range),
        list_of_numbers("consumers", "1 to 256 threads (as many as producers)", member_range),
    };
}

std::vector<cli::sweep_axis> sweep_axes() {
    return {{"capacity", capacity_range, "1,64,1024", "cost over the capacity"},
            {"payload", payload_range, "8,64,1024", "cost over the bytes of a message"},
            {"producers", member_range, "1,2,4,8", "cost over the threads on either side"}};
}

std::vector<setting> chosen_settings(const cli::options& chosen, const cpu::topology& machine) {
    std::vector<setting> all;
    for (const kind what : {kind::pingpong, kind::stream}) {
        for (const placement where : placements_of(what, chosen, machine)) {
            for (const auto producers : values(chosen, "producers", member_range, 1)) {
                for (const auto consumers : values(chosen, "consumers", member_range, producers)) {
                    for (const auto capacity : values(chosen, "capacity", capacity_range,
                                                      what == kind::pingpong ? 64 : 1024)) {
                        for (const auto payload : values(chosen, "payload", payload_range, 8)) {
                            all.push_back({what, {producers, consumers, capacity}, payload, where});
                        }
                    }
                }
            }
        }
    }
    for (const setting& one : all) {
        expect_memory_for(one);
    }
    if (chosen.sweep_axis == "payload") {
        parse_payloads("--sweep", fmt::format("{}", fmt::join(chosen.sweep, ",")));
    }
    return all;
}

bool is_chosen(const cli::options& chosen, const std::string& impl) {
    return chosen.own.at("queues").empty() || is_named(chosen, impl);
}

bool is_named(const cli::options& chosen, const std::string& impl) {
    const std::string& given = chosen.own.at("queues");
    if (given.empty()) {
        return false;
    }
    const std::vector<std::string_view> queues = parse_queues(given);
    return std::find(queues.begin(), queues.end(), impl) != queues.end();
}

} // namespace tollgate::queue_test
