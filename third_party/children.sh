# For scripts to source: what they start ends with them, also when INT, TERM, HUP or QUIT ends them.
#   in_group COMMAND...      in a process group of its own, without input
#   in_terminal COMMAND...   in the group of the script, so that it may ask in the terminal
# Both return its exit status. A signal reaches the child as TERM, what is left `grace` seconds later is killed, and the
# script ends by the signal that it got, or, of QUIT, with its status.
grace=${grace:-5}
child='' # what runs now, as kill(1) takes it: a process, or -group; empty: nothing
former='' # the process before

# Whether something of the child runs. Who has ended, and nobody has asked for its status, is in its group still.
child_runs() {
  kill -0 -- "$child" 2>/dev/null || return
  [[ $child == -* && -e /proc/self/stat ]] || return 0
  local stat words
  for stat in /proc/[0-9]*/stat; do
    { read -r stat <"$stat"; } 2>/dev/null || continue
    words=(${stat##*) }) # state, parent, group
    if [[ ${words[2]} == "${child#-}" && ${words[0]} != [ZX] ]]; then return 0; fi
  done
  return 1
}

end_children() {
  trap '' INT TERM HUP QUIT
  if [[ -z $child && ${!:-} != "$former" ]]; then child=$kind$!; fi # started a moment ago
  if [[ -n $child ]]; then
    kill -TERM -- "$child" 2>/dev/null
    for ((i = 0; i < grace * 10; i++)); do
      child_runs || break
      sleep 0.1
    done
    kill -KILL -- "$child" 2>/dev/null
  fi
  trap - "$1"
  kill -s "$1" $$
  exit $((128 + $(kill -l "$1"))) # bash takes no notice of QUIT
}
for each in INT TERM HUP QUIT; do trap "end_children $each" "$each"; done

in_group() {
  kind=-
  set -m
  "$@" </dev/null &
  child=-$!
  set +m
  wait_for_child
}

in_terminal() {
  kind=''
  "$@" &
  child=$!
  wait_for_child
}

wait_for_child() {
  former=$!
  wait "$former"
  local status=$?
  child=''
  return "$status"
}
