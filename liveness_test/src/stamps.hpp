// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>

namespace tollgate::liveness_test {

/// A probe's stamps, whichever clock they read, for code that is compiled once.
struct stamps {
    std::function<std::int64_t()> begin;
    std::function<std::int64_t()> end;
};

template <class Probe>
[[nodiscard]] stamps stamps_of(const Probe& probe) {
    return {[&probe] { return probe.begin(); }, [&probe] { return probe.end(); }};
}

} // namespace tollgate::liveness_test
