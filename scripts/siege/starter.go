package main

import (
	"os/exec"
	"runtime"
	"sync"
)

// Pdeathsig ends a child with the thread that started it, so one thread that lives as long as the siege starts all
// children.
var starter struct {
	once sync.Once
	jobs chan func()
}

func startLocked(cmd *exec.Cmd) error {
	starter.once.Do(func() {
		starter.jobs = make(chan func())
		go func() {
			runtime.LockOSThread()
			for job := range starter.jobs {
				job()
			}
		}()
	})
	failed := make(chan error)
	starter.jobs <- func() { failed <- cmd.Start() }
	return <-failed
}
