// SPDX-License-Identifier: BSL-1.0
#include "scan_loop.hpp"

#include "subjects.hpp"

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <cstdint>
#include <utility>

namespace tollgate::liveness_test {

namespace {

liveness::settings unhurried(std::function<void(const liveness::pulse&)> on_pulse) {
    using namespace std::chrono_literals;
    liveness::settings how;
    how.period = 1h;
    how.of_scopes.timeout = 10'000h;
    how.on_pulse = std::move(on_pulse);
    how.driven = liveness::driver::by_hand;
    return how;
}

} // namespace

watched_crowd::watched_crowd(std::size_t records)
    : registry_(unhurried([this](const liveness::pulse& seen) { note(seen); })) {
    while (all_.size() < records) {
        all_.emplace_back(registry_, scope_name, first_checkpoint);
    }
}

void watched_crowd::pass() {
    for (liveness::migrating_scope& one : all_) {
        one.checkpoint(next_checkpoint);
    }
}

void watched_crowd::look() {
    registry_.look(std::chrono::steady_clock::now());
}

void watched_crowd::note(const liveness::pulse& seen) {
    ++looks_;
    watched_ += seen.watched;
    frozen_ += seen.frozen;
}

void watched_crowd::forget() {
    looks_ = 0;
    watched_ = 0;
    frozen_ = 0;
}

const char* watched_crowd::wrong(std::uint64_t looks) const {
    if (looks_ != looks) {
        return "looks lost or invented";
    }
    if (watched_ != looks * all_.size()) {
        return "a look did not see everybody";
    }
    return frozen_ == 0 && registry_.so_far().events == 0 ? nullptr : "somebody was seen frozen";
}

measure::loop_report scan_loop::operator()(measure::turnstile& probe) const {
    if (!*crowd) {
        crowd->emplace(records);
    }
    watched_crowd& all = **crowd;
    const std::uint64_t block = records < 64 ? 8 : 1; // so that a turn costs little of it
    all.forget();
    measure::loop_report report;
    std::uint64_t done = 0;
    const measure::thread_meter meter;
    while (probe.turn(done)) {
        for (std::uint64_t each = 0; each < block; ++each) {
            if (moves) {
                all.pass();
            }
            all.look();
        }
        ++done;
    }
    meter.add_to(report);
    report.turns = {done + 1};
    report.units_per_operation = static_cast<double>(block);
    if (const char* const wrong = all.wrong(done * block)) {
        report.failures.emplace_back(wrong);
    }
    return report;
}

} // namespace tollgate::liveness_test
