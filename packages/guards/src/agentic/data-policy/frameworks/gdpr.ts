import { BETWEEN, type Framework } from './framework.ts'

/** Regulation (EU) 2016/679: personal data of article 4(1), special categories of article 9, offences of article 10. */
export const gdpr: Framework = {
  id: 'gdpr',
  name: 'GDPR, personal data and special categories',
  description:
    'Redacts direct identifiers of persons, identifiers of devices and locations, and fields that name special ' +
    'categories of data. Detecting religious beliefs, health data or ethnic origin in free text requires a model.',
  plainAction: 'redact',
  plain: [
    {
      rule: 'Names of persons',
      finds: [['The caller was Mrs. Marie Curie.', 'Marie Curie']],
      leaves: ['The parcel arrives on Monday.'],
    },
    {
      rule: 'E-mail addresses, phone numbers and home addresses',
      finds: [
        ['write to jane@example.com', 'jane@example.com'],
        ['call +49 30 901820', '+49 30 901820'],
      ],
      leaves: ['see section 30.9'],
    },
    { rule: 'Dates of birth', finds: [['date of birth: 12.04.1980', '12.04.1980']], leaves: ['due 12.04.2026'] },
    {
      rule: 'National ids, passport numbers and tax ids',
      finds: [['Steuer-ID 86095742719', '86095742719']],
      leaves: ['Rechnung 86095742718'],
    },
    {
      rule: 'Bank accounts and credit cards',
      finds: [['IBAN DE89370400440532013000', 'DE89370400440532013000']],
      leaves: ['SKU DE8937040044'],
    },
    {
      rule: 'IP addresses and MAC addresses',
      finds: [['client IP address 93.184.216.34', '93.184.216.34']],
      leaves: ['version 2.14.0'],
    },
  ],
  rules: [
    {
      rule: {
        pattern_id: 'gdpr_special_category',
        description: 'A field about belief, origin, politics, union or sexuality (article 9)',
        regex:
          '(?i:\\b(?:religio(?:n|us[ _-]?(?:belief|affiliation))|ethnic(?:ity|[ _-]?(?:origin|group))|racial[ _-]?origin|political[ _-]?(?:opinion|party|affiliation)|(?:trade[ _-]?)?union[ _-]?membership|sexual[ _-]?(?:orientation|preference)))["\']?\\s?[:=]\\s?["\']?[\\p{L}\\p{N}][^"\'\\n,;}]{0,80}',
        replacement: '[SPECIAL_CATEGORY]',
        severity: 'high',
        action: 'redact',
      },
      finds: [
        ['religion: catholic', 'catholic'],
        ['{"ethnic_origin": "Sami", "age": 40}', 'Sami'],
        ['political affiliation = Greens', 'Greens'],
      ],
      leaves: ['a course on religion and art', 'The political party met on Monday.', '{"religion": ""}'],
    },
    {
      rule: {
        pattern_id: 'gdpr_health',
        description: 'A field about health (article 9)',
        regex:
          '(?i:\\b(?:diagnos[ei]s|blood[ _-]?(?:type|group)|disabilit(?:y|ies)|allerg(?:y|ies)|medications?|health[ _-]?condition|pregnan(?:t|cy)))["\']?\\s?[:=]\\s?["\']?[\\p{L}\\p{N}][^"\'\\n,;}]{0,80}',
        replacement: '[HEALTH]',
        severity: 'high',
        action: 'redact',
      },
      finds: [
        ['diagnosis: type 2 diabetes', 'type 2 diabetes'],
        ['{"blood_type": "AB negative"}', 'AB negative'],
      ],
      leaves: ['The diagnosis of the error took an hour.', 'allergy season begins'],
    },
    {
      rule: {
        pattern_id: 'gdpr_offence',
        description: 'A field about convictions and offences (article 10)',
        regex:
          '(?i:\\b(?:criminal[ _-]?(?:record|history|conviction)s?|convictions?|offen[cs]es?))["\']?\\s?[:=]\\s?["\']?[\\p{L}\\p{N}][^"\'\\n,;}]{0,80}',
        replacement: '[OFFENCE]',
        severity: 'high',
        action: 'redact',
      },
      finds: [['criminal record: theft, 2019', 'theft']],
      leaves: ['He spoke with conviction about it.'],
    },
    {
      rule: {
        pattern_id: 'gdpr_position',
        description: 'Latitude and longitude with a precision of about ten metres',
        regex: '-?\\b\\d{1,2}\\.\\d{4,10},\\s?-?\\d{1,3}\\.\\d{4,10}\\b',
        replacement: '[POSITION]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [['seen at 52.52000, 13.40495 today', '52.52000, 13.40495']],
      leaves: ['between 52.5, 13.4', 'prices 1.25, 2.50'],
    },
    {
      rule: {
        pattern_id: 'gdpr_tracking_id',
        description: 'Advertising identifier of a browser or device, with its label',
        regex: `(?i:(?:\\b|_)(?:idfa|gaid|aaid|_ga|_fbp|advertising[ _-]?id|device[ _-]?fingerprint|client[ _-]?id))${BETWEEN}[A-Za-z0-9.-]{12,64}`,
        replacement: '[TRACKING_ID]',
        severity: 'medium',
        action: 'redact',
      },
      finds: [
        ['idfa: 6D92078A-8246-4BA4-AE5B-76104861E7DC', '6D92078A-8246-4BA4-AE5B-76104861E7DC'],
        ['{"advertising_id": "38400000-8cf0-11bd-b23e-10b96e40000d"}', '38400000-8cf0-11bd-b23e-10b96e40000d'],
      ],
      leaves: ['the advertising id was reset', 'client id: 7'],
    },
  ],
}
