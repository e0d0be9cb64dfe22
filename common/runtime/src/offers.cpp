// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

namespace tollgate::runtime {
namespace {

bool is_of_runtime(const measure::measured_case& listed_case) {
    return listed_case.valued_by == measure::method::self_timed;
}

bool is_comparable(const measure::measured_case& ours, const measure::case_key& key) {
    return !is_of_runtime(ours) && ours.key.path() == key.path() &&
           ours.key.text("placement") == key.text("placement");
}

/// The placements of our cases of this path, each once. Empty text: a case without placement.
std::vector<std::string> placements_of(const run::case_list& all, const std::string& path) {
    std::vector<std::string> placements;
    for (const measure::measured_case& ours : all.cases) {
        const std::string placement = ours.key.text("placement");
        if (ours.key.path() == path &&
            std::count(placements.begin(), placements.end(), placement) == 0) {
            placements.push_back(placement);
        }
    }
    return placements;
}

/// The placements at which that many threads can run. A case of one thread gets a single placement.
std::vector<std::string> fitting(std::vector<std::string> placements, std::size_t threads) {
    if (threads > 1 && placements.size() > 1) {
        std::erase(placements, "");
    } else if (threads == 1) {
        std::erase_if(placements, [](const auto& placement) {
            return !placement.empty() && placement != "same";
        });
        std::sort(placements.begin(), placements.end());
        placements.resize(std::min<std::size_t>(placements.size(), 1));
    }
    return placements;
}

/// The numbers of members to measure. Empty if the program has no such axis.
std::vector<std::uint64_t> numbers_of(const offered_case& offered, const run::case_list& all,
                                      const chosen_numbers& numbers) {
    if (offered.members.empty()) {
        return {1};
    }
    const auto axis = numbers.find(offered.members);
    if (axis == numbers.end() || !axis->second.empty()) {
        return axis == numbers.end() ? std::vector<std::uint64_t>{} : axis->second;
    }
    for (const measure::measured_case& ours : all.cases) {
        const auto number = ours.key.number(offered.members).value_or(0);
        if (ours.key.path() == offered.question && number != 0) {
            return {number};
        }
    }
    return {};
}

offer offer_at(const std::string& placement, const run::case_list& all, const std::string& runtime,
               const offered_case& offered, std::uint64_t members) {
    offer result{{}, work_of(offered, members), {}};
    std::vector<measure::parameter> parameters{{"impl", runtime}};
    parameters.insert(parameters.end(), offered.parameters.begin(), offered.parameters.end());
    parameters.insert(parameters.end(), result.work.parameters().begin(),
                      result.work.parameters().end());
    if (!placement.empty()) {
        parameters.emplace_back("placement", placement);
    }
    result.listed.key = {offered.question, std::move(parameters)};
    result.listed.unit = offered.unit;
    result.listed.lap = members;
    result.listed.threads = offered.threads;
    result.listed.settling = std::chrono::microseconds(500);
    result.listed.events.expected = offered.expected;
    result.listed.valued_by = measure::method::self_timed;
    compare_with_ours(result, all);
    return result;
}

/// The reason why a runtime with these offers cannot be used with these cases; empty if it can.
std::string refusal_of(const std::string& runtime, const std::vector<offer>& offers,
                       const run::case_list& all) {
    std::map<std::string, const char*> names;
    for (const measure::measured_case& other : all.cases) {
        names.emplace(other.key.name(), ", which exists already");
        if (!is_of_runtime(other) && other.key.text("impl") == runtime) {
            return fmt::format("its runtime has the name of our own impl:{}", runtime);
        }
    }
    for (const offer& candidate : offers) {
        const auto [name, is_new] = names.emplace(candidate.listed.key.name(), " twice");
        if (!is_new) {
            return fmt::format("it offers {}{}", name->first, name->second);
        }
    }
    return {};
}

} // namespace

std::optional<std::vector<int>> cpus_of(const std::string& placement, std::size_t threads,
                                        const cpu::topology& machine) {
    const bool on_one_cpu = threads == 1 || placement.empty();
    const auto assigned = on_one_cpu
                              ? cpu::assign(cpu::placement::same, machine, 1)
                              : cpu::assign(*cpu::parse_placement(placement), machine, threads);
    if (const auto* assignment = std::get_if<cpu::assignment>(&assigned)) {
        const std::set<int> cpus(assignment->cpus.begin(), assignment->cpus.end());
        return std::vector<int>(cpus.begin(), cpus.end());
    }
    return on_one_cpu ? std::optional(std::vector<int>{}) : std::nullopt;
}

offers offers_of(const greeting& greeted, const run::case_list& all, const chosen_numbers& numbers,
                 const cpu::topology& machine) {
    offers result;
    for (const offered_case& offered : greeted.cases) {
        const std::size_t before = result.comparable.size();
        const std::vector<std::string> placements = placements_of(all, offered.question);
        const std::vector<std::uint64_t> members = numbers_of(offered, all, numbers);
        for (const std::string& placement : fitting(placements, offered.threads)) {
            if (const auto cpus = cpus_of(placement, offered.threads, machine)) {
                for (const std::uint64_t number : members) {
                    offer candidate = offer_at(placement, all, greeted.runtime, offered, number);
                    candidate.where.second = *cpus;
                    result.comparable.push_back(std::move(candidate));
                }
            }
        }
        if (!placements.empty() && result.comparable.size() == before) {
            result.unmatched.push_back(
                fmt::format("{} of {} ({})", offered.name, greeted.runtime, offered.question));
        }
    }
    result.refusal = refusal_of(greeted.runtime, result.comparable, all);
    return result;
}

void compare_with_ours(offer& runtime_offer, const run::case_list& all) {
    const measure::case_key& key = runtime_offer.listed.key;
    const auto has_equal_numbers = [&key](const measure::measured_case& ours) {
        return std::ranges::all_of(key.parameters(), [&](const measure::parameter& each) {
            const auto number = ours.key.number(each.name);
            return !number || !key.number(each.name) || number == key.number(each.name);
        });
    };
    const auto closeness_of = [&](const measure::measured_case& ours) {
        const auto equal = [&](const measure::parameter& each) {
            return ours.key.text(each.name) == key.text(each.name);
        };
        return std::pair(has_equal_numbers(ours), std::ranges::count_if(key.parameters(), equal));
    };
    const measure::measured_case* closest = nullptr;
    for (const measure::measured_case& ours : all.cases) {
        if (is_comparable(ours, key) &&
            (closest == nullptr || closeness_of(ours) > closeness_of(*closest))) {
            closest = &ours;
        }
    }
    if (closest != nullptr) {
        // Threads hand over faster right after they have started, those of a runtime like ours.
        runtime_offer.listed.settling = std::max(runtime_offer.listed.settling, closest->settling);
        // A case that is compared with itself is not compared.
        runtime_offer.listed.compared_with =
            has_equal_numbers(*closest) ? closest->key.name() : key.name();
    }
}

std::function<bool(const measure::case_key&)>
with_runtime_cases(std::function<bool(const measure::case_key&)> wanted,
                   const run::case_list& all) {
    if (!wanted) {
        return wanted;
    }
    return [wanted = std::move(wanted), cases = all.cases](const measure::case_key& key) {
        bool is_of_runtimes = false;
        bool has_wanted_match = false;
        for (const measure::measured_case& listed_case : cases) {
            is_of_runtimes |= listed_case.key == key && is_of_runtime(listed_case);
            has_wanted_match |= is_comparable(listed_case, key) && wanted(listed_case.key);
        }
        return is_of_runtimes ? has_wanted_match : wanted(key);
    };
}

} // namespace tollgate::runtime
