import type { ChatModel } from '@gatehouse/models'
import { type Arm, chooseArms } from '../../engine/bandit.ts'
import type { Category } from '../../engine/category.ts'
import { rewardOf } from '../../engine/observe.ts'
import { missingNeeds } from '../../engine/plan.ts'
import type { Random } from '../../engine/random.ts'
import type { AttemptRecord } from '../../run/attempt.ts'
import type { AttackWriter, WrittenRound } from '../../run/written.ts'
import type { AskPorts } from '../ask.ts'
import type { Notebook } from '../notebook.ts'
import { WRITING_METHODS, type WritingMethod } from '../run-models.ts'
import { createAuthor } from './author.ts'
import { writeGoat } from './goat.ts'
import type { WriteAttacks } from './method.ts'
import { writeObserved } from './observed.ts'
import { writePair } from './pair.ts'
import { writeTap } from './tap.ts'
import { type Objective, objectivesOf } from './wish.ts'

/** Share of model-written attacks in later rounds: the rest keeps the results of strategies without a model. Own limit. */
const SHARE = 0.5
/** Fewer attacks in a row teach a method nothing. */
const ATTACKS_EACH_MIN = 2

const WAYS: Readonly<Record<WritingMethod, WriteAttacks>> = {
  observed: writeObserved,
  pair: writePair,
  tap: writeTap,
  goat: writeGoat,
}

export interface ModelWriterSetup {
  readonly author: ChatModel
  /** Compares messages with the objective: a judge, or the author itself without one. */
  readonly checker: ChatModel
  readonly methods: readonly WritingMethod[]
  readonly mask: (text: string) => string
}

export interface ModelWriter extends AttackWriter {
  readonly counts: () => { readonly silent: number; readonly strayed: number }
}

/**
 * Creates the writer of model-written attacks for the adaptive rounds. Objective and success criteria are fixed: each attack derives from
 * an objective of its category. The method is chosen by the methods' results in the run.
 */
export function createModelWriter(
  { author: model, checker, methods, mask }: ModelWriterSetup,
  notebook: Notebook,
  ports: Omit<AskPorts, 'signal'>,
): ModelWriter {
  const author = createAuthor(model, checker, notebook, ports)
  return {
    share: () => (author.hasGivenUp() || methods.length === 0 ? 0 : SHARE),
    counts: author.counts,
    async write(round) {
      const tasks = round.setup.categories.flatMap((category) => {
        if (missingNeeds(category, round.setup.can).length > 0) return []
        const before = round.before.filter(({ attempt }) => isOf(attempt, category))
        // Depends on the category only, so that every round continues with the same objectives.
        const random = round.setup.random.fork(`written/${category.name}`)
        return shares(category, round, methods).flatMap(({ method, most }) => {
          const wish = objectiveFor(method, category, round, random)
          const own = random.fork(String(round.round))
          return wish === undefined
            ? []
            : [() => WAYS[method]({ wish, most, before, round, author, random: own, mask })]
        })
      })
      const settled = await Promise.allSettled(tasks.map((task) => task()))
      const failed = settled.find((item) => item.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}

/**
 * Returns the objective for a method. Methods that span rounds keep theirs, each a different one; other methods take the next one each
 * time.
 */
function objectiveFor(
  method: WritingMethod,
  category: Category,
  { round, setup }: WrittenRound,
  random: Random,
): Objective | undefined {
  // A reader of a page cannot have a conversation.
  const wishes = objectivesOf(category, setup.can, random).filter(
    ({ planted }) => method !== 'goat' || planted === undefined,
  )
  const place = method === 'observed' ? round : WRITING_METHODS.indexOf(method)
  return wishes[place % Math.max(1, wishes.length)]
}

function isOf({ kind, repeat, attack }: AttemptRecord['attempt'], { name }: Category): boolean {
  return kind === 'attack' && repeat === 0 && attack.category === name
}

/** Which methods write for a category in a round, and how many attacks each. */
function shares(
  category: Category,
  round: WrittenRound,
  methods: readonly WritingMethod[],
): readonly { readonly method: WritingMethod; readonly most: number }[] {
  const quota = round.quotaOf(category)
  const count = Math.min(methods.length, Math.max(1, Math.floor(quota / ATTACKS_EACH_MIN)))
  if (quota < 1 || count < 1) return []
  const random = round.setup.random.fork(`methods/${round.round}/${category.name}`)
  const chosen = chooseMethods(round.before, methods, count, random)
  return chosen.map((method, at) => ({
    method,
    most: Math.floor(quota / count) + (at < quota % count ? 1 : 0),
  }))
}

function chooseMethods(
  before: readonly AttemptRecord[],
  methods: readonly WritingMethod[],
  count: number,
  random: Random,
): readonly WritingMethod[] {
  const arms = WRITING_METHODS.filter((item) => methods.includes(item)).map((method): Arm<WritingMethod> => {
    const own = before.filter(({ attempt }) => attempt.attack.strategy === method && attempt.repeat === 0)
    const rewards = own.flatMap(({ judgement }) => rewardOf(judgement.verdict) ?? [])
    // In tenths, so that the order of the sum changes nothing.
    const reward = rewards.reduce((sum, one) => sum + Math.round(one * 10), 0) / 10
    return { choice: method, reward, tries: rewards.length, worth: 1 }
  })
  return chooseArms(arms, count, random)
}
