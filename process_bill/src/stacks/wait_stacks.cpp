// SPDX-License-Identifier: BSL-1.0
#include "wait_stacks.hpp"

#include "call_file.hpp"
#include "copied_stack.hpp"
#include "process_stacks.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t most_processes = 32;

/// Whether the thread of this /proc/PID has ended: the letter behind its name in brackets tells it.
bool has_ended(const posix::descriptor& folder, pid_t thread) {
    const std::string name = fmt::format("task/{}/stat", thread);
    const posix::descriptor file(::openat(folder.number(), name.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 128> text{};
    const ssize_t length = ::read(file.number(), text.data(), text.size());
    const std::string_view line(text.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    const std::size_t letter = line.rfind(") ") + 2;
    return letter >= line.size() || line[letter] == 'Z' || line[letter] == 'X';
}

} // namespace

struct stack_reader::state {
    /// A process, by a descriptor of its folder: another process that gets its number is not
    /// mistaken for it.
    struct observed_process {
        observed_process(const std::filesystem::path& proc, pid_t process, function_tables& tables)
            : number(process),
              folder(::open((proc / std::to_string(process)).c_str(),
                            O_PATH | O_DIRECTORY | O_CLOEXEC)),
              stacks(proc, tables) {}

        [[nodiscard]] bool exists() const {
            return folder.number() >= 0 && ::faccessat(folder.number(), "task", F_OK, 0) == 0;
        }

        pid_t number;
        posix::descriptor folder;
        process_stacks stacks;
        std::size_t stack_bytes = copied_stack::first_bytes; ///< how much of a stack to copy
        std::uint64_t last_use = 0;
    };

    std::filesystem::path proc;
    function_tables tables;
    std::unordered_map<pid_t, observed_process> processes;
    std::uint64_t uses = 0;
    copied_stack stack;
    std::optional<std::string> refused;

    observed_process& process(pid_t number);
    void failed(const observed_process& process, pid_t thread, int error);
    bool add_frames(observed_process& process, pid_t thread, const call_state& blocked,
                    call_file& file, blocked_call& result);
};

stack_reader::state::observed_process& stack_reader::state::process(pid_t number) {
    const auto known = processes.find(number);
    if (known == processes.end() && processes.size() >= most_processes) {
        processes.erase(
            std::min_element(processes.begin(), processes.end(), [](const auto& a, const auto& b) {
                return a.second.last_use < b.second.last_use;
            }));
    }
    observed_process& result = processes.try_emplace(number, proc, number, tables).first->second;
    result.last_use = ++uses;
    return result;
}

/// Remembers a refusal, and forgets a process that has ended.
void stack_reader::state::failed(const observed_process& process, pid_t thread, int error) {
    // Of a thread that has ended, only root may read the file.
    if ((error == EPERM || error == EACCES) && !refused && !has_ended(process.folder, thread)) {
        refused = fmt::format("The system does not show where the threads of process {} wait ({}). "
                              "Root may see it (in a container: with the capability SYS_PTRACE). "
                              "So may the user of the process, if kernel.yama.ptrace_scope is 0.",
                              process.number, std::generic_category().message(error));
    }
    if (!process.exists()) {
        processes.erase(process.number);
    }
}

/// Returns false if the thread moved on.
bool stack_reader::state::add_frames(observed_process& process, pid_t thread,
                                     const call_state& blocked, call_file& file,
                                     blocked_call& result) {
    if (file.now() != blocked) {
        return false;
    }
    const process_stacks::known_stack* known = process.stacks.find(blocked, stack);
    process_stacks::known_stack found;
    if (known == nullptr) {
        found = process.stacks.unwind(thread, blocked, stack);
    }
    if (stack.grown() && file.now() != blocked) {
        process.stack_bytes = stack.size(); // the next copy is large enough at once
        return false;
    }
    process.stack_bytes = copied_stack::first_bytes;
    if (known == nullptr) {
        known = process.stacks.keep(blocked, std::move(found));
    }
    result.frames = known->frames;
    result.own_frame = known->own_frame;
    return true;
}

stack_reader::stack_reader(std::filesystem::path proc)
    : state_(std::make_unique<state>(state{std::move(proc), {}, {}, 0, {}, std::nullopt})) {}

stack_reader::~stack_reader() = default;

std::optional<blocked_call> stack_reader::read(pid_t process, pid_t thread) {
    state::observed_process& observed = state_->process(process);
    call_file file(observed.folder.number(), thread);
    const std::optional<call_state> blocked = file.now();
    if (!blocked) {
        if (file.error() != 0) {
            state_->failed(observed, thread, file.error());
        }
        return std::nullopt;
    }
    blocked_call result{blocked->number, blocked->arguments, {}, 0};
    if (!state_->stack.copy(thread, blocked->stack_pointer, observed.stack_bytes)) {
        state_->failed(observed, thread, errno);
        return result;
    }
    if (!state_->add_frames(observed, thread, *blocked, file, result)) {
        return std::nullopt;
    }
    return result;
}

const std::optional<std::string>& stack_reader::refused() const {
    return state_->refused;
}

} // namespace tollgate::bill
