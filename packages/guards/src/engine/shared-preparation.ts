import { cached } from '@gatehouse/kernel'
import type { AnyGuard } from './guard.ts'
import type { GuardPorts } from './ports.ts'

/** Preparations kept per guard. Most policies leave most guards at their defaults, so a few serve nearly all. */
const PREPARATIONS_MAX = 32

/** Longer settings are prepared for their own policy only: their automata may take megabytes. */
const SETTINGS_CHARS_MAX = 16_384

/**
 * The guards, each of which prepares equal settings once. A policy that differs in one guard then costs one preparation
 * and not those of all guards, some milliseconds each, which a caller with ever new blocks could otherwise cause.
 */
export function sharePreparations(guards: readonly AnyGuard[]): readonly AnyGuard[] {
  return guards.map((guard) => {
    const kept = new Map<string, unknown>()
    return {
      ...guard,
      prepare(settings: unknown, ports: GuardPorts): unknown {
        const key = JSON.stringify(settings)
        const make = (): unknown => guard.prepare(settings, ports)
        return key.length > SETTINGS_CHARS_MAX ? make() : cached(kept, key, PREPARATIONS_MAX, make)
      },
    }
  })
}
