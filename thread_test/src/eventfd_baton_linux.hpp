// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/descriptor.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::thread_test {

/// An eventfd for each member. A signal does not disturb it. Throws std::system_error.
class eventfd_baton {
public:
    explicit eventfd_baton(std::size_t members);

    void wait(std::size_t member);
    void pass(std::size_t to);

    /// File descriptors that so many members take.
    [[nodiscard]] static std::size_t files_for(std::size_t members) { return members; }

private:
    std::vector<measure::descriptor> events_;
};

} // namespace tollgate::thread_test
