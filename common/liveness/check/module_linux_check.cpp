// SPDX-License-Identifier: BSL-1.0
//
// The text read of modules in memory agrees with what the loader says, wherever that says
// something.
#include "../src/address_texts_linux.hpp"
#include "../src/module_linux.hpp"
#include "../src/own_memory_linux.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" [[gnu::noinline]] int tollgate_check_exported(int number) {
    return number + 1;
}

namespace tollgate::liveness::detail {
namespace {

std::uintptr_t address_of(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

struct known {
    std::uintptr_t base = 0;
    std::uintptr_t bias = 0;
    std::string symbol;
    std::uintptr_t distance = 0;
};

known from_the_loader(const void* place) {
    Dl_info found{};
    link_map* map = nullptr;
    if (::dladdr1(place, &found, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) {
        return {};
    }
    return {address_of(found.dli_fbase), map->l_addr,
            found.dli_sname == nullptr ? "" : found.dli_sname,
            address_of(place) - address_of(found.dli_saddr)};
}

TEST(a_module, is_known_as_the_loader_knows_it) {
    for (const char* name : {"malloc", "free", "pthread_create", "printf", "getenv",
                             "tollgate_check_exported", "__cxa_throw", "_Unwind_Backtrace"}) {
        const auto* const place = static_cast<const char*>(::dlsym(RTLD_DEFAULT, name));
        if (place == nullptr) {
            continue;
        }
        const known expected = from_the_loader(place + 2);
        const auto found = module_image::at(expected.base);
        ASSERT_TRUE(found) << name;
        EXPECT_TRUE(found->contains(address_of(place + 2)));
        EXPECT_EQ(found->link_address(address_of(place)), address_of(place) - expected.bias);
        const auto symbol = found->symbol_of(address_of(place + 2));
        ASSERT_TRUE(symbol) << name;
        // Several names may be of the same place.
        EXPECT_EQ(symbol->distance, expected.distance) << name;
        EXPECT_EQ(::dlsym(RTLD_DEFAULT, symbol->name.c_str()),
                  ::dlsym(RTLD_DEFAULT, expected.symbol.c_str()))
            << symbol->name << " or " << expected.symbol;
    }
}

TEST(a_module, is_nothing_that_does_not_begin_as_one) {
    const std::array<char, 4096> zeros{};
    EXPECT_FALSE(module_image::at(address_of(zeros.data())));
    EXPECT_FALSE(module_image::at(0));
    EXPECT_FALSE(module_image::at(~std::uintptr_t{0}));
}

/// The headers of this program, each byte of them changed: it answers or does not.
TEST(a_module, that_lies_does_no_harm) {
    const known own = from_the_loader(reinterpret_cast<const void*>(&tollgate_check_exported));
    alignas(4096) static std::array<unsigned char, 8192> copy;
    ASSERT_TRUE(read_own_memory(own.base, copy.data(), 4096));
    for (std::size_t i = 0; i < 1024; ++i) {
        for (const unsigned char wrong : {0x00, 0x01, 0x7f, 0xff}) {
            const unsigned char right = std::exchange(copy[i], wrong);
            if (const auto found = module_image::at(address_of(copy.data()))) {
                static_cast<void>(found->symbol_of(address_of(copy.data()) + 0x1234));
            }
            copy[i] = right;
        }
    }
}

TEST(the_memory_of_this_process, is_read_where_there_is_some) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    void* const two =
        ::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(two, MAP_FAILED);
    auto* const last = static_cast<char*>(two) + page - 3;
    std::memcpy(last, "abc", 3);
    ASSERT_EQ(::munmap(static_cast<char*>(two) + page, page), 0);
    EXPECT_EQ(value_at<char>(address_of(last)), 'a');
    EXPECT_FALSE(value_at<std::uint32_t>(address_of(last)));
    EXPECT_FALSE(value_at<char>(0));
    EXPECT_EQ(text_at(address_of(last) - 100), "");
    ::munmap(two, page);
    EXPECT_EQ(text_at(address_of("a text")), "a text");
    EXPECT_EQ(text_at(0), "");
    EXPECT_EQ(text_at(address_of(std::string(5000, 'x').c_str())), std::string(4096, 'x'));
}

TEST(an_address, has_a_text) {
    const address_texts known_now;
    const auto own = reinterpret_cast<std::uintptr_t>(&tollgate_check_exported);
    EXPECT_EQ(known_now.of(own + 1).rfind("tollgate_check_exported+0x1 (/", 0), 0U)
        << known_now.of(own + 1);
    const std::string local = known_now.of(reinterpret_cast<std::uintptr_t>(&from_the_loader));
    EXPECT_EQ(local.front(), '/') << local;
    EXPECT_NE(local.find("+0x"), std::string::npos) << local;
    EXPECT_EQ(known_now.of(0), "0x0");
    EXPECT_EQ(known_now.of(address_of(std::make_unique<int>().get())).find("tollgate"),
              std::string::npos);
}

} // namespace
} // namespace tollgate::liveness::detail
