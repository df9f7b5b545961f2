import { shippedPolicies } from './measure.ts'
import type { AttackText } from './suite.ts'

/** Attacks of one kind, and the number that the default policy blocks. */
export interface AttackCount {
  readonly kind: string
  texts: number
  blocked: number
}

/** Sends every attack through the default policy in its context: as input, or as the text of a file. Reports no single text. */
export async function measureAttacks(texts: readonly AttackText[]): Promise<readonly AttackCount[]> {
  const check = shippedPolicies()
  const counts = new Map<string, AttackCount>()
  for (const [at, { text, kind, place }] of texts.entries()) {
    const count = counts.get(kind) ?? { kind, texts: 0, blocked: 0 }
    counts.set(kind, count)
    const { safe } = await check('input', text, place === 'input' ? undefined : `note-${at % 7}.txt`)
    count.texts += 1
    if (!safe) count.blocked += 1
  }
  return [...counts.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}
