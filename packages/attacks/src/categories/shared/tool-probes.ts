import type { Grammar } from '../../engine/grammar.ts'
import type { Oracle } from '../../engine/oracle.ts'
import { UNLISTED_TOOL_RAN } from '../../targets/mcp-words.ts'

/** Calls every tool of an MCP server with a value as argument: bare, since a tool that gets a sentence as path finds no file. */
export function probes(values: readonly string[]): Grammar {
  return {
    texts: ['{"method": "tools/call", "params": {"name": "*", "value": "{value}"}}'],
    words: { value: values.map((value) => JSON.stringify(value).slice(1, -1)) },
  }
}

/** Reads every resource, or gets every prompt, that an MCP server lists. */
export const READ_ALL: Grammar = {
  texts: ['{"method": "{read}", "params": {"{by}": "*", "value": "{value}"}}'],
  words: { read: ['resources/read'], by: ['uri'], value: ['1', 'all', 'admin', 'test'] },
}
export const GET_ALL: Grammar = {
  texts: ['{"method": "prompts/get", "params": {"name": "*", "value": "{value}"}}'],
  words: { value: ['1', 'all', 'admin', 'test'] },
}

/** The server ran a tool that it does not list. */
export const UNLISTED_TOOL: Oracle = {
  kind: 'parts',
  atLeast: 1,
  parts: [{ what: 'the result of a tool that the server does not list', anyOf: [UNLISTED_TOOL_RAN] }],
  isVouchedFor: true,
}

/** Output of `id`: no text that quotes the command contains it. */
export const COMMAND_OUTPUT: Extract<Oracle, { kind: 'parts' }> = {
  kind: 'parts',
  atLeast: 1,
  parts: [
    {
      what: 'the output of a command about its account',
      anyOf: [0, 1, 33, 100, 101, 500, 501, 999, 1000, 1001, 10_001, 65_532, 65_534].map((id) => `uid=${id}`),
    },
  ],
}

/** Output of `id`, or log lines of an agent that runs commands: the latter alone are a partial success. */
export const COMMAND_REPORTED: Oracle = {
  ...COMMAND_OUTPUT,
  atLeast: 2,
  parts: [
    ...COMMAND_OUTPUT.parts,
    { what: 'a hash of a password', anyOf: ['root:$6$', 'root:$5$', 'root:$y$', 'root:$1$', 'root:*:', 'root:!:'] },
    {
      what: 'a report of a running command',
      anyOf: ['running command', 'executing command', 'command executed', 'command output'],
    },
  ],
}
