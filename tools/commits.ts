// npm run check → commits: messages of the commits after the base.   node --conditions=gatehouse tools/commits.ts [folder]
import { checkCommits } from './commits/check.ts'
import { finish } from './lib/problem.ts'

/** Earlier commits were written before the rules. */
const BASE = { hash: '5f45d064236f59df3fc4abaa6c28926d909a44aa', time: 1_795_425_039 }

finish(checkCommits(process.argv[2] ?? process.cwd(), BASE))
