// SPDX-License-Identifier: BSL-1.0
#include "spare_records.hpp"

#include <tollgate/liveness/detail/refuse.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>

#include <utility>

namespace tollgate::liveness::detail {
namespace {

void give_back_spares() noexcept {
    record* one = std::exchange(this_thread.spare, nullptr);
    while (one != nullptr) {
        record* const next = one->next;
        give_back(one);
        one = next;
    }
}

/// Scopes may begin after its end, in destructors of the thread's other objects: they keep nothing.
struct at_thread_end {
    at_thread_end() noexcept = default;
    ~at_thread_end() {
        this_thread.ending = true;
        this_thread.spare_of = nullptr;
        give_back_spares();
    }
    at_thread_end(const at_thread_end&) = delete;
    at_thread_end& operator=(const at_thread_end&) = delete;
};

} // namespace

void keep_spares_of(const record_store* store) {
    if (this_thread.ending || this_thread.spare_of == store) {
        return;
    }
    static thread_local const at_thread_end giving_back;
    static_cast<void>(&giving_back);
    give_back_spares();
    this_thread.spare_of = store;
}

} // namespace tollgate::liveness::detail
