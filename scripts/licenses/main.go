// Command licenses writes the licence texts of everything a build contains: Tablefront's own, those of the Go modules
// in the executable on any platform, and those of the npm packages in the client.
//
//	go run ./scripts/licenses client/dist/licenses.txt
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/licenses FILE")
		os.Exit(2)
	}
	if err := write(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func write(root, file string) error {
	modules, err := goModules(root)
	if err != nil {
		return err
	}
	packages, err := npmPackages(root)
	if err != nil {
		return err
	}
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	text, err := notices(string(own), append(modules, packages...))
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// part is a module or package and the folder in which its licence is.
type part struct {
	name, version, dir string
	declared           string // its licence as an SPDX expression, "" if only the text says it
}

// platforms are those of scripts/release: some modules are for one only.
var platforms = []string{"linux", "darwin", "windows"}

// goModules lists the modules that the executable contains, and the standard library.
func goModules(root string) ([]part, error) {
	seen := map[part]bool{}
	for _, platform := range platforms {
		out, err := run(root, "GOOS="+platform, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./bff")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				seen[part{name: f[0], version: f[1], dir: f[2]}] = true
			}
		}
	}
	library, err := run(root, "", "env", "GOVERSION", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, goRoot, _ := strings.Cut(strings.TrimSpace(library), "\n")
	all := []part{{name: "Go standard library", version: version, dir: goRoot}}
	for p := range seen {
		all = append(all, p)
	}
	return all, nil
}

func run(dir, env string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// npmPackages lists the packages that are not for development alone.
func npmPackages(root string) ([]part, error) {
	raw, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License       string
			Dev, DevOptional, Link bool
		}
	}
	if err := json.Unmarshal(raw, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	var all []part
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional || p.Link {
			continue
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		all = append(all, part{name, p.Version, filepath.Join(root, path), p.License})
	}
	return all, nil
}

// notices is the whole file: our own licence, a table of what else is in the build, and each text once, headed by those it
// applies to. The error names every part that has no licence text, or one that is not known.
func notices(own string, parts []part) (string, error) {
	slices.SortFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.version, b.version), cmp.Compare(a.dir, b.dir))
	})
	var table, texts bytes.Buffer
	var order []string
	users := map[string][]string{}
	var errs []error
	for _, p := range parts {
		text := licenceText(p.dir)
		kind := cmp.Or(p.declared, kindOf(text))
		switch {
		case text == "":
			errs = append(errs, fmt.Errorf("%s %s has no licence text in %s", p.name, p.version, p.dir))
			continue
		case kind == "":
			errs = append(errs, fmt.Errorf("%s %s has a licence that kinds does not know", p.name, p.version))
			continue
		}
		fmt.Fprintf(&table, "%s %s\t%s\n", p.name, p.version, kind)
		if users[text] == nil {
			order = append(order, text)
		}
		users[text] = append(users[text], p.name+" "+p.version)
	}
	rule := strings.Repeat("-", 80) + "\n"
	for _, text := range order {
		texts.WriteString(rule + strings.Join(users[text], "\n") + "\n\n" + text)
	}
	return "Tablefront\n\n" + own + "\n" + rule + "Tablefront contains:\n\n" + table.String() + "\n" + texts.String(), errors.Join(errs...)
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licenceText is the text of all licence files of a folder, "" if there is no licence.
func licenceText(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return ""
	}
	var texts []string
	licensed := false
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return ""
		}
		lower := strings.ToLower(e.Name())
		licensed = licensed || !strings.HasPrefix(lower, "notice") && !strings.HasPrefix(lower, "patents")
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(raw), "\r\n", "\n"))+"\n\n")
	}
	if !licensed {
		return ""
	}
	return strings.Join(texts, "")
}

// kinds tells a licence by a phrase of its text.
var kinds = []struct{ phrase, kind string }{
	{"Mozilla Public License", "MPL-2.0"},
	{"Apache License", "Apache-2.0"},
	{"Neither the name", "BSD-3-Clause"},
	{"names of its contributors may be used to endorse", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Permission to use, copy, modify, and/or distribute", "ISC"},
}

// kindOf returns the licences of a text as an SPDX expression, "" if it knows none.
func kindOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var found []string
	for _, k := range kinds {
		longer := k.kind == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause") // it has the same first sentence
		if strings.Contains(text, k.phrase) && !slices.Contains(found, k.kind) && !longer {
			found = append(found, k.kind)
		}
	}
	return strings.Join(found, " AND ")
}
