// SPDX-License-Identifier: BSL-1.0
#include "scan_loop.hpp"

#include "subjects.hpp"

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <cstdint>
#include <utility>

namespace tollgate::liveness_test {

namespace {

liveness::settings
with_long_timeouts(std::function<void(const liveness::heartbeat&)> on_heartbeat) {
    using namespace std::chrono_literals;
    liveness::settings options;
    options.period = 1h;
    options.default_timeouts.timeout = 10'000h;
    options.on_heartbeat = std::move(on_heartbeat);
    options.driven = liveness::driver::by_hand;
    return options;
}

} // namespace

scanned_scopes::scanned_scopes(std::size_t records)
    : registry_(with_long_timeouts([this](const liveness::heartbeat& last) { note(last); })) {
    while (all_.size() < records) {
        all_.emplace_back(registry_, scope_name, first_checkpoint);
    }
}

void scanned_scopes::pass() {
    for (liveness::migrating_scope& scope : all_) {
        scope.checkpoint(next_checkpoint);
    }
}

void scanned_scopes::scan() {
    registry_.scan(std::chrono::steady_clock::now());
}

void scanned_scopes::note(const liveness::heartbeat& last) {
    ++scans_;
    watched_ += last.watched;
    frozen_ += last.frozen;
}

void scanned_scopes::forget() {
    scans_ = 0;
    watched_ = 0;
    frozen_ = 0;
}

const char* scanned_scopes::wrong(std::uint64_t scans) const {
    if (scans_ != scans) {
        return "scans lost or invented";
    }
    if (watched_ != scans * all_.size()) {
        return "a scan did not see all scopes";
    }
    return frozen_ == 0 && registry_.so_far().events == 0 ? nullptr
                                                          : "a scope was reported as frozen";
}

measure::loop_report scan_loop::operator()(measure::loop_probe& probe) const {
    if (!*scopes) {
        scopes->emplace(records);
    }
    scanned_scopes& all = **scopes;
    const std::uint64_t block = records < 64 ? 8 : 1; // so that a turn costs little of it
    all.forget();
    measure::loop_report report;
    std::uint64_t done = 0;
    const measure::thread_meter meter;
    while (probe.keep_running(done)) {
        for (std::uint64_t each = 0; each < block; ++each) {
            if (moves) {
                all.pass();
            }
            all.scan();
        }
        ++done;
    }
    meter.add_to(report);
    report.probe_calls = {done + 1};
    report.units_per_operation = static_cast<double>(block);
    if (const char* const wrong = all.wrong(done * block)) {
        report.failures.emplace_back(wrong);
    }
    return report;
}

} // namespace tollgate::liveness_test
