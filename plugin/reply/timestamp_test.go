package reply

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestTimestampsAreThoseOfPackageTime(t *testing.T) {
	const day = 24 * 60 * 60 * 1000
	var moments []int64
	for n := int64(0); n < 8030*365; n += 13 { // all months of leap years, centuries and eras, up to the year 9999
		moments = append(moments, n*day, n*day+day-1)
	}
	for range 1000 {
		moments = append(moments, rand.Int64N(8000*365*day))
	}
	for _, ms := range moments {
		if got, want := timestamp(ms), time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z07:00"); got != want {
			t.Fatalf("%d: got %s, want %s", ms, got, want)
		}
	}
}
