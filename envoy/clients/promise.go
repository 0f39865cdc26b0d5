package main

import (
	"encoding/json"
	"fmt"
)

const replayedMeta = "mcponce/replayed"

// broken lists the promises that were not kept to the caller.
func (g seen) broken(style string) (list []error) {
	w := g.scene.want
	if g.executions != w.executions {
		list = append(list, fmt.Errorf("want %d executions, got %d", w.executions, g.executions))
	}
	switch {
	case g.scene.open(): // what the SDK makes of a broken connection is its own affair
	case w.code == 0:
		list = append(list, g.resultBroken()...)
	case style == "rpc" && !w.status:
		list = append(list, g.refusalBroken()...)
	case style == "tool" && !w.status:
		if r := g.answer.Result; r == nil || !r.IsError || len(r.Content) == 0 || r.Content[0].Text == "" {
			list = append(list, fmt.Errorf("want a result with isError and words for the model, got %s", g))
		}
	}
	return list
}

// open says that nothing is promised but the number of executions.
func (s scene) open() bool {
	return s.name == cut.name || s.name == cutAndRetried.name || s.name == forgotten.name
}

func (g seen) resultBroken() (list []error) {
	r := g.answer.Result
	if r == nil || r.IsError || len(r.Content) == 0 {
		return []error{fmt.Errorf("want a result, got %s", g)}
	}
	if _, marked := r.Meta[replayedMeta]; marked != g.scene.want.replayed {
		list = append(list, fmt.Errorf("want a mark of a replay: %t, got %t", g.scene.want.replayed, marked))
	}
	if !g.alive {
		list = append(list, fmt.Errorf("the session does not serve any more"))
	}
	return list
}

func (g seen) refusalBroken() (list []error) {
	e := g.answer.Error
	if e == nil || e.Code != float64(g.scene.want.code) || e.Message == "" || e.kind() != g.scene.want.kind {
		list = append(list, fmt.Errorf("want code %d with data.type %q, got %s", g.scene.want.code, g.scene.want.kind, g))
	}
	if !g.alive {
		list = append(list, fmt.Errorf("the session does not serve any more"))
	}
	return list
}

// kind is error.data.type, as far as the SDK shows data.
func (f failure) kind() string {
	var data struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(f.Data, &data) // data of another shape has no type
	return data.Type
}
