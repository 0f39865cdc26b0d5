package classify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// nameWord is the word of a tool's name that tells most.
type nameWord struct {
	word          string
	reads, writes bool // at most one of them
}

// reading are words that, in front, suggest a tool that only reads. fetch, query, run and the like are not among them: what
// those do is in their arguments.
var reading = strings.Fields("count describe find get list lookup read retrieve search show view")

// writing are words that tell of a side effect wherever they stand.
var writing = strings.Fields(`add append approve assign buy cancel clear create deactivate delete deploy destroy disable edit
	enable enqueue erase execute grant insert install invite kill merge modify move overwrite patch pay provision publish purge
	put refund reject remove rename replace reset restart revoke rotate save send set submit terminate trigger uninstall update
	upload upsert withdraw write`)

// acting are words that tell of a side effect in front, or after and, or, then; elsewhere they are nouns: get_transfer.
var acting = strings.Fields(`archive ban block book charge checkout close comment commit copy credit debit deposit dispatch drop
	email import issue lock log mail mark message mint mute notify open order pin post purchase push rebuild record register
	release reply report request reserve restore run schedule sell share sign start stop store subscribe sync tag transfer
	unlock unsubscribe wipe`)

// scope is what stands before a tool's own name where servers are put together.
var scope = regexp.MustCompile(`^.*(?:[./:]|__)`)

// readName looks for a verb in a tool's name.
func readName(name string) nameWord {
	all := words(name)
	for i, word := range all {
		if slices.Contains(writing, word) {
			return nameWord{word: word, writes: true}
		}
		if slices.Contains(acting, word) && (i == 0 || slices.Contains([]string{"and", "or", "then"}, all[i-1])) {
			return nameWord{word: word, writes: true}
		}
	}
	own := words(scope.ReplaceAllString(name, ""))
	switch {
	case len(own) == 0:
		return nameWord{}
	case slices.Contains(acting, own[0]):
		return nameWord{word: own[0], writes: true}
	case slices.Contains(reading, own[0]):
		return nameWord{word: own[0], reads: true}
	}
	return nameWord{}
}

// words are the words of a name in lower case: getUser, get-user and GET_USER alike are get, user.
func words(name string) []string {
	var split strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		before := i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if unicode.IsUpper(r) && before {
			split.WriteByte(' ')
		}
		split.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(split.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}
