// An assembly file, even an empty one, lets the package declare functions without a body, which linkname fills in.
