# SPDX-License-Identifier: BSL-1.0
# From lines "whole <tab> part <tab> ns" the gnuplot commands that draw a bar for each whole, its parts side by side in
# the order of the lines, with what they take in figures. A part that is negative is drawn backwards.
BEGIN {
    FS = "\t"
    split("#666666 #b2182b #e08214 #0b4f8a #5e3c99", ink, " ")
}

function box(from, to, row, part) {
    printf "set object rectangle from %.5g,%.2f to %.5g,%.2f fillcolor rgb '%s' fillstyle solid 0.75 border rgb '#ffffff'\n", \
        from, row - 0.3, to, row + 0.3, ink[part]
}

!($1 in row) {
    row[$1] = ++rows
    printf "set label '%s' at graph -0.012,first %d right font ',12' textcolor rgb '#333333'\n", $1, rows
}
!($2 in part) { part[$2] = ++parts; word[parts] = $2 }
{
    box(end[$1], end[$1] + $3, row[$1], part[$2])
    end[$1] += $3
    if (end[$1] > top) top = end[$1]
}

END {
    for (whole in row)
        printf "set label '%.1f ns' at %.5g,%d left offset character 0.7,0 font ',11' textcolor rgb '#333333'\n", \
            end[whole], end[whole], row[whole]
    for (i = 1; i <= parts; ++i)
        printf "set label '■ %s' at screen %.3f,0.81 left font ',11' textcolor rgb '%s'\n", word[i], 0.30 + 0.17 * (i - 1), ink[i]
    printf "set xrange [0:%.4g]\nset yrange [%d.5:0.5]\nunset ytics\nplot NaN\n", top * 1.12, rows
}
