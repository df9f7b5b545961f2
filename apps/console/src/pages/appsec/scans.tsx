import { Plus } from 'lucide-react'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from './parts/button-link.tsx'
import { useMay } from './parts/kinds.ts'
import { ScanList } from './parts/scan-list.tsx'

export default function Scans() {
  const action = useMay('DEVELOPER') && (
    <ButtonLink to="/appsec/new-scan" look="primary" icon={Plus}>
      New scan
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Scans" intro="Scans of all projects with their gate decisions." actions={action} />
      <ScanList action={action} />
    </>
  )
}
