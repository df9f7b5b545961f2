import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { junitXml } from '@gatehouse/formats'
import { Failure, messageOf } from '@gatehouse/kernel'
import { EXIT, type RegisterCommand } from '../command.ts'
import { readPolicyFile } from '../policy/file.ts'
import { type CaseResult, runCases } from '../policy/run-cases.ts'

interface TestOptions {
  readonly cases: readonly string[]
  readonly json?: true
  readonly junit?: string
}

export const policyTest: RegisterCommand = (parent, io, exit) => {
  parent
    .command('test')
    .summary('run the test cases of a policy file; no server needed')
    .description(
      'Runs each test case with the guards of the file and compares the verdict with the expected one. No model is ' +
        'called.\nExits with 0 when all cases pass, 1 when a case fails, and 2 when the cases cannot be run.',
    )
    .argument('<file>', 'a policy file')
    .option('--cases <file>', 'a file with additional test cases; repeatable', collect, [])
    .option('--json', 'print the results as JSON')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .action(async (name: string, { cases: more, json, junit }: TestOptions) => {
      const file = readPolicyFile(name, io)
      const cases = [...(file.cases ?? []), ...more.flatMap((other) => readPolicyFile(other, io).cases ?? [])]
      // A pipeline without tests must not pass.
      if (cases.length === 0)
        throw new Failure('invalid_request', `${name} has no test cases. Add them under "cases:".`)
      const results = await runCases(file, cases)
      const failed = results.filter(({ passed }) => !passed).length
      const total = { passed: results.length - failed, failed }
      io.stdout.write(
        json === true ? `${JSON.stringify({ ...total, cases: results }, null, 2)}\n` : describe(results, total),
      )
      if (junit !== undefined) writeJunit(resolve(io.cwd, junit), junit, name, results)
      exit(failed === 0 ? EXIT.ok : EXIT.refused)
    })
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function describe(results: readonly CaseResult[], { passed, failed }: { passed: number; failed: number }): string {
  const lines = results.flatMap((result) => [
    `${result.passed ? 'ok  ' : 'FAIL'}  ${result.name}${result.passed ? `  (${result.got})` : `: ${result.reason}`}`,
    ...(result.passed
      ? []
      : result.findings.map((finding) => `      ${finding.action.padEnd(8)} ${finding.guardrail}: ${finding.message}`)),
  ])
  return [...lines, '', `${passed} passed, ${failed} failed`, ''].join('\n')
}

function writeJunit(path: string, name: string, suite: string, results: readonly CaseResult[]): void {
  const cases = results.map(({ name: title, duration_ms, passed, reason }) => ({
    name: title,
    duration_ms,
    ...(passed ? {} : { failure: reason }),
  }))
  try {
    writeFileSync(path, junitXml(suite, cases))
  } catch (error) {
    throw new Failure('invalid_request', `Cannot write ${name}: ${messageOf(error)}`)
  }
}
