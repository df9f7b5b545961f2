import { kebabName, nextNumber } from '../lib/scaffold.ts'
import type { Scaffold } from '../lib/scaffold.ts'

const FOLDER = 'packages/store/migrations'

export default {
  usage: '<name>',
  about: 'a migration: one SQL file, applied once, in one transaction',
  plan(root, args) {
    const name = kebabName(args[0], 'a migration')
    const path = `${FOLDER}/${nextNumber(root, FOLDER)}-${name}.sql`
    return {
      create: {
        [path]: `-- Why the schema changes. Instances of the version before run on while this is applied: add, do not rename or drop.
SELECT 1;
`,
      },
      next: [`Write the statements into ${path}.`, 'npm run gen   # the types of the tables', 'npm run check'],
    }
  },
} satisfies Scaffold
