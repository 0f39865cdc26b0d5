// What the programs of both SDKs share: they do what they are told, a command a line (see ../command.go).
import { createInterface } from 'node:readline';

export const timeout = 10_000; // milliseconds

// open returns a connected client: it has callTool, listTools and close.
export async function serve(open) {
  let client;
  for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
      const { connect, call } = JSON.parse(line);
      if (connect) {
        await client?.close().catch(() => {}); // what fails at the end of a session does not matter
        client = await open(connect);
        answer = { result: {} };
      } else if (call) {
        const { name, arguments: args, meta } = call;
        answer = { result: await client.callTool(name, args, meta) };
      } else {
        await client.listTools();
        answer = { result: {} };
      }
    } catch (error) {
      answer = { error: seen(error) };
    }
    console.log(JSON.stringify(answer));
  }
  process.exit(0); // streams that are still open would keep it
}

// What a caller can learn from an exception.
function seen(error) {
  return { class: error.constructor.name, code: error.code, status: error.status, message: error.message, data: error.data };
}
