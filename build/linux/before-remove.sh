#!/bin/sh
# Ends what runs from the package, also before another version of it takes its place: the app first, which would start
# its daemon again, and then the daemons, which stop cleanly.
app='/opt/Companion'

running() {
  for exe in /proc/[0-9]*/exe; do
    if [ "$(readlink "$exe")" = "$1" ]; then basename "$(dirname "$exe")"; fi
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
