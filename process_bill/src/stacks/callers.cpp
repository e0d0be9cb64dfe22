// SPDX-License-Identifier: BSL-1.0
#include "callers.hpp"

#include "machine_code.hpp"

#include <algorithm>
#include <utility>

namespace tollgate::bill {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// Returns what the stack holds below a return address, if it can be the saved frame pointer of the
/// caller: an address further from the top.
std::optional<std::uint64_t> saved_frame_pointer(copied_stack& stack, std::uint64_t slot) {
    constexpr std::uint64_t most_distance = std::uint64_t{256} * 1024;
    const std::optional<std::uint64_t> saved = stack.word(slot - word_bytes);
    return saved && *saved > slot && *saved - slot < most_distance ? saved : std::nullopt;
}

/// How much speaks for a call instruction to have called the function around an address: 0 if it
/// calls another function, 1 if it does not tell, 2 if it calls an address shortly before.
int likelihood(const call_instruction& call, std::uint64_t inside, bool start_is_known) {
    constexpr std::uint64_t most_function_bytes = 4096;
    if (!call.target) {
        return 1;
    }
    const bool is_before = *call.target <= inside && inside - *call.target < most_function_bytes;
    return is_before && !start_is_known ? 2 : 0;
}

/// Searches the return address of the function around an address, from its stack pointer on.
std::optional<caller> search(pid_t thread, process_code& code, copied_stack& stack,
                             std::uint64_t stack_pointer, std::uint64_t inside) {
    const std::optional<std::uint64_t> function_start = code.place(inside).function_start;
    constexpr int most_candidates = 64;
    constexpr std::uint64_t least_bytes = 4096;
    const std::uint64_t end = std::max(stack.top() + stack.size(), stack_pointer + least_bytes);
    std::optional<caller> best;
    std::pair<int, bool> best_evidence{-1, false};
    int candidates = 0;
    for (std::uint64_t slot = stack_pointer; slot < end && candidates < most_candidates;
         slot += word_bytes) {
        const std::uint64_t address = stack.word(slot).value_or(0);
        const auto call = code.is_code(address) ? call_before(thread, address) : std::nullopt;
        if (!call) {
            continue;
        }
        if (call->target && call->target == function_start) {
            return caller{address, slot, false};
        }
        ++candidates;
        const std::pair<int, bool> evidence{likelihood(*call, inside, function_start.has_value()),
                                            saved_frame_pointer(stack, slot).has_value()};
        if (evidence > best_evidence) {
            best = caller{address, slot, true};
            best_evidence = evidence;
        }
    }
    return best;
}

} // namespace

call_chain callers_of(pid_t thread, const call_state& blocked, process_code& code,
                      frame_walker& walker, copied_stack& stack, std::size_t most) {
    std::vector<caller> callers;
    frame_registers from{blocked.instruction, blocked.stack_pointer, std::nullopt, false};
    constexpr int most_searches = 4;
    constexpr std::size_t most_before_guess = 6; // further out a guess is worth little
    for (int searches = 0; searches < most_searches; ++searches) {
        const auto walked = walker.walk(from, stack, most - callers.size());
        callers.insert(callers.end(), walked.callers.begin(), walked.callers.end());
        if (walked.at_end || callers.size() == most) {
            return {std::move(callers), searches == 0};
        }
        const std::uint64_t inside =
            callers.empty() ? blocked.instruction : callers.back().return_address - 1;
        const auto found = search(thread, code, stack, walked.stack_pointer, inside);
        if (!found || (found->guessed && callers.size() >= most_before_guess)) {
            break;
        }
        callers.push_back(*found);
        if (callers.size() == most) {
            break;
        }
        from = {found->return_address, found->slot + word_bytes,
                saved_frame_pointer(stack, found->slot), true};
    }
    return {std::move(callers), false};
}

} // namespace tollgate::bill
