// SPDX-License-Identifier: BSL-1.0
#include "queue_table.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <system_error>

namespace tollgate::queue_test {
namespace {

using cpu::placement;

std::chrono::nanoseconds settling(const setting& requested) {
    return requested.placement == placement::same
               ? bench::settling_on_one_cpu(requested.dimensions.members())
               : std::chrono::milliseconds(1);
}

const char* unit_of(traffic pattern) {
    switch (pattern) {
    case traffic::pingpong:
        return "one hand-off: push to return of pop; half a round trip";
    case traffic::select_pingpong:
        return "one hand-off: push to return of pop or select; half a round trip";
    case traffic::stream:
    case traffic::batches:
        break;
    }
    return "one message of a stream, taken by whichever consumer";
}

const char* path_of(traffic pattern) {
    switch (pattern) {
    case traffic::pingpong:
        return "queue/pingpong";
    case traffic::select_pingpong:
        return "queue/select_pingpong";
    case traffic::stream:
        return "queue/stream";
    case traffic::batches:
        break;
    }
    return "queue/batches";
}

measure::case_key key_of(const setting& requested, const queue_table::identity& queue,
                         const measure::parameter_value& holds) {
    std::vector<measure::parameter> parameters{{"impl", queue.impl}};
    parameters.insert(parameters.end(), queue.form.begin(), queue.form.end());
    parameters.insert(parameters.end(), {{"producers", requested.dimensions.producers},
                                         {"consumers", requested.dimensions.consumers},
                                         {"capacity", holds},
                                         {"payload", requested.payload},
                                         {"placement", cpu::to_string(requested.placement)}});
    return {path_of(requested.pattern), std::move(parameters)};
}

/// The number of CPUs that the members of a loop use.
std::size_t cpus_of(const setting& requested, const cpu::assignment& assignment) {
    std::set<std::optional<int>> cpus;
    for (std::size_t i = 0; i < requested.dimensions.producers; ++i) {
        cpus.insert(assignment.cpu_of(2 * i));
    }
    for (std::size_t i = 0; i < requested.dimensions.consumers; ++i) {
        cpus.insert(assignment.cpu_of(2 * i + 1));
    }
    return cpus.size();
}

/// Empty if each thread can have a CPU to itself. Threads that are not pinned need one CPU more, to
/// move to when something else runs.
std::optional<std::string> reason_not_to_spin(const setting& requested,
                                              const cpu::assignment& assignment,
                                              const cpu::topology& machine) {
    const std::size_t threads = requested.dimensions.members();
    const bool free = requested.placement == placement::free;
    const std::size_t needed = threads + (free ? 1 : 0);
    const std::size_t available = free ? machine.threads.size() : cpus_of(requested, assignment);
    if (available >= needed) {
        return std::nullopt;
    }
    return fmt::format("{} threads that spin need {} CPUs{} and there {} {}: it would show "
                       "scheduler quanta",
                       threads, needed, free ? " to move between" : " of their own",
                       available == 1 ? "is" : "are", available);
}

measure::measured_case case_of(const measure::case_key& key, const setting& used,
                               const queue_type& type, const cpu::assignment& assignment) {
    const auto made_of = [&](const measure::probed_loop& loop,
                             const measure::clock_pair_loop& observed) {
        return measure::case_of(key, unit_of(used.pattern), 1, used.dimensions.members(), loop,
                                observed, settling(used));
    };
    if (used.pattern == traffic::stream || used.pattern == traffic::batches) {
        return made_of(stream_loop{used.dimensions, assignment, type.members, type.make_stream,
                                   type.keeps_order, type.moves_batches()},
                       {});
    }
    const pingpong_loop loop{.dimensions = used.dimensions,
                             .assignment = assignment,
                             .members = type.members,
                             .make = type.make_pingpong,
                             .make_observed = type.make_observed};
    return made_of(loop, type.make_observed != nullptr ? measure::clock_pair_loop(loop)
                                                       : measure::clock_pair_loop{});
}

bool is_named(const cli::options& chosen, const std::string& impl) {
    const std::vector<std::string>& queues = chosen.words.at("queues");
    return std::find(queues.begin(), queues.end(), impl) != queues.end();
}

} // namespace

bool queue_table::wants(const std::string& impl) {
    if (names_ != nullptr) {
        if (std::find(names_->begin(), names_->end(), impl) == names_->end()) {
            names_->push_back(impl);
        }
        return false;
    }
    return is_named(table_->chosen(), impl);
}

std::optional<cpu::assignment> queue_table::assign(const setting& requested,
                                                   const row& description) {
    const std::size_t places =
        2 * std::max(requested.dimensions.producers, requested.dimensions.consumers);
    auto assigned =
        table_->assign(requested.placement, places,
                       {"queue/*", {{"placement", cpu::to_string(requested.placement)}}});
    if (assigned && description.retry == retries::spin) {
        if (auto reason = reason_not_to_spin(requested, *assigned, table_->machine())) {
            table_->refuse(key_of(requested, description.queue, requested.dimensions.capacity),
                           std::move(*reason));
            return std::nullopt;
        }
    }
    return assigned;
}

void queue_table::add_cases(const row& description,
                            const queue_type& (*of_payload)(std::size_t bytes)) {
    if (!wants(description.queue.impl)) {
        return;
    }
    for (std::size_t i = 0; i < settings_.size(); ++i) {
        const traffic pattern = settings_[i].pattern;
        const queue_type& type = of_payload(settings_[i].payload);
        if (type.moves_batches() != (pattern == traffic::batches) ||
            description.selects != (pattern == traffic::select_pingpong)) {
            continue;
        }
        if (const auto assignment = assign(settings_[i], description)) {
            add_case(i, description, type, *assignment);
        }
    }
}

void queue_table::add_with_both_retries(row description,
                                        const queue_type& (*of_payload)(std::size_t bytes)) {
    description.queue.form = {{"wait", "spin"}};
    description.retry = retries::spin;
    add_cases(description, of_payload);
    description.queue.form = {{"wait", "yield"}};
    description.retry = retries::yield;
    add_cases(description, of_payload);
}

void queue_table::add_case(std::size_t rank, const row& description, const queue_type& type,
                           const cpu::assignment& assignment) {
    const setting& requested = settings_[rank];
    setting used = requested;
    used.dimensions.retry = description.retry;
    if (description.keeps_nothing) {
        used.dimensions.capacity = 0;
    }
    measure::parameter_value holds = "unbounded";
    try {
        if (type.holds != nullptr) {
            holds = type.holds(used.dimensions.capacity);
        }
    } catch (const std::system_error& error) {
        table_->refuse(key_of(requested, description.queue, requested.dimensions.capacity),
                       error.what());
        return;
    }
    const measure::case_key key = key_of(requested, description.queue, holds);
    if (type.single_producer_single_consumer && requested.dimensions.members() > 2) {
        table_->refuse(key, "it is for one producer and one consumer");
        return;
    }
    measure::measured_case measured = case_of(key, used, type, assignment);
    const std::size_t requested_capacity = requested.dimensions.capacity;
    const std::size_t held = description.compared_holds
                                 ? description.compared_holds(requested_capacity)
                                 : requested_capacity;
    table_->add(std::move(measured), key_of(requested, description.compared_with, held), rank);
}

void queue_table::lacks(const std::string& impl, const std::string& package) {
    if (names_ != nullptr) {
        names_->push_back(impl);
    } else if (is_named(table_->chosen(), impl)) {
        table_->refuse({"queue/*", {{"impl", impl}}}, "install " + package + " and build again");
    }
}

} // namespace tollgate::queue_test
