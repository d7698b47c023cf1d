package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"tablefront/client"
)

// printLicenses is the command licenses.
func printLicenses(args []string, out, errs io.Writer) int {
	usage := "Usage: tablefront licenses\n\nPrints the licence texts of everything that this program and its client contain. The shop serves them at /licenses.txt.\n\nExit codes: 0 done, 1 the program was built without them, 2 wrong usage.\n"
	if code, ok := parse(flag.NewFlagSet("licenses", flag.ContinueOnError), usage, args, errs); !ok {
		return code
	}
	text, err := client.Dist.ReadFile("dist/licenses.txt")
	if err != nil {
		fmt.Fprintln(errs, "licenses: this program was not built with make build, which collects the texts:", err)
		return exitFailed
	}
	if _, err := out.Write(text); err != nil {
		return exitFailed
	}
	return exitOK
}

// brand returns the name of the brand whose look the client was built with, after a word; "" for the product's own look.
func brand(after string) string {
	var built struct{ Brand string }
	raw, _ := client.Dist.ReadFile("dist/first.json")
	if json.Unmarshal(raw, &built) != nil || built.Brand == "" {
		return ""
	}
	return after + built.Brand
}
