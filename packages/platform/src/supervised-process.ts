import { type ChildProcess, spawn } from 'node:child_process'

/** Delay before a restart: doubled after each exit, and reset after the process has run for a while. */
const RESTART_MS_MIN = 500
const RESTART_MS_MAX = 30_000
const STABLE_MS = 60_000
/**
 * A process that misses this many ping intervals is considered hung. Intervals are counted, so that a suspended machine does not end it.
 */
const PING_MS = 5_000
const PINGS_MISSED_MAX = 12
/** Timeout of an orderly stop. */
const STOP_MS_MAX = 20_000

export interface SupervisedOptions {
  readonly file: string
  readonly args: readonly string[]
  /** Complete environment of the process. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Receives the log output of the process. */
  readonly onOutput: (text: string) => void
  /** Receives messages of the process other than supervision messages. */
  readonly onMessage: (message: unknown) => void
  /** Called after each change of `state`. */
  readonly onChange: (state: SupervisedState) => void
}

export interface SupervisedState {
  /** `up` after the process has reported that it is ready. */
  readonly status: 'starting' | 'up' | 'waiting' | 'closed'
  /** Number of restarts. */
  readonly restarts: number
  readonly pid?: number | undefined
  /** How the last process ended: a signal or an exit code. */
  readonly ended?: string
}

/** Messages to a supervised process. */
export type SupervisorMessage = { readonly type: 'ping' } | { readonly type: 'stop' } | { readonly type: 'wake' }

export interface SupervisedProcess {
  readonly state: () => SupervisedState
  /** Asks the process to poll for work. Ignored while no process runs. */
  readonly wake: () => void
  /** Stops the process, and kills it after a timeout. */
  readonly close: () => Promise<void>
}

/** Runs a program in a child process, and restarts it with increasing delays when it exits or hangs. */
export function superviseProcess(options: SupervisedOptions): SupervisedProcess {
  return new Supervisor(options)
}

class Supervisor implements SupervisedProcess {
  readonly #options: SupervisedOptions
  #state: SupervisedState = { status: 'starting', restarts: 0 }
  #child: ChildProcess | undefined
  #started_ms = 0
  #wait_ms = RESTART_MS_MIN
  #timer: NodeJS.Timeout | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(options: SupervisedOptions) {
    this.#options = options
    this.#start()
  }

  readonly state = (): SupervisedState => this.#state

  readonly wake = (): void => this.#send({ type: 'wake' })

  readonly close = async (): Promise<void> => {
    clearTimeout(this.#timer)
    this.#change({ status: 'closed' })
    this.#send({ type: 'stop' })
    const late = setTimeout(() => this.#child?.kill('SIGKILL'), STOP_MS_MAX)
    await this.#ended
    clearTimeout(late)
  }

  /** A closed supervisor stays closed, even if a starting process still reports readiness. */
  #change(change: Partial<SupervisedState>): void {
    if (this.#state.status === 'closed') return
    this.#state = { ...this.#state, ...change }
    this.#options.onChange(this.#state)
  }

  #send(message: SupervisorMessage): void {
    // A process that has just exited accepts no message. Its exit is handled separately.
    if (this.#child?.connected === true) this.#child.send(message, () => undefined)
  }

  #start(): void {
    const { file, args, env, onOutput, onMessage } = this.#options
    const child = spawn(file, [...args], {
      env: { ...env },
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    this.#child = child
    this.#started_ms = performance.now()
    let missed = 0
    const ping = setInterval(() => {
      missed += 1
      if (missed > PINGS_MISSED_MAX) child.kill('SIGKILL')
      else this.#send({ type: 'ping' })
    }, PING_MS)
    ping.unref()
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', onOutput)
      stream?.on('error', () => undefined)
    }
    child.on('message', (message: { readonly type?: unknown }) => {
      if (message.type === 'pong') missed = 0
      else if (message.type === 'ready') this.#change({ status: 'up', pid: child.pid })
      else onMessage(message)
    })
    this.#ended = new Promise((resolve) => {
      const end = (how: string): void => {
        clearInterval(ping)
        if (this.#child === child) this.#afterEnd(how)
        resolve()
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    })
  }

  #afterEnd(ended: string): void {
    this.#child = undefined
    if (this.#state.status === 'closed') return
    if (performance.now() - this.#started_ms > STABLE_MS) this.#wait_ms = RESTART_MS_MIN
    this.#change({ status: 'waiting', pid: undefined, ended })
    this.#timer = setTimeout(() => {
      this.#change({ status: 'starting', restarts: this.#state.restarts + 1 })
      this.#start()
    }, this.#wait_ms)
    this.#wait_ms = Math.min(this.#wait_ms * 2, RESTART_MS_MAX)
  }
}
