import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import { parse } from 'yaml'
import type { Io, RegisterCommand } from '../command.ts'
import { serverAt } from '../policy/server.ts'
import { Written } from '../route/answers.ts'

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
      'Secrets are read from the environment or a file, never from the command line, where other users of the machine would\n' +
        'see them.',
    )
    .argument('<route>', 'the name of the route: letters, digits, "_" and "-"')
    .argument('[address]', 'where the tool server is')
    .option('--file <file>', 'the whole route as YAML or JSON; - reads standard input')
    .option('--transport <kind>', 'http, sse or stdio; http otherwise, stdio with --command')
    .option('--command <program>', 'a program that speaks over its standard streams')
    .option('--arg <argument>', 'an argument of the program; may be given several times', collect, [])
    .option('--header-env <name=VARIABLE>', 'a header with the value of a variable; several times', collect, [])
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
      const body = options.file === undefined ? bodyOf(address, options, io) : await fromFile(options.file, io)
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

function bodyOf(address: string | undefined, options: AddOptions, { env }: Io): object {
  const { command, arg, transport = command === undefined ? 'http' : 'stdio' } = options
  if (address === undefined && command === undefined) {
    throw new Failure('invalid_request', 'Give the address of a tool server, a --command, or a --file.')
  }
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

/** Larger files were named by mistake. */
const FILE_CHARS_MAX = 1_048_576

async function fromFile(name: string, { cwd, stdin }: Io): Promise<unknown> {
  let text = ''
  try {
    if (name === '-') for await (const chunk of stdin) text += chunk.toString()
    else text = readFileSync(resolve(cwd, name), 'utf8')
  } catch (error) {
    throw new Failure('invalid_request', `${name} cannot be read: ${messageOf(error)}`)
  }
  if (text.length > FILE_CHARS_MAX) throw new Failure('body_too_large', `${name} is too large for a route.`)
  try {
    return parse(text) as unknown
  } catch (error) {
    throw new Failure('invalid_request', `${name} is no YAML: ${messageOf(error).split('\n')[0]!}`)
  }
}
