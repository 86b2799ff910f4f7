# The life of the deb and of the command line in a fresh Debian. Ends at the first step that fails.
set -eu
export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 HOME=/root
install() { apt-get install -q -y --no-install-recommends "$@" > /dev/null; }
ada() { su ada -c "cd; $1"; }
start() { ada 'dbus-run-session -- xvfb-run -a -n '"$SCREEN"' node /given/try-start.mjs proxydeck-desktop'; }
proxydeck() {
  ada "printf 'x\n' | dbus-run-session -- sh -c 'gnome-keyring-daemon --unlock --components=secrets > /dev/null; $1'"
}

cp /given/node /usr/local/bin/node
apt-get update -q > /dev/null
# Nothing but what the deb asks for.
install /given/before.deb
echo "Installed: $(dpkg-query --show --showformat '${Version}' proxydeck)"
if ldd /opt/Proxydeck/proxydeck-desktop | grep 'not found'; then exit 1; fi
install xvfb xauth dbus gnome-keyring libsecret-1-0
useradd --create-home ada
start
ada 'node /given/npm/bin/npm-cli.js install --global --offline --prefix ~/npm /given/proxydeck.tgz'
cli='~/npm/bin/proxydeck'
proxydeck "echo $PRIVATE_KEY | $cli account add shop --base-url $SERVICE --public-key $PUBLIC_KEY; $cli sync; $cli tag add burnt --where online:yes"
proxydeck "$cli proxies --where tag:burnt --csv" > /tmp/tagged
test "$(wc -l < /tmp/tagged)" -gt 1

install /given/now.deb
echo "Upgraded: $(dpkg-query --show --showformat '${Version}' proxydeck)"
start
proxydeck "$cli sync > /dev/null; $cli proxies --where tag:burnt --csv" | cmp - /tmp/tagged

ada 'node /given/npm/bin/npm-cli.js uninstall --global --prefix ~/npm proxydeck'
apt-get purge -q -y proxydeck > /dev/null
echo 'Left behind:'
find / -xdev -iname '*proxydeck*' -not -path '/given*' -not -path '/proc/*' -not -path '/var/lib/apt/*' -prune | sort
