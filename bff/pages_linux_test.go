package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestNeverWritten(t *testing.T) {
	for line, want := range map[string]bool{
		"00400000-017d8000 r-xp 00000000 fe:01 123    /shop/tablefront\n":           true,
		"017d8000-02ea5000 r--p 013d8000 fe:01 123    /shop/tablefront\n":           true,
		"02ea5000-02fc6000 rw-p 02aa5000 fe:01 123    /shop/tablefront\n":           false,
		"02ea5000-02fc6000 r--s 02aa5000 fe:01 123    /shop/tablefront\n":           false,
		"7fd72468d000-7fd7249bd000 rw-p 00000000 00:00 0\n":                         false,
		"7fd72468d000-7fd7249bd000 r--p 00000000 00:00 0 \n":                        false,
		"7fd72468d000-7fd7249bd000 r--p 00000000 fe:01 9 /lib/libc.so\n":            false,
		"017d8000-02ea5000 r--p 013d8000 fe:01 123    /shop/tablefront (deleted)\n": true,
		"": false,
	} {
		if _, _, ok := neverWritten(line, "/shop/tablefront"); ok != want {
			t.Errorf("%q: %t", line, ok)
		}
	}
}

// What the start alone needed leaves, and the program goes on as if nothing had happened.
func TestGivePagesBack(t *testing.T) {
	before := residentFile(t)
	givePagesBack()
	if after := residentFile(t); after > before*2/3 {
		t.Errorf("%d KB of files are resident, %d KB were before", after, before)
	}
}

// residentFile is how much of mapped files this process holds in memory, in KB.
func residentFile(t *testing.T) (kb int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(status), "RssFile:")
	if _, err := fmt.Sscan(rest, &kb); !ok || err != nil {
		t.Fatalf("the system does not say: %v", err)
	}
	return kb
}
