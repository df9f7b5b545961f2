import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { Failure, isJsonObject, messageOf } from '@gatehouse/kernel'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { Browser, BrowserContext } from 'playwright-core'
import type { Io } from '../command.ts'
import { ChatPage, type ChatSelectors, within } from './browser-page.ts'
import { type BrowserProxy, startBrowserProxy } from './browser-proxy.ts'
import { listenAt } from './listen.ts'
import { bodyOf, closeServer, isAuthorized, type LocalTarget, TOKEN_BYTES } from './local-target.ts'

export interface BrowserTargetOptions {
  readonly url: string
  readonly selectors: ChatSelectors
  /** Browser program; default: an installed Chromium or Chrome. */
  readonly program: string | undefined
  readonly timeout_ms: number | undefined
}

type BrowserIo = Pick<Io, 'env' | 'stderr'>

const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const REPLY_MS = 60_000
/** The page gives up before the run does, so that the report names the reason. */
const MARGIN_MS = 2_000
/** Pages that are open at the same time; the one that was idle longest is closed. Own limit: a page needs about 50 MB. */
const PAGES_MAX = 8
const PAGE_SCHEMES = ['http', 'https']
/** Different warnings of a run. */
const PROBLEMS_MAX = 5
const CLOSE_MS = 5_000
/** No connection passes by the proxy: WebRTC would use UDP, and prefetching resolves names. */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
]

/**
 * Serves a chat page as an agent on loopback: an installed browser types each message and reads the reply. Each conversation has a page of
 * its own without stored data. The browser connects through a proxy that enforces the egress policy.
 * @throws {Failure} `invalid_request` if no browser is installed, or if the address is not allowed
 */
export async function startBrowserTarget(options: BrowserTargetOptions, io: BrowserIo): Promise<LocalTarget> {
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const executablePath = await programOf(options, egress).catch(async (error: unknown) => {
    await egress.close()
    throw error
  })
  const proxy = await startBrowserProxy(egress)
  let browser: Browser | undefined
  const close = async (): Promise<void> => {
    await within(browser?.close() ?? Promise.resolve(), CLOSE_MS, '').catch(() => undefined)
    await proxy.close()
    await egress.close()
  }
  try {
    const { chromium } = await import('playwright-core')
    const { server, username, password } = proxy
    browser = await chromium.launch({
      executablePath,
      proxy: { server, username, password },
      // Chromium refuses its sandbox to the superuser.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ARGS,
      timeout: REPLY_MS,
    })
    return await served(new Chats(browser, proxy, options), options, close, io)
  } catch (thrown) {
    await close()
    throw thrown instanceof Failure ? thrown : new Failure('invalid_request', `--target-browser: ${executablePath} did not start: ${messageOf(thrown).split('\n', 1)[0]}`, { cause: thrown }) // prettier-ignore
  }
}

/** Returns the browser program. @throws {Failure} if there is none, or if the address is not allowed */
async function programOf({ url, program }: BrowserTargetOptions, egress: Egress): Promise<string> {
  try {
    await egress.check(url, PAGE_SCHEMES)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    throw new Failure('invalid_request', `--target-browser: ${thrown.message}`, { cause: thrown })
  }
  const path = program ?? PROGRAMS.find((item) => existsSync(item))
  if (path !== undefined && existsSync(path)) return path
  const detail = path === undefined ? 'no Chromium or Chrome found' : `program ${path} not found`
  throw new Failure('invalid_request', `--target-browser: ${detail}. Install Chromium, or set --browser-path.`)
}

async function served(
  chats: Chats,
  options: BrowserTargetOptions,
  close: () => Promise<void>,
  io: BrowserIo,
): Promise<LocalTarget> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const timeout_ms = options.timeout_ms ?? REPLY_MS
  const problems = new Set<string>()
  const server = createServer((request, response) => {
    response.on('error', () => {})
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    void (async () => {
      if (!isAuthorized(request, token)) return answer(401, { error: 'unauthorized' })
      const body = await bodyOf(request)
      const { message, session_id: session } = isJsonObject(body) ? body : {}
      if (typeof message !== 'string' || typeof session !== 'string') return answer(400, { error: 'invalid request' })
      try {
        return answer(200, { reply: await chats.say(session, message, Math.max(MARGIN_MS, timeout_ms - MARGIN_MS)) })
      } catch (error) {
        // A failed target in the report has no details, and the selectors are needed at once.
        const problem = messageOf(error)
        if (problems.size < PROBLEMS_MAX && !problems.has(problem)) io.stderr.write(`gatehouse: warning: ${problem}\n`)
        problems.add(problem)
        return answer(502, { error: problem })
      }
    })()
  })
  const port = await listenAt(server, `browser ${options.url}`, io)
  return {
    target: {
      type: 'http_agent',
      name: options.url.split(/[?#]/, 1)[0]!.slice(0, 200),
      baseUrl: `http://127.0.0.1:${port}/`,
      agentEndpoint: '',
      auth: { type: 'bearer', token },
      customApiTemplate: {
        bodyTemplate: '{"message": {{message}}, "session_id": {{session_id}}}',
        responsePath: 'reply',
      },
      session: { madeBy: 'client', remembers: true },
      timeoutMs: timeout_ms,
    },
    secrets: [],
    async close() {
      await closeServer(server)
      await close()
    },
  }
}

interface OpenChat {
  readonly context: BrowserContext
  readonly page: ChatPage
  /** Messages in progress. */
  busy: number
}

/** Open conversations, least recently used first. */
class Chats {
  readonly #browser: Browser
  readonly #proxy: BrowserProxy
  readonly #options: BrowserTargetOptions
  readonly #open = new Map<string, Promise<OpenChat>>()
  /** Conversations that were closed: a new page would not know the earlier messages. */
  readonly #closed = new Set<string>()

  constructor(browser: Browser, proxy: BrowserProxy, options: BrowserTargetOptions) {
    this.#browser = browser
    this.#proxy = proxy
    this.#options = options
  }

  /** @throws {Error} if the page shows no reply in time */
  async say(session: string, message: string, timeout_ms: number): Promise<string> {
    if (this.#closed.has(session)) throw new Error('The conversation is closed.')
    const opening = this.#open.get(session) ?? this.#create(timeout_ms)
    this.#open.delete(session)
    this.#open.set(session, opening)
    let chat: OpenChat | undefined
    try {
      chat = await opening
      chat.busy += 1
      await this.#closeIdle()
      return await chat.page.say(message, timeout_ms)
    } catch (error) {
      // The state of the page is unknown.
      this.#open.delete(session)
      this.#closed.add(session)
      if (chat !== undefined) await closed(chat.context)
      const refused = this.#proxy.refused()
      const [problem] = messageOf(error).split('\n', 1)
      throw new Error(refused === undefined ? problem : `${problem} Blocked request: ${refused}`, { cause: error })
    } finally {
      if (chat !== undefined) chat.busy -= 1
    }
  }

  async #create(timeout: number): Promise<OpenChat> {
    const context = await this.#browser.newContext({ serviceWorkers: 'block', acceptDownloads: false })
    try {
      const page = await context.newPage()
      // Further windows have no part in the conversation.
      context.on('page', (other) => void other.close().catch(() => undefined))
      await within(
        page.goto(this.#options.url, { waitUntil: 'domcontentloaded', timeout }),
        timeout + CLOSE_MS,
        'The page does not respond.',
      )
      return { context, page: new ChatPage(page, this.#options.selectors), busy: 0 }
    } catch (error) {
      await closed(context)
      throw error
    }
  }

  async #closeIdle(): Promise<void> {
    for (const [session, opening] of this.#open) {
      if (this.#open.size <= PAGES_MAX) return
      const chat = await opening.catch(() => undefined)
      if (chat === undefined || chat.busy > 0) continue
      this.#open.delete(session)
      this.#closed.add(session)
      await closed(chat.context)
    }
  }
}

/** Closes pages, also those with a script in an endless loop. */
function closed(context: BrowserContext): Promise<void> {
  return within(context.close(), CLOSE_MS, '').catch(() => undefined)
}
