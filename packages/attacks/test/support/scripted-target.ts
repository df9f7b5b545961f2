import type { Reply } from '../../src/engine/exchange.ts'
import type { Target } from '../../src/engine/target.ts'
import { replyOf } from './exchange.ts'

export interface ScriptedTarget extends Target {
  /** Messages in order. */
  readonly asked: string[]
  /** The most at once so far. */
  readonly most: () => number
}

/** Creates an in-process target with the answers of `answer`, after `delay_ms`. */
export function scriptedTarget(
  answer: (message: string, turn: number) => string | Reply,
  delay_ms: (message: string) => number = () => 0,
): ScriptedTarget {
  const asked: string[] = []
  let now = 0
  let most = 0
  return {
    url: 'http://target.test',
    can: new Set(['sessions']),
    asked,
    most: () => most,
    open: () => {
      let turn = 0
      return Promise.resolve({
        close: () => Promise.resolve(),
        async say(message, _history, signal) {
          asked.push(message)
          now += 1
          most = Math.max(most, now)
          try {
            await later(delay_ms(message), signal)
            const said = answer(message, turn)
            turn += 1
            return typeof said === 'string' ? replyOf(said) : said
          } finally {
            now -= 1
          }
        },
      })
    },
  }
}

async function later(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (ms === 0) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}
