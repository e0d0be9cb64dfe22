// SPDX-License-Identifier: BSL-1.0
//
// Fibers that wait in shared objects. Both the objects and this program contain the library. The
// program exports its symbols. It makes fibers with the scheduler's header alone.
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/yield.hpp>

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <thread>

namespace tollgate::fiber {
namespace {

/// Other fibers yield meanwhile.
bool can_wait_in(const char* object) {
    void* const loaded = ::dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
        ADD_FAILURE() << ::dlerror(); // NOLINT(concurrency-mt-unsafe)
        return false;
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a function, by its name
    const auto can_wait = reinterpret_cast<bool (*)()>(::dlsym(loaded, "tollgate_fiber_can_wait"));
    bool can = false;
    std::thread([&] {
        boost::fibers::use_scheduling_algorithm<round_robin>();
        boost::fibers::fiber other([] {
            for (int i = 0; i < 10; ++i) {
                yield();
            }
        });
        boost::fibers::fiber([&] { can = can_wait(); }).join();
        other.join();
    }).join();
    return can;
}

TEST(a_shared_object, that_takes_the_symbols_of_the_program_finds_its_scheduler) {
    EXPECT_TRUE(can_wait_in(TOLLGATE_SHARING_OBJECT));
}

TEST(a_shared_object, that_hides_its_own_refuses_to_wait_and_yields_by_boost) {
    EXPECT_FALSE(can_wait_in(TOLLGATE_HIDING_OBJECT));
}

} // namespace
} // namespace tollgate::fiber
