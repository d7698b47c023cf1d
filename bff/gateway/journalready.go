package gateway

import (
	"errors"
	"os"
)

// journalReady reports whether an order could be journaled now. It tests the store itself, so that a full disk or an
// unreachable Redis is noticed also while there are no orders.
func (g *Gateway) journalReady() bool {
	return g.journal.Ready() && (g.config.RedisURL != "" || folderWritable(g.config.DataDir))
}

// folderWritable tries to write a file of one page, which fails if the disk is full or read-only.
func folderWritable(dir string) bool {
	file, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return false
	}
	_, err = file.Write(make([]byte, 4096))
	return errors.Join(err, file.Close(), os.Remove(file.Name())) == nil
}
