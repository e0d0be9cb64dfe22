// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/descriptor.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

/// A pipe for each member; the baton is an int, as in `perf bench sched pipe`. A signal does not
/// disturb it. Throws std::system_error.
class pipe_baton {
public:
    explicit pipe_baton(std::size_t members);

    void wait(std::size_t member);
    void pass(std::size_t to);

    /// File descriptors that so many members take.
    [[nodiscard]] static std::size_t files_for(std::size_t members) { return 2 * members; }

private:
    struct ends {
        measure::descriptor read;
        measure::descriptor write;
    };
    std::vector<ends> pipes_;
};

} // namespace tollgate::thread_test
