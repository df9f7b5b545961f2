import { type PreparedItem, prepareReplay, type ReplayItem, replayItems } from '@gatehouse/attacks/replay'
import type { AttackRecord, Report } from '@gatehouse/contracts/reports'
import type { Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import { explainFailed, REDTEAM_EXIT } from './exit.ts'
import { readReport } from './read-report.ts'
import type { ReplayOptions } from './replay-options.ts'
import { replayRequest } from './replay-target.ts'
import { conducted, masked, understood } from './run.ts'
import type { LocalTarget } from './local-target.ts'
import { withLocalTarget } from './with-local-target.ts'

/** Result of one replayed item. */
interface Replayed {
  readonly id: string
  readonly title: string
  readonly works: 'still' | 'no_more' | 'unknown'
  readonly succeeded: number
  readonly judged: number
  readonly sent: number
  readonly verdicts: readonly AttackRecord['verdict'][]
  /** Response of the last success, or else of the last attempt. */
  readonly response: string | null
  readonly why: string
}

/**
 * Replays the proofs of a report and prints the results.
 * @returns the exit code
 */
export async function replayReport(name: string, options: ReplayOptions, io: Io): Promise<number> {
  try {
    const report = readReport(name, io)
    const items = replayItems(report, options)
    if (items.length === 0) {
      io.stdout.write('The report contains no weaknesses to replay.\n')
      return REDTEAM_EXIT.passed
    }
    return await withLocalTarget(options, io, (local) => replayItemsOf(report, items, { ...options, local }, io))
  } catch (thrown) {
    return explainFailed(thrown, io)
  }
}

async function replayItemsOf(
  report: Report,
  items: readonly ReplayItem[],
  options: ReplayOptions & { readonly local: LocalTarget | undefined },
  io: Io,
): Promise<number> {
  const { file, secrets } = replayRequest(report, options, io, options.local)
  const { failUnder: _failUnder, failOn: _failOn, ...request } = file
  const { prepared, made } = prepareReplay(items, report, understood(request, options), options.repeats)
  const { result, signal } = await conducted(prepared, request, options, io)
  const second = masked(result.report, secrets)
  const replayed = made().map((item) => replayedOf(item, second))
  io.stdout.write(options.json === true ? `${JSON.stringify(replayed, null, 2)}\n` : replayText(replayed))
  if (signal !== undefined) io.stderr.write(`gatehouse: stopped by ${signal}; the remaining attacks were not sent\n`)
  return codeOf(replayed)
}

function replayedOf({ item, attacks }: PreparedItem, second: Report): Replayed {
  const ids = attacks.map(({ id }) => id)
  const records = second.rounds.flatMap(({ results }) => results).filter(({ attack }) => ids.includes(attack.id))
  const worked = records.filter(hasSucceeded)
  const judged = records.filter((record) => hasSucceeded(record) || record.verdict === 'defended')
  const reported = worked.at(-1) ?? records.at(-1)
  // An attempt without verdict may have succeeded.
  const isAllJudged = records.length > 0 && judged.length === records.length
  return {
    id: item.id,
    title: item.title,
    works: worked.length > 0 ? 'still' : isAllJudged ? 'no_more' : 'unknown',
    succeeded: worked.length,
    judged: judged.length,
    sent: records.length,
    verdicts: records.map(({ verdict }) => verdict),
    response: reported?.response ?? null,
    why:
      attacks.length === 0
        ? 'This version does not generate the attack: the report is from another version, or the attack is in a ' +
          'configuration file that --config does not name.'
        : (reported?.judge.evidence.map(({ detail }) => detail).join(' ') ?? 'The attack was not sent.'),
  }
}

function hasSucceeded({ verdict }: AttackRecord): boolean {
  return verdict === 'vulnerable' || verdict === 'partial'
}

const WORDS: Readonly<Record<Replayed['works'], string>> = {
  still: 'SUCCEEDS',
  no_more: 'fixed',
  unknown: 'INCONCLUSIVE',
}

function replayText(all: readonly Replayed[]): string {
  const lines = all.flatMap(({ id, title, works, succeeded, judged, sent, why, response }) => [
    `${WORDS[works].padEnd(15)}${shown(title)}  [${shown(id)}]`,
    `${' '.repeat(15)}succeeded in ${succeeded} of ${counted(judged, 'attempt', 'attempts')}${sent > judged ? `; ${sent - judged} could not be judged` : ''}`,
    ...(why === '' ? [] : [`${' '.repeat(15)}${shown(why, 400)}`]),
    ...(works === 'still' && response !== null
      ? [`${' '.repeat(15)}response: ${shown(response.replaceAll(/\s+/g, ' ').trim(), 400)}`]
      : []),
  ])
  return `${lines.join('\n')}\n`
}

function codeOf(all: readonly Replayed[]): number {
  if (all.some(({ works }) => works === 'still')) return REDTEAM_EXIT.failed
  return all.every(({ works }) => works === 'no_more') ? REDTEAM_EXIT.passed : REDTEAM_EXIT.unknown
}
