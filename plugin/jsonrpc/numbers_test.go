package jsonrpc

import (
	"strings"
	"testing"
)

func TestIDIsAnIntegerByExactValue(t *testing.T) {
	for raw, want := range map[string]bool{
		`0`: true, `-0`: true, `1`: true, `-7`: true, `10`: true, `1.0`: true, `1e0`: true, `10e-1`: true,
		`1.50e1`: true, `1.5e1`: true, `9007199254740993`: true, `100e-2`: true, `0.0`: true, `0e-5`: true,
		`1E400`: true, `0.001e3`: true, `1e+2`: true, `1e999999999999999999999`: true,
		`0e-999999999999999999999`: true,
		`1.5`:                      false, `1e-1`: false, `10e-2`: false, `0.1`: false, `1.05e1`: false, `-0.5`: false,
		`100e-3`: false, `9007199254740993.5`: false, `1e-400`: false, `1e-999999999999999999999`: false,
		`"1"`: false, `true`: false, `null`: false, `{}`: false, `[1]`: false,
	} {
		if got := mustParse(t, raw).IntegerID(0); got != want {
			t.Errorf("IntegerID of %s is %v", raw, got)
		}
	}
}

func TestNumbersHaveOneFormForEachValue(t *testing.T) {
	for want, spellings := range map[string][]string{
		"0":                        {`0`, `-0`, `0.0`, `-0.000`, `0e5`, `0E-5`, `0.0e999`, `0e999999999999999999999`},
		"1e0":                      {`1`, `1.0`, `1e0`, `10e-1`, `0.1e1`, `1E+0`, `1e-0`, `1e00000000000000000000000`},
		"-1e0":                     {`-1`, `-1.00`, `-0.001e3`},
		"1e1":                      {`10`, `1e1`, `1.0e01`, `0.01e3`},
		"15e-1":                    {`1.5`, `15e-1`, `1.50`, `0.15e1`},
		"105e-1":                   {`10.5`, `1.05e1`, `10.50`},
		"101e0":                    {`101`, `1.01e2`, `10.1e1`, `101.0`},
		"1e-3":                     {`0.001`, `1e-3`, `0.0010`, `100e-5`},
		"1e400":                    {`1e400`, `10e399`, `0.1e401`},
		"9007199254740993e0":       {`9007199254740993`, `9007199254740993.0`},
		"9007199254740992e0":       {`9007199254740992`},
		"1e-1":                     {`0.1`},
		"10000000000000000555e-20": {`0.10000000000000000555`},
		"1e999999999":              {`1e999999999`, `1e+0999999999`},
		"1e999999999999999999":     {`1e999999999999999999`, `10e999999999999999998`},
		"1e1000000000000000000":    {`10e999999999999999999`},
		"1e-1000000000000000000":   {`0.1e-999999999999999999`},
		"1e1000000000000000001":    {`1e1000000000000000001`},
	} {
		for _, raw := range spellings {
			if got := string(mustParse(t, raw).AppendCanonical(nil, 0)); got != want {
				t.Errorf("form of %s is %s, want %s", raw, got, want)
			}
		}
	}
}

func TestNumberOfManyDigitsIsNotExpanded(t *testing.T) {
	const n = 1 << 20
	zeros := strings.Repeat("0", n)
	for _, c := range []struct{ name, raw, want string }{
		{"digits", strings.Repeat("7", n), strings.Repeat("7", n) + "e0"},
		{"trailing zeros", "1" + zeros, "1e1048576"},
		{"leading zeros of a fraction", "0." + zeros + "1", "1e-1048577"},
		{"trailing zeros of a fraction", "1." + zeros, "1e0"},
		{"leading zeros of an exponent", "1e" + zeros + "5", "1e5"},
		{"digits of an exponent", "1e" + strings.Repeat("9", n), "1e" + strings.Repeat("9", n)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(mustParse(t, c.raw).AppendCanonical(nil, 0)); got != c.want {
				t.Errorf("got %.40s… of %d bytes", got, len(got))
			}
		})
	}
}
