// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>

#include <atomic>
#include <cstdint>
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
///
/// It leaves once: with the end of the source, with the end of the token, or with the token's
/// cancellation. Two of them may come at the same time on two threads, and only one finds the bond
/// as `follows`. The end of the source waits until another one has left (`left` is released, and
/// acquired there), because it frees this; the end of the token waits for the number of followers,
/// which each that leaves takes down under the token's mutex as the last that it does there. Each
/// waits for some instructions of the other, and no foreign code runs in them.
class standalone_leader final : public cancellation_handler {
public:
    standalone_leader(source_state& follower, const leader& which,
                      std::unique_ptr<standalone_leader> others) noexcept;
    ~standalone_leader() = default;

    /// False if the token is cancelled already.
    bool follow() noexcept;
    /// For the end of the follower: afterwards no thread touches this.
    void end() noexcept;
    [[nodiscard]] standalone_leader* next() const noexcept { return next_.get(); }

private:
    enum class bond : std::uint8_t { follows, leaves, left };

    void cancel() override;
    void stop_following() noexcept override;
    [[nodiscard]] bool begin_to_leave() noexcept;
    void leave() noexcept;

    source_state& follower_;
    const leader leader_;
    std::unique_ptr<standalone_leader> next_;
    std::atomic<bond> bond_{bond::left};
};

} // namespace tollgate::cancel::detail
