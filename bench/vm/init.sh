#!/bin/busybox sh
# First program of the guest, out of the initramfs: the host's root, which nothing can write to, under a layer in memory.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
for module in $(cat /modules/order); do
    insmod "/modules/$module" || echo "no $module"
done
. /plan
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 host /host || poweroff -f
mount -t tmpfs tmpfs /layer
mkdir /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work root /root || poweroff -f
mount -t proc proc /root/proc
mount -t sysfs sysfs /root/sys
mount -t devtmpfs devtmpfs /root/dev
mount -t tmpfs tmpfs /root/run
mount -t tmpfs tmpfs /root/tmp
cp /plan /root/run/plan
chroot /root /bin/sh "$REPOSITORY/bench/vm/guest.sh"
case " $PARTS " in
    *" service "*) exec switch_root /root /lib/systemd/systemd --unit=pitboard-bench.target ;;
esac
poweroff -f
