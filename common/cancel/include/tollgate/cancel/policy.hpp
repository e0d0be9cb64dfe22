// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::cancel {

/// Who pays for the order between "I have registered" and "it is cancelled". Both sides store and
/// then look at what the other one stores; one of the two has to have a full fence in between.
///
/// - `symmetric`: both. A registration and its undoing are one sequentially consistent store each,
///   an exchange on x86-64. ISO C++ only; `cancel()` makes no system call.
/// - `asymmetric`: the canceller alone, by one membarrier(2) that fences all threads of the
///   process. A registration and its undoing are plain stores and loads; `cancel()` costs about a
///   microsecond more, and interrupts the CPUs that run threads of this process.
/// - `adaptive`: each token begins as symmetric and becomes asymmetric with its 64th registration.
///   (The first registration after a reset counts, and changes nothing: then it is the next one.)
///   A loop of registrations does not pay for it, and a token of one request causes no interrupts.
///   The saving of 64 pairs is about what a membarrier costs.
///
/// Where the kernel refuses membarrier (seccomp, other systems) all three are symmetric.
enum class policy : unsigned char { symmetric, asymmetric, adaptive };

[[nodiscard]] constexpr std::string_view to_string(policy how) noexcept {
    switch (how) {
    case policy::symmetric:
        return "symmetric";
    case policy::asymmetric:
        return "asymmetric";
    case policy::adaptive:
        break;
    }
    return "adaptive";
}

} // namespace tollgate::cancel
