import type { Problem, Report } from '../lib/problem.ts'
import { commitsAfter } from './history.ts'
import type { Base } from './history.ts'
import { commitProblems } from './rules.ts'

/** Checks the messages of all commits after `base`. */
export function checkCommits(root: string, base: Base): Report {
  const history = commitsAfter(root, base)
  if (!history.checked)
    return { checked: '0 commits', problems: [], notes: [`commit messages were not checked: ${history.why}`] }
  const problems = history.commits.flatMap((commit) =>
    commitProblems(commit).map((message): Problem => ({
      path: commit.hash.slice(0, 12),
      message: `${message}: "${commit.subject}"`,
    })),
  )
  return { checked: `${history.commits.length} commits`, problems }
}
