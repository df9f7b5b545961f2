import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePlan } from '../lib/scaffold.ts'
import category from '../scaffolds/category.ts'
import command from '../scaffolds/command.ts'
import decision from '../scaffolds/decision.ts'
import guard from '../scaffolds/guard.ts'
import migration from '../scaffolds/migration.ts'
import newPackage from '../scaffolds/package.ts'
import page from '../scaffolds/page.ts'
import route from '../scaffolds/route.ts'
import rule from '../scaffolds/rule.ts'
import strategy from '../scaffolds/strategy.ts'
import table from '../scaffolds/table.ts'
import { openWorkshop } from './workshop.ts'
import type { Workshop } from './workshop.ts'

/** Starts several programs, each of which reads the whole tree; two cores may be busy with the other tests. */
const SLOW_ms = 400_000

/** All scaffolds at once, in one copy, so that each is checked, and none interferes with another. */
describe('scaffolds of npm run new', () => {
  let workshop: Workshop
  const paths: string[] = []

  beforeAll(async () => {
    workshop = openWorkshop()
    const { root } = workshop
    const start = (plan: Parameters<typeof writePlan>[1]): void => void paths.push(...writePlan(root, plan))
    start(guard.plan(root, ['trial-phrases']))
    start(guard.plan(root, ['trial-answers', 'output']))
    start(route.plan(root, ['get', '/v1/trial/{thing_id}']))
    start(route.plan(root, ['delete', '/v1/trial/{thing_id}', 'forgetTrial']))
    start(route.plan(root, ['appsec', 'get', '/api/trial/{thing_id}']))
    start(route.plan(root, ['redteam', 'delete', '/api/trial', 'endTrial']))
    start(rule.plan(root, ['python', 'trial-transport']))
    start(rule.plan(root, ['java', 'trial-transport']))
    start(category.plan(root, ['trial-task', 'supply_chain']))
    start(strategy.plan(root, ['trial-ticket', 'multi_turn']))
    start(command.plan(root, ['trial-digest']))
    start(page.plan(root, ['guard', 'trial-list']))
    start(page.plan(root, ['redteam', 'trial-list']))
    start(table.plan(root, ['trial-things']))
    start(migration.plan(root, ['trial-index']))
    start(decision.plan(root, ['Trials are kept, until they are not']))
    start(newPackage.plan(root, ['trial']))
    symlinkSync(join(root, 'packages/trial'), join(root, 'node_modules/@gatehouse/trial'))
    await workshop.run('oxfmt', ...paths)
    // The command itself: it formats and generates, even when the formatter leaves the new file unchanged.
    await workshop.run('node', 'tools/new.ts', 'decision', 'Trials end in writing')
  }, SLOW_ms)
  afterAll(() => workshop.remove())

  const isConsole = (path: string): boolean => /^apps\/console\/(?:src|test\/pages)\//.test(path)
  const ours = (): string[] => [...new Set(paths)].filter((path) => /\.tsx?$/.test(path))

  /**
   * Returns the checker's output lines about the new files; the rest of the tree has its own check.
   * @param sign text in the output of a successful checker run
   */
  const remarks = async (sign: RegExp, program: string, ...args: string[]): Promise<string[]> => {
    const output = await workshop.run(program, ...args).catch((cause: unknown) => String(cause))
    expect(output).toMatch(sign)
    return output.split('\n').filter((line) => paths.some((path) => line.includes(path) && !line.includes(' failed:')))
  }

  test('are created at the documented paths', () => {
    const expected = [
      'packages/guards/src/input/trial-phrases.ts',
      'packages/guards/test/output/trial-answers.test.ts',
      'apps/guard/src/routes/get-trial-by-thing-id.ts',
      'apps/guard/src/routes/forget-trial.ts',
      'packages/store/src/tables/trial-things.ts',
      'packages/trial/src/index.ts',
      'docs/generated/guards/trial-phrases.md',
      'packages/contracts/src/appsec/get-api-trial-by-thing-id.ts',
      'apps/redteam/src/routes/end-trial.ts',
      'packages/sast/rules/python/trial-transport.py',
      'packages/attacks/src/categories/supply-chain/trial-task.ts',
      'packages/attacks/src/strategies/multi-turn/trial-ticket.ts',
      'apps/cli/src/commands/trial-digest.ts',
      'apps/console/src/pages/guard/trial-list.tsx',
    ]
    expect(expected.filter((path) => !existsSync(join(workshop.root, path)))).toEqual([])
  })

  test('pass type checks, lint, boundaries and tidy', { timeout: SLOW_ms }, async () => {
    const write = (path: string, project: object): void =>
      writeFileSync(join(workshop.root, path), JSON.stringify({ extends: './tsconfig.json', ...project }))
    write('tsconfig.trial.json', { include: ours().filter((path) => !isConsole(path)) })
    write('apps/console/tsconfig.trial.json', { include: ['src', 'test/pages'] })
    const types = (path: string) => remarks(/^$|error TS/, 'tsc', '--noEmit', '--pretty', 'false', '-p', path)
    const found = await Promise.all([
      types('tsconfig.trial.json'),
      types('apps/console/tsconfig.trial.json'),
      remarks(/Finished in/, 'oxlint', ...ours()),
      remarks(/\d{2,} modules, \d{2,} imports/, 'node', 'tools/boundaries.ts'),
      remarks(/\d{2,} files/, 'node', 'tools/tidy.ts'),
    ])
    expect(found.flat()).toEqual([])
  })

  test('has tests, and they pass', { timeout: SLOW_ms }, async () => {
    const [own, examples] = await Promise.all([
      workshop.run('vitest', 'run', 'trial'),
      workshop.run(
        'vitest',
        'run',
        'all-guards',
        'all-categories',
        'all-strategies',
        '-t',
        'trial_(?:phrases|answers|task|ticket)',
      ),
    ])
    const rules = await workshop.run('vitest', 'run', 'own-rules', '-t', 'trial-transport')
    expect(rules).toMatch(/\b2 passed, 0 failed, \d+ skipped\n$/)
    expect(own).toMatch(/\b[1-9]\d+ passed, 0 failed, 0 skipped\n$/)
    expect(examples).toMatch(/\b[1-9]\d+ passed, 0 failed, \d+ skipped\n$/)
  })
})
