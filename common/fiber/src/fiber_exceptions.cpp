// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/detail/fiber_exceptions.hpp>

#include <boost/fiber/type.hpp>

// libstdc++'s <cxxabi.h> declares it, libc++'s does not. NOLINTBEGIN(bugprone-reserved-identifier)
namespace __cxxabiv1 {
struct __cxa_eh_globals;
extern "C" __cxa_eh_globals* __cxa_get_globals() noexcept;
} // namespace __cxxabiv1
// NOLINTEND(bugprone-reserved-identifier)

namespace tollgate::fiber::detail {

exception_state& exception_state::of_this_thread() noexcept {
    return *reinterpret_cast<exception_state*>(__cxxabiv1::__cxa_get_globals());
}

void fiber_exceptions::exchange(const context* from, const context* to) noexcept {
    if (from == to) {
        return;
    }
    if (boost_keeps_exceptions) {
        // A swap of algorithms also picks, and then the running fiber goes on.
        const context* const active = context::active();
        if (active == to || active->is_context(boost::fibers::type::dispatcher_context)) {
            *thread_ = {};
        }
        return;
    }
    if (thread_->caught != nullptr || thread_->uncaught != 0) {
        kept_.emplace(from, *thread_);
    }
    const auto own = kept_.find(to);
    if (own == kept_.end()) {
        *thread_ = {};
    } else {
        *thread_ = own->second;
        kept_.erase(own);
    }
}

} // namespace tollgate::fiber::detail
