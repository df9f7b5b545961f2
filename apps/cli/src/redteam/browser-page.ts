import type { Frame, Locator, Page, Request } from 'playwright-core'

/** Elements of a chat page. Missing ones are detected. */
export interface ChatSelectors {
  readonly input?: string | undefined
  readonly send?: string | undefined
  readonly reply?: string | undefined
}

/** Most specific first. The last visible match is the input: chats place it at the end. */
const INPUTS = [
  'textarea:visible:not([readonly]):not([disabled])',
  '[contenteditable="true"]:visible, [contenteditable=""]:visible, [contenteditable="plaintext-only"]:visible, [role="textbox"]:visible',
  'input[type="text"]:visible, input:not([type]):visible, input[type="search"]:visible',
]
const SUBMIT = 'button[type="submit"], button:not([type]), input[type="submit"]'
const SEND_NAME =
  /^(?:send|submit|ask|go|reply|senden|absenden|fragen|enviar|envoyer|invia|verzenden|→|➤|➜|▶|↑)(?: message| nachricht| question)?$/i
/** Opens a widget that is closed at first. */
const LAUNCHER_NAME = /\b(?:chat|assistant|ask us|message us|support|hilfe)\b/i
/** Text that is shown until the reply arrives. */
const PENDING =
  /^(?:[.…•●\s]{1,12}|[^\n]{0,40}\b(?:typing|thinking|loading|processing|generating|schreibt|denkt)\b[^\n]{0,20})$/i
const STATIC_TYPES: ReadonlySet<string> = new Set(['image', 'font', 'media', 'stylesheet', 'ping'])
/** A reply is complete when its text has not changed for so long and no request is in progress. */
const STABLE_MS = 1_000
/** Long polls and typing indicators do not delay a stable text further. */
const STABLE_BUSY_MS = 10_000
const LAUNCHER_MS = 1_500
const POLL_MS = 120
const ACTION_MS = 5_000
const TEXT_UNITS_MAX = 400_000
const ELEMENTS_MAX = 20_000

/** Lines of a frame, with open shadow roots and without the text in editors. */
const READ_LINES = `(() => {
  const texts = []
  const drafts = []
  let seen = 0
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if ((seen += 1) > ${ELEMENTS_MAX}) return
      if (element.isContentEditable && !element.parentElement?.isContentEditable) drafts.push(element.innerText)
      if (element.shadowRoot === null) continue
      for (const child of element.shadowRoot.children) {
        if (!/^(?:STYLE|SCRIPT|TEMPLATE)$/.test(child.tagName)) texts.push(child.innerText ?? '')
      }
      walk(element.shadowRoot)
    }
  }
  texts.push(document.body?.innerText ?? '')
  walk(document)
  const linesOf = (all) => all.join('\\n').slice(-${TEXT_UNITS_MAX}).split('\\n').map((line) => line.trim())
  const lines = linesOf(texts)
  for (const line of linesOf(drafts)) {
    const at = lines.lastIndexOf(line)
    if (at !== -1) lines.splice(at, 1)
  }
  return lines
})()`

/** One conversation with a chat page. */
export class ChatPage {
  readonly #page: Page
  readonly #selectors: ChatSelectors
  readonly #requests = new Set<Request>()
  readonly #socket = { sent: 0, received: 0 }
  #queue: Promise<unknown> = Promise.resolve()
  #documents = 0
  /** Lines before the first message. */
  #first: readonly string[] | undefined

  constructor(page: Page, selectors: ChatSelectors) {
    this.#page = page
    this.#selectors = selectors
    const ended = (request: Request): void => void this.#requests.delete(request)
    page.on('request', (request) => {
      if (!STATIC_TYPES.has(request.resourceType())) this.#requests.add(request)
    })
    page.on('requestfinished', ended).on('requestfailed', ended)
    page.on('framenavigated', () => (this.#documents += 1))
    page.on('websocket', (socket) => {
      socket.on('framesent', () => (this.#socket.sent = performance.now()))
      socket.on('framereceived', () => (this.#socket.received = performance.now()))
    })
  }

  /** Sends a message after all earlier ones. @throws {Error} naming the element that is missing, or when no reply comes in time */
  say(message: string, timeout_ms: number): Promise<string> {
    const next = this.#queue.then(() => {
      const deadline = performance.now() + timeout_ms
      // A script in an endless loop answers no request of the browser protocol.
      return within(this.#say(message, deadline), timeout_ms + ACTION_MS, 'The page does not respond.')
    })
    this.#queue = next.catch(() => undefined)
    return next
  }

  async #say(message: string, deadline: number): Promise<string> {
    const { frame, input } = await this.#input(deadline)
    const before = await this.#read()
    this.#first ??= before
    const isLine = (await input.evaluate('(element) => element.tagName')) === 'INPUT'
    const typed = isLine ? message.replaceAll(/\s*\n\s*/g, ' ') : message
    await input.fill(typed, { timeout: ACTION_MS })
    const sent = { at: performance.now(), documents: this.#documents, requests: new Set(this.#requests) }
    await this.#send(frame, input)
    return this.#reply(before, typed, sent, deadline)
  }

  async #input(deadline: number): Promise<{ readonly frame: Frame; readonly input: Locator }> {
    const selectors = this.#selectors.input === undefined ? INPUTS : [this.#selectors.input]
    const launcher_at = performance.now() + LAUNCHER_MS
    let hasLaunched = false
    for (;;) {
      for (const selector of selectors) {
        for (const frame of this.#page.frames()) {
          const input = frame.locator(selector).last()
          if (await isUsable(input)) return { frame, input }
        }
      }
      if (!hasLaunched && performance.now() > launcher_at) {
        hasLaunched = true
        await this.#launch()
      }
      if (performance.now() > deadline) {
        const { input } = this.#selectors
        throw new Error(
          input === undefined ? 'No chat input found. Set --browser-input.' : `No input matches ${input}.`,
        )
      }
      if (this.#page.url().startsWith('chrome-error:')) throw new Error('The page could not be loaded.')
      await this.#page.waitForTimeout(POLL_MS)
    }
  }

  async #launch(): Promise<void> {
    for (const frame of this.#page.frames()) {
      const launcher = frame.getByRole('button', { name: LAUNCHER_NAME }).last()
      if (!(await isUsable(launcher))) continue
      await launcher.click({ timeout: ACTION_MS }).catch(() => undefined)
      return
    }
  }

  async #send(frame: Frame, input: Locator): Promise<void> {
    const { send } = this.#selectors
    if (send !== undefined) return frame.locator(send).last().click({ timeout: ACTION_MS })
    const form = frame.locator('form:visible').filter({ has: input })
    const named = frame.getByRole('button', { name: SEND_NAME }).last()
    for (const button of [form.locator(SUBMIT).last(), named]) {
      if (!(await isUsable(button))) continue
      try {
        return await button.click({ timeout: ACTION_MS, noWaitAfter: true })
      } catch {
        // Another element covers the button.
      }
    }
    await input.press('Enter', { timeout: ACTION_MS, noWaitAfter: true })
    await this.#page.waitForTimeout(POLL_MS)
    if (this.#requests.size > 0 || !(await holdsText(input))) return
    // Enter starts a new line: the nearest button sends.
    const near = input.locator('xpath=ancestor::*[.//button or .//*[@role="button"]][1]').getByRole('button').last()
    if (await isUsable(near)) await near.click({ timeout: ACTION_MS, noWaitAfter: true }).catch(() => undefined)
  }

  /** Returns the texts of the replies, or the lines of the page. */
  async #read(): Promise<readonly string[]> {
    const { reply } = this.#selectors
    const texts = await Promise.all(
      this.#page.frames().map(async (frame) => {
        // Error pages of the browser are no replies.
        if (frame.url().startsWith('chrome-error:')) return []
        try {
          if (reply !== undefined) return await frame.locator(reply).allInnerTexts()
          const lines = await frame.evaluate<unknown>(READ_LINES)
          return Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : []
        } catch {
          // The frame was replaced meanwhile.
          return []
        }
      }),
    )
    return texts.flat().filter((text) => text !== '')
  }

  async #reply(before: readonly string[], message: string, sent: Sent, deadline: number): Promise<string> {
    const echo = this.#selectors.reply === undefined ? message : ''
    let last = ''
    let since = performance.now()
    for (;;) {
      await this.#page.waitForTimeout(POLL_MS)
      const lines = await this.#read()
      let text = addedText(before, lines, echo)
      // A new document may repeat the reply to the message before.
      if (text === '' && this.#documents > sent.documents) text = addedText(this.#first ?? before, lines, echo)
      if (text !== last) [last, since] = [text, performance.now()]
      const stable_ms = this.#isBusy(sent) || PENDING.test(last) ? STABLE_BUSY_MS : STABLE_MS
      if (last !== '' && performance.now() - since >= stable_ms) return last
      if (this.#page.url().startsWith('chrome-error:')) throw new Error('The page could not be loaded.')
      if (performance.now() > deadline) {
        if (last !== '') return last
        throw new Error('The page shows no reply. Set --browser-reply.')
      }
    }
  }

  #isBusy({ at, requests }: Sent): boolean {
    const { sent, received } = this.#socket
    return [...this.#requests].some((request) => !requests.has(request)) || (sent >= at && received < sent)
  }
}

/** State of the page when a message was sent. */
interface Sent {
  readonly at: number
  readonly documents: number
  readonly requests: ReadonlySet<Request>
}

async function isUsable(element: Locator): Promise<boolean> {
  return (await element.count()) > 0 && (await element.isVisible()) && (await element.isEnabled())
}

async function holdsText(input: Locator): Promise<boolean> {
  const text: unknown = await input
    .evaluate('(element) => element.value ?? element.innerText ?? ""', undefined, { timeout: ACTION_MS })
    .catch(() => '')
  return typeof text === 'string' && text.trim() !== ''
}

/** Rejects when the work takes too long; its late result is ignored. */
export async function within<Result>(work: Promise<Result>, timeout_ms: number, problem: string): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(problem)), timeout_ms)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the texts that are new, without the sent message, which chats show as well. */
export function addedText(before: readonly string[], after: readonly string[], message: string): string {
  const counts = new Map<string, number>()
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1)
  const added = after.filter((text) => {
    const left = counts.get(text) ?? 0
    if (left > 0) counts.set(text, left - 1)
    return left === 0
  })
  return withoutEcho(added, message).join('\n').trim()
}

/** Removes the first echo: line by line, or in one line, also behind a label. */
function withoutEcho(added: readonly string[], message: string): readonly string[] {
  const own = message
    .split('\n')
    .map(squeezed)
    .filter((line) => line !== '')
  if (own.length === 0) return added
  const whole = own.join(' ')
  const at = added.findIndex((text) => squeezed(text).endsWith(whole))
  if (at !== -1) return added.toSpliced(at, 1)
  const rest = [...added]
  for (const line of own) {
    const found = rest.findIndex((text) => squeezed(text).endsWith(line))
    if (found !== -1) rest.splice(found, 1)
  }
  return rest
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
