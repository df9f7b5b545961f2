import { resolve } from 'node:path'
import type { RegisterCommand } from '../command.ts'
import type { EvaluateOptions } from '../rules/evaluate.ts'

export const rules: RegisterCommand = (parent, io, exit) => {
  const command = parent
    .command('rules')
    .summary('list, validate and test static analysis rules')
    .description('Manages rules in Semgrep syntax: the built-in rules, or your own files and folders.')
  command
    .command('list')
    .summary('list rules')
    .argument('[paths...]', 'rule files and folders (default: the built-in rules)')
    .option('--json', 'print the rules as JSON')
    .action(async (paths: readonly string[], { json }: { json?: true }) => {
      // Loaded lazily to keep the startup of other commands fast.
      const { listRules } = await import('../rules/tell.ts')
      exit(listRules(paths, json === true, io))
    })
  command
    .command('validate')
    .summary('list rules that cannot run, with the reason')
    .description('Exits with 0 when all rules can run, and with 1 otherwise.')
    .argument('[paths...]', 'rule files and folders (default: the built-in rules)')
    .action(async (paths: readonly string[]) => {
      const { validateRules } = await import('../rules/tell.ts')
      exit(await validateRules(paths, io))
    })
  command
    .command('test')
    .summary('run rules on their test files')
    .description(
      'Runs the rules of a.yaml on a.py, a.js and so on. A comment "ruleid: <id>" expects a finding in the next line, ' +
        '"ok: <id>" expects none, and "todoruleid: <id>" marks a known miss. Exits with 0 when all expectations are met, ' +
        'and with 1 otherwise.',
    )
    .argument('<path>', 'a rule file or a folder of rules')
    .action(async (path: string) => {
      const { testRulesOf } = await import('../rules/tell.ts')
      exit(await testRulesOf(resolve(io.cwd, path), io))
    })
  command
    .command('evaluate')
    .summary('measure the precision and recall of rules on labeled cases')
    .description(
      "Analyzes a folder of labeled cases and prints recall, false-positive rate, precision and Youden's index per " +
        'weakness, with 95 % confidence intervals, and the cost of the scan. Labels are a CSV file with the columns ' +
        'name, category, true/false and CWE.',
    )
    .argument('<folder>', 'folder with one file or subfolder per case')
    .requiredOption('--truth <file>', 'CSV file with the labels')
    .option('--rules <path...>', 'rule files and folders (default: the built-in rules)')
    .option('--cases', 'list misclassified cases')
    .option('--json', 'print the result as JSON')
    .action(async (folder: string, options: EvaluateOptions) => {
      const { evaluateRules } = await import('../rules/evaluate.ts')
      exit(await evaluateRules(folder, options, io))
    })
}
