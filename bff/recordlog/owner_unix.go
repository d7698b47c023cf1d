//go:build unix

package recordlog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// KeepOwner gives a file the owner and mode of another one; if that does not exist, the owner of its folder. A command that
// runs as root then leaves files that the shop's user can open.
func KeepOwner(path, like string) error {
	info, err := os.Stat(like)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(like))
	} else if err == nil {
		err = os.Chmod(path, info.Mode().Perm())
	}
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return os.Lchown(path, int(owner.Uid), int(owner.Gid))
}
