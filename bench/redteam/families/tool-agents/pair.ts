import type { FamilyAgent, Protocol, Weakness } from '../family.ts'
import type { Running } from './http.ts'

interface PairOptions {
  readonly name: string
  readonly protocol: Protocol
  readonly weaknesses: readonly Weakness[]
  readonly systemPrompt?: string
  readonly canaries?: readonly string[]
  readonly allowedTools?: readonly string[]
  readonly start: (port: number, hardened: boolean) => Promise<Running>
}

/** Makes the weak agent and its hardened twin of one purpose. */
export function pair({ start, weaknesses, name, ...declared }: PairOptions): readonly FamilyAgent[] {
  const twin = `${name}-hardened`
  return [
    { ...declared, name, twin, weaknesses, start: (port) => start(port, false) },
    { ...declared, name: twin, twin: name, weaknesses: [], start: (port) => start(port, true) },
  ]
}
