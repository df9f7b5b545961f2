import { isJsonObject } from '@gatehouse/kernel'
import type { Category } from '../engine/category.ts'
import type { Mask } from '../report/bound.ts'
import { type TargetProfile, UNKNOWN_TARGET } from './profile-target.ts'
import type { Subject } from './subject.ts'
import { withSubject } from './subject-seeds.ts'

const TEXTS_MAX = 100
const UNITS_MAX = 100

/** Reads a profile from a journal or a report. A run of an earlier version has none. */
export function readProfile(value: unknown): TargetProfile {
  if (!isJsonObject(value)) return UNKNOWN_TARGET
  const { language, subject, publicContent } = value
  const of = isJsonObject(subject) ? subject : {}
  return {
    language: typeof language === 'string' ? language : UNKNOWN_TARGET.language,
    subject: {
      objects: textsIn(of['objects']),
      actions: textsIn(of['actions']),
      ids: textsIn(of['ids']),
      tools: textsIn(of['tools']),
      roles: textsIn(of['roles']),
    },
    publicContent: textsIn(publicContent),
  }
}

function textsIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string' && item.length <= UNITS_MAX).slice(0, TEXTS_MAX)
}

/** Returns the profile for a report: without hashes, and with disclosed values masked. */
export function shownProfile({ language, subject }: TargetProfile, mask: Mask): object {
  const shown = Object.entries(subject).map(([name, words]: [string, Subject['objects']]) => [name, words.map(mask)])
  return { language, subject: Object.fromEntries(shown) }
}

/** Returns a category as the run with this report configuration had it, with the seeds in the words of its target. */
export function profiledCategory(category: Category, config: Readonly<Record<string, unknown>>): Category {
  const { language, subject } = readProfile(config['profile'])
  const languages = config['languages']
  if (Array.isArray(languages) && !languages.includes(language)) return category
  return withSubject(category, language, subject)
}
