import { linesAt } from '../text/splice.ts'
import { withRange } from '../configuration/ranges.ts'
import type { FixDraft, Fixer, FixTarget } from '../draft.ts'
import { movedLiterals } from '../secrets/fix-secret.ts'
import { withoutRustShell, withoutShell } from './commands.ts'
import { CRYPTOGRAPHY } from './cryptography.ts'
import { languageOf } from './scan.ts'
import { SETTINGS } from './settings.ts'
import { withParameters } from './sql.ts'

/** Own limits of a file, and of the lines around a finding. */
const TEXT_CHARS_MAX = 1024 * 1024
const NEAR_CHARS_MAX = 20_000

const PARAMETERS =
  'Values are passed as texts. Convert a value where its column has another type and the driver does not convert it.'

/** Rewrites of findings in code, by the weakness of the rule and the language. */
export const fixCode: Fixer = async (target, files) => {
  const { filePath, ruleId, cweId, startLine, endLine } = target
  const language = languageOf(filePath)
  const text = language === undefined ? undefined : await files.read(filePath)
  const range = text === undefined ? undefined : withRange(text, target)
  if (language === undefined || text === undefined || range === undefined) return []
  // Generated and minified code is not edited.
  if (
    text.length > TEXT_CHARS_MAX ||
    linesAt(text, Math.max(1, startLine - 20), endLine + 20).text.length > NEAR_CHARS_MAX
  )
    return []
  const { start, end } = range
  const rule = ruleId.slice(ruleId.indexOf('/') + 1).replace(/^[a-z]+-/, '')
  const drafts: FixDraft[] = []
  const add = (changed: string | undefined, title: string, check?: string): void => {
    if (changed !== undefined && changed !== text) drafts.push(draftOf(target, changed, title, check))
  }
  if (cweId === 'CWE-89')
    add(withParameters(text, start, end, language), 'Pass the values to the query as parameters.', PARAMETERS)
  if (cweId === 'CWE-78') {
    const changed = language === 'rust' ? withoutRustShell(text, start, end) : withoutShell(text, start, end, language)
    const isEscaped = language === 'php'
    add(
      changed,
      isEscaped ? 'Quote the values for the shell.' : 'Start the program with a list of arguments, without a shell.',
    )
  }
  if (cweId === 'CWE-259' || cweId === 'CWE-798' || cweId === 'CWE-321') drafts.push(...movedLiterals(text, target))
  for (const { rules, languages, apply, title, check } of [...CRYPTOGRAPHY, ...SETTINGS]) {
    if (languages.includes(language) && rules.test(rule))
      add(apply({ text, start, end, startLine, endLine }), title, check)
  }
  return drafts
}

function draftOf({ filePath }: FixTarget, changed: string, title: string, check: string | undefined): FixDraft {
  return { title, edits: new Map([[filePath, changed]]), ...(check !== undefined && { check }) }
}
