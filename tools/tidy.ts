// npm run check → tidy: lengths, banned words and phrases, dead files, links, snippets, the lock file.
//   node --conditions=gatehouse tools/tidy.ts [folder]
//   node --conditions=gatehouse tools/tidy.ts --lower   lowers the exceptions of the phrase rule
import { finish } from './lib/problem.ts'
import { checkTidy, lowerPhraseExceptions } from './tidy/check.ts'

const [argument] = process.argv.slice(2)
if (argument === '--lower') lowerPhraseExceptions(process.cwd())
else finish(checkTidy(argument ?? process.cwd()))
