// SPDX-License-Identifier: BSL-1.0
// A function that does its work in several threads. If one thread fails, the others stop.
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/task_group.hpp>
#include <tollgate/cancel/token.hpp>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace cancel = tollgate::cancel;
using namespace std::chrono_literals;

std::string fetch(const std::string& page, const cancel::token& cancellation) {
    if (page == "missing") {
        throw std::runtime_error("no such page");
    }
    const auto time = page == "slow" ? 1h : 1ms;
    return cancel::sleep_for(time, cancellation) == cancel::wait_status::cancelled
               ? "stopped"
               : "text of " + page;
}

std::vector<std::string> fetch_all(const std::vector<std::string>& pages,
                                   const cancel::token& cancellation) {
    std::vector<std::string> texts(pages.size());
    cancel::task_group fetches(cancellation); // is cancelled with the caller's token
    for (std::size_t i = 0; i < pages.size(); ++i) {
        fetches.start([&, i](const cancel::token& own) { texts[i] = fetch(pages[i], own); });
    }
    fetches.wait(); // joins all threads, and throws the first exception
    return texts;
}

int main() {
    const cancel::dummy_token never_cancelled;
    std::printf("%s\n", fetch_all({"one", "two"}, never_cancelled)[1].c_str());
    try {
        fetch_all({"slow", "missing"}, never_cancelled); // does not wait for an hour
    } catch (const std::runtime_error& error) {
        std::printf("%s\n", error.what());
        return 0;
    }
    return 1;
}
