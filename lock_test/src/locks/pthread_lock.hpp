// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <system_error>

#include <pthread.h>

namespace tollgate::lock_test {

/// A mutex of POSIX threads with an attribute. `Kind::set(attributes)` sets the attribute, and
/// returns an error number. Throws std::system_error.
template <class Kind>
class pthread_lock {
public:
    static constexpr const char* name = Kind::name;

    pthread_lock() {
        pthread_mutexattr_t attributes;
        expect_success(::pthread_mutexattr_init(&attributes), "pthread_mutexattr_init");
        const int refused = Kind::set(attributes);
        const int failed = refused == 0 ? ::pthread_mutex_init(&mutex_, &attributes) : refused;
        ::pthread_mutexattr_destroy(&attributes);
        expect_success(failed, Kind::name);
    }
    ~pthread_lock() { ::pthread_mutex_destroy(&mutex_); }
    pthread_lock(const pthread_lock&) = delete;
    pthread_lock& operator=(const pthread_lock&) = delete;

    void lock() { expect_success(::pthread_mutex_lock(&mutex_), "pthread_mutex_lock"); }
    bool try_lock() { return ::pthread_mutex_trylock(&mutex_) == 0; }
    void unlock() { ::pthread_mutex_unlock(&mutex_); }

private:
    static void expect_success(int error, const char* call) {
        if (error != 0) [[unlikely]] {
            throw std::system_error(error, std::generic_category(), call);
        }
    }

    pthread_mutex_t mutex_;
};

} // namespace tollgate::lock_test
