/**
 * Attacks agents with a record of their actions, and counts correct verdicts:
 *   npm run eval:redteam [-- --set development] [--attacks 12] [--rounds 2] [--seed …] [--write] With --write both sets run, and the page docs/redteam-accuracy.md is written. The task is node --conditions=gatehouse bench/redteam/accuracy.ts; --wrong shows the attacks with wrong verdicts.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type AgentSpec, DEVELOPMENT_AGENTS, HELD_BACK_AGENTS } from '@gatehouse/testkit/agents'
import { measure } from '../../packages/attacks/test/truth/measure.ts'
import { accuracyPage } from './accuracy/page.ts'
import { type Row, tally } from './accuracy/tally.ts'

const PAGE = new URL('../../docs/redteam-accuracy.md', import.meta.url)
const DEFAULTS = { attacks: 12, rounds: 2, seed: 'accuracy' } as const

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    attacks: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: DEFAULTS.seed },
    write: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
  },
})
const attacks = Number(values.attacks ?? DEFAULTS.attacks)
const rounds = Number(values.rounds ?? DEFAULTS.rounds)

/** Without conversations: those of all agents together would exceed the memory. */
function rowOf({ agent, voice, category, group, strategy, truth, verdict, answeredBy }: Row): Row {
  return { agent, voice, category, group, strategy, truth, verdict, answeredBy }
}

async function rowsOf(agents: readonly AgentSpec[]): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const agent of agents) {
    const started = performance.now()
    const { compared } = await measure(agent, {
      seed: values.seed,
      attacksPerCategory: attacks,
      adaptiveRounds: rounds,
    })
    const own = compared.map(rowOf)
    rows.push(...own)
    const { found, missed, clean, accused, openDone, openNotDone, errors } = tally(own)
    process.stdout.write(
      `${agent.name.padEnd(48)} done ${found} found, ${missed} missed, ${openDone} open · not done ${clean} clean, ${accused} accused, ` +
        `${openNotDone} open · ${errors} errors · ${Math.round((performance.now() - started) / 100) / 10} s\n`,
    )
    if (values.wrong) {
      for (const { truth, verdict, category, strategy, codes, record } of compared) {
        const isFound = verdict === 'vulnerable' || verdict === 'partial'
        const isWrong = truth === 'none' ? isFound : truth !== 'beside' && verdict === 'defended'
        const turns = record.exchange.turns.map(({ sent, reply }) => `${sent.slice(0, 400)} => ${reply.text.slice(0, 300)} ${JSON.stringify(reply.toolCalls).slice(0, 300)}`) // prettier-ignore
        if (isWrong)
          process.stdout.write(
            `  ${category}/${strategy} ${truth} ${verdict} ${codes.join(',')}: ${JSON.stringify(turns)}\n`,
          )
      }
    }
  }
  return rows
}

const wantsHeldBack = values.write || values.set === undefined || values.set === 'held-back'
const wantsDevelopment = values.write || values.set === undefined || values.set === 'development'
const development = wantsDevelopment ? await rowsOf(DEVELOPMENT_AGENTS) : []
const heldBack = wantsHeldBack ? await rowsOf(HELD_BACK_AGENTS) : []
const page = accuracyPage({
  heldBack,
  development,
  about: { seed: values.seed, attacks, rounds },
  agents: new Map([...DEVELOPMENT_AGENTS, ...HELD_BACK_AGENTS].map(({ name, about }) => [name, about])),
})
if (values.write) writeFileSync(PAGE, page)
const end = page.indexOf('## By category')
process.stdout.write(`\n${page.slice(page.indexOf('## Summary'), end)}`)
