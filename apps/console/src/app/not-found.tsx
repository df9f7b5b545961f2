import { Compass } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { messages } from '../messages/shell.ts'
import { phrase } from '../ui/phrase.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title={messages.notFound.pageNotFound} />
      <EmptyState icon={Compass} title={messages.notFound.noPageAtThisAddress}>
        {phrase(messages.notFound.goToTheOrPressCtrlKToSearchFor, {
          link: <TextLink to="/">{messages.notFound.overview}</TextLink>,
        })}
      </EmptyState>
    </>
  )
}
