import { z } from 'zod'
import { clear, defineGuard, flag, type FileReading } from '../engine/guard.ts'

type Problem = FileReading['problems'][number]

/** Problems in ascending severity; the worst one determines the category of the result. */
const SEVERITY_OF = {
  text_truncated: 'low',
  no_text: 'low',
  unsupported_type: 'medium',
  encrypted: 'medium',
  damaged: 'medium',
  failed: 'medium',
  unsafe_path: 'high',
  macros: 'high',
  polyglot: 'high',
  time_exceeded: 'high',
  memory_exceeded: 'high',
  decompression_bomb: 'critical',
} as const
type Code = keyof typeof SEVERITY_OF
const CODES = Object.keys(SEVERITY_OF) as [Code, ...Code[]]

/** Problems that are written out in the details; the message counts all. */
const LISTED_MAX = 20

const Settings = z.object({
  ignore: z.array(z.enum(CODES)).max(CODES.length).default([]).describe('Problem codes that are not reported.'),
})

export default defineGuard({
  name: 'file_extraction',
  title: 'File extraction',
  description:
    'Reports the parts of a file that could not be read and were not screened: encrypted, damaged, of a type without ' +
    'supported text, too large when unpacked or too slow. Also reports suspicious structures whose text was ' +
    'screened: macros, polyglot files, path traversal in archive entry names. Applies only to files. Set ' +
    'its action to `block` to reject files that cannot be read in full.',
  stages: ['input'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM01:2025', 'LLM10:2025'],
  filesOnly: true,
  views: [],
  settings: Settings,
  prepare: ({ ignore }) => new Set<string>(ignore),

  check(_text, ignored, { file }) {
    const problems = (file?.problems ?? []).filter(({ code }) => !ignored.has(code))
    const worst = problems.toSorted((a, b) => rank(b) - rank(a))[0]
    if (worst === undefined) return clear
    const others = problems.length - 1
    const more = others === 0 ? '' : ` There ${others === 1 ? 'is 1 more problem' : `are ${others} more problems`}.`
    return flag(`${worst.message}${more}`, {
      category: worst.code,
      severity: SEVERITY_OF[worst.code as Code] ?? 'medium',
      details: { problems: problems.slice(0, LISTED_MAX), count: problems.length },
    })
  },

  examples: [
    { says: 'a file that was read in full', text: 'hello', context: { file: read() }, flags: false },
    {
      says: 'an encrypted file',
      text: '',
      context: { file: read(problem('encrypted')) },
      flags: true,
      category: 'encrypted',
    },
    {
      says: 'the worst problem comes first',
      text: 'hello',
      context: { file: read(problem('no_text'), problem('polyglot')) },
      flags: true,
      category: 'polyglot',
    },
    {
      says: 'a problem that nobody minds here',
      settings: { ignore: ['no_text'] },
      text: 'hello',
      context: { file: read(problem('no_text')) },
      flags: false,
    },
  ],
})

function rank({ code }: Problem): number {
  return CODES.indexOf(code as Code)
}

function read(...problems: Problem[]): FileReading {
  return { mime_type: 'application/pdf', size_bytes: 1, sha256: '', problems }
}

function problem(code: Code): Problem {
  return { code, message: `The file has the problem ${code}.`, where: '' }
}
