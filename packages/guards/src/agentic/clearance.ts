import { CLEARANCES, Clearance } from '@gatehouse/contracts/agents'
import type { Rbac } from '@gatehouse/contracts/guard'

/** Sensitivity terms of other systems. */
const OTHER_WORDS: Readonly<Record<string, Clearance>> = {
  open: 'public',
  unclassified: 'public',
  private: 'internal',
  sensitive: 'confidential',
  personal: 'confidential',
  pii: 'confidential',
  secret: 'restricted',
  top_secret: 'restricted',
  phi: 'restricted',
}

/** Returns the classification for a caller's word. An unknown word is the highest. */
export function classificationOf(word: string): Clearance {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const parsed = Clearance.safeParse(plain)
  if (parsed.success) return parsed.data
  return Object.hasOwn(OTHER_WORDS, plain) ? OTHER_WORDS[plain]! : 'restricted'
}

/** Returns the more sensitive classification. */
export function higher(a: Clearance, b: Clearance): Clearance {
  return CLEARANCES.indexOf(a) >= CLEARANCES.indexOf(b) ? a : b
}

/** Returns whether a clearance permits access to data of a classification. */
export function permitsClassification(clearance: Clearance, classification: Clearance): boolean {
  return CLEARANCES.indexOf(clearance) >= CLEARANCES.indexOf(classification)
}

/**
 * Returns the clearance of a role; undefined for a tenant without clearances. With clearances, a caller without one (no role, an unknown
 * role, or an invalid clearance) may see public data: omitting the role has no advantage.
 */
export function clearanceOf({ roles }: Rbac, role: string | undefined): Clearance | undefined {
  if (!Object.values(roles).some(({ data_clearance }) => data_clearance !== undefined)) return undefined
  const record = role !== undefined && Object.hasOwn(roles, role) ? roles[role] : undefined
  const parsed = Clearance.safeParse(record?.data_clearance)
  return parsed.success ? parsed.data : 'public'
}
