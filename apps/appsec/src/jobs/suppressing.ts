import { BUILD_GATE_DEFAULT } from '@gatehouse/contracts/scans'
import type { GateSuppressions } from '@gatehouse/scan-engine/gate'
import type { IgnoreLine, IgnoreTrust } from '@gatehouse/sast'
import type { MergedObservation } from '@gatehouse/scan-engine'
import type { Store } from '@gatehouse/store'
import {
  type BaseRole,
  findProject,
  readIgnoreKeys,
  type ObservedSuppression,
  type SuppressionStatus,
} from '@gatehouse/store/projects'
import type { ScanRow } from '@gatehouse/store/scans'

/** Returns which lines of ignore files a scan trusts: none if the project's gate allows no suppressions. */
export async function ignoreTrustOf(
  scan: Pick<ScanRow, 'projectId' | 'branch' | 'source'>,
  { store }: { readonly store: Store },
): Promise<IgnoreTrust> {
  const project = await findProject(store, scan.projectId)
  const { allowSuppressions } = project?.buildGate ?? BUILD_GATE_DEFAULT
  return allowSuppressions ? readIgnoreKeys(store, scan) : { only: [] }
}

/** Rules for the suppressions of one scan. */
export interface SuppressionRules {
  readonly allow: boolean
  readonly role: BaseRole
  readonly standings: ReadonlyMap<string, SuppressionStatus>
}

/** Returns whether a suppression counts: an approver accepted it, or it is on the base branch and was not rejected. */
export function countsSuppression(key: string, { allow, role, standings }: SuppressionRules): boolean {
  const standing = standings.get(key)
  if (!allow || standing?.decision === 'REJECTED') return false
  return role === 'base' || standing?.decision === 'ACCEPTED' || standing?.onBase === true
}

/** A suppressed finding with its fingerprint. */
export interface SuppressedFinding {
  readonly observation: MergedObservation
  readonly fingerprint: string
}

/** Converts suppressions to their stored form. */
export function storedSuppressions(
  comments: readonly SuppressedFinding[],
  lines: readonly IgnoreLine[],
): readonly ObservedSuppression[] {
  return [
    ...comments.map(({ observation: mergedObservation, fingerprint }): ObservedSuppression => ({
      key: fingerprint,
      kind: 'COMMENT',
      marker: mergedObservation.suppression?.marker ?? '',
      scanner: mergedObservation.scanner,
      filePath: mergedObservation.filePath,
      startLine: mergedObservation.startLine,
      ruleId: mergedObservation.ruleId,
      severity: mergedObservation.severity,
      title: mergedObservation.title,
      reason: mergedObservation.suppression?.reason ?? null,
    })),
    ...lines.map(({ key, filePath, line, text }): ObservedSuppression => ({
      key,
      kind: 'IGNORE_FILE',
      marker: filePath.slice(filePath.lastIndexOf('/') + 1),
      scanner: null,
      filePath,
      startLine: line,
      ruleId: null,
      severity: null,
      title: text,
      reason: null,
    })),
  ]
}

/** Converts suppressions for the gate. */
export function gateSuppressions(seen: readonly ObservedSuppression[], rules: SuppressionRules): GateSuppressions {
  const byMarker: Record<string, number> = {}
  for (const { kind, marker } of seen) if (kind === 'COMMENT') byMarker[marker] = (byMarker[marker] ?? 0) + 1
  return {
    byMarker,
    ignoreLines: seen.filter(({ kind }) => kind === 'IGNORE_FILE').length,
    notCounted: seen.filter(({ key }) => !countsSuppression(key, rules)).length,
  }
}
