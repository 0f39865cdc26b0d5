// Package probe pins what a proxy-wasm host does, callback by callback. A probe filter (folder plugin) does what little
// programs tell it to, and logs every callback and every host call with its status and result. The files of testdata hold
// such programs with what Envoy makes of them (github.com/cockroachdb/datadriven; -rewrite writes what comes into the
// files, which is meant for Envoy alone). Every host is held against the same files, through a Driver.
//
// Everything waits for events, never for time; a wait is given up after 10 s. Nothing that is printed depends on who won
// a race. What differs between Envoy's versions is left out.
//
// # Directives
//
//	gateway ARGS          first in every file: the gateway, shared by files that ask for the same. The input is the
//	                      plugin's configuration, a program; lines "vm| ..." are that of the VMs
//	  workers=N           1 if not said
//	  withhold            show no body while headers are paused (Envoy without allow_on_headers_stop_iteration)
//	  buffer=BYTES        how much of a body is held; 1 MiB if not said
//	  route-timeout= idle-timeout=
//	  policy=reload|closed|open
//	                      what becomes of a worker whose VM has ended; reload if not said
//	  h2-upstream         speak HTTP/2 to the upstream
//	starts                print what the gateway's VMs did at their start: the same things once, with the number of VMs
//	update                replace the plugin's configuration by the input, and wait until new connections meet it; prints
//	                      rejected when the host keeps the old one
//	revive                wait until a VM serves a new connection, and say whether the file knows it
//
//	probe NAME ARGS       send a request; print what the client sees, and the trace until the stream is deleted
//	start NAME ARGS       send it, and go on
//	  METHOD path=(/PATH) GET and / if not said
//	  h2                  in HTTP/2
//	  body= chunks=(a, b) with content-length, or in chunks (in HTTP/2: without content-length). a*100 is a hundred times a
//	  length=N open       declare this length; do not end the request: more is sent with "send"
//	  trailers=(NAME: VALUE)
//	  vm=first|second     on a connection that this VM serves; the first one if not said
//	                      The input is the stream's program, with lines "> NAME: VALUE" for further headers
//	send NAME [body=] [end]
//	                      more of an open request
//	await NAME            print what the client sees, and the trace until the stream is deleted
//	drop NAME             the client leaves (in HTTP/2: resets the stream); print the trace until the stream is deleted
//	trace                 print the trace
//	Those that print the trace:
//	  until=(TEXT, ...)   first wait for these instead of the deletion, or for nothing
//	  merged, sizeless    see pieces
//	wait TEXT             wait for a line of the trace
//	wait client NAME      until an answer's headers have come
//	wait upstream STATE   until the newest request at the upstream is reading (its body), paused, answered, left (by the
//	                      gateway) or broken off (its body)
//
//	origin                the upstream's script for the requests to come, one step in each line: early (do not read the
//	                      request first), head STATUS NAME=VALUE ..., body TEXT, flush, pause, trailers NAME=VALUE ..., close,
//	                      reset. Without an input: 200, with a body of 2 bytes
//	origin resume         let go what is paused;  origin down, up  refuse connections, accept them again
//	upstream              print the requests that came since the script was set
//
// # The trace
//
// A line is the context's name and a callback (without "proxy_on_") with its arguments, or, indented, an instruction and
// what it gave. Lines of one VM are in the order of time; VMs are printed apart. Programs are explained in
// plugin/program.go, instructions in plugin/instructions_wasip1.go.
package probe
