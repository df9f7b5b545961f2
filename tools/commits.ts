// npm run check → commits: messages of the commits after the base.   node --conditions=gatehouse tools/commits.ts [folder]
import { checkCommits } from './commits/check.ts'
import { finish } from './lib/problem.ts'

/** Earlier commits were written before the rules. */
const BASE = { hash: 'e18522f96807685bf18e70b510e534ec874dd988', time: 1_795_423_512 }

finish(checkCommits(process.argv[2] ?? process.cwd(), BASE))
