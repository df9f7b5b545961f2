import type { Dataset } from '@gatehouse/contracts/redteam'
import type { DatasetRow } from './dataset-rows.ts'

export type DatasetField = keyof NonNullable<Dataset['mapping']>

/**
 * Column names by field, most specific first, as HarmBench, AdvBench, JailbreakBench, BeaverTails, XSTest, StrongREJECT, Do-Not-Answer,
 * SimpleSafetyTests, OR-Bench and others spell them. Case, spaces, `_` and `-` are ignored.
 */
export const DATASET_COLUMNS: Readonly<Record<DatasetField, readonly string[]>> = {
  prompt: [
    'prompt',
    'forbidden_prompt',
    'prompts_final',
    'adversarial',
    'goal',
    'behavior',
    'question',
    'instruction',
    'attack',
    'query',
    'request',
    'turns',
    'text',
    'input',
    'user_input',
    'vanilla',
    'message',
    'content',
    'messages',
  ],
  context: ['context_string', 'context'],
  category: [
    'semantic_category',
    'category',
    'categories',
    'harm_category',
    'harm_area',
    'risk_area',
    'content_policy_name',
    'policy',
    'subcategory',
    'type',
  ],
  expected: [
    'expected',
    'label',
    'prompt_label',
    'prompt_harm_label',
    'is_harmful',
    'harmful',
    'is_unsafe',
    'unsafe',
    'jailbreak',
    'is_jailbreak',
    'is_injection',
    'benign',
    'is_benign',
  ],
  id: ['id', 'behavior_id', 'prompt_id', 'index', 'idx', 'question_id', 'uid', 'name'],
  target: ['target', 'target_str', 'affirmative_response'],
}

/** Columns of each field; `expected` may be a constant. */
export type ResolvedColumns = Readonly<Partial<Record<DatasetField, string>>>

/** @throws {RangeError} naming the field whose column does not exist, with the columns of the file */
export function resolveColumns(rows: readonly DatasetRow[], mapping: Dataset['mapping'] = {}): ResolvedColumns {
  const names = columnNames(rows)
  const resolved: Partial<Record<DatasetField, string>> = {}
  for (const field of DATASET_FIELDS) {
    const wanted = mapping[field]
    const column = wanted === undefined ? knownColumn(field, names) : named(wanted, names)
    if (column !== undefined) resolved[field] = column
    else if (wanted !== undefined && !(field === 'expected' && isConstant(wanted))) {
      throw new RangeError(`field ${field}: no column "${wanted}"; the columns are ${listed(names)}`)
    }
  }
  if (resolved.prompt === undefined) {
    throw new RangeError(`field prompt: no known column; map it with prompt=<column>. The columns are ${listed(names)}`) // prettier-ignore
  }
  return resolved
}

export const DATASET_FIELDS = Object.keys(DATASET_COLUMNS) as readonly DatasetField[]

export function isConstant(text: string): text is 'harmful' | 'benign' {
  return text === 'harmful' || text === 'benign'
}

/** Rows of JSON need not have the same fields: the first ones are representative. */
const SAMPLE_ROWS = 100

function columnNames(rows: readonly DatasetRow[]): readonly string[] {
  return [...new Set(rows.slice(0, SAMPLE_ROWS).flatMap(({ fields }) => Object.keys(fields)))]
}

function knownColumn(field: DatasetField, names: readonly string[]): string | undefined {
  for (const known of DATASET_COLUMNS[field]) {
    const column = names.find((name) => keyOf(name) === keyOf(known))
    if (column !== undefined) return column
  }
  return undefined
}

function named(wanted: string, names: readonly string[]): string | undefined {
  return names.find((name) => name === wanted) ?? names.find((name) => keyOf(name) === keyOf(wanted))
}

function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

const SHOWN_MAX = 20
const SHOWN_CHARS_MAX = 60

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_MAX).map((name) => JSON.stringify(name.slice(0, SHOWN_CHARS_MAX)))
  return `${shown.join(', ')}${names.length > SHOWN_MAX ? ', …' : ''}`
}
