import { Worker } from 'node:worker_threads'
import type { SupervisorMessage } from './supervised-process.ts'

/** Maximum lifetime of a process without its parent: enough for an orderly stop. */
const ORPHAN_MS = 10_000

/** Child side of `superviseProcess`. */
export interface Supervision {
  /** Resolves when the parent stops the process or has exited. */
  readonly stopped: Promise<string>
  readonly ready: () => void
  readonly send: (message: object) => void
  readonly onWake: (wake: () => void) => void
  /** Closes the channel to the parent, which otherwise keeps the process alive after its work is done. */
  readonly leave: () => void
}

/** Joins the supervision of the parent; undefined without supervision. */
export function joinSupervision(): Supervision | undefined {
  if (process.send === undefined) return undefined
  const { promise: stopped, resolve } = Promise.withResolvers<string>()
  const send = (message: object): void => {
    // Without a parent the message has no receiver.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
  let wake = (): void => undefined
  process.on('message', (message: SupervisorMessage) => {
    if (message.type === 'ping') send({ type: 'pong' })
    else if (message.type === 'wake') wake()
    else resolve('stop')
  })
  process.once('disconnect', () => resolve('parent process ended'))
  process.once('SIGTERM', () => resolve('SIGTERM'))
  // A terminal sends SIGINT to all processes, but the parent controls the order of the stop.
  process.on('SIGINT', () => undefined)
  endWithParent()
  return {
    stopped,
    send,
    ready: () => send({ type: 'ready' }),
    onWake: (listener) => {
      wake = listener
    },
    leave: () => {
      if (process.connected) process.disconnect()
    },
  }
}

/** Starts a thread that ends the process a few seconds after its parent exits, even if the main thread never yields. */
function endWithParent(): void {
  const program = `
    const parent = process.ppid
    const look = () => {
      if (process.ppid !== parent) setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ORPHAN_MS})
      else setTimeout(look, 1000)
    }
    look()`
  const thread = new Worker(program, {
    eval: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  })
  thread.on('error', () => undefined)
  thread.unref()
}
