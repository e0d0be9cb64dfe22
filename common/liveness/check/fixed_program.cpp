// SPDX-License-Identifier: BSL-1.0
//
// A program at the addresses of the linker, and a copy of it that is deleted while it runs. It
// checks the places of its own code and the name that addr2line prints for them. Ends with 0 if all
// is right.
#include "../src/modules.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include <unistd.h>

extern "C" [[gnu::noinline]] int tollgate_check_fixed(int number) {
    return number + 1;
}

namespace {

std::string first_line_of(const std::string& command) {
    char line[1024] = "";
    FILE* const from = ::popen((command + " 2>&1").c_str(), "r");
    const bool has_one = std::fgets(line, sizeof line, from) != nullptr;
    ::pclose(from);
    return has_one ? line : "";
}

bool is_right(const std::string& place, const std::string& file) {
    const auto address = reinterpret_cast<std::uintptr_t>(&tollgate_check_fixed);
    tollgate::liveness::detail::modules known;
    known.read_anew();
    const tollgate::liveness::call found = known.call_at(address);
    char offset[32];
    std::snprintf(offset, sizeof offset, "0x%zx", static_cast<std::size_t>(address));
    std::printf("%s in %s\n", found.place.c_str(), found.file.c_str());
    if (found.place != place + "+" + offset || found.file != file || found.offset != address) {
        return false;
    }
    if (first_line_of("addr2line --version").find("GNU") == std::string::npos) {
        return true;
    }
    const std::string name = first_line_of("addr2line -Cfipe " + file + " " + offset);
    std::printf("%s", name.c_str());
    return name.find("tollgate_check_fixed") == 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe");
    if (argc > 1) {
        std::filesystem::remove(self);
        return is_right(self + " (deleted)", "/proc/" + std::to_string(::getpid()) + "/exe") ? 0
                                                                                             : 1;
    }
    if (!is_right(self, self)) {
        return 1;
    }
    const std::string copy = self + ".copy";
    std::filesystem::copy_file(self, copy, std::filesystem::copy_options::overwrite_existing);
    ::execl(copy.c_str(), argv[0], "deleted", nullptr);
    return 2;
}
