package gateway

import (
	"os"
	"path/filepath"
	"testing"
)

// A shop in which nobody orders says that it could not take an order.
func TestAnUnwritableJournalIsReportedWithoutOrders(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	// Not ready for a moment on a busy machine: a journal whose writer has not responded for two seconds is tried again a second later.
	journalReady := func() bool { ready, _ := shop.sample(t, "tablefront_journal_ready"); return ready == 1 }
	until(t, "ready", journalReady)
	if left, err := filepath.Glob(filepath.Join(shop.Gateway.config.DataDir, ".writable-*")); err != nil || len(left) > 0 {
		t.Errorf("files are left behind: %v %v", left, err)
	}
	dir := shop.Gateway.config.DataDir
	if err := os.Rename(dir, dir+".away"); err != nil { // as an unmounted disk; permissions do not stop root
		t.Fatal(err)
	}
	if journalReady() {
		t.Error("ready without a data folder")
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	until(t, "ready again", journalReady)
	if err := shop.Gateway.journal.Close(); err != nil {
		t.Fatal(err)
	}
	if journalReady() {
		t.Error("ready with a closed journal")
	}
}
