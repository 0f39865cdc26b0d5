// Command mutate takes the product's safeguards out one at a time and checks that the tests notice. It fails when a
// mutation survives one of its tests, does not apply or does not compile.
//
//	go run ./build/mutate [part of a name]
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	only := strings.Join(os.Args[1:], " ")
	failed := 0
	for _, m := range mutations {
		if !strings.Contains(m.name, only) {
			continue
		}
		if err := m.run(); err != nil {
			failed++
			fmt.Printf("FAIL  %s: %v\n", m.name, err)
			continue
		}
		fmt.Printf("ok    %s\n", m.name)
	}
	if failed > 0 {
		os.Exit(1)
	}
}

// run mutates a copy of the tree and runs the mutation's tests there, each of which must fail.
func (m mutation) run() error {
	dir, err := os.MkdirTemp("", "mcponce-mutate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyTree(dir); err != nil {
		return err
	}
	if err := m.apply(filepath.Join(dir, m.file)); err != nil {
		return err
	}
	if out, err := in(dir, "go", "vet", "./"+filepath.Dir(m.file)); err != nil {
		return fmt.Errorf("it does not compile: %s", out)
	}
	for _, test := range m.tests {
		out, err := in(dir, "go", append([]string{"test"}, test...)...)
		switch {
		case err == nil:
			return fmt.Errorf("it survives go test %s", strings.Join(test, " "))
		case !strings.Contains(out, "--- FAIL:"):
			return fmt.Errorf("go test %s failed without a failed test:\n%s", strings.Join(test, " "), out)
		}
	}
	return nil
}

func (m mutation) apply(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		return fmt.Errorf("want %q once in %s, found it %d times", m.old, m.file, n)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600)
}

// copyTree copies the files that git knows, and links the fetched Envoys.
func copyTree(dir string) error {
	list, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSuffix(name, "\n")
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o700); err != nil {
			return err
		}
	}
	envoys, err := filepath.Abs("build/envoy")
	if err != nil {
		return err
	}
	return os.Symlink(envoys, filepath.Join(dir, "build/envoy"))
}

func in(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}
