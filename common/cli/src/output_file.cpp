// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/output_file.hpp>

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

[[noreturn]] void fail(int error, std::string_view call, const std::filesystem::path& what) {
    throw std::system_error(error, std::generic_category(),
                            fmt::format("{} {}", call, what.string()));
}

void write_all(int descriptor, std::string_view text, const std::filesystem::path& name) {
    if (const std::error_code error = posix::write_all(descriptor, text)) {
        fail(error.value(), "write", name);
    }
}

/// Those of the file that is there; else those of any new file of this user, as mkstemp makes it
/// private.
mode_t permissions_for(const std::filesystem::path& target) {
    constexpr mode_t permissions = 07777;
    struct stat old {};
    if (::stat(target.c_str(), &old) == 0) {
        return old.st_mode & permissions;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

/// A file of its own beside the target, removed again unless it was renamed.
class temporary_file {
public:
    explicit temporary_file(const std::filesystem::path& target)
        : name_(target.string() + ".XXXXXX") {
        descriptor_ = posix::descriptor(::mkstemp(name_.data()));
        if (descriptor() < 0) {
            fail(errno, "cannot make a file beside", target);
        }
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    ~temporary_file() {
        if (!name_.empty()) {
            ::unlink(name_.c_str());
        }
    }

    [[nodiscard]] int descriptor() const { return descriptor_.number(); }

    /// False: it may not take that place, which is a mount, or in a folder of others.
    bool become(const std::filesystem::path& target) {
        if (::fsync(descriptor()) != 0) {
            fail(errno, "fsync", name_);
        }
        if (::fchmod(descriptor(), permissions_for(target)) != 0) {
            fail(errno, "fchmod", name_);
        }
        if (::rename(name_.c_str(), target.c_str()) == 0) {
            name_.clear();
            return true;
        }
        if (errno != EBUSY && errno != EPERM && errno != EACCES) {
            fail(errno, "rename to", target);
        }
        return false;
    }

private:
    std::string name_;
    posix::descriptor descriptor_;
};

/// Through symbolic links to the file that they mean, which need not exist: a link is not replaced
/// by a file.
std::filesystem::path resolved(std::filesystem::path target) {
    constexpr int most_links = 40; // as many as Linux follows
    std::error_code ignored;
    for (int links = 0; std::filesystem::is_symlink(target, ignored); ++links) {
        if (links == most_links) {
            fail(ELOOP, "cannot follow", target);
        }
        target = target.parent_path() / std::filesystem::read_symlink(target, ignored);
    }
    return target;
}

/// Under all its names. There was room for as much beside it a moment ago.
void overwrite(const std::filesystem::path& target, std::string_view content) {
    const posix::descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number() < 0) {
        fail(errno, "open", target);
    }
    write_all(file.number(), content, target);
    if (::ftruncate(file.number(), static_cast<off_t>(content.size())) != 0 ||
        ::fsync(file.number()) != 0) {
        fail(errno, "ftruncate or fsync", target);
    }
}

} // namespace

std::filesystem::path place_of(const std::filesystem::path& file) {
    std::error_code ignored;
    const std::filesystem::path real = std::filesystem::weakly_canonical(
        std::filesystem::absolute(resolved(file), ignored), ignored);
    return real.empty() ? file.lexically_normal() : real;
}

void expect_writable(std::string_view option, const std::filesystem::path& target,
                     std::size_t room) {
    if (target == "-") {
        throw run::usage_error(
            fmt::format("{}: '-' is not standard output; give the name of a file", option));
    }
    try {
        const std::filesystem::path real = resolved(target);
        struct stat seen {};
        if (::stat(real.c_str(), &seen) == 0 && !S_ISREG(seen.st_mode)) {
            throw run::usage_error(fmt::format("{}: '{}' is not a regular file and will not be "
                                               "replaced; give the name of a file",
                                               option, target.string()));
        }
        const temporary_file probe(real);
        if (const auto error = posix::write_all(probe.descriptor(), std::string(room, '\0'))) {
            fail(error.value(), "no room for a result in", real);
        }
        // A file without write permission is replaced, unless it has other names or is immutable.
        if (seen.st_nlink != 0 && ::access(real.c_str(), W_OK) != 0 &&
            (seen.st_nlink > 1 || errno == EPERM)) {
            fail(errno, "cannot write", real);
        }
    } catch (const std::system_error& error) {
        throw run::machine_refused(fmt::format("{}: {}", option, error.what()));
    }
}

void replace_file(const std::filesystem::path& target, std::string_view content) {
    const std::filesystem::path real = resolved(target);
    temporary_file file(real);
    write_all(file.descriptor(), content, real);
    std::error_code none;
    const bool has_other_names = std::filesystem::hard_link_count(real, none) > 1 && !none;
    if (has_other_names || !file.become(real)) {
        overwrite(real, content);
    }
}

void write_stdout(std::string_view text) {
    try {
        write_all(STDOUT_FILENO, text, "stdout");
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::broken_pipe) {
            throw;
        }
    }
}

} // namespace tollgate::cli
