// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>

#include <memory>

namespace tollgate::cancel::detail {

class source_state;
class state;
struct slot;

/// A leader that a source is to follow: a state, and the slot of the token that has it in place, if
/// it is that of a standalone token. No state if the token is never cancelled.
struct leader {
    state* of = nullptr;
    slot* in = nullptr;
};

/// By this a source follows a standalone token: a handler of the token, registered so that any
/// thread may unregister it. It leaves the token before it cancels the source, so that the token
/// does not wait for the end of a source that is cancelled already.
class standalone_leader final : public cancellation_handler {
public:
    standalone_leader(source_state& follower, const leader& which,
                      std::unique_ptr<standalone_leader> others) noexcept;
    ~standalone_leader() = default;

    /// False if the token is cancelled already.
    bool follow() noexcept;
    /// For the end of the follower.
    void leave() noexcept;
    [[nodiscard]] standalone_leader* next() const noexcept { return next_.get(); }

private:
    void cancel() override;

    source_state& follower_;
    const leader leader_;
    std::unique_ptr<standalone_leader> next_;
    bool follows_ = false;
};

} // namespace tollgate::cancel::detail
