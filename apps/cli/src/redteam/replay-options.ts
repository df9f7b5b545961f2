import type { RunOptions } from './options.ts'

/** Options of a replay: the selection, and target settings that the report does not contain. */
export interface ReplayOptions extends Pick<
  RunOptions,
  | 'config'
  | 'target'
  | 'command'
  | 'targetCommand'
  | 'targetModule'
  | 'targetBrowser'
  | 'browserInput'
  | 'browserSend'
  | 'browserReply'
  | 'browserPath'
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
