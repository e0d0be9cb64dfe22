// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string_view>

namespace tollgate::cli {

/// The path of a file behind its symbolic links: the same for all names of a file. The file need
/// not exist. Throws std::system_error if the links form a circle.
[[nodiscard]] std::filesystem::path place_of(const std::filesystem::path& file);

/// Checks before a long run that a result can be written at its end.
///
///     cli::expect_writable("--json", "result.json");
///     cli::replace_file("--json", "result.json", "{}\n");
///
/// Tries whether a file of `room` bytes can be made beside the target and put in its place. Leaves
/// nothing behind.
/// - *Exceptions*: usage_error if the target must not be replaced: a folder, a device, or the file
///   behind standard output or standard error. Otherwise machine_refused. The message names the
///   file and `option`, which gave the file.
void expect_writable(std::string_view option, const std::filesystem::path& target,
                     std::size_t room = 1 << 20);

/// Replaces a file by a new one at once: a reader sees the old content or the new content, even
/// after a crash. Symbolic links are followed. The new file is on the disk when the call returns.
///
/// The permissions of an old file remain. Its owner and group remain if this process may set them.
/// A file with several names (hard links) is overwritten in place, so that each name has the new
/// content. A file that cannot be replaced, such as a mount, is overwritten in place, too. A reader
/// of these may see half of the content.
/// - *Exceptions*: machine_refused, which names `option`. A file that is not overwritten in place
///   keeps its old content then.
void replace_file(std::string_view option, const std::filesystem::path& target,
                  std::string_view content);

/// Writes all of `text` to stdout. SIGPIPE must be ignored.
/// - *Exceptions*: std::system_error, for example for a full disk. A reader that has closed the
/// pipe
///   (`| head -1`) is no error.
void write_stdout(std::string_view text);

} // namespace tollgate::cli
