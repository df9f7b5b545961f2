import { Failure } from '@gatehouse/kernel'
import type { Io, RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { Written } from '../route/answers.ts'
import { routeFile } from '../route/route-file.ts'

interface AddOptions {
  readonly file?: string
  readonly transport?: string
  readonly command?: string
  readonly arg: readonly string[]
  readonly headerEnv: readonly string[]
  readonly setEnv: readonly string[]
  readonly defaultAgent?: string
  readonly isolationAck?: true
  readonly disabled?: true
  readonly json?: true
  readonly url?: string
}

export const routeAdd: RegisterCommand = (parent, io) => {
  parent
    .command('add')
    .summary('create or replace a route to a tool server')
    .description(
      'Puts the gateway in front of a tool server, given by URL or as a program. An existing route of the same name ' +
        'is\nreplaced. Secrets are read from the environment or a file, never from the command line, which other users of ' +
        'the\nmachine can see.',
    )
    .argument('<route>', 'name of the route: letters, digits, "_" and "-"')
    .argument('[address]', 'URL of the tool server')
    .option('--file <file>', 'the complete route as YAML or JSON, with the fields of the API; - for standard input')
    .option('--transport <kind>', 'http, sse or stdio (default: http; stdio with --command)')
    .option('--command <program>', 'program that implements the stdio transport')
    .option('--arg <argument>', 'argument to pass to the program; repeatable', collect, [])
    .option(
      '--header-env <name=VARIABLE>',
      'header whose value is read from an environment variable, for example "Bearer …"; repeatable',
      collect,
      [],
    )
    .option(
      '--set-env <name=VARIABLE>',
      'environment variable of the program with its value from a local variable; repeatable',
      collect,
      [],
    )
    .option('--default-agent <agent>', 'agent ID for clients that cannot send one')
    .option('--isolation-ack', 'confirm that the stdio server on the gateway host is sufficiently isolated')
    .option('--disabled', 'create the route disabled')
    .option('--json', 'print the response as JSON')
    .option('--url <address>', 'URL of the guard service (default: GATEHOUSE_URL or http://127.0.0.1:4000)')
    .action(async (name: string, address: string | undefined, options: AddOptions) => {
      const server = serverAt(options.url, io)
      const body = await bodyOf(address, options, io)
      const path = `/v1/tenant/me/mcp-gateway/upstreams/${encodeURIComponent(name)}`
      const answer = await server.put(path, body, Written)
      if (answer.warning !== undefined) io.stderr.write(`gatehouse: warning: ${answer.warning}\n`)
      if (options.json === true) {
        io.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
        return
      }
      io.stdout.write(`${answer.status} route "${answer.route}" of tenant "${answer.tenant_id}"\n`)
      io.stdout.write(`MCP endpoint for agents: ${server.url}/gateway/${answer.route}/mcp\n`)
    })
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** @throws {Failure} `invalid_request` for conflicting arguments */
async function bodyOf(address: string | undefined, options: AddOptions, io: Io): Promise<object> {
  const { file, command, arg, transport = command === undefined ? 'http' : 'stdio' } = options
  if (file !== undefined) {
    const extra = optionsBesideFile(address, options)
    if (extra !== undefined)
      throw new Failure('invalid_request', `--file contains the complete route; set ${extra} in the file instead.`)
    return routeFile(file, io)
  }
  if (address === undefined && command === undefined) {
    throw new Failure('invalid_request', 'No tool server given. Pass a URL, --command or --file.')
  }
  if (address !== undefined && command !== undefined) {
    throw new Failure('invalid_request', 'Pass either a URL or --command, not both.')
  }
  if (command === undefined && (arg.length > 0 || options.setEnv.length > 0)) {
    throw new Failure('invalid_request', '--arg and --set-env require --command.')
  }
  const { env } = io
  const headers = fromEnvironment(options.headerEnv, '--header-env', env)
  const variables = fromEnvironment(options.setEnv, '--set-env', env)
  return {
    transport,
    ...(address === undefined ? {} : { url: address }),
    ...(command === undefined ? {} : { command, args: arg }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(variables).length === 0 ? {} : { env: variables }),
    ...(options.defaultAgent === undefined ? {} : { default_agent: options.defaultAgent }),
    isolation_ack: options.isolationAck === true,
    enabled: options.disabled !== true,
  }
}

/** Returns an option that conflicts with a file. */
function optionsBesideFile(address: string | undefined, options: AddOptions): string | undefined {
  if (address !== undefined) return 'the URL'
  const { transport, command, arg, headerEnv, setEnv, defaultAgent, isolationAck, disabled } = options
  const values: readonly [string, boolean][] = [
    ['--transport', transport !== undefined],
    ['--command', command !== undefined],
    ['--arg', arg.length > 0],
    ['--header-env', headerEnv.length > 0],
    ['--set-env', setEnv.length > 0],
    ['--default-agent', defaultAgent !== undefined],
    ['--isolation-ack', isolationAck === true],
    ['--disabled', disabled === true],
  ]
  const [option] = values.find(([, isGiven]) => isGiven) ?? []
  return option
}

/** @throws {Failure} `invalid_request` naming the variable that is not set */
function fromEnvironment(pairs: readonly string[], option: string, env: Io['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Failure('invalid_request', `Invalid ${option}: expected name=VARIABLE.`)
      const variable = pair.slice(at + 1)
      const value = env[variable]
      if (value === undefined) throw new Failure('invalid_request', `${option}: ${variable} is not set.`)
      return [pair.slice(0, at), value]
    }),
  )
}
