package main

import (
	"os/exec"
	"runtime"
	"sync"
)

// A child that is to end with its parent ends with the thread that made it, so one thread that lives as long as the
// siege makes them all.
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
