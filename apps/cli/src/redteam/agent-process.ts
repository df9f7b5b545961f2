import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { listenAt } from './listen.ts'
import {
  bodyOf,
  closeServer,
  environmentOf,
  isAuthorized,
  type LocalTarget,
  programOf,
  TOKEN_BYTES,
} from './local-target.ts'
import type { RunOptions } from './options.ts'

/** Longer replies are cut by the run anyway. */
const LINE_UNITS_MAX = 4 * 1024 * 1024
const STDERR_UNITS_MAX = 2_000
/** Consecutive exits without a reply after which the agent counts as broken. */
const STARTS_MAX = 3
/** Serves the default export of a module over JSON lines; its log output goes to standard error. */
const MODULE_RUNNER = `
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
const module = await import(pathToFileURL(process.argv[1]).href)
const reply = typeof module.default === 'function' ? module.default : module.default?.reply
if (typeof reply !== 'function') {
  console.error('The module has no default export that is a function.')
  process.exit(1)
}
const write = process.stdout.write.bind(process.stdout)
console.log = console.info = console.debug = console.error
createInterface({ input: process.stdin }).on('line', async (line) => {
  const request = JSON.parse(line)
  try {
    const value = await reply(request.message, request)
    const fields = typeof value === 'object' && value !== null ? value : { reply: String(value ?? '') }
    write(JSON.stringify({ ...fields, id: request.id }) + '\\n')
  } catch (error) {
    write(JSON.stringify({ id: request.id, error: error instanceof Error ? error.message : String(error) }) + '\\n')
  }
})
`

interface ProcessOptions extends Pick<RunOptions, 'arg' | 'setEnv'> {
  readonly targetCommand: string | undefined
  /** Used without a command. */
  readonly targetModule: string | undefined
}

interface Program {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/**
 * Runs an agent as a program that reads one JSON object per line and writes one per line, or as a JavaScript module, and serves it on
 * loopback. Requests are `{id, message, session_id, history}`. Replies are JSON objects with the usual reply fields, with `id` if the agent
 * answers several requests at once, or plain text. It receives only the named variables.
 * @throws {Failure} `invalid_request` if the program does not exist
 */
export async function startAgentProcess(options: ProcessOptions, io: Io): Promise<LocalTarget> {
  const env = environmentOf(options.setEnv, io)
  const program = programFrom(options, env, io)
  const agent = new AgentProcess(program)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void (async () => {
      if (!isAuthorized(request, token)) {
        response.writeHead(401).end()
        return
      }
      const body = await bodyOf(request)
      try {
        const reply = await agent.ask(isJsonObject(body) ? body : {})
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ error: detail }))
      }
    })()
  })
  const port = await listenAt(server, [program.file, ...program.args].join('\n'), io)
  return {
    target: {
      type: 'http_agent',
      name: program.name,
      baseUrl: `http://127.0.0.1:${port}/`,
      agentEndpoint: '',
      auth: { type: 'bearer', token },
      customApiTemplate: {
        bodyTemplate: '{"message": {{message}}, "session_id": {{session_id}}, "history": {{history}}}',
      },
      session: { madeBy: 'client', remembers: false },
    },
    secrets: Object.values(env),
    async close() {
      agent.close()
      await closeServer(server)
    },
  }
}

function programFrom(options: ProcessOptions, env: Readonly<Record<string, string>>, io: Io): Program {
  const { PATH = '', HOME } = io.env
  const own = { PATH, ...(HOME === undefined ? {} : { HOME }), ...env }
  const { targetCommand, targetModule = '', arg } = options
  if (targetCommand !== undefined) {
    const program = programOf(targetCommand, '--target-command', io)
    return { name: targetCommand, file: program, args: arg, env: own, cwd: io.cwd }
  }
  const file = path.resolve(io.cwd, targetModule)
  if (!existsSync(file)) throw new Failure('invalid_request', `--target-module: file ${targetModule} not found.`)
  const args = ['--input-type=module', '-e', MODULE_RUNNER, '--', file, ...arg]
  return { name: targetModule, file: process.execPath, args, env: own, cwd: io.cwd }
}

interface Pending {
  readonly request: Readonly<Record<string, unknown>>
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: Error) => void
  isSent: boolean
}

/** The process of an agent, restarted after an exit: some agents end after each reply. */
class AgentProcess {
  readonly #program: Program
  readonly #pending = new Map<string, Pending>()
  #child: ChildProcess | undefined
  #lastId = 0
  /** Starts since the last reply. */
  #starts = 0
  /** Whether the current process has written a reply. */
  #hasReplied = false
  /** Whether replies name their request: several requests may then wait for a reply at the same time. */
  #hasIds = false
  #stderr = ''
  #isClosed = false

  constructor(program: Program) {
    this.#program = program
  }

  /** @throws {Error} if the agent reports an error or ends without a reply */
  ask(body: Readonly<Record<string, unknown>>): Promise<unknown> {
    const id = String((this.#lastId += 1))
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { request: { id, ...body }, resolve, reject, isSent: false })
      this.#send()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#child?.kill('SIGKILL')
    this.#rejectAll('The run ended.')
  }

  #send(): void {
    const waiting = [...this.#pending.values()].filter(({ isSent }) => !isSent)
    const sent = this.#pending.size - waiting.length
    const next = this.#hasIds ? waiting : waiting.slice(0, sent > 0 ? 0 : 1)
    if (next.length === 0) return
    const { stdin } = (this.#child ??= this.#start())
    for (const item of next) {
      item.isSent = true
      stdin?.write(`${JSON.stringify(item.request)}\n`)
    }
  }

  #start(): ChildProcess {
    const { file, args, env, cwd } = this.#program
    this.#starts += 1
    this.#hasReplied = false
    this.#stderr = ''
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => {})
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_UNITS_MAX)
    })
    createInterface({ input: child.stdout }).on('line', (line) => this.#read(line))
    child.on('error', (error) => this.#ended(child, error.message))
    // All output has been read.
    child.on('close', (code) => this.#ended(child, `The agent ended with exit code ${code ?? 'unknown'}.`))
    return child
  }

  #read(line: string): void {
    if (line.trim() === '') return
    const reply = replyOf(line)
    const id = isJsonObject(reply) && typeof reply['id'] === 'string' ? reply['id'] : undefined
    if (id !== undefined && this.#pending.has(id)) this.#hasIds = true
    const key = id ?? [...this.#pending].find(([, { isSent }]) => isSent)?.[0]
    const pending = key === undefined ? undefined : this.#pending.get(key)
    if (key === undefined || pending === undefined) return
    this.#pending.delete(key)
    this.#starts = 0
    this.#hasReplied = true
    if (isJsonObject(reply) && typeof reply['error'] === 'string') pending.reject(new Error(reply['error']))
    else pending.resolve(reply)
    this.#send()
  }

  #ended(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    if (this.#isClosed) return
    const detail = [reason, this.#stderr.trim()].filter((text) => text !== '').join(' ')
    for (const [id, item] of this.#pending) {
      if (!item.isSent) continue
      item.isSent = false
      // An agent that ends after each reply has not read the later requests.
      if (this.#hasReplied) continue
      this.#pending.delete(id)
      item.reject(new Error(detail))
    }
    if (this.#starts >= STARTS_MAX) this.#rejectAll(detail)
    else this.#send()
  }

  #rejectAll(reason: string): void {
    for (const { reject } of this.#pending.values()) reject(new Error(reason))
    this.#pending.clear()
  }
}

function replyOf(line: string): unknown {
  const text = line.slice(0, LINE_UNITS_MAX)
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : { reply: typeof value === 'string' ? value : text }
  } catch {
    return { reply: text }
  }
}
