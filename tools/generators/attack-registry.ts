import type { Generator } from '../lib/generator.ts'
import { listFiles } from '../lib/tree.ts'
import { unitList } from '../lib/unit-list.ts'

const SOURCE = 'packages/attacks/src/'
/** Every file in a group folder is a unit; shared code is in `src/categories/shared` or `src/strategies/shared`. */
const CATEGORY_FILE = /^packages\/attacks\/src\/categories\/(?!shared\/)[a-z0-9-]+\/[a-z0-9-]+\.ts$/
const STRATEGY_FILE = /^packages\/attacks\/src\/strategies\/(?!shared\/)[a-z0-9-]+\/[a-z0-9-]+\.ts$/

export default {
  about: 'The lists of all categories and strategies of attacks, from the files in packages/attacks/src',
  // Everything that imports @gatehouse/attacks needs it.
  order: 0,
  generate(root) {
    const files = listFiles(root)
    const categories = files.filter((path) => CATEGORY_FILE.test(path))
    if (categories.length === 0) return {}
    return {
      [`${SOURCE}categories.gen.ts`]: unitList(root, categories, {
        source: SOURCE,
        type: 'Category',
        from: './engine/category.ts',
        name: 'allCategories',
        about: 'Every category of attacks in this build.',
      }),
      [`${SOURCE}strategies.gen.ts`]: unitList(
        root,
        files.filter((path) => STRATEGY_FILE.test(path)),
        {
          source: SOURCE,
          type: 'Strategy',
          from: './engine/strategy.ts',
          name: 'allStrategies',
          about: 'Every strategy in this build.',
        },
      ),
    }
  },
} satisfies Generator
