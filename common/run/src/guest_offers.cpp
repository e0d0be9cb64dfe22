// SPDX-License-Identifier: BSL-1.0
#include "guest_offers.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

namespace tollgate::run {
namespace {

/// The placements of our cases of that question at which that number of threads may run; an empty
/// text where ours have none. A case of one thread has one place.
std::vector<std::string> placements_beside(const case_list& all, const guest::offered_case& of) {
    std::vector<std::string> found;
    const auto has = [&](const std::string& placement) {
        return std::find(found.begin(), found.end(), placement) != found.end();
    };
    for (const measure::measured_case& ours : all.cases) {
        if (ours.key.path() == of.question && !has(ours.key.text("placement"))) {
            found.push_back(ours.key.text("placement"));
        }
    }
    if (of.threads == 1) {
        return has("")       ? std::vector<std::string>{""}
               : has("same") ? std::vector<std::string>{"same"}
                             : std::vector<std::string>{};
    }
    if (found.size() > 1) {
        std::erase(found, "");
    }
    return found;
}

/// None if the program has no such axis.
std::vector<std::uint64_t> numbers_of(const guest::offered_case& of, const case_list& all,
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

report::guest_case case_beside(const case_list& all, const std::string& runtime,
                               const guest::offered_case& of, std::uint64_t members,
                               const std::string& placement) {
    const measure::case_key work = guest::work_of(of, members);
    std::vector<measure::parameter> parameters{{"impl", runtime}};
    parameters.insert(parameters.end(), of.parameters.begin(), of.parameters.end());
    parameters.insert(parameters.end(), work.parameters().begin(), work.parameters().end());
    if (!placement.empty()) {
        parameters.emplace_back("placement", placement);
    }
    report::guest_case told{guest::make_case(of, {of.question, std::move(parameters)}, members),
                            work};
    const auto& ours = *first_beside(all, told); // the placement is of one of ours
    // Threads of a guest that have just met hand over faster than later, as ours do.
    told.listed.settling = std::max(told.listed.settling, ours.settling);
    told.listed.compared_with = ours.key.name();
    return told;
}

} // namespace

std::optional<std::vector<int>> cpus_of(const std::string& placement, std::size_t threads,
                                        const cpu::topology& machine) {
    const bool on_one = threads == 1 || placement.empty();
    const auto place = on_one ? cpu::assign(cpu::placement::same, machine, 1)
                              : cpu::assign(*cpu::parse_placement(placement), machine, threads);
    if (const auto* found = std::get_if<cpu::assignment>(&place)) {
        const std::set<int> cpus(found->cpus.begin(), found->cpus.end());
        return std::vector<int>(cpus.begin(), cpus.end());
    }
    return on_one ? std::optional(std::vector<int>{}) : std::nullopt;
}

guest_offers offers_of(const guest::greeting& greeted, const case_list& all,
                       const chosen_numbers& numbers, const cpu::topology& machine) {
    guest_offers found;
    for (const guest::offered_case& of : greeted.cases) {
        const std::size_t before = found.beside.size();
        const std::vector<std::uint64_t> members = numbers_of(of, all, numbers);
        for (const std::string& placement : placements_beside(all, of)) {
            if (const auto cpus = cpus_of(placement, of.threads, machine)) {
                for (const std::uint64_t number : members) {
                    found.beside.push_back(
                        {case_beside(all, greeted.runtime, of, number, placement), *cpus});
                }
            }
        }
        const bool is_asked =
            std::any_of(all.cases.begin(), all.cases.end(),
                        [&](const auto& ours) { return ours.key.path() == of.question; });
        if (is_asked && found.beside.size() == before) {
            found.alone.push_back(
                fmt::format("{} of {} ({})", of.name, greeted.runtime, of.question));
        }
    }
    return found;
}

std::optional<std::string> why_refused(const std::string& runtime,
                                       const std::vector<guest_offer>& offers,
                                       const case_list& all) {
    std::set<std::string> names;
    for (const measure::measured_case& other : all.cases) {
        names.insert(other.key.name());
        if (!is_of_guest(other) && other.key.text("impl") == runtime) {
            return fmt::format("its runtime has the name of our own impl:{}", runtime);
        }
    }
    std::set<std::string> offered;
    for (const guest_offer& offer : offers) {
        const std::string& name = offer.told.listed.key.name();
        if (names.contains(name)) {
            return fmt::format("it offers {}, which exists already", name);
        }
        if (!offered.insert(name).second) {
            return fmt::format("it offers {} twice", name);
        }
    }
    return std::nullopt;
}

bool is_beside(const measure::measured_case& ours, const measure::case_key& key) {
    return !is_of_guest(ours) && ours.key.path() == key.path() &&
           ours.key.text("placement") == key.text("placement");
}

const measure::measured_case* first_beside(const case_list& all, const report::guest_case& told) {
    const measure::case_key& key = told.listed.key;
    const auto& members = told.work.parameters();
    const measure::measured_case* found = nullptr;
    for (const measure::measured_case& ours : all.cases) {
        if (!is_beside(ours, key)) {
            continue;
        }
        if (members.empty() || ours.key.text(members[0].name) == key.text(members[0].name)) {
            return &ours;
        }
        found = found == nullptr ? &ours : found;
    }
    return found;
}

} // namespace tollgate::run
