// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/explain/judge.hpp>
#include <tollgate/measure/case_record.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::explain::fake {

/// An experiment with known costs. Variants are measured in the rounds of passes. Each pass has a
/// speed of its own, which all variants share, and each round has an error of its own.
class experiment {
public:
    explicit experiment(std::uint64_t seed) : random_(seed) {
        for (std::size_t pass = 0; pass < passes; ++pass) {
            speeds_.push_back(std::normal_distribution<double>(1, 0.05)(random_));
        }
    }

    /// A variant with this cost, in nanoseconds, when all is well.
    measure::case_record& add(variant_names names, double cost_ns) {
        measure::case_record& record = records_.emplace_back();
        record.key = measure::case_key("fake/case");
        record.unit = "one operation";
        std::normal_distribution<double> error(1, 0.02);
        for (std::size_t pass = 0; pass < passes; ++pass) {
            for (std::size_t round = 0; round < rounds; ++round) {
                measure::case_round measured;
                measured.process = pass;
                measured.round = pass * rounds + round;
                measured.value_ns = cost_ns * speeds_[pass] * error(random_);
                record.rounds.push_back(measured);
            }
        }
        measured_.variants.push_back({std::move(names), &record});
        return record;
    }

    [[nodiscard]] const half& measured() const { return measured_; }

    static constexpr std::size_t passes = 9;
    static constexpr std::size_t rounds = 20;

private:
    std::mt19937_64 random_;
    std::vector<double> speeds_;
    std::deque<measure::case_record> records_; ///< a deque keeps their addresses
    half measured_;
};

inline intervention named(std::string name) {
    return {{std::move(name), "", {}}};
}

} // namespace tollgate::explain::fake
