import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In long-running processes V8 stops optimizing regular expressions, which then throw a RangeError for texts of several million characters. */
const PROGRAM = `
import { readInventory } from '${new URL('../../src/inventory/read.ts', import.meta.url).href}'
import { MANIFEST_BYTES_MAX } from '${new URL('../../src/manifests/parser.ts', import.meta.url).href}'
const large = 'a'.repeat(MANIFEST_BYTES_MAX - 200)
const files = {
  'a/package-lock.json': '{"lockfileVersion":3,"packages":{"node_modules/' + large + '":{"version":"1.0.0"}}}',
  'b/package.json': '{"dependencies":{"a":"npm:' + large + '@1"}}',
  'c/Gemfile.lock': 'GEM\\n  specs:\\n    ' + large + ' (1.0)\\n',
  'd/pnpm-lock.yaml': "lockfileVersion: '9.0'\\npackages:\\n  '" + large + "': {}\\n",
  'e/yarn.lock': "__metadata:\\n  version: 8\\n\\n'" + large + "@npm:1':\\n  version: 1\\n",
  'f/pom.xml': '<project><artifactId>' + large + '</artifactId></project>',
  'g/requirements.txt': 'a==' + large,
  'h/requirements.txt': large + large,
  'i/requirements.txt': 'jinja2==3.1.0',
}
const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
const tree = {
  files: [...bytes].map(([path, { length }]) => ({ path, size_bytes: length, digest: path })),
  gaps: [],
  read: async (path) => bytes.get(path),
}
const { components, gaps } = await readInventory(tree)
process.stdout.write(JSON.stringify({ packages: components.map(({ purl }) => purl), gaps: gaps.map(({ filePath, detail }) => [filePath, detail]) }))
`

test('manifests with texts of 16 million characters are read or are a coverage gap that names the limit', () => {
  const output = execFileSync(
    process.execPath,
    ['--no-regexp-optimization', '--conditions=gatehouse', '--input-type=module', '--eval', PROGRAM],
    { encoding: 'utf8', timeout: 60_000 },
  )
  const { packages, gaps } = JSON.parse(output) as { packages: string[]; gaps: [string, string][] }
  expect(packages).toEqual(['pkg:pypi/jinja2@3.1.0'])
  const tooLong = 'The file contains text or nesting that exceeds the limits of its parser.'
  expect(Object.fromEntries(gaps)).toMatchObject({
    'b/package.json': tooLong,
    'c/Gemfile.lock': tooLong,
    'd/pnpm-lock.yaml': 'The file is longer than the YAML limit.',
    'e/yarn.lock': 'The file is longer than the YAML limit.',
    'h/requirements.txt': 'Package files larger than 16 MiB are not read.',
  })
  expect(gaps.filter(([, detail]) => detail.includes('call stack'))).toEqual([])
})
