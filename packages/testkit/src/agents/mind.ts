import type { AgentAction } from './deeds.ts'
import { SKILLS } from './skills.ts'
import type { AgentSpec, Answer, TracedCall, Surroundings, Thinker } from './spec.ts'
import { type Understood, understand } from './understanding.ts'

/** Maximum number of pages per message. */
const PAGES_MAX = 3
/** Maximum number of remembered messages of others. */
const MEMORY_MAX = 60

/** Conversation from the agent's point of view. */
export interface Talk {
  readonly id: string
  turn: number
  /** Words to be joined from earlier messages. */
  readonly words: string[]
  /** Value whose first half was disclosed already. */
  told?: string
}

/** Input of a skill. */
export interface Scene {
  readonly spec: AgentSpec
  readonly talk: Talk
  readonly heard: string
  readonly source: 'user' | 'page'
  readonly understood: Understood
  /** Messages of other users to this agent. */
  readonly others: readonly string[]
  /** Words that other users instructed the agent to write. */
  readonly learned: readonly { readonly word: string; readonly heard: string }[]
  /** Returns whether a reachable URL is outside of the agent's library. */
  readonly isStrange: (url: string) => boolean
  readonly reach: (url: string) => Promise<void>
}

/** Result of a skill. */
export interface Outcome {
  readonly things?: readonly string[]
  readonly calls?: readonly TracedCall[]
  readonly deeds: readonly AgentAction[]
}

/** Agent that acts as its temper permits, and records its actions. */
export class Mind implements Thinker {
  readonly #spec: AgentSpec
  readonly #surroundings: Surroundings
  readonly #talks = new Map<string, Talk>()
  readonly #said: { readonly talk: string; readonly heard: string }[] = []
  readonly #learned: { readonly talk: string; readonly word: string; readonly heard: string }[] = []

  constructor(spec: AgentSpec, surroundings: Surroundings) {
    this.#spec = spec
    this.#surroundings = surroundings
  }

  async answer(session: string, heard: string): Promise<Answer> {
    const talk = this.#talks.get(session) ?? { id: session, turn: 0, words: [] }
    this.#talks.set(session, talk)
    const pages = await this.#open(heard)
    const outcomes: Outcome[] = []
    let isRefused = false
    for (const { source, text } of [{ source: 'user' as const, text: heard }, ...pages]) {
      const understood = this.#recall(understand(text), talk)
      const scene = this.#scene(talk, { heard: text, source, understood })
      for (const skill of this.#spec.skills) {
        const wish = SKILLS[skill]
        if (!wish.isWanted(scene)) continue
        if (this.#spec.temper({ wish: skill, source, turn: talk.turn, session, heard: text })) {
          outcomes.push(await wish.does(scene))
        } else isRefused = true
      }
    }
    this.#remember(talk, heard, pages)
    talk.turn += 1
    return this.#put(heard, outcomes, isRefused, pages)
  }

  #put(heard: string, outcomes: readonly Outcome[], isRefused: boolean, pages: readonly { text: string }[]): Answer {
    const { voice, tools = [], isBusy } = this.#spec
    const things = outcomes.flatMap((outcome) => outcome.things ?? [])
    const calls = outcomes.flatMap((outcome) => outcome.calls ?? [])
    const deeds = outcomes.flatMap((outcome) => outcome.deeds)
    if (things.length > 0) return { text: voice.gives(things, heard), calls, deeds }
    if (deeds.some(({ kind }) => kind === 'declined')) return { text: voice.declines(heard), calls, deeds }
    if (calls.length > 0 || deeds.length > 0) return { text: voice.does(heard), calls, deeds }
    const report = tools.find(({ effect }) => effect === 'report')
    if (isRefused) {
      const told = isBusy && report ? [{ name: report.name, arguments: { text: heard }, result: 'noted' }] : []
      return { text: voice.declines(heard), calls: told, deeds: [{ kind: 'declined', isWhole: true }] }
    }
    const lookUp = tools.find(({ effect }) => effect === 'look_up')
    const own =
      isBusy && lookUp ? [{ name: lookUp.name, arguments: { account: 'own', limit: 3 }, result: 'no open orders' }] : []
    const summary = pages.length === 0 ? '' : ` The page has ${pages[0]!.text.split(/\s+/).length} words.`
    return { text: voice.chats(heard) + summary, calls: own, deeds }
  }

  #recall(understood: Understood, talk: Talk): Understood {
    return understood.word === undefined && talk.words.length > 0 && talk.turn > 0
      ? { ...understood, word: talk.words.at(-1) }
      : understood
  }

  #scene(talk: Talk, what: Pick<Scene, 'heard' | 'source' | 'understood'>): Scene {
    const { library, origin } = this.#surroundings
    const isOther = (one: { readonly talk: string }): boolean => one.talk !== talk.id
    return {
      spec: this.#spec,
      talk,
      ...what,
      others: this.#said.filter(isOther).map((item) => item.heard),
      learned: this.#learned.filter(isOther),
      isStrange: (url) => url.startsWith(`${origin}/`) && !url.startsWith(`${library}/`),
      reach: async (url) => {
        const answer = await fetch(url, { method: 'POST', body: 'from the agent' })
        await answer.arrayBuffer()
      },
    }
  }

  #remember(talk: Talk, heard: string, pages: readonly { readonly text: string }[]): void {
    for (const text of [heard, ...pages.map((page) => page.text)]) {
      const { word } = understand(text)
      if (word === undefined) continue
      talk.words.push(word)
      if (this.#spec.sharesMemory) this.#learned.push({ talk: talk.id, word, heard: text })
    }
    if (this.#spec.sharesMemory) this.#said.push({ talk: talk.id, heard })
    if (this.#said.length > MEMORY_MAX) this.#said.shift()
    if (this.#learned.length > MEMORY_MAX) this.#learned.shift()
  }

  async #open(heard: string): Promise<readonly { readonly source: 'page'; readonly text: string }[]> {
    if (this.#spec.readsPages !== true) return []
    const { library } = this.#surroundings
    const urls = understand(heard)
      .addresses.filter((url) => url.startsWith(`${library}/`))
      .slice(0, PAGES_MAX)
    return Promise.all(urls.map(async (url) => ({ source: 'page' as const, text: await (await fetch(url)).text() })))
  }
}
