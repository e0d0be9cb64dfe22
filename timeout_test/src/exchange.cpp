// SPDX-License-Identifier: BSL-1.0
#include "exchange.hpp"

#include <fmt/format.h>

namespace tollgate::timeout_test {

void exchange::judge(measure::loop_report& report) const {
    if (receiving_.timeouts != 0) {
        report.failures.push_back(fmt::format(
            "{} receive(s) timed out, though messages came all the time", receiving_.timeouts));
    }
    if (sending_.not_sent != 0) {
        report.failures.push_back(
            fmt::format("{} message(s) were refused by an open channel", sending_.not_sent));
    }
    if (receiving_.disordered != 0) {
        report.failures.push_back(
            fmt::format("{} message(s) came out of their order", receiving_.disordered));
    }
    const tally& in = receiving_.in;
    const tally& out = sending_.out;
    if (in != out) {
        report.failures.push_back(fmt::format("messages lost or doubled: {} sent, {} received, the "
                                              "sums are {} and {}",
                                              out.count, in.count, out.sum, in.sum));
    }
    report.probe_calls = {receiving_.done + 1};
    report.metered = in.count;
}

} // namespace tollgate::timeout_test
