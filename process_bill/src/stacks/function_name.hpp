// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace tollgate::bill {

/// The name of a function for people, from its symbol. It has no return type and no names of the
/// compiler's variants. A name of more than 60 characters loses, until it is short enough, its
/// template arguments, its parameters, and its outer namespaces.
[[nodiscard]] std::string function_name(const std::string& symbol);

/// Whether the function belongs to the standard library, or to the runtime, of C++, Rust or Go,
/// though it may be compiled into the program.
[[nodiscard]] bool is_of_language(const std::string& name);

} // namespace tollgate::bill
