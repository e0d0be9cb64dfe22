// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel::detail {

/// A descriptor that becomes readable when it is told to, by any thread and as often as wanted.
class wake_descriptor {
public:
    wake_descriptor(); ///< std::system_error if there is none left
    ~wake_descriptor();
    wake_descriptor(const wake_descriptor&) = delete;
    wake_descriptor& operator=(const wake_descriptor&) = delete;

    [[nodiscard]] int readable() const noexcept { return reading_; }
    void wake() const noexcept;
    void drain() const noexcept;

private:
    int reading_;
    int writing_; ///< the same where one does for both
};

} // namespace tollgate::cancel::detail
