// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace tollgate::liveness_test {

/// Watched scopes and a registry that scans them, all on one thread. Their timeouts are hours long.
class scanned_scopes {
public:
    explicit scanned_scopes(std::size_t records);
    scanned_scopes(const scanned_scopes&) = delete;
    scanned_scopes& operator=(const scanned_scopes&) = delete;

    /// Every scope passes a checkpoint.
    void pass();
    /// The registry scans all scopes once.
    void scan();

    /// Sets all counts to zero.
    void forget();
    /// The first error, or nullptr. There must have been this number of scans since then, and each
    /// must have seen all scopes and no frozen scope.
    [[nodiscard]] const char* wrong(std::uint64_t scans) const;

private:
    void note(const liveness::heartbeat& last);

    std::uint64_t scans_ = 0;
    std::uint64_t watched_ = 0;
    std::uint64_t frozen_ = 0;
    liveness::registry registry_;
    std::deque<liveness::migrating_scope> all_;
};

/// Scans the scopes again and again. All batches use the same scopes, created when they are first
/// needed: 100,000 scopes take a while.
struct scan_loop {
    std::size_t records;
    bool moves; ///< each scope passes a checkpoint before each scan
    std::shared_ptr<std::optional<scanned_scopes>> scopes =
        std::make_shared<std::optional<scanned_scopes>>();

    measure::loop_report operator()(measure::loop_probe& probe) const;
};

} // namespace tollgate::liveness_test
