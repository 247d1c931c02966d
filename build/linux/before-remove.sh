#!/bin/sh
# Ends what runs from the package, also before another version of it takes its place: the app first, which would start
# its daemon again, and then the daemons, which stop cleanly. An app that updates itself waits for this to be done, and
# ends by itself afterwards.
app='/opt/Companion'

# A process and those that have started it, nearest first.
lineage() {
  pid=$1
  while [ "${pid:-0}" -gt 0 ]; do
    echo "$pid"
    pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
  done
}

runs() { [ "$(readlink "/proc/$1/exe")" = "$2" ]; }

updating=$(for pid in $(lineage $$); do if runs "$pid" "$app/companion-app"; then echo "$pid"; break; fi; done)

# The app that updates itself consists of several processes.
spared() { [ "$1" = "$app/companion-app" ] && [ -n "$updating" ] && lineage "$2" | grep -qx "$updating"; }

running() {
  for folder in /proc/[0-9]*; do
    pid=${folder#/proc/}
    if runs "$pid" "$1" && ! spared "$1" "$pid"; then echo "$pid"; fi
  done
}

for program in "$app/companion-app" "$app/resources/bin/node"; do
  for pid in $(running "$program"); do kill "$pid" 2>/dev/null || true; done
  for _ in 1 2 3 4 5 6 7 8; do
    if [ -z "$(running "$program")" ]; then break; fi
    sleep 1
  done
  for pid in $(running "$program"); do kill -KILL "$pid" 2>/dev/null || true; done
done
exit 0
