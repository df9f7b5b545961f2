// npm run check → commits: messages of the commits after the base.   node --conditions=gatehouse tools/commits.ts [folder]
import { checkCommits } from './commits/check.ts'
import { finish } from './lib/problem.ts'

/** Earlier commits were written before the rules. */
const BASE = { hash: '63895d61dfc384aaa9354489746c82e12ccf8e7c', time: 1_795_426_195 }

finish(checkCommits(process.argv[2] ?? process.cwd(), BASE))
