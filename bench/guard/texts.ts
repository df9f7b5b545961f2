/** Ordinary business prose, written for the benchmarks, with typical content: names, numbers, a link, a quotation. */
const PARAGRAPHS = [
  'Please summarise the quarterly report that I pasted below and list the three largest changes for the board. Keep it ' +
    'under two hundred words, mention the new warehouse in Rotterdam, and leave out everything about the reorganisation. ',
  'The shipment left on 14 March and should have arrived by the end of that week; the carrier says that 312 of 340 boxes ' +
    'were delivered. Could you draft a polite reminder, and ask whether the rest went to the other address? ',
  'When I run the import with a file of about 12 MB, the page answers after 40 seconds, but the table stays empty. The log ' +
    'says "row 1 skipped: no header". What does that mean, and how would I add a header without opening it by hand? ',
  'We compared two suppliers: one is cheaper by 4.5 % and needs eight weeks, the other delivers in ten days. Their terms ' +
    'are at https://www.example.org/terms. Write a short table of advantages for each, then a recommendation. ',
  'My daughter has to give a talk about tides and asks why there are two of them a day, not one. Explain it in a way that ' +
    'a ten-year-old understands, with an example from the kitchen, and without formulas. ',
]

/** A megabyte of it, in changing order. */
export const PROSE: string = Array.from(
  { length: 6_000 },
  (_, i) => PARAGRAPHS[(i * 7 + (i >> 3)) % PARAGRAPHS.length]!,
).join('')
