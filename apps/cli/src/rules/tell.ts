import { relative } from 'node:path'
import { passes, prepareRules, type RuleTest, type SastRule, testRules } from '@gatehouse/scanners'
import { EXIT, type Io } from '../command.ts'
import { counted, shown } from '../terminal.ts'
import { readRules } from './read.ts'

type Output = Pick<Io, 'cwd' | 'stdout'>

/** Prints the rules that run, with what they are about. @returns the exit code */
export function listRules(paths: readonly string[], json: boolean, io: Output): number {
  const { rules, skipped } = readRules(paths, io)
  if (json) io.stdout.write(`${JSON.stringify(rules.map(asJson), null, 2)}\n`)
  else {
    const wide = Math.max(0, ...rules.map(({ id }) => id.length)) + 2
    for (const rule of rules) {
      const languages = rule.languages.map(({ name }) => name).join(',')
      io.stdout.write(`${rule.id.padEnd(wide)}${rule.severity.padEnd(9)} ${(rule.cwe ?? '').padEnd(9)} ${languages}\n`)
    }
    io.stdout.write(
      `${counted(rules.length, 'rule')}${skipped.length > 0 ? `, and ${skipped.length} that do not run` : ''}.\n`,
    )
  }
  return EXIT.ok
}

/** Prints which rules do not run, and why. @returns the exit code */
export async function validateRules(paths: readonly string[], io: Output): Promise<number> {
  const loaded = readRules(paths, io)
  const prepared = await prepareRules(loaded.rules)
  const skipped = [...loaded.skipped, ...prepared.skipped]
  for (const { id, file, reason } of skipped) {
    io.stdout.write(`${shown(relative(io.cwd, file))}: ${shown(id ?? 'a rule')} does not run. ${shown(reason)}\n`)
  }
  const run = loaded.rules.length - prepared.skipped.length
  io.stdout.write(
    `${counted(run, 'rule')} run${run === 1 ? 's' : ''}, ${skipped.length} ${skipped.length === 1 ? 'does' : 'do'} not.\n`,
  )
  return skipped.length > 0 ? EXIT.refused : EXIT.ok
}

/** Runs rules on their test files and prints what does not hold. @returns the exit code */
export async function testRulesOf(path: string, io: Output): Promise<number> {
  const { tests, untested, skipped } = await testRules(path)
  const failed = tests.filter((test) => !passes(test))
  for (const test of failed) io.stdout.write(told(test, io))
  for (const { id, file, reason } of skipped) {
    io.stdout.write(`${shown(relative(io.cwd, file))}: ${shown(id ?? 'a rule')} does not run. ${shown(reason)}\n`)
  }
  for (const rule of untested) io.stdout.write(`${shown(rule)} has no test.\n`)
  const later = tests.reduce((sum, { todo }) => sum + todo.length, 0)
  const open = later > 0 ? `, ${counted(later, 'place')} still to be found` : ''
  io.stdout.write(`${counted(tests.length - failed.length, 'test')} of ${tests.length} hold${open}.\n`)
  return failed.length > 0 || skipped.length > 0 || tests.length === 0 ? EXIT.refused : EXIT.ok
}

function told({ rule, file, missed, wrong, isFixed }: RuleTest, { cwd }: Output): string {
  const name = `${shown(relative(cwd, file))}: ${shown(rule)}`
  const lines = [
    ...(missed.length > 0 ? [`${name} finds nothing at line ${missed.join(', ')}`] : []),
    ...(wrong.length > 0 ? [`${name} finds something at line ${wrong.join(', ')}, which no mark says`] : []),
    ...(isFixed === false ? [`${name} does not write what the file of fixed code holds`] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function asJson({ id, severity, languages, cwe, owasp, confidence, message, references }: SastRule) {
  return {
    id,
    severity,
    languages: languages.map(({ name }) => name),
    ...(cwe !== undefined && { cwe }),
    owasp,
    confidence,
    message,
    references,
  }
}
