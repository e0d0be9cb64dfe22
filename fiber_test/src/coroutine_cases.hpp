// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler_thread.hpp"
#include "schedulers.hpp"
#include "stack_cache.hpp"

#include <tollgate/bench/case_table.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::fiber_test {

/// What the cases of coroutines share with the cases of fibers.
struct coroutine_request {
    scheduler compared_with; ///< the scheduler of the fibers beside them
    std::shared_ptr<scheduler_threads> threads;
    stack_cache stacks;
    std::size_t stack_size; ///< bytes
    std::vector<std::uint64_t> numbers;
};

/// Adds the rings of coroutines, and the coroutines that a loop resumes.
void add_coroutine_rings(bench::case_table& to, const coroutine_request& request);
/// Whether this build leaves out the allocation of a coroutine's frame. Finds out by a trial.
[[nodiscard]] bool leaves_out_frames();
/// Adds the generators, and the creation of coroutines.
void add_single_coroutines(bench::case_table& to, const coroutine_request& request);

} // namespace tollgate::fiber_test
