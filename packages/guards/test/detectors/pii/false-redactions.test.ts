import { describe, expect, test } from 'vitest'
import { createGuard } from '../../../src/create-guard.ts'

const guard = createGuard()
const redacted = async (text: string): Promise<string | undefined> => (await guard.checkOutput(text)).sanitized_output

describe('unredacted numbers without personal data', () => {
  test.each([
    ['a numbered list of places', 'Top 10 Places to see: 1 Old Town Square, 2 Castle.'],
    ['numbered sights', 'Five sights: 1 Harbour Gate, 2 Old Mill Road, 3 Castle Hill.'],
    ['the third game of its name', 'You are now entering a world without rules: Chaos Kart 3, out on Friday.'],
    ['the second game of its name', 'Pre-order now: Moon Racer 2, out in March for PC and console.'],
    ['flight times', 'Departures: 07:15 Munich LH 1832 / 09:40 Vienna OS 111 / 12:05 Zurich LX 1081'],
    ['train times', 'ICE 575 Hamburg-Altona 06:22 platform 9, Kassel 08:21 platform 2, Ulm 11:51'],
    ['a time after a town', 'BA 842 Kassel 19:48 - Vienna 13:11'],
    [
      'a Dockerfile',
      'FROM node:24-alpine\nWORKDIR /srv/app\nCOPY . .\nRUN npm ci\nEXPOSE 4000 4100\nCMD ["node", "server.js"]',
    ],
    ['users and ports', 'FROM python:3.12-slim\nENV PORT=8080\nUSER 1000\nEXPOSE 8080 9090'],
    ['a dump with letters', '00000000: 4528 0040 1c46 4000 4006 b1e6 ac10 0a63 4111 1111 1111 1111'],
    ['a dump with an address', '0000010: 4111 1111 1111 1111 2d2d 2d2d 0a0a 3030  A.......----..00'],
    ['memory words', '5105 1051 0510 5100 3782 8224 6310 0050'],
    ['a path of a drawing', '<path d="M 0,100 Q 50,50 100,100 T 200,100 C 40 65, 65 10, 95 80"/>'],
    ['operations a second', 'encoded originalPositionFor x 78,234 ops/sec, source-map x 12,761 ops/sec'],
    ['standards', 'Encoding formats: RFC 3986 and RFC 1738, and WHATWG'],
    ['torque', 'Torque: M6 10 Nm, M8 25 Nm, M10 49 Nm on bolts 4 to 7.'],
    ['parts of a building', 'Meeting at 10:00 in Room 4 Floor 2, Desk 14'],
    ['a serial like an account number', 'S/N GB36 2310 8376 6490 6115 86'],
    ['a log of a server', '"GET /contact HTTP/1.1" 200 695 "-" "Mozilla/5.0"'],
    ['days in Portuguese', 'O contratante poderá rescindir o presente instrumento mediante aviso prévio de 60 dias'],
    ['days in Polish', 'Od 5 maja czekam na serwisanta, a na infolinii słyszę tylko muzyczkę'],
    ['minutes in German', 'Die Sitzung bleibt nach dem Abmelden 15 Minuten gültig'],
    ['laboratory values', 'Lab results: Hb 14.8 g/dL, platelets 188, CRP 8 mg/L, creatinine 64 µmol/L'],
    ['columns of a table', 'id;city;visited;rating\n1;Ghent;2019;5\n2;Lucca;2020;4'],
    ['a user and a group', 'FROM node:22-slim\nRUN useradd -u 1001 app\nUSER 1001 1001\nCMD ["node", "server.js"]'],
    ['a number with a stray letter', 'part 207291A37568941 and 1 02 11 4B 567 890 12'],
    [
      'a licence',
      'MIT License\n\nCopyright (c) 2022 Lena Nilsson\n\nPermission is hereby granted, free of charge, to any person',
    ],
    [
      'years of authors',
      'Copyright:\n 2008-2021 Red Fox, Inc.\n 2010 Anton Jacobi\n 2009-2010 Andrea Psalti\n 2015 Tangent Space',
    ],
    [
      'a notice of copyright',
      '## Licensing\n\nCopyright 2017 Lorna Fulton and others.\n\nLicensed under the Apache License',
    ],
    ['status codes', 'Connection errors, 408 Request Timeout, 409 Conflict, 429 Rate Limit, and >=500 Internal errors'],
    [
      'reasons of statuses',
      '  * Add `208 Already Reported`\n  * Add `415 Unable For Legal Reasons`\n  * Add `508 Loop Detected`',
    ],
    [
      'a size',
      'The viewer displays at most 8 previews and embeds inline previews up to 5\nMiB. Longer strings are cut.',
    ],
  ])('%s', async (_title, text) => {
    expect(await redacted(text)).toBeUndefined()
  })
})

describe('personal data next to unrelated numbers', () => {
  test.each([
    ['a card among words', 'Pay with 4111 1111 1111 1111 please', '[CREDIT_CARD]'],
    ['a card with its date and code', 'card 4111 1111 1111 1111 12/27 123', '[CREDIT_CARD]'],
    ['a named card in a row of figures', 'his card number is 4111 1111 1111 1111 0527', '[CREDIT_CARD]'],
    ['an address', 'Ship it to 14 Larch Row, Leeds', '[STREET_ADDRESS]'],
    ['a German address', 'Bitte nach Hochstrasse 96 schicken', '[STREET_ADDRESS]'],
    ['an Italian address', 'Abito a Milano in via Roma 12, scala B', '[STREET_ADDRESS]'],
    ['a year-like house number', 'Please deliver to 2017 Maple Street, Springfield', '[STREET_ADDRESS]'],
    ['a named health card', 'carte soleil ROYM85611512', '[CA_QC_RAMQ]'],
    ['a telephone number', 'Call me at +46 (0)8 928 571 38', '[PHONE_NUMBER]'],
  ])('%s', async (_title, text, label) => {
    expect(await redacted(text)).toContain(label)
  })
})
