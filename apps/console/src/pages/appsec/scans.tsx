import { Plus } from 'lucide-react'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from './parts/button-link.tsx'
import { useMay } from './parts/kinds.ts'
import { ScanList } from './parts/scan-list.tsx'
import { common } from '../../messages/common.ts'
import { messages } from '../../messages/appsec/scans.ts'

export default function Scans() {
  const action = useMay('DEVELOPER') && (
    <ButtonLink to="/appsec/new-scan" look="primary" icon={Plus}>
      {common.newScan}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={common.scans} intro={messages.scans.scansOfAllProjectsWithTheir} actions={action} />
      <ScanList action={action} />
    </>
  )
}
