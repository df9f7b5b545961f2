import { seededRandom } from '../../src/classify/seeded.ts'
import type { TaskRow } from '../task.ts'

/** Separators between two consecutive texts. */
const JOINTS = [
  ' ',
  ' ',
  '\n',
  '\n\n',
  ' Also, ',
  ' By the way, ',
  ' And ',
  ' Then ',
  ' After that, ',
  ' Before that, ',
  ' PS: ',
  ' But first, ',
  '. ',
  ' - ',
  ', and ',
  ' Oh, and ',
  ' One more thing: ',
]
const GAPS = [' ', '\n', '\n\n', '. ']

/** Maximum length of composed texts: about that of a message. */
const HOST_CHARS_MAX = 400
const PAYLOAD_CHARS_MAX = 140

export interface Composing {
  readonly seed: number
  readonly attacks: number
  readonly plain: number
  /** Whether attacks of this source are embedded in other texts: complete instructions. */
  readonly isPayload: (source: string) => boolean
  /** Whether harmless texts of this source embed an attack. */
  readonly isHost: (source: string) => boolean
}

/**
 * Returns attacks at the start, the end or the middle of an ordinary text of another source. As a counterweight it adds ordinary texts
 * composed in the same way, so that neither length nor a change of subject is a signal.
 */
export function compose(rows: readonly TaskRow[], { seed, attacks, plain, isPayload, isHost }: Composing): TaskRow[] {
  const random = seededRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const hosts = new Map<string, string[]>()
  for (const { text, label, source } of rows) {
    if (label === 1 || text.length >= HOST_CHARS_MAX || !isHost(source)) continue
    hosts.set(source, [...(hosts.get(source) ?? []), text])
  }
  const sources = [...hosts.values()]
  const payloads = rows.filter((row) => row.label === 1 && row.text.length < PAYLOAD_CHARS_MAX && isPayload(row.source))
  if (sources.length === 0 || payloads.length === 0) return []
  const anyHost = (): string => pick(pick(sources))
  return Array.from({ length: attacks + plain }, (_, index): TaskRow => {
    const label = index < attacks ? 1 : 0
    const host = anyHost()
    const other = label === 1 ? pick(payloads).text : anyHost()
    const source = label === 1 ? 'own_composed' : 'own_composed_plain'
    return {
      text: insertText(host, other, random(), pick(JOINTS), pick(GAPS), anyHost),
      label,
      source,
      licence: 'own',
      trains: true,
      weight: label === 1 ? 0.5 : 1,
    }
  })
}

/** After the host mostly, before it at times, between two of them seldom. */
function insertText(
  host: string,
  other: string,
  place: number,
  joint: string,
  gap: string,
  more: () => string,
): string {
  const goesOn = /[a-z],? $|: $/.test(joint)
  if (place < 0.75) return host + joint + (goesOn ? other.charAt(0).toLowerCase() + other.slice(1) : other)
  return place < 0.9 ? other + gap + host : `${host} ${other} ${more()}`
}
