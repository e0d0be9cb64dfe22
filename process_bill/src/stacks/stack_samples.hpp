// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "wait_stacks.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// Collects the stacks of waiting threads. A stack begins with the function of a library by which
/// the program waits, and ends with the outermost function that is found.
///
/// - *Cost*: a sample takes 10 to 20 µs, the first one of a process up to 20 ms. At most 2,000
///   places are kept.
class stack_samples {
public:
    /// Reads the stack of this thread, if it waits.
    void sample(pid_t process, pid_t thread);

    /// Adds the stacks, and a remark if the system refuses them.
    void append_to(observation& seen) const;

private:
    using place = std::tuple<pid_t, pid_t, long, std::uint64_t>;
    stack_reader reader_;
    std::map<place, std::map<std::vector<std::string>, std::uint64_t>> seen_;
};

} // namespace tollgate::bill
