import type { Generator } from '../lib/generator.ts'
import { page, table } from '../lib/markdown.ts'
import { loadRuleFolders, RULES_ABOUT, RULES_FOLDER } from '../lib/rule-folders.ts'

const FOLDER = 'docs/generated/rules/'

export default {
  about: 'The folders of static analysis rules; the documentation site has a page for each folder',
  owns: [FOLDER],
  async generate(root) {
    const folders = await loadRuleFolders(root)
    return {
      [`${FOLDER}README.md`]: page([
        '# Static analysis rules',
        '',
        RULES_ABOUT,
        'The documentation site (`npm run docs`) has a page for each folder with examples.',
        '',
        ...table(
          ['Folder', 'Rules', 'CWEs'],
          folders.map(({ name, rules, weaknesses }) => [
            `[${name}](../../../${RULES_FOLDER}/${name})`,
            String(rules.length),
            String(weaknesses),
          ]),
        ),
      ]),
    }
  },
} satisfies Generator
