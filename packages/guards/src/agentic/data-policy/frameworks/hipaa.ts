import { BETWEEN, type Framework } from './framework.ts'

/** HIPAA: the identifiers of 45 CFR 164.514(b)(2) with a form or a name. */
export const hipaa: Framework = {
  id: 'hipaa',
  name: 'HIPAA Privacy Rule, de-identification by safe harbor',
  description:
    'Redacts patient identifiers: names, addresses, dates, numbers of records, plans, accounts and devices, contact ' +
    'data, and diagnosis codes next to them. Photographs, biometric data and identification through context are not ' +
    'detected.',
  plainAction: 'redact',
  plain: [
    {
      rule: 'Names of patients',
      finds: [['Seen by Dr. Jane Miller in the clinic.', 'Jane Miller']],
      leaves: ['The blood pressure was normal.'],
    },
    {
      rule: 'Social security numbers',
      finds: [['SSN 566-64-4119', '566-64-4119']],
      leaves: ['Order 566-64-4119-2'],
    },
    {
      rule: 'Home addresses, phone numbers and e-mail addresses',
      finds: [
        ['Lives at 12 Maple Street, Springfield.', '12 Maple Street'],
        ['Call +1 212 555 0147.', '+1 212 555 0147'],
        ['jane@example.com', 'jane@example.com'],
      ],
      leaves: ['Dose: 12 mg twice a day.'],
    },
    { rule: 'Dates of birth', finds: [['Born on 1980-04-12.', '1980-04-12']], leaves: ['Published 2024-01-01.'] },
    {
      rule: 'Health insurance numbers and bank account numbers',
      finds: [['NHS number 943 476 5919', '943 476 5919']],
      leaves: ['Room 943, bed 4.'],
    },
    {
      rule: "Driver's license numbers, passport numbers and IP addresses",
      finds: [['client IP address 93.184.216.34', '93.184.216.34']],
      leaves: ['software version 4.2.1'],
    },
  ],
  rules: [
    {
      rule: {
        pattern_id: 'hipaa_record_number',
        description: 'Labeled medical record number',
        regex: `(?i:\\b(?:mrn|medical[ _-]?record(?:[ _-]?(?:number|no\\.?|id))?|patient[ _-]?(?:id|number|no\\.?)|chart[ _-]?(?:number|no\\.?)))${BETWEEN}[A-Z]{0,4}-?\\d[\\dA-Z-]{3,14}\\b`,
        replacement: '[MEDICAL_RECORD]',
        severity: 'high',
        action: 'redact',
      },
      finds: [
        ['MRN: 00482913', '00482913'],
        ['{"patient_id": "P-77421"}', 'P-77421'],
        ['medical record number is AB123456', 'AB123456'],
      ],
      leaves: ['The medical record is complete.', 'patient number one', 'MRN missing'],
    },
    {
      rule: {
        pattern_id: 'hipaa_plan_number',
        description: 'Member, beneficiary or policy number, with its label',
        regex: `(?i:\\b(?:member|beneficiary|subscriber|health[ _-]?plan|insurance[ _-]?policy|group)[ _-]?(?:id|number|no\\.?))${BETWEEN}[A-Z]{0,4}-?\\d[\\dA-Z-]{4,15}\\b`,
        replacement: '[HEALTH_PLAN]',
        severity: 'high',
        action: 'redact',
      },
      finds: [
        ['Member ID: XYZ123456789', 'XYZ123456789'],
        ['{"subscriber_number": "88291047"}', '88291047'],
      ],
      leaves: ['the member number of the group', 'Group no. 3', 'a member of 12345 people'],
    },
    {
      rule: {
        pattern_id: 'hipaa_diagnosis',
        description: 'Diagnosis code (ICD-10), with its label',
        regex: `(?i:\\b(?:icd(?:-?10)?(?:[ _-]?code)?|diagnos[ie]s(?:[ _-]?codes?)?|dx))${BETWEEN}[A-TV-Z]\\d[\\dAB](?:\\.[\\dA-Z]{1,4})?\\b`,
        replacement: '[DIAGNOSIS]',
        severity: 'high',
        action: 'redact',
      },
      finds: [
        ['ICD-10: E11.9', 'E11.9'],
        ['{"diagnosis_code": "F32.1"}', 'F32.1'],
      ],
      leaves: ['vitamin B12', 'The diagnosis is pending.', 'exit E11.9'],
    },
    {
      rule: {
        pattern_id: 'hipaa_event_date',
        description: 'Date of admission, discharge, treatment or death, with its label',
        regex: `(?i:\\b(?:admission|admitted|discharged?|treatment|surgery|procedure|died|death|deceased|date[ _-]of[ _-](?:service|death|admission))(?:[ _-]?(?:date|on))?)${BETWEEN}(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/.]\\d{1,2}[/.](?:19|20)?\\d{2})(?:T[\\d:.Z+-]{4,20})?`,
        replacement: '[DATE]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [
        ['Admitted on 2025-03-04 with fever', '2025-03-04'],
        ['{"discharge_date": "2025-03-09"}', '2025-03-09'],
        ['date of service: 3/4/2025', '3/4/2025'],
      ],
      leaves: ['Admitted with fever', 'invoice of 2025-03-04', 'treatment 12 of 30'],
    },
    {
      rule: {
        pattern_id: 'hipaa_device',
        description: 'Serial number of a medical device, with its label',
        regex: `(?i:\\b(?:device|implant|pacemaker|pump|udi|stent)[ _-]?(?:serial(?:[ _-]?(?:number|no\\.?))?|identifier|id|sn))${BETWEEN}[A-Z]{0,5}-?\\d[\\dA-Z-]{3,24}\\b`,
        replacement: '[DEVICE]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [
        ['Pacemaker serial number: PM-4410-223', 'PM-4410-223'],
        ['{"device_id": "99A1-BC42"}', '99A1-BC42'],
      ],
      leaves: ['the device serial port', 'device id unknown'],
    },
  ],
}
