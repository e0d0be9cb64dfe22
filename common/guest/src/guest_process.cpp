// SPDX-License-Identifier: BSL-1.0
#include <tollgate/guest/guest_process.hpp>

#include "platform.hpp"

#include <utility>

#include <unistd.h>

namespace tollgate::guest {
namespace {

posix::command shell(const std::string& command, std::vector<int> cpus,
                     std::vector<int> descriptors) {
    return {"/bin/sh",
            {"sh", "-c", command},
            {},
            std::move(descriptors),
            [cpus = std::move(cpus)] {
                constexpr std::string_view message = "the system refuses its CPUs\n";
                go_first();
                if (!run_on(cpus)) {
                    (void)posix::write_all(STDERR_FILENO, message);
                    ::_exit(1);
                }
            },
            true};
}

} // namespace

guest_process::guest_process(const std::string& command, std::vector<int> cpus)
    : process_(shell(command, std::move(cpus),
                     {input_.read.number(), output_.write.number(), errors_.write.number()})) {
    input_.read.close();
    output_.write.close();
    errors_.write.close();
}

} // namespace tollgate::guest
