// SPDX-License-Identifier: BSL-1.0
#pragma once
// A text file that stays open and is read from its beginning each time.
//
// The files of /proc and /sys make their text anew when they are read at offset 0, so one
// descriptor gives fresh values without another path look-up.

#include <optional>
#include <string>

namespace tollgate::environment {

class machine_file_handle {
public:
    explicit machine_file_handle(const std::string& path);
    ~machine_file_handle();
    machine_file_handle(machine_file_handle&& other) noexcept;
    machine_file_handle& operator=(machine_file_handle&& other) noexcept;

    struct outcome {
        std::optional<std::string> text;
        int error = 0; ///< an errno when there is no text
    };
    outcome read() const;

private:
    int descriptor_ = -1;
    int open_error_ = 0;
};

} // namespace tollgate::environment
