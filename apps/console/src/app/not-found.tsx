import { Compass } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="No such page" />
      <EmptyState icon={Compass} title="There is nothing at this address">
        Go back to the <TextLink to="/">overview</TextLink>, or press Ctrl K and type where you want to go.
      </EmptyState>
    </>
  )
}
