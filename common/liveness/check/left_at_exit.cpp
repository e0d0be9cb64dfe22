// SPDX-License-Identifier: BSL-1.0
//
// A program that ends while a thread is in a watched scope of the process's registry and passes
// checkpoints, and while its own scope is open. Ends with 0 if all goes well.
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <cstdlib>
#include <latch>
#include <memory>
#include <thread>

int main() {
    using namespace tollgate::liveness;
    static std::latch begun(2);
    for (int i = 0; i < 2; ++i) {
        std::thread([] {
            const watched_scope outer("detached", 1);
            const watched_scope inner("detached, inner", 1);
            begun.count_down();
            while (true) {
                checkpoint(2);
            }
        }).detach();
    }
    begun.wait();
    static const migrating_scope until_the_end("ends after the registry or before it", 1);
    static thread_local std::unique_ptr<watched_scope> of_the_thread;
    of_the_thread = std::make_unique<watched_scope>("ends with the thread", 1);
    checkpoint(2);
    std::exit(EXIT_SUCCESS);
}
