package scenario

import "github.com/cockroachdb/datadriven"

// Play runs directives for a program, on a gateway and an origin of its own: what a program adds is what it does to the
// gateway between them. Nothing holds the ledger against the promise but the program. It is for one goroutine.
type Play struct{ scenario *scenario }

// Open starts a gateway, configured by config (JSON), before an origin, and begins a scenario. The Play ends with Close.
func Open(d Driver, config string) (*Play, error) {
	stage := &stage{driver: d}
	err := stage.open(config)
	if err == nil {
		var first *scenario
		if first, err = newScenario(stage); err == nil {
			return &Play{first}, nil
		}
	}
	stage.close()
	return nil, err
}

// Begin begins another scenario: fresh keys, an origin that is as new and an empty ledger. The calls of the one before are
// cut.
func (p *Play) Begin() error {
	p.leave()
	next, err := newScenario(p.scenario.stage)
	if err == nil {
		p.scenario = next
	}
	return err
}

// Do runs one directive without input, and returns what it prints. The gateway may have moved since the last one.
func (p *Play) Do(line string) (string, error) {
	command, args, err := datadriven.ParseLine(line)
	if err == nil {
		err = p.scenario.locate()
	}
	if err != nil {
		return "", err
	}
	return p.scenario.run(&datadriven.TestData{Cmd: command, CmdArgs: args})
}

// Close ends the gateway and the origin.
func (p *Play) Close() {
	p.leave()
	p.scenario.stage.close()
}

func (p *Play) leave() {
	for _, c := range p.scenario.calls {
		c.drop(true)
	}
}
