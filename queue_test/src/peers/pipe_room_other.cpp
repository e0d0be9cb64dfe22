// SPDX-License-Identifier: BSL-1.0
#include "byte_pipe.hpp"

namespace tollgate::queue_test {

std::size_t make_room(int /*pipe_end*/, std::size_t /*bytes*/) {
    return 0;
}

} // namespace tollgate::queue_test
