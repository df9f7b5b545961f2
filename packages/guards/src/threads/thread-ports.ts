import type { GuardPorts } from '../engine/ports.ts'
import type { PortAnswers, PortCall, ThreadSetup } from './messages.ts'

/** Tokens drawn ahead for each value; the vault retries fewer times. */
const DRAWS = 8

/** Calls a port of the main thread. */
export type CallPort = <Port extends PortCall['port']>(
  request: Extract<PortCall, { port: Port }>,
  signal?: AbortSignal,
) => Promise<PortAnswers[Port]>

/** Returns ports that forward each call to the main thread, which owns the cache, the vault and the model. */
export function threadPorts(setup: ThreadSetup, call: CallPort): GuardPorts {
  return {
    windows: { hit: (key, window_ms, limit) => call({ port: 'hit', key, window_ms, limit }) },
    ...(setup.hasTurns
      ? {
          turns: {
            add: (key: string, turn: string, max: number, ttl_ms: number) =>
              call({ port: 'addTurn', key, turn, max, ttl_ms }),
            read: (key: string) => call({ port: 'readTurns', key }),
          },
        }
      : {}),
    ...(setup.hasVault ? { vault: vaultPort(call) } : {}),
    ...(setup.model === undefined ? {} : { model: modelPort(setup.model, call) }),
  }
}

function vaultPort(call: CallPort): NonNullable<GuardPorts['vault']> {
  return {
    hash: (tenantId, values) =>
      call({ port: 'hash', tenantId, values: values.map(({ type, value }) => ({ type, value })) }),
    tokenise: (tenantId, values) =>
      call({
        port: 'tokenise',
        tenantId,
        values: values.map(({ type, value, draw }) => ({ type, value, drawn: Array.from({ length: DRAWS }, draw) })),
      }),
  }
}

function modelPort(name: string, call: CallPort): NonNullable<GuardPorts['model']> {
  return {
    name,
    // The breaker is in the main thread, which refuses calls while it is open.
    state: () => 'closed',
    complete({ messages, temperature, maxTokens, within_ms, jsonSchema, signal }) {
      if (jsonSchema === undefined) throw new Error('a thread asks for answers with a schema only')
      const sampling = {
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
        ...(within_ms === undefined ? {} : { within_ms }),
      }
      return call({ port: 'judge', schema: jsonSchema.name, messages, ...sampling }, signal)
    },
  }
}
