// npm run check → commits: messages of the commits after the base.   node --conditions=gatehouse tools/commits.ts [folder]
import { checkCommits } from './commits/check.ts'
import { finish } from './lib/problem.ts'

/** Earlier commits were written before the rules. */
const BASE = { hash: '86c37f140b74ad4a7a5af65b1a2afb20d6db4926', time: 1_795_424_211 }

finish(checkCommits(process.argv[2] ?? process.cwd(), BASE))
