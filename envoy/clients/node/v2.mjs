// A client by @modelcontextprotocol/client.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve, timeout } from './commands.mjs';

await serve(async ({ url, version, headers }) => {
  const client = new Client(
    { name: 'client', version: '1.0.0' },
    version < '2026-07-28' ? { supportedProtocolVersions: [version] } : { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    callTool: (name, args, _meta) => client.callTool({ name, arguments: args, _meta }, { timeout }),
    listTools: () => client.listTools(),
    close: () => client.close(),
  };
});
