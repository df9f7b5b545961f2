// npm run check → tidy: lengths, banned words, dead files, links, snippets, the lock file.
import { finish } from './lib/problem.ts'
import { checkTidy } from './tidy/check.ts'

finish(checkTidy(process.argv[2] ?? process.cwd()))
