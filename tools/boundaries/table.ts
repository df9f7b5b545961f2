// Allowed imports between packages. ARCHITECTURE.md describes this table.

const ENGINE = ['kernel', 'contracts', 'formats', 'models'] as const
const PLATFORM = ['kernel', 'contracts', 'settings', 'models', 'store', 'cache', 'http'] as const
const SCANNERS = ['scan-engine', 'sast', 'iac', 'sca', 'secrets', 'container'] as const
const SERVICE = [...PLATFORM, 'formats', 'platform'] as const

/** Workspace folder → packages that its sources may import. Engines get everything else as an argument. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/kernel': [],
  'packages/contracts': ['kernel'],
  'packages/formats': ['kernel'],
  'packages/settings': ['kernel'],
  'packages/models': ['kernel', 'contracts'],
  'packages/store': ['kernel', 'contracts'],
  'packages/cache': ['kernel', 'contracts'],
  'packages/http': ['kernel', 'contracts'],
  'packages/client': ['kernel', 'contracts'],
  'packages/mcp': ['kernel', 'formats'],
  // Archives, git, Subversion: convert an address or an upload to a folder.
  'packages/sources': ['kernel'],
  'packages/guards': ENGINE,
  'packages/scan-engine': ENGINE,
  'packages/sast': [...ENGINE, 'scan-engine'],
  'packages/iac': [...ENGINE, 'scan-engine', 'sast'],
  'packages/sca': [...ENGINE, 'scan-engine'],
  'packages/secrets': [...ENGINE, 'scan-engine'],
  // Fixes of findings of all scanners; the scanners that verify them are arguments.
  'packages/fixes': [...ENGINE, 'scan-engine', 'sast', 'sca'],
  // Looks up the packages of an image, and searches its layers for credentials.
  'packages/container': [...ENGINE, 'scan-engine', 'sca', 'secrets'],
  // The detectors of the guards recognise secrets and personal data in the replies of an attacked agent.
  'packages/attacks': [...ENGINE, 'guards'],
  // The evaluation of a request under a tenant's policies; stores and caches are ports that the app passes.
  'packages/screening': [...ENGINE, 'guards', 'http'],
  'packages/llm-gateway': [...ENGINE, 'guards', 'http', 'screening'],
  'packages/mcp-gateway': [...ENGINE, 'guards', 'http', 'mcp', 'screening'],
  // Foundation of every service: the only library that combines the others.
  'packages/platform': PLATFORM,
  'packages/testkit': [
    'platform',
    'kernel',
    'contracts',
    'formats',
    'settings',
    'models',
    'store',
    'cache',
    'http',
    'client',
    'guards',
    ...SCANNERS,
    'attacks',
  ],
  'apps/guard': [...SERVICE, 'guards', 'mcp', 'screening', 'llm-gateway', 'mcp-gateway'],
  'apps/appsec': [...SERVICE, ...SCANNERS, 'fixes', 'sources'],
  'apps/redteam': [...SERVICE, 'attacks'],
  'apps/console': ['client', 'contracts'],
  // It also starts the services (`up`) and tends their database (`db`, `audit`).
  'apps/cli': [...SERVICE, 'client', 'guards', ...SCANNERS, 'fixes', 'attacks', 'mcp', 'sources'],
}

interface Restriction {
  readonly module: string
  /** Prefixes of the paths that may import it. */
  readonly allowedIn: readonly string[]
  readonly why: string
}

/** Modules with a single allowed location. */
export const RESTRICTED: readonly Restriction[] = [
  {
    module: 'find-my-way',
    allowedIn: ['packages/http/'],
    why: 'only http routes requests',
  },
  { module: 'kysely', allowedIn: ['packages/store/'], why: 'only store speaks SQL' },
  { module: 'pg', allowedIn: ['packages/store/'], why: 'only store speaks SQL' },
  { module: 'ioredis', allowedIn: ['packages/cache/'], why: 'only cache speaks to Redis' },
  ...['undici', 'node:https', 'node:http2', 'node:tls', 'node:dgram'].map((module) => ({
    module,
    allowedIn: ['packages/kernel/src/egress/'],
    why: 'calls go out through the one egress policy',
  })),
  {
    module: 'node:child_process',
    allowedIn: [
      'packages/store/src/embedded/',
      'packages/mcp/src/stdio/',
      // The scan workers of `gatehouse up`: Node itself, with a fixed file and no shell.
      'packages/platform/src/supervised-process.ts',
      'packages/sources/src/process/',
      // The program that the caller names as the target of a run, without a shell.
      'apps/cli/src/redteam/agent-process.ts',
      // The speech synthesizer in a system folder, with fixed arguments; the text is its input.
      'packages/attacks/src/carriers/speech.ts',
      'packages/testkit/',
      'tools/',
      'bench/',
      'examples/',
      'spec/',
    ],
    why: 'a place that starts processes is named in tools/boundaries/table.ts and reviewed for what it starts',
  },
]

/**
 * Folders that may read the environment: all other code gets its settings as an argument. Tests may read which servers the machine offers;
 * a tidy rule forbids changes.
 */
export const ENVIRONMENT_READERS = ['apps/', 'bin/', 'tools/', 'bench/', 'examples/', 'packages/testkit/'] as const

/** Packages that also run in a browser and so import nothing of Node. */
export const BROWSER_SAFE: ReadonlySet<string> = new Set(['packages/contracts', 'packages/client', 'apps/console'])

/** Files that may load a module by a computed path: loaders of all files in a folder, and of an unpacked archive. */
export const COMPUTED_IMPORTERS = [
  'tools/lib/load-folder.ts',
  'packages/scan-engine/src/threads/thread.ts',
  'bench/redteam/outside/agents.ts',
] as const

/** Folders that may import package internals: benchmarks measure internal parts. */
export const DEEP_IMPORTERS = ['bench/'] as const

/** Allowed import cycles with their reasons: mutual recursion over one data structure that would be unreadable in one file. */
export const CYCLES: readonly { readonly folder: string; readonly why: string }[] = [
  {
    folder: 'packages/sast/src/search/',
    why: 'A formula contains formulas: conditions, guards and sieves evaluate their parts, and evaluation asks them.',
  },
  {
    folder: 'packages/sast/src/taint/lower/languages/php/',
    why: 'A call by name lowers its arguments, which contain calls.',
  },
  {
    folder: 'packages/sast/src/taint/lower/languages/rust/',
    why: 'Items contain functions, functions contain statements and macros, and these contain items.',
  },
  {
    folder: 'packages/sast/src/taint/',
    why: 'Checks of values and the interpretation of functions need each other: a check may call a function that is interpreted.',
  },
  {
    folder: 'packages/iac/src/terraform/',
    why: 'Expressions contain templates and calls of functions, and functions evaluate expressions.',
  },
]
