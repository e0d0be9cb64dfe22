// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>

#include <cstdint>

namespace tollgate::cancel_test {

class counting_handler final : public cancel::cancellation_handler {
public:
    counting_handler() = default;
    ~counting_handler() = default;
    void cancel() noexcept override { ++ran_; }
    [[nodiscard]] std::uint64_t ran() const { return ran_; }

private:
    std::uint64_t ran_ = 0;
};

} // namespace tollgate::cancel_test
