import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Generator } from '../lib/generator.ts'
import { listFiles } from '../lib/tree.ts'

const FOLDER = 'packages/secrets/src/'
const ADVICE_FILE = /^packages\/secrets\/src\/advice\/[a-z]+\.ts$/

export default {
  about: 'The list of what the secret scanner says about vendors, from packages/secrets/src/advice',
  // Everything that imports @gatehouse/secrets needs it.
  order: 0,
  generate(root) {
    const files = listFiles(root).filter((path) => ADVICE_FILE.test(path))
    for (const path of files) {
      if (!/^export default /m.test(readFileSync(join(root, path), 'utf8')))
        throw new Error(`${path} has no default export: a file here is the advice on an area of vendors`)
    }
    const names = files.map((path) => basename(path, '.ts'))
    return {
      [`${FOLDER}advice.gen.ts`]: [
        '// Made by `npm run gen` from the files of advice; changes here are overwritten.',
        "import type { Advice } from './rules/rule.ts'",
        ...names.map((name) => `import ${name} from './advice/${name}.ts'`),
        '',
        '/** What is said about each vendor, by its name. */',
        'export const ADVICE: Advice = {',
        ...names.map((name) => `  ...${name},`),
        '}',
        '',
      ].join('\n'),
    }
  },
} satisfies Generator
