import type { CodeBase } from '../code-base.ts'
import { listensOn } from '../find/address.ts'
import type { FoundTool } from '../find/tools.ts'
import { argumentsOf, entry } from '../syntax/members.ts'
import type { Call, SourceFile } from '../syntax/source-file.ts'
import { lastName } from '../syntax/value.ts'
import type { ProposedTarget } from '../reading.ts'

/** MCP servers in a code base: targets for those over HTTP, and notes on the others. */
export interface ToolServers {
  readonly targets: readonly ProposedTarget[]
  readonly notes: readonly string[]
}

const PATH_DEFAULT = '/mcp'
const PORT_DEFAULT = { js: 3000, python: 8000 } as const
const OVER_HTTP =
  /(?:^|\.)(?:StreamableHTTPServerTransport|NodeStreamableHTTPServerTransport|createMcpHandler|streamable_http_app|http_app|sse_app)$/
const OVER_STDIO = /(?:^|\.)(?:StdioServerTransport|serveStdio|stdio_server)$/

export function proposeToolServers(base: CodeBase, tools: readonly FoundTool[]): ToolServers {
  const calls = base.files.flatMap((file) => file.calls.map((call) => ({ call, file })))
  const http = calls.find(({ call, file }) => OVER_HTTP.test(call.path) || transportOf(call, file) === 'http')
  const stdio = calls.find(({ call, file }) => OVER_STDIO.test(call.path) || transportOf(call, file) === 'stdio')
  const notes =
    stdio === undefined
      ? []
      : [
          `${stdio.file.path}:${stdio.call.line} serves tools by standard input and output: attack it with "gatehouse redteam run --command", which only a person starts.`,
        ]
  return { targets: http === undefined ? [] : [targetOf(http.call, http.file, base, tools)], notes }
}

/** `mcp.run(transport="streamable-http")`; without a word it is stdio. */
function transportOf({ path, group }: Call, file: SourceFile): 'http' | 'stdio' | undefined {
  if (lastName(path) !== 'run' || !/^(?:mcp|server)\./.test(path) || file.language !== 'python') return undefined
  const { positional, named } = argumentsOf(group, 'python')
  const said = entry(named, 'transport') ?? positional[0]
  if (said === undefined) return 'stdio'
  return said.kind === 'text' && said.text !== 'stdio' ? 'http' : 'stdio'
}

function targetOf(call: Call, file: SourceFile, base: CodeBase, tools: readonly FoundTool[]): ProposedTarget {
  const at = { path: file.path, line: call.line }
  const path = base.files.flatMap(mountedPaths).find((item) => /\/mcp\/?$/i.test(item)) ?? PATH_DEFAULT
  const known = listensOn(file, base)
  const port = known?.port ?? PORT_DEFAULT[file.language]
  const own = tools.filter(({ shape }) => shape === 'mcp').map(({ name }) => name)
  return {
    target: {
      type: 'mcp',
      baseUrl: `http://127.0.0.1:${port}`,
      agentEndpoint: path,
      ...(own.length === 0 ? {} : { allowedTools: own }),
    },
    endpoint: `MCP ${path}`,
    confidence: known === undefined ? 60 : 80,
    reasons: [
      { field: 'type', reason: `It serves tools over HTTP: ${call.path}.`, at },
      ...(known === undefined ? [] : [{ field: 'baseUrl', reason: `It listens on port ${port}.`, at: known.at }]),
    ],
    open: known === undefined ? ['baseUrl: fill in where the server really listens.'] : [],
  }
}

/** Paths that routes of a file are written with. */
function mountedPaths(file: SourceFile): readonly string[] {
  return file.calls.flatMap(({ path, group }) => {
    const [first] = /\.(?:all|post|get|use|mount)$/.test(path) ? argumentsOf(group, file.language).positional : []
    return first?.kind === 'text' && /^\/[\w/-]{1,100}$/.test(first.text) ? [first.text] : []
  })
}
