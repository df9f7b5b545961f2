import { CLEARANCES, Clearance, type Rbac } from '@gatehouse/contracts'

/** Words that other systems use for how sensitive data is. */
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

/** How sensitive data is, from a caller's word for it; a word that nobody knows is the highest. */
export function classificationOf(word: string): Clearance {
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const parsed = Clearance.safeParse(plain)
  if (parsed.success) return parsed.data
  return Object.hasOwn(OTHER_WORDS, plain) ? OTHER_WORDS[plain]! : 'restricted'
}

/** The more sensitive of two. */
export function higher(a: Clearance, b: Clearance): Clearance {
  return CLEARANCES.indexOf(a) >= CLEARANCES.indexOf(b) ? a : b
}

/** Whether a clearance reaches data of a classification. */
export function reaches(clearance: Clearance, classification: Clearance): boolean {
  return CLEARANCES.indexOf(clearance) >= CLEARANCES.indexOf(classification)
}

/**
 * How high a role may go; undefined where the tenant gives clearances to nobody. Where it does, whoever has none (no role,
 * one that is not written down, or a word that is no clearance) may see what is public: leaving the role out gains nothing.
 */
export function clearanceOf({ roles }: Rbac, role: string | undefined): Clearance | undefined {
  if (!Object.values(roles).some(({ data_clearance }) => data_clearance !== undefined)) return undefined
  const record = role !== undefined && Object.hasOwn(roles, role) ? roles[role] : undefined
  const parsed = Clearance.safeParse(record?.data_clearance)
  return parsed.success ? parsed.data : 'public'
}
