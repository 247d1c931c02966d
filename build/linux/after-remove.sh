#!/bin/sh
set -e
# An upgrade puts everything back by itself.
case "$1" in remove | purge) ;; *) exit 0 ;; esac

rm -f /usr/bin/companion '/usr/bin/${executable}'
for file in bash-completion/completions/companion zsh/vendor-completions/_companion \
  fish/vendor_completions.d/companion.fish man/man1/companion.1.gz; do rm -f "/usr/share/$file"; done

profile='/etc/apparmor.d/${executable}'
if [ -e "$profile" ]; then
  apparmor_parser --remove "$profile" 2>/dev/null || true
  rm -f "$profile"
fi

# What the app wrote to start with the desktop, for each who lives here, by them; everything else of theirs stays.
getent passwd | while IFS=: read -r user _ _ _ _ home _; do
  entry="$home/.config/autostart/companion.desktop"
  if [ -f "$entry" ]; then runuser -u "$user" -- rm -f "$entry" || true; fi
done

if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
