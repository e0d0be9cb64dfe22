// SPDX-License-Identifier: BSL-1.0
//
// Places of code: offsets agree with the loader, and the printed commands give the names.
#include "forked.hpp"
#include "known_calls_linux.hpp"
#include "sampled_thread_linux.hpp"
#include "two_ends.hpp"

#include "../src/diagnose.hpp"
#include "../src/modules.hpp"
#include "../src/stack.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::uintptr_t address_of(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

call call_in(const void* place) {
    modules known;
    known.read_anew();
    return known.call_at(address_of(place));
}

std::uintptr_t link_address_by_the_loader(const void* place) {
    Dl_info found{};
    link_map* map = nullptr;
    EXPECT_NE(::dladdr1(place, &found, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP), 0);
    return address_of(place) - map->l_addr;
}

TEST(code, of_a_module_has_the_place_that_the_loader_gives) {
    for (const char* name : {"tollgate_check_spins", "malloc", "__cxa_throw", "sqrt"}) {
        const void* const place = ::dlsym(RTLD_DEFAULT, name);
        if (place == nullptr) {
            continue;
        }
        const call found = call_in(place);
        EXPECT_EQ(found.offset, link_address_by_the_loader(place)) << name;
        EXPECT_TRUE(std::filesystem::exists(found.file)) << found.file;
        EXPECT_EQ(found.place.find(found.file + "+0x"), 0U) << found.place;
    }
}

TEST(code, without_a_file_has_a_name_or_an_address) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto mapped_page = [page](int file) {
        return ::mmap(nullptr, page, PROT_READ | PROT_EXEC,
                      file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE, file, 0);
    };
    const int file = ::memfd_create("made", 0);
    ASSERT_EQ(::ftruncate(file, static_cast<off_t>(page)), 0);
    for (const auto& [address, place] :
         {std::pair{address_of(mapped_page(-1)) + 4, "0x[0-9a-f]+4"},
          std::pair{address_of(mapped_page(file)) + 4, "/memfd:made \\(deleted\\), byte 0x4"},
          std::pair{::getauxval(AT_SYSINFO_EHDR) + 4, "\\[vdso\\]\\+0x4"},
          std::pair{address_of(&page), "0x[0-9a-f]+"}, std::pair{std::uintptr_t{0}, "0x0"}}) {
        modules known;
        known.read_anew();
        EXPECT_THAT(known.call_at(address).place, MatchesRegex(place));
        EXPECT_EQ(known.call_at(address).file, "");
    }
    ::close(file);
}

/// A copy of a library, which is deleted before or after the map was read.
TEST(code, of_a_deleted_library_is_known_if_the_map_was_read_before) {
    const std::string path = "./liveness_check_copy." + std::to_string(::getpid()) + ".so";
    std::filesystem::copy_file(TOLLGATE_UNLOADED_MODULE, path);
    void* const library = ::dlopen(path.c_str(), RTLD_NOW);
    const void* const place = ::dlsym(library, "tollgate_check_keep_a_record");
    modules early;
    early.read_anew();
    const call before = early.call_at(address_of(place));
    EXPECT_EQ(before.offset, link_address_by_the_loader(place));
    std::filesystem::remove(path);
    early.read_anew();
    const call after = early.call_at(address_of(place));
    EXPECT_EQ(after.place, before.file + " (deleted)" + before.place.substr(before.file.size()));
    EXPECT_EQ(after.file, "") << "another file may have this name now";
    EXPECT_THAT(call_in(place).place, MatchesRegex(".* \\(deleted\\), byte 0x[0-9a-f]+"));
    ::dlclose(library);
}

/// It is deleted after the threads of the child have started.
TEST(code, of_a_deleted_library_is_known_in_a_child_that_reports) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer starts no threads in a child of several";
    }
    const std::string path = "./liveness_check_child." + std::to_string(::getpid()) + ".so";
    std::filesystem::copy_file(TOLLGATE_UNLOADED_MODULE, path);
    void* const library = ::dlopen(path.c_str(), RTLD_NOW);
    const auto sleeps_until =
        reinterpret_cast<void (*)(const bool*)>(::dlsym(library, "tollgate_check_sleeps_until"));
    bool is_reported = false;
    std::string places;
    settings options;
    options.stacks = true;
    options.default_timeouts.timeout = std::chrono::milliseconds(20);
    options.sinks.emplace_back([&](const event& report) {
        for (const call& each : report.why.stack) {
            places += each.place + '\n';
        }
        __atomic_store_n(&is_reported, true, __ATOMIC_RELEASE);
    });
    registry all(options);
    EXPECT_EQ(in_a_child([&] {
                  all.start();
                  std::filesystem::remove(path);
                  const watched_scope watched(all, "library", 1);
                  sleeps_until(&is_reported);
                  return places.find(".so (deleted)+0x") != std::string::npos ? 0 : 1;
              }),
              0);
    ::dlclose(library);
}

TEST(code, is_known_from_the_last_map_when_no_descriptor_is_left) {
    const auto* const place = reinterpret_cast<const void*>(&tollgate_check_spins);
    modules known;
    known.read_anew();
    rlimit most{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &most), 0);
    rlimit none = most;
    none.rlim_cur = 0;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    known.read_anew();
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &most), 0);
    EXPECT_EQ(known.call_at(address_of(place)).place, call_in(place).place);
}

/// Runs in the last thread of the process. The first thread has the process's id.
[[noreturn]] void compare_when_the_first_has_left(const std::string& expected) {
    while (sample_thread(::getpid())->run_state != 'Z') {
        std::this_thread::yield();
    }
    const auto* const place = reinterpret_cast<const void*>(&tollgate_check_spins);
    ::_exit(call_in(place).place == expected && sample_thread(::gettid())->run_state == 'R' ? 0
                                                                                            : 1);
}

TEST(code, is_known_when_the_first_thread_has_left) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer starts no threads in a child of several";
    }
    const std::string expected =
        call_in(reinterpret_cast<const void*>(&tollgate_check_spins)).place;
    EXPECT_EQ(in_a_child([&] {
                  std::thread([&] { compare_when_the_first_has_left(expected); }).detach();
                  ::syscall(SYS_exit, 0); // as pthread_exit does, which unwinds before
                  return 2;
              }),
              0);
}

std::string output_of(const std::string& command) {
    std::string text;
    FILE* const from = ::popen(command.c_str(), "r");
    for (int byte = 0; (byte = std::fgetc(from)) != EOF;) {
        text += static_cast<char>(byte);
    }
    ::pclose(from);
    return text;
}

TEST(the_commands_of_a_report, name_the_calls) {
    if (output_of("addr2line --version 2>&1").find("GNU") == std::string::npos) {
        GTEST_SKIP() << "addr2line: not installed (Debian: binutils)";
    }
    two_ends pipe;
    const sampled_thread thread([&] { tollgate_check_waits(pipe.reading()); });
    modules known;
    known.read_anew();
    std::string names;
    for (int i = 0; i < 300 && names.find("tollgate_check_waits") == std::string::npos; ++i) {
        event report;
        for (const std::uintptr_t address : frames_of(thread.id())) {
            report.why.stack.push_back(known.call_at(address));
        }
        const std::string text = to_text(report);
        names = output_of(text.substr(std::min(text.find("    addr2line"), text.size())));
    }
    pipe.close_writing();
    EXPECT_THAT(names, HasSubstr("tollgate_check_polls at "));
    EXPECT_THAT(names, HasSubstr("tollgate_check_waits at "));
}

} // namespace
} // namespace tollgate::liveness::detail
