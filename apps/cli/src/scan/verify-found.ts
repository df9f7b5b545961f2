import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { CoverageGap, MergedObservation, SourceTree } from '@gatehouse/scan-engine'
import { verifySecrets } from '@gatehouse/secrets'
import type { Io } from '../command.ts'

/** Findings with verified secrets. */
export interface VerifiedFindings {
  readonly seen: readonly MergedObservation[]
  readonly gaps: readonly CoverageGap[]
}

/**
 * Verifies secrets with their issuers.
 * @param path default: the egress policy of this machine, which denies private addresses
 * @throws the reason of the signal when it fires
 */
export async function verifyFound(
  seen: readonly MergedObservation[],
  tree: SourceTree,
  { env }: Pick<Io, 'env'>,
  signal: AbortSignal,
  path?: Pick<Egress, 'fetch'>,
): Promise<VerifiedFindings> {
  const own =
    path === undefined ? createEgress({ allow: parseEgressAllow(env['GATEHOUSE_EGRESS_ALLOW'] ?? '') }) : undefined
  try {
    const egress = (path ?? own)!
    const { observations, left } = await verifySecrets(seen, { tree, egress, signal })
    if (left === 0) return { seen: observations, gaps: [] }
    const detail = `${left} findings were not verified: too many different secrets.`
    return { seen: observations, gaps: [{ scanner: 'SECRETS_PATTERN', reason: 'skipped', detail }] }
  } finally {
    await own?.close()
  }
}
