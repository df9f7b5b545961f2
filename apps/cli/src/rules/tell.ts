import { relative } from 'node:path'
import {
  checkRules,
  passes,
  type RuleTest,
  type SastRule,
  type SkippedRule,
  testRules,
  toldSkipped,
} from '@gatehouse/sast'
import { EXIT, type Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import { readRules, readTexts } from './read.ts'

type Output = Pick<Io, 'cwd' | 'stdout'>

/** Rule in a list. */
type Listed = Pick<SastRule, 'id' | 'severity' | 'languages' | 'confidence' | 'owasp' | 'message' | 'references'> &
  Partial<Pick<SastRule, 'cwe'>> & { readonly mode: 'search' | 'taint' }

/** Prints the active rules with their subjects. @returns the exit code */
export function listRules(paths: readonly string[], json: boolean, io: Output): number {
  const { rules, taint, skipped } = readRules(paths, io)
  const all: readonly Listed[] = [
    ...rules.map((rule) => ({ ...rule, mode: 'search' as const })),
    ...taint.map((rule) => ({ ...rule, mode: 'taint' as const })),
  ]
  if (json) io.stdout.write(`${JSON.stringify(all.map(asJson), null, 2)}\n`)
  else {
    const wide = Math.max(0, ...all.map(({ id }) => id.length)) + 2
    for (const rule of all) io.stdout.write(asLine(rule, wide))
    const others = skipped.length > 0 ? `, ${skipped.length} cannot run` : ''
    io.stdout.write(`${counted(all.length, 'rule')}${others}.\n`)
  }
  return EXIT.ok
}

function asLine({ id, mode, severity, confidence, cwe, languages }: Listed, wide: number): string {
  const sure = `${Math.round(confidence * 100)} %`
  const words = languages.length === 0 ? 'any text' : languages.map(({ name }) => name).join(',')
  return `${id.padEnd(wide)}${mode.padEnd(7)} ${severity.padEnd(9)} ${sure.padStart(5)}  ${(cwe ?? '').padEnd(9)} ${words}\n`
}

/** Prints invalid rules with reasons, and rules that can never match. @returns the exit code */
export async function validateRules(paths: readonly string[], io: Output): Promise<number> {
  const { running, skipped, unbound } = await checkRules(readTexts(paths, io))
  tellSkipped(skipped, io)
  for (const { id, file, name } of unbound) {
    const sentence = `${relative(io.cwd, file)}: ${id} references ${name}, which none of its patterns binds.`
    io.stdout.write(`${shown(sentence)}\n`)
  }
  const nowhere = skipped.filter(({ languages }) => languages === undefined).length
  const partly = skipped.length - nowhere
  io.stdout.write(
    `${counted(running, 'rule')} can run${partly > 0 ? ` (${partly} only in some languages)` : ''}, ${nowhere} cannot.\n`,
  )
  return skipped.length > 0 ? EXIT.refused : EXIT.ok
}

function tellSkipped(skipped: readonly SkippedRule[], io: Output): void {
  for (const rule of skipped) {
    const name = `${relative(io.cwd, rule.file)}: ${rule.id ?? 'a rule'}`
    io.stdout.write(`${shown(toldSkipped(name, rule))}\n`)
  }
}

/** Runs rules against their test files and prints failures. @returns the exit code */
export async function testRulesOf(path: string, io: Output): Promise<number> {
  const { tests, untested, skipped } = await testRules(path)
  const failed = tests.filter((test) => !passes(test))
  for (const test of failed) io.stdout.write(told(test, io))
  tellSkipped(skipped, io)
  for (const rule of untested) io.stdout.write(`${shown(rule)} has no test file.\n`)
  const later = tests.reduce((sum, { todo }) => sum + todo.length, 0)
  const open = later > 0 ? `, ${counted(later, 'known miss', 'known misses')}` : ''
  io.stdout.write(`${counted(tests.length - failed.length, 'test')} of ${tests.length} passed${open}.\n`)
  return failed.length > 0 || skipped.length > 0 || tests.length === 0 ? EXIT.refused : EXIT.ok
}

function told({ rule, file, missed, wrong, isFixed }: RuleTest, { cwd }: Output): string {
  const name = `${shown(relative(cwd, file))}: ${shown(rule)}`
  const lines = [
    ...(missed.length > 0 ? [`${name}: expected a finding at line ${missed.join(', ')}`] : []),
    ...(wrong.length > 0 ? [`${name}: unexpected finding at line ${wrong.join(', ')}`] : []),
    ...(isFixed === false ? [`${name}: the fix differs from the expected file`] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function asJson({ id, mode, severity, languages, cwe, owasp, confidence, message, references }: Listed) {
  return {
    id,
    mode,
    severity,
    languages: languages.map(({ name }) => name),
    ...(cwe !== undefined && { cwe }),
    owasp,
    confidence,
    message,
    references,
  }
}
