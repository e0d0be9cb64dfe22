// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/smart_ptr/detail/spinlock.hpp>

namespace tollgate::lock_test {

/// The spin lock in Boost.SmartPtr: one flag. In Boost 1.74, a waiting thread pauses once, and then
/// sleeps briefly after each try. It hardly spins.
class boost_spinlock {
public:
    static constexpr const char* name = "boost_spinlock";

    void lock() { flag_.lock(); }
    bool try_lock() { return flag_.try_lock(); }
    void unlock() { flag_.unlock(); }

private:
    boost::detail::spinlock flag_ = BOOST_DETAIL_SPINLOCK_INIT;
};

} // namespace tollgate::lock_test
