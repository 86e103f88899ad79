# Draws the plots of a folder of results as SVG and PNG:   cd results/h100 && gnuplot ../../plot.gnuplot
# keys.csv and pairs.csv contain sorts in place, radix.csv sorts with scratch memory, paper.csv the steps of the paper,
# and anchors.csv times of other sorts (see README.md in the folder).
set encoding utf8
set datafile separator ','
set datafile columnheaders
set datafile missing NaN
is(name, word) = stringcolumn(name) eq word

# The best time of the other sorts at each power of two.
array best_keys[31]
array best_pairs[31]
stats 'anchors.csv' using (column('log2_n')) name 'log2_n' nooutput
do for [k = log2_n_min:log2_n_max] {
  stats 'anchors.csv' using (is('mode', 'keys') && column('log2_n') == k ? column('gpu_us') : NaN) nooutput
  best_keys[k] = STATS_min
  stats 'anchors.csv' using (is('mode', 'pairs') && column('log2_n') == k ? column('gpu_us') : NaN) nooutput
  best_pairs[k] = STATS_min
}

set title offset 0,0.3
set key outside right top vertical Left reverse noenhanced spacing 1.3 samplen 2.5
set grid xtics ytics lt 1 lc rgb '#e4e4e4' lw 1
set autoscale xfix
set border 3 lc rgb '#666666'
set tics nomirror
set logscale x 2
set format x '2^{%L}'
set xlabel 'elements n'

n(x) = column('n')
# Rows of radix.csv with pairs are the ones whose indices the sort writes.
radix(mode) = is('payload', mode eq 'keys' ? 'none' : 'index') && column('key_bits') == 32
of_anchor(mode, name) = is('mode', mode) && is('system', name)
y(n, us) = what eq 'time' ? us : n / us
systems = system("awk -F, 'NR > 1 && !seen[$1]++ { printf \"\\\"%s\\\" \", $1 }' anchors.csv")
colours = '#0072b2 #e69f00 #009e73 #cc79a7 #56b4e9'
steps = 'cpu v0 v1 v2 v3 v4 v5 vksort'
step_titles = '"std::sort (one core)" "V0 naive" "V1 fused in-block" "V2 shared memory" "V3 subgroup shuffles" ' . \
  '"V4 half the threads" "V5 no bank conflicts" vksort'
step_colours = '#777777 #0072b2 #56b4e9 #009e73 #999933 #e69f00 #cc79a7 #d62728'

log2(n) = int(log(n) / log(2) + 0.5)
best(mode, n) = log2(n) > log2_n_max ? NaN : mode eq 'keys' ? best_keys[log2(n)] : best_pairs[log2(n)]
lead(mode) = best(mode, column('n')) / column('median_us')

do for [type in 'svg png'] {
  if (type eq 'svg') {
    set terminal svg size 1250,650 font 'sans,13' background rgb 'white'
  } else {
    set terminal pngcairo size 1500,780 font 'sans,14' background rgb 'white'
  }
  set logscale y 10
  set format y '%.0f'
  do for [mode in 'keys pairs'] {
    do for [what in 'time throughput'] {
      set title what eq 'time' ? 'GPU time to sort n '.mode : 'Sorted '.mode.' per second'
      set ylabel what eq 'time' ? 'microseconds' : 'million elements per second'
      set output what.'-'.mode.'.'.type
      plot for [i = 1:words(systems)] 'anchors.csv' using (2 ** column('log2_n')): \
             (of_anchor(mode, word(systems, i)) ? y(2 ** column('log2_n'), column('gpu_us')) : NaN) \
             with lines lw 2 lc rgb word(colours, i) title word(systems, i), \
           mode.'.csv' using (n(0)):(y(n(0), column('median_us'))) with linespoints lw 4 pt 7 ps 0.7 lc rgb '#d62728' \
             title mode eq 'keys' ? 'vksort' : 'vksort, ties by value', \
           'radix.csv' using (n(0)):(radix(mode) && column('scratch_bytes') > 0 ? y(n(0), column('median_us')) : NaN) \
             with linespoints lw 4 pt 5 ps 0.7 lc rgb '#7f0f10' \
             title mode eq 'keys' ? 'vksort with scratch memory' : 'vksort with scratch memory, stable order'
    }
  }

  set format y '%g'
  set title 'The steps of the paper: time to sort n keys'
  set ylabel 'milliseconds'
  set output 'paper-time.'.type
  plot for [i = 1:8] 'paper.csv' using (n(0)):(is('algorithm', word(steps, i)) ? column('median_us') / 1000 : NaN) \
    with linespoints lw (i == 8 ? 4 : 2) pt 7 ps 0.6 lc rgb word(step_colours, i) title word(step_titles, i)

  # The rows of each n are in the order of the steps.
  set logscale y 2
  set title 'The steps of the paper: speed-up of each over the one before'
  set ylabel 'times faster'
  set output 'paper-steps.'.type
  row = 1
  plot 1 with lines lw 2 dt 2 lc rgb '#666666' notitle, for [i = 3:8] 'paper.csv' using (n(0)): \
    (before = row, row = column('median_us'), is('algorithm', word(steps, i)) ? before / row : NaN) \
    with linespoints lw (i == 8 ? 4 : 2) pt 7 ps 0.6 lc rgb word(step_colours, i) title word(step_titles, i)

  unset logscale y
  set title 'Speed of vksort over the best other sort at each n (1: as fast; above: faster)'
  set ylabel 'times as fast'
  set yrange [0:*]
  set key inside top right vertical Left reverse maxrows 2 width -2
  if (type eq 'svg') { set terminal svg size 900,420 font 'sans,13' background rgb 'white' }
  set output 'lead.'.type
  plot 1 with lines lw 2 dt 2 lc rgb '#666666' notitle, \
    'radix.csv' using (n(0)):(radix('keys') ? lead('keys') : NaN) \
      with linespoints lw 4 pt 7 ps 0.7 lc rgb '#d62728' title 'keys, with scratch memory', \
    'radix.csv' using (n(0)):(radix('pairs') ? lead('pairs') : NaN) \
      with linespoints lw 4 pt 5 ps 0.7 lc rgb '#0072b2' title 'keys and indices, with scratch memory', \
    'keys.csv' using (n(0)):(lead('keys')) \
      with linespoints lw 2 dt 3 pt 6 ps 0.6 lc rgb '#d62728' title 'keys, in place', \
    'pairs.csv' using (n(0)):(lead('pairs')) \
      with linespoints lw 2 dt 3 pt 4 ps 0.6 lc rgb '#0072b2' title 'pairs, in place'
  unset yrange
  set key outside right top vertical Left reverse maxrows auto width 0
}
