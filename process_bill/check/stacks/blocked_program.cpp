// SPDX-License-Identifier: BSL-1.0
// A program that waits in named functions: blocked_program condvar|usleep|pipe|large|indirect|spin
// It prints the number of the thread that will wait. The checks read where this thread waits.
#include <array>
#include <cstdio>

#include <pthread.h>
#include <unistd.h>

namespace planted {

// The empty statement after a call keeps the compiler from making a jump of it.

[[gnu::noinline]] void in_condvar() {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&never, &mutex);
    asm volatile("");
}

[[gnu::noinline]] void in_usleep() {
    usleep(900'000'000);
    asm volatile("");
}

[[gnu::noinline]] void in_pipe() {
    std::array<int, 2> ends{};
    char byte = 0;
    if (pipe(ends.data()) == 0) {
        (void)!read(ends[0], &byte, 1);
    }
    asm volatile("");
}

/// Has more on its stack than a reader copies at first.
[[gnu::noinline]] void in_large() {
    std::array<char, 100'000> bytes{};
    asm volatile("" : : "r"(bytes.data()) : "memory");
    in_pipe();
    asm volatile("" : : "r"(bytes.data()) : "memory");
}

[[gnu::noinline]] void in_spin() {
    for (;;) {
        asm volatile("");
    }
}

[[gnu::noinline]] void second(char wait) {
    void (*volatile function)() = in_pipe;
    switch (wait) {
    case 'c':
        in_condvar();
        break;
    case 'u':
        in_usleep();
        break;
    case 'p':
        in_pipe();
        break;
    case 'l':
        in_large();
        break;
    case 'i':
        function();
        break;
    default:
        in_spin();
    }
    asm volatile("");
}

[[gnu::noinline]] void* first(void* wait) {
    std::printf("%d\n", gettid());
    std::fflush(stdout);
    second(*static_cast<const char*>(wait));
    asm volatile("");
    return nullptr;
}

} // namespace planted

int main(int, char** argv) {
    pthread_t thread{};
    pthread_create(&thread, nullptr, planted::first, argv[1]);
    pthread_join(thread, nullptr);
}
