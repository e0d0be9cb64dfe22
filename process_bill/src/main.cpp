// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/cli/guard.hpp>

int main(int argc, char** argv) {
    return tollgate::cli::guard("bill", [&] {
        return tollgate::bill::run({argv + (argc > 0 ? 1 : 0), argv + argc});
    });
}
