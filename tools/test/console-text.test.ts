import { describe, expect, test } from 'vitest'
import { show } from '../lib/problem.ts'
import { checkTidy } from '../tidy/check.ts'
import { tree } from './tree.ts'

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  return checkTidy(tree(files)).problems.map(show)
}

const INDEX = 'packages/kernel/src/index.ts'

describe('text of the console', () => {
  const page = (body: string): Record<string, string> => ({
    'apps/console/src/main.ts': `import './pages/page.tsx'\n`,
    'apps/console/src/pages/page.tsx': `${body}\n`,
  })

  test.each([
    ['text between tags', 'export const page = () => <p>Create a project</p>', 'Create a project'],
    ['one word between tags', 'export const page = () => <b>on</b>', 'on'],
    ['an attribute', 'export const page = () => <Card title="Scans" />', 'Scans'],
    ['a label for screen readers', 'export const page = () => <i aria-label="more" />', 'more'],
    ['a choice in an attribute', `export const page = (is: boolean) => <i title={is ? 'on' : 'off'} />`, 'off'],
    ['a choice between tags', `export const page = (is: boolean) => <i>{is ? 'on' : 'off'}</i>`, 'on'],
    ['a template', 'export const page = (n: number) => <i>{`${n} scans`}</i>', 'scans'],
    ['a column', `export const columns = [{ id: 'a', title: 'severity' }]`, 'severity'],
    ['a toast', `toast('saved')`, 'saved'],
    ['an error', `throw new Error('no file')`, 'no file'],
    ['a sentence anywhere', `export const text = 'Nothing was found.'`, 'Nothing was found.'],
    ['a word anywhere', `export const names = { a: 'Critical' }`, 'Critical'],
  ])('%s is reported', (_title, body, found) => {
    const problems = problemsOf(page(body))
    expect(problems).toContainEqual(expect.stringContaining(`page.tsx:1  "`))
    expect(problems.join('\n')).toContain(found)
  })

  test.each([
    ['a message of the catalogue', `export const page = () => <p title={messages.page.scans}>{messages.page.none}</p>`],
    ['a list of classes', `export const page = () => <p className={cx('flex items-center', 'grid w-full')} />`],
    ['a list of classes in a table', `export const looks = { bad: 'bg-bad-soft text-bad border-transparent' }`],
    ['a name of the services', `export const actions = ['require_approval', 'block', 'OPEN']`],
    ['a path', 'export const page = (id: string) => <a href={`/appsec/scans/${id}`}>{`/gateway/${id}/mcp`}</a>'],
    ['a comparison', `export const isEnter = (key: string) => key === 'Enter'`],
    ['a type', `export type Kind = 'Signed out' | 'Open'`],
    ['a selector', `document.querySelector('main section p')`],
    ['punctuation', `export const page = () => <p>{' · '}–</p>`],
  ])('%s is not', (_title, body) => {
    expect(problemsOf(page(body))).toEqual([])
  })

  test('the catalogue itself and other packages may have text', () => {
    const text = `export const messages = { page: { title: 'Create a project' } }\n`
    expect(
      problemsOf({
        'apps/console/src/main.ts': `import './messages/page.ts'\n`,
        'apps/console/src/messages/page.ts': text,
        [INDEX]: text,
      }),
    ).toEqual([])
  })
})
