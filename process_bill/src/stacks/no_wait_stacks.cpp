// SPDX-License-Identifier: BSL-1.0
#include "wait_stacks.hpp"

#include "call_file.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <utility>

#include <fcntl.h>

namespace tollgate::bill {

// Without libdw: the system calls, but no stacks.

struct stack_reader::state {
    std::filesystem::path proc;
    std::optional<std::string> refused;
};

stack_reader::stack_reader(std::filesystem::path proc)
    : state_(std::make_unique<state>(
          state{std::move(proc), "There are no stacks: this program was built without libdw "
                                 "(Debian: libdw-dev, 0.188 or newer)."})) {}

stack_reader::~stack_reader() = default;

std::optional<blocked_call> stack_reader::read(pid_t process, pid_t thread) {
    const std::filesystem::path path = state_->proc / std::to_string(process);
    const posix::descriptor folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const std::optional<call_state> blocked = call_file(folder.number(), thread).now();
    if (!blocked) {
        return std::nullopt;
    }
    return blocked_call{blocked->number, blocked->arguments, {}, 0};
}

const std::optional<std::string>& stack_reader::refused() const {
    return state_->refused;
}

} // namespace tollgate::bill
