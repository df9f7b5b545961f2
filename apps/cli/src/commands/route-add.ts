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
    .summary('register a tool server, or replace one')
    .description(
      'Puts the gateway in front of a tool server, by its address or by the program that is one. What the route was before is\n' +
        'replaced. Secrets are read from the environment or a file, never from the command line, where other users of the\n' +
        'machine would see them.',
    )
    .argument('<route>', 'the name of the route: letters, digits, "_" and "-"')
    .argument('[address]', 'where the tool server is')
    .option(
      '--file <file>',
      'the whole route as YAML or JSON, with the fields of the interface; - reads standard input',
    )
    .option('--transport <kind>', 'http, sse or stdio; http otherwise, stdio with --command')
    .option('--command <program>', 'a program that speaks over its standard streams')
    .option('--arg <argument>', 'an argument of the program; may be given several times', collect, [])
    .option(
      '--header-env <name=VARIABLE>',
      'a header with the value of a variable, such as "Bearer …"; several times',
      collect,
      [],
    )
    .option(
      '--set-env <name=VARIABLE>',
      'a variable of the program with the value of one here; several times',
      collect,
      [],
    )
    .option('--default-agent <agent>', 'who acts where a client cannot say')
    .option('--isolation-ack', 'say that a program beside the gateway is isolated well enough')
    .option('--disabled', 'register it, and do not serve it yet')
    .option('--json', 'print the answer as JSON')
    .option('--url <address>', 'the guard service; GATEHOUSE_URL or http://127.0.0.1:4000 otherwise')
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
      io.stdout.write(`agents connect to ${server.url}/gateway/${answer.route}/mcp\n`)
    })
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** @throws {Failure} `invalid_request` for words that do not go together: none of them is passed over */
async function bodyOf(address: string | undefined, options: AddOptions, io: Io): Promise<object> {
  const { file, command, arg, transport = command === undefined ? 'http' : 'stdio' } = options
  if (file !== undefined) {
    const beside = besideFile(address, options)
    if (beside !== undefined)
      throw new Failure('invalid_request', `A --file is the whole route; write ${beside} in it.`)
    return routeFile(file, io)
  }
  if (address === undefined && command === undefined) {
    throw new Failure('invalid_request', 'Give the address of a tool server, a --command, or a --file.')
  }
  if (address !== undefined && command !== undefined) {
    throw new Failure('invalid_request', 'A tool server has an address or a --command, not both.')
  }
  if (command === undefined && (arg.length > 0 || options.setEnv.length > 0)) {
    throw new Failure('invalid_request', 'Only a --command takes --arg and --set-env.')
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

/** What is given in words although a file says it. */
function besideFile(address: string | undefined, options: AddOptions): string | undefined {
  if (address !== undefined) return 'the address'
  const { transport, command, arg, headerEnv, setEnv, defaultAgent, isolationAck, disabled } = options
  const given: readonly [string, boolean][] = [
    ['--transport', transport !== undefined],
    ['--command', command !== undefined],
    ['--arg', arg.length > 0],
    ['--header-env', headerEnv.length > 0],
    ['--set-env', setEnv.length > 0],
    ['--default-agent', defaultAgent !== undefined],
    ['--isolation-ack', isolationAck === true],
    ['--disabled', disabled === true],
  ]
  const [option] = given.find(([, isGiven]) => isGiven) ?? []
  return option === undefined ? undefined : `what ${option} says`
}

/** @throws {Failure} `invalid_request` naming the variable that is not set */
function fromEnvironment(pairs: readonly string[], option: string, env: Io['env']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new Failure('invalid_request', `${option} is of the form name=VARIABLE.`)
      const variable = pair.slice(at + 1)
      const value = env[variable]
      if (value === undefined) throw new Failure('invalid_request', `${option}: ${variable} is not set.`)
      return [pair.slice(0, at), value]
    }),
  )
}
