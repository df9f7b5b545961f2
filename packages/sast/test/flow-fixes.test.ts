// Fixes for sinks of data-flow rules: reported with the finding and verified like fixes of search rules.
import { describe, expect, test } from 'vitest'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { fixTree } from '../src/fix/fix-tree.ts'
import { suggestFix } from '../src/fix/suggest.ts'
import { OWN_PACK, type PackSource } from '../src/scan/options.ts'
import { createSastScanner } from '../src/scanner.ts'

const NEVER = new AbortController().signal

/** Returns a data-flow rule with the given lines. */
function rules(...lines: readonly string[]): PackSource {
  const text = [
    'rules:',
    '- id: flow',
    '  mode: taint',
    '  languages: [javascript]',
    '  severity: HIGH',
    '  message: It gets there.',
    '  pattern-sources: [{ pattern: source() }]',
    ...lines.map((line) => `  ${line}`),
  ].join('\n')
  return { own: false, files: [{ path: 'rules.yaml', text }] }
}

async function fixed(
  files: Readonly<Record<string, string>>,
  pack: PackSource,
): Promise<Readonly<Record<string, string>>> {
  const created: Record<string, string> = {}
  for await (const { path, text } of fixTree(treeOf(files), { rules: pack }, NEVER)) created[path] = text
  return created
}

const WHOLE = rules('pattern-sinks: [{ pattern: run($X) }]', 'fix: safe($X)')

describe('fixes of data-flow rules', () => {
  test('replace the reached sinks, in whatever file the flow starts', async () => {
    const files = {
      'a.js': "import { go } from './b.js'\ngo(source())\n",
      'b.js': 'export function go(x) {\n  run("a"); run(x)\n  run(1)\n  run(x + 1)\n}\n',
    }
    expect(await fixed(files, WHOLE)).toEqual({
      'b.js': 'export function go(x) {\n  run("a"); safe(x)\n  run(1)\n  safe(x + 1)\n}\n',
    })
  })

  test('may apply to one sink of several', async () => {
    const pack = rules('pattern-sinks:', '- { pattern: run($X), fix: safe($X) }', '- { pattern: other($X) }')
    expect(await fixed({ 'a.js': 'run(source())\nother(source())\n' }, pack)).toEqual({
      'a.js': 'safe(source())\nother(source())\n',
    })
  })

  test('are omitted when the result is still a sink or becomes a sink', async () => {
    const still = rules('pattern-sinks: [{ pattern: run($X) }]', 'fix: run(String($X))')
    const other = rules('pattern-sinks: [{ pattern: run($X), fix: other($X) }, { pattern: other($X) }]')
    const broken = rules('pattern-sinks: [{ pattern: run($X) }]', "fix: 'safe($X'")
    for (const pack of [still, other, broken]) {
      expect(Object.values(await fixed({ 'a.js': 'run(source())\n' }, pack))).toEqual(['run(source())\n'])
    }
  })

  test('are reported with the finding and suggested', async () => {
    const code = 'const x = source()\nrun(x)\n'
    const { observations } = await runScan({
      tree: treeOf({ 'a.js': code }),
      scanners: [createSastScanner({ rules: WHOLE })],
    })
    expect(observations.map(({ metadata }) => metadata.fix)).toEqual(['safe(x)'])
    const created = await suggestFix(observations[0]!, new TextEncoder().encode(code), WHOLE)
    expect(created).toMatchObject({ code: 'safe(x)' })
  })
})

/** Built-in rules. */
const OWN: readonly (readonly [path: string, before: string, after: string])[] = [
  [
    'a.php',
    "<?php\n$x = unserialize($_POST['x']);\n",
    '<?php\n$x = unserialize($_POST[\'x\'], ["allowed_classes" => false]);\n',
  ],
  [
    'a.py',
    'import yaml\nfrom flask import request\n\ndef f():\n    return yaml.load(request.data)\n',
    'import yaml\nfrom flask import request\n\ndef f():\n    return yaml.safe_load(request.data)\n',
  ],
  ['a.rb', 'def show\n  YAML.load(params[:x])\nend\n', 'def show\n  YAML.safe_load(params[:x])\nend\n'],
  [
    'a.js',
    "const name = new URLSearchParams(location.search).get('name')\nbox.innerHTML = name\n",
    "const name = new URLSearchParams(location.search).get('name')\nbox.textContent = name\n",
  ],
  [
    'a.tf',
    'resource "aws_db_instance" "a" {\n  publicly_accessible = true\n}\n',
    'resource "aws_db_instance" "a" {\n  publicly_accessible = false\n}\n',
  ],
]

describe('built-in rules', () => {
  test.each(OWN)('%s', async (path, before, after) => {
    expect(await fixed({ [path]: before }, OWN_PACK)).toEqual({ [path]: after })
  })

  test('write no name that a file does not have', async () => {
    const code = 'from yaml import load\nfrom flask import request\n\ndef f():\n    return load(request.data)\n'
    const created = Object.values(await fixed({ 'a.py': code }, OWN_PACK))
    expect(created.join('')).not.toContain('yaml.safe_load')
  })
})
