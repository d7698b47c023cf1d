package upstream

import (
	"testing"

	"tablefront/bff/eventually"
)

// Backends of these tests send more than they were asked for.
func TestMain(m *testing.M) { eventually.Run(m, "Unsolicited response received on idle HTTP channel") }
