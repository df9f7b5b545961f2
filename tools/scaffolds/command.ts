import { addAfterLast, camel, kebabName } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const PROGRAM = 'apps/cli/src/program.ts'

export default {
  usage: '<name>',
  about: 'a CLI command: its file, its entry in the program, and its test',
  plan(root, args) {
    const file = kebabName(args[0], 'a command')
    const name = camel(file)
    const path = `apps/cli/src/commands/${file}.ts`
    const key = name === file ? name : `'${file}'`
    return {
      create: { [path]: commandOf(file, name), [`apps/cli/test/${file}.test.ts`]: testOf(file) },
      change: {
        [PROGRAM]: addAfterLast(
          root,
          PROGRAM,
          /^ {2}.+: async \(\) => \(await import\('\.\/commands\//,
          `  ${key}: async () => (await import('./commands/${file}.ts')).${name},`,
        ),
      },
      next: [
        `Write the summary, arguments and action in ${path}.`,
        'Describe the command in a guide of docs/guide.',
        'npm run check',
      ],
    }
  },
} satisfies Scaffold

function commandOf(file: string, name: string): string {
  return `import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import type { RegisterCommand } from '../command.ts'

export const ${name}: RegisterCommand = (parent, io) => {
  parent
    .command('${file}')
    .summary('print the SHA-256 digest of a file')
    .argument('<file>', 'path of the file')
    .option('--json', 'print the digest as JSON')
    .action(async (file: string, { json }: { json?: true }) => {
      const sha256 = createHash('sha256').update(await bytesOf(resolve(io.cwd, file), file)).digest('hex')
      io.stdout.write(json === true ? \`\${JSON.stringify({ file, sha256 }, null, 2)}\\n\` : \`\${sha256}\\n\`)
    })
}

async function bytesOf(path: string, shown: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new Failure('invalid_request', \`\${shown} cannot be read.\`, { cause })
  }
}
`
}

function testOf(file: string): string {
  return `import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../src/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function gatehouse(...args: string[]) {
  const written = { out: '', err: '' }
  const code = await run(args, {
    env: {},
    cwd: folder,
    stdin: (async function* () {})(),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    untilStopped: () => Promise.resolve('SIGTERM'),
  })
  return { code, ...written }
}

/** FIPS 180-4: the digest of "abc". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

test('prints the digest of a file', async () => {
  writeFileSync(join(folder, 'abc.txt'), 'abc')
  expect(await gatehouse('${file}', 'abc.txt')).toEqual({ code: 0, out: \`\${ABC}\\n\`, err: '' })
  const { out } = await gatehouse('${file}', 'abc.txt', '--json')
  expect(JSON.parse(out)).toEqual({ file: 'abc.txt', sha256: ABC })
})

test('exits with 2 when the file cannot be read', async () => {
  expect(await gatehouse('${file}', 'missing.txt')).toEqual({
    code: 2,
    out: '',
    err: 'gatehouse: missing.txt cannot be read.\\n',
  })
})
`
}
