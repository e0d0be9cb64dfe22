// SPDX-License-Identifier: BSL-1.0
#include "line_baton.hpp"

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#endif

namespace tollgate::thread_test {
namespace {

std::size_t page_bytes() {
    return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

#if defined(__linux__)

std::optional<int> node_of_this_cpu() {
    unsigned cpu = 0;
    unsigned node = 0;
    return ::syscall(SYS_getcpu, &cpu, &node, nullptr) == 0 ? std::optional(static_cast<int>(node))
                                                            : std::nullopt;
}

/// Some containers and sandboxes do not allow this call.
std::optional<int> node_of_memory(void* address) {
    int node = -1;
    return ::syscall(SYS_get_mempolicy, &node, nullptr, 0UL, address,
                     static_cast<unsigned long>(MPOL_F_NODE | MPOL_F_ADDR)) == 0
               ? std::optional(node)
               : std::nullopt;
}

#else

std::optional<int> node_of_this_cpu() {
    return std::nullopt;
}
std::optional<int> node_of_memory(void*) {
    return std::nullopt;
}

#endif

} // namespace

own_page::own_page()
    : address_(::mmap(nullptr, page_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0)) {
    if (address_ == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "mmap of a page");
    }
    *static_cast<volatile char*>(address_) = 0;
}

own_page::~own_page() {
    ::munmap(address_, page_bytes());
}

line_home own_page::home() const {
    return home_of(node_of_this_cpu(), node_of_memory(address_));
}

measure::measured_case line_case(const measure::case_key& key, std::string unit, int from, int to) {
    // Thousands of pairs need short batches, and have no time for samples. A batch of 0.5 ms has
    // thousands of transfers. The warm-up includes the time until both CPUs have left their idle
    // states.
    constexpr std::chrono::microseconds batch_lasts{500};
    constexpr std::chrono::microseconds warm_up{150};
    measure::measured_case result =
        measure::make_case(key, std::move(unit), 2, 2, line_ring{from, to}, warm_up);
    result.valued_by = measure::method::unsampled_loop;
    result.batch_lasts = batch_lasts;
    result.compared_with = key.name(); // pairs are not compared with each other
    return result;
}

} // namespace tollgate::thread_test
