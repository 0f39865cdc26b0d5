package main

import (
	"strings"
	"testing"
)

func TestVerdictFindsWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		cell   cell
		result result
		want   string // part of the one thing that is wrong; nothing is if empty
	}{
		"a carried call is replayed": {cell{detached, half, clientLeaves}, result{1, 1, left, replayed}, ""},
		"a cut call is in doubt":     {cell{inline, half, reset}, result{1, 1, cut, "in doubt (answer_cut)"}, ""},
		"nothing was sent, it runs":  {cell{inline, claimed, reset}, result{0, 1, unreachable, executed}, ""},
		"a new store runs it again":  {cell{inline, recorded, killOpaque}, result{1, 2, cut, executed}, ""},

		"executed twice":                  {cell{inline, half, reset}, result{1, 2, cut, "in doubt (answer_cut)"}, "executed 2 times"},
		"a retry after a dispatch runs":   {cell{inline, half, reset}, result{1, 2, cut, executed}, `want the retry told "in doubt"`},
		"told executed, and was not":      {cell{inline, claimed, reset}, result{0, 0, unreachable, executed}, "executed 0 times"},
		"a carried call is not replayed":  {cell{detached, half, clientLeaves}, result{1, 1, left, "in doubt (client_left)"}, `want the retry told "replayed"`},
		"a recorded outcome is lost":      {cell{inline, recorded, vmTrap}, result{1, 1, cut, "in doubt (owner_lost)"}, `want the retry told "replayed"`},
		"a timed key runs again":          {cell{inline, half, killTimed}, result{1, 2, cut, executed}, `want the retry told "in doubt"`},
		"nothing was sent, it is refused": {cell{inline, beforeClaim, update}, result{0, 0, noAnswer, "in doubt (gateway_ended)"}, `want the retry told "executed"`},
		"the first is told a falsehood":   {cell{inline, half, reset}, result{1, 1, unreachable, "in doubt (answer_cut)"}, "want the first attempt told"},
		"a page of the gateway":           {cell{inline, dispatched, gatewayTime}, result{1, 1, "504 text/plain", "in doubt (gateway_timeout)"}, "want the first attempt told"},
		"the moment was not reached":      {cell{inline, dispatched, reset}, result{0, 0, noAnswer, "in doubt (upstream_reset)"}, "the moment was not reached"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(c.cell.faultsOf(c.result), "; ")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q; want %q", got, c.want)
			}
		})
	}
}

func TestAnswersAreToldInAWord(t *testing.T) {
	for printed, want := range map[string]string{
		"connection closed without an answer":                                                    noAnswer,
		"200 application/json replayed=false\n1 result receipt 1":                                executed,
		"200 application/json replayed=false\n1 result receipt 1\ncut":                           "executed, cut",
		"200 application/json replayed=false\ncut":                                               cut,
		"200 application/json replayed=true\n2 result receipt 1 replayed":                        replayed,
		"200 application/json\n2 error -31411 in_doubt attempts=2 reason=client_left status=409": "in doubt (client_left)",
		"200 application/json\n1 error -31504 unreachable retryAfterMs=1000 status=503":          unreachable,
		"503": plain503,
		"504 text/plain\ntext \"upstream request timeout\"":               `504 text/plain; text "upstream request timeout"`,
		"200 application/json replayed=true\n2 result receipt 2 replayed": "200 application/json replayed=true; 2 result receipt 2 replayed",
	} {
		if got := told(printed); got != want {
			t.Errorf("told %q: got %q; want %q", printed, got, want)
		}
	}
}

func TestDocumentHasEveryCell(t *testing.T) {
	all := make([]matrix, len(platforms))
	for i := range platforms {
		all[i] = matrix{}
		for _, f := range faults {
			for _, c := range cellsOf(f) {
				all[i][c] = result{1, 1, left, replayed}
			}
		}
	}
	text := string(document(all))
	possible := 0
	for _, f := range faults {
		possible += len(cellsOf(f))
	}
	places := len(modes) * len(moments) * len(faults)
	if got, want := strings.Count(text, "| 1 / left / replayed "), len(platforms)*possible; got != want {
		t.Errorf("the document has %d cells with a result; want %d", got, want)
	}
	if got, want := strings.Count(text, "| impossible ["), len(platforms)*(places-possible); got != want {
		t.Errorf("the document has %d impossible cells; want %d", got, want)
	}
}
