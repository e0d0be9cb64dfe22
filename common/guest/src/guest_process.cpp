// SPDX-License-Identifier: BSL-1.0
#include <tollgate/guest/guest_process.hpp>

#include "platform.hpp"

#include <cstdlib>

#include <unistd.h>

namespace tollgate::guest {

guest_process::guest_process(const std::string& command, const std::vector<int>& cpus)
    : process_(
          {.file = "/bin/sh",
           .arguments = {"sh", "-c", command},
           .variables = {},
           .descriptors = {input_.read.number(), output_.write.number(), errors_.write.number()},
           .before_exec =
               [&cpus] {
                   go_first();
                   if (!run_on(cpus)) {
                       (void)posix::write_all(STDERR_FILENO, "the system refuses its CPUs\n");
                       std::_Exit(1);
                   }
               },
           .guarded = true}) {
    input_.read.close();
    output_.write.close();
    errors_.write.close();
}

} // namespace tollgate::guest
