import { type Judgement, judgeSource } from '../code/judge.ts'

/** Parsed command of an install script. */
export interface Command {
  /** Whether every program in it is known to be harmless on its own. */
  readonly isKnown: boolean
  /** Files of the package that it starts, as it names them. */
  readonly files: readonly string[]
  /** Judgement of the command itself. */
  readonly judgement: Judgement | undefined
}

/** Maximum length of a command: longer ones are cut. */
const COMMAND_UNITS_MAX = 20_000
const FILES_MAX = 20

/** Programs that build, check or configure, and fetch nothing that the command chooses. */
const KNOWN =
  /^(?:node-gyp|node-gyp-build|node-gyp-build-optional-packages|prebuild-install|prebuildify|node-pre-gyp|cmake-js|napi-postinstall|husky|lefthook|simple-git-hooks|patch-package|tsc|tsup|rollup|vite|esbuild|webpack|babel|rimraf|shx|only-allow|is-ci|opencollective|opencollective-postinstall|electron-builder|electron-rebuild|prisma|ngcc|make|cargo|tree-sitter|echo|exit|true|test|cd|mkdir|cp|rm|ln|chmod|npm-run-all|run-s|run-p|cross-env|cross-env-shell|eslint|prettier|jest|vitest|mocha|gulp|grunt|nx|turbo|lerna|wsrun|tshy|unbuild|nuxt|nuxi|svelte-kit|ngc|bob|wireit|preconstruct|pkg-ok|install-self-peers|\[)$/
/** Package managers: known when they run scripts of the manifest. */
const MANAGER =
  /^(?:npm|pnpm|yarn|bun|corepack)\s{1,8}(?:run(?:-script)?\s|ci\b|rebuild\b|build\b|exec\s(?:only-allow|husky)|--version|\w[\w:-]*$)/
const RUNNER = /^(?:npx|pnpx|bunx|yarn dlx)\s{1,8}(?:-\S{1,30}\s{1,8}){0,4}([\w@./-]{1,100})/
const INTERPRETER = /^(?:node|nodejs|python3?|bash|sh|ts-node|tsx|bun|deno)$/
const SCRIPT = /^[\w@./\\-]{1,300}\.(?:[cm]?[jt]s|py|sh|ps1|cmd|bat)$/

/** Parses a command like a shell, with the accuracy that is needed to identify its programs. */
export function readCommand(text: string): Command {
  const command = text.slice(0, COMMAND_UNITS_MAX)
  const judgement = judgeSource(command, { syntax: 'shell', runsAtInstall: true }) ?? judgeInline(command)
  const files = new Set<string>()
  let isKnown = true
  for (const part of command.split(/&&|\|\||[;|\n]/)) {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\w{1,60}=\S*$/.test(word))
    const program = (words[0] ?? '').replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd)$/, '')
    if (program === '') continue
    if (INTERPRETER.test(program)) {
      const script = words.slice(1).find((word) => !word.startsWith('-'))
      if (script !== undefined && !words.includes('-e') && !words.includes('-c')) files.add(unquoted(script))
      isKnown = false
      continue
    }
    for (const word of words) if (SCRIPT.test(unquoted(word)) && files.size < FILES_MAX) files.add(unquoted(word))
    const runner = RUNNER.exec(part.trim())?.[1]
    isKnown &&= KNOWN.test(runner ?? program) || MANAGER.test(part.trim())
  }
  return { isKnown, files: [...files], judgement }
}

/** Judges inline code in the command. */
function judgeInline(command: string): Judgement | undefined {
  const js = /\b(?:node|bun|deno)\b[^;&|]{0,80}\s(?:-e|--eval|-p|eval)\s/.exec(command)
  if (js !== null) return judgeSource(inner(command, js), { syntax: 'js', runsAtInstall: true })
  const python = /\bpython[\d.]{0,4}\s[^;&|]{0,80}?-c\s/.exec(command)
  return python === null ? undefined : judgeSource(inner(command, python), { syntax: 'python', runsAtInstall: true })
}

/** Returns the rest of the command without shell quotes. */
function inner(command: string, { index, 0: head }: RegExpExecArray): string {
  const rest = command.slice(index + head.length).trim()
  const quote = rest[0]
  if (quote !== '"' && quote !== "'") return rest
  const end = rest.lastIndexOf(quote)
  return rest.slice(1, end > 0 ? end : undefined).replaceAll(`\\${quote}`, quote)
}

function unquoted(word: string): string {
  return word
    .replace(/^["']|["']$/g, '')
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
}
