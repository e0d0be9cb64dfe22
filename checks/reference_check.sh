#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The API reference has every public name, and the examples in the headers compile inside namespace tollgate.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

# reference FOLDER: runs Doxygen over the headers in a folder, with its output in the temporary folder.
reference() {
    (cd "$1" && { cat docs/Doxyfile && echo "OUTPUT_DIRECTORY = $temporary/docs"; } | doxygen -)
}
mkdir "$temporary/docs" "$temporary/copy"
included=()
for folder in "$top"/common/*/include; do included+=(-I "$folder"); done
if command -v doxygen >/dev/null; then
    run reference "$top"
    expect "Doxygen prints no warning: $(head -n 5 <<<"$output")" [ "$code" = 0 -a -z "$output" ]
    for name in cancel queue timer sleep fiber liveness run; do
        expect "the page of $name has its example" \
            grep -q 'class="fragment"' "$temporary/docs/html/namespacetollgate_1_1$name.html"
    done
    (cd "$top" && tar -c docs/Doxyfile docs/reference.dox docs/examples common/*/include) | tar -x -C "$temporary/copy"
    echo 'namespace tollgate::sleep { void nap(); }' >>"$temporary/copy/common/sleep/include/tollgate/sleep/relax.hpp"
    run reference "$temporary/copy"
    expect "a public function without a description is named" contains "$output" "nap()"
    expect "a public function without a description makes Doxygen fail" [ "$code" != 0 ]
else
    echo "skipped the API reference: no doxygen (Debian: doxygen)"
fi

# The file of all examples includes the headers alone. Warnings are off: an example has unused variables.
"$top/checks/comment_examples" "$top/common" >"$temporary/examples.cpp"
expect "the headers have examples" [ "$(grep -c '^#line' "$temporary/examples.cpp")" -gt 100 ]
compiler=$("$top/tools/setup" --compiler) || exit
run "$compiler" -std=c++20 -fsyntax-only -w "${included[@]}" "$temporary/examples.cpp"
expect "each example of a header compiles: $(grep -m 5 error <<<"$output")" [ "$code" = 0 ]

finish
