// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/parker.hpp>

#include <memory>

namespace tollgate::cancel::detail {

class wake_descriptor;

/// The wake-up at the end of a handler, done when the handler counts as having run: whoever is
/// woken unregisters it, and on the same CPU would come before it has returned.
struct last_act {
    [[nodiscard]] bool is_due() const noexcept {
        return of_parker.is_due() || of_descriptor != nullptr;
    }
    void perform() const noexcept;

    sleep::parker::unfinished_wake of_parker;
    std::shared_ptr<const wake_descriptor> of_descriptor;
};

} // namespace tollgate::cancel::detail
