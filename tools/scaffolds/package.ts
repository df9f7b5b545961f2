import { addAfterLast, kebabName, readOrThrow } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const TABLE = 'tools/boundaries/table.ts'
const LOCK = 'package-lock.json'

export default {
  usage: '<name>',
  about: 'a package: a library of ours under packages/',
  plan(root, args) {
    const name = kebabName(args[0], 'a package')
    const folder = `packages/${name}`
    const manifest = manifestOf(name)
    return {
      create: {
        [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
        [`${folder}/src/index.ts`]: `export { bounded } from './bounded.ts'\n`,
        [`${folder}/src/bounded.ts`]: SOURCE,
        [`${folder}/test/bounded.test.ts`]: TEST,
      },
      change: {
        [TABLE]: addAfterLast(root, TABLE, /^ {2}'packages\/kernel': /, `  '${folder}': ['kernel'],`),
        [LOCK]: withWorkspace(readOrThrow(root, LOCK), folder, manifest),
      },
      next: [`Say in ${TABLE} and in ARCHITECTURE.md what ${name} may import and who may import it.`, 'npm run check'],
    }
  },
} satisfies Scaffold

function manifestOf(name: string) {
  return {
    name: `@gatehouse/${name}`,
    version: '0.1.0',
    description: 'One sentence on what the package is for.',
    license: 'Apache-2.0',
    type: 'module',
    exports: { '.': { gatehouse: './src/index.ts', default: './dist/index.js' } },
    files: ['dist'],
    dependencies: { '@gatehouse/kernel': '0.1.0' },
  }
}

/** The lock file as npm would write it for the new workspace, so that the next command installs instead of complaining. */
function withWorkspace(text: string, folder: string, manifest: ReturnType<typeof manifestOf>): string {
  const lock = JSON.parse(text) as { packages: Record<string, unknown> }
  const { name, version, license, dependencies } = manifest
  const packages: Record<string, unknown> = {
    ...lock.packages,
    [folder]: { name, version, license, dependencies },
    [`node_modules/${name}`]: { resolved: folder, link: true },
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  return `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`
}

const SOURCE = `import { Failure } from '@gatehouse/kernel'

/**
 * The text itself, when it is short enough.
 * @throws {Failure} \`invalid_request\` when it has more than \`chars_max\` UTF-16 code units
 */
export function bounded(text: string, chars_max: number): string {
  if (text.length <= chars_max) return text
  throw new Failure('invalid_request', \`The text has \${text.length} characters; at most \${chars_max} are allowed.\`)
}
`

const TEST = `import { expect, test } from 'vitest'
import { bounded } from '../src/index.ts'

test.each([
  ['the limit itself passes', 'abc', 3],
  ['an empty text passes', '', 0],
])('%s', (_says, text, chars_max) => {
  expect(bounded(text, chars_max)).toBe(text)
})

test('one over the limit is refused, and the message names the limit', () => {
  expect(() => bounded('abcd', 3)).toThrow(/4 characters; at most 3/)
})
`
