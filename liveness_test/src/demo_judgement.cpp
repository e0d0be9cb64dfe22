// SPDX-License-Identifier: BSL-1.0
#include "demo_judgement.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::liveness_test {
namespace {

using liveness::event;
using liveness::thread_state;

std::vector<event> reports_of(const demo_thread& who, const std::vector<event>& reports) {
    std::vector<event> of;
    std::copy_if(reports.begin(), reports.end(), std::back_inserter(of),
                 [&](const event& one) { return one.name == who.name; });
    return of;
}

bool is_expected(const demo_thread& who, thread_state found) {
    return found == who.expected || (who.may_starve && found == thread_state::starved);
}

std::string difference(const demo_thread& who, const std::vector<event>& of) {
    if (who.expected == thread_state::unknown) {
        return of.empty() ? "" : fmt::format("{} was reported, and is healthy", who.name);
    }
    if (of.size() != 1) {
        return fmt::format("{} was reported {} times, once was due", who.name, of.size());
    }
    if (of.front().what != event::kind::frozen) {
        return fmt::format("{} was reported as {}, not as frozen", who.name,
                           to_string(of.front().what));
    }
    if (!is_expected(who, of.front().why.state)) {
        return fmt::format("{} was found {}, not {}", who.name, to_string(of.front().why.state),
                           to_string(who.expected));
    }
    return {};
}

} // namespace

std::vector<std::string> differences(const std::vector<demo_thread>& threads,
                                     const std::vector<event>& reports) {
    std::vector<std::string> all;
    for (const demo_thread& who : threads) {
        if (std::string one = difference(who, reports_of(who, reports)); !one.empty()) {
            all.push_back(std::move(one));
        }
    }
    for (const event& one : reports) {
        if (std::none_of(threads.begin(), threads.end(),
                         [&](const demo_thread& who) { return who.name == one.name; })) {
            all.push_back(fmt::format("{} was reported, and nobody knows it", one.name));
        }
    }
    return all;
}

std::string explain(const demo_thread& who, const event& report) {
    std::string text = fmt::format("{}: {}", who.name, to_string(report.why.state));
    if (!report.why.wait_channel.empty()) {
        text += " in " + report.why.wait_channel;
    }
    text += ", because " + who.why;
    if (report.why.state != who.expected && is_expected(who, report.why.state)) {
        text += ", and others had most of its CPU";
    }
    if (!report.history.empty()) {
        const std::uint32_t last = report.history.back().id;
        const auto meaning = who.checkpoints.find(last);
        text += fmt::format("; last seen at checkpoint {}: {}", last,
                            meaning == who.checkpoints.end() ? "?" : meaning->second);
    }
    return text + "\n";
}

std::string explain_all(const std::vector<demo_thread>& threads,
                        const std::vector<event>& reports) {
    std::string text;
    for (const demo_thread& who : threads) {
        const std::vector<event> of = reports_of(who, reports);
        text += of.empty() ? fmt::format("{}: not reported\n", who.name) : explain(who, of.front());
    }
    return text;
}

} // namespace tollgate::liveness_test
