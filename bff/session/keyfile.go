package session

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

// KeyFile is the file in the data folder with the generated key, used if none is configured.
const KeyFile = "session.key"

var errKeyFile = fmt.Errorf("session: the file does not contain %d bytes in base64", KeySize)

// keptKey reads the key of the data folder, or generates one. Two processes that start at once get the same key, since the
// file is created exclusively.
func keptKey(dataDir string, log *slog.Logger) ([]byte, error) {
	path := filepath.Join(dataDir, KeyFile)
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return nil, fmt.Errorf("session: no key is configured and the data folder cannot be created: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		if err := os.Chmod(path, 0o600); err != nil {
			return nil, fmt.Errorf("session: others can read %s and its mode cannot be changed: %w", path, err)
		}
	}
	key, err := ReadKey(dataDir)
	if errors.Is(err, errKeyFile) { // all customers are logged out, but the shop starts
		aside := path + ".damaged"
		if renameErr := os.Rename(path, aside); renameErr != nil {
			return nil, errors.Join(err, renameErr)
		}
		log.Error("the session key in the data folder is damaged; it was renamed and a new one generated, which ends all logins", "file", aside)
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(path); err != nil {
			return nil, fmt.Errorf("session: no key is configured and none can be stored: %w", err)
		}
		key, err = ReadKey(dataDir)
	}
	return key, err
}

// ReadKey reads the generated key of a data folder and changes nothing. Errors: fs.ErrNotExist and an unreadable or damaged
// file.
func ReadKey(dataDir string) ([]byte, error) {
	path := filepath.Join(dataDir, KeyFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(raw)))
	if err != nil || len(key) != KeySize {
		return nil, fmt.Errorf("%w: %s", errKeyFile, path)
	}
	return key, nil
}

// makeKey writes a new key to a temporary file and links it, so that no process ever reads an incomplete key.
func makeKey(path string) error {
	key := make([]byte, KeySize)
	rand.Read(key)
	tmp, err := os.CreateTemp(filepath.Dir(path), KeyFile+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(base64.StdEncoding.EncodeToString(key) + "\n")
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err = os.Link(tmp.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
