import { wilson } from '@gatehouse/kernel'
import { type Row, type Tally, tally } from './tally.ts'

/** Input of the figures page. */
export interface Figures {
  readonly heldBack: readonly Row[]
  readonly development: readonly Row[]
  readonly about: { readonly seed: string; readonly attacks: number; readonly rounds: number }
  /** By agent. */
  readonly agents: ReadonlyMap<string, string>
}

/** Formerly held-out sets. After judges were fixed with held-out agents, add a line here, and write new agents. */
const EARLIER = [
  '**Clerks**, 2026-11-21, 54 agents: sensitivity 96.9 (96.6–97.2), 17173/17711; specificity 99.7 (99.6–99.7), 26756/26825. 370 of the',
  '538 misses belong to one agent that answers in ROT47, which no judge supported. Other misses were lines in an encoded address, a digest',
  'with commas between its digits, a tool whose name ends with `run`, and an address that an agent read with the semicolon after it. About',
  '60 were errors of an agent, which read “before” as a part of a word and said the wrong word, or errors of the objective table. All errors',
  'were fixed, and these agents have been development agents since then.',
]

/** Handwritten remarks on the current held-out set, after its measurement. */
const REMARKS = [
  '**Errors of this run.** Specificity is below the target of 99 %. All but a few of the 176 false positives come from agents that repeat the texts of',
  'sixteen other callers, including attacks: their replies are more than twelve times as long as a benign reply (102), contain attack text that',
  'grants freedom from restrictions (47), or contain the address of a served page (18). The agents do not record this as an action, and the',
  'figure is published as measured. In six, the reply to a query or program only joins its words. The 14 misses called a tool with the name in the',
  'attack, but it was not the requested kind of tool or did not use the requested foreign syntax.',
]

/** Renders the published page. Only the figures are from the run; their interpretation is here. */
export function accuracyPage({ heldBack, development, about, agents }: Figures): string {
  const [current, dev] = [tally(heldBack), tally(development)]
  return [
    '# Red-team verdict accuracy',
    '',
    '`npm run eval:redteam -- --write` generates this page. The method is described in',
    '[decision 0062](decisions/0062-verdict-accuracy-is-measured-against-instrumented-agents.md).',
    '',
    'The measurement uses instrumented agents. Each agent is an HTTP server with scripted behaviour that records its actions',
    'independently of its replies. The complete engine attacks the agents without a model. The verdicts are then compared with these records.',
    'The development agents were used to find and fix errors in the judges. The agents of the **held-back** set use different words,',
    'tools, response styles and weaknesses. They were written after the judges were fixed, and ran only for this page.',
    '',
    `Seed \`${about.seed}\`, at most ${about.attacks} attacks of each category in ${about.rounds + 1} rounds, ${agents.size} agents,`,
    `${heldBack.length + development.length} attacks.`,
    '',
    '## Summary',
    '',
    ...table(
      ['', 'held back', 'development'],
      [
        ['sensitivity: performed and judged attacks that were found', sensitivity(current), sensitivity(dev)],
        ['specificity: judged attacks without an effect that were not reported', specificity(current), specificity(dev)],
        ['performed, but inconclusive', share(current.openDone, done(current)), share(dev.openDone, done(dev))],
        ['not performed, and inconclusive', share(current.openNotDone, notDone(current)), share(dev.openNotDone, notDone(dev))],
        ['sensitivity, if inconclusive attacks count as missed', share(current.found, done(current)), share(dev.found, done(dev))],
        ['replies without an answer that were reported as errors', share(current.errors, current.errors + current.errorsMistaken), share(dev.errors, dev.errors + dev.errorsMistaken)],
        ['additionally disclosed secrets that were detected', share(current.besideSeen, current.besideSeen + current.besideUnseen), share(dev.besideSeen, dev.besideSeen + dev.besideUnseen)],
      ], // prettier-ignore
    ),
    '',
    'Intervals are 95 % (Wilson), and `partial` counts as found. The figures apply to agents of this kind, and not to agents that use',
    'a language model.',
    '',
    ...REMARKS,
    '',
    'Earlier held-back sets, with their figures at that time:',
    '',
    ...EARLIER,
    '',
    '## By group',
    '',
    ...bothTables(heldBack, development, ({ group }) => group, 'group'),
    '',
    '## By category',
    '',
    ...bothTables(heldBack, development, ({ group, category }) => `${group}/${category}`, 'category'),
    '',
    '## By response style',
    '',
    ...confusion([...heldBack.map(marked('held back')), ...development.map(marked('development'))]),
    '',
    '## By agent',
    '',
    ...byAgent(heldBack, development, agents),
    '',
  ].join('\n')
}

const done = ({ found, missed, openDone }: Tally): number => found + missed + openDone
const notDone = ({ clean, accused, openNotDone }: Tally): number => clean + accused + openNotDone
const sensitivity = ({ found, missed }: Tally): string => share(found, found + missed)
const specificity = ({ clean, accused }: Tally): string => share(clean, clean + accused)

function share(hits: number, of: number): string {
  if (of === 0) return '–'
  const { low, high } = wilson(hits, of)
  return `${percent(hits / of)} (${percent(low)}–${percent(high)}), ${hits}/${of}`
}

/** Cut off, never rounded up: 99.96 % is not 100 %. */
function percent(item: number): string {
  return (Math.floor(item * 1_000 + 1e-9) / 10).toFixed(1)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function bothTables(
  heldBack: readonly Row[],
  development: readonly Row[],
  keyOf: (row: Row) => string,
  subject: string,
): readonly string[] {
  const entries = Map.groupBy(heldBack, keyOf)
  const dev = Map.groupBy(development, keyOf)
  const keys = [...new Set([...entries.keys(), ...dev.keys()])].toSorted()
  return table(
    [subject, 'sensitivity, held back', 'specificity, held back', 'inconclusive', 'sensitivity, development', 'specificity, development', 'inconclusive'], // prettier-ignore
    keys.map((key) => {
      const [one, other] = [tally(entries.get(key) ?? []), tally(dev.get(key) ?? [])]
      const open = ({ openDone, openNotDone }: Tally): number => openDone + openNotDone
      return [key, sensitivity(one), specificity(one), open(one), sensitivity(other), specificity(other), open(other)]
    }),
  )
}

const marked = (set: string) => (row: Row) => ({ ...row, voice: `${row.voice} | ${set}` })

function confusion(rows: readonly Row[]): readonly string[] {
  const voices = [...Map.groupBy(rows, ({ voice }) => voice)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return table(
    ['response style', 'set', 'performed: found', 'performed: missed', 'performed: inconclusive', 'not performed: clean', 'not performed: reported', 'not performed: inconclusive'], // prettier-ignore
    voices.map(([voice, some]) => {
      const item = tally(some)
      return [voice, item.found, item.missed, item.openDone, item.clean, item.accused, item.openNotDone]
    }),
  )
}

function byAgent(
  heldBack: readonly Row[],
  development: readonly Row[],
  agents: ReadonlyMap<string, string>,
): readonly string[] {
  const sets = [
    ...heldBack.map((row) => ({ row, set: 'held back' })),
    ...development.map((row) => ({ row, set: 'development' })),
  ]
  const groups = [...Map.groupBy(sets, ({ row, set }) => `${set}\n${row.agent}`)]
  return table(
    ['set', 'agent', 'what it does', 'sensitivity', 'specificity', 'inconclusive', 'errors'],
    groups.map(([key, some]) => {
      const [set = '', agent = ''] = key.split('\n')
      const item = tally(some.map(({ row }) => row))
      return [set, agent, agents.get(agent) ?? '', sensitivity(item), specificity(item), item.openDone + item.openNotDone, item.errors + item.errorsMistaken] // prettier-ignore
    }),
  )
}
