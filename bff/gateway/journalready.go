package gateway

import "os"

// journalReady tells whether an order could be journaled now. It does not wait for an order to find out: a shop without
// orders, at night, has to say so as well when its disk is full or its Redis is away.
func (g *Gateway) journalReady() bool {
	return g.journal.Ready() && (g.config.RedisURL != "" || folderWritable(g.config.DataDir))
}

// folderWritable tries to write a file of one page. A disk that is full or read-only refuses it.
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
