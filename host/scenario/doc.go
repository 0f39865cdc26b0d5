// Package scenario is a language for what an MCP gateway must do, and its runner. A scenario is a text file of directives
// with the expected output below (github.com/cockroachdb/datadriven; -rewrite writes the output into the file). The same
// files run against every host of the plugin, through a Driver.
//
// A scenario plays both sides. Its clients speak HTTP/1.1 on connections of their own. Its origin is the one upstream of
// the gateway: an MCP server that does what its script says, exact to the byte, and keeps the ledger of executions that
// is the ground truth. Whatever a file says, the runner fails it when the ledger shows a round of an action executed
// more than once, or an execution without a key. A program plays scenarios line by line with a Play.
//
// Everything waits for events, never for time; a wait is given up after 30 s. Nothing printed depends on who won a race.
//
// # Directives
//
//	config NAME...        first in every file: run it once with each configuration configs/NAME.json
//	allow [unkeyed] [repeated]
//	                      permit executions without a key, or repeated ones, where the file is about calls that pass
//
//	call ARGS             send a tools/call, print the answer
//	start CALL ARGS       the same, without waiting for the answer
//	  key=k1              the key; k1, k2, ... are symbols, each a fresh UUID in every run
//	  key-in=(header, _meta.NAME, params.NAME)
//	                      where the key is; header if not said
//	  tool= args= id=     transfer, {"amount":10} and the next number if not said; args and id are sent as they stand
//	  meta={} params={}   further members of _meta and of params
//	  version=            of MCP; 2026-07-28 if not said
//	  capabilities={}     of the client
//	  patient             (call) send it again as long as the answer is "in progress"
//	  unread              (start) read nothing of the answer
//	send ARGS             send the input as a body, print the answer and what became of the request: "not forwarded",
//	                      "passed" (it and its answer went through unchanged) or "changed: ..."; the body is a
//	                      text/template, with {{hex "ff"}} and {{repeat 3 "ab"}}
//	  gzip                compress the body
//	list ARGS             send a tools/list, print the answer's status, "as sent" or "changed", and its tools with their
//	                      arguments; a ! is put after those that are required
//	  version= id=        as for a call
//	All four:
//	  method= path=       POST and /mcp if not said
//	  principal=          x-user; alice if not said
//	  accept=both|json|sse
//	  header=(NAME: VALUE)
//	                      sent instead of the usual line of that name; may be given several times
//	  without=(NAME, ...) leave out usual lines
//	  chunks=N            send the body in N chunks, else with content-length
//	  only-half           stop in the middle of the body
//	  show=(NAME, ...)    print these headers of the answer
//
//	request [show=(NAME, ...)]
//	                      print the body of the newest request as the origin has it, and these of its headers
//
//	wait CALL POINT       until the call has come to sent, continue (where it has the header "expect: 100-continue"), headers,
//	                      body (some of it), answer (a whole response can be read) or end
//	await CALL            print the answer of a started call
//	drop CALL [fin]       the client leaves: RST, or FIN
//
//	origin ARGS           the script from now on; without arguments: 200, JSON, a receipt with the number of the execution.
//	                      An input is the body of every answer; in it $id is the request's id, {{hex "0d"}} works, and
//	                      the point half is at {{half}}, in the middle if not said
//	  status= type= header=(NAME: VALUE)
//	  sse notify=N        an event stream, the answer after N notifications
//	  result={} error={}  instead of a receipt
//	  padding=N           make the receipt N bytes longer
//	  empty               no body
//	  chunked             else JSON has a content-length
//	  trailer=(NAME: VALUE)
//	                      behind a chunked body
//	  gzip=accepted|always
//	                      compress the body where the request accepts that, or in any case
//	  refuses             the answer says by contract that nothing was executed: the ledger counts a refusal
//	  pause=POINT         stop there until "origin resume"
//	  cut=POINT [fin]     end the connection there: RST, or FIN
//	origin resume [earlier]
//	                      let what is paused go on, under the present script or under the one before
//	origin down           refuse connections;  origin up  accept them again
//	wait origin POINT     until the newest request under the present script has come to received (it is executed), headers,
//	                      half (of the body), whole, end, or left (the gateway closed the connection before the end)
//
//	wait waiting attempts=N
//	                      until N attempts wait for an earlier one
//
//	burst n=16 keys=20 [waiting]
//	                      n attempts at once for each of the keys; with waiting the tool runs until all others wait for it.
//	                      Fails unless several VMs took part in most keys, where the gateway has more than one worker
//	stream ARGS events=N  a call, or with method=GET a GET, answered by N events, each sent when the client has the one before;
//	                      an input is the events themselves
//	subtest NAME          from here to "subtest end" the directives are a test of that name
//	ledger                print the executions
//	metrics PATTERN       print how far the plugin's metrics that match grew in this scenario
//	advance DURATION      let time pass, virtual or real
//
// A word such as secret-alice-a-key is planted: no line of the gateway's log may hold one, and no answer, but that the server's own
// words (secret-alice-a-told) and the call's own id (secret-alice-a-id) come back to calls whose body speaks of secret-alice-a. The
// runner checks that whatever a file says.
//
// $k1 stands for the key k1 in every argument and input, and keys are printed as their symbols. A value with spaces is
// written in brackets.
//
// # Output
//
// The first line is the status, the media type and the header Idempotent-Replayed. A line for each message follows, with
// its id as sent: a result (the origin's own as "receipt N", one with the replay mark followed by "replayed"), or an error
// by its type and data, without wording and times. "cut" says that the answer broke off.
package scenario
