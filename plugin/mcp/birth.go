package mcp

import (
	"strconv"
	"strings"
	"time"
)

// FirstSentHeader tells when a client first sent the request (OASIS Repeatable Requests 1.0, section 3.2).
const FirstSentHeader = "repeatability-first-sent"

// Born returns when the key was made, in milliseconds since the Unix epoch, or 0 when nothing tells. A key tells where the
// tool's policy wants timed keys, and only there: whoever uses the id of some entity as a key means nothing by the time in
// it. FirstSentHeader tells for every key; of two births the earlier counts. now is the wall clock in the same unit.
//
// Faults: a key that tells nothing where it has to, a header that is no date, a birth in the future by more than the skew.
func (c *Call) Born(h Headers, key string, timed bool, now int64, skew time.Duration) (int64, *Fault) {
	latest, born := now+skew.Milliseconds(), int64(0)
	if timed {
		var ok bool
		if born, ok = bornOf(key); !ok {
			return 0, c.malformed("a key that tells when it was made is expected of this tool: a UUID of version 7 or a ULID")
		}
		if born > latest {
			return 0, c.malformed("a key that was made in the past is expected; the sender's clock may be wrong")
		}
	}
	for _, value := range h.Values(FirstSentHeader) {
		sent, ok := parseDate(strings.Trim(value, " \t"))
		if !ok || sent > latest {
			return 0, c.malformed("a Repeatability-First-Sent that is a date of the past is expected, such as Sun, 06 Nov 1994 08:49:37 GMT")
		}
		if born == 0 || sent < born {
			born = sent
		}
	}
	return born, nil
}

// bornOf reads the time in a UUID of version 7 (RFC 9562 section 5.7) or a ULID: 48 bits, milliseconds since the Unix epoch.
func bornOf(key string) (ms int64, ok bool) {
	if len(key) == 26 {
		return bornOfULID(key)
	}
	if len(key) != 36 || key[8] != '-' || key[13] != '-' || key[18] != '-' || key[23] != '-' {
		return 0, false
	}
	digits := strings.ReplaceAll(key, "-", "")
	if len(digits) != 32 || digits[12] != '7' || !strings.Contains("89abAB", digits[16:17]) {
		return 0, false
	}
	for _, half := range []string{digits[:16], digits[16:]} {
		if _, err := strconv.ParseUint(half, 16, 64); err != nil || half[0] == '+' {
			return 0, false
		}
	}
	ms, err := strconv.ParseInt(digits[:12], 16, 64)
	return max(ms, 1), err == nil // 0 stands for a key that does not tell
}

// crockford are the digits of a ULID; it is read without regard to case.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func bornOfULID(key string) (ms int64, ok bool) {
	if key[0] > '7' { // past 128 bits
		return 0, false
	}
	for i, c := range []byte(strings.ToUpper(key)) {
		digit := strings.IndexByte(crockford, c)
		if digit < 0 {
			return 0, false
		}
		if i < 10 {
			ms = ms<<5 | int64(digit)
		}
	}
	return max(ms, 1), true
}

const (
	dateForm = "DDD, dd MMM yyyy hh:mm:ss GMT" // IMF-fixdate of RFC 9110 section 5.6.7
	months   = "JanFebMarAprMayJunJulAugSepOctNovDec"
	days     = "MonTueWedThuFriSatSun"
)

// parseDate reads a date of dateForm; it is no older than the Unix epoch. Package time would bring its reader of time zones
// into the module.
func parseDate(s string) (ms int64, ok bool) {
	if len(s) != len(dateForm) || s[3:5] != ", " || s[7] != ' ' || s[11] != ' ' || s[16] != ' ' || s[19] != ':' || s[22] != ':' || s[25:] != " GMT" {
		return 0, false
	}
	month := strings.Index(months, s[8:11])
	if weekday := strings.Index(days, s[:3]); weekday < 0 || weekday%3 != 0 || month < 0 || month%3 != 0 {
		return 0, false
	}
	month = month/3 + 1
	var n [5]int // day, year, hour, minute, second
	for i, field := range [...]string{s[5:7], s[12:16], s[17:19], s[20:22], s[23:25]} {
		for _, c := range []byte(field) {
			if c < '0' || c > '9' {
				return 0, false
			}
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	day, year, hour, minute, second := n[0], n[1], n[2], n[3], n[4]
	if year < 1970 || day < 1 || day > daysIn(month, year) || hour > 23 || minute > 59 || second > 60 { // 60 is a leap second
		return 0, false
	}
	seconds := (daysSinceEpoch(year, month, day)*24+hour)*3600 + minute*60 + second
	return max(int64(seconds)*1000, 1), true
}

func leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysIn(month, year int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if leap(year) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

// daysSinceEpoch counts the days from 1970-01-01 to a date of the Gregorian calendar.
func daysSinceEpoch(year, month, day int) int {
	before := year - 1
	total := 365*(year-1970) + before/4 - before/100 + before/400 - 477 // 477 leap days before 1970
	for m := 1; m < month; m++ {
		total += daysIn(m, year)
	}
	return total + day - 1
}
