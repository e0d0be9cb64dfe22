# SPDX-License-Identifier: BSL-1.0
# Makes gnuplot commands from lines "CPU <tab> seconds <tab> ns": a dot for each gap, a colour for each CPU.
BEGIN {
    FS = "\t"
    split("#0b4f8a #b2182b #e08214 #5e3c99 #1b7837 #666666 #8c510a #01665e", ink, " ")
}

!($1 in series) { series[$1] = ++n; word[n] = $1 }
{ rows[series[$1]] = rows[series[$1]] $2 " " $3 "\n" }

END {
    for (i = 1; i <= n; ++i)
        printf "$gaps%d << end\n%send\n", i, rows[i]
    for (i = 1; i <= n; ++i)
        printf "set label '● %s' at screen %.3f,0.865 left font ',11' textcolor rgb '%s'\n", word[i], 0.09 + 0.2 * (i - 1), ink[i]
    for (i = 1; i <= n; ++i)
        printf "%s$gaps%d with points pointtype 7 pointsize 0.35 linecolor rgb '%s'", i == 1 ? "plot " : ", ", i, ink[i]
    print ""
}
