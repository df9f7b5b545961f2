import type { PiiFinding } from './detect.ts'

/** Scores within one step of this width count as equal, and then the longer reading wins. */
const SCORE_STEP = 0.15

/**
 * Resolves overlaps without losing a covered character: the part that the better reading does not cover stays with the other one, cut to
 * the rest.
 * @param found in any order; of two equal ones the earlier in the list wins
 */
export function resolveOverlaps(original: string, found: readonly PiiFinding[]): readonly PiiFinding[] {
  if (found.length < 2) return found
  const sorted = found.toSorted((left, right) => left.start - right.start || left.end - right.end)
  const piiFindings: PiiFinding[] = []
  let cluster: PiiFinding[] = []
  let clusterEnd = 0
  for (const finding of sorted) {
    if (cluster.length > 0 && finding.start >= clusterEnd) {
      resolveCluster(original, cluster, piiFindings)
      cluster = []
    }
    clusterEnd = cluster.length === 0 ? finding.end : Math.max(clusterEnd, finding.end)
    cluster.push(finding)
  }
  resolveCluster(original, cluster, piiFindings)
  return piiFindings
}

/** Paints the worst reading first and the best last; the visible rest of each is its own. */
function resolveCluster(original: string, cluster: PiiFinding[], piiFindings: PiiFinding[]): void {
  if (cluster.length === 1) {
    piiFindings.push(cluster[0] as PiiFinding)
    return
  }
  const offset = (cluster[0] as PiiFinding).start
  const ranked = cluster.toSorted(byRank)
  const end = Math.max(...ranked.map((finding) => finding.end))
  const owners = new Int32Array(end - offset)
  for (let rank = ranked.length - 1; rank >= 0; rank--) {
    const finding = ranked[rank] as PiiFinding
    owners.fill(rank, finding.start - offset, finding.end - offset)
  }
  for (let at = 0; at < owners.length;) {
    const from = at
    while (at < owners.length && owners[at] === owners[from]) at++
    const owner = ranked[owners[from] as number] as PiiFinding
    const whole = owner.start === from + offset && owner.end === at + offset
    // A remainder of only separators contains nothing to protect.
    const before = piiFindings.at(-1)
    if (before !== undefined && before.end === from + offset && before.type === owner.type && from > 0) {
      piiFindings[piiFindings.length - 1] = { ...before, end: at + offset, score: Math.max(before.score, owner.score) }
    } else if (whole) piiFindings.push(owner)
    else if (/[\p{L}\p{N}]/u.test(original.slice(from + offset, at + offset))) {
      piiFindings.push({ ...owner, start: from + offset, end: at + offset })
    }
  }
}

/** Findings from words have lower precedence than those with a form: a name inside an e-mail address, a street inside a date. */
const HANDICAPS: Readonly<Record<string, number>> = {
  PERSON: 0.4,
  LOCATION: 0.4,
  ORGANIZATION: 0.4,
  STREET_ADDRESS: 0.2,
}

function rankOf({ type, score }: PiiFinding): number {
  return Math.floor((score - (HANDICAPS[type] ?? 0)) / SCORE_STEP)
}

function byRank(left: PiiFinding, right: PiiFinding): number {
  return rankOf(right) - rankOf(left) || right.end - right.start - (left.end - left.start) || right.score - left.score
}
