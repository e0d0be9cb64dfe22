// SPDX-License-Identifier: BSL-1.0
#include "guest_offers.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace tollgate::run {
namespace {

/// The placements of our cases of that path at which that number of threads may run; an empty text
/// where ours have none. A case of one thread has one place.
std::vector<std::string> placements_beside(const case_list& all, const std::string& path,
                                           std::size_t threads) {
    std::vector<std::string> found;
    for (const measure::measured_case& one : all.cases) {
        if (one.key.path() == path) {
            const std::string placement = one.key.text("placement");
            if (std::find(found.begin(), found.end(), placement) == found.end()) {
                found.push_back(placement);
            }
        }
    }
    const auto keep = [&](const std::string& only) {
        if (std::find(found.begin(), found.end(), only) != found.end()) {
            found = {only};
        }
    };
    if (threads == 1) {
        keep("");
        keep("same");
        std::erase_if(found, [](const auto& one) { return !one.empty() && one != "same"; });
    } else if (found.size() > 1) {
        std::erase(found, "");
    }
    return found;
}

/// The CPUs of a placement, each once and ascending; nothing if there is no such place.
std::optional<std::vector<int>> cpus_of(const std::string& placement, std::size_t threads,
                                        const cpu::topology& machine) {
    if (threads == 1 || placement.empty()) {
        return one_cpu(machine);
    }
    const auto place = cpu::assign(*cpu::parse_placement(placement), machine, threads);
    const auto* found = std::get_if<cpu::assignment>(&place);
    if (found == nullptr) {
        return std::nullopt;
    }
    const std::set<int> cpus(found->cpus.begin(), found->cpus.end());
    return std::vector<int>(cpus.begin(), cpus.end());
}

/// Those that the user chose, or the one of our first case of the question that has one. None if
/// the program has no such axis.
std::vector<std::uint64_t> numbers_of(const guest::offered_case& of, const case_list& ours,
                                      const chosen_numbers& numbers) {
    if (of.members.empty()) {
        return {1};
    }
    const auto axis = numbers.find(of.members);
    if (axis == numbers.end() || !axis->second.empty()) {
        return axis == numbers.end() ? std::vector<std::uint64_t>{} : axis->second;
    }
    for (const measure::measured_case& one : ours.cases) {
        const auto number = one.key.number(of.members).value_or(0);
        if (one.key.path() == of.question && number != 0) {
            return {number};
        }
    }
    return {};
}

measure::case_key key_of(const std::string& runtime, const guest::offered_case& of,
                         std::uint64_t members, const std::string& placement) {
    std::vector<measure::parameter> parameters{{"impl", runtime}};
    parameters.insert(parameters.end(), of.parameters.begin(), of.parameters.end());
    for (const measure::parameter& one : chosen_parameters(of, members)) {
        parameters.push_back(one);
    }
    if (!placement.empty()) {
        parameters.emplace_back("placement", placement);
    }
    return {of.question, std::move(parameters)};
}

} // namespace

std::vector<int> one_cpu(const cpu::topology& machine) {
    const auto place = cpu::assign(cpu::placement::same, machine, 1);
    const auto* found = std::get_if<cpu::assignment>(&place);
    return found != nullptr ? found->cpus : std::vector<int>{};
}

std::vector<guest_offer> offers_of(const guest::greeting& greeted, const case_list& ours,
                                   const chosen_numbers& numbers, const cpu::topology& machine) {
    std::vector<guest_offer> found;
    for (std::size_t offered = 0; offered < greeted.cases.size(); ++offered) {
        const guest::offered_case& of = greeted.cases[offered];
        const std::vector<std::uint64_t> members = numbers_of(of, ours, numbers);
        for (const std::string& placement : placements_beside(ours, of.question, of.threads)) {
            const auto cpus = cpus_of(placement, of.threads, machine);
            for (const std::uint64_t number : cpus ? members : std::vector<std::uint64_t>{}) {
                const measure::case_key key = key_of(greeted.runtime, of, number, placement);
                if (first_beside(ours, key, of.members) != nullptr) {
                    found.push_back({key, *cpus, offered, number});
                }
            }
        }
    }
    return found;
}

std::vector<std::string> offered_alone(const guest::greeting& greeted,
                                       const std::vector<guest_offer>& offers,
                                       const case_list& ours) {
    std::vector<std::string> alone;
    for (std::size_t index = 0; index < greeted.cases.size(); ++index) {
        const guest::offered_case& of = greeted.cases[index];
        const bool stands_beside = std::any_of(
            offers.begin(), offers.end(), [&](const auto& one) { return one.offered == index; });
        const bool is_asked =
            std::any_of(ours.cases.begin(), ours.cases.end(),
                        [&](const auto& one) { return one.key.path() == of.question; });
        if (is_asked && !stands_beside) {
            alone.push_back(fmt::format("{} of {} ({})", of.name, greeted.runtime, of.question));
        }
    }
    return alone;
}

std::optional<std::string> taken_name(const case_list& all, const std::string& runtime,
                                      const std::vector<guest_offer>& offers) {
    std::set<std::string> names;
    for (const guest_offer& one : offers) {
        if (!names.insert(one.key.name()).second) {
            return fmt::format("it offers {} twice", one.key.name());
        }
    }
    for (const measure::measured_case& other : all.cases) {
        if (other.valued_by != measure::method::guest_batches &&
            other.key.text("impl") == runtime) {
            return fmt::format("its runtime has the name of our own impl:{}", runtime);
        }
        for (const guest_offer& one : offers) {
            if (other.key == one.key) {
                return fmt::format("it offers {}, which exists already", one.key.name());
            }
        }
    }
    return std::nullopt;
}

const measure::measured_case* first_beside(const case_list& all, const measure::case_key& key,
                                           const std::string& members) {
    const measure::measured_case* found = nullptr;
    for (const measure::measured_case& one : all.cases) {
        if (one.key.path() != key.path() || one.key.text("placement") != key.text("placement") ||
            one.valued_by == measure::method::guest_batches) {
            continue;
        }
        if (members.empty() || one.key.number(members) == key.number(members)) {
            return &one;
        }
        found = found == nullptr ? &one : found;
    }
    return found;
}

std::vector<measure::parameter> chosen_parameters(const guest::offered_case& of,
                                                  std::uint64_t members) {
    if (of.members.empty()) {
        return {};
    }
    return {{of.members, members}};
}

} // namespace tollgate::run
