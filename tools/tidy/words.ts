import type { Problem } from '../lib/problem.ts'
import { isTest } from './rule.ts'
import type { TextFile, Tree } from './rule.ts'

interface Ban {
  /** Written so that it does not match its own source. */
  readonly pattern: RegExp
  /**
   * `code`: outside comments and strings of modules. `unquoted`: outside strings of modules, and all of other files.
   * `text`: everywhere.
   */
  readonly in: 'code' | 'unquoted' | 'text'
  readonly applies?: (path: string) => boolean
  /** Alternative and reason. */
  readonly instead: string
}

/** Files that may call the platform's `fetch`: the policy itself, calls of our own service, and methods with the same name. */
const FETCH_ALLOWED = [
  'packages/kernel/src/egress/',
  'packages/client/',
  'packages/testkit/',
  'apps/cli/',
  'apps/console/',
  'packages/formats/src/documents/readers/pdf/',
] as const

const PRINTS_ALLOWED = ['apps/cli/', 'tools/', 'bench/', 'examples/'] as const

/** Repeated remarks of reviews, as rules. */
const BANS: readonly Ban[] = [
  { pattern: /\b(?:TOD[O]|FIXM[E]|XX[X])\b(?!-)/, in: 'unquoted', instead: 'finish it, or open an issue' },
  {
    pattern: /\bdelete process\.env\b|\bprocess\.env(?:\.\w+|\[[^\]]*\])\s*\??\??=(?!=)/,
    in: 'code',
    instead: 'pass it as an argument: every test of a thread shares the environment',
  },
  { pattern: /\bas unknown as\b/, in: 'code', instead: 'narrow with a check: the double cast hides every mistake' },
  { pattern: /(?::\s*|\bas\s+)any\b/, in: 'code', instead: 'write unknown and narrow it' },
  { pattern: /@ts-(?:ignor[e]|nochec[k])/, in: 'text', instead: 'fix the type' },
  {
    pattern: /@ts-expect-erro[r]/,
    in: 'text',
    applies: (path) => !isTest(path),
    instead: 'fix the type; only a test may show that something does not compile',
  },
  {
    pattern: /\bconsole\.(?:log|info|warn|error|debug)\b/,
    in: 'code',
    applies: (path) => !PRINTS_ALLOWED.some((prefix) => path.startsWith(prefix)),
    instead: 'return it, or log through the logger that was handed in',
  },
  {
    pattern: /(?<![.\w$#])fetch\(|\bglobalThis\.fetch\b|\bnew (?:WebSocket|EventSource)\(/,
    in: 'code',
    applies: (path) =>
      /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !FETCH_ALLOWED.some((prefix) => path.startsWith(prefix)),
    instead: 'call through the egress policy that was handed in',
  },
  { pattern: /\b(?:describe|test|it)\.only\b/, in: 'code', applies: isTest, instead: 'it silences every other test' },
  {
    pattern: /\b(?:describe|test|it)\.(?:skip|todo)\b/,
    in: 'code',
    applies: isTest,
    instead: 'a skipped test proves nothing: use skipIf with the condition, or delete it',
  },
  { pattern: /\blore[m] ipsu[m]\b/i, in: 'text', instead: 'write what a reader needs' },
  { pattern: /\/wor[k]\/(?:main|shared|\.library)\b/, in: 'text', instead: 'a path of one machine: write it relative' },
  {
    pattern: /\/(?:hom[e]|User[s])\/[a-z][\w.-]*\//,
    in: 'text',
    // Attack texts name home folders.
    applies: (path) =>
      !/^packages\/(?:guards|iac|sast|sca|scan-engine|secrets|attacks)\//.test(path) &&
      !path.startsWith('docs/generated/'),
    instead: 'a path of one machine: write it relative',
  },
  {
    pattern: /\bregistr[y]\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)\b/,
    in: 'text',
    instead: 'the lock file names no registry',
  },
  {
    // The names alone are not banned: guards and red-team runs name models, and one is a given name.
    pattern:
      /\b(?:claud[e][ -]code|github copilo[t]|code[x] cli|curso[r] ai|windsur[f])\b|\b(?:writte[n]|generate[d]|mad[e]|assiste[d]) (?:with|by) (?:an? )?(?:ai|llm|claud[e]|copilo[t]|chatgp[t]|code[x])\b/i,
    in: 'text',
    instead: 'the tools that somebody wrote it with are nobody’s business',
  },
  {
    pattern: /\b(?:[Dd]ocuments? [0-3] [§]|[Dd]ecisions [§]\d)/,
    in: 'text',
    instead: 'cite a page of docs/spec: the documents are not in the repository',
  },
  { pattern: /\bco-authore[d]-by\b/i, in: 'text', instead: 'no trailers in the tree' },
]

/** Words that must not be in the tree. */
export function bannedWords({ files }: Tree): Problem[] {
  return files.flatMap((file) => BANS.flatMap((ban) => violations(file, ban)))
}

function violations({ path, text, parsed }: TextFile, ban: Ban): Problem[] {
  if (ban.applies !== undefined && !ban.applies(path)) return []
  const searched = { code: parsed?.bareCode, unquoted: parsed?.unquoted ?? text, text }[ban.in]
  if (searched === undefined || !ban.pattern.test(searched)) return []
  return searched.split('\n').flatMap((lineText, index) => {
    const hit = ban.pattern.exec(lineText)
    return hit === null ? [] : [{ path, line: index + 1, message: `"${hit[0].trim()}" is not allowed: ${ban.instead}` }]
  })
}
