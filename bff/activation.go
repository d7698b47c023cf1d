package main

import (
	"fmt"
	"net"
	"os"
	"strconv"
)

// handedDown returns the listeners of socket activation (sd_listen_fds): the first is the public one, the second, if any,
// the operator's. The service manager keeps the sockets open, so a restart loses no connection. It returns none if
// LISTEN_PID names another process.
func handedDown(environ func(string) (string, bool), pid int) ([]net.Listener, error) {
	count, ok := environ("LISTEN_FDS")
	who, named := environ("LISTEN_PID")
	if !ok || named && who != strconv.Itoa(pid) {
		return nil, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || n > 16 {
		return nil, fmt.Errorf("LISTEN_FDS: %.20q is not a valid number of sockets", count)
	}
	var out []net.Listener
	for fd := 3; fd < 3+n; fd++ {
		file := os.NewFile(uintptr(fd), "handed-down socket")
		l, err := net.FileListener(file)
		if err != nil {
			return nil, fmt.Errorf("LISTEN_FDS: descriptor %d is not a listening socket: %w", fd, err)
		}
		file.Close()
		out = append(out, l)
	}
	return out, nil
}
