#!/bin/sh
set -e
app='/opt/${sanitizedProductName}'

ln -sf "$app/resources/bin/companion" /usr/bin/companion
ln -sf "$app/${executable}" '/usr/bin/${executable}'

# What shells and man know of the command line.
for file in bash-completion/completions/companion zsh/vendor-completions/_companion \
  fish/vendor_completions.d/companion.fish man/man1/companion.1.gz; do
  mkdir -p "/usr/share/$(dirname "$file")"
  ln -sf "$app/resources/share/$file" "/usr/share/$file"
done

# Where the kernel lets nobody make namespaces, Electron's sandbox needs its helper to belong to root.
if [ -e "$app/chrome-sandbox" ]; then
  if unshare --user true 2>/dev/null; then chmod 0755 "$app/chrome-sandbox"; else chmod 4755 "$app/chrome-sandbox"; fi
fi

# Ubuntu allows namespaces by a profile; older ones do not know how it is written, and need none.
profile="$app/resources/apparmor-profile"
if [ -e "$profile" ] && command -v apparmor_parser >/dev/null && apparmor_status --enabled >/dev/null 2>&1; then
  if apparmor_parser --skip-kernel-load "$profile" >/dev/null 2>&1; then
    install -m 0644 "$profile" '/etc/apparmor.d/${executable}'
    apparmor_parser --replace '/etc/apparmor.d/${executable}' || true
  fi
fi

if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
