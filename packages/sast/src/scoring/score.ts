import { type ShareInterval, wilson } from '@gatehouse/kernel'
import { isSameWeakness } from './families.ts'
import type { TruthCase } from './truth.ts'

/** Properties of a reported finding that scoring uses. */
export interface ReportedWeakness {
  readonly filePath: string
  /** `CWE-89` */
  readonly cweId?: string
}

/** A share with its interval of 95 %. */
export interface Share extends ShareInterval {
  readonly hits: number
  readonly of: number
}

/** Accuracy for one weakness, or for all of them. */
export interface TruthScore {
  /** 0 for all together. */
  readonly cwe: number
  readonly category: string
  /** Weak cases that were reported. */
  readonly recall: Share
  /** Safe cases that were reported as weak. */
  readonly falseAlarms: Share
  /** Share of weak cases among reported ones; absent where none was reported. */
  readonly precision?: Share
  /** Recall less false alarms: 0 is chance, 1 is perfect (W. J. Youden, 1950); with its interval. */
  readonly youden: { readonly value: number } & ShareInterval
}

export interface Scored {
  readonly all: TruthScore
  /** Mean of `youden` over CWE numbers, so that frequent numbers do not dominate. */
  readonly meanYouden: number
  readonly byCwe: readonly TruthScore[]
  readonly missed: readonly TruthCase[]
  readonly wrong: readonly TruthCase[]
  /** Findings of weaknesses other than that of their case. */
  readonly beside: number
  /** Cases of which no file was there. */
  readonly absent: readonly TruthCase[]
}

/**
 * Compares the findings of a scan with the ground truth.
 * @param files all scanned files, so that a case without a file does not count as safe
 */
export function scoreCases(
  cases: readonly TruthCase[],
  toldWeaknesses: readonly ReportedWeakness[],
  files: readonly string[],
): Scored {
  const caseOf = finderOf(cases)
  const present = new Set(files.map(caseOf))
  const hits = new Set<TruthCase>()
  let extra = 0
  for (const { filePath, cweId } of toldWeaknesses) {
    const truthCase = caseOf(filePath)
    if (truthCase === undefined) continue
    if (isSameWeakness(truthCase.cwe, Number(cweId?.slice(4) ?? -1))) hits.add(truthCase)
    else extra += 1
  }
  const judged = cases.filter((item) => present.has(item))
  const byCwe = [...new Set(judged.map(({ cwe }) => cwe))]
    .toSorted((a, b) => a - b)
    .map((cwe) =>
      scoreOf(
        judged.filter((item) => item.cwe === cwe),
        hits,
        cwe,
      ),
    )
  return {
    all: { ...scoreOf(judged, hits, 0), category: '' },
    meanYouden: byCwe.reduce((sum, { youden }) => sum + youden.value, 0) / Math.max(1, byCwe.length),
    byCwe,
    missed: judged.filter((item) => item.isWeak && !hits.has(item)),
    wrong: judged.filter((item) => !item.isWeak && hits.has(item)),
    beside: extra,
    absent: cases.filter((item) => !present.has(item)),
  }
}

/** Which case a file belongs to: its path, a folder around it, or its name without the extension. */
function finderOf(cases: readonly TruthCase[]): (path: string) => TruthCase | undefined {
  const byName = new Map(cases.map((item) => [item.name, item]))
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const truthCase = byName.get(path.slice(0, end))
      if (truthCase !== undefined) return truthCase
    }
    const file = path.slice(path.lastIndexOf('/') + 1)
    return byName.get(path.replace(/\.\w+$/, '')) ?? byName.get(file) ?? byName.get(file.replace(/\.\w+$/, ''))
  }
}

function scoreOf(cases: readonly TruthCase[], hits: ReadonlySet<TruthCase>, cwe: number): TruthScore {
  const weak = cases.filter(({ isWeak }) => isWeak)
  const found = weak.filter((item) => hits.has(item)).length
  const wrong = cases.filter((item) => !item.isWeak && hits.has(item)).length
  const recall = shareOf(found, weak.length)
  const falseAlarms = shareOf(wrong, cases.length - weak.length)
  return {
    cwe,
    category: cases[0]?.category ?? '',
    recall,
    falseAlarms,
    ...(found + wrong > 0 && { precision: shareOf(found, found + wrong) }),
    youden: differenceOf(recall, falseAlarms),
  }
}

function shareOf(hits: number, of: number): Share {
  return { hits, of, ...wilson(hits, of) }
}

/**
 * Returns the difference of two shares, with its interval.
 * @see R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998, method 10
 */
function differenceOf(a: Share, b: Share): TruthScore['youden'] {
  const valueOf = ({ hits, of }: Share): number => (of === 0 ? 0 : hits / of)
  const [p, q] = [valueOf(a), valueOf(b)]
  const value = p - q
  return {
    value,
    low: Math.max(-1, value - Math.hypot(p - a.low, b.high - q)),
    high: Math.min(1, value + Math.hypot(a.high - p, q - b.low)),
  }
}
