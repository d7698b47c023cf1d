package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// provenRows are the rows of docs/threat-model.md and docs/failures.md.
func provenRows() (rows []string) {
	add := func(letter string, from, to int) {
		for n := from; n <= to; n++ {
			rows = append(rows, letter+strconv.Itoa(n))
		}
	}
	add("B", 1, 17)
	add("T", 1, 34)
	add("F", 1, 28)
	return rows
}

var (
	goProof    = regexp.MustCompile("`([a-z]+)\\.((?:Test|Fuzz)\\w+)`")
	storyProof = regexp.MustCompile("`([\\w.-]+\\.spec\\.ts)`((?:,? \"[^\"]+\")+)")
	storyTitle = regexp.MustCompile(`"([^"]+)"`)
	fileProof  = regexp.MustCompile("`((?:client/src|scripts)/[\\w./-]+\\.test\\.tsx?)`")
)

// unprovenRows says what is wrong with a page: rows without a proof, proofs that do not exist. exists reports whether a file
// of one of the folders' patterns holds a text.
func unprovenRows(page string, exists func(pattern, text string) bool) (wrong []string) {
	proofs := map[string]int{}
	for line := range strings.Lines(page) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !regexp.MustCompile(`^ [BTF]\d+ $`).MatchString(cells[1]) {
			continue
		}
		row := strings.TrimSpace(cells[1])
		for _, m := range goProof.FindAllStringSubmatch(line, -1) {
			proofs[row]++
			folder := m[1]
			if folder == "main" {
				folder = "."
			}
			if !exists(filepath.Join(folder, "*_test.go"), "\nfunc "+m[2]+"(") {
				wrong = append(wrong, row+": there is no "+m[1]+"."+m[2])
			}
		}
		for _, m := range fileProof.FindAllStringSubmatch(line, -1) {
			proofs[row]++
			if !exists(filepath.Join("..", m[1]), "") {
				wrong = append(wrong, row+": there is no "+m[1])
			}
		}
		for _, m := range storyProof.FindAllStringSubmatch(line, -1) {
			proofs[row]++
			file := filepath.Join("../client/e2e", m[1])
			for _, title := range storyTitle.FindAllStringSubmatch(m[2], -1) {
				if !exists(file, "test('"+title[1]) && !exists(file, "test(\n  '"+title[1]) { // a long title is on its own line
					wrong = append(wrong, row+": "+m[1]+" has no story "+title[1])
				}
			}
		}
	}
	for _, row := range provenRows() {
		if proofs[row] == 0 {
			wrong = append(wrong, row+" has no proof")
		}
	}
	return wrong
}

// TestEveryThreatAndFailureIsProven: docs/threat-model.md and docs/failures.md name a proof for every row, and every proof
// exists.
func TestEveryThreatAndFailureIsProven(t *testing.T) {
	var page []byte
	for _, name := range []string{"threat-model.md", "failures.md"} {
		one, err := os.ReadFile(filepath.Join("../docs", name))
		if err != nil {
			t.Fatal(err)
		}
		page = append(page, one...)
	}
	exists := func(pattern, text string) bool {
		files, _ := filepath.Glob(pattern)
		for _, f := range files {
			if raw, err := os.ReadFile(f); err == nil && strings.Contains(string(raw), text) {
				return true
			}
		}
		return false
	}
	for _, w := range unprovenRows(string(page), exists) {
		t.Error(w)
	}
	// The check can fail.
	faulty := strings.NewReplacer("gateway.TestB01_NoSharedCookieJar", "gateway.TestB01_Gone", "a double press is one order", "a double press is two", "\n| T5 |", "\n| t5 |").Replace(string(page))
	if wrong := unprovenRows(faulty, exists); len(wrong) != 3 {
		t.Errorf("three faults of the page are told as %q", wrong)
	}
}
