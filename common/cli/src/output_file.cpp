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

[[noreturn]] void fail(int error, std::string_view call, const std::filesystem::path& path) {
    throw std::system_error(error, std::generic_category(),
                            fmt::format("{} {}", call, path.string()));
}

void write_all(int descriptor, std::string_view text, const std::filesystem::path& name) {
    if (const std::error_code error = posix::write_all(descriptor, text)) {
        fail(error.value(), "write", name);
    }
}

/// Gives the file the permissions of the target, and its owner and group if this process may do so.
/// If there is no target yet, the file gets the permissions of any new file of this user, because
/// mkstemp made it private. Returns false if the permissions cannot be set.
bool take_after(const std::filesystem::path& target, int descriptor) {
    constexpr mode_t permissions = 07777;
    struct stat old {};
    if (::stat(target.c_str(), &old) == 0) {
        constexpr uid_t same_owner = -1;
        if (::fchown(descriptor, old.st_uid, old.st_gid) != 0) {
            [[maybe_unused]] const int refused = ::fchown(descriptor, same_owner, old.st_gid);
        }
        return ::fchmod(descriptor, old.st_mode & permissions) == 0;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return ::fchmod(descriptor, 0666 & ~mask) == 0;
}

/// A new file beside the target. The destructor removes it unless it was renamed.
class temporary_file {
public:
    explicit temporary_file(const std::filesystem::path& target)
        : name_(target.string() + ".XXXXXX") {
        descriptor_ = posix::descriptor(::mkstemp(name_.data()));
        if (descriptor() < 0) {
            fail(errno, "cannot make a file in the folder of", target);
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

    /// Puts the file in the place of the target. Returns false if it may not: the target is a
    /// mount, or in a folder of other users.
    bool become(const std::filesystem::path& target) {
        if (::fsync(descriptor()) != 0) {
            fail(errno, "fsync", name_);
        }
        if (!take_after(target, descriptor())) {
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

/// Follows symbolic links to the file, which need not exist. So a file never replaces a link.
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

/// Overwrites the file in place, so under all its names. There is room: the same content was just
/// written beside it.
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

/// Calls `work` and adds the option to the message of a system_error.
void on_behalf_of(std::string_view option, const auto& work) {
    try {
        work();
    } catch (const std::system_error& error) {
        throw run::machine_refused(fmt::format("{}: {}", option, error.what()));
    }
}

/// Refuses the file behind a standard stream: replacing that file would lose the printed text.
void expect_no_stream(std::string_view option, const std::filesystem::path& target,
                      const struct stat& status) {
    constexpr struct {
        int descriptor;
        const char* name;
    } streams[] = {{STDOUT_FILENO, "output"}, {STDERR_FILENO, "error"}};
    for (const auto& [descriptor, name] : streams) {
        struct stat stream {};
        const bool is_stream = ::fstat(descriptor, &stream) == 0 &&
                               stream.st_dev == status.st_dev && stream.st_ino == status.st_ino;
        // Other devices than a terminal, such as /dev/null, are refused as devices later.
        if (is_stream && (!S_ISCHR(status.st_mode) || ::isatty(descriptor) == 1)) {
            const bool has_format = descriptor == STDOUT_FILENO && //
                                    (option == "--json" || option == "--csv");
            throw run::usage_error(fmt::format(
                "{}: '{}' is standard {}; {}name a file", option, target.string(), name,
                has_format ? fmt::format("use --format {}, or ", option.substr(2)) : ""));
        }
    }
}

/// In a folder with the sticky bit, only the owner of a file or of the folder may rename over it.
bool is_kept_by_others(const std::filesystem::path& target, const struct stat& status) {
    struct stat folder {};
    const std::filesystem::path parent = target.parent_path();
    const uid_t user = ::geteuid();
    return ::stat(parent.empty() ? "." : parent.c_str(), &folder) == 0 &&
           (folder.st_mode & S_ISVTX) != 0 && user != 0 && user != status.st_uid &&
           user != folder.st_uid;
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
    if (target.empty()) {
        throw run::usage_error(fmt::format("{}: '' is not the name of a file", option));
    }
    if (target == "-") {
        throw run::usage_error(
            fmt::format("{}: '-' is not standard output; give the name of a file", option));
    }
    on_behalf_of(option, [&] {
        struct stat status {};
        if (::stat(target.c_str(), &status) == 0) {
            expect_no_stream(option, target, status);
            if (!S_ISREG(status.st_mode)) {
                throw run::usage_error(fmt::format("{}: '{}' is not a regular file and will not be "
                                                   "replaced; give the name of a file",
                                                   option, target.string()));
            }
        }
        const std::filesystem::path real = resolved(target);
        const temporary_file probe(real);
        if (const auto error = posix::write_all(probe.descriptor(), std::string(room, '\0'))) {
            fail(error.value(), "no room for a result in", real);
        }
        // A file without write permission can be replaced, unless it has other names, is immutable
        // or is kept by other users.
        if (status.st_nlink != 0 && ::faccessat(AT_FDCWD, real.c_str(), W_OK, AT_EACCESS) != 0) {
            const int error = errno;
            if (status.st_nlink > 1 || error == EPERM || is_kept_by_others(real, status)) {
                fail(error, "cannot write", real);
            }
        }
    });
}

void replace_file(std::string_view option, const std::filesystem::path& target,
                  std::string_view content) {
    on_behalf_of(option, [&] {
        const std::filesystem::path real = resolved(target);
        temporary_file file(real);
        write_all(file.descriptor(), content, real);
        std::error_code error;
        const bool has_other_names = std::filesystem::hard_link_count(real, error) > 1 && !error;
        if (has_other_names || !file.become(real)) {
            overwrite(real, content);
        }
    });
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
