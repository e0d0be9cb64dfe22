// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/migrating_scope.hpp>

#include "thread_id.hpp"

#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/refuse.hpp>

namespace tollgate::liveness {

migrating_scope::migrating_scope(registry& in, std::string_view name,
                                 std::uint32_t first_checkpoint)
    : record_(in.take_for_any_thread()) {
    record_->begin(name, first_checkpoint, in.store_->timeout_ns.load(std::memory_order_relaxed),
                   in.store_->grace_ns.load(std::memory_order_relaxed));
}

migrating_scope::migrating_scope(registry& in, std::string_view name,
                                 std::uint32_t first_checkpoint, limits own)
    : record_((detail::refuse_wrong(own), in.take_for_any_thread())) {
    record_->begin(name, first_checkpoint, detail::to_limit(own.timeout),
                   detail::to_limit(own.grace));
}

migrating_scope::~migrating_scope() {
    record_->end();
    detail::give_back(record_);
}

void migrating_scope::checkpoint(std::uint32_t id) noexcept {
    record_->thread_id.store(detail::this_thread_id(), std::memory_order_release);
    record_->pass(id);
}

} // namespace tollgate::liveness
