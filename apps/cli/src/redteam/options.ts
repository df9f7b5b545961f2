import type { FailOn, TargetType } from '@gatehouse/contracts/redteam'

/** Options of a run. They override the run file. */
export interface RunOptions {
  readonly config?: string
  readonly target?: string
  readonly type?: TargetType
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'GET'
  readonly model?: string
  /** JSON, or `@` and a file. */
  readonly bodyTemplate?: string
  readonly responsePath?: string
  readonly toolCallsPath?: string
  readonly stream?: true
  /** Command of a tool server over standard streams, with arguments and `name=VARIABLE` for its environment. */
  readonly command?: string
  /** A program that is an agent: JSON lines over its standard streams. */
  readonly targetCommand?: string
  /** A JavaScript module whose default export answers messages. */
  readonly targetModule?: string
  /** Address of a chat page, with selectors and the browser program. */
  readonly targetBrowser?: string
  readonly browserInput?: string
  readonly browserSend?: string
  readonly browserReply?: string
  readonly browserPath?: string
  readonly arg: readonly string[]
  readonly setEnv: readonly string[]
  /** `Name: value` each. */
  readonly header: readonly string[]
  /** `bearer=VARIABLE`. */
  readonly auth?: string
  /** `name=VARIABLE` each. */
  readonly canary: readonly string[]
  readonly systemPrompt?: string
  readonly allowedTools?: readonly string[]
  /** File types that the target accepts. */
  readonly attachments?: readonly string[]
  /** `file` or `file:field=column,…` each. */
  readonly dataset?: readonly string[]
  readonly categories?: readonly string[]
  readonly domains?: readonly string[]
  readonly strategies?: readonly string[]
  /** BCP 47 tags. */
  readonly languages?: readonly string[]
  readonly rounds?: number
  readonly maxAttacks?: number
  readonly concurrency?: number
  readonly requestsPerMinute?: number
  readonly maxRequests?: number
  readonly repeats?: number
  readonly seed?: string
  /** Seconds. */
  readonly timeout?: number
  readonly failUnder?: number
  readonly failOn?: FailOn
  /** False: nothing is served that the agent could find. */
  readonly serve: boolean
  readonly servePort?: number
  readonly serveUrl?: string
  /** False: uses no model, regardless of the settings. */
  readonly models?: boolean
  readonly report?: string
  readonly junit?: string
  readonly sarif?: string
  readonly csv?: string
  readonly html?: string
  readonly markdown?: string
  readonly json?: true
  readonly quiet?: true
}
