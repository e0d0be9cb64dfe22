// SPDX-License-Identifier: BSL-1.0
#include "listing.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>
#include <variant>

namespace tollgate::queue_test {
namespace {

using cpu::placement;

/// See the threads of ./testThread: threads of one CPU hand over faster while the kernel's
/// scheduler has just met them.
std::chrono::nanoseconds settling(const setting& asked) {
    using namespace std::chrono;
    if (asked.where != placement::same) {
        return milliseconds(1);
    }
    return std::min<nanoseconds>(milliseconds(4) + microseconds(600 * asked.of.members()),
                                 milliseconds(100));
}

const char* unit_of(kind what) {
    return what == kind::pingpong ? "one hand-off: push to return of pop; half a round trip"
                                  : "one message of a stream, taken by whichever consumer";
}

std::string name_of(const setting& asked, const std::string& impl, const std::string& holds) {
    return fmt::format("queue/{}/impl:{}/producers:{}/consumers:{}/capacity:{}/payload:{}/"
                       "placement:{}",
                       asked.what == kind::pingpong ? "pingpong" : "stream", impl,
                       asked.of.producers, asked.of.consumers, holds, asked.payload,
                       cpu::to_string(asked.where));
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

/// Nothing where each thread can keep a CPU to itself. One that nobody pins needs one more to go
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

} // namespace

std::optional<cpu::assignment> listing::assign(const setting& asked, const words& said,
                                               bool spins) {
    const std::string name =
        name_of(asked, said.impl + said.form, std::to_string(asked.of.capacity));
    const std::size_t places = 2 * std::max(asked.of.producers, asked.of.consumers);
    const auto place = cpu::assign(asked.where, machine_, places);
    if (const auto* no = std::get_if<cpu::unavailable>(&place)) {
        refuse(fmt::format("queue/*/placement:{}", cpu::to_string(asked.where)), no->reason);
        return std::nullopt;
    }
    const auto& found = std::get<cpu::assignment>(place);
    if (spins) {
        if (const auto reason = why_not_spinning(asked, found, machine_)) {
            refuse(name, *reason);
            return std::nullopt;
        }
    }
    return found;
}

void listing::add_case(std::size_t place, const words& said, facts known) {
    const setting& asked = settings_[place];
    const std::string name = name_of(asked, said.impl + said.form, known.holds);
    if (known.refusal) {
        refuse(name, *known.refusal);
        return;
    }
    // Asked for another capacity, a queue that rounds, or has none, may be the same one.
    const auto same = [&](const measure::measured_case& one) { return one.name == name; };
    if (std::any_of(list_.cases.begin(), list_.cases.end(), same)) {
        return;
    }
    measure::measured_case made = measure::make_case(
        name, unit_of(asked.what), 1, asked.of.members(), std::move(known.loop), settling(asked));
    if (!said.compared_with.empty()) {
        const std::size_t asked_for = asked.of.capacity;
        const std::size_t held = said.compared_holds ? said.compared_holds(asked_for) : asked_for;
        made.compared_with = name_of(asked, said.compared_with, std::to_string(held));
    }
    list_.cases.push_back(std::move(made));
    places_.push_back(place);
}

void listing::lacks(const std::string& impl, const std::string& package) {
    if (is_chosen(chosen_, impl)) {
        refuse("queue/*/impl:" + impl, "install " + package + " and build again");
    }
}

void listing::refuse(const std::string& name, std::string reason) {
    const auto said = [&](const report::unavailable_case& one) { return one.name == name; };
    if (std::none_of(list_.unavailable.begin(), list_.unavailable.end(), said)) {
        list_.unavailable.push_back({name, std::move(reason)});
    }
}

cli::case_list listing::take() && {
    std::vector<std::size_t> order(places_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t a, std::size_t b) { return places_[a] < places_[b]; });
    std::vector<measure::measured_case> sorted;
    sorted.reserve(order.size());
    for (const std::size_t i : order) {
        sorted.push_back(std::move(list_.cases[i]));
    }
    list_.cases = std::move(sorted);
    return std::move(list_);
}

} // namespace tollgate::queue_test
