// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "history.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::queue::orders {

/// What is run again and again: by one thread what comes before, then by several at once what each
/// is to do, and in the end pops until there is nothing left.
struct program {
    std::size_t capacity;
    std::vector<std::vector<order>> threads;
    std::vector<order> before{};
    /// How often a thread is interrupted in the middle of a call, though it could have gone on.
    std::size_t preemptions = unlimited;

    static constexpr std::size_t unlimited = ~std::size_t{0};
};

struct findings {
    std::uint64_t executions = 0;
    std::uint64_t states = 0;    ///< that were different
    std::uint64_t histories = 0; ///< that were different
    std::string wrong;           ///< the first execution that was; empty: none
};

} // namespace tollgate::queue::orders
