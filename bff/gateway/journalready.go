package gateway

import "os"

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
	if closed := file.Close(); err == nil {
		err = closed
	}
	if removed := os.Remove(file.Name()); err == nil {
		err = removed
	}
	return err == nil
}
