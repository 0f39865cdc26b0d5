// Package npm installs what a folder's package.json and lock file say.
package npm

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Install copies the files of the folder source to dir and has npm install there what they pin, without running any script of
// a package. npm leaves what is there already.
func Install(ctx context.Context, source, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files, err := os.ReadDir(source)
	if err != nil {
		return err
	}
	for _, file := range files {
		if !file.Type().IsRegular() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(source, file.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, file.Name()), text, 0o644); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install what %s says: %w\n%s", source, err, out)
	}
	return nil
}
