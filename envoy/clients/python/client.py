"""A client by the Python SDK that does what it is told, a command a line: see ../command.go."""

import json
import sys

import anyio
import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

TIMEOUT = 10  # seconds


async def read():
    """The next command, or None at the end of the input."""
    text = await anyio.to_thread.run_sync(sys.stdin.readline)
    return json.loads(text) if text else None


def say(answer):
    print(json.dumps(answer), flush=True)


def seen(error):
    """What a caller can learn from an exception. Exceptions of background tasks come in groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    answer = {"class": type(error).__name__, "message": str(error)}
    if isinstance(error, MCPError):
        answer.update(code=error.code, message=error.message, data=error.data)
    return {"error": answer}


async def do(client, command):
    if "list" in command:
        await client.list_tools()
        return {"result": {}}
    call = command["call"]
    result = await client.call_tool(call["name"], call["arguments"], TIMEOUT, meta=call.get("meta"))
    return {"result": result.model_dump(mode="json", by_alias=True, exclude_none=True)}


async def session(connect):
    """Opens a session and does what is told, until another one is to be opened. Returns that command."""
    mode = "legacy" if connect["version"] < "2026-07-28" else connect["version"]
    command = {"connect": connect}
    answered = False
    try:
        async with (
            httpx2.AsyncClient(headers=connect["headers"], timeout=TIMEOUT) as http,
            Client(streamable_http_client(connect["url"], http_client=http), mode=mode) as client,
        ):
            say({"result": {}})
            answered = True
            while (command := await read()) and "connect" not in command:
                answered = False
                try:
                    answer = await do(client, command)
                except Exception as error:
                    answer = seen(error)
                say(answer)
                answered = True
            return command
    except Exception as error:  # the session is lost, perhaps with a call that it has cancelled
        if command and "connect" in command and answered:
            return command  # what fails at the end of a session does not matter
        failure = seen(error)
    if not answered:
        say(failure)
    while (command := await read()) and "connect" not in command:
        say(failure)
    return command


async def main():
    command = await read()
    while command:
        command = await session(command["connect"])


anyio.run(main)
