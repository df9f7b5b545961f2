import { control, type Framework, TECHNICAL_ONLY } from './framework.ts'
import { inGroup } from './taxonomy.ts'

/** @see https://eur-lex.europa.eu/eli/reg/2016/679/oj */
export const gdpr: Framework = {
  id: 'gdpr',
  name: 'GDPR',
  version: 'Regulation (EU) 2016/679',
  scope: TECHNICAL_ONLY,
  controls: [
    control(
      'Art. 5',
      'Principles relating to processing of personal data',
      'pii_disclosure',
      'rag_exfiltration',
      'misinformation',
    ),
    control('Art. 6', 'Lawfulness of processing'),
    control('Art. 7', 'Conditions for consent'),
    control('Art. 9', 'Processing of special categories of personal data', 'pii_disclosure'),
    control('Art. 13', 'Information to be provided where personal data are collected from the data subject'),
    control('Art. 15', 'Right of access by the data subject'),
    control('Art. 17', 'Right to erasure'),
    control('Art. 20', 'Right to data portability'),
    control(
      'Art. 22',
      'Automated individual decision-making, including profiling',
      'bias',
      'approval_bypass',
      'unauthorized_commitment',
    ),
    control(
      'Art. 25',
      'Data protection by design and by default',
      'excessive_agency',
      'cross_session_leak',
      'cross_tenant_access',
      'pii_disclosure',
      'memory_poisoning',
    ),
    control(
      'Art. 32',
      'Security of processing',
      inGroup('access'),
      inGroup('data'),
      inGroup('injection'),
      inGroup('code_infra'),
      'rag_exfiltration',
    ),
    control('Art. 33', 'Notification of a personal data breach to the supervisory authority'),
    control('Art. 35', 'Data protection impact assessment'),
  ],
}
