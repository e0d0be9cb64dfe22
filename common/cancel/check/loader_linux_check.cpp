// SPDX-License-Identifier: BSL-1.0
//
// Waits while a thread loads a library: that thread has the lock of the loader as long as
// constructors run. And plug-ins that have waited and are unloaded. Each check has a process of its
// own, which is ended if it hangs.

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>

#include <dlfcn.h>
#include <poll.h>

namespace {

std::function<void()> while_loading;

} // namespace

extern "C" void tollgate_check_while_loading() {
    while_loading();
}

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

/// In a constructor of a library that is being loaded.
bool holds_while_loading(const std::function<bool()>& holds) {
    bool held = false;
    while_loading = [&] { held = holds(); };
    return ::dlopen(TOLLGATE_HELD_LOADER, RTLD_NOW) != nullptr && held;
}

bool on_a_new_thread(const std::function<bool()>& holds) {
    bool held = false;
    std::thread([&] { held = holds(); }).join();
    return held;
}

bool waits_until_a_deadline() {
    std::mutex mutex;
    std::condition_variable condition;
    const standalone_token never;
    std::unique_lock lock(mutex);
    const auto holds = [] { return false; };
    return !wait_for(condition, lock, 1ms, holds, never);
}

/// The wait is cancelled under the mutex.
bool waits_until_cancelled() {
    std::mutex mutex;
    std::condition_variable condition;
    standalone_token cancellation;
    std::unique_lock lock(mutex);
    std::thread canceller([&] {
        const std::lock_guard held(mutex);
        cancellation.cancel();
    });
    const auto holds = [] { return false; };
    const bool held = wait(condition, lock, holds, cancellation);
    lock.unlock();
    canceller.join();
    return !held && detail::repeated_notification::has_repeater();
}

bool has_deadlines() {
    const sourced_token own = source_with_deadline(1ms).get_token();
    return sleep_until((std::chrono::steady_clock::time_point::max)(), own) ==
           wait_status::cancelled;
}

bool polls() {
    return poll({}, 1ms, dummy_token()) == wait_status::timeout;
}

TEST(a_constructor_of_a_plug_in, waits) {
    testing::expect_in_child([] { return holds_while_loading(&waits_until_a_deadline); });
    testing::expect_in_child([] { return holds_while_loading(&waits_until_cancelled); });
    testing::expect_in_child([] { return holds_while_loading(&polls); });
    testing::expect_in_child([] { return holds_while_loading(&has_deadlines); });
}

TEST(a_constructor_of_a_plug_in, waits_for_another_thread_that_waits) {
    for (bool (*const each)() : {&waits_until_a_deadline, &waits_until_cancelled}) {
        testing::expect_in_child(
            [=] { return holds_while_loading([=] { return on_a_new_thread(each); }); });
    }
}

TEST(a_constructor_of_a_plug_in, waits_for_another_thread_that_polls) {
    testing::expect_in_child(
        [] { return holds_while_loading([] { return on_a_new_thread(&polls); }); });
}

class plug_in {
public:
    plug_in() : object_(::dlopen(TOLLGATE_UNLOADED_OBJECT, RTLD_NOW | RTLD_LOCAL)) {}
    ~plug_in() { ::dlclose(object_); }
    plug_in(const plug_in&) = delete;
    plug_in& operator=(const plug_in&) = delete;

    template <class... Arguments>
    [[nodiscard]] bool holds(const char* function, Arguments... arguments) const {
        void* const found = object_ == nullptr ? nullptr : ::dlsym(object_, function);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a function, by its name
        return found != nullptr && reinterpret_cast<bool (*)(Arguments...)>(found)(arguments...);
    }
    [[nodiscard]] static bool is_loaded() {
        void* const found = ::dlopen(TOLLGATE_UNLOADED_OBJECT, RTLD_NOW | RTLD_NOLOAD);
        if (found != nullptr) {
            ::dlclose(found);
        }
        return found != nullptr;
    }

private:
    void* object_;
};

auto entries_of(const char* directory) {
    const std::filesystem::directory_iterator all(directory);
    return std::distance(begin(all), end(all));
}

/// Loaded, used and unloaded some times.
bool leaves_nothing_in(const char* directory, const char* function) {
    std::thread([] {}).join(); // a sanitizer's own thread is there
    const auto before = entries_of(directory);
    for (int times = 0; times < 3; ++times) {
        const bool held = plug_in().holds(function);
        if (!held || plug_in::is_loaded()) {
            return false;
        }
    }
    return entries_of(directory) == before;
}

TEST(a_plug_in, that_has_waited_leaves_no_thread_when_it_is_unloaded) {
    testing::expect_in_child(
        [] { return leaves_nothing_in("/proc/self/task", "tollgate_check_wait"); });
}

/// The source is destroyed afterwards.
TEST(a_plug_in, leaves_no_deadline_thread_when_it_is_unloaded) {
    testing::expect_in_child([] {
        std::thread([] {}).join(); // a sanitizer's own thread is there
        const auto before = entries_of("/proc/self/task");
        alignas(cancellation_source) std::byte memory[sizeof(cancellation_source)];
        void* const place = memory;
        const bool held = plug_in().holds("tollgate_check_deadline", place);
        if (!held || plug_in::is_loaded()) {
            return false;
        }
        auto* const left = static_cast<cancellation_source*>(place);
        const bool is_usable = !left->is_cancelled() && left->cancel();
        std::destroy_at(left);
        return is_usable && entries_of("/proc/self/task") == before;
    });
}

/// The threads have not ended.
TEST(a_plug_in, is_unloaded_while_threads_live_that_have_polled) {
    testing::expect_in_child([] {
        const auto before = entries_of("/proc/self/fd");
        std::latch polled(1);
        std::latch unloaded(1);
        bool held = false;
        std::thread user;
        {
            const plug_in loaded;
            user = std::thread([&] {
                held = loaded.holds("tollgate_check_poll");
                polled.count_down();
                unloaded.wait();
            });
            polled.wait();
        }
        const bool all_gone = !plug_in::is_loaded() && entries_of("/proc/self/fd") == before;
        unloaded.count_down();
        user.join();
        return held && all_gone;
    });
}

} // namespace
} // namespace tollgate::cancel
