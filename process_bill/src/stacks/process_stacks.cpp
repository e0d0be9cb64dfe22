// SPDX-License-Identifier: BSL-1.0
#include "process_stacks.hpp"

#include "callers.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_frames = 12;
constexpr std::size_t most_stacks = 1000;

std::filesystem::path program_of(const std::filesystem::path& folder) {
    std::error_code error;
    return std::filesystem::read_symlink(folder / "exe", error);
}

} // namespace

process_stacks::process_stacks(std::filesystem::path proc, function_tables& tables)
    : proc_(std::move(proc)), tables_(tables) {}

void process_stacks::load(pid_t thread) {
    const std::filesystem::path folder = proc_ / std::to_string(thread);
    program_ = program_of(folder);
    walker_.reset();
    code_ = std::make_unique<process_code>(folder, tables_);
    walker_ = std::make_unique<frame_walker>(*code_);
}

const process_stacks::known_stack* process_stacks::find(const call_state& blocked,
                                                        copied_stack& stack) {
    const auto same_place = known_.find(blocked.instruction);
    if (same_place == known_.end()) {
        return nullptr;
    }
    const auto holds = [&](const caller& one) {
        return one.slot == 0 || stack.word(blocked.stack_pointer + one.slot) == one.return_address;
    };
    std::vector<known_stack>& stacks = same_place->second;
    const auto same = std::find_if(stacks.begin(), stacks.end(), [&](const known_stack& candidate) {
        return std::all_of(candidate.callers.begin(), candidate.callers.end(), holds);
    });
    if (same == stacks.end()) {
        return nullptr;
    }
    std::rotate(stacks.begin(), same, same + 1); // the next search finds it first
    return &stacks.front();
}

std::vector<caller> process_stacks::callers(pid_t thread, const call_state& blocked,
                                            copied_stack& stack) {
    const std::filesystem::path folder = proc_ / std::to_string(thread);
    if (!code_ || program_of(folder) != program_) {
        load(thread);
    }
    code_->set_folder(folder);
    const auto walk = [&] {
        return callers_of(thread, blocked, *code_, *walker_, stack, most_frames - 1);
    };
    call_chain chain = walk();
    if (!chain.complete) { // perhaps in code that was not there before
        const process_code::change change = code_->update();
        if (change == process_code::change::files) {
            load(thread);
        }
        if (change != process_code::change::none) {
            chain = walk();
        }
    }
    return std::move(chain.callers);
}

process_stacks::known_stack process_stacks::unwind(pid_t thread, const call_state& blocked,
                                                   copied_stack& stack) {
    known_stack result;
    result.callers = callers(thread, blocked, stack);
    bool own_found = false;
    const auto add = [&](std::uint64_t address, bool guessed) {
        const code_place& place = code_->place(address);
        result.frames.push_back((guessed ? "?" : "") + place.name);
        own_found = own_found || place.is_own;
        result.own_frame += own_found ? 0 : 1;
    };
    add(blocked.instruction, false);
    for (caller& one : result.callers) {
        add(one.return_address - 1, one.guessed);
        one.slot -= one.slot == 0 ? 0 : blocked.stack_pointer;
    }
    return result;
}

const process_stacks::known_stack* process_stacks::keep(const call_state& blocked,
                                                        known_stack stack) {
    if (known_count_ == most_stacks) {
        known_.clear();
        known_count_ = 0;
    }
    ++known_count_;
    std::vector<known_stack>& stacks = known_[blocked.instruction];
    stacks.insert(stacks.begin(), std::move(stack));
    return &stacks.front();
}

} // namespace tollgate::bill
