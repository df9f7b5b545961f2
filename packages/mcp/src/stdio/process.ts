import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { Readable, Writable } from 'node:stream'

import type { Channel, ChannelEars } from '../upstream/channel.ts'
import type { UpstreamLimits } from '../upstream/limits.ts'
import type { UpstreamEvents } from '../upstream/trouble.ts'
import { parseMessage } from '../upstream/wire.ts'
import { Lines } from './lines.ts'
import { MARK_NAME, type Offspring } from './offspring.ts'

/** Delay before a process that ignores SIGTERM is killed. */
const KILL_AFTER_MS = 2_000
/** Size of the retained standard error of a process, for operators. */
const STDERR_BYTES_KEPT = 8 * 1024
/** Maximum time to read the remaining output of an ended process. */
const LAST_WORDS_MS = 500
/** Maximum size of data waiting for a process that does not read. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** End of the standard error output. It is untrusted and never shown to a client. */
  readonly stderr: string
}

export interface ProcessOptions {
  readonly file: string
  readonly args: readonly string[]
  /** Complete environment, except for the descendant mark. */
  readonly env: Readonly<Record<string, string>>
  readonly offspring: Offspring
  readonly cwd?: string | undefined
  readonly limits: UpstreamLimits
  readonly trouble: UpstreamEvents
  readonly onExit: (end: ProcessEnd) => void
}

/**
 * Starts an MCP server without a shell, in its own process group and with its own mark, so that its descendants end with it.
 * @throws {Failure} `unavailable` if it cannot be started
 */
export async function startProcess(options: ProcessOptions, ears: ChannelEars): Promise<Channel> {
  const { file, args, env, cwd = tmpdir(), trouble } = options
  const mark = randomUUID()
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env, [MARK_NAME]: mark },
    shell: false,
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) => reject(trouble.failure('could not be started', cause)))
  })
  return new ProcessChannel(child, mark, options, ears)
}

class ProcessChannel implements Channel {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #options: ProcessOptions
  readonly #ears: ChannelEars
  readonly #lines: Lines
  readonly #exited: Promise<void>
  #stderr = Buffer.alloc(0)
  #isOver = false
  #isFinished = false

  constructor(
    child: ChildProcessByStdio<Writable, Readable, Readable>,
    mark: string,
    options: ProcessOptions,
    ears: ChannelEars,
  ) {
    this.#child = child
    this.#options = options
    this.#ears = ears
    this.#lines = new Lines(options.limits.answerBytes)
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr.on('data', (chunk: Buffer) => this.#keep(chunk))
    // The process may end during a write; `exit` reports its end.
    child.stdin.on('error', () => undefined)
    child.stdout.on('error', () => undefined)
    child.stderr.on('error', () => undefined)
    child.on('error', () => undefined)
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        // Remaining descendants are in its group, or have its mark.
        this.#signal('SIGKILL')
        const isAlone = options.offspring.end(mark)
        this.#isOver = true
        const finish = async () => {
          clearTimeout(timer)
          await isAlone
          this.#finish({ code, signal, stderr: this.#stderr.toString('utf8') })
          resolve()
        }
        // The last output is still read. A process outside of the group may keep the stream open indefinitely.
        const timer = setTimeout(() => void finish(), LAST_WORDS_MS)
        child.once('close', () => void finish())
      })
    })
  }

  #finish(end: ProcessEnd): void {
    const { onExit, trouble } = this.#options
    if (this.#isFinished) return
    this.#isFinished = true
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.destroy()
    this.#ears.onEnd(trouble.failure('ended').message)
    onExit(end)
  }

  async send(message: unknown): Promise<void> {
    const { stdin } = this.#child
    const { trouble } = this.#options
    if (this.#isOver || !stdin.writable) throw trouble.failure('is no longer running')
    if (stdin.writableLength > UNREAD_BYTES_MAX) throw trouble.failure('does not read its input')
    // Serialized JSON contains no line breaks.
    stdin.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    if (this.#isOver) return this.#exited
    this.#child.stdin.end()
    this.#signal('SIGTERM')
    const killing = setTimeout(() => this.#signal('SIGKILL'), KILL_AFTER_MS)
    await this.#exited
    clearTimeout(killing)
  }

  #read(chunk: Buffer): void {
    const { limits, trouble } = this.#options
    try {
      const lines = this.#lines.push(chunk)
      if (lines === undefined) throw trouble.failure(`sent a line of more than ${limits.answerBytes} bytes`)
      for (const line of lines)
        if (line.byteLength > 0) this.#ears.onMessage(parseMessage(this.#text(line), limits, trouble))
    } catch (thrown) {
      this.#child.stdout.removeAllListeners('data')
      this.#child.stdout.resume()
      this.#ears.onEnd(trouble.explain(thrown).message)
      void this.close()
    }
  }

  #text(line: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(line)
    } catch (cause) {
      throw this.#options.trouble.failure('sent bytes that are not UTF-8', cause)
    }
  }

  #keep(chunk: Buffer): void {
    this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-STDERR_BYTES_KEPT)
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined || this.#isOver) return
    try {
      process.kill(-pid, signal)
    } catch {
      // The group is already empty.
    }
  }
}
