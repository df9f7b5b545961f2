import { allCategories } from '../categories.gen.ts'
import { type CodeBase, codeBaseOf } from './code-base.ts'
import { findPrompts } from './find/prompts.ts'
import { type FoundRoute, findRoutes, isAgent } from './find/routes.ts'
import { findSignals } from './find/signals.ts'
import { findTools } from './find/tools.ts'
import { traitsOf } from './find/traits.ts'
import { maskText } from './mask.ts'
import type { FolderPort, RepoLimits } from './port.ts'
import { REPO_LIMITS } from './port.ts'
import { proposeCategories } from './propose/categories.ts'
import { proposeTargets } from './propose/targets.ts'
import { proposeToolServers } from './propose/tool-servers.ts'
import type { RepoReading } from './reading.ts'
import { readJs } from './syntax/read-js.ts'
import { readPython } from './syntax/read-python.ts'
import type { SourceFile } from './syntax/source-file.ts'

const JS = /\.[cm]?[jt]sx?$/
const PYTHON = /\.py$/
const TEXT = /\.(?:md|txt|prompt|jinja2?|j2|ya?ml|toml|json)$/
/** Code that is not part of the running service. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e|fixtures|__mocks__|stories|migrations)\/|\.(?:test|spec|stories|d)\.[cm]?[jt]sx?$|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|\.min\.js$/
/** Texts that may be prompts. */
const PROMPT_TEXT = /(?:^|\/)[^/]*(?:prompt|system|instruction|persona|agent)[^/]*\.[a-z0-9]+$|(?:^|\/)prompts?\//i
const LEFT_NAMED_MAX = 50
const SHOWN_TEXT_UNITS = 4_000
const SHOWN_WORDS_UNITS = 500
const SHOWN = { prompts: 40, tools: 200, routes: 100, signals: 60, members: 50 } as const

/**
 * Reads the code of a folder and proposes a target and categories for its agent. No code is executed. Only literal values are found; a
 * prompt that comes from a database is not.
 * @throws errors of the folder, or the reason of the signal
 */
export async function readRepo(
  folder: FolderPort,
  { limits = REPO_LIMITS, signal }: { readonly limits?: RepoLimits; readonly signal?: AbortSignal } = {},
): Promise<RepoReading> {
  const loaded = await load(folder, limits, signal)
  const { base } = loaded
  const prompts = findPrompts(base)
  const tools = findTools(base).map((tool) => ({ ...tool, traits: traitsOf(tool) }))
  const routes = findRoutes(base)
  const signals = findSignals(base)
  signal?.throwIfAborted()
  const modules = new Set(base.files.flatMap(({ imports }) => [...imports.values()].map(({ module }) => module)))
  const servers = proposeToolServers(base, tools)
  const hidesSecrets = (text: string): boolean => maskText(text) !== text
  const known = new Set(allCategories.map(({ name }) => name))
  return shown({
    files: loaded.files,
    prompts: prompts.slice(0, SHOWN.prompts).map((prompt) => ({
      text: bounded(prompt.text, SHOWN_TEXT_UNITS),
      because: prompt.because,
      isSure: prompt.how === 'sure',
      at: { path: prompt.path, line: prompt.line },
    })),
    tools: tools.slice(0, SHOWN.tools).map((tool) => ({
      name: tool.name,
      description: bounded(tool.description),
      parameters: tool.parameters.slice(0, SHOWN.members).map((name) => bounded(name)),
      shape: tool.shape,
      traits: tool.traits,
      at: { path: tool.path, line: tool.line },
    })),
    routes: routes.slice(0, SHOWN.routes).map(routeOf),
    signals: signals
      .slice(0, SHOWN.signals)
      .map((item) => ({ kind: item.kind, what: bounded(item.what), at: { path: item.path, line: item.line } })),
    targets: [...proposeTargets({ base, routes, prompts, tools, mask: maskText }), ...servers.targets],
    notes: servers.notes,
    categories: proposeCategories({ routes, prompts, tools, signals, modules, hidesSecrets }).filter(({ name }) =>
      known.has(name),
    ),
  })
}

function routeOf(route: FoundRoute): RepoReading['routes'][number] {
  return {
    method: route.method,
    path: bounded(route.path),
    framework: route.framework,
    bodyFields: route.body.slice(0, SHOWN.members).map(({ name }) => name),
    replyFields: route.reply.paths.slice(0, SHOWN.members).map((path) => bounded(path)),
    streams: route.reply.isStream,
    isAgent: isAgent(route),
    auth: route.auth === undefined ? null : bounded(route.auth.what),
    at: { path: route.file.path, line: route.line },
  }
}

/** Returns a displayable reading: all texts are redacted and well-formed. */
function shown(reading: RepoReading): RepoReading {
  const text = JSON.stringify(reading, (_key, value: unknown) =>
    typeof value === 'string' ? maskText(value).toWellFormed() : value,
  )
  return JSON.parse(text) as RepoReading
}

/** Masked before it is cut: half a secret is not recognised any more. */
function bounded(text: string, most = SHOWN_WORDS_UNITS): string {
  if (text.length <= most) return text
  return `${maskText(text.slice(0, most * 2)).slice(0, most)}…`
}

interface Loaded {
  readonly base: CodeBase
  readonly files: RepoReading['files']
}

async function load(folder: FolderPort, limits: RepoLimits, signal: AbortSignal | undefined): Promise<Loaded> {
  const files: SourceFile[] = []
  const texts = new Map<string, string>()
  const left: { path: string; reason: string }[] = []
  let listed = 0
  let read = 0
  let bytes = 0
  let isComplete = true
  const leave = (path: string, reason: string): void => {
    if (left.length < LEFT_NAMED_MAX) left.push({ path: bounded(path), reason })
    isComplete = false
  }
  for await (const { path, size_bytes } of folder.list()) {
    signal?.throwIfAborted()
    listed += 1
    if (listed > limits.filesListed) {
      leave(path, `The folder has more than ${limits.filesListed} files.`)
      break
    }
    const isCode = JS.test(path) || PYTHON.test(path)
    if (ASIDE.test(path) || (!isCode && !(TEXT.test(path) && PROMPT_TEXT.test(path)))) continue
    if (size_bytes > limits.fileBytes) leave(path, `It is larger than ${limits.fileBytes} bytes.`)
    else if (read >= limits.filesRead || bytes + size_bytes > limits.allBytes) leave(path, 'Enough was read before it.')
    else {
      const text = await folder.read(path, limits.fileBytes)
      if (text === undefined) {
        leave(path, 'The file is not text, or is not readable.')
        continue
      }
      read += 1
      bytes += Math.max(size_bytes, text.length)
      if (!isCode) texts.set(path, text)
      else files.push(JS.test(path) ? readJs(path, text) : readPython(path, text))
    }
  }
  return { base: codeBaseOf(files, texts), files: { listed, read, left, isComplete } }
}
