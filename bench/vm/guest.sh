# Second program of the guest, on the borrowed root: drivers first, then the parts that want no systemd.
. /run/plan
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root MODULES PARTS REPOSITORY
export PYTHONPATH="$REPOSITORY:$EXTRAS" PYTHONDONTWRITEBYTECODE=1
load() { modprobe -d "$MODULES" "$@" || echo "NOTE bench: no module $1"; }

ip link set lo up
load i2c-piix4 # an empty bus, so that the next one is bus 1 as on a Pi
for module in configfs gpio_sim_vm i2c-dev uinput evdev libcomposite usb_f_acm cdc_acm usb_f_fs i2c_tiny_usb_vm; do
    load $module
done
load dummy_hcd num=3
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
bank=/sys/kernel/config/gpio-sim/header/bank0
mkdir -p $bank
echo 54 > $bank/num_lines
echo pinctrl-bcm2711 > $bank/label
echo 1 > ${bank%/bank0}/live
echo 'Revision : c03114' > /run/cpuinfo # a Pi 4, for gpiozero
mount --bind /run/cpuinfo /proc/cpuinfo

cd "$REPOSITORY"
for part in $PARTS; do
    [ "$part" = service ] || "$PYTHON" -m "bench.vm.guest_$part"
done

case " $PARTS " in *" service "*) ;; *) exit ;; esac
# The service as `systemd/README.md` installs it, in a layer that is forgotten at the end.
venv=/opt/pitboard
site=$venv/lib/python$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')/site-packages
mkdir -p $venv/bin $venv/source $site "/lib/modules/$(uname -r)"
mount --bind "$MODULES/lib/modules/$(uname -r)" "/lib/modules/$(uname -r)"
mount --bind "$REPOSITORY" $venv/source
mount --bind "$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')" $site
ln -sf /usr/bin/python3 $venv/bin/python
printf 'home = /usr/bin\ninclude-system-site-packages = false\n' > $venv/pyvenv.cfg
printf '#!/bin/sh\nexec %s/bin/python -m companion "$@"\n' $venv > $venv/bin/pitboard
chmod +x $venv/bin/pitboard
install -D -m 644 systemd/pitboard.sysusers.conf /etc/sysusers.d/pitboard.conf
install -D -m 644 systemd/60-pitboard.rules /etc/udev/rules.d/60-pitboard.rules
install -D -m 644 systemd/pitboard.modules.conf /etc/modules-load.d/pitboard.conf
install -D -m 644 systemd/pitboard.service /etc/systemd/system/pitboard.service
systemd-sysusers
mkdir -p /etc/systemd/system/pitboard.service.d
# Of the guest, not of the service: where its source lies, and a Pi's name in the /proc that the unit mounts anew.
cat > /etc/systemd/system/pitboard.service.d/guest.conf <<END
[Service]
Environment=PYTHONPATH=$venv/source PYTHONDONTWRITEBYTECODE=1
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
TimeoutStartSec=180
END
cat > /etc/systemd/system/pitboard-bench.service <<END
[Unit]
After=basic.target systemd-udev-settle.service
[Service]
Type=oneshot
WorkingDirectory=$REPOSITORY
Environment="PYTHONPATH=$PYTHONPATH" PYTHONDONTWRITEBYTECODE=1 HOME=/root "MODULES=$MODULES"
ExecStart="$PYTHON" -m bench.vm.guest_service
StandardOutput=file:/dev/ttyS0
StandardError=file:/dev/ttyS0
END
cat > /etc/systemd/system/pitboard-bench.target <<END
[Unit]
Requires=basic.target
Wants=pitboard-bench.service
After=basic.target
AllowIsolate=yes
END
