// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

namespace tollgate::runtime {
namespace {

bool is_of_runtime(const measure::measured_case& one) {
    return one.valued_by == measure::method::self_timed;
}

bool is_beside(const measure::measured_case& ours, const measure::case_key& key) {
    return !is_of_runtime(ours) && ours.key.path() == key.path() &&
           ours.key.text("placement") == key.text("placement");
}

/// Each once; an empty text where our cases of that path have none.
std::vector<std::string> placements_of(const run::case_list& all, const std::string& path) {
    std::vector<std::string> found;
    for (const measure::measured_case& ours : all.cases) {
        const std::string placement = ours.key.text("placement");
        if (ours.key.path() == path && std::count(found.begin(), found.end(), placement) == 0) {
            found.push_back(placement);
        }
    }
    return found;
}

/// Those at which that number of threads may run. A case of one thread has one place.
std::vector<std::string> fitting(std::vector<std::string> placements, std::size_t threads) {
    if (threads > 1 && placements.size() > 1) {
        std::erase(placements, "");
    } else if (threads == 1) {
        std::erase_if(placements, [](const auto& one) { return !one.empty() && one != "same"; });
        std::sort(placements.begin(), placements.end());
        placements.resize(std::min<std::size_t>(placements.size(), 1));
    }
    return placements;
}

/// None if the program has no such axis.
std::vector<std::uint64_t> numbers_of(const offered_case& of, const run::case_list& all,
                                      const chosen_numbers& numbers) {
    if (of.members.empty()) {
        return {1};
    }
    const auto axis = numbers.find(of.members);
    if (axis == numbers.end() || !axis->second.empty()) {
        return axis == numbers.end() ? std::vector<std::uint64_t>{} : axis->second;
    }
    for (const measure::measured_case& ours : all.cases) {
        const auto number = ours.key.number(of.members).value_or(0);
        if (ours.key.path() == of.question && number != 0) {
            return {number};
        }
    }
    return {};
}

offer offer_at(const std::string& placement, const run::case_list& all, const std::string& runtime,
               const offered_case& of, std::uint64_t members) {
    offer one{{}, work_of(of, members), {}};
    std::vector<measure::parameter> parameters{{"impl", runtime}};
    parameters.insert(parameters.end(), of.parameters.begin(), of.parameters.end());
    parameters.insert(parameters.end(), one.work.parameters().begin(), one.work.parameters().end());
    if (!placement.empty()) {
        parameters.emplace_back("placement", placement);
    }
    one.listed.key = {of.question, std::move(parameters)};
    one.listed.unit = of.unit;
    one.listed.lap = members;
    one.listed.threads = of.threads;
    one.listed.settling = std::chrono::microseconds(500);
    one.listed.events.expected = of.expected;
    one.listed.valued_by = measure::method::self_timed;
    compare_with_ours(one, all);
    return one;
}

/// Why a runtime with these offers cannot stand beside these cases; empty if it can.
std::string why_refused(const std::string& runtime, const std::vector<offer>& offers,
                        const run::case_list& all) {
    std::map<std::string, const char*> names;
    for (const measure::measured_case& other : all.cases) {
        names.emplace(other.key.name(), ", which exists already");
        if (!is_of_runtime(other) && other.key.text("impl") == runtime) {
            return fmt::format("its runtime has the name of our own impl:{}", runtime);
        }
    }
    for (const offer& one : offers) {
        const auto [known, is_new] = names.emplace(one.listed.key.name(), " twice");
        if (!is_new) {
            return fmt::format("it offers {}{}", known->first, known->second);
        }
    }
    return {};
}

} // namespace

std::optional<std::vector<int>> cpus_of(const std::string& placement, std::size_t threads,
                                        const cpu::topology& machine) {
    const bool on_one = threads == 1 || placement.empty();
    const auto assigned = on_one ? cpu::assign(cpu::placement::same, machine, 1)
                                 : cpu::assign(*cpu::parse_placement(placement), machine, threads);
    if (const auto* found = std::get_if<cpu::assignment>(&assigned)) {
        const std::set<int> cpus(found->cpus.begin(), found->cpus.end());
        return std::vector<int>(cpus.begin(), cpus.end());
    }
    return on_one ? std::optional(std::vector<int>{}) : std::nullopt;
}

offers offers_of(const greeting& greeted, const run::case_list& all, const chosen_numbers& numbers,
                 const cpu::topology& machine) {
    offers found;
    for (const offered_case& of : greeted.cases) {
        const std::size_t before = found.beside.size();
        const std::vector<std::string> asked = placements_of(all, of.question);
        const std::vector<std::uint64_t> members = numbers_of(of, all, numbers);
        for (const std::string& placement : fitting(asked, of.threads)) {
            if (const auto cpus = cpus_of(placement, of.threads, machine)) {
                for (const std::uint64_t number : members) {
                    offer one = offer_at(placement, all, greeted.runtime, of, number);
                    one.where.second = *cpus;
                    found.beside.push_back(std::move(one));
                }
            }
        }
        if (!asked.empty() && found.beside.size() == before) {
            found.alone.push_back(
                fmt::format("{} of {} ({})", of.name, greeted.runtime, of.question));
        }
    }
    found.why_refused = why_refused(greeted.runtime, found.beside, all);
    return found;
}

void compare_with_ours(offer& one, const run::case_list& all) {
    const measure::case_key& key = one.listed.key;
    const auto& members = one.work.parameters();
    const measure::measured_case* first = nullptr;
    for (const measure::measured_case& ours : all.cases) {
        if (!is_beside(ours, key)) {
            continue;
        }
        first = first == nullptr ? &ours : first;
        if (members.empty() || ours.key.text(members[0].name) == key.text(members[0].name)) {
            first = &ours;
            break;
        }
    }
    if (first != nullptr) {
        // Threads of a runtime that have just met hand over faster than later, as ours do.
        one.listed.settling = std::max(one.listed.settling, first->settling);
        one.listed.compared_with = first->key.name();
    }
}

std::function<bool(const measure::case_key&)>
and_beside(std::function<bool(const measure::case_key&)> wanted, const run::case_list& all) {
    if (!wanted) {
        return wanted;
    }
    return [wanted = std::move(wanted), cases = all.cases](const measure::case_key& key) {
        bool is_runtimes = false;
        bool has_wanted_beside = false;
        for (const measure::measured_case& one : cases) {
            is_runtimes |= one.key == key && is_of_runtime(one);
            has_wanted_beside |= is_beside(one, key) && wanted(one.key);
        }
        return is_runtimes ? has_wanted_beside : wanted(key);
    };
}

} // namespace tollgate::runtime
