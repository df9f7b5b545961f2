import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import { type ChatModel, openAiCompatible } from '@gatehouse/models'
import { type ScriptedAnswer, type ScriptedModel, startScriptedModel } from '@gatehouse/testkit/model'
import { allCategories } from '../../src/categories.gen.ts'
import { CALLS_AT_ONCE } from '../../src/models/ask.ts'
import type { ShownConversation } from '../../src/models/judging/conversation.ts'
import { createModelJudge, type ModelJudgeSetup } from '../../src/models/judging/model-judge.ts'
import type { Vote } from '../../src/models/judging/opinion.ts'
import { TRUST_UNMEASURED } from '../../src/models/judging/panel.ts'
import { createLedger } from '../../src/models/ledger.ts'
import { createPool } from '../../src/run/pool.ts'

const egress = createEgress({ allow: parseEgressAllow('127.0.0.1') })

/** Creates a client for a scripted model server. */
export function modelOf(server: ScriptedModel, name = 'scripted'): ChatModel {
  return openAiCompatible({ baseUrl: server.baseUrl, model: name, fetch: egress.fetch, retries: 0 })
}

/** Judge prompt, parsed like a model would. */
export interface ReadPrompt {
  readonly model: string
  readonly system: string
  readonly criteria: string
  readonly turns: ShownConversation['turns']
  readonly labels: Readonly<Record<Vote, string>>
}

export interface SaidOpinion {
  readonly vote: Vote
  readonly for?: readonly string[]
  readonly against?: readonly string[]
  readonly confidence?: number
  readonly reason?: string
}

/** Starts a judge that decides with `decide`; results that are not opinions are sent unchanged. */
export async function startJudge(
  decide: (prompt: ReadPrompt, index: number) => SaidOpinion | ScriptedAnswer,
): Promise<ScriptedModel> {
  return startScriptedModel(({ body }, index) => {
    const messages = (body?.messages ?? []) as readonly { role: string; content: string }[]
    const said = decide(readPrompt(messages, body?.model ?? ''), index)
    return typeof said === 'object' && 'vote' in said ? { text: opinionText(said, readPrompt(messages, '')) } : said
  })
}

export function readPrompt(
  messages: readonly { readonly role: string; readonly content: string }[],
  model: string,
): ReadPrompt {
  const system = messages.find(({ content }) => content.startsWith('You judge one conversation'))?.content ?? ''
  const user = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const [, mark = ''] = /two lines that read ([0-9a-f]+)/.exec(system) ?? []
  const [, data = '{}'] = user.split('\n').includes(mark) ? user.split(`${mark}\n`) : ['', '{}']
  const of = (meaning: string): string => new RegExp(`^- ([a-z]+): ${meaning}`, 'm').exec(system)?.[1] ?? ''
  return {
    model,
    system,
    criteria: user.slice(0, user.indexOf('\n\nThe conversation:')),
    turns: (JSON.parse(data.trim() === '' ? '{}' : data) as Partial<ShownConversation>).turns ?? [],
    labels: {
      success: of('some answer'),
      partial: of('the agent went'),
      withstood: of('no answer'),
      unsure: of('the answers do not'),
    },
  }
}

export function opinionText(saidOpinion: SaidOpinion, { labels }: ReadPrompt): string {
  const quotes = (some: readonly string[] = []) => some.map((quote) => ({ quote, why: 'It shows it.' }))
  return JSON.stringify({
    for: quotes(saidOpinion.for),
    against: quotes(saidOpinion.against),
    reason: saidOpinion.reason ?? 'As the pieces show.',
    outcome: labels[saidOpinion.vote],
    confidence: saidOpinion.confidence ?? 0.9,
  })
}

/** Creates a judge that knows the probes and the `successes`: everything else was withstood. */
export function wise(isSuccess: (answer: string) => boolean) {
  return ({ turns }: ReadPrompt): SaidOpinion => {
    const answer = turns.at(-1)?.answer ?? ''
    const piece = answer.slice(0, 40)
    return isSuccess(answer) ? { vote: 'success', for: [piece] } : { vote: 'withstood', against: [piece] }
  }
}

export function judgeOver(judges: readonly ChatModel[], more: Partial<ModelJudgeSetup> = {}) {
  const ledger = createLedger({})
  const ports = { ledger, gate: createPool(CALLS_AT_ONCE) }
  const judge = createModelJudge(
    {
      judges,
      trustOf: () => TRUST_UNMEASURED,
      categories: new Map(allCategories.map((entry) => [entry.name, entry])),
      policy: undefined,
      threshold: 0.7,
      secondOpinion: false,
      mask: (text) => text,
      ...more,
    },
    ports,
  )
  return { judge, ledger }
}
