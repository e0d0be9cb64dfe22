// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "made_up_program.hpp"

#include <tollgate/faults/message_of.hpp>
#include <tollgate/faults/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::cli {

using faults::message_of;
using faults::temporary_folder;

/// While it lives, a descriptor of this process leads into a file.
class redirected {
public:
    redirected(int descriptor, const std::filesystem::path& to)
        : descriptor_(descriptor), saved_(::dup(descriptor)) {
        std::fflush(nullptr);
        const int file = ::open(to.c_str(), O_RDWR | O_CREAT, 0600);
        if (saved_ < 0 || file < 0 || ::dup2(file, descriptor) < 0) {
            throw std::runtime_error("cannot redirect into " + to.string());
        }
        ::close(file);
    }
    ~redirected() {
        std::fflush(nullptr);
        ::dup2(saved_, descriptor_);
        ::close(saved_);
    }
    redirected(const redirected&) = delete;
    redirected& operator=(const redirected&) = delete;

private:
    int descriptor_;
    int saved_;
};

/// What a call returned and what it wrote to stdout and stderr.
struct seen_outside {
    int code = 0;
    std::string out;
    std::string err;
};

template <class Call>
seen_outside observe(Call call) {
    const temporary_folder place;
    seen_outside seen;
    {
        const redirected out(STDOUT_FILENO, place / "out");
        const redirected err(STDERR_FILENO, place / "err");
        seen.code = call();
    }
    seen.out = place.content_of("out");
    seen.err = place.content_of("err");
    return seen;
}

using tokens = std::vector<std::string>;

/// made_up::run(), as seen from outside.
inline seen_outside run(const tokens& arguments, const program& what = made_up::describe()) {
    return observe([&] { return made_up::run(arguments, what); });
}

} // namespace tollgate::cli
