// SPDX-License-Identifier: BSL-1.0
//
// A thread is stuck while it loads a library, and holds the lock of the loader. It is reported with
// its calls, and no other thread waits for it. Each check has a process of its own; a signal ends a
// process that hangs.
#include "event_box.hpp"
#include "forked.hpp"
#include "known_calls_linux.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace {

std::latch loads(1);
/// A pipe, because a sanitizer delivers signals to a thread that waits in it.
std::array<int, 2> may_go_on{-1, -1};

} // namespace

/// A busy machine may stop a thread for longer than its timeout before this checkpoint. The thread
/// is then reported twice.
constexpr std::uint32_t is_loading = 77;
/// The greatest length in bytes. A sanitizer adds its own code to the function.
constexpr std::uintptr_t function_length = tollgate::testing::is_sanitized ? 4096 : 512;

extern "C" [[gnu::noinline]] void tollgate_check_while_loading() {
    tollgate::liveness::checkpoint(is_loading);
    loads.count_down();
    tollgate_check_polls(may_go_on[0]);
}

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// A thread that loads a library until this object is destroyed.
class loading {
public:
    explicit loading(registry* watched = nullptr) : thread_([watched] { load(watched); }) {
        loads.wait();
    }
    ~loading() {
        ::close(may_go_on[1]);
        thread_.join();
    }
    loading(const loading&) = delete;
    loading& operator=(const loading&) = delete;

private:
    static void load(registry* watched) {
        EXPECT_EQ(::pipe(may_go_on.data()), 0);
        if (watched == nullptr) {
            static_cast<void>(::dlopen(TOLLGATE_HELD_LOADER, RTLD_NOW));
        } else {
            const watched_scope scope(*watched, "loads", 1, {.timeout = 1ms, .grace = 0s});
            static_cast<void>(::dlopen(TOLLGATE_HELD_LOADER, RTLD_NOW));
        }
    }

    std::thread thread_;
};

/// Call it before a thread holds the loader's lock.
std::uintptr_t link_address_of_loading_function() {
    Dl_info found{};
    link_map* map = nullptr;
    const auto* const function = reinterpret_cast<const void*>(&tollgate_check_while_loading);
    ::dladdr1(function, &found, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP);
    return reinterpret_cast<std::uintptr_t>(function) - map->l_addr;
}

TEST(a_thread_that_loads_a_library, is_reported_with_its_calls) {
    EXPECT_EQ(in_a_child([] {
                  const event_box box;
                  settings options;
                  options.period = 1ms;
                  options.stacks = true;
                  options.sinks.emplace_back(box);
                  registry watcher(options);
                  const std::uintptr_t begin = link_address_of_loading_function();
                  const loading loader(&watcher);
                  const event found = box.wait_for_one([](const event& told) {
                      return told.type == event::kind::frozen && !told.history.empty() &&
                             told.history.back().id == is_loading;
                  });
                  const auto& stack = found.why.stack;
                  return std::any_of(stack.begin(), stack.end(),
                                     [&](const call& each) {
                                         return !each.file.empty() &&
                                                each.offset - begin < function_length;
                                     })
                             ? 0
                             : 1;
              }),
              0);
}

TEST(a_thread_that_loads_a_library, keeps_no_other_thread_from_its_first_scope) {
    EXPECT_EQ(in_a_child([] {
                  registry watcher;
                  const loading loader;
                  std::thread([&] {
                      { const watched_scope first(watcher, "first", 1); }
                      const watched_scope second(watcher, "second", 1);
                      checkpoint(2);
                  }).join();
                  return 0;
              }),
              0);
}

TEST(a_thread_that_loads_a_library, does_not_keep_the_registry_of_the_process_from_starting) {
    EXPECT_EQ(in_a_child([] {
                  const loading loader;
                  std::thread([] { const watched_scope first("first", 1); }).join();
                  return 0;
              }),
              0);
}

constexpr int unloaded = 0;
constexpr int not_loaded = 1;
constexpr int stays_loaded = 2;

/// A library that is loaded from here to `unload()`.
class plug_in {
public:
    template <class Function>
    [[nodiscard]] Function* find(const char* name) const {
        return module_ == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(module_, name));
    }
    /// `unloaded` or `stays_loaded`.
    [[nodiscard]] int unload() const {
        ::dlclose(module_);
        return ::dlopen(TOLLGATE_UNLOADED_MODULE, RTLD_NOW | RTLD_NOLOAD) == nullptr ? unloaded
                                                                                     : stays_loaded;
    }

private:
    void* const module_ = ::dlopen(TOLLGATE_UNLOADED_MODULE, RTLD_NOW | RTLD_LOCAL);
};

int end_a_thread_that_used_what_was_unloaded() {
    const plug_in module;
    auto* const keep_a_record = module.find<void()>("tollgate_check_keep_a_record");
    if (keep_a_record == nullptr) {
        return not_loaded;
    }
    std::latch used(1);
    std::latch may_end(1);
    std::thread user([&] {
        keep_a_record();
        used.count_down();
        may_end.wait();
    });
    used.wait();
    const int result = module.unload();
    may_end.count_down();
    user.join();
    return result;
}

std::vector<int> signals_with_a_handler() {
    std::vector<int> handled;
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_DFL) {
            handled.push_back(signal);
        }
    }
    return handled;
}

/// All these signals are pending for this thread, which has blocked them.
int unload_what_handles_a_signal() {
    const plug_in module;
    auto* const prepare = module.find<bool()>("tollgate_check_prepares_stacks");
    const std::vector<int> before = signals_with_a_handler();
    if (prepare == nullptr || !prepare() || signals_with_a_handler().size() != before.size() + 1) {
        return not_loaded;
    }
    sigset_t all;
    sigset_t usual;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &usual);
    for (const int signal : signals_with_a_handler()) {
        ::raise(signal);
    }
    const int result = module.unload();
    const bool is_as_before = signals_with_a_handler() == before;
    ::pthread_sigmask(SIG_SETMASK, &usual, nullptr);
    return result == unloaded && !is_as_before ? not_loaded : result;
}

TEST(a_plug_in_that_is_unloaded, lets_its_threads_end_and_gives_its_signal_back) {
    for (const auto use_and_unload :
         {&end_a_thread_that_used_what_was_unloaded, &unload_what_handles_a_signal}) {
        const int result = in_a_child(use_and_unload);
        if (result == stays_loaded) {
            GTEST_SKIP() << "this system does not unload libraries that a thread may need";
        }
        EXPECT_EQ(result, unloaded);
    }
}

} // namespace
} // namespace tollgate::liveness
