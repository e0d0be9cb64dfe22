// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "setup.hpp"
#include "stamped_history.hpp"
#include "word_list.hpp"
#include <tollgate/measure/hidden.hpp>

namespace tollgate::liveness_test {

/// A subject (block_loop.hpp) that passes checkpoints into such a history.
class stamping {
public:
    using ground = word_list<stamped_history>;
    static constexpr double about_ns = 60;

    explicit stamping(ground& on) : mine_(&on.add()) {}
    void once() {
        measure::hidden(mine_)->pass(next_checkpoint);
        measure::used();
    }
    void stay() {}

private:
    stamped_history* mine_;
};

} // namespace tollgate::liveness_test
