package reply

const (
	msPerDay    = 24 * 60 * 60 * 1000
	daysPerEra  = 400*365 + 97 // 400 years, after which the calendar repeats
	daysToEpoch = 719468       // from 0000-03-01 to 1970-01-01
)

// timestamp writes milliseconds since the Unix epoch as RFC 3339 in UTC, up to the year 9999. Package time would bring its
// reader of time zones into the module.
func timestamp(wall int64) string {
	days, ms := max(wall, 0)/msPerDay, max(wall, 0)%msPerDay
	year, month, day := date(days)
	b := make([]byte, 0, len("2006-01-02T15:04:05.000Z"))
	b = append(appendDigits(b, year, 4), '-')
	b = append(appendDigits(b, month, 2), '-')
	b = append(appendDigits(b, day, 2), 'T')
	b = append(appendDigits(b, ms/3_600_000, 2), ':')
	b = append(appendDigits(b, ms/60_000%60, 2), ':')
	b = append(appendDigits(b, ms/1000%60, 2), '.')
	return string(append(appendDigits(b, ms%1000, 3), 'Z'))
}

// date gives the Gregorian date of a day, counted from the Unix epoch. It counts years from March on, so that the leap day
// is the last one of a year.
func date(days int64) (year, month, day int64) {
	days += daysToEpoch
	era, ofEra := days/daysPerEra, days%daysPerEra
	ofCycle := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365 // years into the era
	ofYear := ofEra - (365*ofCycle + ofCycle/4 - ofCycle/100)
	fromMarch := (5*ofYear + 2) / 153 // 153 days are five months
	year, month, day = era*400+ofCycle, fromMarch+3, ofYear-(153*fromMarch+2)/5+1
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// appendDigits writes the last digits of n, with leading zeros.
func appendDigits(b []byte, n int64, digits int) []byte {
	start := len(b)
	for range digits {
		b = append(b, '0')
	}
	for i := len(b) - 1; i >= start; i-- {
		b[i] += byte(n % 10)
		n /= 10
	}
	return b
}
