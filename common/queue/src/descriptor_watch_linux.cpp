// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cancel/detail/helper_thread.hpp>
#include <tollgate/queue/detail/descriptor_watch_linux.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <mutex>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>
#include <unistd.h>

namespace tollgate::queue::detail {

/// The thread that watches all descriptors of the process. It is never destroyed, because a wait in
/// a static destructor may need it. A child of fork() makes its own.
class descriptor_watcher {
public:
    [[nodiscard]] static descriptor_watcher& of_this_process();

    void add(descriptor_watch& added);
    void remove(const descriptor_watch& removed) noexcept;
    void arm(descriptor_watch& target) noexcept;
    void disarm(descriptor_watch& target) noexcept;
    static void end() noexcept;

private:
    static constexpr std::uint64_t end_of_thread = 0; ///< the watches have larger numbers

    void start();
    static void* run(void* self) noexcept;
    void watch() noexcept;
    void signal(std::uint64_t number) noexcept;

    const pid_t process_ = ::getpid();
    std::mutex mutex_;
    int epoll_ = -1; ///< changed once, before the thread starts
    int end_ = -1;   ///< an eventfd, which ends the thread
    pthread_t thread_{};
    std::uint64_t added_ = 0;
    std::unordered_map<std::uint64_t, descriptor_watch*> watched_;
};

namespace {

[[noreturn]] void refuse(int error, const char* call) {
    throw std::system_error(error, std::generic_category(), call);
}

constinit std::atomic<descriptor_watcher*> watcher{nullptr};

/// Runs after the destructors of static objects. The code of a plug-in is unmapped afterwards.
[[gnu::destructor(101)]] void end_watcher() noexcept {
    descriptor_watcher::end();
}

} // namespace

/// No lock, because a fork() could leave a locked one to the child.
descriptor_watcher& descriptor_watcher::of_this_process() {
    descriptor_watcher* known = watcher.load(std::memory_order_acquire);
    while (known == nullptr || known->process_ != ::getpid()) {
        auto candidate = std::make_unique<descriptor_watcher>();
        if (watcher.compare_exchange_strong(known, candidate.get(), std::memory_order_acq_rel)) {
            known = candidate.release(); // a child leaves the object of its parent behind
        }
    }
    return *known;
}

/// Under the mutex.
void descriptor_watcher::start() {
    if (epoll_ >= 0) {
        return;
    }
    const int epoll = ::epoll_create1(EPOLL_CLOEXEC);
    const int end = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    epoll_event ended{};
    ended.events = EPOLLIN;
    ended.data.u64 = end_of_thread;
    int error =
        epoll < 0 || end < 0 || ::epoll_ctl(epoll, EPOLL_CTL_ADD, end, &ended) != 0 ? errno : 0;
    epoll_ = epoll;
    if (error == 0) {
        error = cancel::detail::start_helper_thread(thread_, &run, this);
    }
    if (error != 0) {
        ::close(std::exchange(epoll_, -1));
        ::close(end);
        refuse(error, "cannot start the thread that watches descriptors");
    }
    end_ = end;
}

void descriptor_watcher::end() noexcept {
    descriptor_watcher* const own = watcher.load(std::memory_order_acquire);
    if (own == nullptr || own->process_ != ::getpid() || own->end_ < 0) {
        return;
    }
    const sleep::no_pthread_cancel here;
    const std::uint64_t signal = 1;
    if (::write(own->end_, &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal)) {
        ::pthread_join(own->thread_, nullptr);
    }
}

void* descriptor_watcher::run(void* self) noexcept {
    static_cast<descriptor_watcher*>(self)->watch();
    return nullptr;
}

void descriptor_watcher::watch() noexcept {
    while (true) {
        std::array<epoll_event, 64> ready{};
        const int count = ::epoll_wait(epoll_, ready.data(), static_cast<int>(ready.size()), -1);
        for (int i = 0; i < count; ++i) {
            const std::uint64_t number = ready.at(static_cast<std::size_t>(i)).data.u64;
            if (number == end_of_thread) {
                return;
            }
            signal(number);
        }
    }
}

void descriptor_watcher::signal(std::uint64_t number) noexcept {
    const std::lock_guard locked(mutex_);
    const auto found = watched_.find(number);
    if (found != watched_.end() && std::exchange(found->second->is_armed_, false)) {
        found->second->wait_.signal(found->second->event_);
    }
}

void descriptor_watcher::add(descriptor_watch& added) {
    const std::lock_guard locked(mutex_);
    start();
    added.number_ = ++added_;
    watched_.emplace(added.number_, &added);
    epoll_event none{};
    none.events = EPOLLONESHOT;
    none.data.u64 = added.number_;
    // A regular file has the error EPERM, and is always ready.
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, added.own_descriptor_, &none) != 0 && errno != EPERM) {
        const int error = errno;
        watched_.erase(added.number_);
        refuse(error, "epoll_ctl");
    }
}

/// A child of fork() has another watcher, but its copy of the descriptor has the same place in the
/// epoll instance of its parent.
void descriptor_watcher::remove(const descriptor_watch& removed) noexcept {
    if (process_ != ::getpid()) {
        return;
    }
    const std::lock_guard locked(mutex_);
    watched_.erase(removed.number_);
    ::epoll_ctl(epoll_, EPOLL_CTL_DEL, removed.own_descriptor_, nullptr);
}

void descriptor_watcher::arm(descriptor_watch& target) noexcept {
    const std::lock_guard locked(mutex_);
    target.is_armed_ = true;
    epoll_event once{};
    once.events = target.epoll_events_ | EPOLLONESHOT;
    once.data.u64 = target.number_;
    ::epoll_ctl(epoll_, EPOLL_CTL_MOD, target.own_descriptor_, &once);
}

void descriptor_watcher::disarm(descriptor_watch& target) noexcept {
    const std::lock_guard locked(mutex_);
    target.is_armed_ = false;
}

descriptor_watch::descriptor_watch(int descriptor, short poll_events, joint_wait& wait,
                                   std::uint32_t event)
    : watcher_(descriptor_watcher::of_this_process()),
      own_descriptor_(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)),
      epoll_events_((poll_events & POLLIN) != 0 ? EPOLLIN : EPOLLOUT),
      wait_(wait),
      event_(event) {
    if (own_descriptor_ < 0) {
        if (errno != EBADF) {
            refuse(errno, "fcntl(F_DUPFD_CLOEXEC)");
        }
        return; // a negative or closed descriptor does not become ready
    }
    try {
        watcher_.add(*this);
    } catch (...) {
        ::close(own_descriptor_);
        throw;
    }
}

descriptor_watch::~descriptor_watch() {
    const sleep::no_pthread_cancel here;
    watcher_.remove(*this);
    ::close(own_descriptor_);
}

void descriptor_watch::arm() noexcept {
    watcher_.arm(*this);
}

void descriptor_watch::disarm() noexcept {
    watcher_.disarm(*this);
}

bool is_descriptor_ready(int descriptor, short poll_events) noexcept {
    const sleep::no_pthread_cancel here;
    pollfd asked{descriptor, poll_events, 0};
    int ready = ::poll(&asked, 1, 0);
    while (ready < 0 && errno == EINTR) { // a signal, even though poll(2) does not wait
        ready = ::poll(&asked, 1, 0);
    }
    return ready != 0;
}

} // namespace tollgate::queue::detail
