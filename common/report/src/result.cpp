// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/result.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tollgate::report {

double classical_figure::compensated_ns() const {
    if (switches == 0) {
        return 0;
    }
    return static_cast<double>(switches_total_ns - calls_total_ns) / static_cast<double>(switches);
}

result::result(measure::result measured)
    : clock(std::move(measured.clock)),
      cases(std::move(measured.cases)),
      twin(std::move(measured.twin)),
      stopped(measured.stopped),
      rounds(measured.rounds),
      took_s(std::chrono::duration<double>(measured.took).count()) {}

bool result::proven() const {
    const auto held = [](const measure::case_result& one) { return one.record.failures.empty(); };
    return stopped != measure::stop_reason::failed && failures.empty() && held(twin) &&
           std::all_of(cases.begin(), cases.end(), held);
}

measure::noise_floor result::noise_floor() const {
    if (digest) {
        return digest->noise_floor;
    }
    return cases.empty() ? measure::noise_floor{}
                         : measure::find_noise_floor(cases.front().record, twin.record);
}

std::vector<measure::comparison> result::comparisons() const {
    return digest ? digest->comparisons : measure::compare_all(cases, noise_floor());
}

const measure::case_result* result::find(std::string_view name) const {
    const auto found = std::find_if(cases.begin(), cases.end(),
                                    [&](const auto& one) { return one.record.key.name() == name; });
    return found == cases.end() ? nullptr : &*found;
}

} // namespace tollgate::report
