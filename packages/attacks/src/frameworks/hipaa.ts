import { control, type Framework, TECHNICAL_ONLY } from './framework.ts'
import { inGroup } from './taxonomy.ts'

/** @see https://www.ecfr.gov/current/title-45/part-164 */
export const hipaa: Framework = {
  id: 'hipaa',
  name: 'HIPAA Security and Privacy Rules',
  version: '45 CFR 164',
  scope: TECHNICAL_ONLY,
  controls: [
    control('164.308', 'Administrative safeguards', 'credential_harvesting', 'privilege_escalation'),
    control('164.310', 'Physical safeguards'),
    control(
      '164.312',
      'Technical safeguards',
      inGroup('access'),
      'out_of_band_exfiltration',
      'data_exfiltration',
      'secret_disclosure',
    ),
    control('164.314', 'Organizational requirements', inGroup('supply_chain')),
    control(
      '164.502',
      'Uses and disclosures of protected health information: General rules',
      'pii_disclosure',
      'data_exfiltration',
      'cross_session_leak',
      'cross_tenant_access',
      'rag_exfiltration',
    ),
    control(
      '164.508',
      'Uses and disclosures for which an authorization is required',
      'pii_disclosure',
      'approval_bypass',
    ),
    control(
      '164.512',
      'Uses and disclosures for which an authorization or opportunity to agree or object is not required',
    ),
    control('164.524', 'Access of individuals to protected health information', 'bola', 'auth_bypass'),
    control('164.528', 'Accounting of disclosures of protected health information'),
  ],
}
