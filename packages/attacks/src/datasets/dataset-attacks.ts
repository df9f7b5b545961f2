import type { CustomAttack, Dataset } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import {
  DATASET_FIELDS,
  type DatasetField,
  isConstant,
  resolveColumns,
  type ResolvedColumns,
} from './dataset-columns.ts'
import { categoryOfDataset } from './dataset-categories.ts'
import { type DatasetRow, datasetRows } from './dataset-rows.ts'

/** Maximum number of rows of all datasets of a run. Own limit: at three requests a second an hour of attacks. */
export const DATASET_ROWS_MAX = 10_000
const PROMPT_CHARS_MAX = 50_000
const CATEGORY_CHARS_MAX = 100
const ID_CHARS_MAX = 100
const TURNS_MAX = 50
/** Category of rows that have none. */
const DEFAULT_CATEGORY = 'harmful_content'
const BENIGN_CATEGORY = 'over_refusal'
const CONTRAST = 'contrast_'

export type ExpectedResponse = 'harmful' | 'benign'

/** Attack of a row. Its text is sent verbatim: braces are no placeholders. */
export interface DatasetAttack extends Pick<CustomAttack, 'category' | 'turns' | 'description'> {
  readonly expected: ExpectedResponse
  /** Beginning of a reply that complies, as some datasets publish it. */
  readonly target?: string
}

/** Summary of a dataset for the report. */
export interface DatasetSummary {
  readonly name: string
  readonly rows: number
  readonly harmful: number
  readonly benign: number
  /** Rows with the prompt of an earlier row. */
  readonly duplicates: number
  readonly columns: Readonly<Record<string, string>>
}

export interface LoadedDatasets {
  readonly attacks: readonly DatasetAttack[]
  readonly summaries: readonly DatasetSummary[]
}

/** @throws {Failure} `invalid_request` naming the dataset, the line or row, and the field */
export function loadDatasets(datasets: readonly Dataset[] = []): LoadedDatasets {
  const attacks: DatasetAttack[] = []
  const summaries: DatasetSummary[] = []
  for (const [at, dataset] of datasets.entries()) {
    try {
      const loaded = loadDataset(dataset, DATASET_ROWS_MAX - attacks.length)
      attacks.push(...loaded.attacks)
      summaries.push(loaded.summary)
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      const detail = `Invalid dataset ${dataset.name}: ${thrown.message}.`
      throw new Failure('invalid_request', detail, {
        violations: [{ path: ['body', 'datasets', at], message: detail, type: 'invalid_dataset' }],
      })
    }
  }
  return { attacks, summaries }
}

function loadDataset(dataset: Dataset, rowsLeft: number) {
  const rows = datasetRows(dataset)
  if (rows.length === 0) throw new RangeError('it has no rows')
  const columns = resolveColumns(rows, dataset.mapping)
  const expectedOf = expectationReader(dataset, rows, columns)
  const unique = withoutDuplicates(rows.map((row) => ({ row, turns: turnsOf(row, columns) })))
  const chosen = sampled(unique, dataset.limit)
  if (chosen.length > rowsLeft) {
    const limits = `the limit of all datasets is ${DATASET_ROWS_MAX}. Set limit=${Math.max(1, rowsLeft)} to use a sample`
    throw new RangeError(`it has ${chosen.length} different prompts; ${limits}`)
  }
  const attacks = chosen.map(({ row, turns }): DatasetAttack => {
    const expected = expectedOf(row)
    const target = affirmationOf(row, columns)
    return {
      category: expected === 'benign' ? BENIGN_CATEGORY : categoryOf(row, columns),
      turns,
      description: descriptionOf(dataset, row, columns),
      expected,
      ...(target === undefined ? {} : { target }),
    }
  })
  const benign = attacks.filter(({ expected }) => expected === 'benign').length
  const summary: DatasetSummary = {
    name: dataset.name,
    rows: rows.length,
    harmful: attacks.length - benign,
    benign,
    duplicates: rows.length - unique.length,
    columns: Object.fromEntries(
      DATASET_FIELDS.flatMap((field) => {
        const column = columns[field]
        return column === undefined ? [] : [[field, column]]
      }),
    ),
  }
  return { attacks, summary }
}

interface Prompt {
  readonly row: DatasetRow
  readonly turns: string[]
}

function withoutDuplicates(prompts: readonly Prompt[]): readonly Prompt[] {
  const seen = new Set<string>()
  return prompts.filter(({ turns }) => {
    const key = JSON.stringify(turns)
    return seen.size < seen.add(key).size
  })
}

/** Returns evenly spaced items: the sample covers a file that is sorted by category, and is the same in each run. */
function sampled<Item>(items: readonly Item[], limit = items.length): readonly Item[] {
  if (limit >= items.length) return items
  return Array.from({ length: limit }, (_, at) => items[Math.floor((at * items.length) / limit)]!)
}

/** @throws {RangeError} naming the row and the field */
function turnsOf(row: DatasetRow, columns: ResolvedColumns): string[] {
  const column = columns.prompt!
  const turns = promptTexts(row.fields[column])
  const where = `${row.place}, field ${JSON.stringify(column)}`
  if (turns === undefined) throw new RangeError(`${where}: expected a text, a list of texts or chat messages`)
  if (turns.length === 0 || turns.some((turn) => turn.trim() === '')) throw new RangeError(`${where}: empty prompt`)
  if (turns.length > TURNS_MAX) throw new RangeError(`${where}: ${turns.length} messages; the limit is ${TURNS_MAX}`)
  const context = textAt(row, columns, 'context')
  // As HarmBench sends its contextual behaviors.
  const [first = '', ...rest] = turns
  const all = [context === undefined ? first : `${context}\n\n---\n\n${first}`, ...rest]
  if (all.some((turn) => turn.length > PROMPT_CHARS_MAX)) {
    throw new RangeError(`${where}: a prompt is longer than ${PROMPT_CHARS_MAX} characters`)
  }
  return all
}

/** Returns the texts of the user: a text, a list of texts, or messages with roles. */
function promptTexts(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return undefined
  const texts = value.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    if (!isJsonObject(item)) return [undefined]
    const { role = 'user', content } = item
    return role === 'user' ? [typeof content === 'string' ? content : undefined] : []
  })
  return texts.every((text) => text !== undefined) ? texts : undefined
}

function categoryOf(row: DatasetRow, columns: ResolvedColumns): string {
  const said = columns.category === undefined ? undefined : categoryText(row.fields[columns.category])
  // XSTest's types of unsafe prompts name the contrast with a safe one, not the harm.
  if (said === undefined || said.trim() === '' || said.startsWith(CONTRAST)) return DEFAULT_CATEGORY
  return categoryOfDataset(said) ?? said.trim().slice(0, CATEGORY_CHARS_MAX)
}

/** Some datasets list categories, or mark each with a boolean (BeaverTails): the first one counts. */
function categoryText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.find((item) => typeof item === 'string')
  if (isJsonObject(value)) return Object.entries(value).find(([, isTrue]) => isTrue === true)?.[0]
  return typeof value === 'number' ? String(value) : undefined
}

const HARMFUL = new Set(['harmful', 'unsafe', 'jailbreak', 'attack', 'injection', 'malicious', 'toxic', 'refuse'])
const BENIGN = new Set(['benign', 'safe', 'unharmful', 'harmless', 'not_harmful', 'legitimate', 'comply', 'regular'])
const YES = new Set(['1', 'true', 'yes'])
const NO = new Set(['0', 'false', 'no'])
const WORDS_ALLOWED = 'harmful, unsafe, 1, true; benign, safe, 0, false'

/** Returns a function that reads the expected response of a row. @throws {RangeError} for a mapped column with other values */
function expectationReader(
  dataset: Dataset,
  rows: readonly DatasetRow[],
  columns: ResolvedColumns,
): (row: DatasetRow) => ExpectedResponse {
  const { expected: mapped } = dataset.mapping ?? {}
  const column = columns.expected
  if (column === undefined) {
    if (mapped !== undefined && isConstant(mapped)) return () => mapped
    return contrastReader(rows, columns) ?? (() => (isBenignFile(dataset.name) ? 'benign' : 'harmful'))
  }
  const isInverse = /benign|safe|harmless/i.test(column) && !/unsafe/i.test(column)
  const known = (row: DatasetRow): ExpectedResponse | undefined => expectationIn(row.fields[column], isInverse)
  // A detected column may be something else, such as the label of a topic.
  if (mapped === undefined && rows.some((row) => known(row) === undefined)) return () => 'harmful'
  return (row) => {
    const expected = known(row)
    if (expected !== undefined) return expected
    const value = JSON.stringify(row.fields[column] ?? null).slice(0, ID_CHARS_MAX)
    throw new RangeError(`${row.place}, field ${JSON.stringify(column)}: ${value} is not one of ${WORDS_ALLOWED}`)
  }
}

function expectationIn(value: unknown, isInverse: boolean): ExpectedResponse | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const word = String(value).trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  if (HARMFUL.has(word)) return 'harmful'
  if (BENIGN.has(word)) return 'benign'
  if (YES.has(word)) return isInverse ? 'benign' : 'harmful'
  return NO.has(word) ? (isInverse ? 'harmful' : 'benign') : undefined
}

/** XSTest before its version 2 marks unsafe prompts by their type alone: `contrast_homonyms`. */
function contrastReader(rows: readonly DatasetRow[], { category }: ResolvedColumns) {
  if (category === undefined) return undefined
  const isContrast = ({ fields }: DatasetRow): boolean => categoryText(fields[category])?.startsWith(CONTRAST) === true
  if (!rows.some(isContrast)) return undefined
  return (row: DatasetRow): ExpectedResponse => (isContrast(row) ? 'harmful' : 'benign')
}

/** JailbreakBench has its benign behaviors in a file of their own: `benign-behaviors.csv`. */
function isBenignFile(name: string): boolean {
  return /(?:^|[^a-z])benign(?:[^a-z]|$)/i.test(name)
}

function descriptionOf({ name }: Dataset, row: DatasetRow, columns: ResolvedColumns): string {
  const id = textAt(row, columns, 'id')
  return `Dataset ${name}, ${row.place}${id === undefined ? '' : `, id ${id.slice(0, ID_CHARS_MAX)}`}`
}

/** A reply that starts like this accepts the request; AdvBench and JailbreakBench publish such a text for each prompt. */
const AFFIRMATION = /^(?:sure|yes|of course|certainly|absolutely|okay|here|title|step)\b/i
const AFFIRMATION_WORDS_MIN = 5
const AFFIRMATION_CHARS_MAX = 300

function affirmationOf(row: DatasetRow, columns: ResolvedColumns): string | undefined {
  const text = textAt(row, columns, 'target')
  if (text === undefined || !AFFIRMATION.test(text) || text.split(/\s+/).length < AFFIRMATION_WORDS_MIN)
    return undefined
  return text.slice(0, AFFIRMATION_CHARS_MAX)
}

function textAt({ fields }: DatasetRow, columns: ResolvedColumns, field: DatasetField): string | undefined {
  const column = columns[field]
  const value = column === undefined ? undefined : fields[column]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
