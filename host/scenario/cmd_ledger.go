package scenario

// cmdLedger prints what the origin did so far.
func (s *scenario) cmdLedger(*directive) (string, error) {
	return s.origin.executions().withKeys(s.withSymbols).String(), nil
}

// cmdAllow widens what the check at the end of the file permits: executions without a key (unkeyed), and more than one
// with the same key (repeated). Scenarios of calls that are not governed need it.
func (s *scenario) cmdAllow(d *directive) (string, error) {
	s.allowUnkeyed = d.has("unkeyed") || s.allowUnkeyed
	s.allowRepeated = d.has("repeated") || s.allowRepeated
	return "", nil
}
