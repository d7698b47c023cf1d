package main

import (
	"encoding/hex"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// smallWindow sets a small receive buffer, so that the sender blocks early.
func smallWindow(_, _ string, raw syscall.RawConn) error {
	var failed error
	if err := raw.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 1024)
	}); err != nil {
		return err
	}
	return failed
}

// stillOpen returns the client addresses whose connections a server on a loopback address still has open, as the kernel sees
// it. A client that does not read can't notice the close: unsent data comes before it.
func stillOpen(server string) map[netip.AddrPort]bool {
	open := map[netip.AddrPort]bool{}
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		return open
	}
	const established = "01"
	for l := range strings.Lines(string(table)) {
		fields := strings.Fields(l)
		if len(fields) < 4 || fields[3] != established {
			continue
		}
		if local, ok := kernelAddr(fields[1]); ok && local.String() == server {
			if client, ok := kernelAddr(fields[2]); ok {
				open[client] = true
			}
		}
	}
	return open
}

// kernelAddr reads 0100007F:1F90 as 127.0.0.1:8080.
func kernelAddr(text string) (netip.AddrPort, bool) {
	ip, port, ok := strings.Cut(text, ":")
	raw, err := hex.DecodeString(ip)
	n, portErr := strconv.ParseUint(port, 16, 16)
	if !ok || err != nil || portErr != nil || len(raw) != 4 {
		return netip.AddrPort{}, false
	}
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{raw[3], raw[2], raw[1], raw[0]}), uint16(n)), true
}
