import type { About, ContentStage } from '@gatehouse/guards'

/** Labelled text: `label` 1 if the guard must flag it. The other fields are for specific tasks. */
export interface EvalRow {
  readonly text: string
  readonly label: number | string | readonly unknown[]
  readonly source?: string
  /** topic: purpose of the application. */
  readonly purpose?: string
  /** grounding: the document that the text must rest on. */
  readonly context?: string
  /** language: ISO 639-1 of the text. */
  readonly lang?: string
}

/** Mapping of a task to a guard. */
export interface EvalTask {
  readonly guard: string
  readonly stage: ContentStage
  /** Whether the row is to be flagged; undefined leaves it out. */
  readonly positive: (row: EvalRow) => boolean | undefined
  readonly settings: (row: EvalRow) => Readonly<Record<string, unknown>>
  readonly about: (row: EvalRow) => Pick<About, 'contextDocs'>
}

const byLabel = ({ label }: EvalRow): boolean | undefined =>
  label === 1 || label === '1' ? true : label === 0 || label === '0' ? false : undefined
const nothing = () => ({})
const plain = { positive: byLabel, settings: nothing, about: nothing }

/** Tasks by the name for `--task`. */
export const TASKS: Readonly<Record<string, EvalTask>> = {
  injection: { guard: 'adversarial_detection', stage: 'input', ...plain },
  toxicity: { guard: 'toxicity', stage: 'input', ...plain },
  payload: { guard: 'payload_risk', stage: 'input', ...plain },
  prompt_leak: { guard: 'system_prompt_leak', stage: 'input', ...plain },
  sentiment: { guard: 'sentiment', stage: 'input', ...plain },
  bias: { guard: 'bias_detection', stage: 'output', ...plain },
  secrets: { guard: 'pii_detection', stage: 'input', ...plain, settings: () => ({ entities: ['SECRET'] }) },
  pii: {
    guard: 'pii_detection',
    stage: 'input',
    ...plain,
    positive: ({ label }) => (Array.isArray(label) ? label.length > 0 : byLabel({ text: '', label })),
  },
  topic: {
    guard: 'topic_restriction',
    stage: 'input',
    ...plain,
    settings: ({ purpose }) => (purpose === undefined ? {} : { system_purpose: purpose }),
  },
  grounding: {
    guard: 'factual_grounding',
    stage: 'output',
    ...plain,
    about: ({ context }) => (context === undefined ? {} : { contextDocs: [context] }),
  },
  language: {
    guard: 'language_detection',
    stage: 'input',
    positive: ({ lang }) => (lang === undefined || !/^[a-z]{2}$/.test(lang) ? undefined : lang !== 'en'),
    settings: () => ({ allowed: ['en'] }),
    about: nothing,
  },
}
