import { Failure, Secret } from '@gatehouse/kernel'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { type ScriptedAnswer, type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type OpenAiCompatible, openAiCompatible, type OpenAiCompatibleOptions } from '../../src/index.ts'

export const KEY = 'made-up-key-0123456789'
export const ask = { messages: [{ role: 'user' as const, content: 'hello there' }] }
export const egress = createEgress({ allow: parseEgressAllow('127.0.0.1') })

export interface Rig {
  readonly server: ScriptedModel
  readonly clock: { time_ms: number; now(): number }
  /** Delays between attempts of the current test; they take no real time. */
  readonly waits: readonly number[]
  /** A model over the scripted server, which follows this script. */
  modelAfter(script: readonly ScriptedAnswer[], options?: Partial<OpenAiCompatibleOptions>): OpenAiCompatible
}

/** Creates a scripted server for the tests of one file. */
export function modelRig(): Rig {
  const clock = { time_ms: 1_700_000_000_000, now: () => clock.time_ms }
  const waits: number[] = []
  let server: ScriptedModel
  beforeAll(async () => {
    server = await startScriptedModel([], { apiKey: KEY })
  })
  beforeEach(() => {
    waits.length = 0
  })
  afterAll(async () => server.close())
  return {
    get server() {
      return server
    },
    clock,
    waits,
    modelAfter(script, options = {}) {
      server.follow(script)
      return openAiCompatible({
        baseUrl: server.baseUrl,
        model: 'scripted',
        apiKey: new Secret(KEY),
        fetch: egress.fetch,
        clock,
        random: () => 0.5,
        sleep: async (delay_ms) => {
          waits.push(delay_ms)
          clock.time_ms += delay_ms
        },
        ...options,
      })
    },
  }
}

/** The failure of a call. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await call.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  )
  if (thrown instanceof Failure) return thrown
  throw thrown
}
