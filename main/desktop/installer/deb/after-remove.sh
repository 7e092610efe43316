#!/bin/sh
# After the package's files are gone. An update keeps the profile, and what people made is never here: it is in their home.
set -e
case "$1" in remove | purge) ;; *) exit 0 ;; esac

profile=/etc/apparmor.d/${executable}
if [ -e "$profile" ]; then
  if [ -e /sys/kernel/security/apparmor/profiles ] && command -v apparmor_parser >/dev/null; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi

if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
