# Draws the plots of a folder of results:   cd results/h200 && gnuplot ../../plot.gnuplot
# keys.csv and pairs.csv contain sorts in place, radix.csv and indices.csv sorts with scratch memory, and anchors.csv
# times of other sorts (see README.md in the folder).
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

set key inside left top vertical Left reverse noenhanced spacing 1.3 samplen 2.5
set grid xtics ytics lt 1 lc rgb '#e4e4e4' lw 1
set xrange [2**8:2**25]
set border 3 lc rgb '#666666'
set tics nomirror
set logscale xy
set logscale x 2
set format x '2^{%L}'
set xlabel 'elements n'

n(x) = column('n')
# Pairs in radix.csv are keys with the indices that the sort writes.
scratch(mode) = is('payload', mode eq 'keys' ? 'none' : 'index') && column('key_bits') == 32
onlyIndices(x) = is('keys', 'u32') && column('key_bits') == 32
of_anchor(mode, name) = is('mode', mode) && is('system', name)
systemsOf(mode) = system("awk -F, '$2 == \"".mode."\" && !seen[$1]++ { printf \"\\\"%s\\\" \", $1 }' anchors.csv")
colours = '#0072b2 #e69f00 #009e73 #cc79a7 #56b4e9 #999933'

log2(n) = int(log(n) / log(2) + 0.5)
best(mode, n) = log2(n) > log2_n_max ? NaN : mode eq 'keys' ? best_keys[log2(n)] : best_pairs[log2(n)]
lead(mode) = best(mode, column('n')) / column('median_us')

set terminal pngcairo size 1200,700 font 'sans,14' background rgb 'white'
set yrange [5:10000]
set ylabel 'microseconds'
do for [mode in 'keys pairs'] {
  systems = systemsOf(mode)
  set title 'GPU time to sort n '.mode
  set output 'time-'.mode.'.png'
  plot for [i = 1:words(systems)] 'anchors.csv' using (2 ** column('log2_n')): \
         (of_anchor(mode, word(systems, i)) ? column('gpu_us') : NaN) \
         with lines lw 2 lc rgb word(colours, i) title word(systems, i), \
       mode.'.csv' using (n(0)):(column('median_us')) with linespoints lw 4 pt 7 ps 0.7 lc rgb '#d62728' \
         title mode eq 'keys' ? 'vksort in place' : 'vksort in place, ties by value', \
       'radix.csv' using (n(0)):(scratch(mode) ? column('median_us') : NaN) \
         with linespoints lw 4 pt 5 ps 0.7 lc rgb '#7f0f10' \
         title mode eq 'keys' ? 'vksort with scratch memory' : 'vksort with scratch memory, keys and indices'
}

unset logscale y
set title 'Speed of vksort over the best other sort at each n (1: as fast; above: faster)'
set ylabel 'times as fast'
set yrange [0:*]
set key outside bottom center horizontal Left reverse maxcols 3
set output 'lead.png'
plot 1 with lines lw 2 dt 2 lc rgb '#666666' notitle, \
  'radix.csv' using (n(0)):(scratch('keys') ? lead('keys') : NaN) \
    with linespoints lw 4 pt 7 ps 0.7 lc rgb '#d62728' title 'keys, with scratch memory', \
  'radix.csv' using (n(0)):(scratch('pairs') ? lead('pairs') : NaN) \
    with linespoints lw 4 pt 5 ps 0.7 lc rgb '#0072b2' title 'keys and indices, with scratch memory', \
  'indices.csv' using (n(0)):(onlyIndices(0) ? lead('pairs') : NaN) \
    with linespoints lw 4 pt 9 ps 0.7 lc rgb '#009e73' title 'indices only, with scratch memory', \
  'keys.csv' using (n(0)):(lead('keys')) \
    with linespoints lw 2 dt 3 pt 6 ps 0.6 lc rgb '#d62728' title 'keys, in place', \
  'pairs.csv' using (n(0)):(lead('pairs')) \
    with linespoints lw 2 dt 3 pt 4 ps 0.6 lc rgb '#0072b2' title 'pairs, in place'
