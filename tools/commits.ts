// npm run check → commits: messages of the commits after the base.   node --conditions=gatehouse tools/commits.ts [folder]
import { checkCommits } from './commits/check.ts'
import { finish } from './lib/problem.ts'

/** Earlier commits were written before the rules. */
const BASE = { hash: '0c856876079da84ffa2492dc62d9daf1e371d24e', time: 1_795_423_866 }

finish(checkCommits(process.argv[2] ?? process.cwd(), BASE))
