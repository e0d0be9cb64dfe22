// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string_view>

namespace tollgate::cli {

/// Follows the symbolic links of a file name, and returns the path of the file. Two names that lead
/// to the same file by symbolic links have the same result. The file does not have to exist. Throws
/// std::system_error if the links form a circle.
[[nodiscard]] std::filesystem::path place_of(const std::filesystem::path& file);

/// Checks before a long run that the program can write a result at the end of the run.
///
///     cli::expect_writable("--json", "result.json");
///     cli::replace_file("--json", "result.json", "{}\n");
///
/// Checks that the program can make a file of `room` bytes in the folder of the target, and that
/// the program may replace the target by this file. Does not change the target, and leaves no file
/// behind.
///
/// - *Exceptions*: usage_error if the target is a folder, a device, or the file of standard output
///   or standard error, because the program must not replace such a target. machine_refused if the
///   file cannot be written for another reason. The message contains the file, and `option`: the
///   option that named the file.
void expect_writable(std::string_view option, const std::filesystem::path& target,
                     std::size_t room = 1 << 20);

/// Replaces a file by a new file in one step: a reader sees the old content or the new content,
/// even after a crash. Symbolic links are followed. The new file is on the disk when the call
/// returns.
///
/// The new file gets the permissions of the old file. It gets the owner and the group of the old
/// file too, if this process may set them.
///
/// Two kinds of file are overwritten in place instead, so a reader may see a part of the content:
/// - a file with several names (hard links), because each name must have the new content,
/// - a file that cannot be replaced, such as a mount.
///
/// - *Exceptions*: machine_refused. The message contains `option`. After this exception, a file
///   that is not overwritten in place has its old content.
void replace_file(std::string_view option, const std::filesystem::path& target,
                  std::string_view content);

/// Writes all of `text` to stdout. SIGPIPE must be ignored.
/// - *Exceptions*: std::system_error, for example for a full disk. If the reader of the pipe has
///   closed the pipe (`| head -1`), this is no error.
void write_stdout(std::string_view text);

} // namespace tollgate::cli
