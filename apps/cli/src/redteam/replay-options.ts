import type { RunOptions } from './options.ts'

/** What a person may say of a replay: what, and what the report does not hold of the target. */
export interface ReplayOptions extends Pick<
  RunOptions,
  | 'config'
  | 'target'
  | 'command'
  | 'arg'
  | 'setEnv'
  | 'header'
  | 'auth'
  | 'canary'
  | 'systemPrompt'
  | 'timeout'
  | 'serve'
  | 'servePort'
  | 'serveUrl'
  | 'models'
  | 'json'
  | 'quiet'
> {
  readonly finding?: string
  readonly attack?: string
  readonly repeats: number
}
