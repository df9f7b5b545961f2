/** A scored text. */
export interface Scored {
  readonly score: number
  /** 1 for a text that should be flagged. */
  readonly label: number
}

/** Area under the ROC curve: the chance that a random positive scores above a random negative; ties count half. */
export function rocAuc(scored: readonly Scored[]): number {
  const sorted = [...scored].sort((a, b) => a.score - b.score)
  let positives = 0
  let ranks = 0
  for (let start = 0; start < sorted.length;) {
    let end = start
    while (end < sorted.length && sorted[end]!.score === sorted[start]!.score) end += 1
    const rank = (start + 1 + end) / 2
    for (let at = start; at < end; at += 1) {
      if (sorted[at]!.label !== 1) continue
      positives += 1
      ranks += rank
    }
    start = end
  }
  const negatives = sorted.length - positives
  return positives === 0 || negatives === 0
    ? Number.NaN
    : (ranks - (positives * (positives + 1)) / 2) / (positives * negatives)
}

/**
 * The lowest threshold at which at most `fpr` of the negatives are flagged (score at or above it).
 * @param fpr  share of false positives allowed, e.g. 0.01
 */
export function thresholdAt(scored: readonly Scored[], fpr: number): number {
  const negatives = scored.filter(({ label }) => label === 0).map(({ score }) => score)
  negatives.sort((a, b) => b - a)
  const allowed = Math.floor(fpr * negatives.length)
  const first = negatives[allowed]
  return first === undefined ? 0 : nextAbove(first)
}

/** Share of the positives at or above the threshold. */
export function recallAt(scored: readonly Scored[], threshold: number): { hits: number; of: number } {
  const positives = scored.filter(({ label }) => label === 1)
  return { hits: positives.filter(({ score }) => score >= threshold).length, of: positives.length }
}

function nextAbove(value: number): number {
  return value + Math.max(Number.EPSILON * Math.abs(value), Number.MIN_VALUE)
}
