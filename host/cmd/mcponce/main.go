// Command mcponce runs the filter without Envoy, and helps to configure it:
//
//	mcponce classify http://127.0.0.1:9001/mcp > mcponce.json
//	mcponce check mcponce.json transfer
//	mcponce size --rate 10 --retention 24h --result 1KiB
//	mcponce serve --upstream 127.0.0.1:9001 --config mcponce.json
//
// and to run it:
//
//	mcponce records http://127.0.0.1:10001/mcponce --state in_doubt
//	mcponce resolve http://127.0.0.1:10001/mcponce d5e88ae6cf72 not-executed
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type commands struct {
	Serve    serve           `cmd:"" help:"Be the gateway of one MCP server, on this machine."`
	Check    check           `cmd:"" help:"Check a configuration as the filter does, and say what it means."`
	Size     size            `cmd:"" help:"Say how large a store has to be, and print the lines that make it so."`
	Classify classifyCommand `cmd:"" help:"Sort the tools of an MCP server by side effect, and print a configuration to begin with."`
	Records  records         `cmd:"" help:"List the records of a gateway."`
	Resolve  resolve         `cmd:"" help:"Tell a gateway what became of an action whose outcome is in doubt."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	line := kong.Parse(&commands{}, kong.Name("mcponce"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Description("mcponce makes an MCP tool's action run once, however often the call is sent."))
	line.FatalIfErrorf(line.Run())
}
