import { makeViews } from '../../text/views.ts'
import { PII_ENTITIES } from './catalogue.ts'
import { createPiiDetector, type PiiDetector } from './detect.ts'
import { type PiiGroup, SCORE_THRESHOLD_DEFAULT } from './entity.ts'
import { withoutReserved } from './reserved.ts'

/** Personal data in a text. The value itself is never part of a finding. */
export interface PersonalData {
  /** Wire name of the entity, e.g. `US_SSN`. */
  readonly type: string
  readonly title: string
  readonly group: PiiGroup
  /** `[start, end)` in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly score: number
}

/** Names, places and network addresses are normal in answers; `findSecrets` finds credentials. */
const OTHERS: ReadonlySet<string> = new Set([
  'SECRET',
  'PERSON',
  'LOCATION',
  'ORGANIZATION',
  'IP_ADDRESS',
  'MAC_ADDRESS',
])

const entities = PII_ENTITIES.filter(({ name }) => !OTHERS.has(name))
const entityByName = new Map(entities.map((entity) => [entity.name, entity]))
let detector: PiiDetector | undefined

/**
 * Finds identifiers, financial and contact data of persons by their form, checksum and context. Addresses that are reserved for
 * documentation do not count.
 */
export function findPersonalData(text: string): readonly PersonalData[] {
  detector ??= createPiiDetector(entities, SCORE_THRESHOLD_DEFAULT)
  return withoutReserved(detector.detect(makeViews(text)), text).map(({ type, start, end, score }) => {
    const { title, group } = entityByName.get(type)!
    return { type, title, group, start, end, score }
  })
}
