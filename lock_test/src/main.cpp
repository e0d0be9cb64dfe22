// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

int main(int argc, char** argv) {
    return tollgate::cli::run_program(argc, argv, tollgate::lock_test::describe_program());
}
