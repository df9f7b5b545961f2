import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writePlan, type Plan } from '../lib/scaffold.ts'
import category from '../scaffolds/category.ts'
import command from '../scaffolds/command.ts'
import decision from '../scaffolds/decision.ts'
import guard from '../scaffolds/guard.ts'
import page from '../scaffolds/page.ts'
import route from '../scaffolds/route.ts'
import rule from '../scaffolds/rule.ts'
import strategy from '../scaffolds/strategy.ts'
import { checkTidy } from '../tidy/check.ts'
import { tree } from './tree.ts'

const root = join(import.meta.dirname, '..', '..')

/** What `scaffolds.test.ts` checks by running it is checked here by reading it. */
const PLANS: readonly (readonly [string, () => Plan, readonly string[]])[] = [
  [
    'a rule',
    () => rule.plan(root, ['go', 'trial']),
    ['packages/sast/rules/go/trial.yaml', 'packages/sast/rules/go/trial.go'],
  ],
  [
    'an attack category',
    () => category.plan(root, ['trial_task', 'memory-rag']),
    ['packages/attacks/src/categories/memory-rag/trial-task.ts', 'packages/attacks/src/frameworks/taxonomy.ts'],
  ],
  [
    'a strategy',
    () => strategy.plan(root, ['trial']),
    ['packages/attacks/src/strategies/wrapper/trial.ts', 'packages/attacks/test/strategies/trial.test.ts'],
  ],
  [
    'a command',
    () => command.plan(root, ['trial-digest']),
    ['apps/cli/src/commands/trial-digest.ts', 'apps/cli/test/trial-digest.test.ts', 'apps/cli/src/program.ts'],
  ],
  ...(['guard', 'appsec', 'redteam'] as const).flatMap((service) => [
    [
      `a console page of ${service}`,
      () => page.plan(root, [service, 'trial-list']),
      [`apps/console/src/pages/${service}/trial-list.tsx`, `apps/console/src/pages/${service}/pages.ts`],
    ] as const,
    [
      `a route of ${service}`,
      () => route.plan(root, [service, 'get', '/v1/trial', 'read-trial']),
      [`apps/${service}/src/routes/read-trial.ts`, `packages/contracts/src/${service}/endpoints.ts`],
    ] as const,
  ]),
]

describe.each(PLANS)('npm run new: %s', (_title, plan, expected) => {
  const { create, change = {}, next } = plan()
  const files = Object.entries({ ...create, ...change })

  test('writes its files, and lists the next steps', () => {
    expect(files.map(([path]) => path)).toEqual(expect.arrayContaining([...expected]))
    expect(next.at(-1)).toBe('npm run check')
  })

  test('writes files that parse, without banned phrases', () => {
    const broken = files.filter(([path, text]) => /\.tsx?$/.test(path) && parseSync(path, text).errors.length > 0)
    expect(broken).toEqual([])
    const rules = files.flatMap(([path, text]) => (path.endsWith('.yaml') ? [parse(text) as { rules: unknown }] : []))
    expect(rules.filter((item) => !Array.isArray(item.rules))).toEqual([])
    // The modules that import them are in the repository, not in this folder.
    const remarks = checkTidy(tree(create)).problems.filter(({ message }) => !message.startsWith('nothing imports'))
    expect(remarks).toEqual([])
  })
})

test.each(['python', 'javascript', 'java', 'csharp', 'c', 'go', 'kotlin', 'php', 'ruby', 'rust'])(
  'a rule for %s has code that it finds and code that it ignores',
  (language) => {
    const code = Object.entries(rule.plan(root, [language, 'trial']).create).find(([path]) => !path.endsWith('.yaml'))
    expect(code?.[1]).toMatch(new RegExp(`ruleid: ${language}-trial\\n[\\s\\S]+ok: ${language}-trial\\n`))
  },
)

describe('an invalid argument is a single-sentence error', () => {
  test.each([
    ['no name', () => guard.plan(root, []), /"" is no name for a guard/],
    ['a name with a slash', () => guard.plan(root, ['../x']), /is no name for a guard/],
    ['a stage that is none', () => guard.plan(root, ['x', 'middle']), /the stage is one of: input, output/],
    ['a method that is none', () => route.plan(root, ['fetch', '/x']), /the method is one of/],
    ['a path that is none', () => route.plan(root, ['get', 'x']), /"x" is no path/],
    ['a language without rules', () => rule.plan(root, ['cobol', 'x']), /the language is one of: python, /],
    ['a group without categories', () => category.plan(root, ['x', 'none']), /the group is one of: injection, /],
    ['a group without strategies', () => strategy.plan(root, ['x', 'none']), /the group is one of: encoding, /],
    ['a command without a name', () => command.plan(root, []), /"" is no name for a command/],
    ['an area that is none', () => page.plan(root, ['cli', 'x']), /the area is one of: guard, appsec, redteam/],
    ['a route of a service that is none', () => route.plan(root, ['console', 'get', '/x']), /the method is one of/],
    ['a decision without a title', () => decision.plan(root, []), /needs a title/],
    [
      'something that is there already',
      () => writePlan(root, { create: { 'package.json': '' }, next: [] }),
      /exists already/,
    ],
  ])('%s', (_title, act, message) => {
    expect(act).toThrow(message)
  })
})
