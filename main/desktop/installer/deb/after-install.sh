#!/bin/sh
# After the package's files are in place. Runs again at each update.
set -e
[ "$1" = configure ] || exit 0

profile=/etc/apparmor.d/${executable}
shipped=/opt/${sanitizedProductName}/resources/apparmor-profile
sandbox=/opt/${sanitizedProductName}/chrome-sandbox

# Ubuntu 24.04 and later let only programs with a profile make user namespaces, and Chromium's sandbox is made of them.
# AppArmor before 4 does not know the profile's language, and needs none.
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --quiet "$shipped" 2>/dev/null; then
  cp "$shipped" "$profile"
  if [ -e /sys/kernel/security/apparmor/profiles ]; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
fi

# Where plain accounts may not make user namespaces at all, Chromium's own helper makes the sandbox as root.
chmod 0755 "$sandbox"
if [ ! -e "$profile" ] && ! setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; then
  chmod 4755 "$sandbox"
fi

if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
