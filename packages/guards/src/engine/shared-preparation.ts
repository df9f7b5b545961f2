import { cached } from '@gatehouse/kernel'
import type { AnyGuard } from './guard.ts'
import type { GuardPorts } from './ports.ts'

/** Maximum number of cached preparations per guard. Most policies use default settings for most guards, so a few serve nearly all. */
const PREPARATIONS_MAX = 32

/** Maximum length of settings with a shared preparation: automata of longer ones may take megabytes. */
const SETTINGS_CHARS_MAX = 16_384

/**
 * Returns guards that prepare equal settings once. A policy that differs in one guard then costs one preparation instead of those of all
 * guards, some milliseconds each. A caller with constantly new blocks could otherwise exhaust the CPU.
 */
export function sharePreparations(guards: readonly AnyGuard[]): readonly AnyGuard[] {
  return guards.map((guard) => {
    const remaining = new Map<string, unknown>()
    return {
      ...guard,
      prepare(settings: unknown, ports: GuardPorts): unknown {
        const key = JSON.stringify(settings)
        const make = (): unknown => guard.prepare(settings, ports)
        return key.length > SETTINGS_CHARS_MAX ? make() : cached(remaining, key, PREPARATIONS_MAX, make)
      },
    }
  })
}
