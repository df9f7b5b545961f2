import { attackTexts, benignTexts } from '../test/benign/suite.ts'
import type { Composing } from './own/compose.ts'
import { ownInjectionRows } from './own/injection-rows.ts'
import { isShippable, readRows } from './rows.ts'
import type { TaskRow } from './task.ts'

/** Own attacks that are complete instructions, and sources with texts that are no hosts: other scripts and button labels. */
const PAYLOADS = /^own_(?:extraction|override|smuggled|forced|attacks)$/
const NO_HOSTS = /ui_strings|wikiann|_zh/

/** Sources of other tasks with texts that are rude, angry or about people: none addresses a model. */
const OTHER_TASKS: readonly (readonly [task: string, sources: RegExp])[] = [
  ['toxicity', /^(?:davidson|toxic_spans|germeval18_train|edos_sexist|hatemoji_build|wiki_talk|stormfront|madlibs)$/],
  ['pii', /^(?:wnut17_train|presidio_dev)$/],
  ['bias', /^(?:crows_pairs|bbq_age|bbq_religion)$/],
]
/** Number of texts from each of those sources, evenly sampled. */
const OTHER_EACH = 1_200
const OTHER_WEIGHT = 0.25
/** Texts of the suite are few and cover false positives that users reported. */
const SUITE_WEIGHT = 2

/** All rows that train or measure the model of attacks. */
export function injectionRows(folder: string): TaskRow[] {
  return [
    ...readRows(folder, 'injection').map((row): TaskRow => ({
      text: row.text,
      label: Number(row.label),
      source: row.source,
      licence: row.lic ?? 'unknown',
      trains: isShippable(row),
    })),
    ...OTHER_TASKS.flatMap(([task, sources]) => otherRows(folder, task, sources)),
    ...suiteRows(),
    ...ownInjectionRows(),
  ]
}

function otherRows(folder: string, task: string, sources: RegExp): TaskRow[] {
  const bySource = Map.groupBy(
    readRows(folder, task).filter((row) => sources.test(row.source) && isShippable(row)),
    ({ source }) => source,
  )
  return [...bySource].flatMap(([source, rows]) => {
    const every = Math.max(1, Math.floor(rows.length / OTHER_EACH))
    return rows
      .filter((_, index) => index % every === 0)
      .slice(0, OTHER_EACH)
      .map(({ text, lic }) => ({
        text,
        label: 0,
        source: `${task}_${source}`,
        licence: lic ?? 'unknown',
        trains: true,
        weight: OTHER_WEIGHT,
      }))
  })
}

/** The development part of the suite: benign texts and the attacks that are not in documents. The other parts never train. */
export function suiteRows(): TaskRow[] {
  return [
    ...benignTexts('dev').map(({ text, kind }) => suiteRow(text, 0, `suite_${kind}`)),
    ...attackTexts('dev')
      .filter(({ place }) => place === 'input')
      .map(({ text, author }) => suiteRow(text, 1, `suite_attacks_${author}`)),
  ]
}

function suiteRow(text: string, label: number, source: string): TaskRow {
  return { text, label, source, licence: 'own', trains: true, weight: SUITE_WEIGHT }
}

/** Composition of attacks and ordinary texts; see {@link compose}. */
export const COMPOSING: Composing = {
  seed: 5,
  attacks: 3_000,
  plain: 6_000,
  isPayload: (source) => PAYLOADS.test(source),
  isHost: (source) => !NO_HOSTS.test(source),
}
