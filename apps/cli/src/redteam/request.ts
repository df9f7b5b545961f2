import { RunFile } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import type { z } from 'zod'
import type { Io } from '../command.ts'
import { readRunFile } from './config-file.ts'
import type { RunOptions } from './options.ts'
import type { LocalTarget } from './local-target.ts'
import { datasetOf, withFileContents } from './datasets.ts'
import { headerOf, pairOf, secretAt, textOf } from './secrets.ts'

const TEMPLATE_BYTES_MAX = 100_000
const PROMPT_BYTES_MAX = 800_000
const PROBLEMS_MAX = 10

export interface RequestedRun {
  readonly file: RunFile
  /** Secrets that no report may contain, in addition to those of the target. */
  readonly secrets: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

/**
 * Returns the run request: the file, with command-line overrides.
 * @param local used instead of an address
 * @param known used instead of a file
 * @throws {Failure} `invalid_request`
 */
export function requestedRun(
  options: RunOptions,
  io: Pick<Io, 'cwd' | 'env'>,
  local?: LocalTarget,
  known: Raw = {},
): RequestedRun {
  const { raw, secrets } = options.config === undefined ? { raw: known, secrets: [] } : readRunFile(options.config, io)
  for (const name of ['target', 'attackConfig']) {
    if (raw[name] !== undefined && !isJsonObject(raw[name])) {
      throw new Failure('invalid_request', `Invalid configuration ${options.config ?? ''}: ${name} must be an object.`)
    }
  }
  const target = { ...targetOf(objectIn(raw, 'target'), options, io), ...localFields(local, options) }
  if (target['baseUrl'] === undefined) {
    throw new Failure(
      'invalid_request',
      'No target given. Pass --target <url>, or set target.baseUrl in a --config file.',
    )
  }
  const attackConfig = { ...objectIn(raw, 'attackConfig'), ...attacksOf(options, objectIn(raw, 'attackConfig')) }
  const request: Raw = {
    ...raw,
    target,
    attackConfig,
    // Categories on the command line replace those of the file.
    ...(options.categories === undefined ? {} : { categories: options.categories }),
    ...datasetsOf(raw, options, io),
    ...(options.failUnder === undefined ? {} : { failUnder: options.failUnder }),
    ...(options.failOn === undefined ? {} : { failOn: options.failOn }),
  }
  const read = RunFile.safeParse(request)
  if (!read.success) throw new Failure('invalid_request', problemsOf(read.error))
  return { file: read.data, secrets: [...secrets, ...(local?.secrets ?? [])] }
}

/** @throws {Failure} `invalid_request` if an address is given too */
function localFields(local: LocalTarget | undefined, { command, target, auth, ...options }: RunOptions): Raw {
  if (local === undefined) return {}
  if (target !== undefined || auth !== undefined) {
    const { targetCommand, targetModule } = options
    const option =
      command !== undefined
        ? 'command'
        : targetCommand !== undefined
          ? 'target-command'
          : targetModule !== undefined
            ? 'target-module'
            : 'target-browser'
    throw new Failure('invalid_request', `--${option} cannot be combined with --target or --auth.`)
  }
  return local.target
}

function targetOf(target: Raw, options: RunOptions, io: Pick<Io, 'cwd' | 'env'>): Raw {
  const { systemPrompt, bodyTemplate, responsePath, header, auth, canary, timeout } = options
  const template = {
    ...objectIn(target, 'customApiTemplate'),
    ...(bodyTemplate === undefined ? {} : { bodyTemplate: templateOf(bodyTemplate, io) }),
    ...(responsePath === undefined ? {} : { responsePath }),
  }
  const headers = Object.fromEntries(header.map((item) => headerOf(item, io)))
  const canaries = canary.map((item) => {
    const [name, place] = pairOf(item, '--canary')
    return { name, value: secretAt(place, `Canary ${name}`, io) }
  })
  return {
    ...target,
    // A complete address replaces the endpoint path of the file.
    ...(options.target === undefined ? {} : { baseUrl: options.target, agentEndpoint: '' }),
    ...definedMembers({
      type: options.type,
      method: options.method,
      model: options.model,
      stream: options.stream,
      toolCallsPath: options.toolCallsPath,
      allowedTools: options.allowedTools,
      attachments: options.attachments,
      systemPrompt:
        systemPrompt === undefined ? undefined : textOf(systemPrompt, '--system-prompt', PROMPT_BYTES_MAX, io),
      auth: auth === undefined ? undefined : authOf(auth, io),
      timeoutMs: timeout === undefined ? undefined : Math.max(1, Math.round(timeout * 1_000)),
    }),
    ...(Object.keys(template).length === 0 ? {} : { customApiTemplate: template }),
    ...(header.length === 0 ? {} : { headers: { ...objectIn(target, 'headers'), ...headers } }),
    ...(canary.length === 0 ? {} : { canaries }),
  }
}

function templateOf(text: string, io: Pick<Io, 'cwd'>): string {
  return text.startsWith('@') ? textOf(text.slice(1), '--body-template', TEMPLATE_BYTES_MAX, io) : text
}

/** @throws {Failure} `invalid_request` */
function authOf(text: string, io: Pick<Io, 'cwd' | 'env'>): Raw {
  const [message, place] = pairOf(text, '--auth')
  const [kind = '', header] = message.split(':', 2)
  const secret = (): string => secretAt(place, '--auth', io)
  if (kind === 'bearer') return { type: 'bearer', token: secret() }
  if (kind === 'api_key') return { type: 'api_key', value: secret(), ...(header === undefined ? {} : { name: header }) }
  if (kind !== 'basic') {
    const subject = 'bearer, basic or api_key; set oauth2_client_credentials in a --config file'
    throw new Failure('invalid_request', `Invalid --auth. Allowed: ${subject}.`)
  }
  const [, username, password] = /^([^:]+):(.+)$/s.exec(secret()) ?? []
  if (password === undefined)
    throw new Failure('invalid_request', 'Invalid --auth basic value. Expected: user:password.')
  return { type: 'basic', username, password }
}

function attacksOf(options: RunOptions, config: Raw): Raw {
  const { maxRequests } = options
  return definedMembers({
    // Both fields select categories, and their union runs: categories on the command line replace both.
    enabledCategories: options.categories,
    domains: options.domains,
    strategies: options.strategies,
    languages: options.languages,
    adaptiveRounds: options.rounds,
    maxAttacksPerCategory: options.maxAttacks,
    concurrency: options.concurrency,
    requestsPerMinute: options.requestsPerMinute,
    repeats: options.repeats,
    seed: options.seed,
    budget: maxRequests === undefined ? undefined : { ...objectIn(config, 'budget'), maxRequests },
  })
}

/** Adds the datasets of the command line to those of the file. */
function datasetsOf({ datasets }: Raw, { dataset = [], config }: RunOptions, io: Pick<Io, 'cwd'>): Raw {
  if (datasets === undefined && dataset.length === 0) return {}
  const written = Array.isArray(datasets) ? withFileContents(datasets, config, io) : []
  return { datasets: [...written, ...dataset.map((item) => datasetOf(item, io))] }
}

function definedMembers(members: Raw): Raw {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function objectIn(raw: Raw, name: string): Raw {
  const value = raw[name]
  return isJsonObject(value) ? value : {}
}

/** Describes problems with their paths. Omits values, which may be secret. */
function problemsOf({ issues }: z.core.$ZodError): string {
  const reported = issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => `${path.join('.')}: ${message}`)
  return `Invalid run configuration: ${reported.join('; ')}.`
}
