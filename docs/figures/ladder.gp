# SPDX-License-Identifier: BSL-1.0
# Draws a ladder of costs to standard output. docs/refresh calls it where series.gp lies, with `heading`,
# `subheading`, `across` and `notes`: the lines of small print.
set terminal svg size 960,600 dynamic noenhanced font "sans-serif,12" background "#ffffff"
set encoding utf8
set errorbars 0.8
set logscale x
set border 1 linecolor rgb "#333333"
set tics nomirror textcolor rgb "#333333"
set grid xtics linecolor rgb "#dddddd" linetype 1
set lmargin at screen 0.345
set rmargin at screen 0.985
set tmargin at screen 0.90
set bmargin at screen 0.20
set key off
set mxtics 10
set label 99 heading \
    at screen 0.5,0.96 center font ",15" textcolor rgb "#111111"
set label 100 subheading \
    at screen 0.5,0.925 center font ",10" textcolor rgb "#333333"
set xlabel across textcolor rgb "#333333"
set xtics ("0.1 ns" 0.1, "1 ns" 1, "10 ns" 10, "100 ns" 100, "1 µs" 1e3, "10 µs" 1e4, "100 µs" 1e5, "1 ms" 1e6, "10 ms" 1e7)
set label 101 notes at screen 0.012,0.085 left font ",9" textcolor rgb "#444444"
load "series.gp"
