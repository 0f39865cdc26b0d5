// Command reference writes the configuration's fields, as the plugin's own code describes them, to where they are shown: the
// table in README.md and in the golden file of plugin/policy, and the JSON Schema in docs.
//
//	go run ./build/reference
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"strings"

	"mcponce/plugin/policy"
)

func main() {
	table := policy.Reference()
	heading, _, _ := strings.Cut(table, "\n")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		log.Fatalln("run this at the root of the repository:", err)
	}
	before, rest, found := strings.Cut(string(readme), heading)
	_, after, ends := strings.Cut(rest, "\n\n")
	if !found || !ends {
		log.Fatalf("README.md: want a table that begins with %q and ends with an empty line", heading)
	}
	write("README.md", before+strings.TrimSuffix(table, "\n")+"\n\n"+after)
	write("plugin/policy/testdata/reference.md", table)
	var schema bytes.Buffer
	if err := json.Indent(&schema, []byte(policy.Schema()), "", "  "); err != nil {
		log.Fatalln("the schema is no JSON:", err)
	}
	write("docs/config.schema.json", schema.String()+"\n")
}

func write(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
