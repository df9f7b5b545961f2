import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkCommits } from '../commits/check.ts'
import { commitProblems } from '../commits/rules.ts'
import { show } from '../lib/problem.ts'
import { tree } from './tree.ts'

const BODY = 'A reader learns the reason here.\n'

describe('messages', () => {
  const long = `guard: ${'x'.repeat(66)}`
  test.each<[string, string, string[]]>([
    ['guard: accept tool names only by grammar', BODY, []],
    ['sast: treat Flask <user> route params as sources', BODY, []],
    ['guard, console: seed the examples', BODY, []],
    ['docs/guide: explain capability tokens', BODY, []],
    ['Make no fastest code of grammars in a scan', BODY, ['area: imperative summary']],
    ['guard:accept', BODY, ['area: imperative summary']],
    [long.slice(0, 72), BODY, []],
    [long.slice(0, 73), BODY, ['73 characters']],
    ['guard: accept names.', BODY, ['full stop']],
    ['guard: added names', BODY, ['"added" is not imperative']],
    ['guard: adding names', BODY, ['"adding" is not imperative']],
    ['guard: fixes names', BODY, ['"fixes" is not imperative']],
    ['guard: accept names', '', ['no body']],
    ['guard: accept names', 'Reviewed-by: A Person\n', ['no body']],
    ['Names', '\n', ['area: imperative summary', 'no body']],
  ])('%s', (subject, body, expected) => {
    const problems = commitProblems({ hash: 'a', subject, body })
    expect(problems).toHaveLength(expected.length)
    for (const [index, part] of expected.entries()) expect(problems[index]).toContain(part)
  })
})

describe('histories', () => {
  const SECONDS_FIRST = 1_700_000_000

  function git(root: string, ...args: string[]): string {
    return execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  }

  /** A repository with a commit for each message, ten seconds apart, and the first commit as its base. */
  function repository(...messages: string[]) {
    const root = tree({ 'a.txt': 'a' })
    git(root, 'init', '-q', '-b', 'main')
    const hashes = messages.map((message, index) => {
      const date = `${SECONDS_FIRST + 10 * index} +0000`
      execFileSync(
        'git',
        [
          '-C',
          root,
          '-c',
          'user.name=A',
          '-c',
          'user.email=a@example.org',
          'commit',
          '-q',
          '--allow-empty',
          '-m',
          message,
        ],
        { env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } },
      )
      return git(root, 'rev-parse', 'HEAD')
    })
    return { root, base: { hash: hashes[0] ?? '', time: SECONDS_FIRST } }
  }

  const GOOD = `guard: accept names\n\n${BODY}`

  test('commits after the base are checked, and earlier commits are not', () => {
    const { root, base } = repository('Old words', GOOD, 'New words')
    const { checked, problems } = checkCommits(root, base)
    expect(checked).toBe('2 commits')
    expect(problems.map(show).join('\n')).toMatch(
      /^[0-9a-f]{12} {2}the subject is not .*"New words"\n.*no body.*"New words"$/,
    )
  })

  test('a shallow clone checks the commits that it has and that are newer than the base', () => {
    const { root, base } = repository('Old words', GOOD, 'New words', GOOD)
    const clones = tree({ 'a.txt': 'a' })
    for (const depth of [1, 2, 4]) {
      const clone = join(clones, `${depth}`)
      git(clones, 'clone', '-q', '--depth', `${depth}`, `file://${root}`, clone)
      const report = checkCommits(clone, base)
      expect(report.checked).toBe(`${Math.min(depth, 3)} commits`)
      expect(report.problems).toHaveLength(depth === 1 ? 0 : 2)
      expect(report.notes).toBeUndefined()
    }
  })

  test.each([
    ['a copy without git', (root: string) => rmSync(join(root, '.git'), { recursive: true }), 'no git history'],
    [
      'a repository without commits',
      (root: string) => {
        rmSync(join(root, '.git'), { recursive: true })
        git(root, 'init', '-q')
      },
      'no git history',
    ],
  ])('%s reports that commits were not checked', (_name, change, reason) => {
    const { root, base } = repository('Old words', 'New words')
    change(root)
    const { problems, notes } = checkCommits(root, base)
    expect(problems).toEqual([])
    expect(notes).toEqual([expect.stringContaining(`were not checked: `) as unknown])
    expect(notes?.[0]).toContain(reason)
  })

  test('a copy in another repository, or with another history, reports that it was not checked', () => {
    const { root } = repository('Other words', 'New words')
    const { base } = repository('Old words of another repository')
    expect(checkCommits(root, base).notes?.[0]).toContain(`does not contain the commit ${base.hash.slice(0, 12)}`)
    const inner = join(root, 'copy')
    execFileSync('mkdir', [inner])
    expect(checkCommits(inner, base).notes?.[0]).toContain('no git history')
  })
})
