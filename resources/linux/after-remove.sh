#!/bin/bash
# Runs after the program was removed. dpkg and rpm also run that of the old version during an upgrade, where rpm does it last.
case "$1" in upgrade | [1-9]*) exit 0 ;; esac

if type update-alternatives > /dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}'
else
  rm -f '/usr/bin/${executable}'
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # In a chroot the profile of the running kernel belongs to another system.
  if apparmor_status --enabled > /dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
