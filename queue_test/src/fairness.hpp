// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::queue_test {

/// How the messages of a stream were shared among its consumers, over all batches of a run: one
/// batch is too short to judge by, when threads take turns on a CPU for milliseconds. Belongs to
/// one thread.
class fairness {
public:
    explicit fairness(std::size_t consumers) : taken_(consumers, 0) {}

    void add(const std::vector<std::uint64_t>& taken, std::chrono::nanoseconds time);

    /// What is wrong, once there is enough to judge by: somebody got less than a tenth of the mean.
    [[nodiscard]] std::optional<std::string> starved() const;

private:
    /// Some turns of a CPU among 16 threads.
    static constexpr std::chrono::milliseconds least_time{1'000};
    static constexpr std::uint64_t least_each = 1'000;

    std::vector<std::uint64_t> taken_;
    std::chrono::nanoseconds time_{0};
};

} // namespace tollgate::queue_test
