// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::lock_test {

/// A lock whose thread must bring a node.
template <class Lock>
concept needs_node = requires {
    typename Lock::node;
};

/// A lock that one reader or several readers can share.
template <class Lock>
concept shareable = requires(Lock& lock) {
    lock.lock_shared();
};

/// Holds a lock from the constructor to the destructor. All loops lock with this class, so they
/// treat all locks alike.
template <class Lock>
class held {
public:
    explicit held(Lock& lock) : lock_(lock) { lock_.lock(); }
    ~held() { lock_.unlock(); }
    held(const held&) = delete;
    held& operator=(const held&) = delete;

private:
    Lock& lock_;
};

template <needs_node Lock>
class held<Lock> {
public:
    explicit held(Lock& lock) : lock_(lock) { lock_.lock(node_); }
    ~held() { lock_.unlock(node_); }
    held(const held&) = delete;
    held& operator=(const held&) = delete;

private:
    Lock& lock_;
    typename Lock::node node_;
};

} // namespace tollgate::lock_test
