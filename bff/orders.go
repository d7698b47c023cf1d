package main

import (
	"cmp"
	"context"
	"crypto/cipher"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cluster"
	"tablefront/bff/orders"
	"tablefront/bff/session"
)

const ordersUsage = `Usage: tablefront orders [--all] [--branch ADDRESS] [--csv] [--data-dir FOLDER]
       tablefront orders repair [--data-dir FOLDER]

Lists the orders and reservations of the last 24 hours whose outcome is open or unknown, so that they can be clarified with
the restaurant. The command only reads the journal; the shop may be running. It reads the one in the data folder, or with the
shop's TABLEFRONT_REDIS_URL and TABLEFRONT_UPSTREAM the one that several instances share. Order keys are shown as hashes; the
journal has no names, addresses or request bodies. Showing the codes of answered orders needs the session key
(TABLEFRONT_SESSION_KEY, or the one in the data folder).

repair renames a damaged journal of the data folder and writes a new one with the records that are intact. Run it while the shop is stopped
or refuses orders because of the damage.

Exit codes: 0 done, 1 the journal is damaged or can't be read, 2 wrong usage.
`

// listOrders is the command orders.
func listOrders(args []string, out, errs io.Writer) int {
	f := flag.NewFlagSet("orders", flag.ContinueOnError)
	dir := f.String("data-dir", cmp.Or(os.Getenv(envPrefix+"DATA_DIR"), "./data"), "the shop's data folder (or TABLEFRONT_DATA_DIR)")
	all := f.Bool("all", false, "also list answered orders")
	branch := f.String("branch", "", "only orders to this branch's address")
	asCSV := f.Bool("csv", false, "print CSV")
	repair := len(args) > 0 && args[0] == "repair"
	if repair {
		args = args[1:]
	}
	if code, ok := parse(f, ordersUsage, args, errs); !ok {
		return code
	}
	if repair {
		aside, kept, err := orders.Repair(*dir, time.Now())
		if err != nil {
			fmt.Fprintf(errs, "%s: %v\n", journalPath(*dir), err)
			return exitFailed
		}
		fmt.Fprintf(out, "%s has %d orders; the damaged journal was renamed to %s\n", journalPath(*dir), kept, filepath.Base(aside))
		return exitOK
	}
	ciphers, err := journalCiphers(*dir)
	if err != nil {
		fmt.Fprintln(errs, "orders: the codes of orders cannot be shown:", err)
	}
	records, where, err := journaledOrders(*dir)
	list := orders.List(records, ciphers, time.Now())
	if err != nil {
		fmt.Fprintln(errs, "orders:", err)
		if !errors.Is(err, orders.ErrDamaged) {
			return exitFailed
		}
	}
	rows := [][]string{orderColumns}
	for i := range list {
		if e := &list[i]; (*all || e.State != orders.Answered) && (*branch == "" || strings.TrimRight(*branch, "/") == e.Branch) {
			rows = append(rows, orderCells(e))
		}
	}
	if *asCSV {
		err = errors.Join(err, csv.NewWriter(out).WriteAll(rows))
	} else {
		err = errors.Join(err, writeTable(out, rows, len(list), where))
	}
	if err != nil {
		return exitFailed
	}
	return exitOK
}

// journaledOrders reads the journal of the data folder, or the one that several instances share in Redis.
func journaledOrders(dir string) (records map[orders.ID]*orders.Record, where string, err error) {
	address := os.Getenv(envPrefix + "REDIS_URL")
	if address == "" {
		path := journalPath(dir)
		records, err := orders.Read(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			err = fmt.Errorf("%s does not exist: name the shop's data folder with --data-dir or %sDATA_DIR", path, envPrefix)
		case err != nil:
			err = fmt.Errorf("%s: %w", path, err)
		}
		return records, path, err
	}
	shop, err := branches.CanonicalURL(os.Getenv(envPrefix + "UPSTREAM"))
	if err != nil {
		return nil, "", fmt.Errorf("%sUPSTREAM, which names the shop in Redis: %w", envPrefix, err)
	}
	r, err := cluster.Open(address, cluster.Options{Shop: shop})
	if err != nil {
		return nil, "", fmt.Errorf("%sREDIS_URL: %w", envPrefix, err)
	}
	defer r.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	records, err = r.OrderRecords(ctx)
	return records, "Redis", err
}

// journalPath is the absolute path of a folder's journal, so that it is seen which one was read.
func journalPath(dir string) string {
	path := filepath.Join(dir, orders.FileName)
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// journalCiphers returns what encrypts answers in the journal, none if there is no session key yet.
func journalCiphers(dir string) ([]cipher.AEAD, error) {
	var keys [][]byte
	if err := sessionKeys(&keys)(os.Getenv(envPrefix + "SESSION_KEY")); err != nil {
		return nil, fmt.Errorf("%sSESSION_KEY: %w", envPrefix, err)
	}
	if len(keys) == 0 {
		key, err := session.ReadKey(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		keys = [][]byte{key}
	}
	s, err := session.New(keys, dir, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return s.Ciphers(orders.Purpose), nil
}

var orderColumns = []string{"began", "branch", "call", "outcome", "status", "order", "request", "key"}

func orderCells(e *orders.Entry) []string {
	status := ""
	if e.Status > 0 {
		status = strconv.Itoa(e.Status)
	}
	return []string{e.Began.Format(time.RFC3339), e.Branch, e.Call, e.State.String(), status, e.Order, e.RequestID, e.Key}
}

func writeTable(out io.Writer, rows [][]string, total int, where string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, cells := range rows[1:] {
		if i == 0 {
			fmt.Fprintln(w, strings.ToUpper(strings.Join(rows[0], "\t")))
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	fmt.Fprintf(w, "%d of %d orders of the last 24 hours in %s\n", len(rows)-1, total, where)
	return w.Flush()
}
