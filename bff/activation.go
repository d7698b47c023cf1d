package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
)

// firstFD is where handed-down sockets start (sd_listen_fds).
const firstFD = 3

// handedDown takes over the sockets of socket activation (LISTEN_FDS, docs/architecture.md section 3.11): the first is the public
// listener, the second, if there is one, the operator's. With them a restart loses no connection: the sockets stay
// open with the process that handed them down. None, if they are meant for another process.
func handedDown(environ func(string) (string, bool), pid int) ([]net.Listener, error) {
	count, ok := environ("LISTEN_FDS")
	if !ok {
		return nil, nil
	}
	if who, ok := environ("LISTEN_PID"); ok && who != strconv.Itoa(pid) {
		return nil, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || n > 16 {
		return nil, fmt.Errorf("LISTEN_FDS: %.20q is not a number of sockets", count)
	}
	var out []net.Listener
	for fd := firstFD; fd < firstFD+n; fd++ {
		file := os.NewFile(uintptr(fd), "handed-down socket") //nolint:gosec // a small number
		l, err := net.FileListener(file)
		if err != nil {
			return nil, fmt.Errorf("LISTEN_FDS: descriptor %d is no listening socket: %w", fd, err)
		}
		file.Close() //nolint:errcheck // the listener has a copy
		out = append(out, l)
	}
	return out, nil
}
