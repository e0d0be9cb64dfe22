// SPDX-License-Identifier: BSL-1.0
#include "queue_table.hpp"

#include <tollgate/bench/placements.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/turnstile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <system_error>

namespace tollgate::queue_test {
namespace {

using cpu::placement;

std::chrono::nanoseconds settling(const setting& asked) {
    return asked.where == placement::same ? bench::settling_on_one_cpu(asked.of.members())
                                          : std::chrono::milliseconds(1);
}

const char* unit_of(kind what) {
    return what == kind::pingpong ? "one hand-off: push to return of pop; half a round trip"
                                  : "one message of a stream, taken by whichever consumer";
}

measure::case_key key_of(const setting& asked, const queue_table::identity& queue,
                         const measure::parameter_value& holds) {
    std::vector<measure::parameter> parameters{{"impl", queue.impl}};
    parameters.insert(parameters.end(), queue.form.begin(), queue.form.end());
    parameters.insert(parameters.end(), {{"producers", asked.of.producers},
                                         {"consumers", asked.of.consumers},
                                         {"capacity", holds},
                                         {"payload", asked.payload},
                                         {"placement", cpu::to_string(asked.where)}});
    return {asked.what == kind::pingpong ? "queue/pingpong" : "queue/stream",
            std::move(parameters)};
}

/// How many CPUs the members of a loop share among them.
std::size_t cpus_of(const setting& asked, const cpu::assignment& where) {
    std::set<std::optional<int>> seen;
    for (std::size_t i = 0; i < asked.of.producers; ++i) {
        seen.insert(where.cpu_of(2 * i));
    }
    for (std::size_t i = 0; i < asked.of.consumers; ++i) {
        seen.insert(where.cpu_of(2 * i + 1));
    }
    return seen.size();
}

/// Nothing where each thread can keep a CPU to itself. One that is not pinned needs one more to go
/// to when something else runs.
std::optional<std::string> why_not_spinning(const setting& asked, const cpu::assignment& where,
                                            const cpu::topology& machine) {
    const std::size_t threads = asked.of.members();
    const bool free = asked.where == placement::free;
    const std::size_t needed = threads + (free ? 1 : 0);
    const std::size_t found = free ? machine.threads.size() : cpus_of(asked, where);
    if (found >= needed) {
        return std::nullopt;
    }
    return fmt::format("{} threads that spin need {} CPUs{} and there {} {}: it would show "
                       "scheduler quanta",
                       threads, needed, free ? " to move between" : " of their own",
                       found == 1 ? "is" : "are", found);
}

std::function<measure::loop_report(measure::turnstile&)>
loop_of(const setting& asked, const queue_type& of, const cpu::assignment& where) {
    if (asked.what == kind::pingpong) {
        return pingpong_loop{asked.of, where, of.members, of.make_pingpong};
    }
    return stream_loop{asked.of, where, of.members, of.make_stream, of.keeps_order};
}

bool is_named(const cli::options& chosen, const std::string& impl) {
    const std::vector<std::string>& queues = chosen.words.at("queues");
    return std::find(queues.begin(), queues.end(), impl) != queues.end();
}

} // namespace

bool queue_table::wants(const row& said) {
    if (names_ != nullptr) {
        if (std::find(names_->begin(), names_->end(), said.is.impl) == names_->end()) {
            names_->push_back(said.is.impl);
        }
        return false;
    }
    return is_named(to_->chosen(), said.is.impl);
}

std::optional<cpu::assignment> queue_table::assign(const setting& asked, const row& said) {
    const std::size_t places = 2 * std::max(asked.of.producers, asked.of.consumers);
    auto found =
        to_->assign(asked.where, places, {"queue/*", {{"placement", cpu::to_string(asked.where)}}});
    if (found && said.retry == retries::spin) {
        if (auto reason = why_not_spinning(asked, *found, to_->machine())) {
            to_->refuse(key_of(asked, said.is, asked.of.capacity), std::move(*reason));
            return std::nullopt;
        }
    }
    return found;
}

void queue_table::add_cases(const row& said, const queue_type& (*of_payload)(std::size_t bytes)) {
    if (!wants(said)) {
        return;
    }
    for (std::size_t i = 0; i < settings_.size(); ++i) {
        if (const auto where = assign(settings_[i], said)) {
            add_case(i, said, of_payload(settings_[i].payload), *where);
        }
    }
}

void queue_table::add_both_ways(row said, const queue_type& (*of_payload)(std::size_t bytes)) {
    said.is.form = {{"wait", "spin"}};
    said.retry = retries::spin;
    add_cases(said, of_payload);
    said.is.form = {{"wait", "yield"}};
    said.retry = retries::yield;
    add_cases(said, of_payload);
}

void queue_table::add_case(std::size_t rank, const row& said, const queue_type& of,
                           const cpu::assignment& where) {
    const setting& asked = settings_[rank];
    setting used = asked;
    used.of.retry = said.retry;
    if (said.keeps_nothing) {
        used.of.capacity = 0;
    }
    measure::parameter_value holds = "unbounded";
    try {
        if (of.holds != nullptr) {
            holds = of.holds(used.of.capacity);
        }
    } catch (const std::system_error& error) {
        to_->refuse(key_of(asked, said.is, asked.of.capacity), error.what());
        return;
    }
    const measure::case_key key = key_of(asked, said.is, holds);
    if (of.for_one_each && asked.of.members() > 2) {
        to_->refuse(key, "it is for one producer and one consumer");
        return;
    }
    measure::measured_case made = measure::make_case(
        key, unit_of(asked.what), 1, asked.of.members(), loop_of(used, of, where), settling(asked));
    const std::size_t asked_for = asked.of.capacity;
    const std::size_t held = said.compared_holds ? said.compared_holds(asked_for) : asked_for;
    to_->add(std::move(made), key_of(asked, said.compared_with, held), rank);
}

void queue_table::lacks(const std::string& impl, const std::string& package) {
    if (names_ != nullptr) {
        names_->push_back(impl);
    } else if (is_named(to_->chosen(), impl)) {
        to_->refuse({"queue/*", {{"impl", impl}}}, "install " + package + " and build again");
    }
}

} // namespace tollgate::queue_test
