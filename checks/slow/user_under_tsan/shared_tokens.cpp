// SPDX-License-Identifier: BSL-1.0
// A token that two threads register with, and handlers whose guards another thread destroys.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace user {

namespace cancel = tollgate::cancel;

namespace {

/// Registers with a token that other threads register with, until it is cancelled.
void register_again_and_again(const cancel::token& stop, const data& before_cancel, int number) {
    for (bool goes_on = true; goes_on; goes_on = bool(stop)) {
        auto before = std::make_unique<data>();
        auto after = std::make_unique<data>();
        write(*before, 7);
        {
            cancel::on_cancel handler(stop, [&] {
                expect(*before, 7);
                expect(before_cancel, number);
                write(*after, 8);
            });
        }
        after->number += before->number;
    }
    expect(before_cancel, number);
}

} // namespace

void a_token_of_two_threads() {
    for (int i = 0; i < rounds; ++i) {
        data shared;
        cancel::standalone_token standalone;
        const cancel::cancellation_source source;
        const cancel::sourced_token sourced(source);
        const bool is_standalone = i % 2 == 0;
        const cancel::token& stop =
            is_standalone ? static_cast<const cancel::token&>(standalone) : sourced;
        std::vector<std::thread> others;
        for (int n = 0; n < 2; ++n) {
            others.push_back(start([&] { register_again_and_again(stop, shared, i); }));
        }
        yield_times(i % 16);
        write(shared, i);
        is_standalone ? standalone.cancel() : source.cancel();
        for (std::thread& thread : others) {
            thread.join();
        }
    }
}

/// Each token has one handler, which is in a list. No token has a second one.
void tokens_with_one_handler() {
    for (int i = 0; i < rounds; ++i) {
        const cancel::cancellation_source stop;
        data shared;
        std::vector<std::thread> others;
        for (int n = 0; n < 2; ++n) {
            others.push_back(start([&, i, n] {
                for (bool goes_on = true; goes_on;) {
                    const cancel::sourced_token own(stop);
                    auto written = std::make_unique<data>();
                    bool has_run = false;
                    write(*written, n);
                    {
                        cancel::on_cancel handler(own, [&] {
                            expect(*written, n);
                            expect(shared, i);
                            has_run = true;
                        });
                        yield_times(n);
                    }
                    goes_on = !has_run;
                }
                expect(shared, i);
            }));
        }
        yield_times(i % 16);
        write(shared, i);
        stop.cancel();
        for (std::thread& thread : others) {
            thread.join();
        }
    }
}

} // namespace user
