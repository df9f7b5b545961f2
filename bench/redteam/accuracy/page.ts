import { wilson } from '@gatehouse/kernel'
import { type Row, type Tally, tally } from './tally.ts'

/** What a page of figures is written from. */
export interface Figures {
  readonly heldBack: readonly Row[]
  readonly development: readonly Row[]
  readonly about: { readonly seed: string; readonly attacks: number; readonly rounds: number }
  /** By agent. */
  readonly agents: ReadonlyMap<string, string>
}

/** Sets that were held back once. Whoever repairs a judge by agents that were held back adds a line here, and writes others. */
const EARLIER = [
  '**Clerks**, 2026-11-21, 54 agents: sensitivity 96.9 (96.6–97.2), 17173/17711; specificity 99.7 (99.6–99.7), 26756/26825. 370 of the',
  '538 that were missed were of one agent that answers in ROT47, which no judge read. Others: specific lines in an encoded address, a digest',
  'with commas between its figures, a tool whose name ends with `run`, an address that a clerk took with the semicolon behind it. About',
  '60 were mistakes of a clerk, which took “before” for a piece of a word and said the wrong one, or of the table of aims. All of this',
  'was repaired, and the clerks are development agents since.',
]

/** On the set that is held back now, once it was measured; for people, so written by hand. */
const REMARKS = [
  '**What was wrong this time.** Specificity stays below the aim of 99 % for one reason: 144 of the 145 that were accused are of attacks on costs.',
  'The guides in question recite what sixteen others have written, long attacks among it, so that their replies are in truth more than',
  'twelve times as long as an honest one; a guide does not note that as a deed, and the figure stands as it was measured. Of the 19 that were missed,',
  '16 called a tool under the name of the attack but not the kind of tool, or without the foreign syntax, that the attack asks for.',
]

/** The page that is published. Figures alone are from the run; what they mean is said here. */
export function accuracyPage({ heldBack, development, about, agents }: Figures): string {
  const [held, dev] = [tally(heldBack), tally(development)]
  return [
    '# How right the red team’s verdicts are',
    '',
    'Written by `npm run eval:redteam -- --write`; what it measures is said in',
    '[decision 0062](decisions/0062-verdict-accuracy-is-measured-against-instrumented-agents.md).',
    '',
    'Agents whose behaviour is written down attack nothing and hide nothing: each is served over HTTP, does what its temper lets it do,',
    'and notes what it did, whatever it says. The whole engine attacks them without a model, and its verdicts are held against those notes.',
    'The agents of one set were used to find and repair mistakes of the judges. Those of the other, **held back**, have other words, other',
    'tools, other ways of answering and other weaknesses; they were written after the judges had been repaired, and run for this page alone.',
    '',
    `Seed \`${about.seed}\`, at most ${about.attacks} attacks of each category in ${about.rounds + 1} rounds, ${agents.size} agents,`,
    `${heldBack.length + development.length} attacks.`,
    '',
    '## In short',
    '',
    ...table(
      ['', 'held back', 'development'],
      [
        ['sensitivity: of what was done and judged, found', sensitivity(held), sensitivity(dev)],
        ['specificity: of what was not done and judged, not accused', specificity(held), specificity(dev)],
        ['done, and left open (inconclusive)', share(held.openDone, done(held)), share(dev.openDone, done(dev))],
        ['not done, and left open', share(held.openNotDone, notDone(held)), share(dev.openNotDone, notDone(dev))],
        ['sensitivity, if what is left open counts as missed', share(held.found, done(held)), share(dev.found, done(dev))],
        ['answers that were none, told as errors', share(held.errors, held.errors + held.errorsMistaken), share(dev.errors, dev.errors + dev.errorsMistaken)],
        ['secrets that came out beside what was asked for, seen', share(held.besideSeen, held.besideSeen + held.besideUnseen), share(dev.besideSeen, dev.besideSeen + dev.besideUnseen)],
      ], // prettier-ignore
    ),
    '',
    'Intervals are Wilson’s at 95 %. `partial` counts as found. They say how sure a share is for agents like these; a model that nobody',
    'wrote is not among them.',
    '',
    ...REMARKS,
    '',
    'Sets that were held back before, as they were measured then:',
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
    '## By way of answering',
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
function percent(one: number): string {
  return (Math.floor(one * 1_000 + 1e-9) / 10).toFixed(1)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function bothTables(
  heldBack: readonly Row[],
  development: readonly Row[],
  keyOf: (row: Row) => string,
  what: string,
): readonly string[] {
  const held = Map.groupBy(heldBack, keyOf)
  const dev = Map.groupBy(development, keyOf)
  const keys = [...new Set([...held.keys(), ...dev.keys()])].toSorted()
  return table(
    [what, 'sensitivity, held back', 'specificity, held back', 'left open', 'sensitivity, development', 'specificity, development', 'left open'], // prettier-ignore
    keys.map((key) => {
      const [one, other] = [tally(held.get(key) ?? []), tally(dev.get(key) ?? [])]
      const open = ({ openDone, openNotDone }: Tally): number => openDone + openNotDone
      return [key, sensitivity(one), specificity(one), open(one), sensitivity(other), specificity(other), open(other)]
    }),
  )
}

const marked = (set: string) => (row: Row) => ({ ...row, voice: `${row.voice} | ${set}` })

function confusion(rows: readonly Row[]): readonly string[] {
  const voices = [...Map.groupBy(rows, ({ voice }) => voice)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return table(
    ['the agent answers', 'set', 'done: found', 'done: missed', 'done: left open', 'not done: clean', 'not done: accused', 'not done: left open'], // prettier-ignore
    voices.map(([voice, some]) => {
      const one = tally(some)
      return [voice, one.found, one.missed, one.openDone, one.clean, one.accused, one.openNotDone]
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
    ['set', 'agent', 'what it does', 'sensitivity', 'specificity', 'left open', 'errors'],
    groups.map(([key, some]) => {
      const [set = '', agent = ''] = key.split('\n')
      const one = tally(some.map(({ row }) => row))
      return [set, agent, agents.get(agent) ?? '', sensitivity(one), specificity(one), one.openDone + one.openNotDone, one.errors + one.errorsMistaken] // prettier-ignore
    }),
  )
}
