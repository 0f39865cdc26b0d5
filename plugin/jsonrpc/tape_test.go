package jsonrpc

import (
	"slices"
	"testing"
)

func TestTapeListsTokensInDocumentOrder(t *testing.T) {
	d := mustParse(t, ` {"a":[1,{}], "\n":"x"} `)
	want := []Token{
		{Object, false, 1, 23, 8},
		{String, false, 2, 5, 2},
		{Array, false, 6, 12, 5},
		{Number, false, 7, 8, 4},
		{Object, false, 9, 11, 5},
		{String, true, 14, 18, 6},
		{String, false, 19, 22, 7},
	}
	want[0].Next = int32(len(want))
	if !slices.Equal(d.Tokens, want) {
		t.Errorf("got  %v\nwant %v", d.Tokens, want)
	}
	if got := string(d.Raw(2)); got != "[1,{}]" {
		t.Errorf("Raw(2) = %q", got)
	}
}

func TestDepthCountsValuesAroundAndItself(t *testing.T) {
	for body, want := range map[string]int{
		`1`: 1, `{}`: 1, `[]`: 1, `[1]`: 2, `{"a":1}`: 2, `[[]]`: 2, `[[1],[]]`: 3, `[{"a":[[]]},1]`: 4,
		`[[[]],[],1]`: 3, `[1,[2],{"a":{"b":null}}]`: 4,
	} {
		if got := mustParse(t, body).Depth; got != want {
			t.Errorf("depth of %s = %d, want %d", body, got, want)
		}
	}
}

func TestMembersSkipWhatIsDeeper(t *testing.T) {
	d := mustParse(t, `{"a":{"x":[1,2]},"b":[{"y":3}],"c":4}`)
	var got []string
	for name, value := range d.Members(0) {
		got = append(got, d.Text(name)+"="+string(d.Raw(value)))
	}
	if want := []string{`a={"x":[1,2]}`, `b=[{"y":3}]`, `c=4`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name := range d.Members(0) {
		if d.Text(name) != "a" {
			t.Error("went on after break")
		}
		break
	}
}

func TestElementsSkipWhatIsDeeper(t *testing.T) {
	d := mustParse(t, `[[1,[2]],{"a":[3]},4,[]]`)
	var got []string
	for value := range d.Elements(0) {
		got = append(got, string(d.Raw(value)))
	}
	if want := []string{`[1,[2]]`, `{"a":[3]}`, `4`, `[]`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for value := range d.Elements(0) {
		if value != 1 {
			t.Error("went on after break")
		}
		break
	}
}

func TestOtherKindsHaveNoMembersAndNoElements(t *testing.T) {
	d := mustParse(t, `[1,"a",null,{"b":2}]`)
	for _, i := range []int{0, 1, 2, 3} {
		for range d.Members(i) {
			t.Errorf("token %d has a member", i)
		}
	}
	for _, i := range []int{1, 2, 3, 4} {
		for range d.Elements(i) {
			t.Errorf("token %d has an element", i)
		}
	}
}

func TestMemberIsFoundByItsDecodedName(t *testing.T) {
	d := mustParse(t, `{"meth\u006fd":"tools\/call","Params":1,"x":{"id":2},"id":3}`)
	for _, c := range []struct {
		name, raw string
		found     bool
	}{
		{"method", `"tools\/call"`, true},
		{"id", `3`, true},
		{`meth\u006fd`, ``, false},
		{"params", ``, false},
		{"", ``, false},
	} {
		value, found := d.Member(0, c.name)
		if found != c.found || found && string(d.Raw(value)) != c.raw {
			t.Errorf("Member(%q) = %d, %v", c.name, value, found)
		}
	}
}
