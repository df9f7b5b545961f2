import { type Draft, draftFrom } from './draft.ts'
import type { AttackRecord, Report } from './types.ts'
import { messages } from '../../../messages/redteam/shared.ts'

const WORD_IN_REPLY: ReadonlySet<string> = new Set(['marker_in_reply'])
const WORD = /^[\p{L}\p{N}]{8,40}/u

/** Returns whether an attack can be repeated unchanged, which is impossible for planted texts and other users' messages. */
export function canReplay({ attack }: AttackRecord): boolean {
  return (
    (attack.before ?? []).length === 0 && (attack.history ?? []).length === 0 && (attack.planted ?? []).length === 0
  )
}

/** Creates a draft that repeats one attack of an earlier run a few times. */
export function replayOf(report: Report, attackId: string): Draft {
  const draft = draftFrom(report)
  const record = report.rounds.flatMap(({ results }) => results).find(({ attack }) => attack.id === attackId)
  if (record === undefined) return draft
  const { category, severity, turns, description } = record.attack
  const success = successTexts(record)
  return {
    ...draft,
    categories: new Set([category]),
    strategies: undefined,
    domains: new Set(),
    rounds: '0',
    attacks: '1',
    repeats: '5',
    customAttacks: [
      {
        name: messages.replay.replay,
        category,
        severity,
        description: description.slice(0, 900),
        turns,
        ...(success.length === 0 ? {} : { successTexts: success }),
      },
    ],
  }
}

/** Returns the requested word if it was observed: a reply that contains it complied again. */
function successTexts({ judge }: AttackRecord): string[] {
  return judge.evidence.flatMap(({ code, excerpt = '' }) =>
    WORD_IN_REPLY.has(code) ? [...(WORD.exec(excerpt) ?? [])] : [],
  )
}
