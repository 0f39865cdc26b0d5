package main

// fault is what befalls a call: a column of the matrix.
type fault struct {
	name    string
	setting setting
	tool    string // suffix of the tool's name
	strike  func(*trial)
	// impossible says why the fault cannot come at a moment, or "".
	impossible func(*moment, mode) string
}

var (
	clientLeaves = &fault{name: "client leaves", strike: leave, impossible: betweenCallbacks}
	reset        = &fault{name: "upstream reset", strike: cutUpstream, impossible: atTheServer}
	gatewayTime  = &fault{name: "504", setting: setting{toolTimeout: "2s"}, strike: timeOut, impossible: duringTheExchange}
	vmTrap       = &fault{name: "VM trap", setting: setting{idle: shortIdle}, strike: trap, impossible: always}
	killTimed    = &fault{name: "process kill, timed key", setting: setting{killed: true}, tool: "_timed", strike: kill, impossible: always}
	killOpaque   = &fault{name: "process kill, opaque key", setting: setting{killed: true}, strike: kill, impossible: always}
	update       = &fault{name: "update, drain time over", strike: replace, impossible: whileTheStreamLives}
)

var faults = []*fault{clientLeaves, reset, gatewayTime, vmTrap, killTimed, killOpaque, update}

// Why a cell is impossible.
const (
	withinCallback = "The moment is within one callback of the filter: the worker turns to nothing else until that has ended, and then it is over."
	nothingSent    = "Nothing has been sent to the server that could be broken off or be late."
	exchangeOver   = "The exchange with the server has ended."
)

var reasons = []string{withinCallback, nothingSent, exchangeOver}

func always(*moment, mode) string { return "" }

func betweenCallbacks(m *moment, by mode) string {
	if _, rests := m.rest[by]; !rests {
		return withinCallback
	}
	return ""
}

// whileTheStreamLives: a stream that was answered is over for the gateway.
func whileTheStreamLives(m *moment, by mode) string {
	if m.rest[by].over {
		return withinCallback
	}
	return betweenCallbacks(m, by)
}

func duringTheExchange(m *moment, by mode) string {
	switch r, rests := m.rest[by]; {
	case !rests:
		return withinCallback
	case r.over:
		return exchangeOver
	case r.pause == "":
		return nothingSent
	default:
		return ""
	}
}

// atTheServer: a connection can be refused, too.
func atTheServer(m *moment, by mode) string {
	if m == claimed {
		return ""
	}
	return duringTheExchange(m, by)
}

func leave(t *trial) {
	t.arrive("")
	before := t.lost()
	t.do("drop first")
	t.first = left
	if !t.rest().over {
		t.until("a client that has left", func() bool { return t.lost() > before })
	}
	t.do("origin resume")
}

// cutUpstream has the server reset its connection. Before it has got the call, that is a connection that it refuses.
func cutUpstream(t *trial) {
	if t.moment == claimed {
		t.do("origin down")
		t.start("")
		t.await()
		t.do("origin up")
		return
	}
	t.arrive("cut=" + t.rest().pause)
	t.do("origin resume")
	t.await()
}

func timeOut(t *trial) {
	t.arrive("")
	t.await()
	t.do("origin resume")
}

// trap ends the VM by the call itself, or by another one while it rests.
func trap(t *trial) {
	if t.moment.point != "" {
		t.arriveAtPoint("trap")
	} else {
		t.arrive("")
		t.do("call key=k2 tool=" + t.tool() + faultAt("trap", "read"))
		t.do("origin resume")
	}
	t.await()
	t.untilServed()
}

func kill(t *trial) {
	if t.moment.point != "" {
		t.arriveAtPoint("hold")
		t.untilLogged("held at " + t.moment.point)
	} else {
		t.arrive("")
	}
	t.harm(t.stage.kill)
	t.await()
}

func replace(t *trial) {
	t.arrive("")
	t.harm(t.stage.update)
	t.await()
	t.do("origin resume")
}
