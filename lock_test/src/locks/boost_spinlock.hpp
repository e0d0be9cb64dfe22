// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/smart_ptr/detail/spinlock.hpp>

namespace tollgate::lock_test {

/// The spin lock in Boost.SmartPtr: one flag. A waiting thread tries to set the flag; after 4 tries
/// it pauses between tries, after 16 tries it yields its CPU, and later it sleeps.
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
