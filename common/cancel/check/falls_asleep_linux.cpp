// SPDX-License-Identifier: BSL-1.0
#include "falls_asleep.hpp"

#include <fstream>
#include <string>
#include <thread>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::cancel {

long own_thread_id() noexcept {
    return ::syscall(SYS_gettid);
}

bool falls_asleep(long thread_id) {
    const std::string path = "/proc/self/task/" + std::to_string(thread_id) + "/stat";
    for (int checks = 0; checks < 5000; ++checks) {
        std::ifstream file(path);
        std::string stat;
        if (!std::getline(file, stat)) {
            return false;
        }
        // "4711 (a name with anything in it) S ..."
        const auto end_of_name = stat.rfind(')');
        if (end_of_name != std::string::npos && stat.compare(end_of_name, 3, ") S") == 0) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

} // namespace tollgate::cancel
