import { findPersonalData } from '@gatehouse/guards/detectors'
import type { ContentHit } from './hit.ts'
import { isExampleValue, isPublicContact } from './placeholders.ts'

/** A single contact may be that of an office; several belong to persons. */
const CONTACTS_MIN = 2
/** The form or the checksum is enough without a label. */
const IDENTIFIER_SCORE_MIN = 0.7

/** Finds identifiers, financial and contact data of persons. */
export function findPersons(text: string): readonly ContentHit[] {
  const found = findPersonalData(text)
    .map((item) => ({ ...item, value: text.slice(item.start, item.end) }))
    .filter(({ value }) => !isExampleValue(value) && !isPublicContact(value))
  const isIdentifier = ({ group }: (typeof found)[number]): boolean => group === 'government' || group === 'financial'
  const contacts = found.filter((item) => !isIdentifier(item))
  const areMany = new Set(contacts.map(({ value }) => value)).size >= CONTACTS_MIN
  return found
    .filter((item) => !isIdentifier(item) || item.score >= IDENTIFIER_SCORE_MIN)
    .map((item) => ({
      kind: 'personal',
      what: `personal data (${item.type})`,
      start: item.start,
      end: item.end,
      value: item.value,
      strength: isIdentifier(item) || areMany ? 'likely' : 'weak',
    }))
}
