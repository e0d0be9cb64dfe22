// SPDX-License-Identifier: BSL-1.0
//
// The main thread ends while fibers of its own wait, sleep and are ready. They go on until they
// have ended, during the thread's destructors, and before the destructors of the process.
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <chrono>
#include <cstdio>
#include <memory>

namespace {

using namespace std::chrono_literals;
using tollgate::cancel::dummy_token;
using tollgate::fiber::channel;
using tollgate::fiber::deferred;

struct last_word {
    last_word() = default;
    last_word(const last_word&) = delete;
    last_word& operator=(const last_word&) = delete;
    ~last_word() {
        std::puts(ended == expected ? "all fibers have ended" : "some fibers have not ended");
    }

    static constexpr int expected = 4;
    int ended = 0;
};

last_word word; // destroyed with the process, after the thread's objects

} // namespace

int main() {
    boost::fibers::use_scheduling_algorithm<tollgate::fiber::round_robin>();
    const auto items = std::make_shared<channel<int>>(0);
    boost::fibers::fiber([items] {
        tollgate::fiber::alarm silence(1h); // not alarm(2)
        word.ended += *items->pop_until(silence) == 7 ? 1 : 0;
        word.ended += items->pop_for(1ms).status() == tollgate::queue::status::timeout ? 1 : 0;
    }).detach();
    boost::fibers::fiber([items] {
        tollgate::fiber::sleep_for(deferred(1ms), dummy_token());
        word.ended += items->push(7) == tollgate::queue::status::done ? 1 : 0;
    }).detach();
    boost::fibers::fiber([] {
        boost::this_fiber::sleep_for(1ms);
        ++word.ended;
    }).detach();
    boost::this_fiber::yield();
}
