import type { PiiFinding } from '../src/detectors/pii/detect.ts'

export interface SpanLabel {
  readonly start: number
  readonly end: number
  readonly type: string
}

/** Types of the data set by the project's types; types without a detector are left out. */
const OURS: Readonly<Record<string, string>> = {
  PERSON: 'PERSON',
  person: 'PERSON',
  STREET_ADDRESS: 'STREET_ADDRESS',
  ADDRESS: 'STREET_ADDRESS',
  LOCATION: 'LOCATION',
  GPE: 'LOCATION',
  location: 'LOCATION',
  CREDIT_CARD: 'CREDIT_CARD',
  PHONE_NUMBER: 'PHONE_NUMBER',
  EMAIL_ADDRESS: 'EMAIL_ADDRESS',
  US_SSN: 'US_SSN',
  IBAN_CODE: 'IBAN_CODE',
  IP_ADDRESS: 'IP_ADDRESS',
  US_DRIVER_LICENSE: 'US_DRIVER_LICENSE',
}

/** An address contains its town and postcode, and a town inside a detected address counts as covered. */
const ALSO_RIGHT: Readonly<Record<string, readonly string[]>> = {
  STREET_ADDRESS: ['LOCATION', 'GPE', 'location', 'ZIP_CODE', 'ADDRESS', 'STREET_ADDRESS'],
  LOCATION: ['LOCATION', 'GPE', 'location', 'STREET_ADDRESS', 'ADDRESS', 'NRP'],
  PERSON: ['PERSON', 'person', 'TITLE', 'PREFIX'],
}

/** Detections of one type, compared with the labels. */
export class Tally {
  /** Labels with an overlapping finding of the type. */
  found = 0
  gold = 0
  /** Labels with a finding of the same bounds. */
  exact = 0
  /** Findings that overlap an accepted label. */
  right = 0
  predicted = 0

  get precision(): number {
    return this.right / this.predicted
  }

  get recall(): number {
    return this.found / this.gold
  }

  get f1(): number {
    return (2 * this.precision * this.recall) / (this.precision + this.recall)
  }
}

function overlaps(left: SpanLabel, right: SpanLabel): boolean {
  return left.start < right.end && right.start < left.end
}

/** Merges overlapping labels of one type: the data set labels an address and its parts. */
function merged(labels: readonly SpanLabel[], type: string): SpanLabel[] {
  const own = labels.filter((label) => OURS[label.type] === type).sort((left, right) => left.start - right.start)
  const result: SpanLabel[] = []
  for (const label of own) {
    const last = result.at(-1)
    if (last !== undefined && label.start < last.end)
      result[result.length - 1] = { ...last, end: Math.max(last.end, label.end) }
    else result.push(label)
  }
  return result
}

/** Adds the findings of one text to the tally of each type. */
export function count(
  labels: readonly SpanLabel[],
  findings: readonly PiiFinding[],
  tallies: Map<string, Tally>,
): void {
  for (const type of new Set(Object.values(OURS))) {
    const tally = tallies.get(type) ?? new Tally()
    tallies.set(type, tally)
    for (const label of merged(labels, type)) {
      tally.gold++
      const hit = findings.some(
        (finding) =>
          (finding.type === type || (type === 'LOCATION' && finding.type === 'STREET_ADDRESS')) &&
          overlaps(finding, label),
      )
      if (hit) tally.found++
      if (
        findings.some((finding) => finding.start === label.start && finding.end === label.end && finding.type === type)
      )
        tally.exact++
    }
    const accepted = ALSO_RIGHT[type] ?? [type]
    for (const finding of findings.filter((each) => each.type === type)) {
      tally.predicted++
      if (labels.some((label) => accepted.includes(label.type) && overlaps(finding, label))) tally.right++
    }
  }
}
