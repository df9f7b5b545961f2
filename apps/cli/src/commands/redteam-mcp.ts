import { Readable, Writable } from 'node:stream'
import { Failure } from '@gatehouse/kernel'
import type { Io, RegisterCommand } from '../command.ts'
import { positive } from '../redteam/shared-options.ts'
import { shownLines } from '../terminal.ts'
import { VERSION } from '../version.ts'

interface McpOptions {
  readonly root: string
  readonly allowTarget: readonly string[]
  readonly env: readonly string[]
  readonly models: boolean
  readonly maxRequests?: number
}

/** MCP server with the red-team tools, over standard input and output. docs/spec/redteam.md "MCP". */
export const redteamMcp: RegisterCommand = (parent, io) => {
  parent
    .command('mcp')
    .summary('run an MCP server on standard input and output for red-teaming with an assistant')
    .description(
      'Serves twelve tools over the Model Context Protocol (stdio transport). The tools access only files in the root ' +
        'folder and attack only this machine, unless --allow-target names other hosts.',
    )
    .requiredOption('--root <folder>', 'folder for configurations and reports')
    .option(
      '--allow-target <host>',
      'host:port that may be attacked; if a port of this machine is named, its other ports are blocked; repeatable',
      collected,
      [],
    )
    .option('--env <name>', 'environment variable that configurations may reference; repeatable', collected, [])
    .option('--max-requests <count>', 'maximum requests per run; overrides the configuration', positive)
    .option('--no-models', 'do not use models to judge or write attacks, even if MODEL_BASE_URL is set')
    .addHelpText('after', HELP)
    .action(async (options: McpOptions) => serve(options, io))
}

function collected(item: string, before: readonly string[]): readonly string[] {
  return [...before, item]
}

async function serve({ root, allowTarget, env, models, maxRequests }: McpOptions, io: Io): Promise<void> {
  // Loaded lazily to keep the startup of other commands fast.
  const [
    { serveRedteamMcp },
    { egressPort, egressSocketPort },
    { systemClock },
    { createEgress, parseEgressAllow },
    { modelsOf },
  ] = await Promise.all([
    import('@gatehouse/app-redteam'),
    import('@gatehouse/attacks'),
    import('@gatehouse/kernel'),
    import('@gatehouse/kernel/egress'),
    import('../redteam/models.ts'),
  ])
  const variables = variablesOf(env, io)
  const stop = new AbortController()
  void io
    .untilStopped()
    .then((signal) => stop.abort(new Failure('unavailable', `The server was stopped by ${signal}.`)))
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const judges = models ? modelsOf(io, egress) : undefined
  try {
    await serveRedteamMcp({
      root,
      allowTargets: allowTarget,
      variables,
      http: egressPort(egress),
      socket: egressSocketPort(egress),
      clock: systemClock,
      ...(judges === undefined ? {} : { models: judges }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
      version: VERSION,
      input: io.stdin instanceof Readable ? io.stdin : Readable.from(io.stdin),
      output: outputOf(io),
      signal: stop.signal,
      onProblem: (subject) => void io.stderr.write(`gatehouse: ${shownLines(subject)}\n`),
    })
  } finally {
    await egress.close()
  }
}

/** @throws {Failure} `invalid_request` for an invalid name, or one of Gatehouse's own variables */
function variablesOf(names: readonly string[], io: Pick<Io, 'env'>): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) || /^GATEHOUSE_/i.test(name)) {
        throw new Failure(
          'invalid_request',
          `Invalid --env: "${name}". Pass the name of an environment variable with a secret of the agent.`,
        )
      }
      return [name, io.env[name] ?? '']
    }),
  )
}

function outputOf({ stdout }: Pick<Io, 'stdout'>): Writable {
  if (stdout instanceof Writable) return stdout
  return new Writable({
    decodeStrings: false,
    write(text: string | Uint8Array, _encoding, done) {
      stdout.write(typeof text === 'string' ? text : Buffer.from(text).toString())
      done()
    },
  })
}

const HELP = `
Client configuration (stdio server):
  {"mcpServers": {"gatehouse-redteam": {"command": "gatehouse", "args": ["redteam", "mcp", "--root", "/path/of/the/agent"]}}}

Examples:
  gatehouse redteam mcp --root . --allow-target localhost:3000
  gatehouse redteam mcp --root . --allow-target staging.example.org --env AGENT_TOKEN`
