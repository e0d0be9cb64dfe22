// SPDX-License-Identifier: BSL-1.0
#include "put_last.hpp"

namespace tollgate::liveness_test {

bool put_last() {
    return false;
}

} // namespace tollgate::liveness_test
