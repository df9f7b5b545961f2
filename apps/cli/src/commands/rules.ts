import { resolve } from 'node:path'
import type { RegisterCommand } from '../command.ts'
import type { EvaluateOptions } from '../rules/evaluate.ts'

export const rules: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('rules')
    .summary('list, check and test rules of the static analysis')
    .description(
      "Works with rules in Semgrep's syntax: those that come with the program, or your own files and folders.",
    )
  command
    .command('list')
    .summary('list rules')
    .argument('[paths...]', 'files and folders of rules; otherwise those that come with the program')
    .option('--json', 'print them as JSON')
    .action(async (paths: readonly string[], { json }: { json?: true }) => {
      // Loaded when it runs: the other commands start in a fraction of the time.
      const { listRules } = await import('../rules/tell.ts')
      exit(listRules(paths, json === true, io))
    })
  command
    .command('validate')
    .summary('say which rules do not run here, and why')
    .description('Exits 0 when every rule runs, 1 when one does not.')
    .argument('[paths...]', 'files and folders of rules; otherwise those that come with the program')
    .action(async (paths: readonly string[]) => {
      const { validateRules } = await import('../rules/tell.ts')
      exit(await validateRules(paths, io))
    })
  command
    .command('test')
    .summary('run rules on the code beside them')
    .description(
      'For a.yaml runs its rules on a.py, a.js and so on. A comment "ruleid: <id>" says that the next line is found, "ok: <id>" ' +
        'that it is not, "todoruleid: <id>" that it should be one day. Exits 0 when all that is said holds, 1 when not.',
    )
    .argument('<path>', 'a file or folder of rules')
    .action(async (path: string) => {
      const { testRulesOf } = await import('../rules/tell.ts')
      exit(await testRulesOf(resolve(io.cwd, path), io))
    })
  command
    .command('evaluate')
    .summary('measure how well rules tell weak code from safe code')
    .description(
      'Analyses a folder of cases, code and configuration, of which it is known which are weak, and prints recall, false alarms, precision and Youden index of ' +
        'each weakness with intervals of 95 %, and what the scan cost. The list is CSV: name, category, true or false, CWE.',
    )
    .argument('<folder>', 'the cases: a file or a folder each')
    .requiredOption('--truth <file>', 'the list of cases')
    .option('--rules <path...>', 'files and folders of rules; otherwise those that come with the program')
    .option('--cases', 'name the cases that were missed or told wrongly')
    .option('--json', 'print it as JSON')
    .action(async (folder: string, options: EvaluateOptions) => {
      const { evaluateRules } = await import('../rules/evaluate.ts')
      exit(await evaluateRules(folder, options, io))
    })
}
