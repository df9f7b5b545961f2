import { ArrowRight } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { packageName } from './finding-facts.ts'
import { messages } from '../../../messages/appsec/findings.ts'

/** Dependency path from the project to the package. */
export function DependencyPath({ path }: { readonly path: readonly string[] }) {
  return (
    <ol aria-label={messages.dependencyPath.dependencyPath} className="flex flex-wrap items-center gap-2 text-sm">
      <li className="rounded-md border border-line bg-raised px-3 py-1.5 font-medium">
        {messages.dependencyPath.thisProject}
      </li>
      {path.map((purl, at) => {
        const { name, version, kind } = packageName(purl)
        const isLast = at === path.length - 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a way may pass a package twice
          <li key={at} className="flex items-center gap-2">
            <ArrowRight
              size={15}
              aria-label={messages.dependencyPath.dependsOn}
              role="img"
              className="shrink-0 text-muted"
            />
            <span
              title={purl}
              className={cx(
                'rounded-md border px-3 py-1.5',
                isLast ? 'border-transparent bg-bad-soft text-bad' : 'border-line bg-raised',
              )}
            >
              <span className="font-medium">{name}</span> <span className="tabular-nums">{version}</span>{' '}
              <span className="text-xs">{kind}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
