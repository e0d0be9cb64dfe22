# SPDX-License-Identifier: BSL-1.0
# Draws the cost of something over something else to standard output. docs/refresh calls it where
# series.gp lies, with `heading`, `subheading`, `across` and `notes`: the lines of small print.
set terminal svg size 960,640 dynamic noenhanced font "sans-serif,12" background "#ffffff"
set encoding utf8
set errorbars 0.6
set logscale xy
set border 3 linecolor rgb "#333333"
set tics nomirror textcolor rgb "#333333"
set grid ytics linecolor rgb "#dddddd" linetype 1
set lmargin at screen 0.085
set rmargin at screen 0.985
set tmargin at screen 0.90
set bmargin at screen 0.18
set key off
set title heading \
    font ",15" textcolor rgb "#111111"
set label 100 subheading \
    at graph 0.5,1.03 center font ",10" textcolor rgb "#333333"
set xlabel across textcolor rgb "#333333"
set ylabel "time for one operation" textcolor rgb "#333333"
set ytics ("0.1 ns" 0.1, "0.2 ns" 0.2, "0.5 ns" 0.5, "1 ns" 1, "2 ns" 2, "5 ns" 5, "10 ns" 10, "20 ns" 20, "50 ns" 50, "100 ns" 100, \
    "200 ns" 200, "500 ns" 500, "1 µs" 1e3, "2 µs" 2e3, "5 µs" 5e3, "10 µs" 1e4, "20 µs" 2e4, \
    "50 µs" 5e4, "100 µs" 1e5, "200 µs" 2e5, "500 µs" 5e5, "1 ms" 1e6, "10 ms" 1e7)
set label 101 notes at screen 0.012,0.068 left font ",9" textcolor rgb "#444444"
load "series.gp"
