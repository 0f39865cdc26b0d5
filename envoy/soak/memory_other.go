//go:build !linux

package soak

// residentMemory is not known here.
func residentMemory(int) (int64, error) { return 0, nil }
