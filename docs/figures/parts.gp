# SPDX-License-Identifier: BSL-1.0
# Draws what costs are made of to standard output. docs/refresh calls it where series.gp lies, with `heading`,
# `subheading`, `across` and `notes`: the lines of small print.
set terminal svg size 960,350 dynamic noenhanced font "sans-serif,12" background "#ffffff"
set encoding utf8
set border 1 linecolor rgb "#333333"
set tics nomirror textcolor rgb "#333333"
set grid xtics linecolor rgb "#dddddd" linetype 1
set lmargin at screen 0.30
set rmargin at screen 0.985
set tmargin at screen 0.76
set bmargin at screen 0.30
set key off
set label 99 heading at screen 0.5,0.94 center font ",15" textcolor rgb "#111111"
set label 100 subheading at screen 0.5,0.88 center font ",10" textcolor rgb "#333333"
set xlabel across textcolor rgb "#333333"
set label 101 notes at screen 0.012,0.10 left font ",9" textcolor rgb "#444444"
load "series.gp"
