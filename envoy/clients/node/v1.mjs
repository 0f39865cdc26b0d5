// A client by @modelcontextprotocol/sdk, which speaks versions with sessions only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serve, timeout } from './commands.mjs';

await serve(async ({ url, headers }) => {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    callTool: (name, args, _meta) => client.callTool({ name, arguments: args, _meta }, undefined, { timeout }),
    listTools: () => client.listTools(),
    close: () => client.close(),
  };
});
