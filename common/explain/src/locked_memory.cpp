// SPDX-License-Identifier: BSL-1.0
#include "offers.hpp"

#include <tollgate/explain/arm.hpp>

#include <cerrno>
#include <system_error>

#include <sys/mman.h>

namespace tollgate::explain {
namespace {

constexpr const char* locked = "memory=locked";
/// Each thread has a stack, and all of it would be in memory.
constexpr std::size_t most_threads = 4;

/// Keeps all pages of the process in memory, also those that come later, until this is destroyed.
class locked_memory {
public:
    locked_memory() {
        if (::mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
            throw std::system_error(errno, std::generic_category(), "mlockall");
        }
    }
    ~locked_memory() { ::munlockall(); }
    locked_memory(const locked_memory&) = delete;
    locked_memory& operator=(const locked_memory&) = delete;
};

} // namespace

void offer_locked_memory(const setting& where, offer& all) {
    if (where.control.threads > most_threads) {
        all.refuse(locked, "the stacks of " + std::to_string(where.control.threads) +
                               " threads would be there as a whole; at most 4");
        return;
    }
    try {
        const locked_memory tried;
    } catch (const std::system_error& error) {
        all.refuse(locked, std::string(error.what()) +
                               "; root may do it, or a user whose `ulimit -l` is large enough");
        return;
    }
    intervention one;
    one.uses_cpus_alike = true;
    one.name = locked;
    one.effect = "goes when all of its memory is there before";
    one.follows = {"memory that is locked and faulted in at the start",
                   "all of its memory stays in use", "mlockall(MCL_CURRENT | MCL_FUTURE)",
                   "munlockall()"};
    one.hold = [] { return std::make_shared<locked_memory>(); };
    one.proof = [](const measure::case_record& control, const measure::case_record& arm) {
        return expect_fewer(control, arm, witness::page_faults, "its threads had page faults");
    };
    all.possible.push_back(std::move(one));
}

} // namespace tollgate::explain
